// The slabs of a matrix that ranks divide: their widths, and what a GPU's slab exchanges with its neighbours while its
// kernel runs, with a loop in place of the kernel.
#include "alignment/bit_parallel/gpu/slab_exchange.hpp"
#include "alignment/slab_plan.hpp"
#include "support/random_case.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <span>
#include <vector>

namespace concord::pairwise::pair_slabs_test {
namespace {

constexpr std::uint64_t gigacells = 1'000;

TEST(slab_plan, covers_all_columns_in_proportion) {
    for (const std::uint64_t seed : test::seeds(21'000, 50)) {
        std::mt19937_64 random(seed);
        std::vector<rank_speed> speeds(1 + random() % 20);
        std::uint64_t all = 0;
        for (rank_speed& speed : speeds) {
            speed = {1 + random() % 5'000'000, random() % 1000};
            all += speed.megacells;
        }
        const std::uint64_t columns = random() % 3 == 0 ? random() % 9'000 : random() % (std::uint64_t{1} << 31U);
        const slab_plan plan = divide_columns({columns, 1 + random() % 100'000}, speeds);
        const std::uint64_t blocks = (columns + block_columns - 1) / block_columns;
        ASSERT_EQ(plan.ranks(), speeds.size());
        EXPECT_EQ(plan.bounds.front(), 0U);
        EXPECT_EQ(plan.bounds.back(), blocks);
        for (std::size_t rank = 0; rank < speeds.size(); ++rank) {
            ASSERT_LE(plan.bounds[rank], plan.bounds[rank + 1]);
            const double fair =
                static_cast<double>(blocks) * static_cast<double>(speeds[rank].megacells) / static_cast<double>(all);
            const bool is_wide = blocks >= 16 * blocks_of_widest_strip * speeds.size();
            const std::uint64_t unit = is_wide ? blocks_of_widest_strip : 1;
            EXPECT_NEAR(static_cast<double>(plan.bounds[rank + 1] - plan.bounds[rank]), fair,
                        static_cast<double>(unit) + 0.001)
                << seed;
            EXPECT_EQ(plan.bounds[rank] % unit, 0U) << seed; // a strip of a GPU ends with the slab, however wide it is
        }
    }
}

TEST(slab_plan, shares_what_is_worth_it) {
    const std::vector<rank_speed> sixteen(16, rank_speed{200 * gigacells, 10'000});
    EXPECT_EQ(plan_slabs({10'000, 10'000}, sixteen, 0.02).ranks(), 1U);
    EXPECT_EQ(plan_slabs({8'000'000, 8'000'000}, sixteen, 0.02).ranks(), 16U);
    // Ranks that would only wait for the first row are left out.
    const std::size_t some = plan_slabs({8'000'000, 5'000}, sixteen, 0.02).ranks();
    EXPECT_GT(some, 1U);
    EXPECT_LT(some, 16U);
    EXPECT_EQ(plan_slabs({8'000'000, 8'000'000}, std::span(sixteen).first(1), 0.02).ranks(), 1U);
}

/// Bits of rows of blocks: [horizontal delta][words].
template <unsigned Horizontal>
using row_of_bits = std::array<std::uint64_t, Horizontal * most_block_rows / 64>;

template <unsigned Horizontal>
bool is_set(const row_of_bits<Horizontal>& bits, unsigned delta, std::uint64_t row) {
    return (bits[delta * (most_block_rows / 64) + row / 64] >> (row % 64) & 1U) != 0;
}

/// The "kernel" reads the words that enter in their order, one hop at a time and only if the tag is there, and writes
/// them out inverted.
template <unsigned Horizontal>
void try_exchange(std::uint64_t seed) {
    using exchange = slab_exchange<Horizontal>;
    using word = typename exchange::word;
    std::mt19937_64 random(seed);
    const std::uint64_t hops = 1 + random() % 700;
    const std::uint64_t rows = (hops + hops_of_a_block - 1) / hops_of_a_block;
    const unsigned entering_tag = 1;
    const auto leaving_tag =
        static_cast<unsigned>(random() % 3 == 0 ? edge_word<Horizontal>::tag_mask : random() % 100'000);
    std::vector<row_of_bits<Horizontal>> given(rows);
    for (auto& row : given)
        std::ranges::generate(row, random);
    std::map<std::size_t, row_of_bits<Horizontal>> left;
    std::uint64_t arrived = 0;
    const slab_neighbours beside{.entering =
                                     [&](std::size_t row, std::uint64_t* bits, bool wait) {
                                         EXPECT_FALSE(wait);
                                         if (row >= arrived) return false;
                                         std::ranges::copy(given[row], bits);
                                         return true;
                                     },
                                 .leaving =
                                     [&](std::size_t row, const std::uint64_t* bits) {
                                         EXPECT_EQ(row, left.size()); // in order, once each
                                         std::copy_n(bits, left[row].size(), left[row].begin());
                                     }};
    std::vector<word> entering(hops, exchange::not_yet(entering_tag));
    std::vector<word> leaving(hops, exchange::not_yet(leaving_tag));
    exchange moving(beside, hops, {entering.data(), entering_tag, leaving.data(), leaving_tag});
    constexpr unsigned bits_of_rows = 16 * Horizontal;
    const word all_rows = (word{1} << (bits_of_rows - 1) << 1U) - 1;
    for (std::uint64_t done = 0; done < hops;) {
        if (arrived < rows && random() % 4 == 0) ++arrived;
        static_cast<void>(moving.move());
        for (std::uint64_t some = random() % 200; some > 0 && done < hops; --some, ++done) {
            if (edge_word<Horizontal>::tag_of(entering[done]) != entering_tag) break;
            const word tag = static_cast<word>(leaving_tag & edge_word<Horizontal>::tag_mask) << bits_of_rows;
            leaving[done] = tag | (~entering[done] & all_rows);
        }
    }
    static_cast<void>(moving.move());
    EXPECT_FALSE(moving.move());
    ASSERT_EQ(left.size(), rows);
    for (std::uint64_t row = 0; row < hops * hop_rows; ++row)
        for (unsigned delta = 0; delta < Horizontal; ++delta)
            ASSERT_NE(is_set<Horizontal>(given[row / most_block_rows], delta, row % most_block_rows),
                      is_set<Horizontal>(left[row / most_block_rows], delta, row % most_block_rows))
                << "row " << row << " of " << hops << " hops, seed " << seed;
}

TEST(slab_exchange, passes_rows_on_while_they_come) {
    for (const std::uint64_t seed : test::seeds(22'000, 100)) {
        try_exchange<1>(seed);
        try_exchange<2>(seed);
        if (HasFailure()) return;
    }
}

/// In an edge word the first row is the highest of 16 bits.
TEST(slab_exchange, words_have_the_order_of_kernels) {
    std::array<std::uint64_t, 2> bits{0b101, std::uint64_t{1} << 63U}; // rows 0 and 2; row 63 of the second delta
    const auto first = to_edge_word<2>(bits.data(), 1, 0, 5);
    EXPECT_EQ(first, (5ULL << 32U) | 0xA000U);
    EXPECT_EQ(to_edge_word<2>(bits.data(), 1, 3, 5), (5ULL << 32U) | 1ULL << 16U);
    EXPECT_EQ(edge_word<2>::tag_of(first), 5U);
    EXPECT_EQ(edge_word<1>::tag_of(to_edge_word<1>(bits.data(), 1, 0, 65'537)), 1U); // as many bits as there are
    std::array<std::uint64_t, 2> back{};
    for (std::size_t hop = 0; hop < 4; ++hop)
        add_edge_word<2>(to_edge_word<2>(bits.data(), 1, hop, 9), back.data(), 1, hop);
    EXPECT_EQ(back, bits);
}

} // namespace
} // namespace concord::pairwise::pair_slabs_test
