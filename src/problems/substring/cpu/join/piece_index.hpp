// Distinct windows by some of their letters: all of them within k mismatches of a window are found in lists of those
// that hold, at a fixed place, a word near to the window's own there, whose other letters a vector kernel compares.
//
//     window       ACGTACG TTGCAGC                  two pieces, k = 3: one of them has at most one mismatch
//     lists        ACGTACG  CCGTACG  GCGTACG ...    22 words near the first piece, and as many near the second
//     list         planes of all letters of its windows, one lane each: XOR, OR, count the ones
//
// Pieces with radii r hold every near window where the sum of (r + 1) over the pieces is k + 1 (the pigeonhole
// principle). A list of a later piece also has windows that an earlier piece has found: these are left out. An
// ambiguous letter of a window is a mismatch wherever it is compared, so that it takes one of the radius of its piece.
#pragma once

#include "problems/substring/cpu/equal_groups.hpp"
#include "problems/substring/cpu/growth/growth_block.hpp"
#include "problems/substring/cpu/scan/near_seeds.hpp"
#include "runtime/far_array.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace concord::substring {

/// Letters [first, first + letters) of every window, and how many of them may differ.
struct window_piece {
    std::uint64_t first;
    std::uint64_t letters;
    std::uint64_t radius;
};

struct piece_plan {
    std::vector<window_piece> pieces;
    double cost = 0; ///< instructions of finding what is near one window, if all words were equally frequent
};

/// Windows cut into `count` pieces, at most one more than mismatches. `letters`: of the alphabet, the ambiguous one
/// included; `windows`: how many distinct ones there are; a word is `repetition` times as frequent as by chance.
[[nodiscard]] piece_plan plan_of(const problem& given, std::uint64_t letters, std::uint64_t length, double windows,
                                 std::uint64_t count, double repetition = 1);

/// The cheapest of these.
[[nodiscard]] piece_plan plan_pieces(const problem& given, std::uint64_t letters, std::uint64_t length, double windows,
                                     double repetition = 1);

/// How much more often two places of a sample, of so many at most, have the same word than letters alone explain; at
/// least 1. Time O(sampled log sampled).
[[nodiscard]] double repetition_of_words(const problem& given, std::uint64_t most_sampled = 16384);

/// Bytes that a window takes in an index of the most pieces that are planned.
[[nodiscard]] std::uint64_t bytes_of_pieces(const problem& given);

class piece_index {
  public:
    /// Of distinct windows of `length` letters. Refers to all but the plan. Time O(pieces * (windows + words)).
    piece_index(const problem& given, runtime::thread_pool& workers, const growth_alphabet& letters,
                const equal_windows& windows, std::uint64_t length, const seed_kernels& kernels,
                const piece_plan& plan);

    /// Instructions of finding what is near a window, as the mean of some of these.
    [[nodiscard]] double measured_cost(const equal_windows& sources) const;

    /// Appends the numbers of the windows within k mismatches of the one at a position, each once. `survivors` has room
    /// for tuning::entries_per_tile and lane_padding.
    void find_near(std::uint64_t position, std::vector<std::uint32_t>& survivors,
                   std::vector<std::uint32_t>& near) const;

  private:
    static constexpr unsigned letters_compared = 32; ///< at the front of a window, in lanes; then as many behind them
    static constexpr std::size_t most_planes = sequence::most_planes + 1;
    using fronts_of_source = std::array<std::uint32_t, most_planes>;

    struct lists {
        window_piece piece;
        runtime::far_array<std::uint32_t> begins; ///< by word, and the end
        std::array<runtime::far_array<std::uint32_t>, most_planes> front;
        std::array<runtime::far_array<std::uint32_t>, most_planes> back; ///< of long windows
        runtime::far_array<std::uint32_t> windows;
    };

    /// Those of the window at a place of a list.
    void set_letters(lists& of, std::uint64_t at, std::uint64_t mask) const;
    [[nodiscard]] std::uint64_t word_of(std::span<const std::uint64_t> digits, const window_piece& piece) const;
    template <class Visit>
    void for_each_near_word(std::span<const std::uint64_t> digits, const window_piece& piece, const Visit& visit) const;
    [[nodiscard]] bool is_found_before(std::uint64_t differences, std::size_t piece) const;
    /// Of the first 64 letters, a bit each.
    [[nodiscard]] std::uint64_t differences_in_lanes(const lists& of, std::size_t entry,
                                                     const std::array<std::uint64_t, most_planes>& source) const;
    [[nodiscard]] fronts_of_source front_of(std::uint64_t position) const;
    /// Which of the entries [first, first + count) of the lists are near by the letters at their front.
    std::size_t survivors_of(const lists& of, std::size_t first, std::size_t count, const fronts_of_source& front,
                             std::vector<std::uint32_t>& survivors) const;
    [[nodiscard]] bool is_long() const noexcept { return length_ > letters_compared; }
    /// The last of the first 64 letters are behind so many: windows that begin alike, as with an adapter, differ there.
    [[nodiscard]] std::uint64_t letters_before_back() const noexcept {
        return std::min<std::uint64_t>(length_, 2 * letters_compared) - letters_compared;
    }

    const problem& given_;
    const growth_alphabet& letters_;
    const equal_windows& windows_;
    const seed_kernels& kernels_;
    std::uint64_t length_;
    std::vector<lists> lists_;
};

} // namespace concord::substring
