// Words that begin alike, and the sequences that hold each by the balls around their windows, as the GPU counts them.
#include "problems/substring/gpu/ball_unions.hpp"
#include "problems/substring/gpu/support_counter.hpp"
#include "support/small_input.hpp"

#include <limits>

namespace concord::substring::ball_unions_test {
namespace {

using unions = ball_unions<test::serial_machine>;

numbers supports_of(const small_input& small, const windows& words, const windows& targets,
                    const std::uint32_t* copies = nullptr) {
    const auto supports = unions(small.input, words).supports(targets, 1, copies, {});
    return {supports.data(), supports.data() + words.count};
}

/// Three letters, of which N is ambiguous, as the number of a row of balls.
unsigned row_of(std::string_view letters) {
    unsigned row = 0;
    for (unsigned at = 3; at-- > 0;)
        row = 5 * row + static_cast<unsigned>(std::string_view("ACGTN").find(letters[at]));
    return row;
}
/// Those that differ in fewer letters than `radius`.
std::uint64_t bits_of(std::string_view letters, unsigned radius) {
    std::vector<bits_of_radius> rows(ball_rows * radii_of_row);
    const make_ball_row step{rows.data()};
    for (unsigned index = 0; index < rows.size(); ++index)
        step(index);
    const unsigned at = row_of(letters) * radii_of_row + radii_of_none - 1 + radius;
    EXPECT_EQ(rows[at].nearer, rows[at - 1].within);
    return rows[at].within;
}

TEST(ball_unions, rows_by_hand) {
    EXPECT_EQ(bits_of("AAA", 0), 0); // no mismatch is left
    EXPECT_EQ(bits_of("AAA", 1), 1); // AAA alone
    // One of three letters is one of three others: C sets the low plane, G the high one, T both.
    EXPECT_EQ(bits_of("AAA", 2), 1U | 1U << 1 | 1U << 2 | 1U << 4 | 1U << 8 | 1U << 16 | std::uint64_t{1} << 32 |
                                     1U << 9 | 1U << 18 | std::uint64_t{1} << 36);
    EXPECT_EQ(std::popcount(bits_of("CGT", 3)), 64 - 27); // but where all three differ
    EXPECT_EQ(bits_of("TGA", 4), ~std::uint64_t{0});
    EXPECT_EQ(bits_of("ANA", 1), 0); // N is a mismatch itself
    EXPECT_EQ(std::popcount(bits_of("ANA", 2)), 4);
    EXPECT_EQ(std::popcount(bits_of("NNN", 3)), 0);
    EXPECT_EQ(std::popcount(bits_of("NNN", 4)), 64);
    EXPECT_EQ(bits_of("TGA", 7), ~std::uint64_t{0});
}

TEST(ball_unions, by_hand) {
    // ACGTACG is one mismatch from ACGTACC, and two from AGGTACC.
    const small_input three({"ACGTACG", "ACGTACC", "AGGTACC"}, 1);
    const windows all = three.input.windows(7, nullptr);
    EXPECT_EQ(supports_of(three, all, all), (numbers{2, 3, 2}));
    const windows one = three.input.at(7, {0});
    EXPECT_EQ(supports_of(three, one, all), (numbers{2}));
    EXPECT_EQ(supports_of(three, all, one), (numbers{1, 1, 1})); // each supports itself
    EXPECT_EQ(supports_of(three, all, all, numbers{5, 0, 2}.data()), (numbers{5, 7, 2}));
    const windows six = three.input.windows(6, nullptr); // no prefix: ACGTAC CGTACG | ACGTAC CGTACC | AGGTAC GGTACC
    EXPECT_EQ(supports_of(three, six, six), (numbers{3, 2, 3, 3, 3, 2}));
}

TEST(ball_unions, words_without_the_support_may_be_left) {
    // Of four sequences the last two hold ACGTACG; where three are asked for, two without it decide.
    const small_input four({"TTTTTTT", "TTTTTTT", "ACGTACG", "ACGTACG"}, 0);
    const windows all = four.input.windows(7, nullptr);
    const auto counted = unions(four.input, four.input.at(7, {14})).supports(all, 3, nullptr, {});
    EXPECT_LT(counted.data()[0], 3U);
    EXPECT_EQ(unions(four.input, four.input.at(7, {14})).supports(all, 2, nullptr, {}).data()[0], 2U);
}

TEST(ball_unions, an_ambiguous_letter_equals_nothing) {
    for (const std::string_view where : {"NCGTACG", "ACNTACG", "ACGTACN"}) {
        const std::string text(where);
        const small_input two({text, "ACGTACG", text}, 1);
        const windows all = two.input.windows(7, nullptr);
        EXPECT_EQ(supports_of(two, all, all), (numbers{3, 3, 3})) << text;
        const small_input exact({text, "ACGTACG", text}, 0);
        EXPECT_EQ(supports_of(exact, exact.input.windows(7, nullptr), exact.input.windows(7, nullptr)),
                  (numbers{1, 1, 1}))
            << text;
    }
}

TEST(ball_unions, where_they_are_possible) {
    const auto seconds = [](const small_input& small, std::uint64_t length) {
        const windows all = small.input.windows(length, nullptr);
        return unions::seconds(small.input, all, all);
    };
    const std::string text = "ACGTACGTTGCAACGTACGTTGCAACGTACGTTGCA";
    const small_input dna({text, text}, 2);
    constexpr double never = std::numeric_limits<double>::infinity();
    EXPECT_EQ(seconds(dna, 5), never);
    EXPECT_LT(seconds(dna, 6), never);
    EXPECT_LT(seconds(dna, 32), never);
    EXPECT_EQ(seconds(dna, 33), never);
    EXPECT_EQ(seconds(small_input({"MKVLAWMKVL", "MKVLAWMKVL"}, 1, alphabet::protein), 7), never);
}

TEST(ball_unions, are_chosen_for_short_words_and_many_mismatches) {
    std::mt19937_64 random(33);
    texts reads(100);
    for (std::string& read : reads)
        for (unsigned letter = 0; letter < 60; ++letter)
            read += "ACGT"[random() % 4];
    const small_input small(reads, 3);
    const auto all = std::make_shared<const windows>(small.input.windows(8, nullptr));
    const support_counter<test::serial_machine> counter(small.input, 0);
    const double by_balls = unions::seconds(small.input, *all, *all);
    EXPECT_LT(by_balls, counter.estimates().seconds(*all, *all) / 2);
    EXPECT_LT(by_balls, sorted_words<test::serial_machine>(small.input, *all).seconds());
    // No upper bound then, though one would do.
    const auto found = counter.count(all, all, 85, nullptr, true);
    ASSERT_GT(found.set.count, 0U);
    ASSERT_LT(found.set.count, all->count);
    for (const std::uint64_t position : small.list(found.set))
        EXPECT_EQ(found.supports.data()[all->view().rank(position)], small.true_support(position, 8));
}

TEST(ball_unions, supports_are_the_true_ones) {
    std::mt19937_64 random(32);
    for (unsigned trial = 0; trial < 60; ++trial) {
        const bool is_long = trial % 4 == 0;
        const bool has_ambiguous = trial % 2 != 0;
        const small_input small(random_texts(random, has_ambiguous ? "AACCGTN" : "ACGT", is_long ? 200 : 60),
                                random() % (has_ambiguous ? 7 : 12)); // words with N are walked
        const std::uint64_t length = 6 + random() % (is_long ? 27 : 8);
        const windows all = small.input.windows(length, nullptr);
        if (all.count == 0) continue;
        const representatives<test::serial_machine> equals(small.input);
        const windows words = small.input.windows(length, equals.mask());
        const std::uint64_t support = 1 + random() % small.set.size();
        const auto found = unions(small.input, words).supports(words, support, equals.copies(), {});
        const position_list positions = small.list(words);
        for (std::size_t rank = 0; rank < positions.size(); ++rank)
            if (const std::uint64_t right = small.true_support(positions[rank], length); right >= support)
                EXPECT_EQ(found.data()[rank], right) << "trial " << trial << ", position " << positions[rank];
            else
                EXPECT_LT(found.data()[rank], support) << "trial " << trial << ", position " << positions[rank];
    }
}

} // namespace
} // namespace concord::substring::ball_unions_test
