#include "problems/substring/seed_pieces.hpp"

#include "base/bits.hpp"
#include "problems/substring/gpu/seed_order_steps.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace concord::substring::seed_pieces_test {
namespace {

constexpr seed_piece_costs cheap_pieces{1e-3, 1e-3, 0, 0};

TEST(seed_pieces, differences_of_a_piece_of_two_nucleotides) {
    // A piece of two letters, planes side by side: bits 0 and 1 are plane 0 of the letters, bits 2 and 3 plane 1.
    const std::vector<std::uint32_t> none = differences_in_ball({0, 2, 0}, 2);
    EXPECT_EQ(none, std::vector<std::uint32_t>{0});
    const std::vector<std::uint32_t> one = differences_in_ball({5, 2, 1}, 2);
    EXPECT_EQ(one, (std::vector<std::uint32_t>{0, 0b0001, 0b0100, 0b0101, 0b0010, 0b1000, 0b1010}));
    EXPECT_EQ(differences_in_ball({0, 2, 2}, 2).size(), 16U); // all words
}

TEST(seed_pieces, radii_with_one_more_each_are_one_more_than_the_limit) {
    for (unsigned letters = 2; letters <= 32; ++letters)
        for (unsigned limit = 0; limit < letters; ++limit) {
            const seed_pieces pieces = plan_seed_pieces({letters, limit, 2, 1e7, 1e7, 0.25}, cheap_pieces, 1e14);
            if (pieces.count == 0) continue;
            unsigned sum = 0;
            unsigned end = 0;
            for (unsigned index = 0; index < pieces.count; ++index) {
                EXPECT_GE(pieces.piece[index].first, end);
                end = pieces.piece[index].first + pieces.piece[index].letters;
                sum += pieces.piece[index].radius + 1;
            }
            EXPECT_LE(end, letters);
            EXPECT_EQ(sum, limit + 1) << letters << " letters, limit " << limit;
        }
}

TEST(seed_pieces, of_nineteen_nucleotides_with_six_mismatches_few_pairs_are_compared) {
    constexpr double all = 1e7 * 1e7;
    const seed_pieces pieces = plan_seed_pieces({19, 6, 2, 1e7, 1e7, 0.25}, {1, 0, 0, 0}, all);
    ASSERT_EQ(pieces.count, 2U);
    EXPECT_EQ(pieces.piece[0].radius + pieces.piece[1].radius, 5U);
    EXPECT_LT(pieces.cost, all / 150); // of ten letters within 3 0.35 %, of nine within 2 0.13 %
    EXPECT_EQ(plan_seed_pieces({19, 6, 2, 1e7, 1e7, 0.25}, {300, 0, 0, 0}, all).count, 0U); // too dear
    EXPECT_EQ(plan_seed_pieces({6, 6, 2, 1e7, 1e7, 0.25}, cheap_pieces, all).count, 0U);    // all are near
}

/// A word of the ball around a seed's word leads to every position within the limit, by one piece or another.
TEST(seed_pieces, share_a_word_where_two_are_near) {
    std::mt19937 random(11);
    const auto random_words = [&] {
        return seed_words<2>{{static_cast<std::uint32_t>(random()), static_cast<std::uint32_t>(random())}};
    };
    for (unsigned trial = 0; trial < 2000; ++trial) {
        const auto letters = static_cast<unsigned>(4 + random() % 29);
        const auto limit = static_cast<unsigned>(random() % (letters / 2 + 1));
        const seed_pieces pieces = plan_seed_pieces({letters, limit, 2, 1e6, 1e6, 0.25}, cheap_pieces, 1e12);
        if (pieces.count == 0) continue;
        const seed_words<2> seed = random_words();
        seed_words<2> position = seed;
        for (unsigned mismatch = 0; mismatch < limit; ++mismatch)
            position.plane[random() % 2] ^= 1U << random() % letters;
        pieces_before all{{}, {}, 0, 2};
        bool is_found = false;
        for (unsigned index = 0; index < pieces.count; ++index) {
            const seed_piece& piece = pieces.piece[index];
            const std::uint32_t differ = word_of_piece(seed, piece, 2) ^ word_of_piece(position, piece, 2);
            const std::vector<std::uint32_t> ball = differences_in_ball(piece, 2);
            const bool is_in_ball = std::find(ball.begin(), ball.end(), differ) != ball.end();
            all.mask[all.count] = piece.mask();
            all.radius[all.count++] = piece.radius;
            is_found |= is_in_ball;
            EXPECT_EQ(all.have(seed, position), is_found) << "trial " << trial;
        }
        EXPECT_TRUE(is_found) << "trial " << trial << ", " << letters << " letters, limit " << limit;
    }
}

} // namespace
} // namespace concord::substring::seed_pieces_test
