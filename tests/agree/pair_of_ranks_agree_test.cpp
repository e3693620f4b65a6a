// One pair by ranks that divide its matrix, against the textbook in small and one process in large: any number of
// ranks, slabs without columns among them, and everything that such a pair may be.
#include "agree/pair_ways.hpp"
#include "runtime/distributed/task_sharing.hpp"
#include "runtime/test_settings.hpp"
#include "support/random_case.hpp"
#include "support/ranks_of_threads.hpp"

#include <concord/error.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

namespace concord::pair_of_ranks_agree_test {
namespace {

constexpr std::uint64_t always_divided = 1;

/// What a rank says that it did.
bool notes_hold(const run_report& run, const std::string& words) {
    return std::ranges::any_of(run.notes, [&](const std::string& line) { return line.find(words) != line.npos; });
}

void try_ranks(const test::pair_case& pair, const test::expected_answers& expected, unsigned size, unsigned threads) {
    test::ranks_of_threads(size, 1 + size / 3).run([&](runtime::communicator& rank) {
        task_sharing sharing(rank);
        run_options run;
        run.device = device::cpu();
        run.threads = threads + rank.rank() % 2; // slabs of different widths
        run.sharing = &sharing;
        test::try_pair(pair, expected, run);
        distance_options osa;
        osa.metric = distance_metric::osa;
        osa.run = run;
        EXPECT_EQ(distance(pair.ref_a(), pair.ref_b(), osa).distance,
                  edit_distance::reference_distance(sequence::code_pair(pair.ref_a(), pair.ref_b()), osa.metric))
            << size << " ranks, " << pair.to_paste();
        osa.metric = distance_metric::damerau_levenshtein;
        EXPECT_EQ(distance(pair.ref_a(), pair.ref_b(), osa).distance,
                  edit_distance::reference_distance(sequence::code_pair(pair.ref_a(), pair.ref_b()), osa.metric))
            << size << " ranks, " << pair.to_paste();
    });
}

class pair_of_ranks_agrees : public testing::TestWithParam<unsigned> {};

TEST_P(pair_of_ranks_agrees, short_ones) {
    for (const std::uint64_t seed : test::seeds(48'000'000 + std::uint64_t{1'000} * GetParam(), 12)) {
        const test::pair_case pair = test::make_pair_case(seed, 300);
        const test::expected_answers expected(pair);
        try_ranks(pair, expected, GetParam(), 1); // as it comes: rank 0 alone
        const runtime::scoped_tile forced(always_divided);
        try_ranks(pair, expected, GetParam(), 1);
        if (HasFailure()) return;
    }
}

TEST_P(pair_of_ranks_agrees, around_blocks) {
    const runtime::scoped_tile forced(always_divided);
    for (const std::uint64_t seed : test::seeds(48'100'000 + std::uint64_t{1'000} * GetParam(), 4)) {
        const test::pair_case pair = test::make_pair_case(seed, 6000);
        try_ranks(pair, test::expected_answers(pair), GetParam(), 1 + static_cast<unsigned>(seed % 2));
        if (HasFailure()) return;
    }
}

INSTANTIATE_TEST_SUITE_P(ranks, pair_of_ranks_agrees, testing::Range(1U, 6U));

TEST(pair_of_ranks, of_nothing) {
    const runtime::scoped_tile forced(always_divided);
    for (const auto& [a, b] : {std::pair(0U, 0U), {0U, 3U}, {3U, 0U}, {1U, 1U}, {1U, 5'000U}, {5'000U, 1U}}) {
        test::pair_case pair;
        pair.a.assign(a, 7);
        pair.b.assign(b, 7);
        try_ranks(pair, test::expected_answers(pair), 3, 1);
    }
}

/// Alignments that cross slabs of many blocks, of few and of many letters, with edges that are kept here and there.
TEST(pair_of_ranks, in_large) {
    for (const std::uint64_t alphabet : {4U, 100U, 5'000U}) {
        const test::pair_case pair = test::make_unrelated_pair(alphabet, 30'001, 24'577, alphabet);
        distance_options options;
        options.alignment = true;
        options.run.device = device::cpu();
        const distance_result expected = distance(pair.ref_a(), pair.ref_b(), options);
        ASSERT_EQ(test::replay(pair, expected.alignment), expected.distance);
        options.metric = distance_metric::indel;
        const distance_result expected_indels = distance(pair.ref_a(), pair.ref_b(), options);
        const runtime::scoped_tile forced(always_divided);
        for (const unsigned size : {2U, 5U})
            test::ranks_of_threads(size).run([&](runtime::communicator& rank) {
                task_sharing sharing(rank);
                distance_options shared = options;
                shared.run.sharing = &sharing;
                shared.run.threads = 1 + rank.rank() % 3;
                for (const auto& [metric, one] :
                     {std::pair(distance_metric::levenshtein, &expected), {distance_metric::indel, &expected_indels}}) {
                    shared.metric = metric;
                    const distance_result found = distance(pair.ref_a(), pair.ref_b(), shared);
                    EXPECT_EQ(found.distance, one->distance) << size << " ranks";
                    EXPECT_EQ(cigar(found.alignment), cigar(one->alignment)) << size << " ranks";
                    EXPECT_TRUE(notes_hold(found.run, "divided among " + std::to_string(size) + " ranks"));
                }
            });
        if (HasFailure()) return;
    }
}

/// Without being forced to: large pairs are divided, the longer sequence the rows; small ones and those with few edits
/// are not.
TEST(pair_of_ranks, divide_what_is_worth_it) {
    const test::pair_case large = test::make_unrelated_pair(3, 150'000, 110'000, 4);
    distance_options options;
    options.run.device = device::cpu();
    const std::optional<std::uint64_t> expected = distance(large.ref_a(), large.ref_b(), options).distance;
    test::pair_case similar = large;
    similar.b = similar.a;
    similar.b[50'000] ^= 1U;
    test::ranks_of_threads(2).run([&](runtime::communicator& rank) {
        task_sharing sharing(rank);
        distance_options shared = options;
        shared.run.sharing = &sharing;
        shared.run.threads = 1;
        const distance_result found = distance(large.ref_a(), large.ref_b(), shared);
        EXPECT_EQ(found.distance, expected);
        EXPECT_TRUE(notes_hold(found.run, "divided among 2 ranks"));
        const distance_result few = distance(similar.ref_a(), similar.ref_b(), shared);
        EXPECT_EQ(few.distance, 1U);
        EXPECT_FALSE(notes_hold(few.run, "divided among"));
        const test::pair_case small = test::make_unrelated_pair(4, 3'000, 3'000, 4);
        EXPECT_FALSE(notes_hold(distance(small.ref_a(), small.ref_b(), shared).run, "divided among"));
    });
}

/// Where one rank is cancelled, whenever that is, all of them end, and the next call finds its answer.
TEST(pair_of_ranks, a_cancelled_rank_ends_all) {
    const test::pair_case pair = test::make_unrelated_pair(5, 14'000, 9'000, 4);
    const runtime::scoped_tile forced(always_divided);
    distance_options options;
    options.alignment = true;
    options.run.device = device::cpu();
    const std::string expected = cigar(distance(pair.ref_a(), pair.ref_b(), options).alignment);
    unsigned stopped_calls = 0;
    for (unsigned allowed = 0; allowed < 60; allowed += 4)
        for (unsigned who = 0; who < 3; ++who) {
            std::atomic<unsigned> asked = 0;
            std::atomic<unsigned> ended = 0;
            test::ranks_of_threads(3).run([&](runtime::communicator& rank) {
                task_sharing sharing(rank);
                distance_options shared = options;
                shared.run.threads = 1;
                shared.run.sharing = &sharing;
                if (rank.rank() == who) shared.run.cancelled = [&] { return asked++ >= allowed; };
                try {
                    EXPECT_EQ(cigar(distance(pair.ref_a(), pair.ref_b(), shared).alignment), expected);
                } catch (const error& caught) {
                    EXPECT_EQ(caught.code(), error_code::cancelled) << caught.what();
                    ++ended;
                }
                shared.run.cancelled = {};
                EXPECT_EQ(cigar(distance(pair.ref_a(), pair.ref_b(), shared).alignment), expected);
            });
            ASSERT_TRUE(ended == 0 || ended == 3) << ended << " of 3, rank " << who << " after " << allowed;
            stopped_calls += ended / 3;
        }
    EXPECT_GT(stopped_calls, 3U);
}

/// Batches compare their long pairs rank by rank: those calls are not collective.
TEST(pair_of_ranks, long_pairs_of_a_list) {
    sequence_set_builder builder(alphabet::dna);
    for (std::uint64_t one = 0; one < 5; ++one) {
        std::string text;
        for (const std::uint32_t letter : test::make_unrelated_pair(one, 12'000, 0, 4).a)
            text.push_back("ACGT"[letter]);
        builder.add("s" + std::to_string(one), text);
    }
    const sequence_set set = std::move(builder).finish();
    batch_options options;
    options.run.device = device::cpu();
    options.run.threads = 1;
    const std::vector<std::uint32_t> expected = zipped_distances(set, set, options);
    test::ranks_of_threads(3).run([&](runtime::communicator& rank) {
        task_sharing sharing(rank);
        batch_options shared = options;
        shared.run.sharing = &sharing;
        const std::vector<std::uint32_t> found = zipped_distances(set, set, shared);
        EXPECT_EQ(found, rank.is_root() ? expected : std::vector<std::uint32_t>());
        std::uint64_t rows = 0;
        all_distances(set, set, shared, [&](std::uint64_t, std::span<const std::uint32_t>) { ++rows; });
        EXPECT_EQ(rows, rank.is_root() ? set.size() : 0);
    });
}

} // namespace
} // namespace concord::pair_of_ranks_agree_test
