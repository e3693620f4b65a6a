// Suffix arrays in ranges on real GPUs, forced for texts that would fit, and regions shared by means of them. Skipped
// where there is no GPU.
#include "agree/index_questions.hpp"
#include "agree/overlap_ways.hpp"
#include "problems/overlap/gpu/ranges.hpp"
#include "runtime/gpu/gpus.hpp"
#include "runtime/test_settings.hpp"
#include "support/gpu.hpp"
#include "support/random_case.hpp"

#include <algorithm>

namespace concord::gpu_ranges_agree_test {
namespace {

using test::ask_all;
using test::edited;
using test::expect_same;
using test::on_gpu;
using test::overlap_case;
using test::questions;
using test::random_letters;
using test::set_of;

bool is_in_ranges(const run_report& run) {
    return std::ranges::any_of(run.notes,
                               [](const std::string& note) { return note.find(" ranges on ") != note.npos; });
}

/// Arrays and regions by ranges of at most so many suffixes.
void expect_ranges_as_the_oracle(const overlap_case& tried, std::uint64_t suffixes) {
    const sequence_set set = tried.set();
    if (set.letters() == 0) return;
    const runtime::scoped_tile forced(suffixes);
    const overlap_index index = overlap_index::build(set, on_gpu());
    EXPECT_TRUE(is_in_ranges(index.run())) << tried.to_paste();
    test::expect_arrays(index, overlap::reference_suffixes(set), tried.to_paste());
    overlap::build_options wide;
    wide.wide = true;
    test::expect_arrays(overlap::index_access::make(overlap::build_tables(set, on_gpu(), wide)),
                        overlap::reference_suffixes(set), "64 bits\n" + tried.to_paste());
    run_options by_cpu;
    by_cpu.device = device::cpu();
    const questions of{tried.seed % (set.size() + 1), 4, 1, true};
    expect_same(ask_all(index, of, on_gpu()), ask_all(overlap_index::build(set, by_cpu), of, by_cpu), tried.to_paste());
    for (std::uint64_t support = 2; support <= std::min<std::uint64_t>(set.size(), 4); ++support) {
        shared_region_options options;
        options.support = support;
        options.occurrences = true;
        options.every_support = support == 3;
        options.run = on_gpu();
        const shared_region_result got = longest_shared_region(set, options);
        EXPECT_TRUE(is_in_ranges(got.run)) << tried.to_paste();
        constexpr std::uint64_t few_for_the_oracle = 60; // the CPU's answers were compared with it in small
        options.run.device = device::cpu();
        test::expect_same(got,
                          set.letters() <= few_for_the_oracle ? overlap::reference_shared_region(set, options)
                                                              : longest_shared_region(set, options),
                          tried.to_paste());
    }
}

/// For tools that run everything a hundred times slower.
TEST(gpu_small_ranges, cases) {
    CONCORD_GPU_OR_SKIP();
    for (const std::uint64_t seed : test::seeds(20, 6)) {
        expect_ranges_as_the_oracle(test::make_overlap_case(seed, 100), 40);
        if (HasFailure()) return;
    }
}

TEST(gpu_ranges_agree, with_the_oracle) {
    CONCORD_GPU_OR_SKIP();
    for (const std::uint64_t seed : test::seeds(970'000, 200)) {
        expect_ranges_as_the_oracle(test::make_overlap_case(seed, 10 + seed % 400), 5 + seed % 97);
        if (HasFailure()) return;
    }
}

/// By these GPUs: the same arrays as on the CPU.
template <class Position>
void expect_ranges_as_the_cpu(const sequence_set& set, const std::vector<int>& gpus, std::uint64_t suffixes,
                              const std::string& shown) {
    run_options run;
    run.device = device::cpu();
    const overlap_index by_cpu = overlap_index::build(set, run);
    const overlap::index_tables& right = overlap::index_access::tables_of(by_cpu);
    const auto& expected = std::get<overlap::arrays<std::uint32_t>>(right.arrays());
    const runtime::scoped_tile forced(suffixes);
    std::vector<std::string> notes;
    std::uint64_t come = 0;
    runtime::wait_for_gpus(gpus);
    overlap::ranges_on_gpus<Position>(
        right.text, {.gpus = gpus, .memory = 0, .host_memory = std::uint64_t{1} << 30U, .threads = 2, .room = 3}, {},
        notes, [&](const overlap::suffix_chunk<Position>& chunk) {
            ASSERT_EQ(chunk.first, 3U);
            const std::uint64_t count = chunk.suffixes.size() - chunk.first;
            ASSERT_LE(count, suffixes);
            ASSERT_LE(come + count, set.letters());
            for (std::uint64_t at = 0; at < count; ++at) {
                ASSERT_EQ(chunk.suffixes[chunk.first + at], expected.suffixes[come + at]) << shown << " " << come + at;
                if (at > 0) {
                    ASSERT_EQ(chunk.prefixes[chunk.first + at], expected.prefixes[come + at])
                        << shown << " " << come + at;
                }
            }
            come += count;
        });
    EXPECT_EQ(come, set.letters()) << shown;
    ASSERT_EQ(notes.size(), 1U);
    EXPECT_NE(notes.front().find("on " + std::to_string(gpus.size()) + " GPU"), std::string::npos) << notes.front();
}

/// One GPU, all that there are, and one that counts as three.
void expect_ranges_by_any_gpus(const sequence_set& set, std::uint64_t suffixes, const std::string& shown) {
    expect_ranges_as_the_cpu<std::uint32_t>(set, {0}, suffixes, shown);
    expect_ranges_as_the_cpu<std::uint64_t>(set, {0}, suffixes, shown + ", 64 bits");
    expect_ranges_as_the_cpu<std::uint64_t>(set, runtime::usable_gpus(), suffixes, shown + ", all GPUs");
    expect_ranges_as_the_cpu<std::uint32_t>(set, {0, 0, 0}, suffixes, shown + ", three times the same GPU");
}

TEST(gpu_ranges_agree, with_the_cpu) {
    CONCORD_GPU_OR_SKIP();
    expect_ranges_by_any_gpus(set_of({random_letters(3'000'000, "ACGT", 31)}), 300'000, "DNA");
    expect_ranges_by_any_gpus(set_of({random_letters(1'000'000, "ACGTN", 32), random_letters(10'000, "AC", 33)}),
                              90'000, "ambiguous");
    expect_ranges_by_any_gpus(set_of({random_letters(700'000, "ACDEFGHIKLMNPQRSTVWY", 34)}, alphabet::protein), 99'999,
                              "protein");
    expect_ranges_by_any_gpus(set_of(edited(random_letters(200'000, "ACGT", 35), 8, 1000)), 250'000, "edited");
    const std::string one = random_letters(200'000, "ACGT", 36);
    expect_ranges_by_any_gpus(set_of({one, one, one}), 123'456, "copied");
    expect_ranges_by_any_gpus(set_of({std::string(300'000, 'T')}), 70'000, "all equal");
    std::string periodic;
    while (periodic.size() < 200'000)
        periodic += "ACGTTGC";
    expect_ranges_by_any_gpus(set_of({periodic, periodic.substr(3)}), 65'536, "periodic");
}

/// What fits neither the memory for an index nor that for t of m is done in ranges.
TEST(gpu_ranges_agree, where_memory_is_short) {
    CONCORD_GPU_OR_SKIP();
    const sequence_set set = set_of(edited(random_letters(2'000'000, "ACGT", 37), 4, 200));
    run_options run = on_gpu();
    run.memory = std::uint64_t{184} << 20U; // 24 bytes a letter are more; those of an index, with 32 cores, are not
    const overlap_index index = overlap_index::build(set, run);
    EXPECT_TRUE(is_in_ranges(index.run()));
    run_options on_cpu;
    on_cpu.device = device::cpu();
    const overlap_index right = overlap_index::build(set, on_cpu);
    EXPECT_TRUE(std::ranges::equal(
        std::get<overlap::arrays<std::uint32_t>>(overlap::index_access::tables_of(index).arrays()).prefixes,
        std::get<overlap::arrays<std::uint32_t>>(overlap::index_access::tables_of(right).arrays()).prefixes));
    for (const bool both : {false, true}) {
        shared_region_options options;
        options.support = 2;
        options.every_support = options.occurrences = true;
        options.both_strands = both;
        options.run = on_cpu;
        const shared_region_result expected = longest_shared_region(set, options);
        options.run = run;
        const shared_region_result got = longest_shared_region(set, options);
        EXPECT_TRUE(is_in_ranges(got.run));
        test::expect_same(got, expected, both ? "both strands" : "one strand");
    }
    run.cancelled = [] { return true; };
    EXPECT_THROW(static_cast<void>(overlap_index::build(set, run)), error);
}

} // namespace
} // namespace concord::gpu_ranges_agree_test
