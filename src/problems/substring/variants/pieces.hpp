// The letters of a collection as the variants of the search see them: those pieces of each sequence that count, on one
// strand or on both, with a barrier between two pieces that no occurrence crosses.
//
//   sequence       ACGTTTACG         from_start 3, from_end 4, both strands
//   pieces         ACG | TACG | CGT | CGTA        | is a barrier
//   strand          +     +      -     -          the last two are the reverse complements of the first two
//
// A letter is a number. Of IUPAC letters it stands for a set of nucleotides (nucleotide_sets.hpp), and two letters
// match where these sets overlap; any other letter matches itself; and one letter, `nothing`, matches no letter.
#pragma once

#include "problems/substring/problem.hpp"
#include "problems/substring/variants/nucleotide_sets.hpp"
#include "runtime/far_array.hpp"
#include "runtime/thread_pool.hpp"

#include <concord/substring.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace concord::substring {

using letter = std::uint16_t;

/// Letters next to each other in the text, which are letters next to each other in one sequence.
struct piece {
    std::uint64_t sequence;
    std::uint64_t first; ///< in the text
    std::uint64_t length;
    std::uint64_t origin; ///< in the sequence: where the leftmost of its letters stands
    bool is_reverse;      ///< the reverse complement of what stands there
};

class piece_collection {
  public:
    static constexpr letter barrier = 0xFFFF;
    /// What kinds() is of dna without sets: four nucleotides, and what matches nothing.
    static constexpr std::size_t kinds_of_dna = plain_nucleotides + 1;

    /// By the threads of the options. Throws error (usage) for strands or IUPAC letters of another alphabet than dna.
    /// Time O(letters / threads), memory O(letters).
    piece_collection(const sequence_set& sequences, const substring_options& options);

    [[nodiscard]] std::uint64_t sequences() const noexcept { return first_piece_.size() - 1; }
    /// All of them, in the order of the text.
    [[nodiscard]] std::span<const piece> pieces() const noexcept { return pieces_.view(); }
    /// Those of the forward strand first; at least one, which may be empty.
    [[nodiscard]] std::span<const piece> pieces(std::uint64_t sequence) const noexcept {
        return {pieces_.data() + first_piece_[sequence], pieces_.data() + first_piece_[sequence + 1]};
    }
    [[nodiscard]] bool has_both_strands() const noexcept { return both_strands_; }
    /// Whether letters are sets of nucleotides: IUPAC letters were asked for, and there is one beside A, C, G and T.
    [[nodiscard]] bool has_sets() const noexcept { return iupac_; }

    /// All pieces and barriers.
    [[nodiscard]] std::span<const letter> text() const noexcept { return text_.view(); }
    [[nodiscard]] std::span<const letter> letters(std::uint64_t first, std::uint64_t length) const noexcept {
        return text().subspan(first, length);
    }
    /// Where the pieces of a sequence begin and end in the text.
    [[nodiscard]] std::uint64_t text_first(std::uint64_t sequence) const noexcept { return pieces(sequence)[0].first; }
    [[nodiscard]] std::uint64_t text_length(std::uint64_t sequence) const noexcept {
        const piece& last = pieces(sequence).back();
        return last.first + last.length - text_first(sequence);
    }
    /// The forward piece that a position of the text is in.
    [[nodiscard]] const piece& piece_at(std::uint64_t position) const noexcept;

    /// Letters are below this; `nothing` is one of them.
    [[nodiscard]] std::size_t kinds() const noexcept { return kinds_; }
    [[nodiscard]] letter nothing() const noexcept { return nothing_; }
    /// Whether letters are nucleotides: the numbers 0 to 3, `nothing`, and beyond these at most sets of nucleotides.
    [[nodiscard]] bool is_dna() const noexcept { return has_sets() || kinds_ == kinds_of_dna; }
    [[nodiscard]] bool match(letter a, letter b) const noexcept {
        return iupac_ ? (set_of_letter(a) & set_of_letter(b)) != 0 : a == b && a != nothing_;
    }
    [[nodiscard]] std::uint64_t count_nothing(std::span<const letter> of) const noexcept;

    /// What a substring is on the other strand.
    [[nodiscard]] std::vector<letter> reverse_complement(std::span<const letter> of) const;

    /// From now on the letters [first, last) of a sequence match nothing.
    void mask(std::uint64_t sequence, std::uint64_t first, std::uint64_t last);

  private:
    void list_pieces(const sequence_set& sequences, const substring_options& options, runtime::thread_pool& workers);
    [[nodiscard]] letter complement(letter one) const noexcept;

    bool both_strands_;
    bool iupac_;
    std::size_t kinds_ = 0;
    letter nothing_ = 0;
    runtime::far_array<letter> text_; ///< as the pieces: many megabytes, whose pages all threads touch first
    runtime::far_array<piece> pieces_;
    std::vector<std::uint64_t> first_piece_; ///< of each sequence, and the end
};

} // namespace concord::substring
