// How a source is cut into pieces so that no window with few mismatches goes unseen.
//
// Every window of `length` letters holds at least `per_window` whole pieces. Of disjoint pieces, one has at most
// floor(k / per_window) of the window's at most k mismatches (pigeonhole). So whoever compares each piece of a source
// with every place of a target, and follows only those places that differ in at most `limit` letters, misses nothing.
//
//   per_window 1   source ..........[#####]..........     one piece inside all windows of `spacing` neighbouring starts
//                  windows   |--------------|
//                               |--------------|
//   per_window 3   source [###]..[###]..[###]..[###]      long windows, a third of the mismatches
//                  window    |------------------------|
#pragma once

#include <cstdint>

namespace concord::substring {

struct piece_plan {
    unsigned lane_bits = 32;   ///< 16, 32 or 64; letters <= lane_bits
    unsigned letters = 1;      ///< of a piece
    std::uint64_t spacing = 1; ///< from one piece to the next
    std::uint64_t per_window = 1;
    unsigned limit = 0; ///< differing letters of a piece that is followed
    double cost = 0;    ///< estimated, of all pieces against all places

    /// Pieces of a span with this many starts.
    [[nodiscard]] std::uint64_t pieces(std::uint64_t starts, std::uint64_t length) const noexcept;
    /// Where piece q of a span begins, relative to the span's first start.
    [[nodiscard]] std::uint64_t position(std::uint64_t q, std::uint64_t starts) const noexcept {
        const std::uint64_t regular = spacing - 1 + q * spacing;
        return per_window == 1 && regular >= starts ? starts - 1 : regular;
    }
    /// How far before a piece a window can start that is answered for by it.
    [[nodiscard]] std::uint64_t lead(std::uint64_t length) const noexcept {
        return per_window == 1 ? spacing - 1 : length - letters;
    }
    /// Places of a target of `target_length` >= length letters that a piece must be compared with: the first so many.
    [[nodiscard]] std::uint64_t places(std::uint64_t target_length, std::uint64_t length) const noexcept {
        return target_length - length + lead(length) + 1;
    }
};

/// What a plan is made for: runs of neighbouring windows, of the sources and of the targets.
struct piece_work {
    std::uint64_t length; ///< of a window
    std::uint64_t mismatches;
    double source_runs;
    std::uint64_t starts; ///< windows of a run of sources
    double target_runs;
    std::uint64_t target_starts; ///< windows of a run of targets
    unsigned planes;
    double chance_match; ///< how often two letters match by chance
};

/// What a device takes for it, in any unit.
struct piece_costs {
    double (*test)(unsigned planes, unsigned lane_bits); ///< of comparing one piece with one place
    double survivor;                                     ///< of following a near pair
    double survivor_start;                               ///< of each start that it answers for
    unsigned most_lane_bits;
    std::uint64_t widest_spacing; ///< of plans with one piece a window
};

/// The cheapest plan on a device.
[[nodiscard]] piece_plan plan_pieces(const piece_work& work, const piece_costs& costs);

/// The cheapest plan on a CPU for spans of `starts` windows of `length` letters with up to `mismatches`, against
/// targets of `target_length` letters in `planes` planes, of which two match by chance with probability `chance_match`.
[[nodiscard]] piece_plan plan_pieces(std::uint64_t length, std::uint64_t mismatches, std::uint64_t starts,
                                     std::uint64_t target_length, unsigned planes, double chance_match);

/// How often `letters` letters differ in at most `limit` places by chance.
[[nodiscard]] double chance_of_survival(unsigned letters, std::uint64_t limit, double chance_match);

} // namespace concord::substring
