// Words whose sequences are marked where a window shares a piece with them but for a few letters.
#include "problems/substring/gpu/marked_sequences.hpp"
#include "problems/substring/gpu/support_counter.hpp"
#include "support/small_input.hpp"

#include <bit>
#include <limits>
#include <set>

namespace concord::substring::marked_sequences_test {
namespace {

using marked = marked_sequences<test::serial_machine>;

/// Of words without ambiguous letters.
numbers supports_of(const small_input& small, const windows& words, const windows& targets,
                    const std::uint32_t* copies = nullptr) {
    const auto supports = marked(small.input, words).supports(targets, copies, {});
    return {supports.data(), supports.data() + words.count};
}

TEST(marked_sequences, keys_by_hand) {
    // ACGTTG: the low plane has C and T, bits 1, 3 and 4, the high one G and T, bits 2 to 5.
    const std::uint64_t word = 0b011010 | std::uint64_t{0b111100} << 32U;
    const piece_keys front{6, 0, 2}; // AC|GTTG
    EXPECT_EQ(front.key(word), 0b00'10'1111'0110U);
    EXPECT_EQ(front.piece_of(front.key(word)), 0b00'10U);
    const piece_keys back{6, 3, 3}; // TTG|ACG
    EXPECT_EQ(back.key(word), 0b111'011'100'010U);
    EXPECT_EQ(back.pieces_differing(0b101'001), 2);
    EXPECT_EQ(back.rest_of(back.key(word)), 0b100'010U);
    EXPECT_EQ(back.rests_differing(back.rest_of(back.key(word)), 0), 2); // ACG and AAA
}

TEST(marked_sequences, balls_have_each_word_once) {
    EXPECT_EQ(ball_of(2, 0), (numbers{0}));
    EXPECT_EQ(ball_of(2, 1), (numbers{0, 1, 4, 5, 2, 8, 10}));
    for (unsigned letters = 1; letters <= 5; ++letters)
        for (unsigned radius = 0; radius <= 6; ++radius) {
            const numbers ball = ball_of(letters, radius);
            EXPECT_EQ((std::set<std::uint32_t>(ball.begin(), ball.end())).size(), ball.size());
            std::size_t near = 0;
            for (unsigned by = 0; by < 1U << 2 * letters; ++by)
                near += static_cast<unsigned>(std::popcount((by | by >> letters) & ((1U << letters) - 1))) <= radius;
            EXPECT_EQ(ball.size(), near) << letters << " letters, radius " << radius;
        }
}

TEST(marked_sequences, pieces_leave_no_near_window_out) {
    for (unsigned length = least_letters_of_marking; length <= most_letters_of_marking; ++length)
        for (std::uint64_t mismatches = 1; mismatches < length; ++mismatches) {
            const two_pieces pieces = pieces_of(length, mismatches, 1e6);
            EXPECT_EQ(pieces.radius_of_first + pieces.radius_of_last + 1, mismatches);
            EXPECT_LE(pieces.first + pieces.last, length);
        }
}

TEST(marked_sequences, by_hand) {
    // ACGTACG is one mismatch from ACGTACC, and two from AGGTACC.
    const small_input three({"ACGTACG", "ACGTACC", "AGGTACC"}, 1);
    const windows all = three.input.windows(7, nullptr);
    EXPECT_EQ(supports_of(three, all, all), (numbers{2, 3, 2}));
    EXPECT_EQ(supports_of(three, three.input.at(7, {0}), all), (numbers{2}));
    EXPECT_EQ(supports_of(three, all, three.input.at(7, {0})), (numbers{1, 2, 1})); // each supports itself, too
    EXPECT_EQ(supports_of(three, all, all, numbers{5, 0, 2}.data()), (numbers{5, 7, 2}));
    const windows six = three.input.windows(6, nullptr); // ACGTAC CGTACG | ACGTAC CGTACC | AGGTAC GGTACC
    EXPECT_EQ(supports_of(three, six, six), (numbers{3, 2, 3, 3, 3, 2}));
}

TEST(marked_sequences, an_ambiguous_letter_equals_nothing) {
    for (const std::string_view where : {"NCGTACG", "ACNTACG", "ACGTACN"}) {
        const std::string text(where);
        const small_input two({text, "ACGTACG", text}, 1);
        const windows all = two.input.windows(7, nullptr);
        const auto parts = parted_by_ambiguity(two.input, all);
        EXPECT_EQ(two.draw(parts.ordinary), "0000000|1000000|0000000");
        EXPECT_EQ(two.draw(parts.ambiguous), "1000000|0000000|1000000");
        EXPECT_EQ(supports_of(two, parts.ordinary, all), (numbers{3})) << text;
    }
}

TEST(marked_sequences, where_they_are_possible) {
    const auto seconds = [](const small_input& small, std::uint64_t length) {
        return marked::seconds(small.input, 1, small.input.windows(length, nullptr));
    };
    const std::string text = "ACGTACGTTGCAACGTACGTTGCAACGTACGTTGCA";
    const small_input dna({text, text}, 12);
    constexpr double never = std::numeric_limits<double>::infinity();
    EXPECT_EQ(seconds(small_input({text, text}, 2), 5), never);
    EXPECT_LT(seconds(small_input({text, text}, 2), 6), never);
    EXPECT_EQ(seconds(small_input({text, text}, 2), 20), never); // fewer than one in a thousand are near by chance
    EXPECT_LT(seconds(dna, 25), never);
    EXPECT_EQ(seconds(dna, 26), never);
    EXPECT_EQ(seconds(small_input({text, text}, 0), 7), never); // equal windows are found otherwise
    EXPECT_EQ(seconds(small_input({text, text}, 7), 7), never); // near to all
    EXPECT_EQ(seconds(small_input({"MKVLAWMKVL", "MKVLAWMKVL"}, 1, alphabet::protein), 7), never);
    EXPECT_EQ(seconds(small_input(texts(8 * 1024 + 1, text), 2), 7), never); // no room for a row
}

TEST(marked_sequences, words_with_ambiguous_letters_are_counted_otherwise) {
    const small_input three({"ACGTACG", "ACGTNCG", "ACGTACC"}, 1);
    const windows all = three.input.windows(7, nullptr);
    unsigned asked = 0;
    const auto supports = supports_by_marks(three.input, all, all, nullptr, {}, [&](const auto& ambiguous) {
        ++asked;
        EXPECT_EQ(three.draw(*ambiguous), "0000000|1000000|0000000");
        auto counted = three.machine.make<std::uint32_t>(1);
        counted.data()[0] = 17;
        return windows_with_support<test::serial_machine>{ambiguous, std::move(counted), {}};
    });
    EXPECT_EQ(asked, 1);
    EXPECT_EQ(supports.data()[0], 3); // itself, the one with an N, and ACGTACC
    EXPECT_EQ(supports.data()[1], 17);
    EXPECT_EQ(supports.data()[2], 2); // N, and a letter more, are two mismatches
}

TEST(marked_sequences, supports_are_the_true_ones) {
    std::mt19937_64 random(71);
    for (unsigned trial = 0; trial < 80; ++trial) {
        const bool is_long = trial % 4 == 0;
        const small_input small(random_texts(random, trial % 2 != 0 ? "AACCGTN" : "ACGT", is_long ? 200 : 60),
                                1 + random() % 6);
        const std::uint64_t length = 7 + random() % (is_long ? 19 : 8);
        const windows all = small.input.windows(length, nullptr);
        if (all.count == 0) continue;
        const representatives<test::serial_machine> equals(small.input);
        const windows targets = small.input.windows(length, equals.mask());
        const windows words = parted_by_ambiguity(small.input, targets).ordinary;
        if (words.count == 0) continue;
        const auto found = marked(small.input, words).supports(targets, equals.copies(), {});
        const position_list positions = small.list(words);
        for (std::size_t rank = 0; rank < positions.size(); ++rank)
            EXPECT_EQ(found.data()[rank], small.true_support(positions[rank], length))
                << "trial " << trial << ", position " << positions[rank];
    }
}

} // namespace
} // namespace concord::substring::marked_sequences_test
