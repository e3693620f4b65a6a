// Windows of one length that are joined with all windows of the pieces (cpu/join/join.hpp), where that takes less than
// to walk them letter by letter: with mismatches a window stands in a row with what is near to it, and a vector of
// these is compared at once. Sequences with several pieces count once.
#pragma once

#include "problems/substring/cpu/candidate_windows.hpp"
#include "problems/substring/cpu/scan/near_seeds.hpp"
#include "problems/substring/variants/plain_pieces.hpp"
#include "problems/substring/variants/variant_search.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace concord::substring {

class joined_pieces {
  public:
    /// Whether letters are nucleotides, differ by mismatches alone, and match as they are.
    [[nodiscard]] static bool are_possible(const variant_problem& given);

    /// All that it is given must outlive it. Time and memory O(letters).
    joined_pieces(const variant_problem& given, const variant_resources& resources);
    /// The same where the pieces are already sequences of their own.
    joined_pieces(const variant_problem& given, const variant_resources& resources, pieces_as_sequences plain);

    /// Those of some windows of the forward pieces, given as windows of these, that so many sequences hold as have the
    /// support, each with their number. Nothing where that is estimated to take longer than `most` instructions for
    /// each different window.
    [[nodiscard]] std::optional<longest_windows> join(const longest_windows& some, double most) const;

    /// Instructions, roughly, of joining windows that begin at these places of the text, for each different one.
    [[nodiscard]] double cost_of_each(const window_starts& starts, std::uint64_t length) const;
    /// How many sequences hold each class. Nothing where that is estimated to take longer than to walk them.
    [[nodiscard]] std::optional<counted_classes> count(const window_classes& classes, std::uint64_t length) const;

    /// Instructions, roughly, of walking a different window in all sequences.
    [[nodiscard]] double cost_of_walk() const;
    [[nodiscard]] const pieces_as_sequences& pieces() const noexcept { return plain_; }

  private:
    [[nodiscard]] candidate_windows windows_at(const window_starts& starts, std::uint64_t length) const;
    [[nodiscard]] double repetition() const;

    const variant_problem& given_;
    const variant_resources& resources_;
    pieces_as_sequences plain_;
    problem of_pieces_;
    const seed_kernels& kernels_;
    std::vector<std::uint64_t> owners_;
    std::vector<std::uint64_t> number_of_piece_; ///< in plain_, by piece of the collection
    mutable std::optional<double> repetition_;
};

} // namespace concord::substring
