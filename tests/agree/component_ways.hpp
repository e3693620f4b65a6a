// One case, all ways: every vector target, threads, tiles and memory, against one expected answer.
#pragma once

#include "oracles/component.hpp"
#include "problems/component/cpu/shift_filter.hpp"
#include "runtime/test_settings.hpp"
#include "support/matrix_case.hpp"

#include <concord/component.hpp>

#include <gtest/gtest.h>

#include <array>
#include <string>

namespace concord::test {

inline void expect_component(const matrix_case& tried, const component_result& expected, const run_options& run) {
    component_options options = tried.options;
    options.run = run;
    if (run.device.is_automatic()) options.run.device = device::cpu();
    const component_result result = largest_common_component(tried.a, tried.b, options);
    const std::string how = to_string(options.run.device) + ", " + std::string(to_string(run.vectors)) + ", " +
                            std::to_string(run.threads) + " threads, tile " + std::to_string(runtime::forced_tile()) +
                            ", memory " + std::to_string(run.memory) + "\n" + tried.to_paste();
    ASSERT_EQ(result.found, expected.found) << how;
    ASSERT_EQ(result.size, expected.size) << how;
    ASSERT_EQ(result.shift.rows, expected.shift.rows) << how;
    ASSERT_EQ(result.shift.columns, expected.shift.columns) << how;
    ASSERT_TRUE(result.cells == expected.cells) << how;
    EXPECT_EQ(result.shifts, expected.shifts) << how;
    EXPECT_LE(result.labelled, result.shifts) << how;
    if (run.vectors != vector_target::automatic) {
        EXPECT_EQ(result.run.vectors, to_string(run.vectors)) << how;
    }
}

/// The least memory that the search does with: it takes the shifts in many bands then.
inline std::uint64_t least_memory(const matrix_case& tried) {
    const component::bit_planes planes(component::code_matrices(tried.a, tried.b, tried.options));
    const auto& kernels =
        component::sweeps_for(simd::choose_vectors(vector_target::automatic), tried.options.connectivity);
    return component::shift_filter::bytes(planes.view(), kernels);
}

inline void try_component(const matrix_case& tried) {
    const component_result expected = component::reference_search(tried.a, tried.b, tried.options);
    run_options run;
    run.threads = 1;
    for (const vector_target vectors : usable_vectors()) {
        run.vectors = vectors;
        expect_component(tried, expected, run);
    }
    run.vectors = vector_target::automatic;
    constexpr std::array<std::uint64_t, 4> tiles = {1, 7, 64, 1000};
    run.threads = 2 + static_cast<unsigned>(tried.seed % 2);
    const runtime::scoped_tile small(tiles.at(tried.seed % tiles.size()));
    run.memory = least_memory(tried);
    expect_component(tried, expected, run);
}

} // namespace concord::test
