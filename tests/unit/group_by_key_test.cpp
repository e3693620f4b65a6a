#include "runtime/group_by_key.hpp"

#include <concord/run.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <span>
#include <utility>
#include <vector>

namespace concord::runtime::group_by_key_test {
namespace {

using keyed_values = std::vector<std::pair<std::uint64_t, std::uint32_t>>;

struct grouped {
    std::vector<std::uint32_t> begins;
    std::vector<std::uint32_t> values;

    bool operator==(const grouped&) const = default;
};

grouped group(const std::vector<keyed_values>& parts, std::size_t keys, unsigned threads) {
    run_options options;
    options.threads = threads;
    thread_pool workers(options);
    grouped made{std::vector<std::uint32_t>(keys + 1, 0), {}};
    group_by_key(
        workers, parts.size(), std::span(made.begins),
        [&](std::size_t part, const auto& emit) {
            for (const auto& [key, value] : parts[part])
                emit(key, value);
        },
        [&](std::size_t count) {
            made.values.resize(count);
            return std::span(made.values);
        });
    return made;
}

TEST(group_by_key, keeps_the_order_of_equal_keys) {
    const std::vector<keyed_values> parts{{{2, 10}, {0, 11}, {2, 12}}, {}, {{3, 13}, {2, 14}, {0, 15}}};
    const grouped expected{{0, 2, 2, 5, 6, 6}, {11, 15, 10, 12, 14, 13}};
    for (const unsigned threads : {1U, 2U, 3U})
        EXPECT_EQ(group(parts, 5, threads), expected) << threads << " threads";
}

TEST(group_by_key, has_nothing_to_group) {
    for (const unsigned threads : {1U, 2U}) {
        EXPECT_EQ(group({{}, {}}, 3, threads), (grouped{{0, 0, 0, 0}, {}})) << threads << " threads";
        EXPECT_EQ(group({}, 0, threads), (grouped{{0}, {}})) << threads << " threads";
    }
}

TEST(group_by_key, is_the_same_for_all_numbers_of_threads) {
    std::mt19937_64 random(1);
    for (const std::size_t keys : {1U, 2U, 1023U, 1024U, 1025U, 5000U, 70'000U}) {
        std::vector<keyed_values> parts(7);
        for (keyed_values& part : parts)
            for (std::size_t index = random() % 3000; index > 0; --index)
                part.emplace_back(random() % 2 == 0 ? random() % keys : keys - 1, static_cast<std::uint32_t>(random()));
        const grouped alone = group(parts, keys, 1);
        std::vector<std::vector<std::uint32_t>> of_key(keys);
        for (const keyed_values& part : parts)
            for (const auto& [key, value] : part)
                of_key[key].push_back(value);
        std::vector<std::uint32_t> expected;
        for (std::size_t key = 0; key < keys; ++key) {
            ASSERT_EQ(alone.begins[key], expected.size()) << keys << " keys";
            expected.insert(expected.end(), of_key[key].begin(), of_key[key].end());
        }
        EXPECT_EQ(alone.values, expected) << keys << " keys";
        for (const unsigned threads : {2U, 5U})
            EXPECT_EQ(group(parts, keys, threads), alone) << keys << " keys, " << threads << " threads";
    }
}

} // namespace
} // namespace concord::runtime::group_by_key_test
