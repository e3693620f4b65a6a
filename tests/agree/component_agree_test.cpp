// The largest common component by every vector target, with one thread and more, small tiles and little memory, against
// one flood fill for every component of every shift.
#include "agree/component_ways.hpp"
#include "support/random_case.hpp"

namespace concord::component_agree_test {
namespace {

class component_agree : public testing::TestWithParam<int> {};

TEST_P(component_agree, small_ones) {
    for (const std::uint64_t seed : test::seeds(50'000'000 + 10'000 * static_cast<std::uint64_t>(GetParam()), 1000))
        test::try_component(test::make_matrix_case(seed, 3'000));
}

TEST_P(component_agree, larger_ones) {
    for (const std::uint64_t seed : test::seeds(51'000'000 + 10'000 * static_cast<std::uint64_t>(GetParam()), 100))
        test::try_component(test::make_matrix_case(seed, 200'000));
}

INSTANTIATE_TEST_SUITE_P(seeds, component_agree, testing::Range(0, 8));

TEST(component_agrees_in, spirals_that_wind_through_the_whole_matrix) {
    for (const std::size_t columns : {31U, 33U, 63U, 64U, 65U})
        for (const unsigned connectivity : {4U, 8U}) {
            test::matrix_case tried;
            tried.a = matrix(17, columns, test::spiral(17, columns));
            matrix::symbols path = test::spiral(17, columns);
            for (std::uint32_t& cell : path) // its walls agree with nothing, so that the path alone is left
                if (cell == 0) cell = 2;
            tried.b = matrix(17, columns, path);
            tried.options.connectivity = connectivity;
            test::try_component(tried);
        }
}

TEST(component_agrees_in, one_row_and_one_column_of_many_values) {
    matrix::integers row(70'000);
    for (std::size_t i = 0; i < row.size(); ++i)
        row[i] = static_cast<std::int64_t>(i * 7'919 % row.size());
    const matrix::integers part(row.begin() + 69'000, row.begin() + 69'005);
    for (const double tolerance : {0.0, 2.0, 10'000.0})
        for (const bool across : {true, false}) {
            test::matrix_case tried;
            tried.a = across ? matrix(1, row.size(), row) : matrix(row.size(), 1, row);
            tried.b = across ? matrix(1, part.size(), part) : matrix(part.size(), 1, part);
            tried.options.tolerance = tolerance;
            component_options options = tried.options;
            const component_result expected = component::reference_search(tried.a, tried.b, options);
            EXPECT_GE(expected.size, 5U);
            run_options run;
            run.threads = 2;
            test::expect_component(tried, expected, run);
        }
}

/// Every number of channels, with every tolerance: equal ones, one of many, all.
TEST(component_agrees_in, channels_by_tolerances) {
    for (const auto& tried : test::channel_cases(49'000'000)) {
        test::try_component(tried);
        if (HasFailure()) return;
    }
}

/// Patterns whose agreeing cells fall into many equal parts: nearly every shift is as good as the best.
TEST(component_agrees_in, stripes_and_checkerboards) {
    struct shape {
        std::size_t rows;
        std::size_t columns;
    };
    const auto pattern = [](shape of, unsigned kind, std::size_t width) {
        matrix::symbols cells(of.rows * of.columns);
        for (std::size_t row = 0; row < of.rows; ++row)
            for (std::size_t column = 0; column < of.columns; ++column) {
                const std::size_t number = kind == 0   ? row / width
                                           : kind == 1 ? column / width
                                                       : row / width + column / width;
                cells[row * of.columns + column] = number % 2;
            }
        return matrix(of.rows, of.columns, cells);
    };
    for (const shape of : {shape{12, 12}, shape{5, 70}, shape{70, 4}, shape{3, 130}})
        for (unsigned kinds = 0; kinds < 9; ++kinds)
            for (const std::size_t width : {1U, 2U})
                for (const unsigned connectivity : {4U, 8U}) {
                    test::matrix_case tried;
                    tried.seed = kinds;
                    tried.a = pattern(of, kinds / 3, 1);
                    tried.b = pattern({of.rows + 1 - width, of.columns}, kinds % 3, width);
                    tried.options.connectivity = connectivity;
                    test::try_component(tried);
                    if (HasFailure()) return;
                }
}

/// Matrices that repeat a unit, over matrices of all kinds: most shifts repeat others, and the lowest of several
/// largest components is often under one of them.
TEST(component_agrees_in, matrices_that_repeat_a_unit) {
    for (const std::uint64_t seed : test::seeds(53'000'000, 400)) {
        test::try_component(test::repeating_case(seed, 12'000));
        if (HasFailure()) return;
    }
}

TEST(component_agrees_in, wide_matrices_of_few_rows) {
    for (const std::size_t columns : {511U, 512U, 513U})
        for (const std::uint32_t letters : {1U, 2U, 5U}) {
            test::matrix_case tried;
            tried.seed = columns * letters;
            const auto cells = [&](std::size_t rows, std::uint32_t seed) {
                matrix::symbols made(rows * columns);
                std::uint32_t state = seed;
                for (std::uint32_t& cell : made)
                    cell = (state = state * 1664525U + 1013904223U) >> 16U, cell %= letters;
                return made;
            };
            tried.a = matrix(2, columns, cells(2, 1));
            tried.b = matrix(3, columns, cells(3, letters == 5 ? 1 : 2));
            test::try_component(tried);
        }
}

} // namespace
} // namespace concord::component_agree_test
