// Both strands, unique matches and matches of many sequences, by every path to the index, against the oracle.
#include "agree/overlap_ways.hpp"
#include "oracles/overlap_strands.hpp"
#include "support/random_case.hpp"
#include "support/sequence_text.hpp"

#include <random>

namespace concord::overlap_strands_agree_test {
namespace {

using test::overlap_case;

class overlap_strands_agree : public testing::TestWithParam<std::uint64_t> {};

/// DNA of few letters with pieces that are reverse complements of others, and palindromes.
overlap_case dna_case(std::uint64_t seed, std::uint64_t letters) {
    overlap_case made = test::make_overlap_case(seed * 6 + seed % 3, letters);
    made.seed = seed;
    std::mt19937_64 chance(seed);
    std::vector<std::string>& all = made.sequences;
    if (all.size() > 9) all.resize(9);
    for (std::size_t piece = 0; piece < 2 && !all.empty(); ++piece) {
        std::string text = all[chance() % all.size()];
        text = text.substr(0, chance() % (text.size() + 1));
        std::string turned(text.rbegin(), text.rend());
        for (char& letter : turned)
            letter = letter == 'A' ? 'T' : letter == 'T' ? 'A' : letter == 'C' ? 'G' : letter == 'G' ? 'C' : letter;
        all[chance() % all.size()] += chance() % 2 == 0 ? turned : text + turned;
    }
    return made;
}

std::vector<test::build_way> some_ways(std::uint64_t seed) {
    const std::vector<test::build_way> all = test::build_ways();
    std::vector<test::build_way> ways{all[seed % (all.size() - 1)], all.back()};
    for (test::build_way& way : ways)
        way.options.strands = index_strands::both;
    return ways;
}

run_options on_threads(unsigned threads) {
    run_options run;
    run.threads = threads;
    return run;
}

std::vector<exact_match> unique_of(const overlap_index& index, std::uint64_t of_a, std::uint64_t least,
                                   unsigned threads) {
    std::vector<exact_match> found;
    const std::uint64_t count = maximal_unique_matches(index, of_a, least, on_threads(threads),
                                                       [&](const exact_match& each) { found.push_back(each); });
    EXPECT_EQ(count, found.size());
    return found;
}

std::vector<multi_match> multi_of(const overlap_index& index, multi_match_options options, unsigned threads) {
    std::vector<multi_match> found;
    options.run.threads = threads;
    const std::uint64_t count = multi_matches(index, options, [&](const multi_match& each) { found.push_back(each); });
    EXPECT_EQ(count, found.size());
    return found;
}

TEST_P(overlap_strands_agree, regions_and_repeats) {
    for (const std::uint64_t seed : test::seeds(GetParam() * 100, 100)) {
        const overlap_case tried = dna_case(seed, 10 + seed % 30);
        const sequence_set set = tried.set();
        shared_region_options options;
        options.support = 1 + seed % set.size();
        options.min_length = 1 + seed % 3;
        options.occurrences = options.every_support = options.both_strands = true;
        const auto expected = overlap::reference_region_on_both_strands(set, options);
        const auto without_index = longest_shared_region(set, options);
        test::expect_same(without_index, expected, tried.to_paste());
        const repeat_options repeats{.min_length = options.min_length, .occurrences = true, .run = {}};
        const auto repeat = overlap::reference_repeat_on_both_strands(set, repeats);
        for (const test::build_way& way : some_ways(seed)) {
            const overlap_index index = test::built_by(set, way);
            test::expect_same(longest_shared_region(index, options), expected, way.name + "\n" + tried.to_paste());
            const repeat_result got = longest_repeat(index, repeats);
            EXPECT_EQ(got.length, repeat.length) << tried.to_paste();
            EXPECT_EQ(got.first, repeat.first) << tried.to_paste();
            EXPECT_EQ(got.count, repeat.count) << tried.to_paste();
            EXPECT_EQ(got.occurrences, repeat.occurrences) << tried.to_paste();
        }
        if (HasFailure()) return;
    }
}

TEST_P(overlap_strands_agree, matches) {
    for (const std::uint64_t seed : test::seeds(10'000 + GetParam() * 100, 100)) {
        const overlap_case tried = dna_case(seed, 10 + seed % 50);
        const sequence_set set = tried.set();
        const std::uint64_t of_a = seed % (set.size() + 1);
        const std::uint64_t least = 1 + seed % 4;
        const auto expected = overlap::reference_matches_on_both_strands(set, of_a, least);
        const auto unique = overlap::reference_unique_matches(set, of_a, expected);
        const auto forward = overlap::reference_unique_matches(set, of_a, overlap::reference_matches(set, of_a, least));
        for (test::build_way way : some_ways(seed)) {
            const overlap_index index = test::built_by(set, way);
            EXPECT_TRUE(test::matches_of(index, of_a, least, way.threads) == expected) << tried.to_paste();
            EXPECT_TRUE(unique_of(index, of_a, least, way.threads) == unique) << tried.to_paste();
            way.options.strands = index_strands::forward;
            EXPECT_TRUE(unique_of(test::built_by(set, way), of_a, least, way.threads) == forward) << tried.to_paste();
            if (way.on_simulated_gpu) continue; // which has what an index has
            way.options.for_unique = true; // induced, an index has the letters in front of suffixes, and no prefixes
            if (seed % 2 == 0) way.options.suffixes.path = overlap::suffix_path::induced;
            EXPECT_TRUE(unique_of(test::built_by(set, way), of_a, least, way.threads) == forward) << tried.to_paste();
            way.options.strands = index_strands::both;
            EXPECT_TRUE(unique_of(test::built_by(set, way), of_a, least, way.threads) == unique) << tried.to_paste();
        }
        for (const auto strands : {index_strands::forward, index_strands::both})
            EXPECT_TRUE(maximal_unique_matches(set, of_a, least, strands, on_threads(2)).matches ==
                        (strands == index_strands::both ? unique : forward))
                << tried.to_paste();
        if (HasFailure()) return;
    }
}

TEST_P(overlap_strands_agree, matches_with_mismatches) {
    for (const std::uint64_t seed : test::seeds(20'000 + GetParam() * 40, 40)) {
        const overlap_case tried = dna_case(seed, 10 + seed % 40);
        const sequence_set set = tried.set();
        for (const std::uint64_t mismatches : {0U, 1U, 3U})
            for (const std::uint64_t least : {1 + seed % 5, 3 * mismatches + 3 + seed % 4}) {
                const auto expected = overlap::reference_mismatch_matches_on_both_strands(set, least, mismatches);
                for (const test::build_way& way : some_ways(seed))
                    EXPECT_EQ(test::mismatch_matches_of(test::built_by(set, way), least, mismatches, way.threads),
                              expected)
                        << "least " << least << ", " << mismatches << " mismatches\n"
                        << tried.to_paste();
                const overlap::scoped_window_join joined(1 + seed % 3);
                const test::build_way way = some_ways(seed).front();
                EXPECT_EQ(test::mismatch_matches_of(test::built_by(set, way), least, mismatches, way.threads), expected)
                    << "windows joined, least " << least << ", " << mismatches << " mismatches\n"
                    << tried.to_paste();
                if (HasFailure()) return;
            }
    }
}

TEST_P(overlap_strands_agree, multi_matches) {
    for (const std::uint64_t seed : test::seeds(30'000 + GetParam() * 100, 100)) {
        overlap_case tried = dna_case(seed, 10 + seed % 40);
        const bool both = seed % 2 == 0;
        if (!both) tried = test::make_overlap_case(seed, 10 + seed % 40); // any alphabet
        const sequence_set set = tried.set();
        if (set.size() < 2) continue;
        multi_match_options options;
        options.support = 2 + seed % (set.size() - 1);
        options.max_copies = 1 + seed % 3;
        options.min_length = 1 + seed % 2;
        if (set.alphabet() == alphabet::utf8) continue; // the oracle compares bytes
        const auto expected = overlap::reference_multi_matches(set, options, both);
        for (test::build_way way : some_ways(seed)) {
            if (!both) way.options.strands = index_strands::forward;
            const auto found = multi_of(test::built_by(set, way), options, way.threads);
            EXPECT_TRUE(found == expected) << found.size() << " of " << expected.size() << "\n" << tried.to_paste();
        }
        if (HasFailure()) return;
    }
}

/// Unique matches of two sequences are multi-MUMs of them.
TEST(overlap_unique_matches, of_two_sequences_are_multi_mums) {
    std::mt19937_64 chance(5);
    std::string a(20'000, 'A');
    for (char& letter : a)
        letter = "ACGT"[chance() % 4];
    std::string b = a.substr(5'000) + a.substr(0, 6'000);
    for (std::size_t at = 0; at < b.size(); at += 1 + chance() % 90)
        b[at] = "ACGT"[chance() % 4];
    const overlap_index index = overlap_index::build(test::make_set({a, b}), {});
    multi_match_options options;
    options.min_length = 12;
    std::vector<exact_match> expected;
    for (const multi_match& each : multi_of(index, options, 2))
        expected.push_back({each.places[0], each.places[1], each.length});
    std::ranges::sort(expected, {}, [](const exact_match& each) { return each.b; });
    EXPECT_GT(expected.size(), 200U);
    EXPECT_TRUE(unique_of(index, 1, 12, 1) == expected);
}

INSTANTIATE_TEST_SUITE_P(seeds, overlap_strands_agree, testing::Range<std::uint64_t>(0, 4));

} // namespace
} // namespace concord::overlap_strands_agree_test
