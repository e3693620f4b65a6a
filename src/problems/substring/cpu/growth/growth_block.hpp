// What pattern growth works on: some sequences side by side, one lane each, and the words that grow in them.
#pragma once

#include "base/bits.hpp"
#include "problems/substring/cpu/growth/growth_kernels.hpp"
#include "problems/substring/problem.hpp"
#include "runtime/thread_pool.hpp"
#include "simd/aligned_vector.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace concord::substring {

using growth_rows = simd::aligned_vector<std::uint64_t>;

/// The letters that words are made of, and how they are written in the planes of a collection.
class growth_alphabet {
  public:
    static constexpr std::size_t most_letters = 31;   ///< up to which a word is tried with all of them, and one
                                                      ///< more for the ambiguous
    static constexpr std::size_t most_followed = 254; ///< up to which it is tried with those that follow it; the same

    /// Those that the collection has. Time O(2^planes letters / 64).
    explicit growth_alphabet(const problem& given);

    /// Ordinary letters, and one more where the collection has ambiguous ones: they equal nothing but count as a
    /// mismatch, and a word may contain them.
    [[nodiscard]] std::size_t size() const noexcept { return codes_.size() + (has_ambiguous_ ? 1 : 0); }
    [[nodiscard]] std::size_t ordinary() const noexcept { return codes_.size(); }
    /// Of an ordinary letter: its bits in the planes.
    [[nodiscard]] unsigned code(std::size_t letter) const noexcept { return codes_[letter]; }
    [[nodiscard]] bool has_ambiguous() const noexcept { return has_ambiguous_; }
    [[nodiscard]] bool are_many() const noexcept { return size() > most_letters; }
    /// Where 64 letters from a position on are literally this one.
    [[nodiscard]] std::uint64_t literal(const problem& given, std::size_t letter, std::uint64_t position) const;
    /// The letters from a position on, at most 64, as their indices; an ambiguous one is the last.
    void read(const problem& given, std::uint64_t position, std::span<std::uint64_t> digits) const;

  private:
    void read_many(const problem& given, std::uint64_t position, std::span<std::uint64_t> digits) const;

    std::vector<unsigned> codes_;
    std::vector<std::uint8_t> index_of_; ///< by code
    bool has_ambiguous_;
};

/// Sequences of equally many words. Its rows, of one word for each lane:
///     of each letter, words of 64 positions where it stands | weights | numbers of the sequences
/// Of these the last two are not always needed: weights where sequences have some, numbers where occurrences are
/// listed.
struct growth_block {
    growth_rows rows;
    std::size_t lanes = 0; ///< with padding
    std::size_t stride = 0;
    std::size_t sequences = 0;
    unsigned words = 0;
    bool is_weighted = false;
};

/// Blocks of at most `most_words` words of 64 letters each row. `weights`: by sequence; empty: 1 each. Each block is
/// made by one of the threads, so that on a machine of several NUMA nodes they lie on all of them.
[[nodiscard]] std::vector<growth_block> make_growth_blocks(const problem& given, const growth_alphabet& letters,
                                                           std::span<const std::uint64_t> sequences,
                                                           std::span<const std::uint32_t> weights,
                                                           std::size_t most_words, runtime::thread_pool& workers);

/// Walks along words: the rows of a word and of all its prefixes, in some blocks at once.
class growth_walk {
  public:
    /// `lists`: literal occurrences are asked for, and only of these is anything known. `numbers`: other occurrences
    /// may be asked for.
    growth_walk(const problem& given, const growth_kernels& kernels, const growth_alphabet& letters,
                std::span<const growth_block> blocks, bool lists = false, bool numbers = false);

    /// What is known of the words that are the one of `depth` letters, entered last, and one of these letters. Valid
    /// until another word of `depth` letters is entered.
    [[nodiscard]] std::span<const growth_count> count(std::size_t depth, std::span<const std::uint8_t> letters);
    /// Enters one of the words that were counted, by the index of its letter: it has `depth` + 1 letters. Drops the
    /// sequences that do not hold it where at most the share `crowded` of them do. `is_last`: no other word will be
    /// entered from the shorter one, nor counted; its rows are in a cache, and the longer one's take their place.
    void enter(std::size_t depth, std::size_t index, double crowded, bool is_last = false);
    /// Words of rows that the next letter costs.
    [[nodiscard]] std::uint64_t work(std::size_t depth) const noexcept;

