#include "sequence/coded_pair.hpp"
#include "support/sequence_text.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <random>
#include <string>
#include <vector>

namespace concord::sequence::coded_pair_test {
namespace {

using test::make_set;

// As the header draws it.
TEST(coded_pair, of_the_header) {
    const sequence_set set = make_set({"GATN", "TAGGC"}, alphabet::dna);
    const coded_pair pair = code_pair({set, 0}, {set, 1});
    EXPECT_EQ(pair.planes, 3U);
    EXPECT_EQ((std::vector<std::uint32_t>{pair.code_a(0), pair.code_a(1), pair.code_a(2), pair.code_a(3)}),
              (std::vector<std::uint32_t>{1, 0, 2, 3}));
    std::vector<std::uint32_t> b;
    for (std::uint64_t i = 0; i < 5; ++i)
        b.push_back(pair.code_b(i));
    EXPECT_EQ(b, (std::vector<std::uint32_t>{2, 0, 1, 1, 4}));
}

/// Runs the last task first and counts them.
struct backwards {
    std::size_t& tasks;
    void operator()(std::size_t count, const std::function<void(std::size_t)>& task) const {
        for (std::size_t index = count; index-- > 0; ++tasks)
            task(index);
    }
};

/// Numbers of letters, below 512; 0 stands for one that matches nothing.
using numbered_letters = std::vector<std::uint32_t>;

/// Equal letters have equal codes in both, and other codes stand for nothing that both have.
void expect_codes(const numbered_letters& a, const numbered_letters& b, const coded_pair& pair) {
    ASSERT_EQ(pair.a.length, a.size());
    ASSERT_EQ(pair.b.length, b.size());
    constexpr std::uint32_t none = 1'000'000;
    std::vector<std::uint32_t> code_of(512, none);
    for (std::size_t i = 0; i < a.size(); ++i)
        code_of[a[i]] = pair.code_a(i);
    std::vector<bool> of_both(512, false);
    for (const std::uint32_t letter : b)
        of_both[letter] = letter != 0 && code_of[letter] != none;
    std::vector<std::uint32_t> letter_of(1024, 0); // of codes
    for (std::uint32_t letter = 0; letter < of_both.size(); ++letter)
        if (of_both[letter]) letter_of[code_of[letter]] = letter;
    const auto wrong = [&](std::uint32_t letter, std::uint32_t code) {
        return letter_of[code] != (of_both[letter] ? letter : 0);
    };
    std::size_t wrong_a = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        wrong_a += wrong(a[i], pair.code_a(i)) ? 1U : 0U;
    EXPECT_EQ(wrong_a, 0U);
    std::size_t wrong_b = 0;
    for (std::size_t i = 0; i < b.size(); ++i)
        wrong_b += wrong(b[i], pair.code_b(i)) ? 1U : 0U;
    EXPECT_EQ(wrong_b, 0U);
    EXPECT_GE(std::ranges::count(of_both, true), 2);
    // Behind the end stands what the other one lacks.
    for (std::uint64_t i = 0; i < (pair.is_narrow ? 64 : 16); ++i) {
        EXPECT_NE(pair.code_a(a.size() + i), pair.code_b(b.size() + i));
        EXPECT_TRUE(pair.code_a(a.size() + i) >= 1024 || letter_of[pair.code_a(a.size() + i)] == 0);
        EXPECT_TRUE(pair.code_b(b.size() + i) >= 1024 || letter_of[pair.code_b(b.size() + i)] == 0);
    }
}

/// So long that several tasks share them. `a` alone has the first letter, `b` the last.
void expect_of_many(alphabet kind, const std::vector<std::string>& letters, const std::string& unlike) {
    std::mt19937 random(5);
    const auto make = [&](std::size_t length, std::size_t without, numbered_letters& numbers) {
        std::string text;
        for (std::size_t i = 0; i < length; ++i) {
            std::size_t at = i < letters.size() ? i : random() % letters.size();
            if (at == without) at = (at + 1) % letters.size() == without ? 1 : letters.size() / 2;
            text += letters[at];
            numbers.push_back(letters[at] == unlike ? 0 : static_cast<std::uint32_t>(at + 1));
        }
        return text;
    };
    numbered_letters a;
    numbered_letters b;
    const std::string text_a = make((std::size_t{1} << 18U) * 3 + 77, letters.size() - 1, a);
    const std::string text_b = make((std::size_t{1} << 18U) + 1, 0, b);
    const sequence_set set = make_set({"", text_a, text_b}, kind);
    std::size_t tasks = 0;
    const coded_pair pair = code_pair({set, 1}, {set, 2}, backwards{tasks});
    EXPECT_GE(tasks, 6U);
    expect_codes(a, b, pair);
    const coded_pair alone = code_pair({set, 1}, {set, 2});
    EXPECT_EQ(pair.planes, alone.planes);
    EXPECT_EQ(pair.a.narrow, alone.a.narrow);
    EXPECT_EQ(pair.b.narrow, alone.b.narrow);
    EXPECT_EQ(pair.a.wide, alone.a.wide);
    EXPECT_EQ(pair.b.wide, alone.b.wide);
}

TEST(coded_pair, many_bases) { expect_of_many(alphabet::dna, {"A", "C", "G", "T"}, ""); }
TEST(coded_pair, many_bases_some_unknown) { expect_of_many(alphabet::dna, {"A", "C", "N", "G", "T"}, "N"); }
TEST(coded_pair, many_amino_acids) {
    expect_of_many(alphabet::protein, {"A", "D", "E", "X", "F", "G", "K", "W", "Y"}, "X");
}
TEST(coded_pair, many_bytes) { expect_of_many(alphabet::bytes, {"a", "\xFF", "z", "\x01", "Q"}, ""); }
TEST(coded_pair, many_code_points) {
    std::vector<std::string> letters = {"a", "\xC3\xA4", "z", "\xE2\x82\xAC", "\xF0\x9F\x98\x80"};
    expect_of_many(alphabet::utf8, letters, "");
    for (char last = '\x80'; last < '\xBF'; ++last) // more than bytes can number
        for (const char first : {'\xC4', '\xC5', '\xC6', '\xC7', '\xC8'})
            letters.push_back({first, last});
    expect_of_many(alphabet::utf8, letters, "");
}

} // namespace
} // namespace concord::sequence::coded_pair_test
