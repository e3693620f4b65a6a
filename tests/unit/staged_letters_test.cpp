// Sets of code points: whatever the widths in which letters are given, and however many come at a time, the planes hold
// their bits.
#include "sequence/packed_sequences.hpp"
#include "sequence/staged_letters.hpp"
#include "sequence/utf8.hpp"
#include "support/random_case.hpp"

#include <concord/sequences.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <vector>

namespace concord::sequence::staged_letters_test {
namespace {

using code_points = std::vector<std::uint32_t>;

/// As a program may store them: as UTF-8, or in the narrowest width, or in a wider one.
void add(sequence_set_builder& builder, const code_points& letters, std::uint64_t way) {
    const std::uint32_t greatest = letters.empty() ? 0 : *std::ranges::max_element(letters);
    if (way == 0) {
        std::string text;
        for (const std::uint32_t letter : letters)
            append_utf8(text, letter);
        builder.add({}, text);
    } else if (way == 1 && greatest <= 0xFF) {
        const std::vector<std::uint8_t> narrow(letters.begin(), letters.end());
        builder.add({}, symbol_view(std::span<const std::uint8_t>(narrow)));
    } else if (way <= 2 && greatest <= 0xFFFF) {
        const std::vector<std::uint16_t> narrow(letters.begin(), letters.end());
        builder.add({}, symbol_view(std::span<const std::uint16_t>(narrow)));
    } else {
        builder.add({}, symbol_view(std::span<const std::uint32_t>(letters)));
    }
}

void expect_planes(const packed_sequences& set, const std::vector<code_points>& sequences, std::uint64_t seed) {
    ASSERT_EQ(set.size(), sequences.size());
    std::uint64_t position = 0;
    std::uint32_t all = 0;
    for (std::size_t at = 0; at < sequences.size(); ++at) {
        ASSERT_EQ(set.offset(at), position);
        ASSERT_EQ(set.length(at), sequences[at].size());
        for (const std::uint32_t letter : sequences[at]) {
            std::uint32_t code = 0;
            for (unsigned plane = 0; plane < set.planes(); ++plane)
                code |= static_cast<std::uint32_t>(set.plane(plane)[position / 64] >> position % 64 & 1U) << plane;
            ASSERT_EQ(code, letter) << "letter " << position << ", seed " << seed;
            all |= letter;
            ++position;
        }
    }
    EXPECT_EQ(set.letters(), position);
    EXPECT_EQ(set.planes_in_use(), static_cast<unsigned>(std::bit_width(all)));
    for (unsigned plane = 0; plane < set.planes(); ++plane) // kernels read words beyond the letters
        for (std::uint64_t at = position; at < (position / 64 + 2) * 64; ++at)
            ASSERT_EQ(set.plane(plane)[at / 64] >> at % 64 & 1U, 0U) << "plane " << plane << ", seed " << seed;
}

void try_set(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    const std::vector<std::uint32_t> greatest = {0x7F, 0x7F, 0xFF, 0x3FF, 0xD7FF, 0x10'FFFF};
    std::vector<code_points> sequences(random() % 40);
    sequence_set_builder builder(alphabet::utf8);
    if (seed % 3 > 0) builder.expect(random() % 80);
    for (code_points& letters : sequences) {
        // Some are longer than what waits.
        letters.resize(random() % 8 == 0 ? random() % (3 * staged_letters::enough) : random() % 300);
        const std::uint32_t most = greatest[random() % (seed % 2 == 0 ? greatest.size() : 2)];
        for (std::uint32_t& letter : letters) {
            letter = static_cast<std::uint32_t>(random() % (most + 1));
            if (letter >= 0xD800 && letter < 0xE000) letter = 0x2665; // no surrogates
        }
        add(builder, letters, random() % 4);
    }
    const sequence_set set = std::move(builder).finish();
    expect_planes(packed(set), sequences, seed);
}

TEST(staged_letters, a_word_of_bytes_becomes_eight_planes) {
    for (unsigned letter = 0; letter < 64; ++letter)
        for (unsigned bit = 0; bit < 8; ++bit) {
            std::array<std::uint8_t, 64> letters{};
            letters[letter] = static_cast<std::uint8_t>(1U << bit);
            std::array<std::uint64_t, 8> expected{};
            expected[bit] = std::uint64_t{1} << letter;
            ASSERT_EQ(planes_of_bytes(letters.data()), expected) << letter << " " << bit;
        }
}

TEST(staged_letters, planes_hold_what_was_added) {
    for (const std::uint64_t seed : test::seeds(73'000'000, 60))
        try_set(seed);
}

/// Many at a time, of up to 20 letters and more, and some of them longer than what waits.
TEST(staged_letters, narrow_sequences_are_added_many_at_a_time) {
    for (const std::uint64_t seed : test::seeds(73'500'000, 40)) {
        std::mt19937_64 random(seed);
        std::vector<std::vector<std::uint8_t>> narrow(random() % 300);
        std::vector<code_points> sequences;
        for (std::vector<std::uint8_t>& letters : narrow) {
            letters.resize(random() % 200 == 0 ? random() % (3 * staged_letters::enough) : random() % 24);
            for (std::uint8_t& letter : letters)
                letter = static_cast<std::uint8_t>(random() % (seed % 2 == 0 ? 0x80 : 0x100));
            sequences.emplace_back(letters.begin(), letters.end());
        }
        packed_sequences set(alphabet::utf8);
        for (std::size_t first = 0; first < narrow.size();) {
            const std::size_t end = std::min(narrow.size(), first + random() % 100);
            const std::vector<std::span<const std::uint8_t>> some(narrow.begin() + static_cast<std::ptrdiff_t>(first),
                                                                  narrow.begin() + static_cast<std::ptrdiff_t>(end));
            set.add_narrow(some);
            if (random() % 4 == 0) {
                sequences.insert(sequences.begin() + static_cast<std::ptrdiff_t>(set.size()), {0x2665, 'a'});
                set.add({}, "\u2665a");
                narrow.insert(narrow.begin() + static_cast<std::ptrdiff_t>(end), std::vector<std::uint8_t>());
                first = end + 1;
            } else {
                first = end;
            }
        }
        set.finish();
        expect_planes(set, sequences, seed);
    }
}

TEST(staged_letters, two_words_side_by_side) {
    const std::vector<std::uint8_t> one = {'a', 'b'};
    const std::vector<std::uint8_t> none;
    const std::vector<std::span<const std::uint8_t>> words = {one, none, one};
    packed_sequences set(alphabet::utf8);
    set.add_narrow(words);
    set.finish();
    EXPECT_EQ(set.length(1), 0U);
    EXPECT_EQ(set.text(0, 4), "abab");
    EXPECT_EQ(set.plane(0)[0], 0b0101U); // a is 0x61, b 0x62
    EXPECT_EQ(set.plane(1)[0], 0b1010U);
    EXPECT_EQ(set.plane(6)[0], 0b1111U);
}

TEST(staged_letters, wrong_letters_are_named) {
    sequence_set_builder builder(alphabet::utf8);
    const std::vector<std::uint32_t> letters = {65, 0x20'0000, 66};
    try {
        builder.add({}, symbol_view(std::span<const std::uint32_t>(letters)));
        FAIL();
    } catch (const letter_error& problem) {
        EXPECT_EQ(problem.position(), 1U);
    }
    sequence_set_builder other(alphabet::utf8);
    try {
        other.add({}, "a\xCE\x9D\xFF");
        FAIL();
    } catch (const letter_error& problem) {
        EXPECT_EQ(problem.position(), 2U);
    }
}

} // namespace
} // namespace concord::sequence::staged_letters_test
