// Sorting by several threads, and joining what they listed: the same as by one.
#include "runtime/parallel_sort.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <random>
#include <utility>
#include <vector>

namespace concord::runtime::parallel_sort_test {
namespace {

using entry = std::pair<std::uint64_t, std::uint64_t>;

std::vector<entry> entries(std::size_t count, std::uint64_t distinct) {
    std::mt19937_64 random(count + distinct);
    std::vector<entry> made;
    for (std::size_t index = 0; index < count; ++index)
        made.emplace_back(random() % distinct, index);
    return made;
}

TEST(parallel_sort, as_by_one_thread) {
    for (const std::size_t count : {0U, 1U, 1000U, 16'384U, 100'003U})
        for (const std::uint64_t distinct : {std::uint64_t{1}, std::uint64_t{3}, std::uint64_t{1} << 40U}) {
            std::vector<entry> right = entries(count, distinct);
            std::sort(right.begin(), right.end());
            for (const unsigned threads : {1U, 2U, 5U}) {
                run_options options;
                options.threads = threads;
                thread_pool workers(options);
                std::vector<entry> sorted = entries(count, distinct);
                parallel_sort(workers, sorted, std::less<>());
                EXPECT_EQ(sorted, right) << count << " of " << distinct << ", " << threads << " threads";
            }
        }
}

TEST(parallel_sort, by_any_order) {
    run_options options;
    options.threads = 3;
    thread_pool workers(options);
    std::vector<entry> sorted = entries(50'000, 100);
    parallel_sort(workers, sorted, [](const entry& a, const entry& b) {
        return a.first != b.first ? a.first > b.first : a.second < b.second;
    });
    for (std::size_t index = 1; index < sorted.size(); ++index)
        ASSERT_TRUE(sorted[index - 1].first > sorted[index].first || (sorted[index - 1].first == sorted[index].first &&
                                                                      sorted[index - 1].second < sorted[index].second));
}

TEST(is_sorted, sees_a_fault_anywhere) {
    run_options options;
    options.threads = 3;
    thread_pool workers(options);
    std::vector<std::uint32_t> values(100'000, 7);
    EXPECT_TRUE(is_sorted(workers, std::vector<std::uint32_t>{}, std::less()));
    EXPECT_TRUE(is_sorted(workers, values, std::less())); // equal ones are in order
    for (std::size_t place = 1; place < values.size(); place += 1237) {
        values[place] = 6;
        EXPECT_FALSE(is_sorted(workers, values, std::less())) << place;
        values[place] = 7;
    }
    for (const std::size_t border : {16'383U, 16'384U, 33'334U, 66'668U, 99'999U}) {
        values[border] = 6;
        EXPECT_FALSE(is_sorted(workers, values, std::less())) << border;
        values[border] = 7;
    }
}

TEST(keep_marked, keeps_the_order) {
    std::mt19937_64 random(5);
    for (const unsigned threads : {1U, 2U, 5U}) {
        run_options options;
        options.threads = threads;
        thread_pool pool(options);
        std::vector<std::uint64_t> few{4, 5, 6};
        keep_marked(pool, few, std::vector<std::uint8_t>{1, 0, 7});
        EXPECT_EQ(few, (std::vector<std::uint64_t>{4, 6}));
        keep_marked(pool, few, std::vector<std::uint8_t>{0, 0});
        EXPECT_TRUE(few.empty());
        std::vector<std::uint64_t> many(100'000);
        std::vector<std::uint8_t> marks(many.size());
        std::vector<std::uint64_t> expected;
        for (std::uint64_t index = 0; index < many.size(); ++index) {
            many[index] = index;
            marks[index] = static_cast<std::uint8_t>(random() % 3 == 0 ? 1 : 0);
            if (marks[index] != 0) expected.push_back(index);
        }
        keep_marked(pool, many, marks);
        EXPECT_EQ(many, expected) << threads << " threads";
    }
}

TEST(joined, keeps_the_order_of_parts) {
    run_options options;
    options.threads = 3;
    thread_pool workers(options);
    std::vector<std::vector<int>> parts{{1, 2}, {}, {3}};
    EXPECT_EQ(joined(parts, workers), (std::vector<int>{1, 2, 3}));
    for (const std::vector<int>& part : parts)
        EXPECT_TRUE(part.empty());

    // Beyond the bytes from which all threads populate its pages.
    std::vector<std::vector<std::uint64_t>> many(3, std::vector<std::uint64_t>(700'000));
    std::uint64_t next = 0;
    for (std::vector<std::uint64_t>& part : many)
        for (std::uint64_t& value : part)
            value = next++;
    const std::vector<std::uint64_t> all = joined(many, workers);
    ASSERT_EQ(all.size(), next);
    for (std::uint64_t index = 0; index < next; ++index)
        ASSERT_EQ(all[index], index);
}

} // namespace
} // namespace concord::runtime::parallel_sort_test
