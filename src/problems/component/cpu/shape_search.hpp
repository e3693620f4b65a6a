// Components by the polyominoes that both matrices hold, where values are so many that few cells agree by chance.
#pragma once

#include "problems/component/cpu/polyominoes.hpp"
#include "problems/component/search.hpp"
#include "runtime/thread_pool.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

namespace concord::component {

/// A component of s cells or more holds a polyomino of s cells, its lowest cell and those that a search from there
/// finds first. So to join the places of A and of B that hold the same values in the same shape, for all shapes of s
/// cells, finds each of these components under each shift exactly once: without looking at any shift.
///
///     A   . . . . .       B   . . . .      the shape X X has the values 3 1 8 at these places of A and of B,
///         . . 3 1 .           3 1 .                     X  and grows to a component from there
///         . . 8 2 .           8 2 .
///
/// Only where cells agree if they are equal. Time O(shapes · cells + equal places · their components).
class shape_search {
  public:
    /// The arguments must outlive it.
    shape_search(const problem& given, const search_resources& resources);

    /// The cells of the shapes that are estimated to be quickest; 0: to search all shifts is.
    [[nodiscard]] unsigned quickest();
    /// The estimated time of shapes of so many cells, over that beyond which all shifts are searched instead. From then
    /// on for_each() gives up where it does more than that.
    [[nodiscard]] double share_of_allowed(unsigned cells);

    /// Calls take(component, worker) for all components of at least `cells` cells, from several threads. False: it gave
    /// up. Throws error (cancelled).
    [[nodiscard]] bool for_each(unsigned cells, const std::function<void(const candidate&, unsigned)>& take);

    [[nodiscard]] unsigned threads() const noexcept { return workers_.threads(); }
    /// What all of it takes.
    [[nodiscard]] static std::uint64_t bytes(const coded_matrices& codes, unsigned threads) noexcept;

  private:
    /// One matrix, with cells around it that agree with nothing.
    struct side {
        std::size_t rows = 0;
        std::size_t columns = 0;
        std::size_t stride = 0;
        std::vector<std::uint32_t> codes; ///< empty where they fit into bytes
        std::vector<std::uint8_t> bytes;
        std::vector<std::uint32_t> words; ///< a random one of each value; of each cell that agrees with nothing

        [[nodiscard]] std::size_t place(std::size_t row, std::size_t column) const noexcept {
            return (row + 1) * stride + column + 1;
        }
        [[nodiscard]] matrix_cell cell(std::size_t place) const noexcept {
            return {(place - 1) / stride - 1, (place - 1) % stride};
        }
        [[nodiscard]] std::int64_t step(shape_cell by) const noexcept {
            return by.row * static_cast<std::int64_t>(stride) + by.column;
        }
    };
    struct keyed_place {
        std::uint32_t key; ///< of the values there
        std::uint32_t place;
    };
    /// The places of one matrix, divided by the highest bits of their keys.
    struct divided_places {
        std::vector<std::uint32_t> first; ///< of each part
        std::vector<keyed_place> places;
    };
    /// A cell of A under one of B.
    struct cell_pair {
        std::uint32_t in_a;
        std::uint32_t in_b;
    };
    struct per_thread {
        std::vector<std::uint32_t> keys; ///< of a row
        divided_places of_a;
        divided_places of_b;
        std::vector<std::uint32_t> first;  ///< place of each bucket, of one part of A
        std::vector<keyed_place> bucketed; ///< the places of that part
        std::vector<cell_pair> equal;      ///< lowest cells of equal places
        std::vector<cell_pair> found;      ///< cells of a component
        std::vector<std::uint32_t> seen;   ///< the search that found a cell of B last, where it found many
        std::uint32_t searches = 0;
        std::uint64_t work = 0; ///< equal places and cells of components that were looked at
    };
    struct shape_steps {
        std::vector<std::int64_t> in_a;
        std::vector<std::int64_t> in_b;
    };

    [[nodiscard]] static side padded(std::size_t rows, std::size_t columns, const std::vector<std::uint32_t>& codes,
                                     const std::vector<bool>& shared, std::uint32_t outside, bool in_bytes);
    template <class Visit>
    void for_each_row(const side& of, const polyomino& shape, per_thread& own, Visit visit) const;
    void divide(const side& of, const polyomino& shape, per_thread& own, divided_places& to) const;
    template <class Visit>
    void for_each_equal(const polyomino& shape, per_thread& own, Visit visit) const;
    [[nodiscard]] double equal_places(const polyomino& shape, double most);
    [[nodiscard]] double equal_by_chance(unsigned cells) const;
    [[nodiscard]] double at_once(std::size_t shapes) const;
    [[nodiscard]] double nanoseconds(std::size_t shapes, double equal_places) const;
    template <class Code>
    void join(const Code* a, const Code* b, const polyomino& shape, per_thread& own,
              const std::function<void(const candidate&)>& take);
    template <class Code>
    [[nodiscard]] std::uint64_t grow(const Code* a, const Code* b, cell_pair from, const shape_steps& shape,
                                     per_thread& own) const;
    [[nodiscard]] bool go_on(per_thread& own);
    [[nodiscard]] candidate found_component(cell_pair lowest, std::uint64_t size) const;

    const problem& given_;
    runtime::thread_pool workers_;
    double agreeing_ = 0; ///< pairs of a cell of A and one of B
    side a_;
    side b_;
    shape_steps neighbours_;
    unsigned part_bits_ = 0;
    std::vector<per_thread> threads_;
    double most_work_ = std::numeric_limits<double>::infinity();
    std::atomic<std::uint64_t> work_ = 0;
    std::atomic<bool> is_too_much_ = false;
};

/// The best component, or none, of given.min_size cells; nothing where all shifts are to be searched.
[[nodiscard]] std::optional<candidate> best_by_shapes(const problem& given, const search_resources& resources);

/// All components of exactly given.min_size cells, which no component exceeds, in any order; nothing where all shifts
/// are to be searched, or there are more than `most`.
[[nodiscard]] std::optional<std::vector<candidate>>
every_by_shapes(const problem& given, const search_resources& resources, std::uint64_t most);

} // namespace concord::component
