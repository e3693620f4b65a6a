// How many words are near to every word, in tables of several shapes.
#include "problems/substring/cpu/words/ball_counts.hpp"
#include "runtime/far_allocator.hpp"
#include "support/counted_input.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace concord::substring::ball_counts_test {
namespace {

// Rows of a table that is to take little memory are of fewer words at a time.
TEST(ball_counts, are_the_same_with_little_memory) {
    std::mt19937_64 random(7);
    std::vector<std::string> many;
    for (unsigned index = 0; index < 40; ++index)
        many.push_back(random_text(random, "ACGT", 30));
    const counted_input input(many, 3, 8);
    const growth_alphabet letters(input.given);
    const word_set words(input.given, letters, 9, input.workers);
    const base::unset_vector<std::uint32_t> expected = ball_counts(input.given, input.resources, words);
    cpu_resources little = input.resources;
    little.memory = std::uint64_t{1} << 18U;
    EXPECT_EQ(ball_counts(input.given, little, words), expected);
    const split_word& split = words.split();
    const auto all = static_cast<double>(words.size());
    EXPECT_LT(bytes_of_ball_counts(input.given, split, all, little.memory),
              bytes_of_ball_counts(input.given, split, all, input.resources.memory));
    EXPECT_GT(cost_of_ball_counts(input.given, split, all, little.memory),
              cost_of_ball_counts(input.given, split, all, input.resources.memory));
}

// In huge pages or not, a copy is its own.
TEST(far_vectors, are_aligned_and_copied) {
    for (const std::size_t size : {std::size_t{1}, std::size_t{1000}, std::size_t{1} << 20U}) {
        runtime::far_vector<std::uint32_t> values(size, 5);
        const runtime::far_vector<std::uint32_t> copy = values;
        values.back() = 6;
        values.resize(2 * size, 7);
        EXPECT_EQ(copy.back(), 5U);
        EXPECT_EQ(values[size - 1], 6U);
        EXPECT_EQ(values.back(), 7U);
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(values.data()) % 64, 0U);
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(copy.data()) % 64, 0U);
    }
}

} // namespace
} // namespace concord::substring::ball_counts_test
