// Seeded words of many scripts: as many distinct characters as asked for, most of them beyond U+00FF.
#pragma once

#include "sequence/utf8.hpp"
#include "support/batch_case.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace concord::test {

/// The character of a number: some of ASCII, some emoji, the others from one script after the other.
inline std::uint32_t character(std::uint32_t number) {
    if (number % 11 == 0) return 'a' + number / 11 % 26;
    if (number % 7 == 0) return 0x1'F300 + number / 7;
    return 0x370 + number;
}

inline std::string as_utf8(const std::vector<std::uint32_t>& numbers) {
    std::string text;
    for (const std::uint32_t number : numbers)
        sequence::append_utf8(text, character(number));
    return text;
}

/// The bytes of a text as characters beyond U+00FF, in the same order and as far apart from each other.
inline std::string beyond_latin(const std::string& bytes) {
    std::string text;
    for (const char each : bytes)
        sequence::append_utf8(text, 0x400 + 37 * std::uint32_t{static_cast<unsigned char>(each)});
    return text;
}

/// Words of up to `longest` letters: those of a hold all `distinct` characters, those of b are copies with up to four
/// edits, a few of them by characters that a has not. At least `least` words.
inline batch_case make_text_case(std::uint64_t seed, std::uint32_t distinct, std::uint64_t longest,
                                 std::uint64_t least = 20) {
    std::mt19937_64 random(seed);
    std::vector<std::uint32_t> letters(distinct);
    std::iota(letters.begin(), letters.end(), std::uint32_t{0});
    std::ranges::shuffle(letters, random);
    const auto some = [&] { return static_cast<std::uint32_t>(random() % distinct); };
    std::vector<std::vector<std::uint32_t>> words;
    for (std::size_t next = 0; next < letters.size() || words.size() < least;) {
        std::vector<std::uint32_t> word;
        for (std::uint64_t length = random() % (longest + 1); length > 0; --length)
            word.push_back(next < letters.size() ? letters[next++] : some());
        words.push_back(std::move(word));
    }
    batch_case made{seed, alphabet::utf8, {}, {}, distance_metric::levenshtein, {}, 1 + random() % 4};
    for (const std::vector<std::uint32_t>& word : words) {
        made.a.push_back(as_utf8(word));
        std::vector<std::uint32_t> copy = word;
        for (std::uint64_t edits = random() % 5; edits > 0 && !copy.empty(); --edits) {
            const auto at = copy.begin() + static_cast<std::ptrdiff_t>(random() % copy.size());
            const std::uint32_t other = random() % 10 == 0 ? distinct + some() : some();
            const std::uint64_t kind = random() % 4;
            if (kind == 0)
                copy.erase(at);
            else if (kind == 1 && copy.size() < longest)
                copy.insert(at, other);
            else if (kind == 2 && at + 1 != copy.end())
                std::swap(at[0], at[1]);
            else
                *at = other;
        }
        made.b.push_back(as_utf8(copy));
    }
    std::ranges::shuffle(made.b, random);
    return made;
}

} // namespace concord::test
