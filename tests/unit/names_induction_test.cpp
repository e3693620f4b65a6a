// Induced sorting of texts of names, with and without free memory, against sorting by comparison.
#include "suffixes/sais_names_blocks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>
#include <random>
#include <span>
#include <vector>

namespace concord::names_induction_test {
namespace {

using indices = std::vector<std::int32_t>;

indices by_comparison(const indices& names) {
    indices order(names.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::sort(order, [&](std::int32_t a, std::int32_t b) {
        return std::lexicographical_compare(names.begin() + a, names.end(), names.begin() + b, names.end());
    });
    return order;
}

/// With so many free elements, in two pieces; by several threads in blocks of so many suffixes, or (0) by one.
indices by_induction(const indices& names, std::size_t free, std::uint64_t block = 0) {
    indices text = {7, 0}; // any number, and a 0
    text.insert(text.end(), names.begin(), names.end());
    const std::int32_t letters = *std::ranges::max_element(names) + 1;
    indices sorted(suffixes::names_induction<std::int32_t>::space(names.size()));
    indices one(free / 3, -1);
    indices two(free - one.size(), -1);
    suffixes::sais_room<std::int32_t> room;
    room.add(one);
    room.add(two);
    const std::function<void()> check = [] {};
    run_options run;
    run.threads = block > 0 ? 3 : 1;
    runtime::thread_pool workers(run);
    const suffixes::block_sizes sizes{workers, block, 2};
    suffixes::stream_ranges<std::int32_t> ranges(sizes);
    suffixes::shared_names_induction<std::int32_t>::sort({text.data() + 2, names.size()},
                                                         static_cast<std::uint64_t>(letters), sorted.data(), room,
                                                         sizes, ranges, check);
    sorted.resize(names.size());
    return sorted;
}

TEST(names_induction, by_hand) {
    EXPECT_EQ(by_induction({1}, 0), indices({0}));
    EXPECT_EQ(by_induction({2, 1}, 0), indices({1, 0}));
    EXPECT_EQ(by_induction({1, 2}, 0), indices({0, 1}));
    EXPECT_EQ(by_induction({1, 1, 1}, 0), indices({2, 1, 0}));
    for (const std::uint64_t block : {0U, 1U})
        EXPECT_EQ(by_induction({2, 1, 3, 1, 3, 1}, 0, block), indices({5, 3, 1, 0, 4, 2})); // banana
}

TEST(names_induction, any_texts_in_any_memory) {
    std::mt19937_64 random(1); // NOLINT(cert-msc51-cpp): the same texts each time
    for (unsigned nth = 0; nth < 400; ++nth) {
        const std::size_t size = 1 + random() % 700;
        const std::uint64_t letters = 1 + random() % (nth % 2 == 0 ? 4 : size);
        indices names(size);
        for (std::int32_t& name : names)
            name = 1 + static_cast<std::int32_t>(random() % letters);
        if (nth % 3 == 0) // a repetitive one, which takes several reduced texts
            for (std::size_t at = size / 4 + 1; at < size; ++at)
                names[at] = random() % 64 == 0 ? names[at] : names[at - size / 4 - 1];
        const indices expected = by_comparison(names);
        for (const std::size_t free : {std::size_t{0}, size / 2, size, 4 * size, 16 * size})
            ASSERT_EQ(by_induction(names, free), expected) << "text " << nth << ", " << free << " free";
        if (nth % 4 != 0) continue;
        const std::uint64_t block = 1 + 49 * (nth % 3);
        ASSERT_EQ(by_induction(names, nth % 5 * size, block), expected) << "text " << nth << ", blocks of " << block;
    }
}

} // namespace
} // namespace concord::names_induction_test
