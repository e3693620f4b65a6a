// Words in order, and the sequences that hold each, as the GPU counts them.
#include "problems/substring/gpu/sorted_words.hpp"
#include "support/small_input.hpp"

namespace concord::substring::sorted_words_test {
namespace {

using words_in_order = sorted_words<test::serial_machine>;

numbers supports_of(const small_input& small, const windows& words, const windows& targets,
                    const std::uint32_t* copies = nullptr) {
    const auto supports = words_in_order(small.input, words).supports(targets, copies, {});
    return {supports.data(), supports.data() + words.count};
}

TEST(sorted_words, by_hand) {
    // ACG: all three with one mismatch (ACG; ATG; ACC). CGT: the first, and with one mismatch the second (TGT) and the
    // third (CCT). GTT: the second and the third (CTT).
    const small_input three({"ACGT", "ATGTT", "ACCTT"}, 1);
    const windows all = three.input.windows(3, nullptr); // ACG CGT | ATG TGT GTT | ACC CCT CTT
    EXPECT_EQ(supports_of(three, all, all), (numbers{3, 3, 2, 2, 2, 2, 2, 3}));
    const windows some = three.input.at(3, {1, 6}); // CGT, GTT
    EXPECT_EQ(supports_of(three, some, all), (numbers{3, 2}));
    // Only these occurrences count, and each sequence as often as it represents others.
    const windows targets = three.input.at(3, {0, 1, 6, 7});
    EXPECT_EQ(supports_of(three, some, targets), (numbers{1, 1}));
    EXPECT_EQ(supports_of(three, some, all, numbers{5, 0, 2}.data()), (numbers{7, 2}));
}

TEST(sorted_words, rows_are_kept_where_words_part) {
    // In order AAAA, AAAC, AACA, CAAA: they share 3, 2 and no letters.
    const small_input one({"AAAACAAA"}, 0);
    const windows words = one.input.at(4, {0, 1, 2, 4});
    EXPECT_EQ(supports_of(one, words, one.input.windows(4, nullptr)), (numbers{1, 1, 1, 1}));
    const std::uint32_t shared[] = {0, 3, 2, 0};
    std::uint64_t kept[4];
    mark_kept_rows{4, shared, kept}(0);
    EXPECT_EQ(kept[0], 0b1101); // after three letters, after two, and none
    EXPECT_EQ(kept[1], 0b0101);
    EXPECT_EQ(kept[2], 0b0001);
    EXPECT_EQ(kept[3], 0);
}

TEST(sorted_words, an_ambiguous_letter_equals_nothing) {
    const small_input two({"ANT", "ANT"}, 1);
    const windows all = two.input.windows(3, nullptr);
    EXPECT_EQ(supports_of(two, all, all), (numbers{2, 2}));
    const small_input exact({"ANT", "ANT"}, 0);
    EXPECT_EQ(supports_of(exact, exact.input.windows(3, nullptr), exact.input.windows(3, nullptr)), (numbers{1, 1}));
}

TEST(sorted_words, supports_are_the_true_ones) {
    std::mt19937_64 random(31);
    for (unsigned trial = 0; trial < 200; ++trial) {
        const bool is_long = trial % 4 == 0; // more than 64 letters, and words of more than one chunk
        const small_input small(random_texts(random, trial % 2 == 0 ? "ACGT" : "AACCN", is_long ? 300 : 60),
                                random() % 7);
        const std::uint64_t length = 1 + random() % (is_long ? 64 : 12);
        const windows all = small.input.windows(length, nullptr);
        if (all.count == 0) continue;
        const representatives<test::serial_machine> equals(small.input);
        const windows words = small.input.windows(length, equals.mask());
        const numbers found = supports_of(small, words, words, equals.copies());
        const position_list positions = small.list(words);
        for (std::size_t rank = 0; rank < positions.size(); ++rank)
            EXPECT_EQ(found[rank], small.true_support(positions[rank], length))
                << "trial " << trial << ", position " << positions[rank];
    }
}

TEST(sorted_words, of_proteins_and_bytes) {
    const small_input proteins({"MKVLAW", "MKILAW", "MRVLAY"}, 1, alphabet::protein);
    const windows all = proteins.input.windows(4, nullptr); // MKVL KVLA VLAW | MKIL KILA ILAW | MRVL RVLA VLAY
    EXPECT_EQ(supports_of(proteins, all, all), (numbers{3, 3, 3, 2, 2, 2, 2, 2, 2}));
    const small_input bytes({"hello", "jello", "hallo"}, 1, alphabet::bytes);
    const windows whole = bytes.input.windows(5, nullptr);
    EXPECT_EQ(supports_of(bytes, whole, whole), (numbers{3, 2, 2}));
}

} // namespace
} // namespace concord::substring::sorted_words_test
