// The ends of substrings within some edits of a pattern, as a thread of a GPU finds them: a stretch of the text, and
// one pattern, whose column of the matrix stays in registers.
//
//   text   ... G A T | T A C A G A T T A C A G A ...      a thread begins `before` letters ahead of its stretch, as
//   many
//          warm-up   | stretch                             as an occurrence can have: ends in the stretch are exact
//
//   column   low bits   rows above the pattern, which match every letter and cost nothing: an occurrence begins
//   anywhere
//            high bits  the letters of the pattern; the delta that leaves the highest bit is that of the pattern's cost
//
// Eight letters at a time: the deltas that leave are collected, and only where the cost can have fallen to the bound
// are they looked at one by one. Threads beside each other have the same stretch and different patterns, so that all
// of a warp read the same letter and take the same way.
//
// Source: Myers, "A Fast Bit-Vector Algorithm for Approximate String Matching Based on Dynamic Programming", J. ACM
// 46(3), 1999.
#pragma once

#include "alignment/recurrences/levenshtein-inl.hpp"
#include "base/atomic.hpp"
#include "base/bits.hpp"
#include "base/host_device.hpp"
#include "problems/distance/gpu/find_gpu.hpp"

#include <cstdint>

namespace concord::edit_distance {

/// Packed letters in a device's memory, as bytes of eight letters.
struct searched_text {
    const std::uint8_t* plane[sequence::most_code_point_planes];
    unsigned planes;
    const std::uint8_t* ambiguous; ///< null: none
    const std::uint8_t* starts;    ///< the letters with which a sequence begins
    std::uint64_t letters;
};

/// Patterns of up to 32 Words letters. Bit 32 w + i of a mask: the letter matches the row; bits of rows above a pattern
/// are set for all letters.
struct pattern_table {
    const std::uint32_t* masks;   ///< [code][word][pattern]; behind the codes a row for letters that match nothing
    const std::uint32_t* lengths; ///< of each pattern
    std::uint32_t patterns;
    std::uint32_t codes;
};

/// Ends as numbers: pattern, last letter, edits, from the highest bit. In any order, and `room` of them at most.
struct end_list {
    std::uint64_t* ends;
    std::uint32_t* count; ///< also of those for which there was no room
    std::uint32_t room;

    static constexpr unsigned edit_bits = 6;
    static constexpr unsigned place_bits = 40;
    static constexpr std::uint32_t most_patterns = 1U << (64 - edit_bits - place_bits);

    CONCORD_HD void add(std::uint32_t pattern, std::uint64_t last, std::uint32_t edits) const {
        const std::uint32_t at = base::atomic_add(*count, 1U);
        if (at < room) ends[at] = (std::uint64_t{pattern} << place_bits | last) << edit_bits | edits;
    }
    [[nodiscard]] static std::uint32_t pattern_of(std::uint64_t end) {
        return static_cast<std::uint32_t>(end >> (edit_bits + place_bits));
    }
    [[nodiscard]] static std::uint64_t last_of(std::uint64_t end) {
        return end >> edit_bits & base::low_bits<std::uint64_t>(place_bits);
    }
    [[nodiscard]] static std::uint32_t edits_of(std::uint64_t end) {
        return static_cast<std::uint32_t>(end & base::low_bits<std::uint64_t>(edit_bits));
    }
};

/// Bits 0 to 7 at the even places.
[[nodiscard]] CONCORD_HD constexpr std::uint32_t at_even_places_of_two_bytes(std::uint32_t bits) {
    bits = (bits | bits << 4U) & 0x0F0FU;
    bits = (bits | bits << 2U) & 0x3333U;
    return (bits | bits << 1U) & 0x5555U;
}

/// The column of a pattern, and its cost.
template <unsigned Words>
class pattern_column {
  public:
    CONCORD_HD explicit pattern_column(std::uint32_t length) : length_(length) { begin(); }

    /// No letter has been read: row r costs r.
    CONCORD_HD void begin() {
        const std::uint32_t above = 32 * Words - length_;
        for (unsigned w = 0; w < Words; ++w) {
            const std::uint32_t here = above > 32 * w ? above - 32 * w : 0; // rows above the pattern
            v_[0][w] = ~base::low_bits<std::uint32_t>(here);
            v_[1][w] = 0;
        }
        cost_ = static_cast<int>(length_);
    }

    /// Another letter; its delta is collected.
    CONCORD_HD void step(const std::uint32_t (&matches)[Words]) {
        std::uint32_t entering[2] = {0, 0};
        recurrence::row<Words>(matches, v_, entering, leaving_);
    }

    /// The least that the cost can have been after any of the last eight letters.
    [[nodiscard]] CONCORD_HD int least() const {
        return cost_ - static_cast<int>(base::count_ones(leaving_[1] & 0xFFU));
    }

