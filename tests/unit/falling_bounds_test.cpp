// Further answers by bounds that fall, against the definition.
#include "problems/substring/variants/falling_bounds.hpp"
#include "problems/substring/variants/variants.hpp"
#include "support/random_case.hpp"
#include "support/sequence_text.hpp"
#include "support/variant_tools.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace concord::substring::falling_bounds_test {
namespace {

/// Letters from a place on that a piece holds with so many mismatches or edits, `most` at most.
std::uint64_t in_common(const piece_collection& of, std::uint64_t start, const piece& in, const allowance& allowed,
                        std::uint64_t most) {
    std::uint64_t longest = 0;
    if (!allowed.indels) {
        for (std::uint64_t at = 0; at < in.length; ++at) {
            std::uint64_t mismatches = 0;
            std::uint64_t letters = 0;
            for (; letters < std::min(most, in.length - at); ++letters)
                if (!of.match(of.text()[start + letters], of.text()[in.first + at + letters]) &&
                    mismatches++ == allowed.edits)
                    break;
            longest = std::max(longest, letters);
        }
        return longest;
    }
    std::vector<std::uint64_t> row(in.length + 1, 0); // edits of a prefix, by where it ends (Sellers 1980)
    for (std::uint64_t letters = 1; letters <= most; ++letters) {
        std::vector<std::uint64_t> next{letters};
        for (std::uint64_t at = 1; at <= in.length; ++at) {
            const bool differ = !of.match(of.text()[start + letters - 1], of.text()[in.first + at - 1]);
            next.push_back(std::min({row[at - 1] + (differ ? 1 : 0), row[at] + 1, next[at - 1] + 1}));
        }
        row = next;
        if (*std::ranges::min_element(row) > allowed.edits) break;
        longest = letters;
    }
    return longest;
}

/// How many sequences hold each prefix of a window; its own one holds all.
std::vector<std::uint64_t> holders(const piece_collection& of, std::uint64_t start, std::uint64_t length,
                                   const allowance& allowed) {
    std::vector<std::uint64_t> held(length + 1, 0);
    for (std::uint64_t sequence = 0; sequence < of.sequences(); ++sequence) {
        std::uint64_t longest = of.piece_at(start).sequence == sequence ? length : 0;
        for (const piece& in : of.pieces(sequence))
            longest = std::max(longest, in_common(of, start, in, allowed, length));
        for (std::uint64_t letters = 0; letters <= longest; ++letters)
            ++held[letters];
    }
    return held;
}

sequence_set random_reads(std::mt19937_64& random, std::size_t reads, std::size_t letters) {
    const std::string shared = "ACGTTAGCATTAGCCGATTACAGGATCCAAGTCTGAACTCCAGTCACATCACGATCTCGTATGCCGTCTTCTGCTTGA";
    std::vector<std::string> texts;
    for (std::size_t read = 0; read < reads; ++read) {
        std::string& text = texts.emplace_back();
        for (std::size_t at = 0; at < letters; ++at)
            text += random() % 30 == 0 ? 'N' : "ACGT"[random() % 4];
        const std::size_t from = random() % letters;
        for (std::size_t at = from; at < letters && at - from < shared.size(); ++at)
            if (random() % 25 != 0) text[at] = shared[at - from];
    }
    return test::make_set(texts);
}

/// Letters of an answer, and where those windows are that are as long.
using answer = std::pair<std::uint64_t, std::vector<std::pair<std::uint64_t, std::uint64_t>>>;

answer by_definition(const piece_collection& of, const allowance& allowed, std::uint64_t support, std::uint64_t least) {
    answer best{least, {}};
    for (const piece& in : of.pieces())
        for (std::uint64_t start = in.first; !in.is_reverse && start < in.first + in.length; ++start) {
            const std::vector<std::uint64_t> held = holders(of, start, in.first + in.length - start, allowed);
            for (std::uint64_t length = held.size() - 1; length >= best.first && length > 0; --length) {
                const bool is_alone = of.count_nothing(of.letters(start, length)) > allowed.edits;
                if (held[length] < support || is_alone) continue;
                if (length > best.first) best = {length, {}};
                best.second.emplace_back(in.sequence, in.origin + start - in.first);
                break;
            }
        }
    return best;
}

/// Words within as many mismatches, and with more letters within fewer.
std::vector<limit_words> words_for(const allowance& allowed, std::mt19937_64& random) {
    std::vector<limit_words> words;
    const std::uint64_t most = allowed.indels ? 0 : std::min<std::uint64_t>(allowed.edits, 3);
    for (std::uint64_t within = random() % (most + 1); within <= most; ++within) {
        const std::uint64_t letters = within + 3 + random() % 2;
        const std::uint64_t least = (allowed.edits + 1 + within) / (within + 1) * letters;
        if (words.empty() || least < words.back().least) words.push_back({letters, within, least, 0});
    }
    return words;
}

// Windows are masked at random, not those of an answer: bounds fall all the same.
void expect_the_longest_windows_after_each_mask(std::uint64_t first_seed, bool indels) {
    constexpr std::uint64_t letters_of_read = 26;
    std::size_t found_some = 0;
    for (const std::uint64_t seed : test::seeds(first_seed, 6)) {
        std::mt19937_64 random(seed);
        substring_options options;
        options.both_strands = random() % 2 == 0;
        piece_collection of(random_reads(random, 10, letters_of_read), options);
        test::variant_tools tools(options.run);
        const variant_resources& resources = tools.resources;
        const allowance allowed{1 + random() % (indels ? 3 : 4), indels};
        variant_problem given{of, allowed, 3 + random() % 4, 1, 1};
        const std::vector<limit_words> words = words_for(allowed, random);
        given.max_length = letters_of_read;
        falling_bounds bounds(words);
        for (int question = 0; question < 3; ++question) {
            SCOPED_TRACE("seed " + std::to_string(seed) + ", question " + std::to_string(question) + ", " +
                         std::to_string(allowed.edits) + " edits");
            if (given.max_length < bounds.least()) break;
            const auto found = bounds.find(given, resources);
            ASSERT_TRUE(found);
            const answer expected = by_definition(of, allowed, given.support, bounds.least());
            answer got{found->windows.empty() ? bounds.least() : found->length, {}};
            for (const window& each : found->windows)
                got.second.emplace_back(each.sequence, each.start);
            EXPECT_EQ(got, expected);
            found_some += found->windows.empty() ? 0U : 1U;
            std::vector<std::uint64_t> masked;
            for (std::uint64_t sequence = random() % 3; sequence < of.sequences(); sequence += 3) {
                const std::uint64_t first = random() % letters_of_read;
                of.mask(sequence, first, std::min(letters_of_read, first + random() % 15));
                masked.push_back(sequence);
            }
            if (!found->windows.empty()) given.max_length = found->length;
            bounds.update(given, masked);
        }
    }
    EXPECT_GT(found_some, 6U);
}

TEST(falling_bounds, give_the_longest_windows_with_mismatches) {
    expect_the_longest_windows_after_each_mask(9'500'000, false);
}
TEST(falling_bounds, give_the_longest_windows_with_edits) {
    expect_the_longest_windows_after_each_mask(9'600'000, true);
}

TEST(word_limits, are_for_words_that_random_sequences_rarely_hold) {
    std::mt19937_64 random(9'700'000);
    const piece_collection of(random_reads(random, 200, 100), {});
    test::variant_tools tools;
    const variant_resources& resources = tools.resources;
    for (const std::uint64_t mismatches : std::vector<std::uint64_t>{1, 2, 3, 6}) {
        const std::vector<limit_words> words =
            word_limits::possible_words({of, {mismatches, false}, 40, 1, 1}, resources);
        ASSERT_FALSE(words.empty());
        for (std::size_t index = 0; index < words.size(); ++index) {
            const limit_words& each = words[index];
            EXPECT_EQ(each.least, (mismatches + 1 + each.mismatches) / (each.mismatches + 1) * each.letters);
            if (index == 0) continue;
            EXPECT_LT(each.least, words[index - 1].least);
        }
    }
    EXPECT_TRUE(word_limits::possible_words({of, {0, false}, 40, 1, 1}, resources).empty());
    EXPECT_TRUE(word_limits::possible_words({of, {7, false}, 40, 1, 1}, resources).empty());
}

} // namespace
} // namespace concord::substring::falling_bounds_test
