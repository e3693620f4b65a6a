// The search that GPUs run, step by step on the host, against the textbook: every way to filter, with memory in plenty
// and hardly any, with parts of any size.
#include "agree/all_ways.hpp"
#include "problems/substring/gpu/executor.hpp"
#include "support/serial_machine.hpp"
#include "support/simulated_set.hpp"

namespace concord::window_search_agree_test {
namespace {

using substring::filtering;

substring_result by_steps(const sequence_set& set, const substring_options& options, filtering filter,
                          std::uint64_t memory, std::uint64_t tile, double diagonals = 0) {
    substring::problem given(set, options);
    given.are_supports_exact = options.ties || options.per_sequence;
    runtime::thread_pool workers(options.run);
    test::serial_machine machine(memory, diagonals);
    std::vector<std::string> notes;
    substring::gpu_executor<test::serial_machine> run(machine, given, tile, notes, filter);
    substring::longest_windows found = substring::search(given, run);
    const std::uint64_t longest = found.length;
    substring_result result;
    substring::finish(given, options, std::move(found), workers, result);
    if (options.per_sequence) result.per_sequence = substring::search_each(given, run, longest);
    return result;
}

void try_steps(test::random_case tried) {
    const sequence_set set = tried.set();
    substring_options& options = tried.options;
    options.ties = options.occurrences = options.per_sequence = true;
    options.run.threads = 1;
    const substring_result expected = substring::reference_search(set, options);
    for (const filtering filter : {filtering::automatic, filtering::never, filtering::always}) {
        constexpr double always = 1e18;
        const substring_result along = by_steps(set, options, filter, std::uint64_t{1} << 30U, 0, always);
        test::expect_same(along, expected, "diagonals, filter " + std::to_string(static_cast<int>(filter)), tried);
        EXPECT_EQ(along.per_sequence, expected.per_sequence) << "diagonals\n" << tried.to_paste();
        for (const std::uint64_t memory : {std::uint64_t{1} << 30U, std::uint64_t{1} << 12U}) {
            for (const std::uint64_t tile : {0U, 5U}) {
                const std::string how = "filter " + std::to_string(static_cast<int>(filter)) + ", memory " +
                                        std::to_string(memory) + ", tile " + std::to_string(tile);
                const substring_result result = by_steps(set, options, filter, memory, tile);
                test::expect_same(result, expected, how, tried);
                EXPECT_EQ(result.per_sequence, expected.per_sequence) << how << "\n" << tried.to_paste();
            }
        }
    }
}

/// Where the supports of ties are not asked for: the same answer, and as many ties.
void try_steps_without_ties(test::random_case tried) {
    const sequence_set set = tried.set();
    substring_options& options = tried.options;
    options.ties = options.per_sequence = false;
    options.occurrences = true;
    options.run.threads = 1;
    substring_result expected = substring::reference_search(set, options);
    expected.ties.clear();
    for (const double diagonals : {0.0, 1e18})
        for (const filtering filter : {filtering::automatic, filtering::always})
            test::expect_same(by_steps(set, options, filter, std::uint64_t{1} << 30U, 0, diagonals), expected,
                              "without ties, filter " + std::to_string(static_cast<int>(filter)) +
                                  (diagonals > 0 ? ", diagonals" : ""),
                              tried);
}

class steps_agree : public testing::TestWithParam<std::uint64_t> {};

TEST_P(steps_agree, small_cases) {
    for (const std::uint64_t seed : test::seeds(GetParam() * 100, 100)) {
        try_steps(test::small_case(seed));
        try_steps_without_ties(test::small_case(seed));
        if (HasFailure()) return;
    }
}

INSTANTIATE_TEST_SUITE_P(seeds, steps_agree, testing::Range<std::uint64_t>(0, 8));

class steps_agree_word_edges : public testing::TestWithParam<std::uint64_t> {};

TEST_P(steps_agree_word_edges, cases) {
    for (const std::uint64_t seed : test::seeds(1'000'000 + GetParam() * 10, 10)) {
        try_steps(test::word_edge_case(seed));
        if (HasFailure()) return;
    }
}

INSTANTIATE_TEST_SUITE_P(seeds, steps_agree_word_edges, testing::Range<std::uint64_t>(0, 4));

// More windows than a sample holds: so those with the greatest bounds are looked for, with small supports as well.
TEST(steps_agree_with_cpu, on_reads) {
    const sequence_set set = test::simulated_reads(300, 51, 51, 0.01);
    for (const std::uint64_t k : {0U, 2U}) {
        for (const std::uint64_t t : {2U, 3U, 30U}) {
            substring_options options;
            options.mismatches = k;
            options.support = t;
            options.min_length = 12;
            options.ties = options.occurrences = true;
            options.run.device = device::cpu();
            options.run.threads = 1;
            const substring_result expected = longest_common_substring(set, options);
            for (const filtering filter : {filtering::automatic, filtering::never, filtering::always}) {
                SCOPED_TRACE(testing::Message() << "k " << k << ", t " << t << ", filter " << static_cast<int>(filter));
                const substring_result result = by_steps(set, options, filter, std::uint64_t{1} << 30U, 0);
                EXPECT_EQ(result.best, expected.best);
                EXPECT_EQ(result.ties, expected.ties);
            }
        }
    }
}

} // namespace
} // namespace concord::window_search_agree_test
