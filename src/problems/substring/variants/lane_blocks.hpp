// Sequences side by side, one lane each, for row_kernels.hpp; and the rows of a word in one block of them.
#pragma once

#include "problems/substring/variants/edit_matrix.hpp"
#include "problems/substring/variants/row_kernels.hpp"
#include "runtime/thread_pool.hpp"
#include "simd/aligned_vector.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace concord::substring {

using lane_rows = simd::aligned_vector<std::uint64_t>;

/// The letters that words may be made of, and which row of a block tells where they match.
class word_letters {
  public:
    /// Of the forward strand.
    explicit word_letters(const piece_collection& of);

    [[nodiscard]] std::span<const letter> all() const noexcept { return letters_; }
    [[nodiscard]] std::size_t size() const noexcept { return letters_.size(); }
    /// Its index in all(); size() for `nothing` and for letters that no sequence has.
    [[nodiscard]] std::size_t index(letter one) const noexcept { return index_[one]; }

  private:
    std::vector<letter> letters_;
    std::vector<std::size_t> index_;
};

/// Sequences of equally many words. Its rows, of one word for each lane:
///     of each letter, where it matches (`words` each) | where a letter stands | sequence | where a word may begin
/// A word that has begun needs the first ones alone.
struct lane_block {
    /// Where the rows begin that tell where a word may begin, of so many letters.
    [[nodiscard]] std::size_t first_of_begins(std::size_t letters) const noexcept { return (letters + 1) * words + 1; }

    lane_rows rows;
    std::size_t lanes = 0; ///< with padding
    std::size_t stride = 0;
    std::size_t sequences = 0; ///< lanes without padding
    unsigned words = 0;
    std::uint64_t longest = 0; ///< letters of the longest lane of so many words, in any block
};

/// Lanes with padding.
[[nodiscard]] constexpr std::size_t padded_lanes(std::size_t lanes) noexcept {
    return (lanes + row_padding - 1) / row_padding * row_padding;
}

/// How words are read: from their first letter on, or from their last.
enum class reading : std::uint8_t { forward, backward };

/// Letters of the text next to each other that are one lane.
struct lane_text {
    std::uint64_t sequence;
    std::uint64_t first;
    std::uint64_t length;

    [[nodiscard]] std::uint64_t words() const noexcept { return length / sequence::letters_per_word + 1; }
};

/// `words_at_once`: words of 64 places of a row of a block, at most, where that is one lane or more. Each block
/// is made by one of the threads, so that on a machine of several NUMA nodes they lie on all of them.
[[nodiscard]] std::vector<lane_block> make_lane_blocks(const piece_collection& of, const word_letters& letters,
                                                       std::vector<lane_text> texts, std::size_t words_at_once,
                                                       reading direction, runtime::thread_pool& workers);
/// The same, a lane for each of these sequences.
[[nodiscard]] std::vector<lane_block> make_lane_blocks(const piece_collection& of, const word_letters& letters,
                                                       std::span<const std::uint64_t> sequences,
                                                       std::size_t words_at_once, reading direction,
                                                       runtime::thread_pool& workers);

/// Words that are walked for windows of one length alone, of which all or those have the support that hold a word a few
/// letters behind their beginning: of their rows only the diagonals are kept that such a window can be on (row_shape).
struct window_diagonals {
    std::uint64_t length = 0; ///< of the windows; 0: words end at any place
    std::uint64_t before = 0; ///< letters, at most, that a window has before the word
};

/// A word in a block, or in those of its lanes that hold it.
struct word_rows {
    const std::uint64_t* block = nullptr; ///< rows of the block, of the lanes that are left
    const std::uint64_t* rows = nullptr;  ///< of the word
    std::size_t lanes = 0;
    std::size_t stride = 0;
    std::size_t holders = 0;
    std::uint64_t letters = 0; ///< of the word
};

/// How many words of 64 bits a row has, of a lane.
struct lane_shape {
    unsigned words = 0;           ///< of a word's rows
    unsigned words_of_places = 0; ///< of the rows of its block
    bool has_diagonals = false;   ///< a bit of a word's row is one of these; else it is a place
};

/// Lanes of one word of 64 places that were cut out of longer ones (narrow_lanes.cpp).
struct narrow_lanes {
    std::vector<std::uint64_t> lanes; ///< all rows of a lane, one lane after the other
    std::size_t count = 0;
    lane_rows rows; ///< as word_grower::resume has them

    void clear() noexcept {
        lanes.clear();
        count = 0;
    }
};

/// Makes words longer, in one block at a time. What it returns is valid until it is asked for the same frame again, but
/// a word may be made longer in its own frame.
class word_grower {
  public:
    /// `keeps_numbers`: lanes are asked for their sequences by for_each_holder.
    word_grower(const piece_collection& of, const row_kernels& kernels, const word_letters& letters,
                const allowance& allowed, bool keeps_numbers, const window_diagonals& diagonals = {})
        : of_(of), kernels_(kernels), letters_(letters), allowed_(allowed), keeps_numbers_(keeps_numbers),
          diagonals_(diagonals) {}

