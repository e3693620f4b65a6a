// Ranks that share the comparisons of a search by steps, each on a machine of its own, against the textbook: with any
// number of ranks, memory in plenty and hardly any, and comparisons that are all shared, however short.
#include "agree/all_ways.hpp"
#include "problems/substring/gpu/executor.hpp"
#include "support/ranks_of_threads.hpp"
#include "support/serial_machine.hpp"
#include "support/simulated_set.hpp"

namespace concord::window_search_ranks_agree_test {
namespace {

using substring::filtering;

constexpr std::uint64_t stripe = substring::tuning::seeds_per_stripe;
constexpr double even_the_shortest = -1; // seconds that sharing must save

struct answer_of_rank {
    substring::longest_windows found;
    std::vector<substring_candidate> candidates;
};

answer_of_rank by_rank(runtime::communicator& rank, const substring::problem& given, filtering filter,
                       std::uint64_t memory, std::uint64_t tile, double worth_sharing) {
    test::serial_machine machine(memory);
    std::vector<std::string> notes;
    substring::gpu_executor<test::serial_machine> run(machine, given, tile, notes, filter,
                                                      {.ranks = runtime::striped_division(&rank, worth_sharing)});
    answer_of_rank answer{substring::search(given, run), {}};
    answer.candidates = substring::search_each(given, run, answer.found.length);
    return answer;
}

void try_ranks(test::random_case tried) {
    const sequence_set set = tried.set();
    substring_options& options = tried.options;
    options.ties = options.occurrences = options.per_sequence = true;
    options.run.threads = 1;
    const substring_result expected = substring::reference_search(set, options);
    const substring::problem given(set, options);
    for (const unsigned size : {1U, 2U, 3U, 5U}) {
        for (const filtering filter : {filtering::automatic, filtering::never}) {
            for (const std::uint64_t memory : {std::uint64_t{1} << 30U, std::uint64_t{1} << 12U}) {
                const std::string how = std::to_string(size) + " ranks, filter " +
                                        std::to_string(static_cast<int>(filter)) + ", memory " + std::to_string(memory);
                std::vector<answer_of_rank> answers(size);
                test::ranks_of_threads ranks(size);
                const std::uint64_t tile = memory < 1U << 20U ? 5 : 0;
                ranks.run([&](runtime::communicator& rank) {
                    answers[rank.rank()] = by_rank(rank, given, filter, memory, tile, even_the_shortest);
                });
                for (answer_of_rank& answer : answers) {
                    runtime::thread_pool workers(options.run);
                    substring_result result;
                    substring::finish(given, options, std::move(answer.found), workers, result);
                    test::expect_same(result, expected, how, tried);
                    EXPECT_EQ(answer.candidates, expected.per_sequence) << how << "\n" << tried.to_paste();
                }
                if (size == 1) {
                    EXPECT_EQ(ranks.sums(), 0U) << how << "\n" << tried.to_paste();
                }
                if (testing::Test::HasFailure()) return;
            }
        }
    }
}

class window_search_ranks_agree : public testing::TestWithParam<std::uint64_t> {};

TEST_P(window_search_ranks_agree, small_cases) {
    for (const std::uint64_t seed : test::seeds(3'000'000 + GetParam() * 25, 25)) {
        try_ranks(test::small_case(seed));
        if (HasFailure()) return;
    }
}

TEST_P(window_search_ranks_agree, word_edges) {
    for (const std::uint64_t seed : test::seeds(4'000'000 + GetParam() * 3, 3)) {
        try_ranks(test::word_edge_case(seed));
        if (HasFailure()) return;
    }
}

INSTANTIATE_TEST_SUITE_P(seeds, window_search_ranks_agree, testing::Range<std::uint64_t>(0, 4));

// More seeds than one stripe has, and both ways: each pair of sequences is met once, by one rank.
TEST(window_search_ranks, on_reads) {
    const sequence_set set = test::simulated_reads(300, 51, 51, 0.01);
    for (const std::uint64_t k : {0U, 2U, 12U}) {
        for (const std::uint64_t t : {2U, 30U}) {
            substring_options options;
            options.mismatches = k;
            options.support = t;
            options.min_length = 12;
            options.run.threads = 1;
            const substring::problem given(set, options);
            test::ranks_of_threads alone(1);
            test::ranks_of_threads together(3);
            const auto all_of = [&](test::ranks_of_threads& ranks, unsigned size, double worth_sharing) {
                std::vector<answer_of_rank> answers(size);
                ranks.run([&](runtime::communicator& rank) {
                    answers[rank.rank()] =
                        by_rank(rank, given, filtering::automatic, std::uint64_t{1} << 30U, 0, worth_sharing);
                });
                return answers;
            };
            const answer_of_rank expected = all_of(alone, 1, 0).front();
            for (const answer_of_rank& answer : all_of(together, 3, even_the_shortest)) {
                SCOPED_TRACE(testing::Message() << "k " << k << ", t " << t);
                EXPECT_EQ(answer.found.length, expected.found.length);
                EXPECT_EQ(answer.found.windows, expected.found.windows);
                EXPECT_EQ(answer.candidates, expected.candidates);
            }
            EXPECT_GT(together.sums(), 0U);
            test::ranks_of_threads idle(2); // who finds no comparison long enough adds nothing up
            static_cast<void>(all_of(idle, 2, 1e9));
            EXPECT_EQ(idle.sums(), 0U);
        }
    }
}

// Stripes are all seeds, once, and those of each rank weigh the same where the first seeds have the most positions.
TEST(striped_division, divides_seeds_evenly) {
    for (const unsigned size : {2U, 3U, 8U}) {
        for (const std::uint64_t seeds : {0ULL, 1ULL, 7ULL, 1000ULL, 1'000'000ULL}) {
            std::vector<std::vector<runtime::striped_division::range>> of_rank(size);
            test::ranks_of_threads ranks(size);
            ranks.run([&](runtime::communicator& rank) {
                of_rank[rank.rank()] = runtime::striped_division(&rank, 0).ours_of(seeds, stripe);
            });
            std::vector<runtime::striped_division::range> all;
            double heaviest = 0;
            double sum = 0;
            for (const auto& ours : of_rank) {
                double weight = 0;
                for (const auto& each : ours) {
                    all.push_back(each);
                    const auto from = static_cast<double>(seeds - each.first);
                    const auto to = static_cast<double>(seeds - each.last);
                    weight += from * from - to * to;
                }
                heaviest = std::max(heaviest, weight);
                sum += weight;
            }
            std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
            std::uint64_t next = 0;
            for (const auto& each : all) {
                EXPECT_EQ(each.first, next);
                next = each.last;
            }
            EXPECT_EQ(next, seeds);
            if (seeds >= 1000) {
                EXPECT_LT(heaviest * size, sum * 1.02) << size << " ranks, " << seeds << " seeds";
            }
        }
    }
}

// Counts of other windows must never be added: who has come to something else ends all.
TEST(striped_division, sees_that_all_compare_the_same) {
    test::ranks_of_threads ranks(3);
    const auto compare = [&](std::uint64_t of_one) {
        ranks.run([&](runtime::communicator& rank) {
            const std::vector<std::uint64_t> facts{33, rank.rank() == 1 ? of_one : 100, 200};
            runtime::striped_division(&rank, 0).check_same(facts);
        });
    };
    EXPECT_NO_THROW(compare(100));
    EXPECT_THROW(compare(101), std::logic_error);
}

} // namespace
} // namespace concord::window_search_ranks_agree_test
