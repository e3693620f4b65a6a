// What tests of an index on GPUs share: texts, and all questions that an index answers.
#pragma once

#include "agree/overlap_ways.hpp"

#include <concord/unique_matches.hpp>

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace concord::test {

inline run_options on_gpu() {
    run_options run;
    run.device = device::parse("cuda:0");
    return run;
}

struct collected {
    std::vector<exact_match> matches;
    std::vector<exact_match> unique;
    std::vector<multi_match> several;
    std::vector<mismatch_match> with_mismatches;
    std::vector<end_overlap> ends;
    repeat_result repeat;
};

struct questions {
    std::uint64_t of_a = 1;
    std::uint64_t min_length = 3;
    std::uint64_t mismatches = 0;
    bool ends = true; ///< overlaps of ends as well, which are those of one strand
};

/// Where a GPU is named, it answers or the question is an error.
inline collected ask_all(const overlap_index& index, const questions& of, const run_options& run) {
    collected found;
    found.repeat = longest_repeat(index, {.min_length = 1, .occurrences = true, .run = run});
    maximal_exact_matches(index, of.of_a, of.min_length, run,
                          [&](const exact_match& each) { found.matches.push_back(each); });
    maximal_unique_matches(index, of.of_a, of.min_length, run,
                           [&](const exact_match& each) { found.unique.push_back(each); });
    multi_match_options options;
    options.max_copies = 3;
    options.min_length = of.min_length;
    options.run = run;
    if (index.sequences().size() > 1)
        multi_matches(index, options, [&](const multi_match& each) { found.several.push_back(each); });
    mismatch_matches(index, of.min_length, of.mismatches, run,
                     [&](const mismatch_match& each) { found.with_mismatches.push_back(each); });
    if (of.ends)
        suffix_prefix_overlaps(index, of.min_length, run, [&](const end_overlap& each) { found.ends.push_back(each); });
    return found;
}

inline void expect_same(const collected& got, const collected& expected, const std::string& shown) {
    EXPECT_EQ(got.repeat.length, expected.repeat.length) << shown;
    EXPECT_EQ(got.repeat.first, expected.repeat.first) << shown;
    EXPECT_EQ(got.repeat.count, expected.repeat.count) << shown;
    EXPECT_TRUE(got.repeat.occurrences == expected.repeat.occurrences) << shown;
    EXPECT_TRUE(got.matches == expected.matches) << got.matches.size() << "\n" << shown;
    EXPECT_TRUE(got.unique == expected.unique) << got.unique.size() << "\n" << shown;
    EXPECT_TRUE(got.several == expected.several) << got.several.size() << "\n" << shown;
    EXPECT_TRUE(got.with_mismatches == expected.with_mismatches) << got.with_mismatches.size() << "\n" << shown;
    EXPECT_TRUE(got.ends == expected.ends) << got.ends.size() << "\n" << shown;
}

inline std::string random_letters(std::uint64_t count, const std::string& letters, std::uint64_t seed) {
    std::mt19937_64 chance(seed);
    std::string text(count, ' ');
    for (char& letter : text)
        letter = letters[chance() % letters.size()];
    return text;
}

inline sequence_set set_of(const std::vector<std::string>& sequences, alphabet kind = alphabet::dna) {
    sequence_set_builder builder(kind);
    for (const std::string& sequence : sequences)
        builder.add("s", sequence);
    return std::move(builder).finish();
}

/// Copies of a text with some of its letters replaced.
inline std::vector<std::string> edited(const std::string& one, std::size_t copies, std::uint64_t apart) {
    std::vector<std::string> made(copies, one);
    std::mt19937_64 chance(17);
    for (std::string& copy : made)
        for (char& letter : copy)
            if (chance() % apart == 0) letter = "ACGT"[chance() % 4];
    return made;
}

} // namespace concord::test
