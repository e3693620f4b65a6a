// Texts that are periodic but for a few letters.
#pragma once

#include <cstddef>
#include <random>
#include <string>
#include <vector>

namespace concord::test {

/// So many letters of the word repeated for ever, from its letter `from` on.
inline std::string repeated(const std::string& word, std::size_t letters, std::size_t from = 0) {
    from %= word.size();
    std::string text;
    while (text.size() < letters)
        text += word[(from + text.size()) % word.size()];
    return text;
}

/// Of the first letters of ACGT.
inline std::string random_letters(std::mt19937_64& random, std::size_t count, std::size_t different) {
    std::string text;
    while (text.size() < count)
        text += "ACGT"[random() % different];
    return text;
}

/// One to four pieces of up to three words, with letters replaced, lost or inserted, and parts that occur thrice.
inline std::vector<std::string> broken_periods(std::mt19937_64& random, std::size_t letters) {
    std::vector<std::string> words(1 + random() % 3);
    for (std::string& word : words)
        word = random_letters(random, random() % 3 == 0 ? 1 + random() % 40 : 1 + random() % 6, 1 + random() % 4);
    std::vector<std::string> sequences;
    for (std::size_t count = random() % 3 == 0 ? 1 + random() % 5 : 1; sequences.size() < count;) {
        std::string text;
        for (std::size_t pieces = 1 + random() % 4, nth = 0; nth < pieces; ++nth) {
            const std::string& word = words[random() % words.size()];
            text +=
                repeated(word, 1 + letters / count / pieces / 2 + random() % (letters / count / pieces + 1), random());
            if (random() % 4 == 0) text += random_letters(random, random() % 20, 4);
        }
        for (std::size_t breaks = random() % 4; breaks > 0; --breaks) {
            const std::size_t place = random() % text.size();
            const std::size_t lost = random() % 3;
            text.replace(place, lost, random() % 2 == 0 ? "G" : "T");
        }
        if (random() % 5 == 0) text = repeated(text.substr(0, text.size() / 3 + 1), text.size());
        sequences.push_back(text);
        if (random() % 4 == 0 && sequences.size() < count) sequences.push_back(text);
    }
    return sequences;
}

} // namespace concord::test