    /// visit(sequence, start) for each literal occurrence of the word of `depth` letters that was entered.
    template <class Visit>
    void for_each_occurrence(std::size_t depth, Visit visit) const;

    /// visit(sequence, start) for each occurrence with at most k mismatches of the word of `depth` letters that was
    /// entered, those in one sequence one after the other; and how many these are.
    template <class Visit>
    void for_each_near(std::size_t depth, Visit visit) const {
        for_each_end(depth, mismatches(), visit);
    }
    [[nodiscard]] std::uint64_t count_near(std::size_t depth) const;

  private:
    /// A word in one block, or in the lanes of it that are left.
    struct part {
        const std::uint64_t* block = nullptr; ///< rows of the block, or of the lanes that are left
        std::size_t lanes = 0;
        std::size_t stride = 0;
        const std::uint64_t* rows = nullptr; ///< of the word
        growth_rows own;                     ///< where these are
    };
    struct level {
        std::vector<part> parts; ///< of the word that was entered, by block
        std::vector<std::uint8_t> letters;
        std::vector<growth_count> counts;         ///< by letter
        std::vector<growth_count> counts_of_part; ///< by block, then by letter
    };

    /// A row of their own for literal occurrences.
    [[nodiscard]] bool has_literal() const noexcept { return letters_.has_ambiguous() && !lists_; }
    [[nodiscard]] std::uint64_t mismatches() const noexcept { return lists_ ? 0 : given_.mismatches; }
    [[nodiscard]] std::size_t word_rows() const noexcept { return mismatches() + 1 + (has_literal() ? 1 : 0); }
    /// Rows of a block that go with a word.
    [[nodiscard]] std::size_t block_rows(std::size_t block) const noexcept {
        return letters_.size() * blocks_[block].words + (lists_ || numbers_ ? 2 : blocks_[block].is_weighted ? 1 : 0);
    }
    [[nodiscard]] growth_shape shape_of(const part& of, std::size_t block) const noexcept;
    [[nodiscard]] growth_letter letter_of(const part& of, std::size_t block, std::uint8_t letter) const noexcept;
    void begin();
    /// visit(sequence, start) for each bit of one row.
    template <class Visit>
    void for_each_end(std::size_t depth, std::uint64_t row, Visit visit) const;

    const problem& given_;
    const growth_kernels& kernels_;
    const growth_alphabet& letters_;
    std::span<const growth_block> blocks_;
    bool lists_;
    bool numbers_;
    growth_rows zeros_; ///< where an ambiguous letter matches: nowhere
    std::vector<level> levels_;
    std::vector<growth_letter> asked_; ///< scratch
};

template <class Visit>
void growth_walk::for_each_occurrence(std::size_t depth, Visit visit) const {
    for_each_end(depth, 0, visit);
}

template <class Visit>
void growth_walk::for_each_end(std::size_t depth, std::uint64_t row, Visit visit) const {
    for (std::size_t block = 0; block < blocks_.size(); ++block) {
        const part& here = levels_[depth].parts[block];
        const unsigned words = blocks_[block].words;
        const std::uint64_t* numbers = here.block + (letters_.size() * words + 1) * here.stride;
        const std::uint64_t* rows = here.rows + row * words * here.stride;
        for (std::size_t lane = 0; lane < here.lanes; ++lane) {
            for (unsigned word = 0; word < words; ++word) {
                std::uint64_t ends = rows[word * here.stride + lane];
                const std::uint64_t before = words * std::uint64_t{64} - given_.length(numbers[lane]);
                for (; ends != 0; ends &= ends - 1)
                    visit(numbers[lane], word * std::uint64_t{64} + base::lowest_one(ends) + 1 - before - depth);
            }
        }
    }
}

} // namespace concord::substring
