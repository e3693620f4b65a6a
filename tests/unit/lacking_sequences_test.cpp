// Words that sequences lack, found by a walk along the beginnings of all words.
#include "problems/substring/gpu/lacking_sequences.hpp"
#include "problems/substring/gpu/support_counter.hpp"
#include "support/small_input.hpp"

#include <limits>

namespace concord::substring::lacking_sequences_test {
namespace {

using lacking = lacking_sequences<test::serial_machine>;

numbers supports_of(const small_input& small, const windows& words, const windows& targets, std::uint64_t sequences,
                    std::uint64_t allowed, const std::uint32_t* copies = nullptr) {
    const lettering& by = small.given.set.has_ambiguous() ? letters_with_ambiguous : ordinary_letters;
    const auto supports = lacking(small.input, words, by).supports(targets, copies, sequences, allowed);
    return {supports.data(), supports.data() + words.count};
}

TEST(lacking_sequences, numbers_by_hand) {
    const small_input one({"ACGTNA"});
    const std::vector<std::uint64_t> positions{0, 1, 2};
    std::vector<std::uint64_t> words(3);
    numbers ranks(3);
    const auto number = [&](const lettering& by, unsigned length, std::uint64_t word) {
        number_words{one.input.letters().letters, by, length, positions.data(), words.data(), ranks.data()}(word);
        return words[word];
    };
    EXPECT_EQ(number(ordinary_letters, 4, 0), 0b00'01'10'11U);
    EXPECT_EQ(number(letters_with_ambiguous, 4, 0), 0b000'001'010'011U);
    EXPECT_EQ(number(letters_with_ambiguous, 4, 1), 0b001'010'011'100U);
    EXPECT_EQ(ranks[1], 1U);
    EXPECT_EQ(ordinary_letters.letter(0b00'01'10'11, 1), 2U);
}

TEST(lacking_sequences, letters_that_go_on) {
    // ACGTACGA, windows at 0, 1 and 4; the one at 4 begins as that at 0 does.
    const small_input one({"ACGTACGA"});
    const windows targets = one.drawn(4, "11001000");
    const windows_in_bits<2> bits(one.input.letters(), targets.view(), 0, 8);
    agreeing_letters<2, 2> three(3);
    const auto going_on = [&](unsigned at) { return three.going_on(bits, at, letters_with_ambiguous); };
    EXPECT_EQ(going_on(0), 0b11111U);
    three.add(bits, 0, 0); // A: one letter of those at 0 and 4
    EXPECT_EQ(going_on(1), 0b11111U);
    three.add(bits, 1, 3);            // T: of none
    three.add(bits, 2, 2);            // G: two letters
    EXPECT_EQ(going_on(3), 0b10110U); // T is that at 0, A that at 4
    three.add(bits, 3, ambiguous_letter);
    EXPECT_EQ(going_on(3), 0b10110U);
}

TEST(lacking_sequences, by_hand) {
    // ACGTACG is one mismatch from ACGTACC, and two from AGGTACC.
    const small_input three({"ACGTACG", "ACGTACC", "AGGTACC"}, 1);
    const windows all = three.input.windows(7, nullptr);
    EXPECT_EQ(supports_of(three, all, all, 3, 0), (numbers{0, 3, 0}));
    EXPECT_EQ(supports_of(three, all, all, 3, 1), (numbers{2, 3, 2}));
    EXPECT_EQ(supports_of(three, three.input.at(7, {0}), all, 3, 1), (numbers{2}));
    EXPECT_EQ(supports_of(three, all, all, 8, 3, numbers{5, 1, 2}.data()), (numbers{6, 8, 0}));
    const windows six = three.input.windows(6, nullptr); // ACGTAC CGTACG | ACGTAC CGTACC | AGGTAC GGTACC
    EXPECT_EQ(supports_of(three, six, six, 3, 0), (numbers{3, 0, 3, 3, 3, 0}));
}

TEST(lacking_sequences, an_ambiguous_letter_equals_nothing) {
    for (const std::string_view where : {"NCGTACG", "ACNTACG", "ACGTACN"}) {
        const texts both{std::string(where), "ACGTACG"};
        const auto supports = [&](std::uint64_t mismatches, std::uint64_t allowed) {
            const small_input two(both, mismatches);
            const windows all = two.input.windows(7, nullptr);
            return supports_of(two, all, all, 2, allowed);
        };
        EXPECT_EQ(supports(1, 0), (numbers{2, 2})) << where;
        EXPECT_EQ(supports(0, 0), (numbers{0, 0})) << where;
    }
}

TEST(lacking_sequences, where_they_are_possible) {
    const auto seconds = [](const small_input& small, std::uint64_t length) {
        return lacking::seconds(small.input, 1, small.input.windows(length, nullptr), 0);
    };
    const std::string text = "ACGTACGTTGCAACGTACGTTGCAACGTACGTTGCA";
    constexpr double never = std::numeric_limits<double>::infinity();
    EXPECT_LT(seconds(small_input({text, text}, 2), 5), never);
    EXPECT_LT(seconds(small_input({text, text}, 2), 18), never);
    EXPECT_EQ(seconds(small_input({text, text}, 2), 19), never); // 17 letters agree: the counters have four digits
    EXPECT_LT(seconds(small_input({text, text}, 17), 32), never);
    EXPECT_EQ(seconds(small_input({text, text}, 17), 33), never); // 64 bits
    EXPECT_EQ(seconds(small_input({text + 'N', text}, 17), 22), never);
    EXPECT_EQ(seconds(small_input({text, text}, 7), 7), never); // near to all
    EXPECT_EQ(seconds(small_input({"MKVLAWMKVL", "MKVLAWMKVL"}, 1, alphabet::protein), 7), never);
    EXPECT_LT(seconds(small_input(texts(2, std::string(262, 'A')), 2), 7), never);
    EXPECT_EQ(seconds(small_input(texts(2, std::string(263, 'A')), 2), 7), never); // 257 windows
}

TEST(lacking_sequences, supports_are_the_true_ones) {
    std::mt19937_64 random(83);
    unsigned held = 0;
    for (unsigned trial = 0; trial < 120; ++trial) {
        const bool is_long = trial % 3 == 0;
        const small_input small(random_texts(random, trial % 2 != 0 ? "AACCGTN" : "ACGT", is_long ? 200 : 60),
                                random() % 7);
        const std::uint64_t length = small.given.mismatches + 1 + random() % 9;
        const representatives<test::serial_machine> equals(small.input);
        const windows targets = small.input.windows(length, equals.mask());
        const std::uint64_t sequences =
            sequence_samples<test::serial_machine>(small.input, targets, equals.copies()).all();
        if (sequences < 2) continue; // a window with many ambiguous letters has its own sequence alone
        const std::uint64_t allowed = random() % (sequences - 1);
        const numbers found = supports_of(small, targets, targets, sequences, allowed, equals.copies());
        const position_list positions = small.list(targets);
        for (std::size_t rank = 0; rank < positions.size(); ++rank) {
            const std::uint32_t support = small.true_support(positions[rank], length);
            const bool is_held = support + allowed >= sequences;
            held += is_held ? 1 : 0;
            EXPECT_EQ(found[rank], is_held ? support : 0)
                << "trial " << trial << ", position " << positions[rank] << ", allowed " << allowed;
        }
    }
    EXPECT_GT(held, 1000U);
}

} // namespace
} // namespace concord::substring::lacking_sequences_test
