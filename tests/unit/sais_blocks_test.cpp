// Threads that move the suffixes of a block: each stream gets them in their order.
#include "suffixes/sais_blocks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace concord::suffixes::sais_blocks_test {
namespace {

using blocks = walk_blocks<std::int32_t>;

TEST(sais_blocks, blocks_are_of_many_suffixes_and_several_threads) {
    run_options one;
    one.threads = 1;
    runtime::thread_pool alone(one);
    EXPECT_FALSE(blocks({alone, 4, 2}, 2).are_shared());
    run_options three;
    three.threads = 3;
    runtime::thread_pool workers(three);
    EXPECT_TRUE(blocks({workers, 4, 3}, 2).are_shared());
    EXPECT_FALSE(blocks({workers, 4, 4}, 2).are_shared());
    EXPECT_FALSE(blocks({workers, 4, 3}, blocks::most_streams + 1).are_shared());
    const blocks shared({workers, 4, 3}, 2);
    EXPECT_EQ(shared.block_of(3), 0U);
    EXPECT_EQ(shared.block_of(4), 4U);
    EXPECT_EQ(shared.block_of(std::uint64_t{1} << 30U), block_sizes::most(3));
}

/// 0 to 9, of which 0, 3, 6 and 9 go to stream 0, 1, 4 and 7 to stream 1, others to stream 2. Three shares are of 4, 4
/// and 2 numbers: stream 0 gets 0 3 | 6 | 9, stream 1 gets 1 | 4 7 and nothing, stream 2 gets 2 | 5 | 8.
TEST(sais_blocks, streams_get_suffixes_in_their_order) {
    run_options run;
    run.threads = 3;
    runtime::thread_pool workers(run);
    blocks shared({workers, 4, 3}, 3);
    std::vector<std::vector<std::int32_t>> counts;
    std::vector<std::vector<std::int32_t>> begins;
    std::vector<std::vector<std::int32_t>> streams(3, std::vector<std::int32_t>(4, -1));
    std::vector<std::int32_t> sums;
    shared.move(
        10,
        [](blocks::share& share, blocks::moved* moved) {
            for (std::uint64_t nth = share.first; nth < share.last; ++nth) {
                moved[nth] = {static_cast<std::int32_t>(nth), static_cast<blocks::stream_number>(nth % 3), 0};
                ++share.streams[nth % 3];
            }
        },
        [&](std::vector<blocks::share>& shares) {
            for (const blocks::share& each : shares)
                counts.push_back(each.streams);
            for (std::uint64_t stream = 0; stream < 3; ++stream)
                sums.push_back(blocks::sum_before(shares, stream));
            for (const blocks::share& each : shares)
                begins.push_back(each.streams);
        },
        [&](blocks::share& share, const blocks::moved* moved) {
            for (std::uint64_t nth = share.first; nth < share.last; ++nth)
                streams[moved[nth].stream][static_cast<std::size_t>(share.streams[moved[nth].stream]++)] =
                    moved[nth].value;
        });
    EXPECT_EQ(counts, (std::vector<std::vector<std::int32_t>>{{2, 1, 1}, {1, 2, 1}, {1, 0, 1}}));
    EXPECT_EQ(sums, (std::vector<std::int32_t>{4, 3, 3}));
    EXPECT_EQ(begins, (std::vector<std::vector<std::int32_t>>{{0, 0, 0}, {2, 1, 1}, {3, 3, 2}}));
    EXPECT_EQ(streams, (std::vector<std::vector<std::int32_t>>{{0, 3, 6, 9}, {1, 4, 7, -1}, {2, 5, 8, -1}}));
}

} // namespace
} // namespace concord::suffixes::sais_blocks_test
