// A collection that is counted by words, with what a search of it works with, for unit tests of cpu/words.
#pragma once

#include "problems/substring/cpu/words/counted_words.hpp"
#include "support/options_of.hpp"
#include "support/sequence_text.hpp"

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace concord::substring {

/// A collection and what a search of it works with.
struct counted_input {
    counted_input(const std::vector<std::string>& sequences, std::uint64_t mismatches, std::uint64_t support,
                  std::uint64_t min_length = 1, alphabet kind = alphabet::dna)
        : set(test::make_set(sequences, kind)), options(test::options_of(mismatches, support, min_length)),
          given(set, options), workers(options.run), resources{workers,
                                                               seed_kernels_for(vectors),
                                                               std::uint64_t{1} << 30U,
                                                               0,
                                                               notes,
                                                               search_path::counted_words,
                                                               0,
                                                               vectors} {}

    [[nodiscard]] counted_words count(double most_cost = 1e9) const { return count_words(given, resources, most_cost); }

    sequence_set set;
    substring_options options;
    problem given;
    mutable runtime::thread_pool workers;
    std::vector<std::string> notes;
    simd::vector_target vectors = simd::choose_vectors(simd::vector_target::automatic);
    cpu_resources resources;
};

inline std::string random_text(std::mt19937_64& random, const std::string& letters, std::size_t length) {
    std::string text(length, ' ');
    for (char& letter : text)
        letter = letters[random() % letters.size()];
    return text;
}

/// Copies of one text with letters changed, left out and put in, of different lengths.
inline std::vector<std::string> related_texts(std::mt19937_64& random, const std::string& letters, std::size_t count) {
    const std::string ancestor = random_text(random, letters, 150);
    std::vector<std::string> all;
    for (std::size_t index = 0; index < count; ++index) {
        std::string copy;
        for (const char letter : ancestor) {
            const std::uint64_t what = random() % 40;
            if (what == 0) continue;
            copy += what < 4 ? letters[random() % letters.size()] : letter;
            if (what == 4) copy += letters[random() % letters.size()];
        }
        all.push_back(copy.substr(random() % 30, 5 + random() % 200));
    }
    return all;
}

} // namespace concord::substring
