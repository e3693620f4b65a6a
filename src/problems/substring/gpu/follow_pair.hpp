// What is done with a source seed and a target position that are near: which windows around them are within k
// mismatches, and whether that supports a window once more.
//
//   source  ...w[...seed...]...      the windows w that the seed covers, each beside the target's window y
//   target  ...y[.letters..]...      on the same diagonal
//
// A target supports a window once, however many occurrences it has. So there are three ways to count, and one that only
// counts the pairs, for estimates.
#pragma once

#include "base/atomic.hpp"
#include "problems/substring/gpu/seeds.hpp"

#include <cstdint>

namespace concord::substring {

enum class counting : std::uint8_t {
    positions, ///< every position: an upper bound of the support, and nearly always the support itself
    leftmost,  ///< each target at its leftmost position, found by comparing with those before it; no memory
    rows,      ///< each target once, remembered in a row of bits for each window
    pairs,     ///< no windows: how many seeds and positions are near, in the place of the first window's support
};

/// How often which window is supported so far.
struct support_counts {
    counting manner;
    std::uint32_t* supports; ///< by rank among the sources
    std::uint64_t windows;   ///< how many those are
    std::uint32_t* rows;     ///< for the windows from rank first_row on; null where the manner needs none
    std::uint64_t first_row;
    std::uint64_t words_per_row; ///< of 32 targets
    part_of_groups of;           ///< targets are in its sequences, others have no bits
    std::uint64_t end;           ///< windows that start here or behind are not asked for now
};

/// What the windows around near pairs are compared with, whatever the number of planes.
struct pair_context {
    collection given;
    window_set_view sources;
    window_set_view targets;
    std::uint64_t length;
    std::uint64_t mismatches;
    const std::uint32_t* copies;  ///< by sequence: how many it represents; null: one each
    const std::uint32_t* weights; ///< by rank among the targets: sequences of all windows that it represents, where
                                  ///< positions are counted; null: the window's own sequence
    std::uint64_t target_count;
    bool both_ways; ///< sources are targets, and each pair of sequences is compared once
    const seed_site* seeds;
    const seed_site* positions;
    support_counts counts;
};

/// Letters of windows of which a word of 64 serves half as many starts at least.
inline constexpr std::uint64_t most_letters_looked_up = 32;

template <unsigned Planes>
struct follow_pair {
    pair_context with;

    CONCORD_HD void operator()(std::uint64_t seed_index, std::uint64_t position_index) const {
        if (with.counts.manner == counting::pairs) {
            base::atomic_add(with.counts.supports[0], 1U);
            return;
        }
        const seed_site seed = with.seeds[seed_index];
        const seed_site target = with.positions[position_index];
        if (with.both_ways && seed.sequence > target.sequence) return; // this pair is compared the other way round
        const auto longest = static_cast<std::uint32_t>(target.position < seed.lead ? target.position : seed.lead);
        for (std::uint32_t back = longest;; back -= 64U) {
            const unsigned starts = back < windows_per_word ? back + 1 : 64U;
            follow_word(seed.sequence, seed.position - back, target.sequence, target.position - back, starts);
            if (back < windows_per_word) return;
        }
    }

    /// What a target window counts for a source: a sequence as often as it represents others, but for the source
    /// itself, which is counted already.
    [[nodiscard]] CONCORD_HD std::uint32_t worth(std::uint32_t source_sequence, std::uint32_t target_sequence,
                                                 std::uint64_t target) const {
        if (with.weights != nullptr) return with.weights[with.targets.rank(target)];
        return (with.copies == nullptr ? 1U : with.copies[target_sequence]) -
               (source_sequence == target_sequence ? 1U : 0U);
    }

    /// The bits of the sequences that were near to a window, by its rank among the sources.
    [[nodiscard]] CONCORD_HD std::uint32_t* row_of(std::uint64_t rank) const {
        return with.counts.rows + (rank - with.counts.first_row) * with.counts.words_per_row;
    }
    /// Sets a sequence's bit; false where it was set.
    [[nodiscard]] CONCORD_HD bool is_marked_first(std::uint32_t* row, std::uint32_t sequence) const {
        static_assert(sequences_of_group == 32, "a group is a word of a row");
        std::uint32_t& word = row[sequence / 32 >> with.counts.of.bits];
        const std::uint32_t bit = std::uint32_t{1} << (sequence % 32);
        return (word & bit) == 0 && (base::atomic_or(word, bit) & bit) == 0;
    }

