// Windows that cannot have the support, by words of a few of their letters (piece_row.hpp): all words of q letters are
// counted at once (ball_counts.hpp), with 0, 1, 2 and 3 mismatches. Where k is large, combinations of blocks explode
// (filter.hpp), and words with mismatches do not.
//
//     sources     whose pieces, however they are chosen, may have the support
//     targets     near to a frequent piece of any source: what holds a source by its rare pieces alone is little
#pragma once

#include "problems/substring/cpu/candidate_windows.hpp"
#include "problems/substring/cpu/cpu_search.hpp"
#include "problems/substring/piece_row.hpp"
#include "problems/substring/problem.hpp"

#include <cstdint>
#include <memory>
#include <optional>

namespace concord::substring {

/// For windows of `length` letters; of those that take at most so many instructions.
[[nodiscard]] piece_words words_of_pieces(const problem& given, std::uint64_t length, std::uint64_t memory,
                                          double most_cost = impossible);

/// The same, but none where the filter would take less for what they may drop, or where processes share the search.
[[nodiscard]] piece_words words_of_pieces_beside_filter(const problem& given, const cpu_resources& resources,
                                                        std::uint64_t length);

/// The words of pieces of windows of one length, and what is near to them.
class piece_bounds {
  public:
    /// Refers to `given` and `resources`. Time O(letters + 4^q q r) for words of q letters with up to r mismatches, or
    /// for those of each piece.
    piece_bounds(const problem& given, const cpu_resources& resources, const piece_words& words, std::uint64_t length);
    ~piece_bounds();
    piece_bounds(const piece_bounds&) = delete;
    piece_bounds& operator=(const piece_bounds&) = delete;

    /// Drops sources. Time O(L k r) for each window of L letters that is left by pieces in a row.
    void drop_sources(candidate_windows& windows);

    /// Drops targets that are near to no frequent piece of a source, where these tell much: else it returns nothing.
    /// Returns how many sequences may hold a source and none of the targets that are left, at most: so much less is to
    /// be asked of these. Once, after drop_sources.
    [[nodiscard]] std::optional<std::uint64_t> drop_targets(candidate_windows& windows);

    /// Then drops more sources, by comparing them with these targets in groups (piece_groups.hpp), where that is
    /// estimated to take less than so many instructions; else does nothing and returns false.
    [[nodiscard]] bool drop_by_groups(candidate_windows& windows, double most_cost) const;

  private:
    struct state;
    std::unique_ptr<state> state_;
};

} // namespace concord::substring
