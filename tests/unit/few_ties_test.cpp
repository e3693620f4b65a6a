// Names that are ordered by those behind them: as suffixes compared one by one, or not at all.
#include "suffixes/few_ties.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <random>
#include <vector>

namespace concord::suffixes {
namespace {

using names = std::vector<std::int32_t>;

/// Nothing if it is given up.
std::optional<names> order_of(const names& text) {
    names padded = text;
    padded.insert(padded.end(), {0, 77}); // behind the end any number
    names order(text.size());
    few_ties<std::int32_t> ties({padded.data(), text.size()}, *std::ranges::max_element(text));
    return ties.sort(order.data()) ? std::optional(order) : std::nullopt;
}

names compared(const names& text) {
    names order(text.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::sort(order, [&text](std::int32_t a, std::int32_t b) {
        return std::lexicographical_compare(text.begin() + a, text.end(), text.begin() + b, text.end());
    });
    return order;
}

TEST(few_ties, one_name_and_different_ones) {
    EXPECT_EQ(order_of({1}), (names{0}));
    EXPECT_EQ(order_of({2, 3, 1}), (names{2, 0, 1}));
}

/// 2 is followed by 4, 5 and the end, so the last suffix is the first of these; 1 3 1 ... is behind 1 2.
TEST(few_ties, pairs_and_the_end) {
    EXPECT_EQ(order_of({1, 1}), (names{1, 0}));
    EXPECT_EQ(order_of({2, 4, 1, 3, 1, 2, 5, 2}), (names{4, 2, 7, 0, 5, 3, 1, 6}));
}

TEST(few_ties, groups_that_share_more_names) {
    names text;
    for (std::int32_t nth = 0; nth < 6; ++nth) // 1 2 1 2 1 2 1 2 and another one
        text.insert(text.end(), {1, 2, 1, 2, 1, 2, 1, 2, 3 + (nth * 5) % 6});
    EXPECT_EQ(order_of(text), compared(text));
}

/// 3 to 40, then 1 or 2, and the same again: all pairs of copies are decided by what follows them.
TEST(few_ties, copies_that_differ_at_their_ends) {
    for (const std::int32_t last : {1, 2}) {
        names text;
        for (const std::int32_t end : {last, 3 - last}) {
            for (std::int32_t name = 3; name <= 40; ++name)
                text.push_back(name);
            text.push_back(end);
        }
        const auto order = order_of(text);
        ASSERT_TRUE(order.has_value());
        EXPECT_EQ(*order, compared(text));
        EXPECT_EQ((*order)[2], last == 1 ? 0 : 39);                  // the smaller of both suffixes that begin with 3
        text.insert(text.end(), text.begin() + 5, text.begin() + 8); // and three names once more, which then end
        EXPECT_EQ(order_of(text), compared(text));
    }
}

TEST(few_ties, random_names) {
    std::mt19937 random(11);
    unsigned ordered = 0;
    for (std::uint32_t nth = 0; nth < 200; ++nth) {
        SCOPED_TRACE(nth);
        const std::uint32_t size = 100 + random() % 400;
        const auto most = static_cast<std::int32_t>(size / (1 + random() % 16));
        names text(size);
        std::iota(text.begin(), text.begin() + most, 1); // each occurs
        std::generate(text.begin() + most, text.end(),
                      [&] { return 1 + static_cast<std::int32_t>(random() % static_cast<std::uint32_t>(most)); });
        if (nth % 2 == 0) std::copy_n(text.begin(), size / 3, text.end() - size / 3); // a pair that shares many
        const std::optional<names> found = order_of(text);
        if (!found) continue;
        EXPECT_EQ(*found, compared(text));
        ++ordered;
    }
    EXPECT_GT(ordered, 150U);
}

/// Where many share many, induced sorting takes less time.
TEST(few_ties, are_given_up_if_they_are_many) {
    EXPECT_EQ(order_of(names(1000, 1)), std::nullopt);
    names text(1000); // twenty copies
    for (std::size_t at = 0; at < text.size(); ++at)
        text[at] = 1 + static_cast<std::int32_t>(at % 50);
    EXPECT_EQ(order_of(text), std::nullopt);
}

} // namespace
} // namespace concord::suffixes
