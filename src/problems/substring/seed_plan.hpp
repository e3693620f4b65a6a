// Which seeds of a source are compared with the positions of the targets, so that no window with few mismatches is
// missed.
//
// Every window of `length` letters holds at least `per_window` whole seeds. Of disjoint seeds, one has at most
// floor(k / per_window) of the window's at most k mismatches (pigeonhole). So it is enough to compare each seed of a
// source with every position of a target, and to follow only those pairs that differ in at most `limit` letters.
//
//   per_window 1   source ..........[#####]..........     one seed inside all windows of `spacing` neighbouring starts
//                  windows   |--------------|
//                               |--------------|
//   per_window 3   source [###]..[###]..[###]..[###]      long windows, a third of the mismatches
//                  window    |------------------------|
#pragma once

#include "problems/substring/seed_pieces.hpp"

#include <cstdint>

namespace concord::substring {

struct seed_plan {
    unsigned lane_bits = 32;   ///< 16, 32 or 64; letters <= lane_bits
    unsigned letters = 1;      ///< of a seed
    std::uint64_t spacing = 1; ///< from one seed to the next
    std::uint64_t per_window = 1;
    unsigned limit = 0; ///< differing letters of a seed that is followed
    double pairs = 0;   ///< estimated, of a seed and a position
    double cost = 0;    ///< estimated, of all seeds against all positions
    double cost_of_all =
        0;              ///< the same without pieces: where windows repeat themselves, more share these than by chance
    seed_pieces pieces; ///< that a seed and a position must share, where that is cheaper

    /// Seeds of a span with this many starts.
    [[nodiscard]] std::uint64_t seeds(std::uint64_t starts, std::uint64_t length) const noexcept;
    /// Where seed q of a span begins, relative to the span's first start.
    [[nodiscard]] std::uint64_t seed_start(std::uint64_t q, std::uint64_t starts) const noexcept {
        const std::uint64_t regular = spacing - 1 + q * spacing;
        return per_window == 1 && regular >= starts ? starts - 1 : regular;
    }
    /// How far before a seed a window can start that the seed covers.
    [[nodiscard]] std::uint64_t lead(std::uint64_t length) const noexcept {
        return per_window == 1 ? spacing - 1 : length - letters;
    }
    /// Positions of a target of `target_length` >= length letters that a seed must be compared with: the first so many.
    [[nodiscard]] std::uint64_t positions(std::uint64_t target_length, std::uint64_t length) const noexcept {
        return target_length - length + lead(length) + 1;
    }
};

/// What a plan is made for: runs of neighbouring windows, of the sources and of the targets.
struct seed_work {
    std::uint64_t length; ///< of a window
    std::uint64_t mismatches;
    double source_runs;
    std::uint64_t starts; ///< windows of a run of sources
    double target_runs;
    std::uint64_t target_starts; ///< windows of a run of targets
    unsigned planes;
    double chance_match;          ///< probability that two letters match by chance
    unsigned ordinary_planes = 0; ///< without that of ambiguous letters; 0: seeds have no pieces
};

/// What a device needs for it, in any unit.
struct seed_costs {
    double (*test)(unsigned planes, unsigned lane_bits); ///< of comparing one seed with one position
    double survivor;                                     ///< of following a near pair
    double survivor_start;                               ///< of each start that it covers
    unsigned most_lane_bits;
    std::uint64_t widest_spacing; ///< of plans with one seed a window
    seed_piece_costs pieces{};
};

/// The cheapest plan on a device.
[[nodiscard]] seed_plan plan_seeds(const seed_work& work, const seed_costs& costs);

/// The cheapest plan on a CPU for spans of `starts` windows of `length` letters with up to `mismatches`, against
/// targets of `target_length` letters in `planes` planes, of which two match by chance with probability `chance_match`.
[[nodiscard]] seed_plan plan_seeds(std::uint64_t length, std::uint64_t mismatches, std::uint64_t starts,
                                   std::uint64_t target_length, unsigned planes, double chance_match);

/// The probability that `letters` letters differ in at most `limit` positions.
[[nodiscard]] double chance_of_survival(unsigned letters, std::uint64_t limit, double chance_match);

/// Words of `length` letters, of `letters` different ones, at Hamming distance <= mismatches from one of them.
[[nodiscard]] double count_neighbours(double letters, std::uint64_t length, std::uint64_t mismatches);

} // namespace concord::substring
