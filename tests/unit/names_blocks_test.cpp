// Threads that each put what goes to a range of streams: each stream gets it in the order of the loop.
#include "suffixes/names_blocks.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace concord::suffixes::names_blocks_test {
namespace {

using ranges = stream_ranges<std::int32_t>;

/// 0 to 999, number n to stream n² mod 101, those of multiples of 7 to none: in shares of 64 and in several blocks.
TEST(names_blocks, streams_get_entries_in_their_order) {
    constexpr std::int32_t streams = 101;
    std::vector<std::vector<std::int32_t>> expected(streams);
    for (std::int32_t number = 0; number < 1000; ++number)
        if (number % 7 != 0) expected[static_cast<std::size_t>(number * number % streams)].push_back(number);
    for (const unsigned threads : {1U, 3U}) {
        run_options run;
        run.threads = threads;
        runtime::thread_pool workers(run);
        const block_sizes sizes{workers, 300, 2};
        ranges tried(sizes);
        EXPECT_EQ(tried.block_of(1000), 300U);
        std::vector<std::vector<std::int32_t>> found(streams);
        tried.distribute(
            1000, streams,
            [](std::uint64_t first, std::uint64_t last, ranges::entry* entries) {
                for (auto number = static_cast<std::int32_t>(first); number < static_cast<std::int32_t>(last); ++number)
                    *entries++ = {number, number % 7 == 0 ? ranges::none : number * number % streams, 0};
            },
            [&found](const ranges::entry& each) {
                found[static_cast<std::size_t>(each.stream)].push_back(each.value);
            });
        EXPECT_EQ(found, expected) << threads << " threads";
    }
}

} // namespace
} // namespace concord::suffixes::names_blocks_test
