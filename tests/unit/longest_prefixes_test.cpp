// MaxLCP of long sequences, by suffix arrays: worked by hand, and against the definition.
#include "oracles/substring.hpp"
#include "support/sequence_text.hpp"

#include "problems/substring/cpu/mismatch_prefixes.hpp"
#include "sequence/packed_sequences.hpp"
#include "suffixes/matching_statistics.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace concord::longest_prefixes_test {
namespace {

using test::make_set;
using numbers = std::vector<std::uint32_t>;

run_options with_threads(unsigned threads) {
    run_options run;
    run.threads = threads;
    run.device = device::cpu();
    return run;
}

/// Of the letters of the first `sources` sequences, with the others.
numbers with_mismatches(const sequence_set& set, std::uint64_t sources, std::uint64_t mismatches,
                        unsigned threads = 1) {
    const run_options run = with_threads(threads);
    runtime::thread_pool workers(run);
    return substring::longest_prefixes(sequence::packed(set), sources, mismatches, workers);
}

/// Of places [first, last), by place and owner.
numbers exact(const sequence_set& set, const std::vector<std::uint64_t>& owner_of, std::uint64_t owners,
              suffixes::suffix_range of, unsigned threads = 1) {
    const run_options run = with_threads(threads);
    runtime::thread_pool workers(run);
    std::vector<std::string> notes;
    const suffixes::matching_statistics statistics(sequence::packed(set), owner_of, owners, workers, notes);
    numbers found((of.last - of.first) * owners);
    statistics.find(of, found);
    return found;
}

TEST(longest_prefixes, worked_by_hand) {
    const sequence_set set = make_set({"ACGTA", "ACGACA"}); // Table 1 of the paper
    EXPECT_EQ(with_mismatches(set, 1, 0), (numbers{3, 2, 1, 0, 1}));
    EXPECT_EQ(with_mismatches(set, 1, 1), (numbers{4, 3, 2, 2, 1}));
    EXPECT_EQ(with_mismatches(set, 1, 2), (numbers{5, 4, 3, 2, 1}));
    // ACNT: N matches nothing, and is a mismatch of its own.
    const sequence_set ambiguous = make_set({"ACNT", "ACNTT"});
    EXPECT_EQ(with_mismatches(ambiguous, 1, 0), (numbers{2, 1, 0, 1}));
    EXPECT_EQ(with_mismatches(ambiguous, 1, 1), (numbers{4, 3, 2, 1}));
    // A prefix ends with its own sequence, and with that of the other.
    const sequence_set several = make_set({"ACG", "T", "AC", "GTA"});
    EXPECT_EQ(with_mismatches(several, 2, 0), (numbers{2, 1, 1, 1}));
    EXPECT_EQ(with_mismatches(several, 2, 1), (numbers{2, 1, 1, 1}));
    EXPECT_EQ(with_mismatches(make_set({"ACG", ""}), 1, 2), (numbers{0, 0, 0}));
}

TEST(matching_statistics, worked_by_hand) {
    const sequence_set set = make_set({"ACCT", "ACGT", "ACGTA", "CGA"});
    //                        of      0  1  2  3
    EXPECT_EQ(exact(set, {0, 1, 2, 3}, 4, {4, 8}),
              (numbers{2, 0, 4, 1, /**/ 1, 0, 3, 2, /**/ 0, 0, 2, 1, /**/ 1, 0, 1, 0}));
    // The first and the last are one, as both strands are.
    EXPECT_EQ(exact(set, {0, 1, 2, 0}, 3, {4, 6}), (numbers{2, 0, 4, /**/ 2, 0, 3}));
}

/// Random letters, or periodic ones; the later ones are copies with changes now and then.
std::vector<std::string> random_texts(std::mt19937_64& random, std::size_t texts, std::size_t most) {
    const std::string letters = random() % 3 == 0 ? "ACGTN" : random() % 2 == 0 ? "AC" : "ACGT";
    std::vector<std::string> made;
    for (std::size_t text = 0; text < texts; ++text) {
        std::string letters_of;
        const std::size_t length = random() % most;
        if (text > 0 && random() % 2 == 0) {
            letters_of = made[random() % text].substr(0, length);
            for (char& each : letters_of)
                if (random() % 12 == 0) each = letters[random() % letters.size()];
        } else {
            const std::size_t period = random() % 3 == 0 ? random() % 5 + 1 : length;
            for (std::size_t at = 0; at < length; ++at)
                letters_of += at < period ? letters[random() % letters.size()] : letters_of[at - period];
        }
        made.push_back(letters_of);
    }
    return made;
}

class longest_prefixes_of : public testing::TestWithParam<std::uint64_t> {};

TEST_P(longest_prefixes_of, random_texts) {
    std::mt19937_64 random(GetParam());
    for (int round = 0; round < 40; ++round) {
        const std::vector<std::string> texts = random_texts(random, 2 + random() % 4, round % 4 == 0 ? 300 : 60);
        const sequence_set set = make_set(texts);
        const std::uint64_t sources = 1 + random() % (texts.size() - 1);
        const std::uint64_t mismatches = random() % 5;
        numbers expected;
        for (std::uint64_t i = 0; i < sources; ++i) {
            numbers best(set.length(i), 0);
            for (std::uint64_t j = sources; j < set.size(); ++j) {
                const auto with_one = substring::reference_max_lcp(set, i, j, mismatches);
                for (std::size_t at = 0; at < best.size(); ++at)
                    best[at] = std::max(best[at], static_cast<std::uint32_t>(with_one[at]));
            }
            expected.insert(expected.end(), best.begin(), best.end());
        }
        std::string shown;
        for (const std::string& text : texts)
            shown += "\n" + text;
        for (const unsigned threads : {1U, 3U})
            ASSERT_EQ(with_mismatches(set, sources, mismatches, threads), expected)
                << "seed " << GetParam() << ", " << sources << " sources, k = " << mismatches << shown;
    }
}

TEST_P(longest_prefixes_of, matching_statistics) {
    std::mt19937_64 random(GetParam() + 1000);
    for (int round = 0; round < 40; ++round) {
        const std::vector<std::string> texts = random_texts(random, 1 + random() % 8, 60);
        const sequence_set set = make_set(texts);
        const std::uint64_t owners = 1 + random() % texts.size();
        std::vector<std::uint64_t> owner_of;
        for (std::uint64_t sequence = 0; sequence < texts.size(); ++sequence)
            owner_of.push_back(sequence < owners ? sequence : random() % owners);
        const std::uint64_t of = random() % texts.size();
        const std::uint64_t first = random() % (texts[of].size() + 1);
        numbers expected((texts[of].size() - first) * owners, 0);
        for (std::uint64_t x = first; x < texts[of].size(); ++x)
            for (std::uint64_t j = 0; j < texts.size(); ++j)
                for (std::uint64_t y = 0; y < texts[j].size(); ++y) {
                    if (j == of && x == y) continue;
                    std::uint32_t& best = expected[(x - first) * owners + owner_of[j]];
                    best = std::max(best, static_cast<std::uint32_t>(substring::reference_lcp(set, of, x, j, y, 0)));
                }
        const std::uint64_t offset = sequence::packed(set).offset(of);
        for (const unsigned threads : {1U, 2U})
            ASSERT_EQ(exact(set, owner_of, owners, {offset + first, offset + texts[of].size()}, threads), expected)
                << "seed " << GetParam();
    }
}

INSTANTIATE_TEST_SUITE_P(seeds, longest_prefixes_of, testing::Range<std::uint64_t>(0, 12));

TEST(longest_prefixes, of_public_calls) {
    std::mt19937_64 random(7);
    std::vector<std::string> texts(2);
    for (int at = 0; at < 1500; ++at)
        texts[0] += "ACGT"[random() % 4];
    texts[1] = texts[0].substr(100);
    for (int change = 0; change < 30; ++change)
        texts[1][random() % texts[1].size()] = "ACGTN"[random() % 5];
    const sequence_set set = make_set(texts);
    for (std::uint64_t k = 0; k < 4; ++k)
        for (std::uint64_t j = 0; j < 2; ++j)
            EXPECT_EQ(max_lcp(set, 1, j, k), substring::reference_max_lcp(set, 1, j, k)) << k << ", " << j;
    EXPECT_EQ(length_stat(set, 0, 120, 0), substring::reference_length_stat(set, 0, 120, 0));
}

} // namespace
} // namespace concord::longest_prefixes_test
