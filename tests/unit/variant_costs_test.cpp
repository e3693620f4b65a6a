// What a search with edits is estimated to take, against what it took: processor seconds of one thread of an Intel Xeon
// with AVX-512, seconds of 16 threads of an H100's machine, and of the H100
// (bench/records/2026-11-25-nvidia-h100-80gb-hbm3-edits-gpu.json, and later figures of docs/performance.md). Of some
// 120 searches these were further off than three times and are left out: random reads of 300 letters, k = 1, t = 0.1 %
// and 1 %; 5,000 soil reads, k = 5, t = 20 %, on 16 threads.
#include "problems/substring/suffix_tuning.hpp"
#include "problems/substring/variants/variant_costs.hpp"
#include "problems/substring/variants/variant_engine.hpp"
#include "support/sequence_text.hpp"
#include "support/simulated_set.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <random>
#include <string>
#include <vector>

namespace concord::substring::variant_costs_test {
namespace {

using test::random_reads;

sequence_set soil_reads(std::uint64_t number, std::uint64_t length = 51) {
    return test::simulated_reads(number, length, length, 0.005);
}

struct asked {
    std::uint64_t edits;
    double percent;
    substring_options options = {}; ///< further ones
};

/// A variant and what it refers to.
struct collected {
    collected(const sequence_set& set, asked search)
        : of(set, search.options), given{of,
                                         {search.edits, search.options.metric == substring_metric::levenshtein},
                                         static_cast<std::uint64_t>(
                                             search.percent / 100 * static_cast<double>(set.size()) + 0.999),
                                         search.options.min_length,
                                         search.options.copies} {}

