// Suffixes by the different phrases of a repetitive text: which phrases there are, and the same arrays as by induced
// sorting.
#include "runtime/thread_pool.hpp"
#include "suffixes/phrase_dictionary.hpp"
#include "suffixes/phrase_parse.hpp"
#include "suffixes/suffix_array.hpp"
#include "suffixes/text.hpp"
#include "support/mutated_copies.hpp"
#include "support/sequence_text.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace concord::suffixes::phrase_order_test {
namespace {

using test::copies;
using test::random_letters;

/// Of A, C, G, T the windows AA and AC begin phrases.
constexpr phrase_windows before_c{2, 1, 1};

struct parsed {
    explicit parsed(const std::vector<std::string>& letters, unsigned threads = 1)
        : set(test::make_set(letters, alphabet::dna)), run(with_threads(threads)), workers(run),
          letters(sequence::packed(set), workers), parse(this->letters.view(), before_c, workers) {
        estimated = parse.estimate_different();
        parse.name();
    }
    static run_options with_threads(unsigned threads) {
        run_options made;
        made.threads = threads;
        return made;
    }

    sequence_set set;
    run_options run;
    runtime::thread_pool workers;
    text letters;
    phrase_parse<std::uint32_t> parse;
    std::uint64_t estimated = 0;
};

/// GATTAC, ACATGATAC and ACATA.
TEST(phrase_order, phrases_end_with_the_window_that_begins_the_next_one) {
    const parsed made({"GATTACATGATACATA"});
    ASSERT_EQ(made.parse.size(), 3U);
    EXPECT_EQ(made.parse.begin(0), 0U);
    EXPECT_EQ(made.parse.begin(1), 4U);
    EXPECT_EQ(made.parse.begin(2), 11U);
    EXPECT_EQ(made.parse.length(0), 6U);
    EXPECT_EQ(made.parse.length(1), 9U);
    EXPECT_EQ(made.parse.length(2), 5U);
    EXPECT_FALSE(made.parse.is_last(1));
    EXPECT_TRUE(made.parse.is_last(2));
    EXPECT_EQ(made.estimated, 20U);
}

/// TAC, ACGAC, ACGAC, ACT; then C, as its A is of the sequence before; then ACGAC and ACT again, and AC at an end,
/// which is no phrase that another one follows.
TEST(phrase_order, equal_phrases_have_one_name_in_all_sequences) {
    const parsed made({"TACGACGACT", "C", "ACGACT", "GAC"});
    ASSERT_EQ(made.parse.size(), 9U);
    const std::vector<std::uint64_t> lengths = {3, 5, 5, 3, 1, 5, 3, 3, 2};
    for (std::uint64_t phrase = 0; phrase < lengths.size(); ++phrase)
        EXPECT_EQ(made.parse.length(phrase), lengths[phrase]) << phrase;
    EXPECT_EQ(made.parse.name_of(1), made.parse.name_of(2));
    EXPECT_EQ(made.parse.name_of(1), made.parse.name_of(5));
    EXPECT_EQ(made.parse.name_of(3), made.parse.name_of(6));
    EXPECT_EQ(made.parse.different(), 6U);
    EXPECT_EQ(made.parse.model(made.parse.name_of(5)), 1U);
    EXPECT_EQ(made.estimated, 17U);
}

/// Many words, so that several threads copy letters and mark begins.
TEST(phrase_order, the_dictionary_has_the_letters_of_each_phrase) {
    const parsed made(copies(4, 200'000, 200), 3);
    runtime::thread_pool workers(made.run);
    const phrase_dictionary<std::uint32_t> dictionary(made.letters.view(), made.parse, workers);
    const text_view& words = dictionary.view();
    ASSERT_GT(words.size, 200'000U);
    std::uint64_t letters = 0;
    for (std::uint64_t name = 0; name < made.parse.different(); ++name) {
        const std::uint64_t model = made.parse.model(name);
        ASSERT_EQ(dictionary.begin(name), letters);
        ASSERT_TRUE(words.is_cut(letters));
        for (std::uint64_t at = 0; at < made.parse.length(model); ++at, ++letters) {
            ASSERT_EQ(words.letter(letters), made.letters.view().letter(made.parse.begin(model) + at));
            ASSERT_EQ(words.is_cut(letters), at == 0);
            ASSERT_EQ(dictionary.name_of(letters), name);
        }
    }
    EXPECT_EQ(words.size, letters);
    EXPECT_TRUE(words.is_cut(letters));
}

/// The note of how the suffixes were ordered, and that both arrays are those of induced sorting.
template <class Position>
std::string note_of(const std::vector<std::string>& letters, alphabet kind, const suffix_options& options,
                    unsigned threads) {
    const sequence_set set = test::make_set(letters, kind);
    run_options run;
    run.threads = threads;
    runtime::thread_pool workers(run);
    const text made(sequence::packed(set), workers);
    std::vector<std::string> notes;
    const auto found = suffix_array<Position>(made.view(), options, workers, notes);
    suffix_options induced;
    induced.path = suffix_path::induced;
    std::vector<std::string> others;
    auto right = suffix_array<Position>(made.view(), induced, workers, others);
    EXPECT_TRUE(std::ranges::equal(found.suffixes.view(), right.suffixes.view())) << threads;
    const auto prefixes =
        prefixes_of<Position>(made.view(), right.suffixes.view(), workers, std::move(right.preceding));
    if (found.prefixes.size() == found.suffixes.size()) {
        EXPECT_TRUE(std::ranges::equal(found.prefixes.view(), prefixes.view())) << threads;
    }
    return notes.back();
}

bool is_by_phrases(const std::string& note) { return note.find("different ones") != std::string::npos; }

std::string fibonacci(std::size_t length) {
    std::string shorter = "A";
    std::string longer = "AC";
    while (longer.size() < length)
        shorter = std::exchange(longer, longer + shorter);
    longer.resize(length);
    return longer;
}

TEST(phrase_order, repetitive_texts_are_ordered_by_phrases) {
    std::string worn; // of a period, with places of one phrase that are thousands and of others few
    const std::string word = random_letters(37, 5);
    while (worn.size() < 400'000)
        worn += word;
    std::mt19937_64 chance(6);
    for (std::size_t changed = 0; changed < 40; ++changed)
        worn[chance() % worn.size()] = "ACGT"[chance() % 4];
    for (const unsigned threads : {1U, 3U, 5U}) {
        EXPECT_TRUE(is_by_phrases(note_of<std::uint32_t>(copies(16, 30'000, 1000), alphabet::dna, {}, threads)));
        EXPECT_TRUE(is_by_phrases(note_of<std::uint64_t>(copies(16, 30'000, 1000), alphabet::dna, {}, threads)));
        EXPECT_TRUE(is_by_phrases(
            note_of<std::uint32_t>({fibonacci(300'000), fibonacci(200'000)}, alphabet::bytes, {}, threads)));
        EXPECT_TRUE(is_by_phrases(note_of<std::uint32_t>({worn}, alphabet::dna, {}, threads)));
    }
}

TEST(phrase_order, few_letters_ambiguous_ones_and_unlike_copies_are_induced) {
    const std::string induced = "suffix array by induced sorting: the text repeats itself";
    EXPECT_EQ(note_of<std::uint32_t>(copies(16, 10'000, 1000), alphabet::dna, {}, 1), induced);
    EXPECT_EQ(note_of<std::uint32_t>(copies(16, 30'000, 20), alphabet::dna, {}, 1), induced);
    std::vector<std::string> ambiguous = copies(16, 30'000, 1000);
    ambiguous[3][5000] = 'N';
    EXPECT_EQ(note_of<std::uint32_t>(ambiguous, alphabet::dna, {}, 1), induced);
    suffix_options unparsed;
    unparsed.may_parse = false;
    EXPECT_EQ(note_of<std::uint32_t>(copies(16, 30'000, 1000), alphabet::dna, unparsed, 1), induced);
}

/// Of short windows in each alphabet: all kinds of classes, some with more places than are sorted by insertion.
TEST(phrase_order, forced_phrases_order_any_text) {
    suffix_options forced;
    forced.path = suffix_path::phrases;
    for (const unsigned threads : {1U, 4U})
        for (const std::string letters : {"ACGT", "AC", "ACDEFGHIKLMN"})
            for (std::uint64_t seed = 0; seed < 20; ++seed) {
                std::mt19937_64 chance(seed);
                std::vector<std::string> made(1 + chance() % 5);
                const std::string word = random_letters(1 + chance() % 60, seed);
                for (std::string& each : made) {
                    const std::size_t length = chance() % 3000;
                    while (each.size() < length)
                        each += word;
                    for (char& letter : each)
                        letter = chance() % 50 == 0 ? letters[chance() % letters.size()]
                                                    : letters[static_cast<unsigned char>(letter) % letters.size()];
                }
                made.push_back(letters);
                const alphabet kind = letters == "ACGT" ? alphabet::dna : alphabet::bytes;
                EXPECT_TRUE(is_by_phrases(note_of<std::uint32_t>(made, kind, forced, threads))) << letters << seed;
            }
}

} // namespace
} // namespace concord::suffixes::phrase_order_test
