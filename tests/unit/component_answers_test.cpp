// Answers known from the paper or from arithmetic, and what is refused.
#include "oracles/component.hpp"

#include <concord/component.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace concord::component_answers_test {
namespace {

matrix letters(std::size_t rows, const std::string& text) {
    return {rows, text.size() / rows, matrix::symbols(text.begin(), text.end())};
}

using cells = std::vector<matrix_cell>;

component_options tolerating(double tolerance) {
    component_options options;
    options.tolerance = tolerance;
    return options;
}

component_options connected(unsigned connectivity) {
    component_options options;
    options.connectivity = connectivity;
    return options;
}

component_options at_least(std::uint64_t cells_of_answer) {
    component_options options;
    options.min_size = cells_of_answer;
    return options;
}

component_result both_ways(const matrix& a, const matrix& b, const component_options& options = {}) {
    component_options on_cpu = options;
    on_cpu.run.device = device::cpu();
    component_result result = largest_common_component(a, b, on_cpu);
    const component_result expected = component::reference_search(a, b, options);
    EXPECT_EQ(result.size, expected.size);
    EXPECT_EQ(result.shift, expected.shift);
    EXPECT_EQ(result.cells, expected.cells);
    EXPECT_EQ(result.shifts, expected.shifts);
    return result;
}

TEST(component_answers, figure_2_of_the_paper) {
    const component_result result = both_ways(letters(5, "AAHCMADFTFYGEYB"), letters(3, "MRNFTBEGB"));
    EXPECT_TRUE(result.found);
    EXPECT_EQ(result.size, 4U);
    EXPECT_EQ(result.shift, (matrix_shift{1, 1}));
    EXPECT_EQ(result.cells, (cells{{0, 0}, {1, 0}, {1, 1}, {2, 1}}));
    EXPECT_EQ(result.shifts, 35U);
}

TEST(component_answers, one_cell_each) {
    EXPECT_EQ(both_ways(letters(1, "A"), letters(1, "A")).cells, (cells{{0, 0}}));
    const component_result none = both_ways(letters(1, "A"), letters(1, "B"));
    EXPECT_FALSE(none.found);
    EXPECT_EQ(none.shifts, 1U);
}

TEST(component_answers, nothing_is_shared_with_an_empty_matrix) {
    for (const matrix& empty : {matrix(), matrix(0, 5, matrix::symbols{}), matrix(5, 0, matrix::symbols{})}) {
        EXPECT_FALSE(both_ways(letters(1, "A"), empty).found);
        EXPECT_FALSE(both_ways(empty, letters(1, "A")).found);
        EXPECT_EQ(both_ways(empty, empty).shifts, 0U);
    }
}

TEST(component_answers, one_row_is_the_longest_common_substring) {
    const component_result row = both_ways(letters(1, "EFEF"), letters(1, "FEEFE"));
    EXPECT_EQ(row.size, 3U);
    EXPECT_EQ(row.shift, (matrix_shift{0, -2}));
    EXPECT_EQ(row.cells, (cells{{0, 2}, {0, 3}, {0, 4}}));
    const component_result column = both_ways(letters(4, "EFEF"), letters(5, "FEEFE"));
    EXPECT_EQ(column.shift, (matrix_shift{-2, 0}));
    EXPECT_EQ(column.cells, (cells{{2, 0}, {3, 0}, {4, 0}}));
}

TEST(component_answers, corners_connect_eight_ways_only) {
    const matrix a = letters(3, "AxxxByyyC");
    const matrix b = letters(3, "A12"
                                "3B4"
                                "56C");
    EXPECT_EQ(both_ways(a, b).size, 1U);
    EXPECT_EQ(both_ways(a, b, connected(8)).cells, (cells{{0, 0}, {1, 1}, {2, 2}}));
}

TEST(component_answers, of_several_largest_the_lowest_shift_then_the_lowest_cell) {
    const component_result everywhere = both_ways(letters(2, "AAAAAA"), letters(1, "A"));
    EXPECT_EQ(everywhere.shift, (matrix_shift{0, 0}));
    const component_result twice = both_ways(letters(1, "AAxAA"), letters(1, "AAyAA"));
    EXPECT_EQ(twice.size, 2U);
    EXPECT_EQ(twice.shift, (matrix_shift{0, -3}));
    EXPECT_EQ(twice.cells, (cells{{0, 3}, {0, 4}}));
    const component_result same_shift = both_ways(letters(1, "ABxCD"), letters(1, "AByCD"));
    EXPECT_EQ(same_shift.cells, (cells{{0, 0}, {0, 1}}));
}

TEST(component_answers, smaller_than_min_size_is_none) {
    const matrix a = letters(2, "AABB");
    EXPECT_EQ(both_ways(a, a, at_least(4)).size, 4U);
    const component_result none = both_ways(a, a, at_least(5));
    EXPECT_FALSE(none.found);
    EXPECT_EQ(none.size, 0U);
    EXPECT_TRUE(none.cells.empty());
    EXPECT_FALSE(both_ways(a, a, at_least(std::numeric_limits<std::uint64_t>::max())).found);
}

component_options tolerating(std::vector<double> channel_tolerances) {
    component_options options;
    options.channel_tolerances = std::move(channel_tolerances);
    return options;
}

/// The first pixels differ by 3, 3, 8 and the second ones by 0, 0, 9; no other pixels are near.
TEST(component_answers, channels_have_tolerances_of_their_own) {
    const matrix a(1, 2, matrix::integers{100, 100, 100, 50, 60, 70}, 3);
    const matrix b(1, 2, matrix::integers{103, 97, 108, 50, 60, 79}, 3);
    EXPECT_EQ(both_ways(a, b, tolerating({3, 3, 8})).cells, (cells{{0, 0}}));
    EXPECT_EQ(both_ways(a, b, tolerating({0, 0, 9})).cells, (cells{{0, 1}}));
    EXPECT_EQ(both_ways(a, b, tolerating({3, 3, 9})).cells, (cells{{0, 0}, {0, 1}}));
    EXPECT_EQ(both_ways(a, b, tolerating(9.0)).size, 2U);
    for (const std::vector<double>& none : {std::vector<double>{2.5, 3, 8}, {3, 2.5, 8}, {3, 3, 7}, {0, 0, 0}})
        EXPECT_FALSE(both_ways(a, b, tolerating(none)).found);
    const matrix as_reals(1, 2, matrix::reals{103, 97, 108, 50, 60, 79}, 3);
    EXPECT_EQ(both_ways(a, as_reals, tolerating({3, 3, 8})).cells, (cells{{0, 0}}));
    EXPECT_EQ(both_ways(b, as_reals).size, 2U);
}

TEST(component_answers, equal_tuples_are_equal_in_every_channel) {
    const matrix a(1, 3, matrix::symbols{1, 2, 1, 3, 2, 2}, 2);
    const matrix b(1, 3, matrix::symbols{1, 3, 2, 2, 1, 1}, 2);
    const component_result result = both_ways(a, b);
    EXPECT_EQ(result.size, 2U);
    EXPECT_EQ(result.shift, (matrix_shift{0, 1}));
    EXPECT_FALSE(both_ways(matrix(1, 1, matrix::symbols{1, 2}, 2), matrix(1, 1, matrix::symbols{2, 1}, 2)).found);
}

TEST(component_answers, components_of_channels_that_do_not_overlap) {
    const matrix a(1, 3, matrix::integers{0, 0, 9, 9, 1, 1}, 2);
    component_options options = tolerating({1, 0});
    options.run.device = device::cpu();
    const std::vector<component_result> found = successive_components(a, a, options, 5);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found.front().size, 3U);
    const matrix b(1, 3, matrix::integers{1, 0, 5, 5, 0, 1}, 2);
    const std::vector<component_result> apart = successive_components(a, b, options, 5);
    ASSERT_EQ(apart.size(), 2U);
    EXPECT_EQ(apart[0].cells, (cells{{0, 0}}));
    EXPECT_EQ(apart[1].cells, (cells{{0, 2}}));
}

