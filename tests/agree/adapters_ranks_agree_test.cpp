// A search for adapters that ranks share finds what one process finds, in every rank.
#include "support/adapter_case.hpp"
#include "support/chosen_cases.hpp"
#include "support/random_case.hpp"
#include "support/ranks_of_threads.hpp"
#include "support/sequence_text.hpp"

#include "runtime/distributed/task_sharing.hpp"

#include <concord/error.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <string>
#include <vector>

namespace concord::adapters_ranks_agree_test {
namespace {

TEST(adapters_of_ranks, are_those_of_one_process) {
    std::uint64_t found = 0;
    const std::vector<std::uint64_t> seeds = test::seeds(92'000'000, 6);
    for (const std::uint64_t seed : seeds) {
        const test::adapter_case tried = test::make_adapter_case(seed);
        run_options options;
        options.threads = 1 + static_cast<unsigned>(seed % 2);
        const std::string expected = test::found_in(tried, options);
        found += static_cast<std::uint64_t>(std::ranges::count(expected, '\n'));
        for (const unsigned size : {2U, 3U}) {
            test::ranks_of_threads(size).run([&](runtime::communicator& rank) {
                task_sharing sharing(rank);
                run_options shared = options;
                shared.sharing = &sharing;
                EXPECT_EQ(test::found_in(tried, shared), expected)
                    << "rank " << rank.rank() << " of " << size << ", " << tried.to_paste();
            });
            if (HasFailure()) return;
        }
    }
    EXPECT_GT(found, 10 * seeds.size()) << "there was little to find";
}

TEST(adapters_of_ranks, more_ranks_than_reads) {
    test::adapter_case tried = test::make_adapter_case(92'100'000);
    tried.reads.resize(3);
    tried.mates.clear();
    for (const std::size_t reads : {3U, 1U, 0U}) {
        tried.reads.resize(reads);
        const std::string expected = test::found_in(tried, {});
        test::ranks_of_threads(5).run([&](runtime::communicator& rank) {
            task_sharing sharing(rank);
            run_options shared;
            shared.threads = 1;
            shared.sharing = &sharing;
            EXPECT_EQ(test::found_in(tried, shared), expected) << reads << " reads";
        });
    }
}

/// Where one rank is cancelled, at whichever pass, all of them end; none waits for it.
TEST(adapters_of_ranks, a_cancelled_rank_ends_all) {
    const test::adapter_case tried = test::make_adapter_case(92'000'001);
    ASSERT_FALSE(tried.mates.empty());
    for (const std::uint64_t number : test::chosen_cases(8)) {
        const std::uint64_t allowed = 3 * number;
        std::atomic<std::uint64_t> asked = 0;
        std::atomic<unsigned> ended = 0;
        test::ranks_of_threads(3).run([&](runtime::communicator& rank) {
            task_sharing sharing(rank);
            run_options shared;
            shared.threads = 1;
            shared.sharing = &sharing;
            if (rank.rank() == 1) shared.cancelled = [&] { return asked++ >= allowed; };
            try {
                static_cast<void>(test::found_in(tried, shared));
            } catch (const error& caught) {
                EXPECT_EQ(caught.code(), error_code::cancelled);
                ++ended;
            }
        });
        ASSERT_EQ(ended, 3U) << "cancelled after " << allowed << " questions";
    }
}

} // namespace
} // namespace concord::adapters_ranks_agree_test
