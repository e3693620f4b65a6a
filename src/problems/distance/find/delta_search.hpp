// Ends of a pattern in a part of a text that is full of it: by the differences between neighbouring cells of the
// matrix, for any number of edits at once.
//
//   part of the text    |  lane 0   |  lane 1   |  lane 2   | ...     Each lane finds the ends in its share. It begins
//                            |<-- lane 1 begins                       where the first of them can begin, or with their
//                                                                     sequence, and goes on from sequence to sequence.
//
// find_kernels.hpp looks at each number of edits by itself, and only at those rows of a pattern in which a word has a
// bit within them: in most texts few rows, in repeats all.
#pragma once

#include "problems/distance/find/delta_kernels.hpp"
#include "problems/distance/find/found_ends.hpp"
#include "problems/distance/find/pattern_letters.hpp"
#include "sequence/packed_sequences.hpp"
#include "simd/aligned_vector.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace concord::edit_distance {

class delta_search {
  public:
    delta_search(const sequence::packed_sequences& text, const delta_kernel& kernel) : text_(text), kernel_(kernel) {}

    /// Appends the ends within so many edits that are among letters [first, last) of the text, ascending. Time
    /// O((last - first) / 64 * rows) operations on words, on lanes.
    void find(const pattern_letters& pattern, std::uint64_t edits, std::uint64_t first, std::uint64_t last,
              std::vector<found_end>& ends);

  private:
    struct lane {
        std::uint64_t first = 0; ///< ends from here on are its own
        std::uint64_t last = 0;  ///< to here; where it has got there, it is done
        std::uint64_t at = 0;    ///< letter
        std::uint64_t sequence = 0;
        std::uint64_t cost = 0; ///< of the last row, before that letter
        std::vector<found_end> ends;
    };

    [[nodiscard]] bool begin(lane& each, unsigned number);
    [[nodiscard]] bool next_word(lane& each, unsigned number);
    void enter_sequence(lane& each, unsigned number);
    void load(const lane& each, unsigned number);
    void find_ends(lane& each, unsigned number) const;

    const sequence::packed_sequences& text_;
    const delta_kernel& kernel_;
    std::uint64_t rows_ = 0;
    std::uint64_t edits_ = 0;
    std::array<lane, most_delta_lanes> lanes_;
    simd::aligned_vector<std::uint64_t> letters_;
    simd::aligned_vector<std::uint64_t> differ_;
    simd::aligned_vector<std::uint64_t> carried_;
    simd::aligned_vector<std::uint64_t> deltas_;
};

} // namespace concord::edit_distance
