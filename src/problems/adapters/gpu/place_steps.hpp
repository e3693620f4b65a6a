// The steps that align reads to sequences, one for each read, without insertions and deletions. They give what
// placer::place gives. A thread keeps no list of what fits: it looks through all seeds for the best placement, then for
// the best one that may stand beside it, and so on; most reads hold none, or one.
#pragma once

#include "base/atomic.hpp"
#include "problems/adapters/gpu/reads_there.hpp"
#include "problems/adapters/placement.hpp"

#include <cstdint>

namespace concord::adapters {

/// The sequences of a placer in the memory of the device: the letters of all strands one after the other, in planes.
struct strands_there {
    const std::uint64_t* low;
    const std::uint64_t* high;
    const std::uint32_t* offsets; ///< one more than there are strands
    std::uint32_t count;
    const std::uint32_t* is_seed; ///< a bit for each word of eight letters: so few that they stay in a cache
    const std::uint32_t* first_seeds;
    const seed_place* seeds;

    [[nodiscard]] CONCORD_HD std::uint32_t length(std::uint32_t strand) const {
        return offsets[strand + 1] - offsets[strand];
    }
};

/// Placements that a read may have; the host aligns those that have more.
inline constexpr unsigned most_placements = 16;

struct placements_of_read {
    placement found[most_placements]; // NOLINT(cppcoreguidelines-avoid-c-arrays): std::array is of the host
    unsigned count;
};

struct aligned_reads {
    reads_there reads;
    strands_there strands;

    /// Writes the placements in a read, from left to right; false where there are too many.
    [[nodiscard]] CONCORD_HD bool place(std::uint64_t read, placements_of_read& made) const {
        made.count = 0;
        placement best;
        while (find_best(read, made, best)) {
            if (made.count == most_placements) return false;
            unsigned at = made.count++;
            for (; at > 0 && made.found[at - 1].start > best.start; --at)
                made.found[at] = made.found[at - 1];
            made.found[at] = best;
        }
        return true;
    }

    /// As placer::short_start and placer::short_end, at once.
    CONCORD_HD void short_ends(std::uint64_t read, std::uint32_t& at_start, std::uint32_t& at_end) const {
        constexpr unsigned most = threshold::least_overlap - 1;
        at_start = 0;
        at_end = 0;
        const std::uint64_t begin = reads.offsets[read];
        const std::uint64_t end = reads.offsets[read + 1];
        const unsigned letters = end - begin < most ? static_cast<unsigned>(end - begin) : most;
        if (letters < least_short_end) return;
        for (std::uint32_t strand = 0; strand < strands.count; ++strand) {
            const std::uint32_t length = strands.length(strand);
            const unsigned both = length < letters ? length : letters;
            const std::uint32_t last = strands.offsets[strand + 1];
            for (unsigned held = both; held >= least_short_end && held > at_start; --held)
                if (differences(last - held, begin, held, 0) == 0) at_start = held;
            for (unsigned held = both; held >= least_short_end && held > at_end; --held)
                if (differences(strands.offsets[strand], end - held, held, 0) == 0) at_end = held;
        }
    }

  private:
    /// Between letters of a strand and of a read; may stop beyond `most`.
    [[nodiscard]] CONCORD_HD std::uint32_t differences(std::uint64_t in_strand, std::uint64_t in_read,
                                                       std::uint32_t letters, std::uint32_t most) const {
        std::uint32_t sum = 0;
        for (std::uint32_t at = 0; at < letters && sum <= most; at += 64) {
            std::uint64_t differ =
                (sequence::bits_from(strands.low, in_strand + at) ^ sequence::bits_from(reads.low, in_read + at)) |
                (sequence::bits_from(strands.high, in_strand + at) ^ sequence::bits_from(reads.high, in_read + at));
            if (reads.ambiguous != nullptr) differ |= sequence::bits_from(reads.ambiguous, in_read + at);
            sum += base::count_ones(differ & base::low_bits<std::uint64_t>(letters - at));
        }
        return sum;
    }

    /// The first of the best placements that may stand beside those that are made.
    [[nodiscard]] CONCORD_HD bool find_best(std::uint64_t read, const placements_of_read& made, placement& best) const {
        const std::uint64_t begin = reads.offsets[read];
        const auto letters = static_cast<std::uint32_t>(reads.offsets[read + 1] - begin);
        bool is_found = false;
        std::uint32_t word = 0;
        unsigned held = 0; // letters since the last that is ambiguous
        for (std::uint32_t first = 0; first < letters; first += 64) {
            std::uint64_t low = sequence::bits_from(reads.low, begin + first);
            std::uint64_t high = sequence::bits_from(reads.high, begin + first);
            std::uint64_t none = reads.ambiguous == nullptr ? 0 : sequence::bits_from(reads.ambiguous, begin + first);
            const std::uint32_t last = letters - first < 64 ? letters : first + 64;
            for (std::uint32_t at = first; at < last; ++at, low >>= 1U, high >>= 1U, none >>= 1U) {
                word =
                    (word << 2U | static_cast<std::uint32_t>(low & 1U) | static_cast<std::uint32_t>(high & 1U) << 1U) &
                    (seed_count - 1);
                held = (none & 1U) != 0 ? 0 : held + 1;
                if (held < seed_letters || (strands.is_seed[word / 32] >> word % 32 & 1U) == 0) continue;
                for (std::uint32_t seed = strands.first_seeds[word]; seed < strands.first_seeds[word + 1]; ++seed)
                    is_found |= offer(strands.seeds[seed], begin, letters, at + 1 - seed_letters, made, is_found, best);
            }
        }
        return is_found;
    }

