// Words that are counted all at once, against what the textbook says; and what is near to one word or two.
#include "oracles/substring.hpp"
#include "problems/substring/cpu/words/ball_counts.hpp"
#include "problems/substring/cpu/words/ball_unions.hpp"
#include "problems/substring/cpu/words/counted_words.hpp"
#include "problems/substring/cpu/words/hamming_ball.hpp"
#include "problems/substring/cpu/words/near_word_bits.hpp"
#include "problems/substring/cpu/words/shared_balls.hpp"
#include "problems/substring/cpu/words/walked_pairs.hpp"
#include "problems/substring/cpu/words/walked_words.hpp"
#include "problems/substring/cpu/words/word_counter.hpp"
#include "problems/substring/cpu/words/word_table.hpp"
#include "problems/substring/seed_plan.hpp"
#include "support/chosen_cases.hpp"
#include "support/counted_input.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <random>
#include <set>

namespace concord::substring::counted_words_test {
namespace {

using texts = std::vector<std::string>;

/// Random ones, runs of a letter, and short periods with some wrong letters.
texts mixed_texts(std::mt19937_64& random, const std::string& letters, std::size_t count, std::size_t longest) {
    texts made;
    for (std::size_t index = 0; index < count; ++index) {
        std::string text = random_text(random, letters, random() % (longest + 1));
        if (const std::size_t period = random() % 4; index % 3 == 2 && period > 0) {
            text.resize(std::min<std::size_t>(text.size(), 12)); // longer answers need larger tables
            for (std::size_t at = period; at < text.size(); ++at)
                if (random() % 8 != 0) text[at] = text[at - period];
        }
        made.push_back(text);
    }
    return made;
}

/// "sequence:start=support" of each window, in their order.
std::string drawn(window_vector windows) {
    std::sort(windows.begin(), windows.end());
    std::string all;
    for (const window& at : windows)
        all += std::to_string(at.sequence) + ":" + std::to_string(at.start) + "=" + std::to_string(at.support) + " ";
    return all;
}

substring_result textbook(const counted_input& input) {
    substring_options options = input.options;
    options.ties = true;
    return reference_search(input.set, options);
}

void expect_textbook(const counted_input& input, const counted_words& counted, const std::string& where) {
    const substring_result expected = textbook(input);
    ASSERT_TRUE(counted.found.has_value()) << where << ", cost " << counted.cost;
    ASSERT_EQ(!counted.found->windows.empty(), expected.found) << where;
    if (!expected.found) return;
    EXPECT_EQ(counted.found->length, expected.best.length) << where;
    window_vector ties;
    for (const substring_candidate& tie : expected.ties)
        ties.push_back({tie.sequence, tie.start, tie.support});
    EXPECT_EQ(drawn(counted.found->windows), drawn(ties)) << where;
}
void expect_textbook(const counted_input& input, const std::string& where) {
    expect_textbook(input, input.count(), where);
}

TEST(counted_words, by_hand) {
    // CGT stands as it is in the first, with one mismatch in the others (CAT, CGA); no word of four letters does.
    const counted_input three({"ACGT", "TCAT", "CGAA"}, 1, 3);
    const counted_words counted = three.count();
    ASSERT_TRUE(counted.found.has_value());
    EXPECT_EQ(counted.found->length, 3U);
    EXPECT_NE(drawn(counted.found->windows).find("0:1=3"), std::string::npos) << drawn(counted.found->windows);
    EXPECT_GT(counted.cost, 0);
    ASSERT_EQ(three.notes.size(), 1U);
    EXPECT_EQ(three.notes.front(), "counted what is near to every word of up to 4 letters");
}

TEST(counted_words, are_what_the_textbook_finds) {
    for (const std::uint64_t trial : test::chosen_cases(120)) {
        std::mt19937_64 random(trial);
        const std::vector<std::string> alphabets{"ACGT", "ACGTN", "AC", "ACGNT", "ACG"};
        const std::string letters = alphabets[trial % alphabets.size()];
        const bool is_short = trial % 2 == 0;
        const counted_input small(mixed_texts(random, letters, 10 + random() % 40, is_short ? 12 : 50),
                                  1 + random() % (is_short ? 3 : 2), (is_short ? 2 : 5) + random() % 5,
                                  1 + random() % 3);
        expect_textbook(small, "trial " + std::to_string(trial));
        const std::size_t least = letters == "AC" ? 16384 : 8192; // else there are slices without number
        const scoped_ball_table_size tiny({least + random() % 4096, least + random() % 4096});
        expect_textbook(small, "trial " + std::to_string(trial) + ", slices");
    }
}

// Exact supports that take more than is bearable are postponed, and asked for again they are all there.
TEST(counted_words, may_be_postponed) {
    unsigned postponed = 0;
    for (std::uint64_t trial = 0; trial < 40; ++trial) {
        SCOPED_TRACE("trial " + std::to_string(trial));
        std::mt19937_64 random(trial);
        const counted_input small(mixed_texts(random, trial % 2 == 0 ? "ACGT" : "ACGTN", 12, 12), 1 + random() % 2,
                                  2 + random() % 3, 1);
        const auto length = static_cast<unsigned>(textbook(small).best.length);
        if (length == 0) continue;
        const growth_alphabet letters(small.given);
        const counting_costs costs(small.given, letters, small.resources.memory, 1);
        const count_ambiguous none;
        word_counter counter(small.given, small.resources, letters, costs, impossible, none);
        const std::optional<longest_windows> now = counter.supported(length, false, 0);
        EXPECT_EQ(now.has_value(), !counter.is_postponed());
        postponed += counter.is_postponed() ? 1U : 0U;
        counted_words later{counter.supported(length, false), 0};
        EXPECT_FALSE(counter.is_postponed());
        expect_textbook(small, later, "later");
    }
    EXPECT_GT(postponed, 20U);
}

// One text is in all sequences with a wrong letter each. Its words repeat, and the answer has more letters than chance
// explains: reason enough to give up, unless a sample has reached some length.
TEST(counted_words, from_a_length_that_is_reached) {
    unsigned trials = 0;
    unsigned given_up = 0; // without a sample
    for (const std::uint64_t trial : test::chosen_cases(30)) {
        std::mt19937_64 random(trial);
        const std::string text = random_text(random, "ACGT", 11 + random() % 3);
        texts sequences;
        for (unsigned index = 0; index < 12; ++index) {
            std::string copy = text;
            copy[random() % copy.size()] = "ACGT"[random() % 4];
            sequences.push_back(random_text(random, "ACGT", random() % 6) + copy);
        }
        const counted_input copies(sequences, 1, 10);
        cpu_resources resources = copies.resources;
        resources.path = search_path::automatic;
        given_up += count_words(copies.given, resources, 1e9).found.has_value() ? 0U : 1U;
        ++trials;
        const std::uint64_t length = textbook(copies).best.length;
        for (std::uint64_t reached = length - 2; reached <= length; ++reached)
            expect_textbook(copies, count_words(copies.given, resources, 1e9, reached),
                            "trial " + std::to_string(trial) + ", reached " + std::to_string(reached));
    }
    EXPECT_GT(2 * given_up, trials);
}

// Before and after each sequence is counted once, in each of the ways.
TEST(counted_words, are_summed_up_and_then_counted_once) {
    std::uint64_t united = 0;
    std::uint64_t walked_pairs = 0;
    for (const std::uint64_t trial : test::chosen_cases(60)) {
        std::mt19937_64 random(trial);
        const std::string letters = trial % 3 == 0 ? "ACGTN" : trial % 3 == 1 ? "ACGT" : "ACG";
        const unsigned length = 4 + static_cast<unsigned>(random() % (trial % 4 == 0 ? 6 : 4));
        texts sequences = mixed_texts(random, letters, 10, trial % 2 == 0 ? 14 : 60);
        sequences.push_back(letters.substr(0, 3) + "ACGACGACG" + letters); // all letters, and equal words
        const counted_input small(sequences, 1 + random() % 3, 2);
        const growth_alphabet alphabet(small.given);
        const word_set words(small.given, alphabet, length, small.workers);
        const auto counted = ball_counts(small.given, small.resources, words);
        std::vector<std::uint32_t> counts(counted.begin(), counted.end());
        std::vector<std::uint32_t> sums(words.size());
        std::vector<std::uint32_t> supports(words.size());
        words.for_each_word([&](std::size_t rank, std::size_t word) {
            std::string text;
            for (std::size_t rest = word, left = length; left > 0; --left, rest /= alphabet.ordinary())
                text.insert(text.begin(), letters[rest % alphabet.ordinary()]);
            for (const std::string& sequence : sequences) {
                std::set<std::string> near; // with the first letter in place of ambiguous ones
                bool is_held = false;
                for (std::size_t start = 0; start + length <= sequence.size(); ++start) {
                    const auto distance = [&](const std::string& other) {
                        std::uint64_t mismatches = 0;
                        for (std::size_t at = 0; at < length; ++at)
                            mismatches += other[at] != text[at] ? 1U : 0U;
                        return mismatches;
                    };
                    std::string other = sequence.substr(start, length);
                    is_held = is_held || distance(other) <= small.given.mismatches;
                    const auto ambiguous = static_cast<std::uint64_t>(std::ranges::count(other, 'N'));
                    std::ranges::replace(other, 'N', letters[0]);
                    if (ambiguous <= small.given.mismatches && distance(other) <= small.given.mismatches)
                        near.insert(other);
                }
                sums[rank] += static_cast<std::uint32_t>(near.size());
                supports[rank] += is_held ? 1U : 0U;
            }
        });
        EXPECT_EQ(counts, sums) << "trial " << trial;
        if (cost_of_walked_pairs(small.given, alphabet, words.split(), 1, small.resources.memory, 2) < 1e30) {
            std::vector<std::uint32_t> walked = counts;
            walk_pairs(small.given, small.resources, alphabet, words, walked);
            EXPECT_EQ(walked, supports) << "trial " << trial << ", walked pairs";
            ++walked_pairs;
        }
        count_sequences_once(small.given, small.resources, alphabet, words, counts);
        EXPECT_EQ(counts, supports) << "trial " << trial;
        count_near_word_bits(small.given, small.resources, alphabet, words, counts);
        EXPECT_EQ(counts, supports) << "trial " << trial << ", bits";
        if (cost_of_ball_unions(small.given, words.split(), 1) < 1e30) {
            std::ranges::fill(counts, 0);
            const std::uint64_t some = random() % sequences.size();
            count_ball_unions(small.given, small.resources, alphabet, words, 0, some, counts);
            count_ball_unions(small.given, small.resources, alphabet, words, some, sequences.size(), counts);
            EXPECT_EQ(counts, supports) << "trial " << trial << ", unions";
            ++united;
        }
        std::ranges::fill(counts, 0);
        count_walked_words(small.given, small.resources, alphabet, word_list(words), 0, 3, counts);
        count_walked_words(small.given, small.resources, alphabet, word_list(words), 3, sequences.size(), counts);
        EXPECT_EQ(counts, supports) << "trial " << trial << ", walk";
    }
    EXPECT_GT(united, 0U);
    EXPECT_GT(walked_pairs, 0U);
}

// Fronts of words that are transformed in columns, too: a table of 4^9 words has 4,096 entries.
TEST(counted_words, of_long_sequences_are_what_a_table_of_sequences_says) {
    for (const unsigned length : {8U, 9U, 10U}) {
        std::mt19937_64 random(length);
        texts sequences;
        for (int index = 0; index < 6; ++index)
            sequences.push_back(random_text(random, "ACGT", 3000));
        const counted_input input(sequences, 3, 3);
        const growth_alphabet alphabet(input.given);
        const word_set words(input.given, alphabet, length, input.workers);
        const word_table table =
            make_word_table(input.given, input.resources, alphabet, length, sequences_of_narrow_entry);
        std::vector<std::uint32_t> expected(words.size());
        words.for_each_word([&](std::size_t rank, std::size_t word) { expected[rank] = table.supports[word]; });
        std::vector<std::uint32_t> supports(words.size());
        count_near_word_bits(input.given, input.resources, alphabet, words, supports);
        EXPECT_EQ(supports, expected) << length << " letters";
    }
}

// What repeats is longer than chance explains: few words are compared exactly, and from their windows longer ones.
TEST(counted_words, goes_on_with_few_windows_where_something_repeats) {
    std::mt19937_64 random(11);
    texts sequences;
    for (int index = 0; index < 60; ++index)
        sequences.push_back(random_text(random, "ACGT", 20) + (index % 3 == 0 ? "ACGGTCAT" : "T") +
                            random_text(random, "ACGT", 10));
    for (const std::uint64_t support : {20U, 24U, 30U})
        expect_textbook(counted_input(sequences, 1, support), "support " + std::to_string(support));
}

// Random sequences share longer words than a number of 64 bits holds.
TEST(counted_words, of_many_mismatches_are_not_asked_for) {
    std::mt19937_64 random(5);
    texts sequences;
    for (int index = 0; index < 1500; ++index)
        sequences.push_back(random_text(random, "ACGT", 50) +
                            (index % 3 == 0 ? "AGATCGGAAGAGCACACGTCTGAACTCCAGTC" : "") +
                            random_text(random, "ACGT", 20));
    counted_input input(sequences, 16, 300);
    input.resources.path = search_path::automatic;
    const longest_windows found = search_on_cpu(input.given, input.resources);
    input.resources.path = search_path::filter_and_join;
    EXPECT_EQ(drawn(found.windows), drawn(search_on_cpu(input.given, input.resources).windows));
    EXPECT_GT(found.length, 32U);
}

TEST(counted_words, are_those_of_proteins_too) {
    for (const std::uint64_t trial : test::chosen_cases(12)) {
        std::mt19937_64 random(trial);
        const counted_input small(mixed_texts(random, "ACDEFGHIKLMNPQRSTVWYX", 12, 4), 1 + random() % 2, 3, 1,
                                  alphabet::protein);
        expect_textbook(small, "trial " + std::to_string(trial));
        const scoped_ball_table_size tiny({8192, 1});
        expect_textbook(small, "trial " + std::to_string(trial) + ", slices");
    }
}

// 16 bits do not hold how many sequences have a word.
TEST(counted_words, of_more_sequences_than_a_narrow_count_holds) {
    texts many(70'000, "ACGTACGT");
    many.emplace_back("ACGTTCGTA");
    const counted_input input(many, 1, 3);
    const counted_words counted = input.count();
    ASSERT_TRUE(counted.found.has_value());
    EXPECT_EQ(counted.found->length, 8U);
    ASSERT_EQ(counted.found->windows.size(), 70'001U);
    for (const window& at : counted.found->windows)
        ASSERT_EQ(at.support, 70'001U) << at.sequence << ":" << at.start;
}

TEST(counted_words, give_way_where_it_is_not_possible) {
    EXPECT_FALSE(counted_input({"ACGTACGT", "ACGTACGA"}, 0, 2).count().found.has_value());
    EXPECT_FALSE(counted_input({"ACGTACGT", "ACGTACGA"}, 1, 1).count().found.has_value());
    EXPECT_FALSE(counted_input({"AAAAAAAA", "AAAAAAAA"}, 1, 2).count().found.has_value());
    std::mt19937_64 random(1);
    const counted_input many(mixed_texts(random, "ACGT", 50, 60), 2, 5);
    const counted_words counted = many.count(1000);
    EXPECT_FALSE(counted.found.has_value());
    EXPECT_GT(counted.cost, 1000);
}

// An answer that chance does not explain is longer than any table.
TEST(counted_words, give_way_where_sequences_share_a_word) {
    std::mt19937_64 random(2);
    texts reads;
    for (unsigned read = 0; read < 400; ++read)
        reads.push_back(random_text(random, "ACGT", 30) + (read % 4 == 0 ? "GATTACAGATTACAGATTACA" : ""));
    counted_input planted(reads, 1, 40);
    planted.resources.path = search_path::automatic;
    const counted_words counted = planted.count();
    EXPECT_FALSE(counted.found.has_value());
    EXPECT_TRUE(std::isinf(counted.cost));
    for (std::string& read : reads)
        read.resize(30);
    counted_input unrelated(reads, 1, 40);
    unrelated.resources.path = search_path::automatic;
    EXPECT_TRUE(unrelated.count().found.has_value());
}

std::vector<std::uint8_t> letters_of(std::uint64_t word, std::uint64_t letters, std::size_t length) {
    std::vector<std::uint8_t> made(length);
    for (std::size_t index = length; index-- > 0; word /= letters)
        made[index] = static_cast<std::uint8_t>(word % letters);
    return made;
}

std::uint64_t mismatches_of(const std::vector<std::uint8_t>& a, const std::vector<std::uint8_t>& b) {
    std::uint64_t mismatches = 0;
    for (std::size_t at = 0; at < a.size(); ++at)
        mismatches += a[at] != b[at] ? 1U : 0U;
    return mismatches;
}

/// What is visited, each word as often as that.
std::multiset<std::uint64_t> words_of(const ball_shape& shape, std::uint64_t front, std::uint64_t ends) {
    std::uint64_t of_end = 1;
    for (std::uint64_t index = 0; index < shape.split().end; ++index)
        of_end *= shape.split().letters;
    std::multiset<std::uint64_t> words;
    for (; ends != 0; ends &= ends - 1)
        words.insert(front * of_end + base::lowest_one(ends));
    return words;
}

TEST(hamming_ball, has_each_near_word_once) {
    for (const std::uint64_t trial : test::chosen_cases(150)) {
        std::mt19937_64 random(trial);
        const std::uint64_t letters = std::vector<std::uint64_t>{2, 3, 4, 5, 20}[trial % 5];
        const std::size_t length = 1 + random() % (letters == 20 ? 3 : letters == 2 ? 9 : 6);
        const ball_shape shape(split_word::of(letters, length), random() % 5);
        std::uint64_t all = 1;
        for (std::size_t index = 0; index < length; ++index)
            all *= letters;
        const std::uint64_t word_a = random() % all;
        const std::uint64_t word_b = random() % all;
        std::vector<std::uint8_t> a = letters_of(word_a, letters, length);
        const std::vector<std::uint8_t> b = letters_of(word_b, letters, length);
        std::multiset<std::uint64_t> both;
        std::uint64_t of_end = 1;
        for (std::uint64_t index = 0; index < shape.split().end; ++index)
            of_end *= letters;
        for_each_in_both_balls(
            shape, a, b, {word_a / of_end, word_a % of_end}, {word_b / of_end, word_b % of_end},
            [&](std::uint64_t front, std::uint64_t ends) { both.merge(words_of(shape, front, ends)); });
        if (trial % 3 == 0) a[random() % length] = static_cast<std::uint8_t>(letters); // ambiguous
        std::multiset<std::uint64_t> near;
        const word_of_ball center(shape, a);
        for_each_in_ball(shape, center,
                         [&](std::uint64_t front, std::uint64_t ends) { near.merge(words_of(shape, front, ends)); });
        std::multiset<std::uint64_t> expected;
        std::multiset<std::uint64_t> expected_both;
        for (std::uint64_t word = 0; word < all; ++word) {
            const std::vector<std::uint8_t> other = letters_of(word, letters, length);
            if (mismatches_of(a, other) <= shape.mismatches()) expected.insert(word);
            if (mismatches_of(letters_of(word_a, letters, length), other) <= shape.mismatches() &&
                mismatches_of(b, other) <= shape.mismatches())
                expected_both.insert(word);
        }
        EXPECT_EQ(near, expected) << "trial " << trial;
        EXPECT_EQ(both, expected_both) << "trial " << trial;
        EXPECT_EQ(size_of_both_balls(shape, mismatches_of(letters_of(word_a, letters, length), b)),
                  static_cast<double>(expected_both.size()))
            << "trial " << trial;
    }
}

TEST(hamming_ball, around_a_word_is_that_around_it_twice) {
    const ball_shape shape(split_word::of(4, 12), 3);
    EXPECT_EQ(size_of_both_balls(shape, 0), count_neighbours(4, 12, 3));
    EXPECT_EQ(size_of_both_balls(shape, 6), 20); // three letters of one, three of the other
    EXPECT_EQ(size_of_both_balls(shape, 7), 0);
}

} // namespace
} // namespace concord::substring::counted_words_test
