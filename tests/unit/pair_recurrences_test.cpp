// The recurrences of pairs by themselves, as scalars and as the chains of words that kernels run: against the textbook.
#include "alignment/recurrences/damerau-inl.hpp"
#include "alignment/recurrences/lcs-inl.hpp"
#include "alignment/recurrences/levenshtein-inl.hpp"
#include "alignment/recurrences/osa-inl.hpp"
#include "base/bits.hpp"
#include "oracles/distance.hpp"
#include "support/pair_case.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace concord::pair_recurrences_test {
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
using levenshtein = pairwise::scalar::levenshtein<pairwise::scalar_word<Word>>;
template <class Word>
using osa = pairwise::scalar::osa<pairwise::scalar_word<Word>>;
template <class Word>
using damerau = pairwise::scalar::damerau<pairwise::scalar_word<Word>>;
template <class Word>
using lcs = pairwise::scalar::lcs<pairwise::scalar_word<Word>>;

/// Word by word, each row handing its horizontal deltas on.
template <class Recurrence>
std::int64_t by_words(const test::pair_case& pair) {
    using word = typename Recurrence::word;
    constexpr std::size_t bits = 8 * sizeof(word);
    struct deltas {
        word v[Recurrence::vertical];
    };
    deltas above{};
    for (unsigned i = 0; i < Recurrence::vertical; ++i)
        above.v[i] = Recurrence::is_set_above(i) ? static_cast<word>(~word{0}) : word{0};
    std::vector<deltas> row(pair.a.size() / bits + 1, above);
    for (std::size_t r = 0; r < pair.b.size(); ++r) {
        word h[Recurrence::horizontal];
        for (unsigned i = 0; i < Recurrence::horizontal; ++i)
            h[i] = Recurrence::is_set_left(i) ? static_cast<word>(word{1} << (bits - 1)) : word{0};
        for (std::size_t w = 0; w < row.size(); ++w)
            Recurrence::row(static_cast<word>(~matches_of<word>(pair, w, r)), row[w].v, h);
    }
    auto edits = static_cast<std::int64_t>(pair.b.size());
    for (std::size_t w = 0; w < row.size(); ++w) {
        const std::size_t here = std::min(bits, pair.a.size() - std::min(pair.a.size(), w * bits));
        edits += Recurrence::rise(row[w].v, base::low_bits<word>(static_cast<unsigned>(here)));
    }
    return edits;
}

/// Rows of which one word holds all columns.
template <class Recurrence>
std::int64_t by_one_word(const test::pair_case& pair) {
    using word = typename Recurrence::word;
    word v[Recurrence::vertical];
    for (unsigned i = 0; i < Recurrence::vertical; ++i)
        v[i] = Recurrence::is_set_above(i) ? static_cast<word>(~word{0}) : word{0};
    for (std::size_t r = 0; r < pair.b.size(); ++r)
        Recurrence::row(static_cast<word>(~matches_of<word>(pair, 0, r)), v);
    return static_cast<std::int64_t>(pair.b.size()) +
           Recurrence::rise(v, base::low_bits<word>(static_cast<unsigned>(pair.a.size())));
}

/// Two lanes of two words each, as a warp has them: what leaves the first in 16 rows enters the second.
template <class Recurrence>
std::int64_t by_chains(const test::pair_case& pair) {
    constexpr unsigned words = 2;
    std::uint32_t vertical[2][Recurrence::vertical][words];
    for (auto& lane : vertical)
        for (unsigned i = 0; i < Recurrence::vertical; ++i)
            for (std::uint32_t& word : lane[i])
                word = Recurrence::is_set_above(i) ? ~0U : 0U;
    for (std::size_t first = 0; first < pair.b.size(); first += 16) {
        const std::size_t rows = std::min<std::size_t>(16, pair.b.size() - first);
        std::uint32_t leaving[Recurrence::horizontal];
        for (unsigned i = 0; i < Recurrence::horizontal; ++i)
            leaving[i] = Recurrence::is_set_left(i) ? ~0U : 0U;
        for (std::size_t lane = 0; lane < 2; ++lane) {
            std::uint32_t entering[Recurrence::horizontal];
            for (unsigned i = 0; i < Recurrence::horizontal; ++i) {
                entering[i] = leaving[i] << 16U;
                leaving[i] = 0;
            }
            for (std::size_t row = 0; row < rows; ++row) {
                const std::uint32_t matches[words] = {matches_of<std::uint32_t>(pair, lane * words, first + row),
                                                      matches_of<std::uint32_t>(pair, lane * words + 1, first + row)};
                Recurrence::template row<words>(matches, vertical[lane], entering, leaving);
            }
            for (std::uint32_t& deltas : leaving)
                deltas <<= 16 - rows;
        }
    }
    auto edits = static_cast<std::int64_t>(pair.b.size());
    for (std::size_t word = 0; word < 4; ++word) {
        const std::size_t here = pair.a.size() > 32 * word ? pair.a.size() - 32 * word : 0;
        const std::uint32_t mask = here >= 32 ? ~0U : (1U << here) - 1;
        std::uint32_t deltas[Recurrence::vertical];
        for (unsigned i = 0; i < Recurrence::vertical; ++i)
            deltas[i] = vertical[word / words][i][word % words];
        edits += Recurrence::rise(deltas, mask);
    }
    return edits;
}