TEST(component_answers, tolerances_fit_the_channels) {
    const auto complaint = [](const matrix& a, const matrix& b, const component_options& options) -> std::string {
        try {
            static_cast<void>(largest_common_component(a, b, options));
        } catch (const error& problem) {
            return problem.code() == error_code::usage ? problem.what() : "not usage";
        }
        return "none";
    };
    const matrix rgb(1, 1, matrix::integers{1, 2, 3}, 3);
    const matrix rgba(1, 1, matrix::integers{1, 2, 3, 4}, 4);
    EXPECT_EQ(complaint(rgb, rgb, tolerating({3, 3})),
              "2 tolerances for cells of 3 channels: expected one for all channels, or one for each");
    EXPECT_EQ(complaint(rgb, rgb, tolerating({3, 3, -1})), "the tolerance must be 0 or more");
    EXPECT_EQ(complaint(rgb, rgba, {}), "matrices of 3 channels and of 4 channels cannot be compared");
    component_options both = tolerating({3, 3, 8});
    both.tolerance = 1;
    EXPECT_EQ(complaint(rgb, rgb, both), "there is one tolerance for all channels, or one for each, not both");
    const matrix symbols(1, 1, matrix::symbols{1, 2, 3}, 3);
    EXPECT_EQ(complaint(symbols, symbols, tolerating({0, 0, 1})),
              "a tolerance is for numbers; symbols are equal or not");
    EXPECT_EQ(complaint(symbols, symbols, tolerating({0, 0, 0})), "none");
    EXPECT_THROW(matrix(1, 2, matrix::integers{1, 2, 3}, 3), error);
    EXPECT_THROW(matrix(1, 1, matrix::integers{1}, 0), error);
}

