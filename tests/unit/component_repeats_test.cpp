// Shifts that repeat others: which ones, and that none of them has a larger component than those that are searched.
#include "problems/component/cpu/repeated_shifts.hpp"
#include "support/matrix_case.hpp"
#include "support/random_case.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace concord::component::component_repeats_test {
namespace {

constexpr std::uint64_t no_limit = std::uint64_t{1} << 40U;

problem problem_of(const matrix& a, const matrix& b, const component_options& options = {}) {
    return {code_matrices(a, b, options), shift_table(a.rows(), a.columns(), b.rows(), b.columns()),
            options.connectivity, 1};
}

template <class Value>
matrix made_of(std::size_t rows, std::size_t columns, const Value& value) {
    matrix::symbols cells;
    for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t column = 0; column < columns; ++column)
            cells.push_back(static_cast<std::uint32_t>(value(row, column)));
    return {rows, columns, cells};
}

matrix scattered(std::size_t rows, std::size_t columns) {
    std::uint32_t state = 7;
    return made_of(rows, columns,
                   [&](std::size_t, std::size_t) { return (state = state * 1664525U + 1013904223U) >> 31U; });
}

TEST(component_repeats, of_a_constant_the_full_overlap_is_all) {
    const matrix constant = made_of(9, 70, [](std::size_t, std::size_t) { return 0; });
    for (const bool swapped : {false, true}) {
        const problem given = swapped ? problem_of(scattered(9, 70), constant) : problem_of(constant, scattered(9, 70));
        const repeated_shifts repeated(given, no_limit);
        EXPECT_EQ(repeated.others(), 1U);
        for (std::uint64_t number = 0; number < given.shifts.size(); ++number)
            EXPECT_EQ(repeated.repeats(number), given.shifts.at(number) != (matrix_shift{0, 0})) << number;
    }
    // Within a larger constant all positions are alike, and the lowest is searched.
    const problem inside = problem_of(made_of(12, 80, [](std::size_t, std::size_t) { return 0; }), scattered(9, 70));
    const repeated_shifts repeated(inside, no_limit);
    EXPECT_EQ(repeated.others(), 1U);
    for (std::uint64_t number = 0; number < inside.shifts.size(); ++number)
        EXPECT_EQ(repeated.repeats(number), inside.shifts.at(number) != (matrix_shift{0, 0})) << number;
}

TEST(component_repeats, nothing_where_no_matrix_has_a_period) {
    EXPECT_TRUE(repeated_shifts(problem_of(scattered(20, 20), scattered(20, 20)), no_limit).empty());
    const matrix defect = made_of(20, 20, [](std::size_t row, std::size_t column) { return row == 9 && column == 9; });
    EXPECT_TRUE(repeated_shifts(problem_of(defect, scattered(20, 20)), no_limit).empty());
}

TEST(component_repeats, nothing_where_there_are_too_many_shifts) {
    const matrix checkers = made_of(20, 20, [](std::size_t row, std::size_t column) { return (row + column) % 2; });
    const problem given = problem_of(checkers, scattered(20, 20));
    EXPECT_FALSE(repeated_shifts(given, given.shifts.size()).empty());
    EXPECT_TRUE(repeated_shifts(given, given.shifts.size() - 1).empty());
}

TEST(component_repeats, a_long_period_along_one_direction) {
    const matrix wide =
        made_of(8, 90, [](std::size_t row, std::size_t column) { return (row * row + column % 45) % 7; });
    const repeated_shifts repeated(problem_of(wide, scattered(8, 90)), no_limit);
    EXPECT_FALSE(repeated.empty());
}

TEST(component_repeats, parts_of_the_shifts_that_are_searched) {
    const std::vector<std::uint64_t> seeds = test::seeds(55'000'000, 300);
    std::uint64_t repeating = 0;
    for (const std::uint64_t seed : seeds) {
        const test::matrix_case tried = test::repeating_case(seed, 1'000);
        const problem given = problem_of(tried.a, tried.b, tried.options);
        const repeated_shifts repeated(given, no_limit);
        if (repeated.empty()) continue;
        ++repeating;
        const auto largest = [&](std::uint64_t number) {
            std::uint64_t most = 0;
            for (std::uint64_t size = 1; size <= tried.b.rows() * tried.b.columns(); ++size)
                if (!components_of_shift(given, number, size).empty()) most = size;
            return most;
        };
        std::uint64_t others = 0;
        std::uint64_t most = 0;
        std::uint64_t most_of_parts = 0;
        for (std::uint64_t number = 0; number < given.shifts.size(); ++number) {
            std::uint64_t& of = repeated.repeats(number) ? most_of_parts : most;
            of = std::max(of, largest(number));
            others += repeated.repeats(number) ? 0U : 1U;
        }
        ASSERT_EQ(others, repeated.others()) << tried.to_paste();
        ASSERT_LE(2 * others, given.shifts.size()) << tried.to_paste();
        ASSERT_GE(most, most_of_parts) << tried.to_paste();
    }
    EXPECT_GT(2 * repeating, seeds.size());
}

} // namespace
} // namespace concord::component::component_repeats_test
