// The longest substrings that t sequences share, and those of each sequence: worked by hand, and against counting.
#include "support/sequence_text.hpp"

#include "sequence/packed_sequences.hpp"
#include "suffixes/longest_shared.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace concord::longest_shared_test {
namespace {

using test::make_set;

/// Of a substring: its places, and its support.
using answer = std::map<std::set<std::uint64_t>, std::uint64_t>;

run_options with_threads(unsigned threads) {
    run_options run;
    run.threads = threads;
    run.device = device::cpu();
    return run;
}

/// The length, and what was found.
std::pair<std::uint64_t, answer> longest(const sequence_set& set, const suffixes::wanted_support& wanted,
                                         unsigned threads = 1) {
    const run_options options = with_threads(threads);
    runtime::thread_pool workers(options);
    std::vector<std::string> notes;
    const suffixes::shared_substrings found =
        suffixes::longest_shared(sequence::packed(set), wanted, 1U << 30U, workers, notes);
    answer shown;
    for (const suffixes::shared_substring& each : found.substrings)
        shown[{found.places.begin() + static_cast<std::ptrdiff_t>(each.first),
               found.places.begin() + static_cast<std::ptrdiff_t>(each.last)}] = each.support;
    return {found.length, shown};
}

/// By counting the owners of every substring.
std::pair<std::uint64_t, answer> by_counting(const std::vector<std::string>& texts, std::uint64_t support,
                                             std::uint64_t least, const std::vector<std::uint64_t>& owners) {
    std::size_t most = 0;
    for (const std::string& text : texts)
        most = std::max(most, text.size());
    for (std::size_t length = most; length >= least; --length) {
        std::map<std::string, std::pair<std::set<std::uint64_t>, std::set<std::uint64_t>>> words;
        std::uint64_t offset = 0;
        for (std::size_t sequence = 0; sequence < texts.size(); ++sequence) {
            for (std::size_t at = 0; at + length <= texts[sequence].size(); ++at) {
                const std::string word = texts[sequence].substr(at, length);
                if (word.find('N') != std::string::npos) continue;
                words[word].first.insert(offset + at);
                words[word].second.insert(owners[sequence]);
            }
            offset += texts[sequence].size();
        }
        answer found;
        for (const auto& [word, held] : words)
            if (held.second.size() >= support) found[held.first] = held.second.size();
        if (!found.empty()) return {length, found};
    }
    return {0, {}};
}

std::vector<std::uint64_t> own(std::size_t sequences) {
    std::vector<std::uint64_t> owners(sequences);
    std::iota(owners.begin(), owners.end(), 0);
    return owners;
}

/// Random texts of few letters, some of them copies of a part of another, some empty.
std::vector<std::string> random_texts(std::mt19937_64& random, std::size_t sequences) {
    const std::string letters = random() % 3 == 0 ? "ACGTN" : random() % 2 == 0 ? "AC" : "ACGT";
    std::vector<std::string> texts;
    for (std::size_t index = 0; index < sequences; ++index) {
        std::string text;
        if (!texts.empty() && random() % 3 == 0) {
            text = texts[random() % texts.size()];
            text = text.substr(0, text.empty() ? 0 : random() % (text.size() + 1));
        }
        for (std::size_t more = random() % 12; more > 0; --more)
            text += letters[random() % letters.size()];
        texts.push_back(text);
    }
    return texts;
}

TEST(longest_shared, of_three_worked_by_hand) {
    // ACGT is at 0 and 6, CGTA at 1 and 11: four letters each. Of all three sequences it is CGT.
    const sequence_set set = make_set({"ACGTA", "TACGT", "CGTA"});
    EXPECT_EQ(longest(set, {2, 1}), std::pair(std::uint64_t{4}, answer{{{0, 6}, 2}, {{1, 10}, 2}}));
    EXPECT_EQ(longest(set, {3, 1}), std::pair(std::uint64_t{3}, answer{{{1, 7, 10}, 3}}));
    EXPECT_EQ(longest(set, {3, 4}), std::pair(std::uint64_t{0}, answer{}));
    // The first and the last count as one: only ACGT, at 0 and 6, is held by two, and CGTA by one.
    const std::vector<std::uint64_t> owners{0, 1, 0};
    EXPECT_EQ(longest(set, {2, 1, owners}), std::pair(std::uint64_t{4}, answer{{{0, 6}, 2}}));
}

TEST(longest_shared, of_two_all_ties) {
    // AC at 0 and 3 of the first, at 0 of the second; GT at 6 and at 2 of it.
    const sequence_set set = make_set({"ACTACTGT", "ACGT"});
    EXPECT_EQ(longest(set, {2, 1}), std::pair(std::uint64_t{2}, answer{{{0, 3, 8}, 2}, {{6, 10}, 2}}));
}

TEST(longest_shared, an_ambiguous_letter_equals_none) {
    EXPECT_EQ(longest(make_set({"ACNGT", "ACNGT", "NN"}), {2, 1}),
              std::pair(std::uint64_t{2}, answer{{{0, 5}, 2}, {{3, 8}, 2}}));
    EXPECT_EQ(longest(make_set({"NN", "NN", ""}), {2, 1}), std::pair(std::uint64_t{0}, answer{}));
}

TEST(longest_shared, agrees_with_counting) {
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
        std::mt19937_64 random(seed);
        const std::vector<std::string> texts = random_texts(random, 2 + random() % 7);
        std::vector<std::uint64_t> owners = own(texts.size());
        const bool are_owned = random() % 2 == 0;
        if (are_owned)
            for (std::uint64_t& owner : owners)
                owner = random() % texts.size();
        const std::uint64_t support = 2 + random() % (texts.size() - 1);
        const std::uint64_t least = 1 + random() % 3;
        const auto given = are_owned ? std::span<const std::uint64_t>(owners) : std::span<const std::uint64_t>{};
        EXPECT_EQ(longest(make_set(texts), {support, least, given}, static_cast<unsigned>(1 + seed % 3)),
                  by_counting(texts, support, least, owners))
            << "seed " << seed;
    }
}

