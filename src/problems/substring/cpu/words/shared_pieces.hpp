// Supports of windows by the pieces that near ones share (seed_pieces.hpp): windows are put in order by the word of a
// piece, and those with each word are compared with those whose word lies in the ball around it.
//
//   bound     all windows near to one count                            quick; nearly the support where it is small
//   exact     of each sequence one counts, by a row of bits for each window that is asked about
//   reach     each near one is followed as far as it is within k mismatches: the support-th furthest sequence
//             tells the greatest length that the window has the support with
//
//                 a window    G A T T A C A G G C A T G         k = 1, support 3, 5 letters near
//                 near ones   G A T T C C A|T                   7
//                             G A T T A C A G G C A C G         13
//                             G A G T A C A G G|T               9       third furthest, itself the first: 9
#pragma once

#include "base/unset_vector.hpp"
#include "problems/substring/cpu/cpu_search.hpp"
#include "problems/substring/cpu/words/placed_windows.hpp"
#include "problems/substring/cpu/words/shared_piece_kernels.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace concord::substring {

class shared_pieces {
  public:
    shared_pieces(const problem& given, const cpu_resources& resources)
        : given_(given), resources_(resources), kernels_(shared_piece_kernels_for(resources.vectors)) {}

    /// Instructions for so many windows of a length in sequences at random; infinite: not possible.
    [[nodiscard]] double cost_of_bounds(std::uint64_t length, double windows) const;
    [[nodiscard]] double cost_of_supports(std::uint64_t length, double windows) const;

    /// What is kept of each window: supports need its sequence, reaches where it begins.
    enum class kept : std::uint8_t { sequences, positions };
    /// All windows of the length that is asked about next. Time and memory O(letters).
    void begin(std::uint64_t length, kept kept);

    /// Instructions of bounds for some of the windows, by a sample of these: what repeats shares more than by chance.
    [[nodiscard]] double sampled_cost(const placed_windows& windows) const;

    /// By window: at least the number of sequences that are within k mismatches of it.
    [[nodiscard]] std::vector<std::uint32_t> bounds(const placed_windows& windows) const;
    /// By window: the number of sequences that are within k mismatches of it, its own included.
    [[nodiscard]] std::vector<std::uint32_t> supports(const placed_windows& windows) const;

    struct window_reach {
        std::uint32_t letters = 0; ///< the most with which a window has the support; 0: fewer than those of this length
        std::uint32_t support = 0; ///< with so many
    };
    /// By window, where `near` are its bounds: how far it reaches. Of windows that reach less far than others it may be
    /// left out (0). Time O(sum of near * k).
    [[nodiscard]] std::vector<window_reach> reaches(const placed_windows& windows,
                                                    const std::vector<std::uint32_t>& near) const;

  private:
    /// All windows in the order of a piece.
    struct ordered_windows {
        seed_piece piece;
        std::vector<base::unset_vector<std::uint32_t>> planes;
        base::unset_vector<std::uint32_t> places; ///< as kept_ says
        std::vector<std::uint32_t> first;         ///< by word, and one more
        std::vector<std::uint32_t> ball;          ///< what near words differ in
    };
    /// A window that is asked about, by its number, and its word of a piece.
    struct asked_window {
        std::uint32_t word;
        std::uint32_t number;
    };
    /// Near windows that a thread puts together before it compares some with them.
    struct workspace;

    [[nodiscard]] seed_pieces plan(std::uint64_t length, double windows) const;
    [[nodiscard]] ordered_windows ordered(const seed_piece& piece) const;
    /// The letters of a window, a word a plane, as one that is asked about or that is near to one.
    using letters_of_window = std::array<std::uint32_t, most_planes_of_pieces>;
    [[nodiscard]] letters_of_window letters_at(std::uint64_t position, bool is_asked) const;
    [[nodiscard]] std::uint32_t word_of(const seed_piece& piece, const letters_of_window& letters) const;
    [[nodiscard]] std::vector<asked_window> in_order(const placed_windows& windows, std::size_t first, std::size_t last,
                                                     const seed_piece& piece) const;
    [[nodiscard]] near_rule rule() const;

    /// visit(the windows near to a word, those that are asked about and share it) for all words, in parts.
    template <class Visit>
    void for_each_ball(const ordered_windows& all, std::span<const asked_window> asked, const Visit& visit) const;

    const problem& given_;
    const cpu_resources& resources_;
    const shared_piece_kernels& kernels_;
    std::uint64_t length_ = 0;
    kept kept_ = kept::sequences;
    std::vector<ordered_windows> by_piece_;
};

} // namespace concord::substring
