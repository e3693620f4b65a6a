// Indexes that real GPUs build, and what they answer: against the oracle in small, against the CPU in large. Skipped
// where there is none.
#include "agree/index_questions.hpp"
#include "agree/overlap_ways.hpp"
#include "oracles/overlap_strands.hpp"
#include "support/gpu.hpp"
#include "support/random_case.hpp"

#include <algorithm>
#include <random>

namespace concord::gpu_overlap_agree_test {
namespace {

using test::ask_all;
using test::collected;
using test::edited;
using test::expect_same;
using test::on_gpu;
using test::overlap_case;
using test::questions;
using test::random_letters;
using test::set_of;

/// Places anywhere, one past the ends included; some pairs are of the same place.
std::vector<place_pair> random_pairs(const sequence_set& set, std::size_t count, std::uint64_t seed) {
    std::mt19937_64 chance(seed);
    const auto place = [&] {
        const std::uint64_t sequence = chance() % set.size();
        return overlap_place{sequence, chance() % (set.length(sequence) + 1)};
    };
    std::vector<place_pair> pairs;
    for (std::size_t pair = 0; pair < count; ++pair) {
        const overlap_place a = place();
        pairs.push_back({a, pair % 16 == 0 ? a : place()});
    }
    return pairs;
}

void expect_as_the_oracle(const overlap_case& tried) {
    const sequence_set set = tried.set();
    const overlap_index index = overlap_index::build(set, on_gpu());
    EXPECT_TRUE(index.run().device.starts_with("cuda:0")) << index.run().device;
    test::expect_arrays(index, overlap::reference_suffixes(set), tried.to_paste());
    const std::vector<place_pair> pairs = random_pairs(set, 100, tried.seed);
    std::vector<std::uint64_t> lengths(pairs.size());
    common_prefixes(index, pairs, lengths, on_gpu());
    for (std::size_t pair = 0; pair < pairs.size(); ++pair)
        ASSERT_EQ(lengths[pair], overlap::reference_common_prefix(set, pairs[pair].a, pairs[pair].b))
            << "pair " << pair << "\n"
            << tried.to_paste();
    if (set.alphabet() != alphabet::dna) return;
    std::vector<std::uint64_t> of_both(pairs.size());
    common_prefixes(overlap_index::build(set, on_gpu(), index_strands::both), pairs, of_both, on_gpu());
    EXPECT_EQ(of_both, lengths) << "both strands\n" << tried.to_paste();
}

/// All questions but those of the arrays, against the oracle; the matches with mismatches have seeds of three letters.
void expect_answers_of_the_oracle(const overlap_case& tried) {
    const sequence_set set = tried.set();
    const questions of{tried.seed % (set.size() + 1), 7, 1, true};
    const collected got = ask_all(overlap_index::build(set, on_gpu()), of, on_gpu());
    collected expected;
    expected.repeat = overlap::reference_repeat(set, {1, true, {}});
    expected.matches = overlap::reference_matches(set, of.of_a, of.min_length);
    expected.unique = overlap::reference_unique_matches(set, of.of_a, expected.matches);
    multi_match_options options;
    options.max_copies = 3;
    options.min_length = of.min_length;
    if (set.size() > 1) expected.several = overlap::reference_multi_matches(set, options, false);
    expected.with_mismatches = overlap::reference_mismatch_matches(set, of.min_length, of.mismatches);
    expected.ends = overlap::reference_overlaps(set, of.min_length);
    expect_same(got, expected, tried.to_paste());
}

/// On both strands.
void expect_strands_of_the_oracle(const overlap_case& tried) {
    const sequence_set set = tried.set();
    const questions of{tried.seed % (set.size() + 1), 7, 1, false};
    const collected got = ask_all(overlap_index::build(set, on_gpu(), index_strands::both), of, on_gpu());
    collected expected;
    expected.repeat = overlap::reference_repeat_on_both_strands(set, {1, true, {}});
    expected.matches = overlap::reference_matches_on_both_strands(set, of.of_a, of.min_length);
    expected.unique = overlap::reference_unique_matches(set, of.of_a, expected.matches);
    multi_match_options options;
    options.max_copies = 3;
    options.min_length = of.min_length;
    if (set.size() > 1) expected.several = overlap::reference_multi_matches(set, options, true);
    expected.with_mismatches = overlap::reference_mismatch_matches_on_both_strands(set, of.min_length, of.mismatches);
    expect_same(got, expected, tried.to_paste() + ", both strands");
}

void expect_questions_agree(const overlap_case& tried) {
    if (tried.kind != alphabet::utf8) expect_answers_of_the_oracle(tried); // the oracle compares bytes
    if (tried.kind == alphabet::dna) expect_strands_of_the_oracle(tried);
}

/// For tools that run everything a hundred times slower.
TEST(gpu_small_questions, cases) {
    CONCORD_GPU_OR_SKIP();
    for (const std::uint64_t seed : test::seeds(40, 12)) {
        expect_questions_agree(test::make_overlap_case(seed, 60));
        if (HasFailure()) return;
    }
}

TEST(gpu_questions_agree, with_the_oracle) {
    CONCORD_GPU_OR_SKIP();
    for (const std::uint64_t seed : test::seeds(950'000, 400)) {
        expect_questions_agree(test::make_overlap_case(seed, 10 + seed % 90));
        if (HasFailure()) return;
    }
}

/// For tools that run everything a hundred times slower.
TEST(gpu_small_indexes, cases) {
    CONCORD_GPU_OR_SKIP();
    for (const std::uint64_t seed : test::seeds(0, 12)) {
        expect_as_the_oracle(test::make_overlap_case(seed, 200));
        if (HasFailure()) return;
    }
}

TEST(gpu_indexes_agree, with_the_oracle) {
    CONCORD_GPU_OR_SKIP();
    for (const std::uint64_t seed : test::seeds(900'000, 600)) {
        expect_as_the_oracle(test::make_overlap_case(seed, 10 + seed % 400));
        if (HasFailure()) return;
    }
}

void expect_as_the_cpu(const sequence_set& set, const std::string& shown) {
    run_options run;
    run.device = device::cpu();
    const overlap_index by_cpu = overlap_index::build(set, run);
    const overlap_index by_gpu = overlap_index::build(set, on_gpu());
    const auto& expected = std::get<overlap::arrays<std::uint32_t>>(overlap::index_access::tables_of(by_cpu).arrays());
    const auto& got = std::get<overlap::arrays<std::uint32_t>>(overlap::index_access::tables_of(by_gpu).arrays());
    EXPECT_TRUE(std::ranges::equal(got.suffixes, expected.suffixes)) << shown;
    EXPECT_TRUE(std::ranges::equal(got.ranks, expected.ranks)) << shown;
    EXPECT_TRUE(std::ranges::equal(got.prefixes, expected.prefixes)) << shown;
    const std::vector<place_pair> pairs = random_pairs(set, 200'000, 5);
    std::vector<std::uint64_t> lengths(pairs.size());
    std::vector<std::uint64_t> on_cpu(pairs.size());
    common_prefixes(by_cpu, pairs, on_cpu, run);
    common_prefixes(by_gpu, pairs, lengths, on_gpu());
    EXPECT_EQ(lengths, on_cpu) << shown;
    std::ranges::fill(lengths, 77);
    common_prefixes(by_cpu, pairs, lengths, on_gpu()); // copied there first
    EXPECT_EQ(lengths, on_cpu) << shown << ", copied";
    shared_region_options options;
    options.support = std::min<std::uint64_t>(2, set.size());
    options.every_support = options.occurrences = true;
    options.run = run;
    const shared_region_result regions = longest_shared_region(by_cpu, options);
    options.run = on_gpu();
    test::expect_same(longest_shared_region(by_gpu, options), regions, shown);
    test::expect_same(longest_shared_region(set, options), regions, shown + ", by choice");
}

/// Questions with answers of many thousand rows; the CPU's were compared with the oracle in small.
void expect_answers_of_the_cpu(const sequence_set& set, questions of, const std::string& shown) {
    run_options run;
    run.device = device::cpu();
    for (const index_strands strands : {index_strands::forward, index_strands::both}) {
        if (strands == index_strands::both && set.alphabet() != alphabet::dna) continue;
        of.ends = strands == index_strands::forward;
        const overlap_index by_cpu = overlap_index::build(set, run, strands);
        const overlap_index by_gpu = overlap_index::build(set, on_gpu(), strands);
        expect_same(ask_all(by_gpu, of, on_gpu()), ask_all(by_cpu, of, run), shown);
    }
}

TEST(gpu_indexes_agree, random_texts) {
    CONCORD_GPU_OR_SKIP();
    expect_as_the_cpu(set_of({random_letters(3'000'000, "ACGT", 1)}), "DNA");
    expect_as_the_cpu(set_of({random_letters(1'000'000, "ACGTN", 2), random_letters(10'000, "AC", 3)}), "ambiguous");
    expect_as_the_cpu(set_of({random_letters(700'000, "ACDEFGHIKLMNPQRSTVWY", 4)}, alphabet::protein), "protein");
    expect_as_the_cpu(set_of({random_letters(700'000, "the quick brown fox\xff", 5)}, alphabet::bytes), "bytes");
}

TEST(gpu_indexes_agree, copies_with_edits) {
    CONCORD_GPU_OR_SKIP();
    const std::string one = random_letters(200'000, "ACGT", 6);
    std::vector<std::string> copies(8, one);
    std::mt19937_64 chance(7);
    for (std::string& copy : copies)
        for (char& letter : copy)
            if (chance() % 50 == 0) letter = "ACGT"[chance() % 4];
    expect_as_the_cpu(set_of(copies), "edited");
    expect_as_the_cpu(set_of({one, one, one}), "copied");
}

TEST(gpu_indexes_agree, texts_that_repeat_themselves) {
    CONCORD_GPU_OR_SKIP();
    expect_as_the_cpu(set_of({std::string(1'000'000, 'T')}), "all equal");
    std::string periodic;
    while (periodic.size() < 500'000)
        periodic += "ACGTTGC";
    expect_as_the_cpu(set_of({periodic, periodic.substr(3)}), "periodic");
    std::string before = "A";
    std::string fibonacci = "AC";
    while (fibonacci.size() < 1'000'000) {
        std::string next = fibonacci + before;
        before = std::exchange(fibonacci, std::move(next));
    }
    expect_as_the_cpu(set_of({fibonacci}), "Fibonacci");
}

TEST(gpu_questions_agree, with_the_cpu) {
    CONCORD_GPU_OR_SKIP();
    const std::vector<std::string> copies = edited(random_letters(60'000, "ACGT", 18), 6, 40);
    expect_answers_of_the_cpu(set_of(copies), {2, 20, 0}, "copies");
    expect_answers_of_the_cpu(set_of(copies), {2, 30, 2}, "copies, mismatches");
    std::vector<std::string> reads;
    const std::string genome = random_letters(40'000, "ACGT", 19);
    std::mt19937_64 chance(20);
    for (int read = 0; read < 4000; ++read)
        reads.push_back(genome.substr(chance() % 39'900, 60 + chance() % 40));
    reads.push_back("");
    expect_answers_of_the_cpu(set_of(reads), {1000, 25, 1}, "reads");
    expect_answers_of_the_cpu(set_of({std::string(2000, 'A'), std::string(1500, 'A') + "C" + std::string(300, 'A')}),
                              {1, 20, 1}, "one letter");
    expect_answers_of_the_cpu(
        set_of({random_letters(20'000, "abc", 21), random_letters(20'000, "abc", 22)}, alphabet::bytes), {1, 8, 1},
        "bytes");
}

TEST(gpu_indexes_agree, many_tiny_sequences) {
    CONCORD_GPU_OR_SKIP();
    std::vector<std::string> sequences;
    for (std::uint64_t i = 0; i < 50'000; ++i)
        sequences.push_back(random_letters(i % 9, "ACGT", i));
    expect_as_the_cpu(set_of(sequences), "tiny");
}

TEST(gpu_indexes, refuse_what_has_no_room_and_wrong_places) {
    CONCORD_GPU_OR_SKIP();
    const sequence_set set = set_of({random_letters(1'000'000, "ACGT", 1)});
    run_options run = on_gpu();
    run.memory = std::uint64_t{2} << 20U; // enough for nothing
    EXPECT_THROW(static_cast<void>(overlap_index::build(set, run)), error);
    const overlap_index index = overlap_index::build(set, on_gpu());
    std::vector<place_pair> pairs(10, place_pair{{0, 0}, {0, 5}});
    pairs[7].b = {0, 1'000'001};
    std::vector<std::uint64_t> lengths(pairs.size());
    try {
        common_prefixes(index, pairs, lengths, on_gpu());
        FAIL() << "no error";
    } catch (const error& problem) {
        EXPECT_EQ(problem.code(), error_code::usage) << problem.what();
    }
    run = on_gpu();
    run.cancelled = [] { return true; };
    EXPECT_THROW(static_cast<void>(overlap_index::build(set, run)), error);
    EXPECT_THROW(static_cast<void>(longest_repeat(index, {1, false, run})), error);
}

} // namespace
} // namespace concord::gpu_overlap_agree_test
