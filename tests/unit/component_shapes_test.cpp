// Components by the shapes that both matrices hold: each one once; and calls that choose this way.
#include "problems/component/cpu/shape_search.hpp"
#include "support/random_case.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <mutex>
#include <numeric>
#include <random>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace concord::component::component_shapes_test {
namespace {

using found_one = std::tuple<std::uint64_t, std::uint64_t, matrix_cell>; ///< size, shift, first cell

/// By the definition: every cell of every shift, flooded.
std::vector<found_one> all_components(const problem& given, std::uint64_t least) {
    const coded_matrices& codes = given.codes;
    std::vector<found_one> found;
    for (std::uint64_t number = 0; number < given.shifts.size(); ++number) {
        const matrix_shift shift = given.shifts.at(number);
        std::vector<bool> taken(codes.lowest.size());
        const auto take = [&](auto&& self, std::int64_t row, std::int64_t column) -> std::uint64_t {
            const std::int64_t row_a = row + shift.rows;
            const std::int64_t column_a = column + shift.columns;
            const auto within = [](std::int64_t at, std::size_t count) {
                return at >= 0 && at < static_cast<std::int64_t>(count);
            };
            if (!within(row, codes.rows_b) || !within(column, codes.columns_b) || !within(row_a, codes.rows_a) ||
                !within(column_a, codes.columns_a))
                return 0;
            const auto in_b = static_cast<std::size_t>(row) * codes.columns_b + static_cast<std::size_t>(column);
            const auto in_a = static_cast<std::size_t>(row_a) * codes.columns_a + static_cast<std::size_t>(column_a);
            if (taken[in_b] || !codes.agree(in_a, in_b)) return 0;
            taken[in_b] = true;
            std::uint64_t size = 1;
            for (const std::int64_t down : {-1, 0, 1})
                for (const std::int64_t right : {-1, 0, 1})
                    if (given.connectivity == 8 || down == 0 || right == 0)
                        size += self(self, row + down, column + right);
            return size;
        };
        for (std::size_t row = 0; row < codes.rows_b; ++row)
            for (std::size_t column = 0; column < codes.columns_b; ++column)
                if (const std::uint64_t size =
                        take(take, static_cast<std::int64_t>(row), static_cast<std::int64_t>(column));
                    size >= least)
                    found.emplace_back(size, number, matrix_cell{row, column});
    }
    std::ranges::sort(found);
    return found;
}

std::vector<found_one> by_shapes(const problem& given, unsigned cells, unsigned threads) {
    run_options options;
    options.threads = threads;
    std::vector<std::string> notes;
    const sweep_kernels& kernels = sweeps_for(simd::choose_vectors(options.vectors), given.connectivity);
    shape_search shapes(given, {options, kernels, std::uint64_t{1} << 30U, notes});
    std::vector<found_one> found;
    std::mutex keeping;
    EXPECT_TRUE(shapes.for_each(cells, [&](const candidate& each, unsigned) {
        const std::lock_guard lock(keeping);
        found.emplace_back(each.size, each.shift, each.first);
    }));
    std::ranges::sort(found);
    return found;
}

TEST(component_shapes, are_as_many_as_are_known) {
    const auto counts = [](unsigned connectivity, unsigned most) {
        std::vector<std::size_t> of;
        for (unsigned cells = 1; cells <= most; ++cells)
            of.push_back(fixed_polyominoes(cells, connectivity).size());
        return of;
    };
    EXPECT_EQ(counts(4, 7), (std::vector<std::size_t>{1, 2, 6, 19, 63, 216, 760})); // A001168 of the OEIS
    EXPECT_EQ(counts(8, 5), (std::vector<std::size_t>{1, 4, 20, 110, 638}));        // A006770
    EXPECT_EQ(fixed_polyominoes(3, 4).front(), (polyomino{{0, 0}, {0, 1}, {0, 2}}));
    EXPECT_EQ(fixed_polyominoes(2, 8).at(1), (polyomino{{0, 0}, {1, -1}}));
}

TEST(component_shapes, find_each_component_once) {
    for (const std::uint64_t seed : test::seeds(57'000'000, 400)) {
        std::mt19937_64 random(seed);
        const auto side = [&] { return 1 + random() % 12; };
        const std::uint64_t values = random() % 8 == 0 ? 300 : 1 + random() % 6; // 300: not in bytes
        const auto made = [&](std::size_t rows, std::size_t columns) {
            matrix::symbols cells(rows * columns);
            for (std::uint32_t& cell : cells)
                cell = static_cast<std::uint32_t>(values == 300 && random() % 2 == 0 ? 7 : random() % values);
            return matrix(rows, columns, cells);
        };
        const matrix a = made(side(), side());
        const matrix b = made(side(), side());
        component_options options;
        options.connectivity = seed % 2 == 0 ? 4 : 8;
        const problem given = posed(a, b, options);
        const auto cells = static_cast<unsigned>(1 + random() % 5);
        EXPECT_EQ(by_shapes(given, cells, 1 + static_cast<unsigned>(seed % 3)), all_components(given, cells))
            << seed << " " << cells;
        if (HasFailure()) return;
    }
}

/// All cells of two matrices differ, but for two pieces of B, of five cells each, that lie over their originals in A
/// under two shifts; with an X of three more, which touch by corners alone.
struct two_pieces {
    static constexpr std::size_t side = 170;
    static matrix of_numbers(std::uint32_t first, const std::vector<std::pair<matrix_cell, std::uint32_t>>& others) {
        matrix::symbols cells(side * side);
        std::iota(cells.begin(), cells.end(), first);
        for (const auto& [cell, value] : others)
            cells[cell.row * side + cell.column] = value;
        return {side, side, cells};
    }
    static std::uint32_t value_at(std::uint64_t row, std::uint64_t column) {
        return static_cast<std::uint32_t>(row * side + column);
    }
    matrix a = of_numbers(0, {});
    matrix b = of_numbers(1'000'000, {// by (2, 3): an L
                                      {{40, 50}, value_at(42, 53)},
                                      {{41, 50}, value_at(43, 53)},
                                      {{42, 50}, value_at(44, 53)},
                                      {{42, 51}, value_at(44, 54)},
                                      {{42, 52}, value_at(44, 55)},
                                      // by (-1, 9): a cross
                                      {{100, 20}, value_at(99, 29)},
                                      {{101, 19}, value_at(100, 28)},
                                      {{101, 20}, value_at(100, 29)},
                                      {{101, 21}, value_at(100, 30)},
                                      {{102, 20}, value_at(101, 29)},
                                      {{103, 21}, value_at(102, 30)}});
};

bool is_by_shapes(const component_result& result) {
    return std::ranges::any_of(result.run.notes,
                               [](const std::string& note) { return note.starts_with("components grown from"); });
}

TEST(component_shapes, are_chosen_where_values_are_many) {
    const two_pieces given;
    component_options options;
    options.run.device = device::cpu();
    const component_result best = largest_common_component(given.a, given.b, options);
    EXPECT_TRUE(is_by_shapes(best));
    EXPECT_EQ(best.size, 5U);
    EXPECT_TRUE(best.shift == (matrix_shift{-1, 9}));
    EXPECT_TRUE(best.cells.front() == (matrix_cell{100, 20}));
    const auto every = every_largest_component(given.a, given.b, options);
    ASSERT_EQ(every.size(), 2U);
    EXPECT_TRUE(every[1].shift == (matrix_shift{2, 3}));
    const auto successive = successive_components(given.a, given.b, options, 9);
    ASSERT_EQ(successive.size(), 3U); // and the cell at the corner of the cross
    EXPECT_EQ(successive[2].size, 1U);
    options.connectivity = 8;
    EXPECT_EQ(largest_common_component(given.a, given.b, options).size, 6U);
    options.min_size = 7;
    const component_result none = largest_common_component(given.a, given.b, options);
    EXPECT_FALSE(none.found);
    EXPECT_TRUE(is_by_shapes(none));
}

TEST(component_shapes, are_not_chosen_where_values_are_few) {
    std::mt19937_64 random(1);
    matrix::symbols cells(40'000);
    for (std::uint32_t& cell : cells)
        cell = static_cast<std::uint32_t>(random() % 3);
    component_options options;
    options.run.device = device::cpu();
    const matrix b(20, 300, matrix::symbols(cells.begin(), cells.begin() + 6'000));
    EXPECT_FALSE(is_by_shapes(largest_common_component(matrix(200, 200, cells), b, options)));
}

} // namespace
} // namespace concord::component::component_shapes_test