    /// Calls visit(i, cost) for each of the last `count` <= 8 letters, of which i is the first to come.
    template <class Visit>
    CONCORD_HD void for_each_cost(unsigned count, const Visit& visit) const {
        int cost = cost_;
        for (unsigned i = 0; i < count; ++i) {
            const unsigned bit = count - 1 - i;
            cost += static_cast<int>(leaving_[0] >> bit & 1U) - static_cast<int>(leaving_[1] >> bit & 1U);
            visit(i, cost);
        }
    }
    /// The deltas of the last `count` <= 8 letters belong to the cost.
    CONCORD_HD void add_up(unsigned count) {
        const std::uint32_t last = base::low_bits<std::uint32_t>(count);
        cost_ += static_cast<int>(base::count_ones(leaving_[0] & last)) -
                 static_cast<int>(base::count_ones(leaving_[1] & last));
    }

  private:
    using recurrence = pairwise::scalar::levenshtein<pairwise::scalar_word<std::uint32_t>>;

    std::uint32_t length_;
    int cost_ = 0; ///< of the pattern, before the deltas that are collected
    std::uint32_t v_[2][Words];
    std::uint32_t leaving_[2] = {0, 0};
};

/// Planes: of the text; 0 where they are not known at compile time.
template <unsigned Words, unsigned Planes>
struct walk_stretch {
    searched_text text;
    pattern_table table;
    end_list found;
    std::uint64_t first; ///< letters [first, last) are searched
    std::uint64_t last;
    std::uint64_t stretch; ///< letters of a thread
    std::uint32_t before;  ///< letters of the warm-up
    std::uint32_t edits;

    static constexpr unsigned at_once = 8; ///< letters: first, stretch and before are multiples of it

    CONCORD_HD void operator()(std::uint64_t index) const {
        const auto pattern = static_cast<std::uint32_t>(index % table.patterns);
        const std::uint64_t begin = first + index / table.patterns * stretch;
        const std::uint64_t end = begin + stretch < last ? begin + stretch : last;
        pattern_column<Words> column(table.lengths[pattern]);
        const std::uint32_t* const masks = table.masks + pattern;
        for (std::uint64_t at = begin > before ? begin - before : 0; at < end; at += at_once) {
            const std::uint64_t byte = at / at_once;
            const unsigned starts = text.starts[byte];
            const unsigned ambiguous = text.ambiguous == nullptr ? 0 : text.ambiguous[byte];
            if ((starts | ambiguous) != 0 || at + at_once > end) {
                walk_slowly(column, masks, pattern, at, begin, end, starts, ambiguous);
                continue;
            }
            if constexpr (Planes == 2) {
                const std::uint32_t codes = at_even_places_of_two_bytes(text.plane[0][byte]) |
                                            at_even_places_of_two_bytes(text.plane[1][byte]) << 1U;
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
                for (unsigned i = 0; i < at_once; ++i)
                    step(column, masks, codes >> 2 * i & 3U);
            } else {
                for (unsigned i = 0; i < at_once; ++i)
                    step(column, masks, code_at(byte, i));
            }
            if (column.least() <= static_cast<int>(edits)) report(column, pattern, at, at_once, begin);
            column.add_up(at_once);
        }
    }

  private:
    [[nodiscard]] CONCORD_HD std::uint32_t code_at(std::uint64_t byte, unsigned bit) const {
        std::uint32_t code = 0;
        for (unsigned plane = 0; plane < (Planes > 0 ? Planes : text.planes); ++plane)
            code |= (text.plane[plane][byte] >> bit & 1U) << plane;
        return code;
    }

    CONCORD_HD void step(pattern_column<Words>& column, const std::uint32_t* masks, std::uint32_t code) const {
        std::uint32_t matches[Words];
        for (unsigned w = 0; w < Words; ++w)
            matches[w] = masks[(code * Words + w) * table.patterns];
        column.step(matches);
    }

    /// Letters among which a sequence begins, an ambiguous one stands, or the text ends.
    CONCORD_HD void walk_slowly(pattern_column<Words>& column, const std::uint32_t* masks, std::uint32_t pattern,
                                std::uint64_t at, std::uint64_t begin, std::uint64_t end, unsigned starts,
                                unsigned ambiguous) const {
        for (unsigned i = 0; i < at_once && at + i < end; ++i) {
            if ((starts >> i & 1U) != 0) column.begin();
            step(column, masks, (ambiguous >> i & 1U) != 0 ? table.codes : code_at(at / at_once, i));
            report(column, pattern, at + i, 1, begin);
            column.add_up(1);
        }
    }

    CONCORD_HD void report(const pattern_column<Words>& column, std::uint32_t pattern, std::uint64_t at, unsigned count,
                           std::uint64_t begin) const {
        column.for_each_cost(count, [&](unsigned i, int cost) {
            if (cost <= static_cast<int>(edits) && at + i >= begin)
                found.add(pattern, at + i, static_cast<std::uint32_t>(cost));
        });
    }
};

} // namespace concord::edit_distance
