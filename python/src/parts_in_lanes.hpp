// Partial ratios of many pairs: those that come down to a search for the best part wait for others in a lane.
#pragma once

#include "fuzz/text_scorer.hpp"
#include "part_block.hpp"

#include <concord/symbols.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace concord::python {

/// Whether a part as long as the word is within the cutoff by its ratio where it is by its score: which of both is
/// asked depends on where the part stands, which lanes do not know.
[[nodiscard]] bool are_cutoffs_one(double cutoff);

/// Whether lanes have a ratio, and know which of its scores are below the cutoff.
[[nodiscard]] inline bool are_parts_in_lanes(fuzz::ratio_kind kind, double cutoff) {
    return fuzz::is_partial(kind) && cutoff <= 100 && are_cutoffs_one(cutoff);
}

/// From the numbers of the kernels to scores. Not for several threads at once.
class part_scores {
  public:
    part_scores();

    void begin(double cutoff);

    /// take(index, score) of all that are in the block, which is then empty.
    template <class Take>
    void settle(part_block& block, const Take& take) {
        block.compare(kernels_, [&](std::size_t lane, std::uint64_t product, std::size_t whole) {
            take(block.indexes()[lane], score_of(block.word_length(), product, whole));
        });
    }

  private:
    static constexpr std::size_t kept_scores = 4096;

    [[nodiscard]] double score_of(std::size_t word, std::uint64_t product, std::size_t whole);

    const lanes::partial_kernels& kernels_;
    double cutoff_ = 0;
    /// Scores that were computed, where a hash says.
    struct known_score {
        std::uint64_t number = 0; ///< of the word's length and the product; 0: none
        double score = 0;
    };
    std::array<known_score, kept_scores> known_{};
};

/// Adds the pair of a search that is one.
template <class Letter>
void add_search(part_block& block, const fuzz::part_search<Letter>& search, std::size_t index) {
    block.add(search.word->places(), search.word->reversed_places(), search.text, index);
}

/// Which of the blocks of a word's length a text belongs to.
inline constexpr std::size_t lengths_of_texts = 20; ///< of padded_length(), and one for words of the same length
[[nodiscard]] constexpr std::size_t length_class(std::size_t word, std::size_t text) {
    const std::size_t more = padded_length(word, text) - word;
    // Two neighbouring lengths have the same number of bits.
    const auto bits = static_cast<std::size_t>(std::bit_width(more));
    return 2 * bits + (bits < 2 ? 0 : more >> (bits - 2) & 1U);
}

/// Whether a text and others are compared in less time in lanes: those of few lengths are, for a block takes as long
/// whether it is full or not.
class part_costs {
  public:
    /// Some of the pairs, by their lengths.
    void add(std::size_t own, std::size_t other) {
        const std::size_t word = std::min(own, other);
        const std::size_t text = std::max(own, other);
        if (word == 0 || word > lanes::longest_word || text > longest_text_of_parts) return;
        // In nanoseconds on an AMD EPYC with AVX-512, of random letters.
        const std::size_t windows = word * (text - word);
        ++pairs_;
        by_pairs_ += 80 + 10 * word + windows / 3;
        if (!std::exchange(is_known_[word][length_class(word, text)], true))
            by_blocks_ += 4 * word + word * (padded_length(word, text) - word);
    }
    /// Of so many pairs, of which those that were added are a sample.
    [[nodiscard]] bool are_lanes_quicker(std::size_t pairs) const {
        return pairs_ > 0 && by_blocks_ * pairs_ < by_pairs_ * pairs;
    }

  private:
    std::size_t pairs_ = 0;
    std::uint64_t by_pairs_ = 0;
    std::uint64_t by_blocks_ = 0;
    std::array<std::array<bool, lengths_of_texts>, lanes::longest_word + 1> is_known_{};
};

/// One text with many, of which few lengths are expected. Not for several threads at once.
class parts_in_lanes {
  public:
    /// To be called before add(). Those that wait are left out. `only_best`: a word that is in its text does not wait,
    /// for no other is better.
    void begin(double cutoff, bool only_best);

    /// The text that the scorer was assigned, with another one, which is not looked at later. take(index, score) is
    /// called here or later.
    template <class Take>
    void add(fuzz::text_scorer& scorer, const symbol_view& other, std::size_t index, const Take& take) {
        scorer.search_of(other, cutoff_, lanes::longest_word, longest_text_of_parts, [&](const auto& search) {
            if (search.word == nullptr) return take(index, search.score);
            if (only_best_ && search.word->is_in(search.text)) return take(index, 100);
            part_block& block = block_for(search.word_length, search.text.size());
            add_search(block, search, index);
            if (block.is_full()) scores_.settle(block, take);
        });
    }
    /// Scores all that wait.
    template <class Take>
    void settle(const Take& take) {
        for (const std::unique_ptr<part_block>& block : blocks_)
            if (block->size() > 0) scores_.settle(*block, take);
    }

    [[nodiscard]] std::size_t blocks() const noexcept { return blocks_.size(); } ///< some tens of kilobytes each

  private:
    [[nodiscard]] part_block& block_for(std::size_t word, std::size_t text);

    part_scores scores_;
    double cutoff_ = 0;
    bool only_best_ = false;
    std::vector<std::unique_ptr<part_block>> blocks_;
    std::array<std::array<part_block*, lengths_of_texts>, lanes::longest_word + 1> by_lengths_{};
};

} // namespace concord::python
