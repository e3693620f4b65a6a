// Windows whose support a part of the sequences shows.
#include "problems/substring/gpu/enough_sequences.hpp"
#include "problems/substring/gpu/representatives.hpp"
#include "problems/substring/gpu/support_counter.hpp"
#include "support/small_input.hpp"

#include <gtest/gtest.h>

#include <random>

namespace concord::substring::enough_sequences_test {
namespace {

TEST(share_that_is_compared, by_hand) {
    // 25 of 100 sequences must hold a window: one that 50 hold has shown it after half of them, in the fifth of eight
    // parts; one that all hold in the third, and one that none holds lacks them after three quarters, in the seventh.
    EXPECT_DOUBLE_EQ(share_that_is_compared({50}, 25, 100, 8), 5.0 / 8);
    EXPECT_DOUBLE_EQ(share_that_is_compared({100}, 25, 100, 8), 3.0 / 8);
    EXPECT_DOUBLE_EQ(share_that_is_compared({0}, 25, 100, 8), 7.0 / 8);
    EXPECT_DOUBLE_EQ(share_that_is_compared({50, 100, 0}, 25, 100, 8), 15.0 / 24);
    // What has the support just so, or lacks one sequence, needs all of them.
    EXPECT_DOUBLE_EQ(share_that_is_compared({25, 24}, 25, 100, 8), 1);
    EXPECT_DOUBLE_EQ(share_that_is_compared({}, 25, 100, 8), 1);
}

TEST(enough_sequences, compares_what_is_unknown) {
    // Every sequence holds ACG; two hold CGT, and one TTT: with the support 5, parts of one are asked about ACG until
    // five have it, and TTT and CGT are lacking in too many before that.
    const small_input eight({"ACGT", "ACG", "ACG", "ACG", "TTTACG", "ACGT", "ACG", "ACG"});
    const auto all = std::make_shared<const windows>(eight.input.windows(3, nullptr));
    using counter = support_counter<test::serial_machine>;
    std::vector<std::uint64_t> asked;
    const auto count = [&](const std::shared_ptr<const windows>& some, const std::shared_ptr<const windows>& targets) {
        if (some->count > 0) asked.push_back(some->count);
        return counter(eight.input, 0).count(some, targets, 0, nullptr);
    };
    const enough_sequences<test::serial_machine> parts(eight.input, all, all, nullptr);
    const auto found = parts.supports<counter::supported>(5, 3, count);
    EXPECT_EQ(eight.draw(found.set), "1000|100|100|100|000100|1000|100|100");
    ASSERT_GE(asked.size(), 2);
    EXPECT_EQ(asked.front(), 13);
    EXPECT_LE(asked.back(), 8); // of ACG alone
    EXPECT_TRUE(std::is_sorted(asked.rbegin(), asked.rend()));
    for (std::uint64_t rank = 0; rank < all->count; ++rank)
        EXPECT_LE(found.supports.data()[rank], 8);
}

TEST(enough_sequences, parts_are_groups_of_all) {
    const small_input many(texts(300, "ACGT"));
    const windows all = many.input.windows(4, nullptr);
    const sequence_samples<test::serial_machine> samples(many.input, all, nullptr);
    std::vector<unsigned> in_parts(300);
    for (std::uint64_t part = 0; part < 8; ++part) {
        const auto some = samples.part(part, 3);
        EXPECT_EQ(some.targets->of.bits, 3);
        EXPECT_EQ(some.sequences, part < 1 ? 64 : part == 1 ? 44 : 32); // 300 are nine groups of 32, and 12
        for (const std::uint64_t position : many.list(*some.targets)) {
            EXPECT_EQ(position / 4 / 32 % 8, part);
            ++in_parts[position / 4];
        }
    }
    EXPECT_EQ(in_parts, std::vector<unsigned>(300, 1));
    EXPECT_EQ(samples.part(0, 4).targets->of.bits, 0); // too few for groups: every sixteenth sequence
    EXPECT_EQ(samples.part(0, 4).sequences, 19);
}

TEST(enough_sequences, rows_of_parts_remember_each_sequence_once) {
    // Most sequences hold ACGA or a near word, some of them twice; a row has bits for its part alone.
    std::mt19937_64 random(61);
    texts sequences;
    for (unsigned index = 0; index < 300; ++index)
        sequences.push_back(std::string("ACGT", random() % 5) + (random() % 3 > 0 ? "ACGATTACGC" : "TTTT"));
    small_input small(sequences, 1);
    const auto all = std::make_shared<const windows>(small.input.windows(4, nullptr));
    const sequence_samples<test::serial_machine> samples(small.input, *all, nullptr);
    for (const bool by_pieces : {false, true}) {
        const window_comparison<test::serial_machine> compared(small.input, 0, {}, {}, by_pieces);
        numbers held(all->count);
        for (std::uint64_t part = 0; part < 8; ++part) {
            const auto some = samples.part(part, 3);
            ASSERT_TRUE(compared.have_rows(*all, 3));
            const auto counted = compared.exact(all, some.targets, 0, nullptr);
            for (std::uint64_t rank = 0; rank < all->count; ++rank)
                held[rank] += counted.supports.data()[rank] - 1;
        }
        const std::vector<std::uint64_t> positions = small.list(*all);
        for (std::uint64_t rank = 0; rank < all->count; ++rank)
            EXPECT_EQ(held[rank] + 1, small.true_support(positions[rank], 4)) << rank << ", " << by_pieces;
    }
}

TEST(enough_sequences, do_not_count_a_sequence_twice) {
    // Of equal windows one may be counted for all: each part then says 2, the one with a window's own sequence, too.
    const small_input eight(texts(8, "ACG"));
    const auto all = std::make_shared<const windows>(eight.input.windows(3, nullptr));
    using counter = support_counter<test::serial_machine>;
    const auto count = [&](const std::shared_ptr<const windows>& some, const std::shared_ptr<const windows>& targets) {
        auto counted = counter(eight.input, 0).count(some, targets, 0, nullptr);
        if (targets != all) std::fill_n(counted.supports.data(), counted.counted->count, 2U);
        return counted;
    };
    const enough_sequences<test::serial_machine> parts(eight.input, all, all, nullptr);
    EXPECT_EQ(parts.supports<counter::supported>(9, 3, count).set.count, 0);
    EXPECT_EQ(parts.supports<counter::supported>(8, 3, count).set.count, 8);
}

TEST(enough_sequences, find_the_same_windows) {
    std::mt19937_64 random(59);
    unsigned fewer = 0;
    for (unsigned trial = 0; trial < 200; ++trial) {
        const texts copies = random_copies(random, trial % 2 == 0 ? "ACGT" : "AACN", 40);
        small_input small(copies, random() % 3);
        small.given.are_supports_exact = false;
        const representatives<test::serial_machine> equals(small.input);
        const std::uint64_t length = 1 + random() % 9;
        const std::uint64_t support = 1 + random() % copies.size();
        const auto all = std::make_shared<const windows>(small.input.windows(length, equals.mask()));
        const support_counter<test::serial_machine> counter(small.input, 0, {}, {}, true);
        const auto found = counter.count(all, all, support, equals.copies());
        for (const std::uint64_t position : small.list(*all)) {
            const std::uint32_t expected = small.true_support(position, length);
            ASSERT_EQ(small_input::holds(found.set, position), expected >= support)
                << "trial " << trial << ", position " << position;
            if (expected < support) continue;
            const std::uint32_t supports = found.supports.data()[found.counted->view().rank(position)];
            EXPECT_GE(supports, support) << "trial " << trial << ", position " << position;
            EXPECT_LE(supports, expected) << "trial " << trial << ", position " << position;
            fewer += supports < expected ? 1U : 0U;
        }
    }
    EXPECT_GT(fewer, 100);
}

} // namespace
} // namespace concord::substring::enough_sequences_test
