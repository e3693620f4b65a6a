// What becomes of a source piece and a target place that are near: which windows around them are within k mismatches,
// and whether that is news.
//
//   source  ...w[...piece...]...      the windows w that the piece answers for, each beside the target's window y
//   target  ...y[...place...]...      on the same diagonal
//
// A target supports a window once, however often it holds it. Either the window counts it at the leftmost place only,
// which is looked up by comparing it with the places before; that is stateless, and quick where targets are short. Or a
// bit for each window and target tells whether it has been counted.
#pragma once

#include "core/atomic.hpp"
#include "problems/substring/mismatches_within.hpp"
#include "problems/substring/windows/pieces.hpp"

#include <cstdint>

namespace concord::substring {

/// How often which window is supported so far.
struct support_counts {
    std::uint32_t* supports; ///< by rank among the sources
    std::uint64_t windows;   ///< how many those are
    std::uint32_t* counted; ///< a row of bits for each window from rank first_row on; null: count at the leftmost place
    std::uint64_t first_row;
    std::uint64_t words_per_row; ///< of 32 targets
    std::uint64_t end;           ///< windows that start here or behind are not asked for now
};

struct follow_pair {
    collection given;
    window_set_view sources;
    window_set_view targets;
    std::uint64_t length;
    std::uint64_t mismatches;
    const std::uint32_t* copies; ///< by sequence: how many it stands for; null: one each
    bool both_ways;              ///< sources are targets, and each pair of sequences is met once
    const piece_site* pieces;
    const piece_site* places;
    support_counts counts;

    CONCORD_HD void operator()(std::uint64_t piece_index, std::uint64_t place_index) const {
        const piece_site piece = pieces[piece_index];
        const piece_site place = places[place_index];
        if (both_ways && piece.sequence > place.sequence) return; // met as its mirror image
        std::uint64_t back = piece.answered;
        if (back > place.position) back = place.position;
        for (;; back -= windows_per_word) {
            const std::uint64_t source = piece.position - back;
            const std::uint64_t target = place.position - back;
            const unsigned starts = back < windows_per_word ? static_cast<unsigned>(back) + 1 : 64U;
            follow_word(piece.sequence, source, place.sequence, target, starts);
            if (back < windows_per_word) return;
        }
    }

  private:
    /// The windows at source, source + 1 ... beside those at target, target + 1 ...; `starts` <= 64 of them.
    CONCORD_HD void follow_word(std::uint32_t source_sequence, std::uint64_t source, std::uint32_t target_sequence,
                                std::uint64_t target, unsigned starts) const {
        std::uint64_t live = sources.from(source) & targets.from(target) & core::low_bits<std::uint64_t>(starts);
        live &= bits_within(source, source, counts.end);
        if (live == 0) return;
        const std::uint64_t differences = given.letters.differences(source, target);
        for (; live != 0; live &= live - 1) {
            const unsigned at = core::lowest_one(live);
            const bool in_word = at + length <= data::letters_per_word;
            const std::uint64_t differing =
                in_word
                    ? core::count_ones(differences >> at & core::low_bits<std::uint64_t>(static_cast<unsigned>(length)))
                    : mismatches_within(given.letters, source + at, target + at, length, mismatches);
            if (differing > mismatches) continue;
            credit(source_sequence, source + at, target_sequence, target + at);
            if (both_ways && source_sequence != target_sequence)
                credit(target_sequence, target + at, source_sequence, source + at);
        }
    }

    CONCORD_HD void credit(std::uint32_t source_sequence, std::uint64_t window, std::uint32_t target_sequence,
                           std::uint64_t target) const {
        // A sequence counts as often as it stands for others; the source itself is counted already.
        const std::uint32_t itself = source_sequence == target_sequence ? 1U : 0U;
        const std::uint32_t sequences = (copies == nullptr ? 1U : copies[target_sequence]) - itself;
        if (sequences == 0) return;
        const std::uint64_t rank = sources.rank(window);
        if (counts.counted != nullptr) {
            std::uint32_t& word =
                counts.counted[(rank - counts.first_row) * counts.words_per_row + target_sequence / 32];
            const std::uint32_t bit = std::uint32_t{1} << (target_sequence % 32);
            if ((word & bit) != 0 || (core::atomic_or(word, bit) & bit) != 0) return;
        } else if (held_before(window, given.offsets[target_sequence], target)) {
            return;
        }
        core::atomic_add(counts.supports[rank], sequences);
    }

    /// Whether a target window at [first, target) is near as well.
    [[nodiscard]] CONCORD_HD bool held_before(std::uint64_t window, std::uint64_t first, std::uint64_t target) const {
        for (; first < target; first += windows_per_word) {
            const std::uint64_t here = target - first < windows_per_word ? target - first : windows_per_word;
            std::uint64_t live = targets.from(first) & core::low_bits<std::uint64_t>(static_cast<unsigned>(here));
            for (; live != 0; live &= live - 1)
                if (mismatches_within(given.letters, window, first + core::lowest_one(live), length, mismatches) <=
                    mismatches)
                    return true;
        }
        return false;
    }
};

} // namespace concord::substring
