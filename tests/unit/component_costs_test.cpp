// What a search for the largest component is estimated to take: more where more cells agree, and less by shapes where
// few do.
#include "problems/component/coded_matrices.hpp"
#include "problems/component/costs.hpp"

#include <gtest/gtest.h>

namespace concord::component::component_costs_test {
namespace {

/// One row each.
coded_matrices coded(const matrix::integers& a, const matrix::integers& b, double tolerance) {
    component_options options;
    options.tolerance = tolerance;
    return code_matrices(matrix(1, a.size(), a), matrix(1, b.size(), b), options);
}

TEST(agreeing_pairs, by_hand) {
    EXPECT_EQ(agreeing_pairs(coded({1, 1, 2, 3}, {1, 2, 2, 9}, 0)), 4); // two of 1, and one of each 2
    EXPECT_EQ(agreeing_pairs(coded({1, 1, 2, 3}, {8, 9}, 0)), 0);
    EXPECT_EQ(agreeing_pairs(coded({1, 1, 2, 4}, {1, 3, 9}, 1)), 5); // 1, 1, 2; 2, 4; none
}

TEST(component_costs, grow_with_the_share_that_agrees) {
    search_work work{.cells = 8e4, .pairs = 1.6e9, .agreeing = 8e8};
    const double half = seconds_of_search(work);
    EXPECT_NEAR(half, 1.06, 0.2); // 200 x 200 cells of two values take 1.07 s
    work.agreeing = 4e8;
    const double quarter = seconds_of_search(work);
    EXPECT_LT(quarter, half);
    work.has_corners = true;
    EXPECT_GT(seconds_of_search(work), quarter);
}

TEST(component_costs, are_less_by_shapes_where_values_are_many) {
    search_work work{.cells = 524'288, .pairs = 68'719'476'736, .agreeing = 268'435'456}; // 512 x 512, 256 values
    const double by_shifts = seconds_of_search(work);
    work.joins_shapes = true;
    EXPECT_LT(seconds_of_search(work), by_shifts / 10);
    work.agreeing = work.pairs / 2;
    const double of_two_values = seconds_of_search(work);
    work.joins_shapes = false;
    EXPECT_EQ(seconds_of_search(work), of_two_values);
    EXPECT_EQ(seconds_of_search({}), 0);
}

} // namespace
} // namespace concord::component::component_costs_test
