// Shifts that show nothing new, because one of the matrices repeats itself.
//
// If A has the period v, so that A(x) = A(x + v) wherever both are cells of A, the masks of the shifts s and s + v are
// the same on the cells of B that both lay over A. Where s + v lays only cells over A that s lays over it, its mask is
// a part of that of s: cut off by a rectangle, never larger. Periods of B do the same in the coordinates of A.
//
//     shift s          s + v                of a component of s, the shift s + v holds
//     ┌──────────┐     ┌──────────┐         all of it, if its box lies within the overlap, or pieces, which are smaller
//     │ ┌────────┼─┐   │     ┌────┼─────┐
//     │ │  ▒▒    │ │   │     │  ▒▒│     │
//     └─┼────────┘ │   └─────┼────┘     │
//       └──────────┘         └──────────┘
#pragma once

#include "problems/component/components.hpp"
#include "problems/component/problem.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace concord::component {

class repeated_shifts {
  public:
    /// Looks for short periods of both matrices and takes those that leave fewer shifts to be searched. Empty if that
    /// is more than half of them, or if there are more than `most` shifts. Time O(256 · cells + shifts), far less where
    /// cells do not repeat.
    repeated_shifts(const problem& given, std::uint64_t most);

    [[nodiscard]] bool empty() const noexcept { return roots_.empty(); }
    /// Whether the mask of shift `number` is a part of that of another one.
    [[nodiscard]] bool repeats(std::uint64_t number) const noexcept {
        return !roots_.empty() && roots_[number] != number;
    }
    /// Shifts that do not.
    [[nodiscard]] std::uint64_t others() const noexcept { return others_; }

    // Below, no component has more than given.min_size cells, and `with_it` are all shifts that do not repeat and have
    // one of so many, in ascending order. Time O(shifts · log shifts + components of `with_it` · shifts that repeat
    // them), and O(cells) for each of `with_it`.

    /// The lowest shift with such a component, given that `known` is the lowest in `with_it`.
    [[nodiscard]] std::uint64_t lowest_with(const problem& given, std::uint64_t known,
                                            const std::vector<std::uint64_t>& with_it) const;
    /// Such components of the shifts [first, end), in any order; nothing where they are more than `most`.
    [[nodiscard]] std::optional<std::vector<candidate>> components_of(const problem& given, std::uint64_t first,
                                                                      std::uint64_t end,
                                                                      const std::vector<std::uint64_t>& with_it,
                                                                      std::uint64_t most) const;

    /// Rows or columns of the matrix that stays where it is, when the other is shifted by a multiple of a period.
    struct extent {
        std::int64_t own;   ///< of the matrix with the period
        std::int64_t other; ///< of the one without
        bool of_a;          ///< whether that with the period is A

        /// A step in either direction leads to a part of the overlap from shifts that are at least `low`, forwards, or
        /// at most `high`, backwards.
        [[nodiscard]] std::int64_t low() const noexcept { return of_a ? 0 : other - own; }
        [[nodiscard]] std::int64_t high() const noexcept { return of_a ? own - other : 0; }
        /// Whether the shift `to`, `step` behind another one, lays over each other only what that does; and less.
        [[nodiscard]] bool is_part(std::int64_t to, std::int64_t step) const noexcept {
            return step == 0 || (step > 0 ? to - step >= low() : to - step <= high());
        }
        [[nodiscard]] bool is_strictly(std::int64_t to, std::int64_t step) const noexcept {
            return step != 0 && (to < low() || to > high());
        }
        /// What lies over the other matrix, in lines of that without the period.
        [[nodiscard]] std::int64_t first(std::int64_t shift) const noexcept {
            return of_a ? std::max<std::int64_t>(0, -shift) : std::max<std::int64_t>(0, shift);
        }
        [[nodiscard]] std::int64_t end(std::int64_t shift) const noexcept {
            return of_a ? std::min(other, own - shift) : std::min(other, own + shift);
        }
    };

  private:
    /// Calls visit(shift, components of its root, box of what lies over each other) for the shifts [first, end) whose
    /// roots are in `with_it`: root by root, in ascending order; boxes are of the matrix without the period. Ends where
    /// visit() returns false.
    template <class Visit>
    void for_each_part(const problem& given, std::uint64_t first, std::uint64_t end,
                       const std::vector<std::uint64_t>& with_it, Visit visit) const;
    void find_roots(const problem& given, std::span<const matrix_shift> periods, extent rows, extent columns);

    std::vector<std::uint32_t> roots_; ///< of each shift one that does not repeat and of whose mask its own is a part
    std::uint64_t others_ = 0;
    extent rows_{};
    extent columns_{};
};

} // namespace concord::component
