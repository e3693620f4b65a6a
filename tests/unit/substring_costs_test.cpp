// What a search is estimated to take, against what it took: figures of an Intel Xeon with AVX-512 (one thread,
// processor seconds), and of 16 threads and an H100 (bench/records/2026-11-23-nvidia-h100-80gb-hbm3-devices.json) or an
// H200 (2026-11-22-nvidia-h200-full-gpu.json), less reading and the start of the program. Of 94 searches by one thread
// two were further off and are left out: 25,000 reads, k = 6, t = 20 %, took 23.7 s (6.3 s estimated: whether the
// filter pays turns on one letter of the length), 2,000 random reads of 100 letters, k = 3, t = 2, 0.89 s (0.29 s).
// Of 5,000 soil reads, k = 3, t = 20 % and 100 %, the figures are of 27 November 2026, on an EPYC: all words of a few
// letters are counted since.
#include "problems/substring/costs.hpp"
#include "support/simulated_set.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace concord::substring::substring_costs_test {
namespace {

using test::random_reads;

sequence_set soil_reads(std::uint64_t number, std::uint64_t length = 51) {
    return test::simulated_reads(number, length, length, 0.005);
}

/// A share of the sequences as a number of them.
std::uint64_t share(double percent, const sequence_set& of) {
    return static_cast<std::uint64_t>(percent / 100 * static_cast<double>(of.size()) + 0.999);
}

problem problem_of(const sequence_set& set, std::uint64_t mismatches, std::uint64_t support,
                   std::uint64_t min_length = 1) {
    substring_options options;
    options.mismatches = mismatches;
    options.support = support;
    options.min_length = min_length;
    return {set, options};
}

struct measured {
    std::uint64_t mismatches;
    std::uint64_t support;
    double seconds;     ///< by one thread
    double on_gpu = 0;  ///< 0: not measured
    double by_many = 0; ///< 16 threads of the H100's machine, by its rates; the same
};

void expect_close(double estimated, double took, const char* where) {
    if (took == 0) return;
    EXPECT_LT(estimated, 3 * took) << where;
    EXPECT_GT(estimated, took / 3) << where;
}

void expect_as_measured(const sequence_set& set, const std::vector<measured>& searches) {
    machine_rates reference;
    machine_rates many;
    many.cpu = {.cores = 16, .scanning = {0.42, 0.30}, .cells = {}, .sorting = {}, .memory = {0.68, 0.65}};
    for (const measured& search : searches) {
        SCOPED_TRACE("k = " + std::to_string(search.mismatches) + ", t = " + std::to_string(search.support) + " of " +
                     std::to_string(set.size()));
        const problem given = problem_of(set, search.mismatches, search.support);
        const runtime::device_costs costs = costs_of(given, 1, reference);
        expect_close(costs.cpu, search.seconds, "one thread");
        expect_close(costs.gpu, search.on_gpu, "GPU");
        if (search.by_many == 0) continue;
        const runtime::device_costs by_many = costs_of(given, 16, many);
        expect_close(by_many.cpu, search.by_many, "16 threads");
        EXPECT_EQ(by_many.cpu > many.gpu.start_seconds + by_many.gpu,
                  search.by_many > many.gpu.start_seconds + search.on_gpu)
            << "the device that is chosen";
    }
}

TEST(substring_costs, of_soil_reads_are_as_measured) {
    const sequence_set some = soil_reads(5000);
    expect_as_measured(some, {{1, share(20, some), 0.04, 0.003},
                              {3, share(20, some), 0.17},
                              {10, share(20, some), 0.96},
                              {6, share(50, some), 0.78},
                              {3, share(100, some), 0.05}});
    const sequence_set more = soil_reads(25000);
    expect_as_measured(more, {{0, 2, 0.09},
                              {0, 1000, 0.085},
                              {1, 2, 0.1},
                              {1, 1000, 0.09},
                              {1, share(20, more), 0.16},
                              {1, share(50, more), 0.04},
                              {2, 100, 0.16},
                              {2, share(50, more), 1.31},
                              {3, 2, 0.37},
                              {3, 1000, 0.3},
                              {3, share(1, more), 0.25},
                              {3, share(20, more), 0.84},
                              {3, share(50, more), 9.2},
                              {6, 2, 2.3},
                              {6, 1000, 5.5},
                              {6, share(1, more), 2.6},
                              {6, share(50, more), 16.2},
                              {8, 100, 0.98},
                              {10, 2, 0.09},
                              {10, 1000, 4.1},
                              {10, share(1, more), 1.1},
                              {10, share(20, more), 22},
                              {10, share(50, more), 15.5}});
    const sequence_set many = soil_reads(50000);
    expect_as_measured(
        many,
        {{2, share(5, many), 0.41}, {3, share(1, many), 0.57, 0.011, 0.25}, {6, share(1, many), 7.9, 0.033, 1.29}});
}

TEST(substring_costs, of_many_reads_are_as_measured) {
    const sequence_set longer = soil_reads(300000, 100);
    expect_as_measured(longer, {{1, share(20, longer), 4.8, 0.047, 2.2}, {2, share(0.5, longer), 3.0, 0.036, 1.37}});
    const sequence_set million = soil_reads(1077820);
    expect_as_measured(million, {{1, 1000, 5.84, 0.048},
                                 {1, share(20, million), 6.4, 0.15},
                                 {2, share(20, million), 0, 0.2},
                                 {3, share(20, million), 0, 0.69},
                                 {3, 1000, 0, 0.192},
                                 {2, share(50, million), 0, 1.5}});
}

TEST(substring_costs, of_random_reads_are_as_measured) {
    const sequence_set reads = random_reads(20000, 51);
    expect_as_measured(reads, {{0, share(1, reads), 0.1},
                               {1, 2, 0.6},
                               {1, share(1, reads), 0.17},
                               {1, share(20, reads), 0.1},
                               {2, share(1, reads), 0.31},
                               {2, share(20, reads), 0.21},
                               {3, 2, 5.1},
                               {3, share(1, reads), 0.73},
                               {3, share(20, reads), 0.62},
                               {4, share(5, reads), 6.5},
                               {5, 2, 6.8},
                               {5, share(20, reads), 15.3}});
    const sequence_set few = random_reads(2000, 100);
    expect_as_measured(few, {{0, 2, 0.02}, {1, 2, 0.3}, {3, share(20, few), 0.28}, {3, 2000, 0.04}});
}

TEST(substring_costs, of_genomes_are_as_measured) {
    expect_as_measured(
        test::simulated_genomes(20, 16500),
        {{0, 20, 0.04}, {1, 5, 0.31}, {3, 10, 0.3}, {5, 20, 0.87, 0.04, 0.26}, {10, 2, 0.23}, {20, 20, 0.4}});
    expect_as_measured(test::simulated_genomes(2, 100000), {{0, 2, 0.0007}, {3, 2, 0.21}});
}

TEST(substring_costs, tell_random_letters_from_reads_that_share_words) {
    const sequence_set random = random_reads(20000, 51);
    const sequence_set reads = soil_reads(25000);
    const sequence_set genomes = test::simulated_genomes(3, 20000);
    EXPECT_EQ(outlook_of(problem_of(random, 1, 200)).likeness, letter_likeness::random);
    EXPECT_EQ(outlook_of(problem_of(reads, 1, 250)).likeness, letter_likeness::reads);
    EXPECT_EQ(outlook_of(problem_of(genomes, 1, 2)).likeness, letter_likeness::unknown);
}

/// Lengths that a sample of windows reached.
TEST(substring_costs, expect_about_the_length_that_samples_reach) {
    const sequence_set random = random_reads(20000, 51);
    const auto of_random = [&](std::uint64_t mismatches, std::uint64_t support) {
        return static_cast<double>(outlook_of(problem_of(random, mismatches, support)).length);
    };
    EXPECT_NEAR(of_random(1, 2), 17, 2);
    EXPECT_NEAR(of_random(3, 2), 22, 2);
    EXPECT_NEAR(of_random(3, 4000), 9, 1);
    EXPECT_NEAR(of_random(5, 200), 16, 1);
    const sequence_set reads = soil_reads(25000);
    const auto of_reads = [&](std::uint64_t mismatches, std::uint64_t support) {
        return static_cast<double>(outlook_of(problem_of(reads, mismatches, support)).length);
    };
    EXPECT_NEAR(of_reads(1, 1000), 27, 3);
    EXPECT_NEAR(of_reads(6, 250), 37, 3);
    EXPECT_NEAR(of_reads(3, 5000), 19, 3);
    EXPECT_EQ(of_reads(10, 2), 51);
}

TEST(substring_costs, are_finite_for_any_letters_and_lengths) {
    const auto expect_finite = [](const sequence_set& set, std::uint64_t mismatches, std::uint64_t support) {
        const search_outlook outlook = outlook_of(problem_of(set, mismatches, support));
        EXPECT_GE(outlook.length, 1U);
        EXPECT_LE(outlook.length, outlook.longest);
        const runtime::device_costs costs = costs_of(problem_of(set, mismatches, support), 2, {});
        EXPECT_TRUE(costs.cpu > 0 && costs.cpu < 1e6) << costs.cpu;
        EXPECT_TRUE(costs.gpu > 0 && costs.gpu < 1e6) << costs.gpu;
    };
    for (const std::uint64_t mismatches : {0U, 1U, 7U, 50U, 1000U})
        for (const std::uint64_t support : {1U, 2U, 30U}) {
            expect_finite(random_reads(30, 70, "A"), mismatches, support);
            expect_finite(random_reads(30, 1), mismatches, support);
            expect_finite(random_reads(30, 3000), mismatches, support);
            expect_finite(random_reads(30, 90, "ACDEFGHIKLMNPQRSTVWY", alphabet::protein), mismatches, support);
            expect_finite(random_reads(30, 90, "abcdefghijklmnop .,-", alphabet::bytes), mismatches, support);
        }
    const sequence_set reads = random_reads(10, 20);
    EXPECT_EQ(costs_of(problem_of(reads, 1, 2, 21), 1, {}).cpu, 0);
}

TEST(substring_costs, fall_with_threads_and_rates) {
    const sequence_set reads = soil_reads(25000);
    const problem given = problem_of(reads, 6, 12500); // a scan: of a filter one thread does more
    machine_rates fast;
    fast.cpu.scanning = {2, 2};
    fast.cpu.memory = {2, 2};
    fast.gpu.scanning = fast.gpu.transfer = fast.gpu.launching = 2;
    const runtime::device_costs one = costs_of(given, 1, {});
    EXPECT_NEAR(costs_of(given, 1, fast).cpu, one.cpu / 2, one.cpu / 1000);
    EXPECT_NEAR(costs_of(given, 1, fast).gpu, one.gpu / 2, one.gpu / 1000);
    EXPECT_LT(costs_of(given, 8, {}).cpu, one.cpu / 5);
    EXPECT_EQ(costs_of(given, 8, {}).gpu, one.gpu);
}

} // namespace
} // namespace concord::substring::substring_costs_test