TEST(component_answers, nan_equals_nothing) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const matrix numbers(1, 3, matrix::reals{1, nan, 2});
    for (const double tolerance : {0.0, 5.0, std::numeric_limits<double>::infinity()})
        EXPECT_EQ(both_ways(numbers, numbers, tolerating(tolerance)).size, 1U) << tolerance;
    const matrix none(1, 2, matrix::reals{nan, nan});
    EXPECT_FALSE(both_ways(none, none, tolerating(1)).found);
}

TEST(component_answers, an_infinity_equals_itself_and_zero_has_no_sign) {
    const double infinity = std::numeric_limits<double>::infinity();
    const matrix a(1, 4, matrix::reals{infinity, -infinity, 0.0, 1});
    const matrix b(1, 4, matrix::reals{infinity, -infinity, -0.0, 2});
    EXPECT_EQ(both_ways(a, b).size, 3U);
    EXPECT_EQ(both_ways(a, b, tolerating(0.5)).size, 3U);
    EXPECT_EQ(both_ways(a, b, tolerating(infinity)).size, 4U);
}

TEST(component_answers, differences_of_integers_never_overflow) {
    constexpr std::int64_t low = std::numeric_limits<std::int64_t>::min();
    constexpr std::int64_t high = std::numeric_limits<std::int64_t>::max();
    const matrix a(1, 2, matrix::integers{low, low + 1});
    const matrix b(1, 2, matrix::integers{high, high});
    EXPECT_FALSE(both_ways(a, b, tolerating(1e19)).found); // they are 2^64 - 1 and 2^64 - 2 apart
    EXPECT_EQ(both_ways(a, b, tolerating(18446744073709551616.0)).size, 2U);
    const matrix near(1, 3, matrix::integers{high - 2, high - 1, high});
    EXPECT_EQ(both_ways(near, matrix(1, 3, matrix::integers{high, high, high}), tolerating(1)).size, 2U);
    EXPECT_EQ(both_ways(near, near, tolerating(0.99)).size, 3U); // as doubles all three would be equal
    EXPECT_EQ(both_ways(near, matrix(1, 1, matrix::integers{low}), tolerating(0.99)).size, 0U);
}

TEST(component_answers, integers_beside_reals_are_reals) {
    const matrix a(1, 3, matrix::integers{1, 2, 3});
    const matrix b(1, 3, matrix::reals{1.25, 2.25, 3.5});
    EXPECT_FALSE(both_ways(a, b).found);
    EXPECT_EQ(both_ways(a, b, tolerating(0.25)).size, 2U);
    EXPECT_EQ(both_ways(b, a, tolerating(0.5)).size, 3U);
}

void expect_error(error_code code, const std::function<void()>& call) {
    try {
        call();
        FAIL() << "no error";
    } catch (const error& problem) {
        EXPECT_EQ(problem.code(), code) << problem.what();
    }
}

TEST(component_refuses, what_is_wrong) {
    const matrix symbols(1, 1, matrix::symbols{1});
    const matrix integers(1, 1, matrix::integers{1});
    const matrix reals(1, 1, matrix::reals{1});
    const auto search = [](const matrix& a, const matrix& b, const component_options& options) {
        static_cast<void>(largest_common_component(a, b, options));
    };
    expect_error(error_code::usage, [&] { search(symbols, integers, {}); });
    expect_error(error_code::usage, [&] { search(reals, symbols, {}); });
    expect_error(error_code::usage, [&] { search(symbols, symbols, tolerating(1)); });
    expect_error(error_code::usage, [&] { search(integers, integers, tolerating(-1)); });
    expect_error(error_code::usage, [&] { search(reals, reals, tolerating(std::nan(""))); });
    expect_error(error_code::usage, [&] { search(symbols, symbols, connected(6)); });
    expect_error(error_code::usage, [] { static_cast<void>(matrix(2, 2, matrix::symbols{1, 2, 3})); });
    expect_error(error_code::usage, [] { static_cast<void>(matrix(5, 0, matrix::symbols{1})); });
    component_options options;
    options.run.device = device::cpu();
    options.run.memory = 64;
    expect_error(error_code::resource, [&] { search(symbols, symbols, options); });
    options.run.memory = 0;
    options.run.cancelled = [] { return true; };
    expect_error(error_code::cancelled, [&] { search(symbols, symbols, options); });
}

TEST(component_reports, how_far_it_is) {
    component_options options;
    options.run.device = device::cpu();
    options.run.threads = 1;
    std::uint64_t reports = 0;
    options.run.on_progress = [&](const progress_update& update) {
        EXPECT_LE(update.done, update.total);
        EXPECT_EQ(update.unit, "shifts");
        ++reports;
    };
    const matrix a = letters(2, "AABB");
    EXPECT_TRUE(largest_common_component(a, a, options).found);
    EXPECT_GE(reports, 1U);
}

} // namespace
} // namespace concord::component_answers_test
