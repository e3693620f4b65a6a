// The laws of tables of pairs by themselves, as scalars and as the chains of words that kernels run: against the
// textbook.
#include "alignment/recurrences/lcs.hpp"
#include "alignment/recurrences/levenshtein.hpp"
#include "oracles/distance.hpp"
#include "support/pair_case.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace concord {
namespace {

/// Ones where a column of word `word` has the letter of a row.
template <class Word>
Word matches_of(const test::pair_case& pair, std::size_t word, std::size_t row) {
    constexpr std::size_t bits = 8 * sizeof(Word);
    Word matches = 0;
    for (std::size_t i = 0; i < bits && word * bits + i < pair.a.size(); ++i)
        if (pair.a[word * bits + i] == pair.b[row]) matches |= static_cast<Word>(Word{1} << i);
    return matches;
}

template <class Word>
std::uint64_t levenshtein(const test::pair_case& pair) {
    constexpr std::size_t bits = 8 * sizeof(Word);
    std::vector<Word> plus(pair.a.size() / bits + 1, static_cast<Word>(~Word{0}));
    std::vector<Word> minus(plus.size());
    for (std::size_t row = 0; row < pair.b.size(); ++row) {
        Word signal_plus = 1;
        Word signal_minus = 0;
        for (std::size_t word = 0; word < plus.size(); ++word)
            pairwise::levenshtein::step<Word>(static_cast<Word>(~matches_of<Word>(pair, word, row)), plus[word],
                                              minus[word], signal_plus, signal_minus);
    }
    std::uint64_t edits = pair.b.size();
    for (std::size_t i = 0; i < pair.a.size(); ++i)
        edits += std::uint64_t{plus[i / bits] >> (i % bits) & 1U} - std::uint64_t{minus[i / bits] >> (i % bits) & 1U};
    return edits;
}

template <class Word>
std::uint64_t indels(const test::pair_case& pair) {
    constexpr std::size_t bits = 8 * sizeof(Word);
    std::vector<Word> state(pair.a.size() / bits + 1, static_cast<Word>(~Word{0}));
    for (std::size_t row = 0; row < pair.b.size(); ++row) {
        Word carry = 0;
        for (std::size_t word = 0; word < state.size(); ++word)
            pairwise::lcs::step<Word>(static_cast<Word>(~matches_of<Word>(pair, word, row)), state[word], carry);
    }
    std::uint64_t edits = pair.a.size() + pair.b.size();
    for (std::size_t i = 0; i < pair.a.size(); ++i)
        edits -= (state[i / bits] >> (i % bits) & 1U) != 0 ? 0U : 2U;
    return edits;
}

/// Two lanes of two words each, as a warp has them: what leaves the first in 16 rows enters the second.
template <class Law>
std::int64_t by_chains(const test::pair_case& pair, std::uint32_t top, std::uint32_t border) {
    constexpr unsigned words = 2;
    std::uint32_t state[2][Law::states][words] = {};
    for (auto& lane : state)
        for (std::uint32_t& word : lane[0])
            word = top;
    for (std::size_t first = 0; first < pair.b.size(); first += 16) {
        const std::size_t rows = std::min<std::size_t>(16, pair.b.size() - first);
        std::uint32_t leaving[Law::signals] = {};
        leaving[0] = border;
        for (std::size_t lane = 0; lane < 2; ++lane) {
            std::uint32_t entering[Law::signals];
            for (unsigned i = 0; i < Law::signals; ++i) {
                entering[i] = leaving[i] << 16U;
                leaving[i] = 0;
            }
            for (std::size_t row = 0; row < rows; ++row) {
                const std::uint32_t matches[words] = {matches_of<std::uint32_t>(pair, lane * words, first + row),
                                                      matches_of<std::uint32_t>(pair, lane * words + 1, first + row)};
                Law::template step<words>(matches, state[lane], entering, leaving);
            }
            for (std::uint32_t& signal : leaving)
                signal <<= 16 - rows;
        }
    }
    auto edits = static_cast<std::int64_t>(pair.b.size());
    for (std::size_t word = 0; word < 4; ++word) {
        const std::size_t here = pair.a.size() > 32 * word ? pair.a.size() - 32 * word : 0;
        const std::uint32_t mask = here >= 32 ? ~0U : (1U << here) - 1;
        edits += Law::template edits<words>(state[word / words], static_cast<unsigned>(word % words), mask);
    }
    return edits;
}

TEST(pair_steps, agree_with_the_textbook) {
    for (std::uint64_t seed = 60'000'000; seed < 60'000'400; ++seed) {
        const test::pair_case pair = test::make_pair_case(seed, 128);
        const sequence::coded_pair codes = sequence::code_pair(pair.ref_a(), pair.ref_b());
        const std::uint64_t edited = *edits::reference_distance(codes, distance_metric::levenshtein);
        const std::uint64_t indel = *edits::reference_distance(codes, distance_metric::indel);
        ASSERT_EQ(levenshtein<std::uint64_t>(pair), edited) << pair.to_paste();
        ASSERT_EQ(levenshtein<std::uint32_t>(pair), edited) << pair.to_paste();
        ASSERT_EQ(indels<std::uint64_t>(pair), indel) << pair.to_paste();
        ASSERT_EQ(indels<std::uint32_t>(pair), indel) << pair.to_paste();
        if (pair.a.size() > 128) continue; // mutated ones may be longer: columns are a
        ASSERT_EQ(by_chains<pairwise::levenshtein::row_law>(pair, ~0U, ~0U), static_cast<std::int64_t>(edited))
            << pair.to_paste();
        ASSERT_EQ(by_chains<pairwise::lcs::row_law>(pair, ~0U, 0), static_cast<std::int64_t>(indel)) << pair.to_paste();
    }
}

} // namespace
} // namespace concord
