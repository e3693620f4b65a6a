// Range minima on a real GPU against a loop over each range, and in large against the CPU. Skipped where there is none.
#include "runtime/gpu/gpus.hpp"
#include "support/gpu.hpp"
#include "support/random_case.hpp"

#include <concord/error.hpp>
#include <concord/range_minimum.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <random>
#include <span>
#include <vector>

namespace concord::gpu_range_minimum_agree_test {
namespace {

using numbers = std::vector<std::uint64_t>;

run_options on_gpu() {
    run_options run;
    run.device = device::parse("cuda:0");
    return run;
}

template <class Value>
std::vector<Value> some_values(std::mt19937_64& chance, std::uint64_t size, std::uint64_t distinct) {
    std::vector<Value> values(size);
    const auto least = static_cast<std::uint64_t>(std::numeric_limits<Value>::min());
    const auto greatest = static_cast<std::uint64_t>(std::numeric_limits<Value>::max());
    for (Value& value : values) // from both ends of the type
        value = static_cast<Value>(chance() % 2 == 0 ? least + chance() % distinct : greatest - chance() % distinct);
    return values;
}

struct ranges {
    numbers first;
    numbers last;
};

/// Half of them short.
ranges some_ranges(std::mt19937_64& chance, std::uint64_t size, std::uint64_t count) {
    ranges made;
    for (std::uint64_t query = 0; query < count; ++query) {
        const std::uint64_t begin = chance() % size;
        const std::uint64_t most = query % 2 == 0 ? std::min<std::uint64_t>(70, size - begin) : size - begin;
        made.first.push_back(begin);
        made.last.push_back(begin + 1 + chance() % most);
    }
    return made;
}

template <class Value>
void try_minima(std::uint64_t seed) {
    std::mt19937_64 chance(seed);
    constexpr std::uint64_t sizes[] = {1, 2, 31, 32, 33, 63, 64, 65, 127, 500, 1024, 3000};
    const std::uint64_t size = sizes[seed % std::size(sizes)];
    const std::vector<Value> values = some_values<Value>(chance, size, 1 + seed % 5);
    const ranges asked = some_ranges(chance, size, 400);
    numbers expected;
    for (std::size_t i = 0; i < asked.first.size(); ++i)
        expected.push_back(
            static_cast<std::uint64_t>(std::min_element(values.begin() + static_cast<std::ptrdiff_t>(asked.first[i]),
                                                        values.begin() + static_cast<std::ptrdiff_t>(asked.last[i])) -
                                       values.begin()));
    const range_minimum built_there(std::span<const Value>(values), on_gpu());
    const range_minimum built_here{std::span<const Value>(values)};
    for (const range_minimum& minima : {built_there, built_here, built_here}) { // copied there; held there
        numbers found(expected.size());
        const run_report report = minima.argmin(asked.first, asked.last, found, on_gpu());
        EXPECT_TRUE(report.device.starts_with("cuda:0")) << report.device;
        EXPECT_EQ(found, expected) << "CONCORD_SEED=" << seed << " size " << size << " bytes " << sizeof(Value);
    }
    EXPECT_EQ(built_there.argmin(asked.first[0], asked.last[0]), expected[0]); // by the host
}

/// For compute-sanitizer.
TEST(gpu_small_range_minimum, with_a_loop) {
    CONCORD_GPU_OR_SKIP();
    try_minima<std::int32_t>(61'000);
    try_minima<std::uint64_t>(61'001);
}

TEST(gpu_range_minimum_agrees, with_a_loop) {
    CONCORD_GPU_OR_SKIP();
    for (const std::uint64_t seed : test::seeds(61'000, 60)) {
        try_minima<std::int8_t>(seed);
        try_minima<std::uint8_t>(seed);
        try_minima<std::int16_t>(seed);
        try_minima<std::uint16_t>(seed);
        try_minima<std::int32_t>(seed);
        try_minima<std::uint32_t>(seed);
        try_minima<std::int64_t>(seed);
        try_minima<std::uint64_t>(seed);
        if (testing::Test::HasFailure()) return;
    }
}

TEST(gpu_range_minimum_agrees, with_the_cpu_in_large) {
    CONCORD_GPU_OR_SKIP();
    std::mt19937_64 chance(62'000);
    const std::vector<std::int32_t> values = some_values<std::int32_t>(chance, 5'000'000, 1'000'000);
    const ranges asked = some_ranges(chance, values.size(), 1'000'000);
    const range_minimum minima{std::span<const std::int32_t>(values)};
    run_options on_cpu;
    on_cpu.device = device::cpu();
    numbers expected(asked.first.size());
    EXPECT_EQ(minima.argmin(asked.first, asked.last, expected, on_cpu).device, "cpu");
    run_options run = on_gpu();
    for (const std::uint64_t memory : {std::uint64_t{0}, std::uint64_t{64} << 20U}) { // many batches the second time
        run.memory = memory;
        const range_minimum again(std::span<const std::int32_t>(values), run);
        numbers found(expected.size());
        again.argmin(asked.first, asked.last, found, run);
        EXPECT_EQ(found, expected) << memory;
        run_options automatic;
        automatic.threads = 1;
        const run_report report = again.argmin(asked.first, asked.last, found, automatic);
        EXPECT_TRUE(report.device.starts_with("cuda")) << report.device; // a million queries are worth it
        EXPECT_EQ(found, expected) << memory;
        EXPECT_EQ(again.argmin(asked.first, asked.last, found, on_cpu).device, "cpu");
        EXPECT_EQ(found, expected) << memory;
    }
}

TEST(gpu_range_minimum, refuses_what_cannot_be) {
    CONCORD_GPU_OR_SKIP();
    const std::vector<std::int32_t> values(100'000, 7);
    const range_minimum minima(std::span<const std::int32_t>(values), on_gpu());
    numbers found(2);
    const auto code_of = [&](const numbers& first, const numbers& last, const run_options& run) {
        try {
            minima.argmin(first, last, found, run);
        } catch (const error& problem) {
            return problem.code();
        }
        return error_code{};
    };
    EXPECT_EQ(code_of({0, 5}, {1, 5}, on_gpu()), error_code::usage);
    EXPECT_EQ(code_of({0, 5}, {1, 100'001}, on_gpu()), error_code::usage);
    run_options cancelled = on_gpu();
    cancelled.cancelled = [] { return true; };
    EXPECT_EQ(code_of({0, 5}, {1, 9}, cancelled), error_code::cancelled);
    run_options small = on_gpu();
    small.memory = 1000;
    EXPECT_THROW(range_minimum(std::span<const std::int32_t>(values), small), error);
}

} // namespace
} // namespace concord::gpu_range_minimum_agree_test