    /// The empty word, which every sequence holds.
    [[nodiscard]] word_rows begin(const lane_block& block);
    /// A word that was kept before, in lanes of such a shape: its rows, then those of its block.
    [[nodiscard]] word_rows resume(const lane_shape& shape, const std::uint64_t* rows, std::size_t lanes,
                                   std::size_t stride, std::size_t holders, std::uint64_t letters);
    /// Lanes that hold it with one more letter. Time O(lanes), whatever k is.
    [[nodiscard]] std::size_t count(const word_rows& word, letter with) const;
    /// Makes it one letter longer. `uses`: words that will be made of this one, letter by letter: lanes that do not
    /// hold it are dropped where that is worth it. The rows of a word that no lane holds are not made.
    void extend(std::size_t frame, word_rows& word, letter with, std::uint64_t uses);
    /// The same where word.holders says what was counted.
    void extend_counted(std::size_t frame, word_rows& word, letter with, std::uint64_t uses);

    /// Whether most lanes that hold a word need one word of 64 places until it has so many more letters: by some.
    [[nodiscard]] bool is_mostly_narrow(const word_rows& word, std::uint64_t letters_left) const;
    /// Moves these to others: they hold the word no more, which has just become longer in this frame.
    void move_narrow(std::size_t frame, word_rows& word, std::uint64_t letters_left, narrow_lanes& to);
    /// The word in the lanes that were moved.
    [[nodiscard]] word_rows resume_narrow(narrow_lanes& of);

    /// Rows of a word and of its block.
    [[nodiscard]] std::size_t rows_of_holder() const noexcept { return word_row_count() + block_rows(); }
    /// Copies the lanes that hold the word, without gaps, as resume() has them; `stride` is that of the copy, and has
    /// room for the lanes and as many more as these are padded to.
    void keep_holders(const word_rows& word, std::uint64_t* to, std::size_t stride) const;
    /// Of each lane that it is in.
    [[nodiscard]] unsigned words() const noexcept { return shape_.words; }
    [[nodiscard]] const lane_shape& shape() const noexcept { return shape_; }

    /// How many of the places where the word ends in a lane are so many letters apart, each from the one before it; at
    /// most `most`. Time O(words + most).
    [[nodiscard]] std::uint64_t count_ends(const word_rows& word, std::size_t lane, std::uint64_t apart,
                                           std::uint64_t most) const;

    /// visit(sequence, lane) for each lane that holds the word, where numbers are kept.
    template <class Visit>
    void for_each_holder(const word_rows& word, Visit visit) const {
        if (word.holders == 0) return;
        const std::uint64_t* const last = word.rows + allowed_.edits * shape_.words * word.stride;
        const std::uint64_t* const numbers = word.block + (letters_.size() + 1) * shape_.words_of_places * word.stride;
        for (std::size_t lane = 0; lane < word.lanes; ++lane) {
            std::uint64_t any = 0;
            for (unsigned index = 0; index < shape_.words; ++index)
                any |= last[index * word.stride + lane];
            if (any != 0) visit(numbers[lane], lane);
        }
    }

  private:
    /// Two of each: the word that is made longer may lie in one of them.
    struct frame_rows {
        lane_rows rows[2];
        lane_rows block[2];
    };

    /// Where a letter matches, and where any stands.
    struct rows_of_letter {
        const std::uint64_t* matching;
        const std::uint64_t* steps;
    };

    [[nodiscard]] lane_shape shape_in(const lane_block& block) const noexcept;
    [[nodiscard]] rows_of_letter rows_of(const word_rows& word, letter with) const;
    /// The first of the 64 places of a lane that are enough; nothing where the word is not held, or in more.
    [[nodiscard]] std::optional<std::uint64_t> narrow_from(const word_rows& word, std::size_t lane,
                                                           std::uint64_t letters_left) const;
    /// Where a word of so many letters ends on the first diagonal.
    [[nodiscard]] std::int64_t first_place(std::uint64_t letters) const noexcept {
        return shape_.has_diagonals ? static_cast<std::int64_t>(letters) - static_cast<std::int64_t>(allowed_.edits)
                                    : 0;
    }
    /// To make it one letter longer.
    [[nodiscard]] row_shape shape_of(const word_rows& word) const noexcept {
        return {word.lanes,
                word.stride,
                shape_.words,
                static_cast<unsigned>(allowed_.edits),
                allowed_.indels,
                shape_.has_diagonals ? shape_.words_of_places : 0,
                first_place(word.letters + 1)};
    }
    [[nodiscard]] std::size_t word_row_count() const noexcept { return (allowed_.edits + 1) * shape_.words; }
    /// Those of its rows that a word needs which has begun.
    [[nodiscard]] std::size_t block_rows() const noexcept {
        return (letters_.size() + 1) * shape_.words_of_places + (keeps_numbers_ ? 1 : 0);
    }

    const piece_collection& of_;
    const row_kernels& kernels_;
    const word_letters& letters_;
    allowance allowed_;
    bool keeps_numbers_;
    window_diagonals diagonals_;
    lane_shape shape_;
    lane_rows empty_;   ///< rows of the empty word
    lane_rows nowhere_; ///< where `nothing` matches
    std::vector<frame_rows> frames_;
};

} // namespace concord::substring
