// Sketches and hashes of short sequences in lanes, for every vector target, against those of one loaded sequence, or
// against what remains where letters are left out; chains of equal keys; and what an edit changes of a sketch.
#include "alignment/batch/pair_comparer.hpp"
#include "problems/distance/join/join_side.hpp"
#include "problems/distance/join/key_chains.hpp"
#include "problems/distance/join/sketches.hpp"
#include "problems/distance/join/word_keys.hpp"
#include "support/random_case.hpp"
#include "support/sequence_text.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace concord::edit_distance::word_keys_test {
namespace {

std::vector<std::string> random_words(const std::string& letters, std::size_t count, std::size_t longest,
                                      std::mt19937_64& random) {
    std::vector<std::string> words;
    for (std::size_t at = 0; at < count; ++at) {
        std::string& word = words.emplace_back();
        for (std::size_t length = 1 + random() % longest; word.size() < length;)
            word += letters[random() % letters.size()];
    }
    return words;
}

/// The parts of a window of two pieces, with the first letter of the second one and the one before it transposed.
std::vector<key_window> windows_of(std::uint32_t length) {
    std::vector<key_window> windows(1);
    windows[0].add({0, length}, 0);
    if (length < 4) return windows;
    windows.emplace_back().add({0, length / 2}, 0);
    windows.back().add({length - 1, length}, 2);
    windows.emplace_back().add_longer_transposed({length / 2, length}, 1, 0);
    windows.emplace_back().add_transposed({length / 2, length}, 1);
    return windows;
}

class words_in_a_side : public testing::TestWithParam<std::string> {
  protected:
    explicit words_in_a_side(std::size_t count = 300)
        : set_(test::make_set(random_words(GetParam(), count, longest_in_word, random_), alphabet::bytes)),
          letters_(sequence::packed(set_), sequence::packed(set_)), numbers_(letters_, set_.longest()),
          rule_(numbers_, letters_.b(), 64), all_(set_.size()),
          side_((std::iota(all_.begin(), all_.end(), 0U), letters_), letters_.b(), all_, true) {}

