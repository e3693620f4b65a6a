// One join of two sides, as the steps of a search pass it on.
#pragma once

#include "problems/distance/join/copy_groups.hpp"
#include "problems/distance/join/found_pairs.hpp"
#include "problems/distance/join/join_kernels.hpp"
#include "problems/distance/join/join_plan.hpp"
#include "problems/distance/join/join_side.hpp"
#include "problems/distance/join/key_chains.hpp"
#include "problems/distance/join/key_table.hpp"
#include "problems/distance/join/letter_hashes.hpp"
#include "problems/distance/join/near_join.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace concord::edit_distance {

inline constexpr std::size_t sketches_at_once = 4096; ///< that one is compared with
inline constexpr std::uint64_t ranks_a_task = 2048;
inline constexpr std::size_t candidates_at_once = 2048;
inline constexpr rank_pair no_candidate{.a = 0, .b = 0xFFFF'FFFFU};

/// Of a key that sequences of a length look up.
struct lookup_note {
    std::uint32_t end;        ///< of the letters of its last piece
    std::uint32_t transposed; ///< pieces
    std::uint32_t first;      ///< ranks of b that it is to find, and the end of these
    std::uint32_t last;
};

/// Of a thread.
struct near_join::scratch {
    explicit scratch(const letter_numbers& numbers) : letters(numbers) {}
    letter_hashes letters;
    key_table table;
    key_chains chains;
    std::vector<std::uint64_t> hashes;
    std::vector<std::uint32_t> similar;
    /// Candidates that were compared lately, each where its numbers are hashed to: near sequences share many keys.
    std::vector<rank_pair> compared;
    std::vector<rank_pair> candidates;
    std::vector<sequence_pair> pairs; ///< those that are not short
    std::vector<std::uint32_t> distances;
};

struct near_join::task {
    join_side& a;
    join_side& b;
    bool is_self; ///< a is b: pairs are found in any order, each at least once
    wanted_pairs wanted;
    bool with_itself;                    ///< pairs (i, i) are looked for, too, where all are wanted
    std::span<const std::uint32_t> rows; ///< sequences of a, ascending
    const copy_groups* row_groups;       ///< whose first members rows are, or whose members; null: none
    found_pairs found;
    join_windows windows;
    std::unique_ptr<key_lists> entries;
    std::unique_ptr<key_lists> lookups;
    bool joins_entries = true;                    ///< of one list, with each other; else lookups alone with entries
    std::vector<lookup_note> lookup_notes;        ///< which lookups are listed with
    std::unique_ptr<extended_letters> extended_a; ///< where pieces are extended; null: a is b
};

} // namespace concord::edit_distance