TEST(longest_of_each, worked_by_hand) {
    // ACGTA has ACGT (with the second) before CGTA (with the third); of all three each has CGT.
    const sequence_set set = make_set({"ACGTA", "TACGT", "CGTA"});
    const run_options options = with_threads(1);
    runtime::thread_pool workers(options);
    std::vector<std::string> notes;
    const auto each = [&](std::uint64_t support) {
        std::vector<std::vector<std::uint64_t>> shown;
        for (const suffixes::best_of_sequence& best :
             suffixes::longest_of_each(sequence::packed(set), {support, 1}, workers, notes))
            shown.push_back({best.length, best.start, best.support});
        return shown;
    };
    EXPECT_EQ(each(2), (std::vector<std::vector<std::uint64_t>>{{4, 0, 2}, {4, 1, 2}, {4, 0, 2}}));
    EXPECT_EQ(each(3), (std::vector<std::vector<std::uint64_t>>{{3, 1, 3}, {3, 2, 3}, {3, 0, 3}}));
}

TEST(longest_of_each, agrees_with_counting) {
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        std::mt19937_64 random(seed);
        const std::vector<std::string> texts = random_texts(random, 2 + random() % 7);
        const std::uint64_t support = 2 + random() % (texts.size() - 1);
        const run_options options = with_threads(2);
        runtime::thread_pool workers(options);
        std::vector<std::string> notes;
        const sequence_set set = make_set(texts);
        const auto found = suffixes::longest_of_each(sequence::packed(set), {support, 1}, workers, notes);
        ASSERT_EQ(found.size(), texts.size());
        for (std::size_t sequence = 0; sequence < texts.size(); ++sequence) {
            suffixes::best_of_sequence expected;
            for (std::size_t length = texts[sequence].size(); length > 0 && expected.length == 0; --length)
                for (std::size_t at = 0; at + length <= texts[sequence].size() && expected.length == 0; ++at) {
                    const std::string word = texts[sequence].substr(at, length);
                    if (word.find('N') != std::string::npos) continue;
                    const auto held = static_cast<std::uint64_t>(std::ranges::count_if(
                        texts, [&](const std::string& text) { return text.find(word) != std::string::npos; }));
                    if (held >= support) expected = {length, at, held};
                }
            EXPECT_EQ(found[sequence].length, expected.length) << "seed " << seed << ", sequence " << sequence;
            EXPECT_EQ(found[sequence].start, expected.start) << "seed " << seed << ", sequence " << sequence;
            EXPECT_EQ(found[sequence].support, expected.support) << "seed " << seed << ", sequence " << sequence;
        }
    }
}

} // namespace
} // namespace concord::longest_shared_test
