// A substring against the letters of one piece, cell by cell as in the textbooks: where it occurs, and how it is
// aligned there. The search is fast and certified by these.
//
//   text           . A C G G T .        D(i, j): edits of the first i letters of the substring and of a part of the
//   text substring  .   0 0 0 0 0 0 0        that ends at j, wherever that begins (Sellers 1980). A cell also keeps
//   where the
//              A   1 0 1 1 1 1 1        part begins; of equal numbers of edits the leftmost beginning.
//              C   2 1 0 1 2 2 2
#pragma once

#include "problems/substring/variants/pieces.hpp"

#include <concord/pairs.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace concord::substring {

/// What an occurrence may differ in.
struct allowance {
    std::uint64_t edits; ///< k, at most the letters of the substring: more allow nothing more
    bool indels;         ///< insertions and deletions, too
};

/// A part [first, last) of a text, in its positions.
struct text_part {
    std::uint64_t first;
    std::uint64_t last;
    std::uint64_t edits;

    friend bool operator==(const text_part&, const text_part&) = default;
};

/// The best occurrence: fewest edits, then leftmost, then shortest. Time O(length k) for random letters, at most
/// O(length |of|).
[[nodiscard]] std::optional<text_part> best_part(const piece_collection& in, std::span<const letter> of,
                                                 std::span<const letter> text, const allowance& allowed);

/// For every place where an occurrence ends, the shortest that ends there: `edits` are not filled in.
[[nodiscard]] std::vector<text_part> shortest_parts(const piece_collection& in, std::span<const letter> of,
                                                    std::span<const letter> text, const allowance& allowed);

/// The same with the longest: together they cover what all occurrences cover.
[[nodiscard]] std::vector<text_part> longest_parts(const piece_collection& in, std::span<const letter> of,
                                                   std::span<const letter> text, const allowance& allowed);

/// An alignment of a substring and an occurrence with at most `edits` edits: of all with the fewest, the one that
/// concord/pairs.hpp says. Time and memory O(|of| edits).
[[nodiscard]] alignment align(const piece_collection& in, std::span<const letter> of, std::span<const letter> with,
                              std::uint64_t edits);

} // namespace concord::substring