    /// Whether a target window at [first, target) is near to a window of at most most_letters_looked_up letters, given
    /// as a source, a word a plane: a word of each plane serves all starts whose windows it holds.
    template <class Word>
    [[nodiscard]] CONCORD_HD bool held_in_words_before(const Word (&source)[Planes], std::uint64_t first,
                                                       std::uint64_t target) const {
        const auto length = static_cast<unsigned>(with.length);
        const auto in_window = base::low_bits<std::uint32_t>(length);
        const unsigned served = sequence::letters_per_word - length + 1;
        for (; first < target; first += served) {
            const auto here = static_cast<unsigned>(target - first < served ? target - first : served);
            std::uint64_t words[Planes];
            for (unsigned plane = 0; plane < Planes; ++plane)
                words[plane] = with.given.letters.target(plane, first);
            const std::uint64_t live = with.targets.from(first);
            for (unsigned shift = 0; shift < here; ++shift) {
                std::uint32_t differences = 0;
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
                for (unsigned plane = 0; plane < Planes; ++plane)
                    differences = add_plane(differences, static_cast<std::uint32_t>(source[plane]),
                                            static_cast<std::uint32_t>(words[plane] >> shift));
                if (base::count_ones(differences & in_window) <= with.mismatches && (live >> shift & 1U) != 0)
                    return true;
            }
        }
        return false;
    }

  private:
    /// The windows at source, source + 1 ... beside those at target, target + 1 ...; `starts` <= 64 of them.
    CONCORD_HD void follow_word(std::uint32_t source_sequence, std::uint64_t source, std::uint32_t target_sequence,
                                std::uint64_t target, unsigned starts) const {
        std::uint64_t live = with.sources.from(source) & with.targets.from(target) &
                             base::low_bits<std::uint64_t>(starts) & bits_within(source, source, with.counts.end);
        if (live == 0) return;
        const std::uint64_t differences = with.given.letters.template differences_in<Planes>(source, target);
        for (; live != 0; live &= live - 1) {
            const unsigned at = base::lowest_one(live);
            const bool in_word = at + with.length <= sequence::letters_per_word;
            const bool near = in_word ? base::count_ones(differences >> at & base::low_bits<std::uint64_t>(
                                                                                 static_cast<unsigned>(with.length))) <=
                                            with.mismatches
                                      : windows_near(source + at, target + at);
            if (!near) continue;
            credit(source_sequence, source + at, target_sequence, target + at);
            if (with.both_ways && source_sequence != target_sequence)
                credit(target_sequence, target + at, source_sequence, source + at);
        }
    }

    [[nodiscard]] CONCORD_HD bool windows_near(std::uint64_t window, std::uint64_t target) const {
        std::uint64_t ones = 0;
        for (std::uint64_t at = 0; at < with.length && ones <= with.mismatches; at += sequence::letters_per_word) {
            const std::uint64_t rest = with.length - at;
            const auto here =
                static_cast<unsigned>(rest < sequence::letters_per_word ? rest : sequence::letters_per_word);
            ones += base::count_ones(with.given.letters.template differences_in<Planes>(window + at, target + at) &
                                     base::low_bits<std::uint64_t>(here));
        }
        return ones <= with.mismatches;
    }

    CONCORD_HD void credit(std::uint32_t source_sequence, std::uint64_t window, std::uint32_t target_sequence,
                           std::uint64_t target) const {
        const std::uint64_t rank = with.sources.rank(window);
        const std::uint32_t sequences = worth(source_sequence, target_sequence, target);
        if (sequences == 0) return;
        const support_counts& counts = with.counts;
        if (counts.manner == counting::rows) {
            if (!is_marked_first(row_of(rank), target_sequence)) return;
        } else if (counts.manner == counting::leftmost) {
            if (is_held_before(window, with.given.offsets[target_sequence], target)) return;
        }
        base::atomic_add(counts.supports[rank], sequences);
    }

    [[nodiscard]] CONCORD_HD bool is_held_before(std::uint64_t window, std::uint64_t first,
                                                 std::uint64_t target) const {
        if (with.length > most_letters_looked_up) return held_before(window, first, target);
        std::uint64_t source[Planes];
        for (unsigned plane = 0; plane < Planes; ++plane)
            source[plane] = with.given.letters.source(plane, window);
        return held_in_words_before(source, first, target);
    }

    /// Whether a target window at [first, target) is near as well.
    [[nodiscard]] CONCORD_HD bool held_before(std::uint64_t window, std::uint64_t first, std::uint64_t target) const {
        for (; first < target; first += windows_per_word) {
            const std::uint64_t here = target - first < windows_per_word ? target - first : windows_per_word;
            std::uint64_t live = with.targets.from(first) & base::low_bits<std::uint64_t>(static_cast<unsigned>(here));
            for (; live != 0; live &= live - 1)
                if (windows_near(window, first + base::lowest_one(live))) return true;
        }
        return false;
    }
};

} // namespace concord::substring