    /// Takes the placement of a seed at letter `at` of the read for the best one, if it is.
    CONCORD_HD bool offer(const seed_place& by, std::uint64_t begin, std::uint32_t letters, std::uint32_t at,
                          const placements_of_read& made, bool has_best, placement& best) const {
        const std::uint32_t length = strands.length(by.strand);
        placement tried;
        tried.which = by.strand / 2;
        tried.reversed = by.strand % 2 == 1;
        tried.first = by.offset > at ? by.offset - at : 0;
        tried.start = at > by.offset ? at - by.offset : 0;
        const std::uint32_t of_strand = length - tried.first;
        const std::uint32_t of_read = letters - tried.start;
        const std::uint32_t overlap = of_strand < of_read ? of_strand : of_read;
        if (overlap < threshold::least_overlap) return false;
        tried.last = tried.first + overlap;
        tried.end = tried.start + overlap;
        for (unsigned i = 0; i < made.count; ++i)
            if (overlap_too_much(made.found[i], tried)) return false;
        if (has_best && !is_better(tried, best)) return false; // without a difference so far
        const std::uint32_t most = most_substitutions(overlap);
        tried.differences = differences(strands.offsets[by.strand] + tried.first, begin + tried.start, overlap, most);
        if (tried.differences > most || (has_best && !is_better(tried, best))) return false;
        best = tried;
        return true;
    }

    [[nodiscard]] CONCORD_HD bool is_better(const placement& a, const placement& b) const {
        if (a.score() != b.score()) return a.score() > b.score();
        const std::uint32_t of_a = strands.length(2 * a.which);
        const std::uint32_t of_b = strands.length(2 * b.which);
        if (of_a != of_b) return of_a > of_b;
        return a.which != b.which ? a.which < b.which : a.start < b.start;
    }
};

/// Reads that the host aligns, in any order.
struct reads_left {
    std::uint32_t* reads;
    std::uint32_t* count;

    CONCORD_HD void add(std::uint64_t read) const {
        reads[base::atomic_add(*count, 1U)] = static_cast<std::uint32_t>(read);
    }
};

/// Marks letters [first, last) as masked.
CONCORD_HD inline void mask_letters(std::uint64_t* mask, std::uint64_t first, std::uint64_t last) {
    while (first < last) {
        const std::uint64_t next = (first / 64 + 1) * 64;
        const std::uint64_t to = last < next ? last : next;
        base::atomic_or(mask[first / 64], base::low_bits<std::uint64_t>(static_cast<unsigned>(to - first))
                                              << first % 64);
        first = to;
    }
}

struct mask_read {
    aligned_reads aligned;
    reads_left left;

    CONCORD_HD void operator()(std::uint64_t index) const {
        const std::uint64_t read = aligned.reads.first + index;
        placements_of_read made;
        if (!aligned.place(read, made)) return left.add(read);
        const std::uint64_t begin = aligned.reads.offsets[read];
        const std::uint64_t end = aligned.reads.offsets[read + 1];
        for (unsigned i = 0; i < made.count; ++i)
            mask_letters(aligned.reads.none, begin + made.found[i].start, begin + made.found[i].end);
        std::uint32_t at_start = 0;
        std::uint32_t at_end = 0;
        aligned.short_ends(read, at_start, at_end);
        mask_letters(aligned.reads.none, begin, begin + at_start);
        mask_letters(aligned.reads.none, end - at_end, end);
    }
};

/// A step for each stretch that the host found.
struct mask_stretch {
    std::uint64_t* mask;
    const std::uint64_t* ends; ///< first letter and the end, one after the other

    CONCORD_HD void operator()(std::uint64_t index) const { mask_letters(mask, ends[2 * index], ends[2 * index + 1]); }
};

/// A step for each word of a mask of the host.
struct mask_word {
    std::uint64_t* mask;
    const std::uint64_t* more;

    CONCORD_HD void operator()(std::uint64_t index) const { mask[index] |= more[index]; }
};

/// A placement in a list. Numbers of one size, so that no byte between them is left unwritten.
struct placement_of_read {
    std::uint32_t read;
    std::uint32_t strand; ///< 2 · which + reversed
    std::uint32_t first;
    std::uint32_t last;
    std::uint32_t start;
    std::uint32_t end;
    std::uint32_t differences;

    [[nodiscard]] placement at() const {
        return {.which = strand / 2,
                .reversed = strand % 2 == 1,
                .first = first,
                .last = last,
                .start = start,
                .end = end,
                .differences = differences};
    }
};

struct count_placements {
    aligned_reads aligned;
    reads_left left;

    CONCORD_HD runtime::counts operator()(std::uint64_t index) const {
        placements_of_read made;
        if (aligned.place(aligned.reads.first + index, made)) return {made.count, 0};
        left.add(aligned.reads.first + index);
        return {0, 0};
    }
};

struct list_placements {
    aligned_reads aligned;
    const std::uint64_t* before; ///< placements of the reads before
    placement_of_read* list;

    CONCORD_HD void operator()(std::uint64_t index) const {
        placements_of_read made;
        if (!aligned.place(aligned.reads.first + index, made)) return;
        for (unsigned i = 0; i < made.count; ++i) {
            const placement& at = made.found[i];
            list[before[index] + i] = {.read = static_cast<std::uint32_t>(aligned.reads.first + index),
                                       .strand = 2 * at.which + (at.reversed ? 1U : 0U),
                                       .first = at.first,
                                       .last = at.last,
                                       .start = at.start,
                                       .end = at.end,
                                       .differences = at.differences};
        }
    }
};

} // namespace concord::adapters
