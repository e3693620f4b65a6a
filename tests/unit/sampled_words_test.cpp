// The table of sampled words: what it holds, and the longest match that two sequences have by it.
#include "suffixes/sampled_words.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "sequence/packed_sequences.hpp"

namespace concord::suffixes::sampled_words_test {
namespace {

std::string letters_of(std::string_view alphabet, std::size_t count, std::uint64_t seed) {
    std::string made;
    for (std::uint64_t state = seed; made.size() < count;) {
        state = state * 6364136223846793005U + 1442695040888963407U;
        made += alphabet[(state >> 33U) % alphabet.size()];
    }
    return made;
}

sequence_set set_of(const std::vector<std::string>& sequences, alphabet kind) {
    sequence_set_builder builder(kind);
    for (const std::string& letters : sequences)
        builder.add("", letters);
    return std::move(builder).finish();
}

run_options with_threads(unsigned threads) {
    run_options run;
    run.threads = threads;
    return run;
}

struct table_case {
    alphabet kind;
    std::string_view letters;
    unsigned word_letters;
    std::uint64_t stride;
    std::uint64_t searched_stride;
};

/// Every word of the letters is asked for: the positions that the definition gives, and no other.
template <class Slot>
void holds_its_words(const table_case& given, bool is_shared) {
    const std::string letters = letters_of(given.letters, 700, given.stride);
    const sequence_set set = set_of({letters}, given.kind);
    const run_options options = with_threads(1);
    runtime::thread_pool workers(options);
    const text packed(sequence::packed(set), workers);
    const std::uint64_t words = (letters.size() - given.word_letters) / given.stride + 1;
    word_table<Slot> table(words, given.stride, packed.view(), given.word_letters, is_shared);
    for (std::uint64_t nth = 0; nth < words; ++nth) {
        table.fetch(nth);
        EXPECT_GE(table.add(nth), 1U);
    }

    const auto word_at = [&](std::uint64_t at) { return letters.substr(at, given.word_letters); };
    const std::uint64_t last = letters.size() - given.word_letters + 1;
    std::vector<std::uint64_t> held;
    std::array<std::uint64_t, held_words_at_a_time> batch{};
    for (std::uint64_t next = 3; next < last;) {
        const std::size_t count = table.held_among(next, last, given.searched_stride, batch);
        held.insert(held.end(), batch.begin(), batch.begin() + static_cast<std::ptrdiff_t>(count));
    }
    EXPECT_TRUE(std::ranges::is_sorted(held));
    for (std::uint64_t at = 3; at < last; at += given.searched_stride) {
        std::vector<std::uint64_t> expected;
        for (std::uint64_t other = 0; other < last; other += given.stride)
            if (word_at(other) == word_at(at)) expected.push_back(other);
        std::vector<std::uint64_t> found;
        table.for_each(table.word_at(at), [&](std::uint64_t position) {
            found.push_back(position);
            return true;
        });
        std::ranges::sort(found);
        ASSERT_EQ(found, expected) << "the word at " << at;
        if (!expected.empty()) {
            ASSERT_TRUE(std::ranges::binary_search(held, at)) << "the word at " << at;
        }
    }
    for (const std::uint64_t at : held)
        EXPECT_EQ((at - 3) % given.searched_stride, 0U);
}

TEST(sampled_table, holds_every_word_at_a_multiple_of_its_stride) {
    for (const table_case& each :
         {table_case{alphabet::dna, "ACGT", 4, 1, 1}, table_case{alphabet::dna, "ACGT", 13, 9, 1},
          table_case{alphabet::dna, "AC", 5, 3, 2}, table_case{alphabet::dna, "ACGT", 32, 2, 7},
          table_case{alphabet::protein, "ACDEFGHIKLMNPQRSTVWY", 2, 3, 1}, table_case{alphabet::protein, "AC", 12, 1, 5},
          table_case{alphabet::bytes, "xyz", 3, 2, 3}, table_case{alphabet::bytes, "xyz", 8, 1, 1}})
        for (const bool is_shared : {false, true}) {
            SCOPED_TRACE(std::string(to_string(each.kind)) + ", words of " + std::to_string(each.word_letters) +
                         ", strides " + std::to_string(each.stride) + " and " + std::to_string(each.searched_stride));
            holds_its_words<std::uint32_t>(each, is_shared);
            holds_its_words<std::uint64_t>(each, is_shared);
        }
}

/// Random letters with one match of a given length in both, whatever lengths the passes try.
TEST(sampled_search, finds_the_longest_match_of_any_length) {
    for (const alphabet kind : {alphabet::dna, alphabet::protein, alphabet::bytes})
        for (const std::size_t length : {22U, 31U, 33U, 40U, 63U, 64U, 65U, 120U, 255U, 256U, 257U, 1000U})
            for (const unsigned threads : {1U, 3U}) {
                const std::string shared = letters_of("ACGT", length, 5);
                const std::string a = letters_of("ACGT", 5000, 1) + "A" + shared + "A" + letters_of("ACGT", 300, 2);
                const std::string b = letters_of("ACGT", 70, 3) + "C" + shared + "C" + letters_of("ACGT", 7000, 4);
                const sequence_set set = set_of({a, b}, kind);
                const run_options options = with_threads(threads);
                runtime::thread_pool workers(options);
                sampled_search search(sequence::packed(set), workers, std::uint64_t{1} << 30U);
                ASSERT_TRUE(search.find(1));
                EXPECT_EQ(search.best().first().length, length) << to_string(kind);
                EXPECT_EQ(search.best().first().a, 5001U);
                EXPECT_EQ(search.best().first().b, a.size() + 71);
            }
}

} // namespace
} // namespace concord::suffixes::sampled_words_test
