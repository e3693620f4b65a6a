// The pieces of a collection as a collection of its own, for what is solved without variants.
#pragma once

#include "problems/substring/variants/pieces.hpp"

#include <concord/substring.hpp>

#include <cstdint>
#include <vector>

namespace concord::substring {

/// Whether letters match as they are, and only mismatches are counted.
[[nodiscard]] bool is_plain(const substring_options& options, const piece_collection& of, alphabet kind);

struct pieces_as_sequences {
    sequence_set set;
    std::vector<const piece*> pieces; ///< by sequence of the set
    std::uint64_t forward = 0;        ///< the first so many are those of the forward strands
    bool is_one_each = true;          ///< of each sequence

    /// Of each piece, its sequence.
    [[nodiscard]] std::vector<std::uint64_t> owners() const;
    /// Whether the second half are the first half's reverse complements, in the same order. Time O(pieces).
    [[nodiscard]] bool are_strands() const;
};

/// Of plain letters: of the forward strands the first pieces of all sequences, then the second ones, and so on, so that
/// of every second piece, as samples are taken, not all are of one end; then those of the reverse strands. A window of
/// these has the support that its reverse complement has, so that only forward ones need be asked about. The pieces
/// remain those of `of`. Time and memory O(letters).
[[nodiscard]] pieces_as_sequences as_sequences(const piece_collection& of, alphabet kind);

} // namespace concord::substring
