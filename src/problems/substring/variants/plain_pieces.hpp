// The pieces of a collection as a collection of its own, for what is solved without variants.
#pragma once

#include "problems/substring/problem.hpp"
#include "problems/substring/variants/pieces.hpp"

#include <concord/substring.hpp>

#include <cstdint>
#include <vector>

namespace concord::substring {

/// Whether letters match as they are, and only mismatches are counted.
[[nodiscard]] bool is_plain(const substring_options& options, const piece_collection& of, alphabet kind);

struct pieces_as_sequences {
    /// From this letter of a sequence of the set on so many letters of its piece before it are left out.
    struct gap {
        std::uint64_t first;
        std::uint64_t letters;
    };

    sequence_set set;
    std::vector<const piece*> pieces;  ///< by sequence of the set
    std::vector<gap> gaps;             ///< of all sequences, one after the other
    std::vector<std::size_t> gaps_end; ///< by sequence of the set: those of it end there
    std::uint64_t forward = 0;         ///< the first so many are those of the forward strands
    bool is_one_each = true;           ///< of each sequence

    /// Of each piece, its sequence.
    [[nodiscard]] std::vector<std::uint64_t> owners() const;
    /// Whether the second half are the first half's reverse complements, in the same order. Time O(pieces).
    [[nodiscard]] bool are_strands() const;
    /// Where a window of a sequence of the set begins in its piece. Time O(log gaps).
    [[nodiscard]] std::uint64_t start_in_piece(const window& of, std::uint64_t length) const;
    /// From windows of the set to those of the sequences that the pieces are of, without those of reverse strands:
    /// their windows on the other strand are among the others.
    void leave_pieces(longest_windows& found) const;
};

/// Of runs of letters that match nothing, all of them.
inline constexpr std::uint64_t whole_runs = ~std::uint64_t{0};

/// Of plain letters: of the forward strands the first pieces of all sequences, then the second ones, and so on, so that
/// of every second piece, as samples are taken, not all are of one end; then those of the reverse strands. A window of
/// these has the support that its reverse complement has, so that only forward ones need be asked about. The pieces
/// remain those of `of`. Time and memory O(letters).
///
/// Of each run of letters that match nothing, `most_of_run` are kept, and of pieces of these alone nothing: with one
/// more than the mismatches that are allowed, nothing that more letters of the run would be in has an occurrence
/// elsewhere, and windows of more letters than mismatches, which more than one sequence must hold, are the same as
/// ever.
///
///     piece, k = 1         ACGTTAGCNNNNNNNNNNNNACCA
///     as a sequence        ACGTTAGCNNACCA                  GCN, NAC are windows, too
[[nodiscard]] pieces_as_sequences as_sequences(const piece_collection& of, alphabet kind,
                                               std::uint64_t most_of_run = whole_runs);

} // namespace concord::substring
