// Common subsequences of many pairs: every vector target, number of threads and size of a unit of work gives what the
// textbook's matrix gives.
#include "agree/batch_ways.hpp"
#include "oracles/subsequence.hpp"
#include "support/random_case.hpp"

#include <concord/error.hpp>
#include <concord/subsequence.hpp>

namespace concord::subsequence_batch_agree_test {
namespace {

using test::batch_case;
using test::coded;

run_options options_of(const test::batch_way& how) {
    run_options options;
    options.device = device::cpu();
    options.vectors = how.vectors;
    options.threads = how.threads;
    options.memory = how.memory;
    return options;
}

void try_way(const batch_case& tried, const test::batch_way& how) {
    const std::string context = " (" + how.name() + ")\n" + tried.to_paste();
    const runtime::scoped_tile tiles(how.tile);
    const run_options run = options_of(how);
    const auto expected = [&](std::size_t i, std::size_t j) {
        return subsequence::reference_length(coded(tried.a[i], tried.b[j], tried.kind));
    };
    std::uint64_t rows = 0;
    run_report report;
    all_subsequence_lengths(
        test::make_set(tried.a, tried.kind), test::make_set(tried.b, tried.kind), run,
        [&](std::uint64_t i, std::span<const std::uint32_t> lengths) {
            ASSERT_EQ(i, rows++) << context;
            ASSERT_EQ(lengths.size(), tried.b.size()) << context;
            for (std::size_t j = 0; j < lengths.size(); ++j)
                ASSERT_EQ(lengths[j], expected(i, j)) << "all, row " << i << ", column " << j << context;
        },
        &report);
    ASSERT_EQ(rows, tried.a.size()) << context;
    test::expect_report(report, how);

    const std::size_t count = std::min(tried.a.size(), tried.b.size());
    const auto cut = [&](const std::vector<std::string>& letters) {
        return test::make_set({letters.begin(), letters.begin() + static_cast<std::ptrdiff_t>(count)}, tried.kind);
    };
    const sequence_set a = cut(tried.a);
    const sequence_set b = cut(tried.b);
    const std::vector<std::uint32_t> lengths = zipped_subsequence_lengths(a, b, run, &report);
    ASSERT_EQ(lengths.size(), count) << context;
    test::expect_report(report, how);
    subsequence_options with_alignment;
    with_alignment.alignment = true;
    with_alignment.run = run;
    std::uint64_t next = 0;
    zipped_subsequences(a, b, with_alignment, [&](std::uint64_t i, const subsequence_result& result) {
        ASSERT_EQ(i, next++) << context;
        ASSERT_EQ(lengths[i], expected(i, i)) << "zipped, pair " << i << context;
        ASSERT_EQ(result.length, lengths[i]) << "zipped with alignment, pair " << i << context;
        const alignment whole = subsequence::reference_alignment(coded(tried.a[i], tried.b[i], tried.kind));
        ASSERT_EQ(cigar(result.alignment), cigar(whole)) << "pair " << i << context;
    });
    ASSERT_EQ(next, count) << context;
}

class subsequence_batches : public testing::TestWithParam<int> {};

TEST_P(subsequence_batches, agree_with_the_textbook) {
    for (const std::uint64_t seed : test::seeds(74'000'000 + 1'000 * static_cast<std::uint64_t>(GetParam()), 30)) {
        SCOPED_TRACE("CONCORD_SEED=" + std::to_string(seed));
        const batch_case tried = test::make_batch_case(seed);
        for (const test::batch_way& how : test::batch_ways()) {
            try_way(tried, how);
            if (HasFatalFailure()) return;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(seeds, subsequence_batches, testing::Range(0, 4));

TEST(subsequence_batches_of, known_lengths) {
    const sequence_set a = test::make_set({"ABCBDAB", "", "GATTACA"}, alphabet::bytes);
    const sequence_set b = test::make_set({"BDCABA", "ABC", "GCATGC"}, alphabet::bytes);
    EXPECT_EQ(zipped_subsequence_lengths(a, b, {}), (std::vector<std::uint32_t>{4, 0, 4}));
}

/// Pairs beyond the lanes, and letters that match nothing.
TEST(subsequence_batches_of, long_sequences) {
    std::string long_one;
    for (std::uint32_t state = 1; long_one.size() < 5'000; state = state * 1'664'525U + 1'013'904'223U)
        long_one += "ACGTNACGTACGTACG"[state >> 28U];
    std::string other = long_one;
    other.erase(70, 300);
    batch_case tried{0, alphabet::dna, {long_one, "NNNN", other}, {other, "NNNN", "ACGT"}, {}, {}, 0};
    for (const test::batch_way& how : test::batch_ways())
        try_way(tried, how);
}

TEST(subsequence_batches_of, sets_that_do_not_fit) {
    const sequence_set one = test::make_set({"ACGT"});
    const sequence_set two = test::make_set({"ACGT", "ACGT"});
    EXPECT_THROW(static_cast<void>(zipped_subsequence_lengths(one, two, {})), error);
    EXPECT_THROW(zipped_subsequences(one, two, {}, [](std::uint64_t, const subsequence_result&) {}), error);
    const sequence_set protein = test::make_set({"ACDE"}, alphabet::protein);
    EXPECT_THROW(all_subsequence_lengths(one, protein, {}, [](std::uint64_t, std::span<const std::uint32_t>) {}),
                 error);
}

} // namespace
} // namespace concord::subsequence_batch_agree_test
