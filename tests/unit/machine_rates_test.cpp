// Rates of a machine: what estimates of every problem make of them, and what the policy makes of estimates.
#include "alignment/costs.hpp"
#include "problems/adapters/costs.hpp"
#include "problems/component/costs.hpp"
#include "problems/distance/costs.hpp"
#include "problems/overlap/costs.hpp"
#include "problems/substring/costs.hpp"
#include "runtime/device_policy.hpp"
#include "runtime/machine_rates.hpp"
#include "support/simulated_set.hpp"

#include <concord/error.hpp>
#include <concord/machine_rates.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace concord::machine_rates_test {
namespace {

/// Rates that are in use while it lives.
class scoped_rates {
  public:
    explicit scoped_rates(const machine_rates& rates) : before_(used_machine_rates()) { use_machine_rates(rates); }
    scoped_rates(const scoped_rates&) = delete;
    scoped_rates& operator=(const scoped_rates&) = delete;
    ~scoped_rates() { use_machine_rates(before_); }

  private:
    machine_rates before_;
};

constexpr unsigned threads = 4;

/// Every kind of every device, each of which can be changed alone.
struct kind {
    std::string name;
    std::function<void(machine_rates&, double)> set;
};

const std::vector<kind>& kinds() {
    static const std::vector<kind> all = {
        {"cpu scanning",
         [](machine_rates& rates, double rate) {
             rates.cpu.scanning = {rate, rate};
         }},
        {"cpu cells",
         [](machine_rates& rates, double rate) {
             rates.cpu.cells = {rate, rate};
         }},
        {"cpu sorting",
         [](machine_rates& rates, double rate) {
             rates.cpu.sorting = {rate, rate};
         }},
        {"cpu memory",
         [](machine_rates& rates, double rate) {
             rates.cpu.memory = {rate, rate};
         }},
        {"gpu transfer", [](machine_rates& rates, double rate) { rates.gpu.transfer = rate; }},
        {"gpu launching", [](machine_rates& rates, double rate) { rates.gpu.launching = rate; }},
        {"gpu scanning", [](machine_rates& rates, double rate) { rates.gpu.scanning = rate; }},
        {"gpu cells", [](machine_rates& rates, double rate) { rates.gpu.cells = rate; }},
        {"gpu sorting", [](machine_rates& rates, double rate) { rates.gpu.sorting = rate; }},
    };
    return all;
}

struct estimate {
    std::string of;
    std::function<runtime::device_costs()> costs;
    std::vector<std::string> consists_of; ///< kinds
};

/// Of the longest substring of some reads.
runtime::device_costs costs_of_reads() {
    static const sequence_set reads = test::simulated_reads(5000, 51, 51, 0.005);
    substring_options options;
    options.mismatches = 3;
    options.support = 1000;
    return substring::costs_of({reads, options}, threads);
}

const std::vector<estimate>& estimates() {
    static const std::vector<estimate> all = {
        {"substring",
         [] { return costs_of_reads(); },
         {"cpu scanning", "cpu memory", "gpu scanning", "gpu transfer", "gpu launching"}},
        {"component",
         [] { return component::costs_of({.cells = 2e6, .pairs = 1e12, .agreeing = 1e11}, threads); },
         {"cpu cells", "gpu cells"}},
        {"adapters",
         [] { return adapters::costs_of(1e8, false, threads); },
         {"cpu scanning", "cpu memory", "gpu scanning"}},
        {"adapters in long reads",
         [] { return adapters::costs_of(1e8, true, threads); },
         {"cpu scanning", "cpu memory", "gpu scanning"}},
        {"a pair", [] { return pairwise::costs_of_matrix(1e13, threads); }, {"cpu cells", "gpu cells"}},
        {"pairs",
         [] {
             return edit_distance::costs_of_pairs({1e6, 1e8, 1e13}, true, threads);
         },
         {"cpu cells", "gpu cells"}},
        {"hamming",
         [] {
             return edit_distance::costs_of_pairs({1e6, 1e8, 0}, false, threads);
         },
         {"cpu scanning", "cpu memory", "gpu scanning", "gpu transfer"}},
        {"near pairs by keys",
         [] { return edit_distance::costs_of_near_pairs(1e6, 1e6, 3, threads); },
         {"cpu memory", "gpu sorting"}},
        {"near pairs of few",
         [] { return edit_distance::costs_of_near_pairs(1e3, 1e3, 3, threads); },
         {"cpu cells", "gpu sorting"}},
        {"patterns",
         [] {
             return edit_distance::costs_of_finding({1e9, 96, 23, 3}, threads);
         },
         {"cpu cells", "gpu cells"}},
        {"an index",
         [] { return overlap::costs_of_index({.letters = 1e9}, threads); },
         {"cpu sorting", "gpu sorting", "gpu transfer"}},
        {"an index and its questions",
         [] {
             return overlap::costs_of_index({1e9, true, 1e9}, threads);
         },
         {"cpu sorting", "cpu memory", "cpu scanning", "gpu sorting", "gpu transfer", "gpu scanning"}},
        {"a walk", [] { return overlap::costs_of_walk(1e9, 1e-3, threads); }, {"cpu memory", "gpu launching"}},
        {"prefixes", [] { return overlap::costs_of_prefixes(1e9, 1e-3, threads); }, {"cpu memory", "gpu launching"}},
    };
    return all;
}

TEST(machine_rates, are_those_of_the_reference_at_first) {
    EXPECT_EQ(used_machine_rates().cpu.scanning.together, 1);
    EXPECT_EQ(used_machine_rates().gpu.start_seconds, 0.5);
    EXPECT_TRUE(is_valid(machine_rates{}));
    const double here = pairwise::costs_of_matrix(1e9, 1).cpu;
    EXPECT_DOUBLE_EQ(here, 1e9 / pairwise::tuning::cpu_cells_a_second);
    EXPECT_DOUBLE_EQ(pairwise::costs_of_matrix(1e9, threads).cpu, here / threads);
}

TEST(machine_rates, of_some_threads_lie_between_those_of_one_and_of_all) {
    constexpr thread_rates rates{1.5, 0.5};
    EXPECT_EQ(runtime::rate_of(rates, 1, 5), 1.5);
    EXPECT_EQ(runtime::rate_of(rates, 0, 5), 1.5);
    EXPECT_EQ(runtime::rate_of(rates, 3, 5), 1.0);
    EXPECT_EQ(runtime::rate_of(rates, 5, 5), 0.5);
    EXPECT_EQ(runtime::rate_of(rates, 64, 5), 0.5);
    EXPECT_EQ(runtime::rate_of(rates, 2, 1), 0.5);
}

TEST(machine_rates, divide_the_seconds_of_their_kind) {
    const runtime::cpu_work work{.scanning = 1, .cells = 2, .sorting = 4, .memory = 8};
    cpu_rates rates;
    rates.scanning = {2, 2};
    rates.cells = {4, 4};
    rates.sorting = {0.5, 0.5};
    rates.memory = {16, 16};
    EXPECT_DOUBLE_EQ(runtime::seconds_of(work, threads, rates), 0.5 + 0.5 + 8 + 0.5);
    const gpu_rates of_gpu{.transfer = 2, .launching = 4, .scanning = 8, .cells = 0.5, .sorting = 0.25};
    EXPECT_DOUBLE_EQ(runtime::seconds_of(runtime::gpu_work{1, 1, 1, 1, 1}, of_gpu), 0.5 + 0.25 + 0.125 + 2 + 4);
}

TEST(machine_rates, beyond_their_limits_are_refused) {
    const double infinite = std::numeric_limits<double>::infinity();
    for (const double rate : {0.0, -1.0, 1e-4, 1e4, infinite, std::numeric_limits<double>::quiet_NaN()})
        for (const kind& each : kinds()) {
            machine_rates rates;
            each.set(rates, rate);
            EXPECT_FALSE(is_valid(rates)) << each.name << " " << rate;
            EXPECT_THROW(use_machine_rates(rates), error) << each.name << " " << rate;
        }
    machine_rates rates;
    rates.cpu.cores = 0;
    EXPECT_FALSE(is_valid(rates));
    rates.cpu.cores = 1;
    for (const double start : {-0.1, 61.0, infinite}) {
        rates.gpu.start_seconds = start;
        EXPECT_FALSE(is_valid(rates)) << start;
    }
    EXPECT_EQ(used_machine_rates().gpu.start_seconds, 0.5);
}

TEST(estimates, scale_with_the_rates_of_the_kinds_that_they_consist_of) {
    for (const estimate& each : estimates()) {
        const runtime::device_costs reference = each.costs();
        EXPECT_GT(reference.cpu, 0) << each.of;
        EXPECT_GT(reference.gpu, 0) << each.of;
        for (const kind& changed : kinds()) {
            machine_rates rates;
            changed.set(rates, 0.5);
            const scoped_rates used(rates);
            const runtime::device_costs costs = each.costs();
            const bool consists =
                std::find(each.consists_of.begin(), each.consists_of.end(), changed.name) != each.consists_of.end();
            const bool of_cpu = changed.name.starts_with("cpu");
            // The host's decisions between the steps of a GPU are a part of what that takes.
            const bool both = each.of.starts_with("adapters") && changed.name == "cpu scanning";
            EXPECT_EQ(costs.cpu > reference.cpu, consists && of_cpu) << each.of << ", " << changed.name;
            EXPECT_EQ(costs.gpu > reference.gpu, (consists && !of_cpu) || both) << each.of << ", " << changed.name;
        }
        machine_rates half;
        for (const kind& changed : kinds())
            changed.set(half, 0.5);
        const scoped_rates used(half);
        EXPECT_NEAR(each.costs().cpu, 2 * reference.cpu, 1e-9 * reference.cpu) << each.of;
        EXPECT_NEAR(each.costs().gpu, 2 * reference.gpu, 1e-9 * reference.gpu) << each.of;
        EXPECT_NEAR(each.costs().cpu_after, 2 * reference.cpu_after, 1e-9 * reference.cpu) << each.of;
    }
}

TEST(estimates, of_points_scale_with_scanning_and_the_start_of_a_gpu) {
    const double points = pairwise::points_while_a_gpu_starts(1);
    const double there = pairwise::points_on_gpu(0.25);
    machine_rates rates;
    rates.cpu.scanning.alone = 3;
    rates.gpu.start_seconds = 1;
    rates.gpu.scanning = 5;
    const scoped_rates used(rates);
    EXPECT_DOUBLE_EQ(pairwise::points_while_a_gpu_starts(1), 6 * points);
    EXPECT_DOUBLE_EQ(pairwise::points_on_gpu(0.25), 5 * there);
}

TEST(device_policy_by_rates, waits_for_a_gpu_as_long_as_the_rates_say) {
    const auto reason = [](double cpu) {
        std::vector<std::string> notes;
        static_cast<void>(runtime::choose_device({}, {.cpu = cpu, .gpu = 1e-3}, &notes));
        return notes.at(0);
    };
    EXPECT_NE(reason(0.4).find("before a GPU has started"), std::string::npos);
    machine_rates rates;
    rates.gpu.start_seconds = 0.2;
    const scoped_rates used(rates);
    EXPECT_EQ(reason(0.4).find("before a GPU has started"), std::string::npos) << "there is none, or it is chosen";
    EXPECT_NE(reason(0.1).find("before a GPU has started"), std::string::npos);
}

TEST(device_policy_by_rates, counts_the_start_of_a_gpu) {
    const auto reason = [](double cpu, double gpu) {
        std::vector<std::string> notes;
        EXPECT_FALSE(runtime::choose_device({}, {.cpu = cpu, .gpu = gpu}, &notes).on_gpus());
        return notes.at(0);
    };
    EXPECT_EQ(reason(0.8, 0.3), "on the CPU: 0.8 s there, 0.3 s on a GPU, which takes 0.5 s to start, by an estimate");
    machine_rates rates;
    rates.gpu.start_seconds = 4;
    const scoped_rates used(rates);
    EXPECT_EQ(reason(6, 2), "on the CPU: 6 s there, 2 s on a GPU, which takes 4 s to start, by an estimate");
}

TEST(device_policy_by_rates, compares_the_estimate_with_the_truth) {
    run_options on_cpu;
    on_cpu.device = device::cpu();
    std::vector<std::string> notes;
    const runtime::device_choice chosen =
        runtime::choose_device(on_cpu, {.cpu = 90, .gpu = 4, .cpu_after = 15}, &notes);
    EXPECT_EQ(chosen.cpu_seconds, 75);
    const auto nothing = []() -> int { throw error(error_code::resource, "no memory"); };
    EXPECT_EQ(runtime::run_on(chosen, &notes, nothing, [] { return 7; }), 7);
    ASSERT_EQ(notes.size(), 1U);
    EXPECT_TRUE(notes[0].starts_with("estimated 75 s on the CPU; took ")) << notes[0];
    EXPECT_TRUE(notes[0].ends_with(" ms")) << notes[0];

    notes.clear(); // a GPU that fails: the CPU's estimate counts
    EXPECT_EQ(runtime::run_on({{0}, false, 0.25, 60}, &notes, nothing, [] { return 7; }), 7);
    ASSERT_EQ(notes.size(), 2U);
    EXPECT_TRUE(notes[1].starts_with("estimated 60 s on the CPU; took ")) << notes[1];

    notes.clear();
    EXPECT_EQ(runtime::run_on(
                  {{0}, false, 0.25, 60}, &notes, [] { return 5; }, [] { return 7; }),
              5);
    ASSERT_EQ(notes.size(), 1U);
    EXPECT_TRUE(notes[0].starts_with("estimated 0.25 s on the GPU; took ")) << notes[0];
}

TEST(calibration, measures_the_cpu_and_uses_nothing) {
    run_options on;
    on.device = device::cpu();
    on.threads = 2;
    const measured_rates found = measure_machine_rates(on);
    EXPECT_TRUE(is_valid(found.rates));
    EXPECT_EQ(found.rates.cpu.cores, 2U);
    EXPECT_EQ(found.details.size(), 8U);
    for (const measured_rate& each : found.details)
        EXPECT_GT(each.seconds, 0) << each.kind << ", " << each.how;
    EXPECT_TRUE(found.gpu.empty());
    EXPECT_FALSE(found.why_no_gpu.empty());
    EXPECT_EQ(found.rates.gpu.start_seconds, 0.5);
    EXPECT_EQ(used_machine_rates().cpu.cells.alone, 1);

    on.cancelled = [] { return true; };
    EXPECT_THROW(static_cast<void>(measure_machine_rates(on)), error);
}

} // namespace
} // namespace concord::machine_rates_test
