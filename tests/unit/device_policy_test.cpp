// Devices as text, and which of them a call gets.
#include "runtime/device_policy.hpp"
#include "runtime/gpu/gpus.hpp"
#include "runtime/test_settings.hpp"

#include <concord/device.hpp>
#include <concord/error.hpp>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace concord::device_policy_test {
namespace {

error_code code_of(const std::string& text) {
    try {
        static_cast<void>(device::parse(text));
    } catch (const error& refused) {
        return refused.code();
    }
    ADD_FAILURE() << "'" << text << "' is taken for a device";
    return error_code::cancelled;
}

TEST(device, is_read_and_written) {
    for (const std::string text : {"auto", "cpu", "cuda", "cuda:0", "cuda:3,1,12", "cuda:9999"})
        EXPECT_EQ(to_string(device::parse(text)), text);
    EXPECT_EQ(device(), device::automatic());
    EXPECT_EQ(device::parse("cuda:1,0"), device::gpus({1, 0}));
    EXPECT_TRUE(device::parse("cuda").names_gpus());
    EXPECT_TRUE(device::parse("cuda").gpu_numbers().empty());
    EXPECT_FALSE(device::cpu().names_gpus());
}

TEST(device, is_refused_where_it_is_none) {
    for (const std::string text : {"", "gpu", "CPU", "cuda:", "cuda:a", "cuda:0,", "cuda:,0", "cuda:-1", "cuda:0,0",
                                   "cuda:10000", "cuda:0 ", " cuda", "cuda:1.5", "cuda:99999999999999999999"})
        EXPECT_EQ(code_of(text), error_code::usage) << text;
    EXPECT_THROW(static_cast<void>(device::gpus({})), error);
    EXPECT_THROW(static_cast<void>(device::gpus({-1})), error);
    EXPECT_THROW(static_cast<void>(device::gpus({1, 2, 1})), error);
}

TEST(vector_target, is_read_and_written) {
    for (const std::string text : {"auto", "baseline", "avx2", "avx512"})
        EXPECT_EQ(to_string(parse_vector_target(text)), text);
    EXPECT_THROW(static_cast<void>(parse_vector_target("mmx")), error);
    EXPECT_EQ(usable_vectors().back(), vector_target::baseline);
}

TEST(device_policy, gives_small_work_to_the_cpu_and_says_why) {
    std::vector<std::string> notes;
    const runtime::device_choice chosen = runtime::choose_device({}, {.cpu = 0.01, .gpu = 0.001}, &notes);
    EXPECT_FALSE(chosen.on_gpus());
    ASSERT_EQ(notes.size(), 1U);
    EXPECT_TRUE(notes.front().starts_with("on the CPU: ")) << notes.front();
    EXPECT_FALSE(runtime::choose_device({}, {.cpu = 0.01}, nullptr).on_gpus());
}

TEST(device_policy, gives_large_work_to_a_gpu_where_there_is_one) {
    const bool there_is_one = !runtime::usable_gpus().empty();
    EXPECT_EQ(runtime::choose_device({}, {.cpu = 60, .gpu = 0.1}, nullptr).gpus.size(), there_is_one ? 1U : 0U);
    EXPECT_FALSE(runtime::choose_device({}, {.cpu = 60, .gpu = 90}, nullptr).on_gpus());
    EXPECT_FALSE(runtime::choose_device({}, {.cpu = 60, .cpu_only = "no kernel"}, nullptr).on_gpus());
    EXPECT_EQ(runtime::choose_device({}, {.cpu = 600, .gpu = 60}, nullptr).gpus.size(), runtime::usable_gpus().size());
    EXPECT_LE(runtime::choose_device({}, {.cpu = 600, .gpu = 60, .most_gpus = 1}, nullptr).gpus.size(), 1U);
    run_options on_cpu;
    on_cpu.device = device::cpu();
    EXPECT_FALSE(runtime::choose_device(on_cpu, {.cpu = 600, .gpu = 60}, nullptr).on_gpus());
}

TEST(device_policy, does_not_replace_what_is_named) {
    run_options named;
    named.device = device::gpus({4000});
    EXPECT_THROW(static_cast<void>(runtime::choose_device(named, {}, nullptr)), error);
    EXPECT_THROW(runtime::check_device(named), error);
}

TEST(device_policy, writes_estimates_without_exponents_of_large_numbers) {
    EXPECT_EQ(runtime::estimate_note(0.012, "the CPU", 0.0994), "estimated 12 ms on the CPU; took 99 ms");
    EXPECT_EQ(runtime::estimate_note(0.0997, "the CPU", 0.84), "estimated 0.0997 s on the CPU; took 0.84 s");
    EXPECT_EQ(runtime::estimate_note(999, "the GPU", 4021.4), "estimated 999 s on the GPU; took 4021 s");
}

TEST(device_policy, falls_back_to_the_cpu_once) {
    std::vector<std::string> notes;
    const auto out_of_memory = []() -> int { throw error(error_code::resource, "cuda:0 has no 3 MiB of memory left"); };
    const auto on_cpu = [] { return 7; };
    EXPECT_EQ(runtime::run_on({{0}, false}, &notes, out_of_memory, on_cpu), 7);
    EXPECT_EQ(notes, std::vector<std::string>{"cuda:0 has no 3 MiB of memory left; on the CPU instead"});
    EXPECT_THROW(runtime::run_on({{0}, true}, &notes, out_of_memory, on_cpu), error);
    EXPECT_EQ(runtime::run_on({}, &notes, out_of_memory, on_cpu), 7);
    const auto stopped = []() -> int { throw error(error_code::cancelled, "stopped on request"); };
    EXPECT_THROW(runtime::run_on({{0}, false}, &notes, stopped, on_cpu), error);
}

TEST(test_settings, last_as_long_as_their_scope) {
    EXPECT_EQ(runtime::forced_tile(), 0U);
    {
        const runtime::scoped_tile outer(5);
        const runtime::scoped_tile inner(0);
        EXPECT_EQ(runtime::forced_tile(), 0U);
    }
    EXPECT_EQ(runtime::forced_tile(), 0U);
}

} // namespace
} // namespace concord::device_policy_test