TEST(pair_recurrences, agree_with_the_textbook) {
    for (std::uint64_t seed = 60'000'000; seed < 60'000'400; ++seed) {
        const test::pair_case pair = test::make_pair_case(seed, 128);
        const sequence::coded_pair codes = sequence::code_pair(pair.ref_a(), pair.ref_b());
        const auto edited =
            static_cast<std::int64_t>(*edit_distance::reference_distance(codes, distance_metric::levenshtein));
        const auto osa_edits =
            static_cast<std::int64_t>(*edit_distance::reference_distance(codes, distance_metric::osa));
        const auto indel = static_cast<std::int64_t>(*edit_distance::reference_distance(codes, distance_metric::indel));
        ASSERT_EQ(by_words<levenshtein<std::uint64_t>>(pair), edited) << pair.to_paste();
        ASSERT_EQ(by_words<levenshtein<std::uint32_t>>(pair), edited) << pair.to_paste();
        ASSERT_EQ(by_words<osa<std::uint64_t>>(pair), osa_edits) << pair.to_paste();
        ASSERT_EQ(by_words<osa<std::uint32_t>>(pair), osa_edits) << pair.to_paste();
        const auto damerau_edits =
            static_cast<std::int64_t>(*edit_distance::reference_distance(codes, distance_metric::damerau_levenshtein));
        ASSERT_EQ(by_words<damerau<std::uint64_t>>(pair), damerau_edits) << pair.to_paste();
        ASSERT_EQ(by_words<damerau<std::uint32_t>>(pair), damerau_edits) << pair.to_paste();
        ASSERT_EQ(by_words<lcs<std::uint64_t>>(pair), indel) << pair.to_paste();
        ASSERT_EQ(by_words<lcs<std::uint32_t>>(pair), indel) << pair.to_paste();
        if (pair.a.size() <= 64) {
            ASSERT_EQ(by_one_word<levenshtein<std::uint64_t>>(pair), edited) << pair.to_paste();
            ASSERT_EQ(by_one_word<osa<std::uint64_t>>(pair), osa_edits) << pair.to_paste();
            ASSERT_EQ(by_one_word<damerau<std::uint64_t>>(pair), damerau_edits) << pair.to_paste();
            ASSERT_EQ(by_one_word<lcs<std::uint64_t>>(pair), indel) << pair.to_paste();
        }
        if (pair.a.size() > 128) continue; // mutated ones may be longer: columns are a
        ASSERT_EQ(by_chains<levenshtein<std::uint32_t>>(pair), edited) << pair.to_paste();
        ASSERT_EQ(by_chains<lcs<std::uint32_t>>(pair), indel) << pair.to_paste();
    }
}

test::pair_case texts(std::string_view a, std::string_view b) {
    test::pair_case pair;
    pair.a.assign(a.begin(), a.end());
    pair.b.assign(b.begin(), b.end());
    return pair;
}

/// By hand: transpositions with letters between, on either side, one behind the other, and one that is of no use.
TEST(pair_recurrences, transpositions_with_gaps) {
    const auto edits = [](std::string_view a, std::string_view b) {
        return by_one_word<damerau<std::uint32_t>>(texts(a, b));
    };
    EXPECT_EQ(edits("ca", "abc"), 2); // transposed to ac, with a b between
    EXPECT_EQ(edits("abc", "ca"), 2);
    EXPECT_EQ(edits("ab", "ba"), 1);
    EXPECT_EQ(edits("xaby", "xbcday"), 3); // c and d between
    EXPECT_EQ(edits("xbcday", "xaby"), 3);
    EXPECT_EQ(edits("caca", "abcabc"), 4);
    EXPECT_EQ(edits("acabb", "abcba"), 3);
    EXPECT_EQ(edits("", "ab"), 2);
    EXPECT_EQ(edits("aaaa", "bbbb"), 4);
}

/// Few letters, so that nearly all kinds of transpositions overlap, and permuted ones, which are full of them.
TEST(pair_recurrences, transpositions_of_few_letters) {
    std::mt19937_64 random(61);
    for (unsigned round = 0; round < 20'000; ++round) {
        const auto letters = static_cast<unsigned>(2 + random() % 5);
        std::string a(round % 8 < 2 ? 20 + random() % 90 : 1 + random() % 16, ' '); // several words, or one
        for (char& letter : a)
            letter = static_cast<char>('a' + random() % letters);
        std::string b = a;
        if (round % 2 == 0) {
            std::ranges::shuffle(b, random);
            b.resize(random() % (b.size() + 1));
        } else {
            b.assign(random() % (a.size() + 8), ' ');
            for (char& letter : b)
                letter = static_cast<char>('a' + random() % letters);
        }
        const test::pair_case pair = texts(a, b);
        const auto expected = static_cast<std::int64_t>(*edit_distance::reference_distance(
            sequence::code_pair(pair.ref_a(), pair.ref_b()), distance_metric::damerau_levenshtein));
        ASSERT_EQ(by_words<damerau<std::uint64_t>>(pair), expected) << a << " " << b;
        ASSERT_EQ(by_words<damerau<std::uint32_t>>(pair), expected) << a << " " << b;
        if (a.size() <= 32) {
            ASSERT_EQ(by_one_word<damerau<std::uint32_t>>(pair), expected) << a << " " << b;
        }
    }
}

} // namespace
} // namespace concord::pair_recurrences_test