    std::mt19937_64 random_{7};
    sequence_set set_;
    compared_letters letters_;
    letter_numbers numbers_;
    sketch_rule rule_;
    std::vector<std::uint32_t> all_;
    join_side side_;
};

TEST_P(words_in_a_side, have_the_sketches_of_loaded_ones) {
    letter_hashes loaded(numbers_);
    for (const vector_target target : usable_vectors()) {
        for (std::uint32_t begin = 0; begin < side_.size(); begin += 37)
            side_.keep_words(begin, std::min(side_.size(), begin + 37), join_kernels_for(target), rule_);
        for (std::uint32_t rank = 0; rank < side_.size(); ++rank) {
            loaded.load(side_.letters(), side_.sequence(rank));
            ASSERT_EQ(side_.sketches()[rank], rule_.of(loaded)) << to_string(target) << " " << rank;
        }
    }
}

TEST_P(words_in_a_side, have_sketches_in_place_of_loaded_ones) {
    const sketch_rule in_place(numbers_, letters_.b(), 64, true);
    letter_hashes loaded(numbers_);
    for (const vector_target target : usable_vectors()) {
        side_.keep_words(0, side_.size(), join_kernels_for(target), in_place);
        for (std::uint32_t rank = 0; rank < side_.size(); ++rank) {
            loaded.load(side_.letters(), side_.sequence(rank));
            ASSERT_EQ(side_.sketches()[rank], in_place.of(loaded)) << to_string(target) << " " << rank;
        }
    }
}

TEST_P(words_in_a_side, have_the_hashes_of_loaded_ones) {
    letter_hashes loaded(numbers_);
    constexpr std::size_t stride = 80;
    for (const vector_target target : usable_vectors()) {
        side_.keep_words(0, side_.size(), join_kernels_for(target), rule_);
        const short_list words = side_.words();
        for (std::uint32_t rank = 0, last = 0; rank < side_.size(); rank = last) {
            last = side_.first_of(side_.length(rank) + 1);
            ASSERT_LE(last - rank, stride);
            const std::vector<key_window> windows = windows_of(static_cast<std::uint32_t>(side_.length(rank)));
            std::vector<std::uint64_t> hashes(windows.size() * stride);
            join_kernels_for(target).hashes(words, rank, last, word_key_windows(numbers_, windows).view(stride),
                                            hashes.data());
            for (std::uint32_t at = rank; at < last; ++at) {
                loaded.load_words(side_.letters(), side_.sequence(at));
                for (std::size_t window = 0; window < windows.size(); ++window) {
                    loaded.for_each_key(windows[window], false, [&](std::uint64_t hash, gap_list) {
                        ASSERT_EQ(hashes[window * stride + at - rank], hash) << to_string(target);
                    });
                    ASSERT_EQ(is_changed_by_transposing(windows[window], words.words + at * words.stride + 1,
                                                        letters_.ordinary()),
                              loaded.is_changed_by_transposing(windows[window]));
                }
            }
        }
    }
}

TEST_P(words_in_a_side, have_equal_hashes_where_the_same_letters_remain) {
    std::array<std::uint64_t, most_word_planes> factors{};
    for (std::uint64_t& each : factors)
        each = random_() | 1U;
    constexpr std::size_t stride = 40;
    for (const vector_target target : usable_vectors()) {
        std::map<std::string, std::uint64_t> hash_of; // of what remains
        std::set<std::uint64_t> distinct;
        side_.keep_words(0, side_.size(), join_kernels_for(target), rule_);
        for (std::uint32_t rank = 0, last = 0; rank < side_.size(); rank = last) {
            const auto length = static_cast<std::uint32_t>(side_.length(rank));
            last = std::min(side_.first_of(length + 1), static_cast<std::uint32_t>(rank + stride));
            for (std::uint32_t omitted = 0; omitted <= (length > 30 ? 1 : most_left_out) && omitted < length;
                 ++omitted) {
                std::vector<std::uint64_t> hashes(stride * length * length);
                join_kernels_for(target).left_out(side_.words(), rank, last,
                                                  {.factors = factors.data(),
                                                   .planes = letters_.ordinary(),
                                                   .length = length,
                                                   .omitted = omitted,
                                                   .stride = stride},
                                                  hashes.data());
                for (std::uint32_t at = rank; at < last; ++at) {
                    const std::string word = set_.text(side_.sequence(at), 0, length);
                    std::size_t choice = 0;
                    const auto expect = [&](std::string remains) {
                        const std::uint64_t hash = hashes[stride * choice++ + at - rank];
                        const auto [known, is_new] = hash_of.try_emplace(std::move(remains), hash);
                        ASSERT_EQ(known->second, hash) << to_string(target) << " " << known->first;
                        // A letter changes the bits from its place on only.
                        if (!is_new || known->first.size() > 32) return;
                        ASSERT_TRUE(distinct.insert(hash).second) << to_string(target) << " " << known->first;
                    };
                    if (omitted == 0) expect(word);
                    for (std::uint32_t out = 0; omitted == 1 && out < length; ++out)
                        expect(std::string(word).erase(out, 1));
                    for (std::uint32_t out = 0; omitted == 2 && out < length; ++out)
                        for (std::uint32_t other = out + 1; other < length; ++other)
                            expect(std::string(word).erase(other, 1).erase(out, 1));
                }
            }
        }
    }
}

TEST(key_chains, find_all_pairs_of_equal_keys_of_a_partition) {
    std::mt19937_64 random(3);
    for (const unsigned workers : {1U, 3U}) {
        for (const unsigned round_bits : {0U, 1U}) {
            constexpr unsigned partition_bits = 2;
            word_key_lists lists(workers, {.partition_bits = partition_bits, .round_bits = round_bits},
                                 100); // fewer than there are
            std::vector<std::uint64_t> hashes(2000);
            for (std::uint64_t& each : hashes)
                each = (random() % 300) * 0x9E37'79B9'7F4A'7C15U;
            const auto changed_of =
                [](std::size_t at) { // that of a list of 50: equal ones remain so in every other list
                    return at / 50 % 2 == 0 ? std::uint64_t{0} : 0x0123'4567'89AB'CDEFU;
                };
            const auto key_of = [&](std::size_t at) { return hashes[at] ^ changed_of(at); };
            std::size_t expected = 0;
            std::size_t found = 0;
            std::size_t looked_up = 0;
            for (std::size_t one = 0; one < hashes.size(); ++one)
                for (std::size_t other = 0; other < one; ++other)
                    expected += key_of(one) == key_of(other) ? 1U : 0U;
            for (std::uint64_t round = 0; round >> round_bits == 0; ++round) {
                lists.begin_round(round);
                for (std::size_t first = 0; first < hashes.size(); first += 50)
                    lists.add_all(static_cast<unsigned>(first / 50 % workers), std::span(hashes).subspan(first, 50),
                                  changed_of(first), [&](std::uint64_t hash, std::size_t at) {
                                      return word_key(hash, static_cast<std::uint32_t>(first + at),
                                                      word_key::gaps_of(no_gaps));
                                  });
                key_chains chains;
                for (std::size_t partition = 0; partition < lists.partitions(); ++partition) {
                    chains.fill(lists, workers, partition);
                    chains.for_each_pair([&](std::span<const equal_word_keys> some) {
                        for (const auto [one, other] : some) {
                            EXPECT_EQ(key_of(one.rank()), key_of(other.rank()));
                            EXPECT_NE(one.rank(), other.rank());
                            EXPECT_EQ(one.united_gaps(other), 0U);
                        }
                        found += some.size();
                        return true;
                    });
                    for (unsigned worker = 0; worker < workers; ++worker) // each with itself, and both ways
                        chains.for_each_equal(lists.list(worker, partition),
                                              [&](std::span<const equal_word_keys> some) {
                                                  for (const auto [one, other] : some)
                                                      EXPECT_EQ(key_of(one.rank()), key_of(other.rank()));
                                                  looked_up += some.size();
                                                  return true;
                                              });
                }
            }
            EXPECT_EQ(looked_up, 2 * expected + hashes.size());
            EXPECT_EQ(found, expected) << workers << " workers, " << round_bits << " bits of rounds";
        }
    }
}

TEST(key_chains, pair_no_word_with_itself) {
    word_key_lists lists(1, {.partition_bits = 1, .round_bits = 0}, 8);
    lists.begin_round(0);
    const std::uint32_t whole = word_key::gaps_of(no_gaps);
    for (const std::uint32_t rank : {5U, 5U, 9U}) // AAC without either A is AC, as the word AC is
        lists.add(0, 0x1234'5000, word_key(0x1234'5000, rank, whole));
    key_chains chains;
    chains.fill(lists, 1, 0);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> found;
    const auto take = [&](std::span<const equal_word_keys> some) {
        for (const auto [one, other] : some)
            found.emplace_back(one.rank(), other.rank());
        return true;
    };
    chains.for_each_pair(take);
    EXPECT_EQ(found, (std::vector<std::pair<std::uint32_t, std::uint32_t>>{{9, 5}, {9, 5}}));
    found.clear();
    const std::vector<word_key> lookups = {word_key(0x1234'5000, 5, whole)}; // of another list, where 5 is another word
    chains.for_each_equal(lookups, take);
    EXPECT_EQ(found, (std::vector<std::pair<std::uint32_t, std::uint32_t>>{{5, 9}, {5, 5}, {5, 5}}));
}

TEST(word_key, has_places_of_letters_that_are_left_out) {
    const auto key = [](gap_list gaps) { return word_key(0, 7, word_key::gaps_of(gaps)); };
    EXPECT_EQ(key(no_gaps << 8U | 62U).united_gaps(key(no_gaps << 8U | 62U)), 1U);
    EXPECT_EQ(key(no_gaps << 8U | 62U).united_gaps(key(no_gaps << 8U)), 2U);
    EXPECT_EQ(key(no_gaps << 16U | 4U << 8U | 9U).united_gaps(key(no_gaps << 8U | 9U)), 2U);
    EXPECT_EQ(key(no_gaps << 16U | 4U << 8U | 9U).united_gaps(key(no_gaps << 16U | 5U << 8U | 10U)), 4U);
    EXPECT_EQ(key(no_gaps).rank(), 7U);
}

TEST(sketches, change_few_bits_by_an_edit) {
    std::mt19937_64 random(11);
    const std::string alphabet_used = "ACDEFGHIKLMNPQRSTVWY";
    std::vector<std::string> words; // each with what a substitution and what a deletion makes of it
    for (const std::string& word : random_words(alphabet_used, 200, longest_in_word, random)) {
        const std::size_t place = random() % word.size();
        words.insert(words.end(), 3, word);
        words[words.size() - 2][place] = alphabet_used[random() % alphabet_used.size()];
        words.back().erase(place, 1);
    }
    const sequence_set set = test::make_set(words, alphabet::bytes);
    const compared_letters letters(sequence::packed(set), sequence::packed(set));
    const letter_numbers numbers(letters, set.longest());
    const sketch_rule rule(numbers, letters.b(), 5); // in which some letters do not occur
    letter_hashes loaded(numbers);
    const auto sketch = [&](std::size_t at) {
        loaded.load(letters.b(), at);
        return rule.of(loaded);
    };
    for (std::size_t at = 0; at < words.size(); at += 3) {
        EXPECT_LE(std::popcount(sketch(at) ^ sketch(at + 1)), 2) << words[at] << " " << words[at + 1];
        EXPECT_LE(std::popcount(sketch(at) ^ sketch(at + 2)), 1) << words[at] << " " << words[at + 2];
    }
}

INSTANTIATE_TEST_SUITE_P(letters, words_in_a_side,
                         testing::Values("AC", "ACGT", "ACDEFGHIKLMNPQRSTVWY",
                                         "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 ,.;:-_!?()"));

} // namespace
} // namespace concord::edit_distance::word_keys_test