    piece_collection of;
    variant_problem given;
};

substring_options with_edits() {
    substring_options options;
    options.metric = substring_metric::levenshtein;
    return options;
}

struct measured {
    std::uint64_t edits;
    double percent; ///< of the sequences that are wanted
    double seconds; ///< by one thread; 0: not measured, as below
    double on_gpu = 0;
    double by_many = 0; ///< 16 threads of the H100's machine, by its rates
};

void expect_close(double estimated, double took, const char* where) {
    if (took == 0) return;
    EXPECT_LT(estimated, 3 * took) << where;
    EXPECT_GT(estimated, took / 3) << where;
}

void expect_as_measured(const sequence_set& set, const std::vector<measured>& searches,
                        const substring_options& options = with_edits()) {
    machine_rates many;
    many.cpu = {.cores = 16, .scanning = {0.42, 0.30}, .cells = {}, .sorting = {}, .memory = {0.68, 0.65}};
    for (const measured& search : searches) {
        SCOPED_TRACE("k = " + std::to_string(search.edits) + ", t = " + std::to_string(search.percent) + " % of " +
                     std::to_string(set.size()));
        const collected here(set, {search.edits, search.percent, options});
        const auto costs = costs_of(here.given, 1, {});
        ASSERT_TRUE(costs);
        expect_close(costs->cpu, search.seconds, "one thread");
        expect_close(costs->gpu, search.on_gpu, "GPU");
        if (search.by_many > 0) expect_close(costs_of(here.given, 16, many)->cpu, search.by_many, "16 threads");
    }
}

TEST(variant_costs, of_soil_reads_are_as_measured) {
    expect_as_measured(soil_reads(5000), {{1, 20, 0.03, 0.010, 0.029},
                                          {2, 20, 0.06, 0.014, 0.036},
                                          {3, 20, 0.1, 0.022, 0.055},
                                          {4, 20, 1.9},
                                          {5, 20, 2.57, 0.050}});
    expect_as_measured(soil_reads(10000), {{1, 0.1, 0.12},
                                           {1, 1, 0.06},
                                           {1, 50, 0.13},
                                           {1, 100, 0.15},
                                           {2, 0.1, 0.17},
                                           {2, 1, 0.1},
                                           {2, 20, 0.11},
                                           {2, 50, 0.49},
                                           {3, 0.1, 0.28},
                                           {3, 1, 0.15},
                                           {3, 50, 1.58},
                                           {5, 0.1, 0.49},
                                           {5, 1, 1.04},
                                           {5, 20, 10.3}});
    expect_as_measured(soil_reads(100000), {{1, 0.1, 1.16},
                                            {1, 20, 0.82},
                                            {2, 0.1, 2.62},
                                            {2, 20, 5.25},
                                            {3, 0.1, 4.84},
                                            {3, 20, 14.8},
                                            {1, 1, 0, 0.023, 0.598},
                                            {2, 1, 0, 0.038, 0.845},
                                            {3, 1, 0, 0.062}});
}

TEST(variant_costs, of_many_reads_are_as_measured) {
    expect_as_measured(
        soil_reads(1077820),
        {{1, 0.0927, 13.4, 0.11, 3.87}, {2, 0.0927, 53.2, 0.35}, {3, 0.0927, 223, 1.2}, {1, 20, 0, 0.58}});
}

TEST(variant_costs, of_longer_reads_are_as_measured) {
    expect_as_measured(soil_reads(5000, 150), {{1, 1, 0.23},
                                               {1, 20, 0.1},
                                               {1, 50, 0.28},
                                               {2, 0.1, 0.31},
                                               {2, 1, 0.49},
                                               {2, 20, 0.25},
                                               {2, 50, 1.95},
                                               {3, 0.1, 0.45},
                                               {3, 20, 0.53},
                                               {3, 50, 4.43}});
    expect_as_measured(soil_reads(5000, 300),
                       {{1, 0.1, 0.53}, {1, 1, 0.63}, {1, 20, 0.26}, {2, 1, 1.41}, {3, 1, 1.5}, {3, 20, 0.86}});
}

TEST(variant_costs, of_random_reads_are_as_measured) {
    expect_as_measured(random_reads(5000, 51), {{1, 1, 0.41},
                                                {1, 20, 0.14},
                                                {1, 50, 0.11},
                                                {2, 0.1, 1.72},
                                                {2, 1, 1.18},
                                                {2, 20, 0.43},
                                                {3, 1, 3.41},
                                                {3, 20, 0.87},
                                                {3, 50, 0.62}});
    expect_as_measured(random_reads(5000, 150),
                       {{1, 1, 2.34}, {1, 20, 0.69}, {2, 1, 8.4}, {2, 20, 2.36}, {3, 20, 8.31}, {3, 50, 5.12}});
}

/// 150 letters at each end, both strands, in which no word of 15 letters is shared by so many: as among random ones.
TEST(variant_costs, of_ends_of_nanopore_reads_are_as_measured) {
    substring_options options = with_edits();
    options.both_strands = true;
    options.from_start = 150;
    options.from_end = 150;
    expect_as_measured(random_reads(1000, 1000), {{3, 20, 8.6, 0.235, 2.68}}, options);
}

TEST(variant_costs, tell_random_letters_from_reads_that_share_words) {
    const sequence_set reads = soil_reads(10000);
    const sequence_set random = random_reads(10000, 51);
    const auto outlook = [](const sequence_set& set, std::uint64_t edits, double percent) {
        return outlook_of(collected(set, {edits, percent, with_edits()}).given);
    };
    EXPECT_NEAR(outlook(reads, 1, 20).holders, 0.41, 0.15);
    EXPECT_TRUE(outlook(reads, 1, 20).is_shared);
    EXPECT_FALSE(outlook(reads, 1, 80).is_shared);
    EXPECT_EQ(outlook(random, 1, 1).holders, 0);
    EXPECT_FALSE(outlook(random, 1, 1).is_shared);
    EXPECT_NEAR(static_cast<double>(outlook(random, 1, 1).by_chance), 9, 1); // the answers of searches
    EXPECT_NEAR(static_cast<double>(outlook(random, 2, 20).by_chance), 9, 1);
    EXPECT_NEAR(static_cast<double>(outlook(random, 3, 20).by_chance), 11, 1);
}

TEST(variant_costs, are_unknown_where_nothing_was_measured) {
    const auto is_known = [](const sequence_set& set, const asked& search) {
        return costs_of(collected(set, search).given, 1, {}).has_value();
    };
    const sequence_set reads = random_reads(100, 51);
    EXPECT_TRUE(is_known(reads, {1, 20, with_edits()}));
    EXPECT_FALSE(is_known(reads, {1, 20})); // mismatches
    EXPECT_FALSE(is_known(reads, {7, 20, with_edits()}));
    EXPECT_FALSE(is_known(random_reads(100, 3000), {1, 20, with_edits()}));
    EXPECT_FALSE(is_known(random_reads(100, 51, "ACDEFGHIKL", alphabet::protein), {1, 20, with_edits()}));
    substring_options copies = with_edits();
    copies.copies = 2;
    EXPECT_FALSE(is_known(reads, {1, 20, copies}));
    substring_options sets = with_edits();
    sets.iupac = true;
    EXPECT_TRUE(is_known(reads, {1, 20, sets})); // no letter stands for several
    EXPECT_FALSE(is_known(random_reads(100, 51, "ACGTN"), {1, 20, sets}));
}

TEST(variant_costs, are_finite_for_any_letters_and_lengths) {
    for (const std::uint64_t edits : {0U, 1U, 4U, 6U})
        for (const double percent : {6.0, 50.0, 100.0})
            for (const std::size_t length : {1U, 7U, 70U, 900U})
                for (const char* const letters : {"A", "ACGT", "ACGTN"}) {
                    const sequence_set set = random_reads(30, length, letters);
                    const auto costs = costs_of(collected(set, {edits, percent, with_edits()}).given, 2, {});
                    ASSERT_TRUE(costs);
                    EXPECT_TRUE(costs->cpu > 0 && costs->cpu < 1e6) << costs->cpu;
                    EXPECT_TRUE(costs->gpu > 0 && costs->gpu < 1e6) << costs->gpu;
                    EXPECT_EQ(costs->most_gpus, 1U);
                }
}

TEST(variant_costs, an_automatic_choice_without_an_estimate_is_the_cpu) {
    std::vector<std::string> notes;
    const runtime::device_choice chosen = choose_variant_device({}, std::nullopt, &notes);
    EXPECT_FALSE(chosen.on_gpus());
    EXPECT_EQ(chosen.cpu_seconds, 0);
    ASSERT_EQ(notes.size(), 1U);
    EXPECT_EQ(notes[0], "on the CPU: this search has no estimate, and goes to a GPU that is named");
}

TEST(variant_costs, fall_with_threads_and_rates) {
    const sequence_set reads = soil_reads(10000);
    const collected here(reads, {2, 1, with_edits()});
    machine_rates fast;
    fast.cpu.scanning = {2, 2};
    fast.cpu.memory = {2, 2};
    fast.gpu.scanning = fast.gpu.transfer = fast.gpu.launching = 2;
    const runtime::device_costs one = *costs_of(here.given, 1, {});
    const runtime::device_costs faster = *costs_of(here.given, 1, fast);
    EXPECT_NEAR(faster.cpu, one.cpu / 2, one.cpu / 1000);
    EXPECT_NEAR(faster.gpu, one.gpu / 2, one.gpu / 1000);
    EXPECT_LT(costs_of(here.given, 8, {})->cpu, one.cpu / 2);
    EXPECT_EQ(costs_of(here.given, 8, {})->gpu, one.gpu);
}

/// Random letters of twenty, 200,000 in all: two windows of 9 with an edit, and so 4 equal letters, are shared by
/// chance, 16 pairs of places for each two; with five edits all letters have 250 others equal to them. 500 sequences
/// share two letters at most.
TEST(variant_costs, seeds_beside_walks) {
    std::mt19937_64 random(3);
    const sequence_set proteins =
        test::make_set(test::random_texts(random, "ACDEFGHIKLMNPQRSTVWY", 1000, 200), alphabet::protein);
    const auto most = [](const sequence_set& set, std::uint64_t edits, double percent, bool indels = true) {
        const collected one(set, {edits, percent, indels ? with_edits() : substring_options()});
        return seeds_beside_walks(one.given);
    };
    EXPECT_EQ(most(proteins, 1, 0.2), tuning::most_seeds_beside_walks / 2);
    EXPECT_EQ(most(proteins, 2, 0.2), tuning::most_seeds_beside_walks / 4);
    EXPECT_EQ(most(proteins, 5, 0.2), 0);
    EXPECT_EQ(most(proteins, 1, 50), 0);
    EXPECT_EQ(most(proteins, 1, 0.2, false), 0);                                     // mismatches alone
    EXPECT_EQ(most(random_reads(1000, 200), 1, 0.2), 0);                             // anchors tell
    EXPECT_EQ(most(test::make_set({"AAAA", "AAAA"}, alphabet::protein), 1, 100), 0); // all letters are equal
}

TEST(are_runs_walked_sooner, where_nearly_all_hold_windows_of_mostly_one_letter) {
    std::string letters;
    for (std::size_t at = 0; at < 600; ++at)
        letters += at % 4 == 3 ? 'C' : 'A'; // three of four
    sequence_set_builder builder(alphabet::dna);
    for (std::size_t sequence = 0; sequence < 10; ++sequence)
        builder.add({}, letters);
    const sequence_set set = std::move(builder).finish();
    substring_options options;
    options.both_strands = true;
    const piece_collection of(set, options);
    const auto is_sooner = [&](std::uint64_t mismatches, std::uint64_t support) {
        return are_runs_walked_sooner({of, {mismatches, false}, support, 1, 1});
    };
    EXPECT_TRUE(is_sooner(1, 9));
    EXPECT_FALSE(is_sooner(1, 8));
    EXPECT_FALSE(is_sooner(0, 10));
    EXPECT_FALSE(is_sooner(3, 10));
}

} // namespace
} // namespace concord::substring::variant_costs_test
