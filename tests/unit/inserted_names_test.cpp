// Names whose suffixes are inserted from the last on: as suffixes compared one by one, or not at all.
#include "suffixes/inserted_names.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <random>
#include <vector>

namespace concord::suffixes::inserted_names_test {
namespace {

using names = std::vector<std::int32_t>;

/// Nothing if it is given up.
std::optional<names> order_of(const names& text) {
    names order(text.size()); // values that are replaced by themselves in order
    std::iota(order.begin(), order.end(), 0);
    inserted_names<std::int32_t> inserted(text, *std::ranges::max_element(text));
    return inserted.sort(order.data(), order.data()) ? std::optional(order) : std::nullopt;
}

names compared(const names& text) {
    names order(text.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::sort(order, [&text](std::int32_t a, std::int32_t b) {
        return std::lexicographical_compare(text.begin() + a, text.end(), text.begin() + b, text.end());
    });
    return order;
}

TEST(inserted_names, one_name_and_different_ones) {
    EXPECT_EQ(order_of({1}), (names{0}));
    EXPECT_EQ(order_of({2, 3, 1}), (names{2, 0, 1}));
}

/// 2 is followed by 4, 5 and the end, so the last suffix is the first of these; 1 3 1 ... is behind 1 2.
TEST(inserted_names, pairs_and_the_end) {
    EXPECT_EQ(order_of({1, 1}), (names{1, 0}));
    EXPECT_EQ(order_of({2, 4, 1, 3, 1, 2, 5, 2}), (names{4, 2, 7, 0, 5, 3, 1, 6}));
}

TEST(inserted_names, groups_that_share_more_names) {
    names text;
    for (std::int32_t nth = 0; nth < 6; ++nth) // 1 2 1 2 1 2 1 2 and another one
        text.insert(text.end(), {1, 2, 1, 2, 1, 2, 1, 2, 3 + (nth * 5) % 6});
    EXPECT_EQ(order_of(text), compared(text));
}

/// 3 to 40, then 1 or 2, and the same again: all pairs of copies are decided by what follows them.
TEST(inserted_names, copies_that_differ_at_their_ends) {
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

TEST(inserted_names, random_names) {
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

/// 3 2 is repeated: of suffixes that begin alike the longer one is greater, so each goes behind the others; if 9 is
/// behind them, in front of the others.
TEST(inserted_names, periods_grow_at_one_end) {
    names text;
    for (std::int32_t nth = 0; nth < 20; ++nth)
        text.insert(text.end(), {3, 2});
    text.push_back(1);
    const auto order = order_of(text);
    ASSERT_TRUE(order.has_value());
    EXPECT_EQ(*order, compared(text));
    EXPECT_EQ((*order)[1], 39);
    EXPECT_EQ((*order)[20], 1);
    text.back() = 9;
    for (std::int32_t name = 1; name < 9; ++name)
        if (name != 2 && name != 3) text.push_back(name);
    EXPECT_EQ(order_of(text), compared(text));
}

/// Each behind the one before, and each in front of it: a number is half of the distance away, so that after some fifty
/// of them all suffixes get new numbers.
TEST(inserted_names, many_between_the_same_neighbours) {
    for (const bool rises : {true, false}) {
        names text = {1, 2, 1, 80}; // 1 2 is less than 1 80; between them 1 3, 1 4 ... 1 79
        names between(77);
        std::iota(between.begin(), between.end(), 3);
        if (rises) std::ranges::reverse(between); // inserted from the last on
        for (const std::int32_t each : between)
            text.insert(text.begin(), {1, each});
        EXPECT_EQ(order_of(text), compared(text)) << rises;
    }
}

/// The same between the last two that were inserted, on either side in turn.
TEST(inserted_names, many_on_either_side_in_turn) {
    names text = {1, 2, 1, 80};
    for (std::int32_t low = 3, high = 79; low <= high; ++low, --high) {
        text.insert(text.begin(), {1, low});
        if (low < high) text.insert(text.begin(), {1, high});
    }
    EXPECT_EQ(order_of(text), compared(text));
}

/// Values are those of the suffixes, of any order.
TEST(inserted_names, values_in_place_of_suffixes) {
    const names text = {2, 3, 2, 1};
    const names values = {70, 50, 90, 60};
    names order(text.size());
    EXPECT_TRUE(inserted_names<std::int32_t>(text, 3).sort(values.data(), order.data()));
    EXPECT_EQ(order, (names{60, 90, 70, 50}));
}

/// Where many begin with the same name, induced sorting takes less time.
TEST(inserted_names, are_given_up_if_they_are_many) {
    EXPECT_EQ(order_of(names(1000, 1)), std::nullopt);
    names text(1000); // 250 copies
    for (std::size_t at = 0; at < text.size(); ++at)
        text[at] = 1 + static_cast<std::int32_t>(at % 4);
    EXPECT_EQ(order_of(text), std::nullopt);
}

} // namespace
} // namespace concord::suffixes::inserted_names_test
