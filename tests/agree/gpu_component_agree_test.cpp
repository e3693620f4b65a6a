// The largest common component on real GPUs, one and all of them: against one flood fill for every component of every
// shift in small, against the CPU in large. Skipped where there is none.
#include "agree/component_ways.hpp"
#include "runtime/gpu/gpus.hpp"
#include "runtime/test_settings.hpp"
#include "support/gpu.hpp"
#include "support/random_case.hpp"

#include <random>

namespace concord::gpu_component_agree_test {
namespace {

/// By one GPU in one band; in bands of a row of shifts and by strips of one row, or of three; and by all GPUs.
void try_on_gpus(const test::matrix_case& tried) {
    const component_result expected = component::reference_search(tried.a, tried.b, tried.options);
    run_options run;
    run.device = device::parse("cuda:0");
    test::expect_component(tried, expected, run);
    for (const std::uint64_t tile : {1U, 3U}) {
        const runtime::scoped_tile small(tile);
        test::expect_component(tried, expected, run);
    }
    if (runtime::usable_gpus().size() < 2) return;
    run.device = test::all_gpus();
    test::expect_component(tried, expected, run);
}

/// For tools that run everything a hundred times slower.
TEST(gpu_small_components, cases) {
    CONCORD_GPU_OR_SKIP();
    for (const std::uint64_t seed : test::seeds(52'000'000, 10))
        try_on_gpus(test::make_matrix_case(seed, 2'000));
}

TEST(gpu_components_agree, with_the_oracle) {
    CONCORD_GPU_OR_SKIP();
    for (const std::uint64_t seed : test::seeds(53'000'000, 1000)) {
        try_on_gpus(test::make_matrix_case(seed, 3'000));
        if (testing::Test::HasFailure()) return;
    }
    for (const std::uint64_t seed : test::seeds(54'000'000, 150)) {
        try_on_gpus(test::make_matrix_case(seed, 200'000));
        if (testing::Test::HasFailure()) return;
    }
}

TEST(gpu_components_agree, channels_by_tolerances) {
    CONCORD_GPU_OR_SKIP();
    for (const auto& tried : test::channel_cases(55'000'000)) {
        try_on_gpus(tried);
        if (testing::Test::HasFailure()) return;
    }
}

TEST(gpu_components_agree, spirals_that_wind_through_the_whole_matrix) {
    CONCORD_GPU_OR_SKIP();
    for (const std::size_t columns : {31U, 33U, 63U, 64U, 65U})
        for (const unsigned connectivity : {4U, 8U}) {
            test::matrix_case tried;
            tried.a = matrix(17, columns, test::spiral(17, columns));
            matrix::symbols path = test::spiral(17, columns);
            for (std::uint32_t& cell : path) // its walls agree with nothing, so that the path alone is left
                if (cell == 0) cell = 2;
            tried.b = matrix(17, columns, path);
            tried.options.connectivity = connectivity;
            try_on_gpus(tried);
        }
}

matrix random_matrix(std::size_t rows, std::size_t columns, std::uint32_t letters, std::uint64_t seed) {
    std::mt19937_64 chance(seed);
    matrix::symbols cells(rows * columns);
    for (std::uint32_t& cell : cells)
        cell = static_cast<std::uint32_t>(chance() % letters);
    return {rows, columns, cells};
}

/// Smooth values, so that much agrees within a tolerance.
matrix hills(std::size_t rows, std::size_t columns, double phase) {
    matrix::reals cells(rows * columns);
    for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t column = 0; column < columns; ++column)
            cells[row * columns + column] = 100 * std::sin(static_cast<double>(row) / 17 + phase) *
                                            std::cos(static_cast<double>(column) / 23 + phase);
    return {rows, columns, cells};
}

void expect_as_the_cpu(const matrix& a, const matrix& b, component_options options, const std::string& shown) {
    options.run.device = device::cpu();
    const component_result by_cpu = largest_common_component(a, b, options);
    options.run.device = device::parse("cuda:0");
    const component_result by_gpu = largest_common_component(a, b, options);
    EXPECT_TRUE(by_gpu.run.device.starts_with("cuda:0")) << by_gpu.run.device;
    EXPECT_EQ(by_gpu.size, by_cpu.size) << shown;
    EXPECT_EQ(by_gpu.shift, by_cpu.shift) << shown;
    EXPECT_EQ(by_gpu.cells, by_cpu.cells) << shown;
}

TEST(gpu_components_agree, with_the_cpu_in_large) {
    CONCORD_GPU_OR_SKIP();
    for (const unsigned connectivity : {4U, 8U}) {
        component_options options;
        options.connectivity = connectivity;
        for (const std::uint32_t letters : {2U, 3U, 4U, 20U}) {
            const std::string shown =
                std::to_string(letters) + " letters, connectivity " + std::to_string(connectivity);
            expect_as_the_cpu(random_matrix(90, 130, letters, 1), random_matrix(120, 70, letters, 2), options, shown);
        }
        options.tolerance = 5;
        expect_as_the_cpu(hills(70, 100, 0), hills(90, 60, 1), options, "hills");
    }
}

/// Boards that do not fit shared memory.
TEST(gpu_components_agree, with_the_cpu_on_large_boards) {
    CONCORD_GPU_OR_SKIP();
    component_options options;
    expect_as_the_cpu(random_matrix(700, 1'300, 64, 3), random_matrix(720, 1'250, 64, 4), options, "many letters");
    matrix::symbols part;
    const matrix whole = random_matrix(900, 900, 4, 5);
    const auto& cells = std::get<matrix::symbols>(whole.cells());
    for (std::size_t row = 30; row < 830; ++row)
        part.insert(part.end(), cells.begin() + static_cast<std::ptrdiff_t>(row * 900 + 50),
                    cells.begin() + static_cast<std::ptrdiff_t>(row * 900 + 850));
    expect_as_the_cpu(whole, matrix(800, 800, part), options, "a part of it");
}

/// Strips that end early, since their runs do not fit.
TEST(gpu_components_agree, with_the_cpu_on_many_runs) {
    CONCORD_GPU_OR_SKIP();
    for (const unsigned connectivity : {4U, 8U}) {
        component_options options;
        options.connectivity = connectivity;
        const runtime::scoped_tile tiles(32); // the greatest number of rows of a strip
        expect_as_the_cpu(random_matrix(40, 2'600, 2, 6), random_matrix(37, 2'500, 2, 7), options, "wide");
        matrix::symbols board(std::size_t{35} * 2'300);
        for (std::size_t cell = 0; cell < board.size(); ++cell)
            board[cell] = (cell / 2'300 + cell) % 2;
        expect_as_the_cpu(matrix(33, 2'290, matrix::symbols(std::size_t{33} * 2'290, 0)), matrix(35, 2'300, board),
                          options, "a board of chess");
    }
}

TEST(gpu_components, stop_when_asked_to) {
    CONCORD_GPU_OR_SKIP();
    component_options options;
    options.run.device = device::parse("cuda:0");
    int asked = 0;
    options.run.cancelled = [&] { return ++asked > 3; };
    try {
        static_cast<void>(
            largest_common_component(random_matrix(900, 900, 2, 1), random_matrix(900, 900, 2, 2), options));
        FAIL() << "no error";
    } catch (const error& problem) {
        EXPECT_EQ(problem.code(), error_code::cancelled) << problem.what();
    }
}

} // namespace
} // namespace concord::gpu_component_agree_test
