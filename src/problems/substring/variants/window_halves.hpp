// Distinct windows of one length in two halves, and the rows of a half in some lanes (row_kernels.hpp): a window is
// held where its beginning ends with e edits, for some e, and its end begins with k - e.
#pragma once

#include "problems/substring/variants/held_classes.hpp"
#include "problems/substring/variants/lane_blocks.hpp"
#include "problems/substring/variants/variant_search.hpp"
#include "problems/substring/variants/window_trie.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace concord::substring {

/// Windows that begin alike, up to where the next ones begin.
struct window_beginning {
    std::size_t first;    ///< class
    std::uint64_t shared; ///< letters that it has in common with the one before
};

/// Distinct windows in two halves, their letters as indices of word_letters.
struct window_halves {
    std::uint64_t letters_of_beginning;
    std::uint64_t letters_of_end;
    std::vector<window_beginning> beginnings;
    std::vector<std::uint16_t> letters_of_beginnings;
    std::vector<std::uint32_t> end_of_class;
    std::vector<std::uint16_t> letters_of_ends; ///< from the last letter on, in ascending order
    std::vector<std::uint64_t> shared_by_ends;  ///< letters that each has in common with the one before

    [[nodiscard]] std::size_t ends() const noexcept { return shared_by_ends.size(); }
    [[nodiscard]] std::span<const std::uint16_t> beginning(std::size_t index) const {
        return std::span(letters_of_beginnings).subspan(index * letters_of_beginning, letters_of_beginning);
    }
    [[nodiscard]] std::span<const std::uint16_t> end(std::size_t index) const {
        return std::span(letters_of_ends).subspan(index * letters_of_end, letters_of_end);
    }
    /// Behind the classes that begin with this beginning.
    [[nodiscard]] std::size_t last_of(std::size_t index) const {
        return index + 1 < beginnings.size() ? beginnings[index + 1].first : end_of_class.size();
    }
};

/// Letters of an end, at most: as a number, it has 64 bits.
[[nodiscard]] std::uint64_t most_letters_of_end(const word_letters& letters);

/// Letters that a class has in common with the one before it, by class.
[[nodiscard]] std::vector<std::uint32_t> shared_letters(const window_trie& trie, std::size_t classes,
                                                        runtime::thread_pool& workers);

/// `shared` as of shared_letters. Time O(classes log classes + letters).
[[nodiscard]] window_halves make_halves(const word_letters& letters, const window_trie& trie,
                                        const std::vector<std::uint32_t>& shared, std::uint64_t letters_of_end);

[[nodiscard]] inline std::size_t rows_of_word(const variant_problem& given, const lane_block& block) {
    return (given.allowed.edits + 1) * block.words;
}

/// The rows of row_padding lanes of a block, without gaps, for half_walk.
class half_lanes {
  public:
    void take(const lane_block& block, std::size_t lane, std::size_t letters);

    [[nodiscard]] unsigned words() const noexcept { return words_; }
    /// Of the letter with this index of word_letters.
    [[nodiscard]] const std::uint64_t* matching(std::size_t letter) const {
        return rows_.data() + (letter < letters_ ? letter * of_letter() : of_block_);
    }
    [[nodiscard]] const std::uint64_t* steps() const { return rows_.data() + letters_ * of_letter(); }
    /// Of a word without letters.
    [[nodiscard]] const std::uint64_t* begins() const { return rows_.data() + of_block_ - of_letter(); }
    /// Words of 64 places of a row, of all lanes.
    [[nodiscard]] std::size_t of_letter() const noexcept { return words_ * row_padding; }

  private:
    lane_rows rows_; ///< of the letters, of any letter, of places where a word may begin, of a letter that is nowhere
    std::size_t letters_ = 0;
    std::size_t of_block_ = 0;
    unsigned words_ = 0;
};

/// Makes rows of halves in the order of a trie: those of letters that a half has in common with the one before are
/// kept.
class half_walk {
  public:
    using extend_rows = void (*)(const row_shape&, const std::uint64_t*, const std::uint64_t*, const std::uint64_t*,
                                 std::uint64_t*);

    /// `extend`: row_kernels::extend for beginnings, row_kernels::extend_before for ends.
    void begin(const half_lanes& lanes, extend_rows extend, std::uint64_t letters, std::uint64_t edits, bool indels) {
        lanes_ = &lanes;
        extend_ = extend;
        shape_ = {row_padding, row_padding, lanes.words(), static_cast<unsigned>(edits), indels};
        const std::size_t of_depth = (edits + 1) * lanes.of_letter();
        depths_.resize((letters + 1) * of_depth);
        for (std::size_t row = 0; row <= edits; ++row)
            std::copy_n(lanes.begins(), lanes.of_letter(), depths_.data() + row * lanes.of_letter());
        known_ = 0;
    }
    /// The next half has so many letters in common with the one before.
    void share(std::uint64_t letters) noexcept { known_ = std::min(known_, letters); }
    /// Row after row of that half, valid until the next call.
    [[nodiscard]] const std::uint64_t* rows(std::span<const std::uint16_t> half) {
        const std::size_t of_depth = (shape_.edits + 1) * lanes_->of_letter();
        for (; known_ < half.size(); ++known_)
            extend_(shape_, depths_.data() + known_ * of_depth, lanes_->matching(half[known_]), lanes_->steps(),
                    depths_.data() + (known_ + 1) * of_depth);
        return depths_.data() + half.size() * of_depth;
    }

  private:
    const half_lanes* lanes_ = nullptr;
    extend_rows extend_ = nullptr;
    row_shape shape_{};
    lane_rows depths_; ///< rows of the first letters of a half, by their number
    std::uint64_t known_ = 0;
};

/// What counting by the rows of halves takes, in instructions, and with how many letters of an end that is least.
struct half_plan {
    std::uint64_t letters_of_end = 0; ///< 0: this is not done
    double cost = 0;
};

[[nodiscard]] half_plan plan_halves(const variant_problem& given, const variant_resources& resources,
                                    const word_letters& letters, std::span<const lane_block> blocks,
                                    std::uint64_t length, const std::vector<std::uint32_t>& shared);

/// How that is done. What it is given must outlive it.
[[nodiscard]] make_marker row_marker(const variant_problem& given, const variant_resources& resources,
                                     const word_letters& letters, const window_halves& halves);

/// Windows of which each half is in few places with some of the edits (rare_halves.cpp).
struct rare_plan {
    std::uint64_t letters_of_end = 0; ///< 0: this is not done
    std::uint64_t edits_of_beginning =
        0;           ///< up to which places of a beginning are listed; of an end k - 1 without these
    double cost = 0; ///< in instructions, roughly
};

/// The one that costs least. Time O(letters of windows * k).
[[nodiscard]] rare_plan plan_rare_halves(const variant_problem& given, const variant_resources& resources,
                                         const word_letters& letters, std::span<const lane_block> blocks,
                                         std::uint64_t length, const std::vector<std::uint32_t>& shared);

/// How that is done. `halves` must outlive it. Time O(nodes of the tries of both halves * k + windows + places of the
/// windows' halves) for some lanes, memory O(classes + places of the halves) for each thread.
[[nodiscard]] make_marker rare_marker(const variant_problem& given, const variant_resources& resources,
                                      const word_letters& letters, const window_halves& halves,
                                      std::uint64_t edits_of_beginning);

} // namespace concord::substring
