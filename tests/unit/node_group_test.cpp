// Ranks that see the same memory do passes together, each task once, and exchange what they have once for all of them.
#include "runtime/distributed/node_group.hpp"
#include "support/ranks_of_threads.hpp"

#include <concord/error.hpp>
#include <concord/run.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

namespace concord::runtime::node_group_test {
namespace {

const thread_pool::stage quiet{"", ""};

TEST(node_group, knows_who_is_there) {
    // 5 ranks, of which 0, 2 and 4 see the same memory, and so do 1 and 3. Rank r has r + 1 threads.
    test::ranks_of_threads(5, 2).run([](communicator& ranks) {
        run_options options;
        options.threads = ranks.rank() + 1;
        thread_pool pool(options);
        node_group here(ranks, pool);
        EXPECT_EQ(here.count(), 2U);
        EXPECT_EQ(here.number(), ranks.rank() % 2);
        EXPECT_EQ(here.threads(), ranks.rank() % 2 == 0 ? 9U : 6U);
        EXPECT_EQ(here.most_threads(), 9U);
        EXPECT_EQ(here.allgather(100 + ranks.rank()), (std::vector<std::uint64_t>{100, 101}));
    });
}

TEST(node_group, does_each_task_once) {
    constexpr std::size_t most = 100;
    std::vector<std::atomic<int>> done(2 * most);
    std::mutex counting;
    std::set<unsigned> who;
    test::ranks_of_threads(4, 2).run([&](communicator& ranks) {
        run_options options;
        options.threads = 2;
        thread_pool pool(options);
        node_group here(ranks, pool);
        for (const std::size_t count : {most, std::size_t{0}, std::size_t{1}, most, std::size_t{7}, most}) {
            here.run(count, quiet, [&](std::size_t task, unsigned) -> std::uint64_t {
                ++done[here.number() * most + task];
                const std::scoped_lock lock(counting);
                who.insert(ranks.rank());
                return 1;
            });
            for (std::size_t task = 0; task < most; ++task) // all, as soon as any of them comes out of it
                EXPECT_EQ(done[here.number() * most + task], task < count ? 1 : 0) << task << " of " << count;
            ranks.barrier();
            for (std::size_t task = 0; task < most; ++task)
                if (ranks.node_local().is_root()) done[here.number() * most + task] = 0;
            ranks.barrier();
        }
    });
    EXPECT_GE(who.size(), 2U); // a rank that is late may find nothing left, but no group does another's
}

TEST(node_group, exchanges_once_for_all_of_them) {
    // 6 ranks in 3 groups of 2: each rank adds its number to the sum of its group, 0 + 3, 1 + 4, 2 + 5.
    test::ranks_of_threads(6, 3).run([](communicator& ranks) {
        run_options options;
        options.threads = 1;
        thread_pool pool(options);
        node_group here(ranks, pool);
        const shared_array<std::uint32_t> sums(&ranks, 3);
        EXPECT_EQ(sums[0] + sums[1] + sums[2], 0U);
        ranks.barrier();
        std::atomic_ref<std::uint32_t>(sums[here.number()]).fetch_add(ranks.rank());
        ranks.node_local().barrier();
        here.exchange([&](rank_group& all) { all.allreduce_sum(sums.view()); });
        EXPECT_EQ(std::vector<std::uint32_t>(sums.view().begin(), sums.view().end()),
                  (std::vector<std::uint32_t>{3, 5, 7}));
    });
}

TEST(node_group, tells_how_far_all_of_them_are) {
    std::atomic<std::uint64_t> last{0};
    test::ranks_of_threads(2).run([&](communicator& ranks) {
        run_options options;
        options.threads = 1;
        options.on_progress = [&](const progress_update& now) {
            EXPECT_EQ(now.total, 60U);
            EXPECT_LE(now.done, now.total);
            if (ranks.rank() == 0) last = now.done;
        };
        thread_pool pool(options);
        node_group here(ranks, pool);
        here.run(60, {"waiting", "tasks", 60}, [](std::size_t, unsigned) -> std::uint64_t {
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
            return 1;
        });
    });
    EXPECT_GT(last, 32U); // half of 60 tasks of 10 ms are done by the other
}

} // namespace
} // namespace concord::runtime::node_group_test
