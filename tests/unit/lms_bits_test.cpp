// Types of suffixes as bits, by several threads, against their definition.
#include "suffixes/lms_bits.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace concord::suffixes::lms_bits_test {
namespace {

lms_bits<std::int32_t> bits_of(const std::vector<std::int32_t>& text, bool last_is_smaller, unsigned threads) {
    run_options run;
    run.threads = threads;
    runtime::thread_pool workers(run);
    return {text.data(), static_cast<std::int32_t>(text.size()), last_is_smaller, workers};
}

std::vector<std::int32_t> lms_of(const lms_bits<std::int32_t>& bits) {
    std::vector<std::int32_t> found;
    for (std::size_t part = 0; part < bits.parts(); ++part)
        bits.for_lms(part, [&found](std::int32_t at) { found.push_back(at); });
    return found;
}

/// mississippi$ by letters from 1 on, the end a 0: of type S are each i before a greater letter, and the end.
TEST(lms_bits, by_hand) {
    const std::vector<std::int32_t> text = {2, 1, 4, 4, 1, 4, 4, 1, 3, 3, 1, 0};
    const auto bits = bits_of(text, true, 1);
    EXPECT_EQ(lms_of(bits), std::vector<std::int32_t>({1, 4, 7, 11}));
    EXPECT_EQ(bits.lms(), 4);
    EXPECT_EQ(bits.rank_of(0), 0);
    EXPECT_EQ(bits.rank_of(4), 1);
    EXPECT_EQ(bits.rank_of(5), 2);
    EXPECT_TRUE(bits.is_smaller(-1));
    EXPECT_TRUE(bits.is_smaller(1));
    EXPECT_FALSE(bits.is_smaller(10));
    EXPECT_TRUE(bits.is_smaller(11));
}

/// Rows of equal letters that are longer than what one thread takes.
TEST(lms_bits, any_texts_on_any_threads) {
    std::mt19937_64 random(1); // NOLINT(cert-msc51-cpp): the same texts each time
    for (unsigned nth = 0; nth < 12; ++nth) {
        std::vector<std::int32_t> text(1 + random() % 400'000, 1);
        for (std::size_t changes = nth < 4 ? nth : text.size() / (nth % 3 + 1); changes > 0; --changes)
            text[random() % text.size()] = 1 + static_cast<std::int32_t>(random() % (nth + 1));
        const bool last_is_smaller = nth % 2 == 0;
        std::vector<bool> smaller(text.size(), last_is_smaller);
        for (std::size_t at = text.size() - 1; at-- > 0;)
            smaller[at] = text[at] == text[at + 1] ? smaller[at + 1] : text[at] < text[at + 1];
        std::vector<std::int32_t> expected;
        for (std::size_t at = 1; at < text.size(); ++at)
            if (smaller[at] && !smaller[at - 1]) expected.push_back(static_cast<std::int32_t>(at));
        for (const unsigned threads : {1U, 3U, 8U}) {
            const auto bits = bits_of(text, last_is_smaller, threads);
            ASSERT_EQ(lms_of(bits), expected) << nth << ", " << threads << " threads";
            ASSERT_EQ(static_cast<std::size_t>(bits.lms()), expected.size());
            for (std::size_t rank = 0; rank < expected.size(); ++rank)
                ASSERT_EQ(static_cast<std::size_t>(bits.rank_of(expected[rank])), rank);
            for (std::size_t at = 0; at < text.size(); ++at)
                ASSERT_EQ(bits.is_smaller(static_cast<std::int32_t>(at)), smaller[at]) << at;
            std::size_t visited = 0;
            for (std::size_t part = 0; part < bits.parts(); ++part)
                bits.for_types(part, [&](std::uint64_t at, std::uint64_t here, std::uint64_t in_front) {
                    ASSERT_EQ(at, visited++);
                    ASSERT_EQ(here != 0, smaller[at]) << at;
                    ASSERT_EQ(in_front != 0, at == 0 || smaller[at - 1]) << at;
                });
            ASSERT_EQ(visited, text.size());
        }
    }
}

} // namespace
} // namespace concord::suffixes::lms_bits_test
