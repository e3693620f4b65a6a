// Texts of few letters of many: the ranks of their letters, in fewer bits.
#include "suffixes/dense_text.hpp"
#include "suffixes/text.hpp"

#include "support/sequence_text.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace concord::suffixes::dense_text_test {
namespace {

struct tried_text {
    explicit tried_text(const std::vector<std::string>& sequences)
        : set(test::make_set(sequences, alphabet::bytes)), workers(run), letters(sequence::packed(set), workers),
          dense(letters.view(), workers) {}

    run_options run;
    sequence_set set;
    runtime::thread_pool workers;
    text letters;
    dense_text dense;
};

/// T > G > C > A, so GATTACA is 2 0 3 3 0 1 0.
TEST(dense_text, four_letters_are_their_ranks_in_two_bits) {
    const tried_text tried({"GATTACA", "CC"});
    const text_view& view = tried.dense.view();
    EXPECT_EQ(view.bits, 2U);
    EXPECT_EQ(view.size, 9U);
    std::vector<std::uint64_t> letters;
    for (std::uint64_t at = 0; at < view.size; ++at)
        letters.push_back(view.letter(at));
    EXPECT_EQ(letters, std::vector<std::uint64_t>({2, 0, 3, 3, 0, 1, 0, 1, 1}));
    EXPECT_TRUE(view.is_cut(7));
    EXPECT_FALSE(view.is_cut(6));
}

TEST(dense_text, letters_are_as_many_as_bits_allow) {
    EXPECT_EQ(tried_text({"AAAA"}).dense.view().bits, 2U);
    EXPECT_EQ(tried_text({"ABCDE"}).dense.view().bits, 4U);
    EXPECT_EQ(tried_text({"ABCDEFGHIJKLMNOP"}).dense.view().bits, 4U);
    const tried_text more({"ABCDEFGHIJKLMNOPQ"});
    EXPECT_EQ(more.dense.view().bits, 8U);
    EXPECT_EQ(more.dense.view().letters, more.letters.view().letters);
}

/// A letter that is in no sample of every 61st.
TEST(dense_text, a_rare_letter) {
    std::string text(100'000, 'A');
    text[77'777] = 'Z';
    const tried_text tried({text});
    EXPECT_EQ(tried.dense.view().letter(77'777), 1U);
    EXPECT_EQ(tried.dense.view().letter(77'778), 0U);
}

/// Of 601 letters every fourth is sampled. B and D, at odd places, are not: with them there are five letters, A, B, C,
/// D and Y, of four bits each instead of two; Z is a sixth one, in the last word, which is not whole.
TEST(dense_text, letters_between_those_sampled_are_ranked) {
    std::string text(601, 'A');
    text[8] = 'C';
    text[400] = 'Y';
    text[13] = 'B';
    text[303] = 'D';
    for (const bool with_last : {false, true}) {
        if (with_last) text[599] = 'Z';
        const tried_text tried({text});
        const text_view& view = tried.dense.view();
        ASSERT_EQ(view.bits, 4U);
        const std::string ranks = with_last ? "ABCDYZ" : "ABCDY";
        for (std::uint64_t at = 0; at < text.size(); ++at)
            ASSERT_EQ(view.letter(at), ranks.find(text[at])) << at;
    }
}

/// Every fourth letter is an A; the others are seventeen, so a letter takes its byte.
TEST(dense_text, too_many_letters_between_those_sampled) {
    std::string text(600, 'A');
    for (std::size_t at = 0; at < text.size(); ++at)
        if (at % 4 != 0) text[at] = static_cast<char>('B' + at % 17);
    const tried_text tried({text});
    EXPECT_EQ(tried.dense.view().bits, 8U);
    EXPECT_EQ(tried.dense.view().letters, tried.letters.view().letters);
}

} // namespace
} // namespace concord::suffixes::dense_text_test
