// Induced sorting of long texts whose names of LMS substrings are few: they are sorted as bytes.
#include "suffixes/suffix_array.hpp"
#include "suffixes/text.hpp"
#include "support/sequence_text.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>

namespace concord::sais_test {
namespace {

std::string fibonacci_word(std::uint64_t letters) {
    std::string shorter = "C";
    std::string longer = "A";
    while (longer.size() < letters) {
        std::string next = longer + shorter;
        shorter = std::exchange(longer, std::move(next));
    }
    return longer;
}

/// The suffixes of ACAACACA in order begin at 7, 2, 5, 0, 3, 6, 1 and 4: each 3 letters behind the one before, around
/// the end. So it is for every second Fibonacci number: F(n) letters, in steps of F(n - 2) from the last one on.
template <class Position>
void expect_steps(std::uint64_t letters, std::uint64_t step, unsigned threads, std::uint64_t least_in_block) {
    const sequence_set set = test::make_set({fibonacci_word(letters)}, alphabet::dna);
    run_options run;
    run.threads = threads;
    runtime::thread_pool workers(run);
    const suffixes::text text(sequence::packed(set), workers);
    const auto order = suffixes::order_by_induction<Position>(text.view(), workers, least_in_block);
    ASSERT_EQ(order.suffixes.size(), letters);
    std::uint64_t expected = letters - 1;
    for (std::uint64_t rank = 0; rank < letters; ++rank) {
        ASSERT_EQ(order.suffixes[rank], expected) << "rank " << rank << " of " << letters << ", " << threads;
        expected = (expected + step) % letters;
    }
}

TEST(induction, fibonacci_words) {
    expect_steps<std::uint32_t>(8, 3, 1, 0);
    for (const auto& [threads, block] : {std::pair{1U, 0U}, {3U, 1'000U}, {3U, 50'000U}}) {
        expect_steps<std::uint32_t>(317'811, 121'393, threads, block);
        expect_steps<std::uint64_t>(317'811, 121'393, threads, block);
    }
}

} // namespace
} // namespace concord::sais_test
