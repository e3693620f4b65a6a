// The letters of a collection as the variants of the search see them, and the screen that rules out sequences without
// an occurrence.
#include "problems/substring/variants/occurrence_screen.hpp"
#include "problems/substring/variants/pieces.hpp"
#include "problems/substring/variants/plain_pieces.hpp"
#include "support/random_case.hpp"
#include "support/sequence_text.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace concord::substring::variant_pieces_test {
namespace {

/// Pieces and barriers as one text: | is a barrier, - what matches nothing.
std::string text_of(const piece_collection& of) {
    std::string text;
    for (const letter one : of.text())
        text += one == piece_collection::barrier ? '|' : one == of.nothing() ? '-' : "ACGT"[one];
    return text;
}

substring_options ends(std::uint64_t from_start, std::uint64_t from_end, bool both_strands, unsigned threads = 2) {
    substring_options options;
    options.from_start = from_start;
    options.from_end = from_end;
    options.both_strands = both_strands;
    options.run.threads = threads;
    return options;
}

TEST(variant_pieces, stand_one_after_the_other) {
    const sequence_set set = test::make_set({"ACGTTTACG", "GN", ""});
    EXPECT_EQ(text_of({set, ends(0, 0, false)}), "ACGTTTACG|G-|");
    EXPECT_EQ(text_of({set, ends(3, 4, false)}), "ACG|TACG|G-|");
    EXPECT_EQ(text_of({set, ends(3, 4, true)}), "ACG|TACG|CGT|CGTA|G-|-C||");
    EXPECT_EQ(text_of({set, ends(0, 2, true)}), "CG|CG|G-|-C||");
}

TEST(variant_pieces, before_the_first_letter_of_all_have_no_barriers) {
    const sequence_set set = test::make_set({"", "", "AC", "", "G"});
    EXPECT_EQ(text_of({set, ends(0, 0, false)}), "AC||G");
    EXPECT_EQ(text_of({set, ends(0, 0, true)}), "AC|GT|||G|C");
    const piece_collection of(set, ends(0, 0, false));
    EXPECT_EQ(of.pieces(1)[0].first, 0U);
    EXPECT_EQ(of.pieces(2)[0].first, 0U);
    EXPECT_EQ(of.pieces(3)[0].first, 3U);
    EXPECT_EQ(of.pieces(4)[0].first, 4U);
    EXPECT_EQ(text_of({test::make_set({"", ""}), ends(0, 0, true)}), "");
}

// Sets are slower to search, so that letters are sets only where one stands for several, or for none.
TEST(variant_pieces, have_sets_where_a_letter_stands_for_several) {
    substring_options options = ends(0, 0, true);
    options.iupac = true;
    const piece_collection plain(test::make_set({"ACGU", "tt"}), options);
    EXPECT_FALSE(plain.has_sets());
    EXPECT_EQ(text_of(plain), "ACGT|ACGT|TT|AA");
    EXPECT_TRUE(piece_collection(test::make_set({"ACGT", "AR"}), options).has_sets());
    EXPECT_TRUE(piece_collection(test::make_set({"ACGT", "A-"}), options).has_sets());
    options.iupac = false;
    EXPECT_FALSE(piece_collection(test::make_set({"ACGT", "AR"}), options).has_sets());
}

// With one mismatch two letters of each run say all that more of them would.
TEST(variant_pieces, are_sequences_without_most_of_what_matches_nothing) {
    piece_collection of(test::make_set({"ACGTACGTACGTA", "TTTT", "GACCA"}), ends(0, 0, false));
    of.mask(0, 4, 9);   // ACGTNNNNNCGTA
    of.mask(0, 11, 13); // ACGTNNNNNCGNN
    of.mask(1, 0, 4);
    of.mask(2, 0, 3); // NNNCA
    const auto text = [](const pieces_as_sequences& plain, std::uint64_t sequence) {
        return plain.set.text(sequence, 0, plain.set.length(sequence));
    };
    const pieces_as_sequences plain = as_sequences(of, alphabet::dna, 2);
    ASSERT_EQ(plain.set.size(), 2U);
    EXPECT_EQ(text(plain, 0), "ACGTNNCGNN");
    EXPECT_EQ(text(plain, 1), "NNCA");
    EXPECT_TRUE(plain.is_one_each);
    longest_windows found{3, {}};
    for (const std::uint64_t start : {0U, 2U, 5U, 6U}) // ACG, GTN, NCG, CGN
        found.windows.push_back({0, start, 7});
    found.windows.push_back({1, 1, 7}); // NCA
    plain.leave_pieces(found);
    const window_vector expected{{0, 0, 7}, {0, 2, 7}, {0, 8, 7}, {0, 9, 7}, {2, 2, 7}};
    EXPECT_EQ(found.windows, expected);

    const pieces_as_sequences whole = as_sequences(of, alphabet::dna);
    ASSERT_EQ(whole.set.size(), 3U);
    EXPECT_EQ(text(whole, 0), "ACGTNNNNNCGNN");
    EXPECT_EQ(whole.start_in_piece({0, 8, 0}, 3), 8U);
}

/// Several threads make them: each sequence by itself, the others before it.
TEST(variant_pieces, of_many_sequences_are_those_of_each) {
    for (const std::uint64_t seed : test::seeds(9'100'000, 6)) {
        std::mt19937_64 random(seed);
        std::vector<std::string> all(3000 + random() % 3000);
        for (std::size_t index = random() % 3; index < all.size(); ++index)
            for (std::uint64_t letters = random() % 12; letters > 0; --letters)
                all[index] += "ACGTN"[random() % 5];
        const bool both_strands = seed % 2 == 0;
        const std::uint64_t from_start = random() % 5;
        const std::uint64_t from_end = random() % 5;
        const piece_collection of(test::make_set(all), ends(from_start, from_end, both_strands, 1 + seed % 4));
        std::string expected;
        std::size_t pieces = 0;
        ASSERT_EQ(of.sequences(), all.size());
        for (std::size_t index = 0; index < all.size(); ++index) {
            std::vector<std::string> parts;
            const bool is_whole = from_start + from_end == 0 || from_start + from_end >= all[index].size();
            if (is_whole) parts.push_back(all[index]);
            if (!is_whole && from_start > 0) parts.push_back(all[index].substr(0, from_start));
            if (!is_whole && from_end > 0) parts.push_back(all[index].substr(all[index].size() - from_end));
            const std::size_t forward = parts.size();
            for (std::size_t part = 0; both_strands && part < forward; ++part) {
                std::string reverse(parts[part].rbegin(), parts[part].rend());
                for (char& one : reverse)
                    one = one == 'N' ? 'N' : "TGCA"[std::string("ACGT").find(one)];
                parts.push_back(reverse);
            }
            ASSERT_EQ(of.pieces(index).size(), parts.size());
            for (const std::string& part : parts) {
                const piece& one = of.pieces()[pieces++];
                if (!expected.empty()) expected += '|';
                ASSERT_EQ(one.sequence, index);
                ASSERT_EQ(one.first, expected.size());
                ASSERT_EQ(one.length, part.size());
                for (const char letter : part)
                    expected += letter == 'N' ? '-' : letter;
            }
        }
        ASSERT_EQ(text_of(of), expected) << "seed " << seed;
    }
}

/// It says no where the textbook finds nothing, and nowhere else: around a word of 64 letters, too.
TEST(occurrence_screen, is_the_textbooks_answer) {
    std::size_t found = 0;
    std::size_t missed = 0;
    for (const std::uint64_t seed : test::seeds(9'200'000, 400)) {
        std::mt19937_64 random(seed);
        const bool iupac = seed % 3 == 0;
        const std::string letters = iupac ? "ACGTNRYAC" : seed % 3 == 1 ? "ACGTN" : "AC";
        std::string text;
        for (std::uint64_t left = random() % 120; left > 0; --left)
            text += letters[random() % letters.size()];
        constexpr std::uint64_t lengths[] = {1, 2, 7, 20, 63, 64, 65}; // NOLINT(cppcoreguidelines-avoid-c-arrays)
        std::string word = text.substr(0, lengths[random() % 7]);
        for (std::uint64_t edits = random() % 9; edits > 0 && !word.empty(); --edits) {
            const std::size_t at = random() % word.size();
            if (random() % 2 == 0)
                word.erase(at, 1);
            else
                word.insert(at, 1, letters[random() % letters.size()]);
        }
        if (word.empty()) continue;
        substring_options options = ends(0, 0, false);
        options.iupac = iupac;
        const sequence_set set = test::make_set({word, text});
        const piece_collection of(set, options);
        const auto of_word = of.letters(of.pieces(0)[0].first, word.size());
        const auto of_text = of.letters(of.pieces(1)[0].first, text.size());
        for (std::uint64_t edits = 0; edits <= std::min<std::uint64_t>(8, word.size()); ++edits) {
            const allowance allowed{edits, true};
            const bool expected = best_part(of, of_word, of_text, allowed).has_value();
            const bool is_screened = word.size() <= occurrence_screen::most_letters;
            ASSERT_EQ(occurrence_screen(of, of_word, allowed).may_occur(of_text), expected || !is_screened)
                << "seed " << seed << ": " << word << " in " << text << ", k = " << edits;
            ++(expected ? found : missed);
            ASSERT_TRUE(occurrence_screen(of, of_word, {edits, false}).may_occur(of_text));
        }
    }
    EXPECT_GT(found, 300U);
    EXPECT_GT(missed, 300U);
}

} // namespace
} // namespace concord::substring::variant_pieces_test
