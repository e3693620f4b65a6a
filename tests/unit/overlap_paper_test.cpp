// The papers' own examples, and cases worked by hand.
#include "agree/overlap_ways.hpp"
#include "support/sequence_text.hpp"

#include <concord/overlap.hpp>

#include <random>
#include <string>
#include <vector>

namespace concord::overlap_paper_test {
namespace {

using places = std::vector<overlap_place>;
using test::make_set;

overlap_index index_of(const std::vector<std::string>& sequences, alphabet kind = alphabet::dna) {
    return overlap_index::build(make_set(sequences, kind), {});
}

shared_region_result find(const std::vector<std::string>& sequences, std::uint64_t support,
                          alphabet kind = alphabet::dna) {
    shared_region_options options;
    options.support = support;
    options.occurrences = true;
    return longest_shared_region(make_set(sequences, kind), options);
}

// Table I: the suffixes of ATTGCTAC. The prefixes follow from them.
TEST(overlap_paper, suffix_array_of_table_1) {
    for (const test::build_way& way : test::build_ways()) {
        const overlap_index index = test::built_by(make_set({"ATTGCTAC"}), way);
        std::visit(
            [&](const auto& arrays) {
                const std::vector<std::uint64_t> suffixes(arrays.suffixes.begin(), arrays.suffixes.end());
                const std::vector<std::uint64_t> prefixes(arrays.prefixes.begin(), arrays.prefixes.end());
                EXPECT_EQ(suffixes, (std::vector<std::uint64_t>{6, 0, 7, 4, 3, 5, 2, 1})) << way.name;
                EXPECT_EQ(prefixes, (std::vector<std::uint64_t>{0, 1, 0, 1, 0, 0, 1, 1})) << way.name;
            },
            overlap::index_access::tables_of(index).arrays());
    }
}

TEST(overlap_paper, efef_and_feefe_share_efe) {
    const shared_region_result found = find({"EFEF", "FEEFE"}, 2, alphabet::bytes);
    ASSERT_TRUE(found.found);
    EXPECT_EQ(found.best, (shared_region{3, {0, 0}, 2}));
    EXPECT_EQ(found.occurrences, (places{{0, 0}, {1, 2}}));
}

// Problem 3: ACGT and ACGA on the main diagonal, ACG and ACA three letters on, TA with GA and with CA.
TEST(overlap_by_hand, matches_with_one_mismatch) {
    const overlap_index index = index_of({"ACGTA", "ACGACA"});
    const mismatch_match acgt{{0, 0}, {1, 0}, 1, 4};
    const mismatch_match acg{{0, 0}, {1, 3}, 1, 3};
    const mismatch_match ta_ga{{0, 3}, {1, 2}, 1, 2};
    const mismatch_match ta_ca{{0, 3}, {1, 4}, 1, 2};
    using matches = std::vector<mismatch_match>;
    EXPECT_EQ(test::mismatch_matches_of(index, 4, 1, 1), (matches{acgt}));
    EXPECT_EQ(test::mismatch_matches_of(index, 3, 1, 1), (matches{acgt, acg}));
    EXPECT_EQ(test::mismatch_matches_of(index, 2, 1, 1), (matches{acgt, acg, ta_ga, ta_ca}));
    EXPECT_EQ(test::mismatch_matches_of(index, 2, 0, 1), (matches{{{0, 0}, {1, 0}, 0, 3}, {{0, 0}, {1, 3}, 0, 2}}));
    // More mismatches than letters: each diagonal whole.
    EXPECT_EQ(test::mismatch_matches_of(index, 5, ~std::uint64_t{0}, 1),
              (matches{{{0, 0}, {1, 0}, 2, 5}, {{0, 0}, {1, 1}, 4, 5}}));
}

// CGT stands in all three, ACGT in the first two; T and everything in it in one alone is shorter.
TEST(overlap_by_hand, every_support) {
    shared_region_options options;
    options.every_support = options.occurrences = true;
    options.support = 3;
    const shared_region_result found = longest_shared_region(make_set({"ACGTT", "GACGT", "TCGT"}), options);
    EXPECT_EQ(found.best, (shared_region{3, {0, 1}, 3}));
    EXPECT_EQ(found.occurrences, (places{{0, 1}, {1, 2}, {2, 1}}));
    EXPECT_EQ(found.by_support, (std::vector<shared_region>{{4, {0, 0}, 2}, {3, {0, 1}, 3}}));
}

// A support of one: the longest stretch without an N, and everybody who holds it.
TEST(overlap_by_hand, support_of_one) {
    const shared_region_result found = find({"ACNGGTNAA", "TGGTA", "GGTTNACGA"}, 1);
    EXPECT_EQ(found.best, (shared_region{5, {1, 0}, 1}));
    const shared_region_result equal = find({"NACGTN", "ACGT", "AC"}, 1);
    EXPECT_EQ(equal.best, (shared_region{4, {0, 1}, 2}));
    EXPECT_EQ(equal.occurrences, (places{{0, 1}, {1, 0}}));
}

TEST(overlap_by_hand, nothing_shared) {
    EXPECT_FALSE(find({"AAAA", "CCCC"}, 2).found);
    EXPECT_FALSE(find({"NNNN", "NNNN"}, 2).found);
    EXPECT_FALSE(find({"", "", ""}, 2).found);
    EXPECT_FALSE(find({"", "ACGT"}, 2).found);
}

// Thousands of suffixes share as much with the one before them as the answer has: repeated words of which some letters
// are others. A third sequence, of no letters, leaves the answer as it is, and the way that is only for two is not
// taken.
TEST(overlap_by_hand, many_neighbours_share_as_much_as_two_sequences) {
    std::mt19937_64 chance(1);
    const auto worn = [&](const std::string& word, std::uint64_t kept) { // of so many letters one is another
        std::string made;
        while (made.size() < 300'000)
            made += word;
        for (char& letter : made)
            if (chance() % kept == 0) letter = "ACGT"[chance() % 4];
        return made;
    };
    std::string satellite;
    while (satellite.size() < 171)
        satellite += "ACGT"[chance() % 4];
    const std::vector<std::vector<std::string>> tried = {{worn(satellite, 20), worn(satellite, 2)},
                                                         {worn(satellite, 20), worn(satellite, 3)},
                                                         {worn("ACG", 5), worn("TTC", 6)}};
    for (const std::vector<std::string>& two : tried)
        for (const unsigned threads : {1U, 3U}) {
            shared_region_options options;
            options.support = 2;
            options.run.threads = threads;
            const shared_region_result found = longest_shared_region(make_set(two), options);
            const shared_region_result right = longest_shared_region(make_set({two[0], two[1], ""}), options);
            EXPECT_EQ(found.best, right.best) << two[0].substr(0, 200) << ' ' << threads;
        }
}

TEST(overlap_by_hand, repeats) {
    const repeat_result found = longest_repeat(index_of({"ACGACG", "ATATATA"}), {1, true, {}});
    EXPECT_TRUE(found.found);
    EXPECT_EQ(found.length, 5U);
    EXPECT_EQ(found.first, (overlap_place{1, 0}));
    EXPECT_EQ(found.occurrences, (places{{1, 0}, {1, 2}}));
    EXPECT_FALSE(longest_repeat(index_of({"ACG", "ACG"}), {1, true, {}}).found); // twice, but not in one sequence
}

// GATTACA against TTACAGAT: TTACA is maximal, GAT is; the two T, the A and what else stands in them is not.
TEST(overlap_by_hand, matches) {
    const std::vector<exact_match> found = test::matches_of(index_of({"GATTACA", "TTACAGAT"}), 1, 3, 1);
    EXPECT_TRUE(found == (std::vector<exact_match>{{{0, 2}, {1, 0}, 5}, {{0, 0}, {1, 5}, 3}}));
}

TEST(overlap_by_hand, ends_and_beginnings) {
    const overlap_index index = index_of({"ACGTA", "GTACC", "TA", "ACGTA"});
    EXPECT_TRUE(test::overlaps_of(index, 2, 1) ==
                (std::vector<end_overlap>{{0, 1, 3}, {0, 2, 2}, {0, 3, 5}, {3, 0, 5}, {3, 1, 3}, {3, 2, 2}}));
}

error_code failure_of(const std::function<void()>& question) {
    try {
        question();
    } catch (const error& trouble) {
        return trouble.code();
    }
    ADD_FAILURE() << "no error";
    return error_code::usage;
}

TEST(overlap_by_hand, questions_keep_to_their_memory) {
    const overlap_index index = index_of({std::string(100'000, 'A'), std::string(50'000, 'A'), "AAA"});
    run_options run; // what the index takes is not enough for its questions
    run.memory = index.memory_bytes();
    EXPECT_EQ(failure_of([&] { static_cast<void>(longest_repeat(index, {1, false, run})); }), error_code::resource);
    shared_region_options options;
    options.run = run;
    EXPECT_EQ(longest_shared_region(index, options).best.length, 50'000U); // no intervals are opened
    options.support = 3;
    EXPECT_EQ(failure_of([&] { static_cast<void>(longest_shared_region(index, options)); }), error_code::resource);
    EXPECT_EQ(failure_of([&] { maximal_exact_matches(index, 1, 1, run, [](const exact_match&) {}); }),
              error_code::resource);
    run.memory *= 8; // 32 bytes for each of 100,000 open intervals, beside 14 a letter
    EXPECT_EQ(longest_repeat(index, {1, false, run}).length, 99'999U);
}

// With little memory suffixes are looked up sequence by sequence; with less it is an error.
TEST(overlap_by_hand, overlaps_are_the_same_in_any_memory) {
    std::vector<std::string> reads;
    for (std::size_t read = 0; read < 40; ++read)
        reads.push_back(std::string(30 + read % 7, 'A') + std::string(read % 5, 'C') + std::string(10, 'A'));
    const overlap_index index = index_of(reads);
    const std::vector<end_overlap> expected = test::overlaps_of(index, 3, 1);
    run_options run;
    std::uint64_t enough = 0;
    for (std::uint64_t beside = 0; beside < 64 * 2000; beside += 64) {
        run.memory = index.memory_bytes() + beside;
        std::vector<end_overlap> found;
        try {
            suffix_prefix_overlaps(index, 3, run, [&](const end_overlap& each) { found.push_back(each); });
        } catch (const error& trouble) {
            EXPECT_EQ(trouble.code(), error_code::resource);
            EXPECT_EQ(enough, 0U);
            continue;
        }
        ++enough;
        EXPECT_TRUE(found == expected) << beside;
    }
    EXPECT_GT(enough, 1000U);
}

TEST(overlap_by_hand, questions_can_be_cancelled) {
    const overlap_index index = index_of({"ACGTACGT", "CGTACG"});
    run_options run;
    run.cancelled = [] { return true; };
    shared_region_options options;
    options.run = run;
    EXPECT_EQ(failure_of([&] { static_cast<void>(longest_repeat(index, {1, false, run})); }), error_code::cancelled);
    EXPECT_EQ(failure_of([&] { static_cast<void>(longest_shared_region(index, options)); }), error_code::cancelled);
    EXPECT_EQ(failure_of([&] { maximal_exact_matches(index, 1, 1, run, [](const exact_match&) {}); }),
              error_code::cancelled);
    EXPECT_EQ(failure_of([&] { suffix_prefix_overlaps(index, 1, run, [](const end_overlap&) {}); }),
              error_code::cancelled);
}

TEST(overlap_by_hand, a_place_shares_with_itself_what_is_left_to_the_border) {
    std::string letters(5000, 'A');
    letters[4000] = 'N';
    const overlap_index index = index_of({"AC", letters, "GGA"});
    const std::vector<overlap_place> tried = {{0, 0}, {1, 0}, {1, 3999}, {1, 4000}, {1, 4001}, {2, 2}, {2, 3}};
    std::vector<place_pair> pairs;
    pairs.reserve(tried.size());
    for (const overlap_place& place : tried)
        pairs.push_back({place, place});
    std::vector<std::uint64_t> lengths(pairs.size());
    common_prefixes(index, pairs, lengths, {});
    EXPECT_EQ(lengths, (std::vector<std::uint64_t>{2, 4000, 1, 0, 999, 1, 0}));
}

TEST(overlap_by_hand, wrong_use) {
    const sequence_set set = make_set({"ACGT", "ACG"});
    shared_region_options options;
    options.support = 3;
    EXPECT_THROW(static_cast<void>(longest_shared_region(set, options)), error);
    const overlap_index index = overlap_index::build(set, {});
    EXPECT_THROW(static_cast<void>(longest_repeat(index, {0, false, {}})), error);
    const std::vector<place_pair> beyond = {{{1, 4}, {0, 0}}};
    std::vector<std::uint64_t> lengths(1);
    EXPECT_THROW(common_prefixes(index, beyond, lengths, {}), error);
    const std::vector<place_pair> end = {{{1, 3}, {0, 0}}};
    common_prefixes(index, end, lengths, {});
    EXPECT_EQ(lengths[0], 0U);
}

TEST(overlap_by_hand, too_little_memory_is_told_before_work_begins) {
    const sequence_set set = make_set({std::string(5000, 'A'), "ACGT", "CGT"});
    std::uint64_t of_fewer_threads = 0;
    for (const unsigned threads : {1U, 3U, 16U}) {
        run_options run;
        run.threads = threads;
        const std::uint64_t needed = overlap_index::memory_needed(set, run);
        EXPECT_GT(needed, of_fewer_threads);
        of_fewer_threads = needed;
        run.memory = needed - 1;
        try {
            static_cast<void>(overlap_index::build(set, run));
            FAIL() << "no error";
        } catch (const error& trouble) {
            EXPECT_EQ(trouble.code(), error_code::resource);
            EXPECT_NE(std::string(trouble.what()).find(std::to_string(needed)), std::string::npos) << trouble.what();
        }
        run.memory = needed;
        EXPECT_EQ(overlap_index::build(set, run).sequences().size(), 3U);
    }
    EXPECT_GT(overlap_index::memory_needed(set), 0U); // of all threads that there are
}

TEST(overlap_by_hand, cancelled) {
    run_options run;
    run.cancelled = [] { return true; };
    try {
        static_cast<void>(overlap_index::build(make_set({"ACGT"}), run));
        FAIL() << "no error";
    } catch (const error& trouble) {
        EXPECT_EQ(trouble.code(), error_code::cancelled);
    }
}

} // namespace
} // namespace concord::overlap_paper_test
