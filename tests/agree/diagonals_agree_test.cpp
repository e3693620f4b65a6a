// Counters along diagonals of one to six words side by side, and of rings, with every number of digits, by every vector
// target.
#include "all_ways.hpp"

#include <gtest/gtest.h>

#include <random>

namespace concord::diagonals_agree_test {
namespace {

/// Sequences of up to `most` letters, each other one with a piece of the same text, worn.
test::random_case sequences_of(std::uint64_t most, std::uint64_t seed, alphabet letters) {
    std::mt19937_64 random(seed);
    test::random_case made{seed, letters, {}, {}};
    const auto letter = [&] { return letters == alphabet::dna ? "ACGT"[random() % 4] : static_cast<char>(random()); };
    std::string shared;
    for (std::uint64_t at = 0; at < most; ++at)
        shared += letter();
    for (std::uint64_t index = 0; index < 6; ++index) {
        const std::uint64_t length = most - random() % 20;
        const std::uint64_t moved = random() % (most / 3);
        std::string& text = made.sequences.emplace_back();
        for (std::uint64_t at = 0; at < length; ++at)
            text += index % 2 == 0 || at < moved || random() % 8 == 0 ? letter() : shared[at - moved];
    }
    return made;
}

void expect_agreement(std::uint64_t most, std::uint64_t mismatches, alphabet letters = alphabet::dna) {
    for (const std::uint64_t seed : test::seeds(most * 1000 + mismatches, 1)) {
        test::random_case tried = sequences_of(most, seed, letters);
        substring_options& options = tried.options;
        options.mismatches = mismatches;
        options.support = 2 + seed % 4;
        options.min_length = mismatches + 2;
        options.ties = options.occurrences = options.per_sequence = true;
        const sequence_set set = tried.set();
        const substring_result expected = substring::reference_search(set, options);
        for (const vector_target target : usable_vectors()) {
            options.run.vectors = target;
            options.run.threads = 1 + seed % 2;
            test::expect_same(test::by_path(set, options, test::search_path::diagonals), expected,
                              "diagonals, " + std::string(to_string(target)), tried);
        }
    }
}

TEST(diagonals_agree, with_rows_of_one_to_six_words) {
    for (const std::uint64_t most : {64U, 120U, 190U, 250U, 310U, 370U})
        for (const std::uint64_t mismatches : {0U, 4U, 25U, 130U})
            if (mismatches < most) expect_agreement(most, mismatches);
}

TEST(diagonals_agree, of_as_many_letters_as_there_are_bytes) {
    for (const std::uint64_t most : {64U, 190U, 310U})
        for (const std::uint64_t mismatches : {4U, 25U})
            expect_agreement(most, mismatches, alphabet::bytes);
}

TEST(diagonals_agree, in_rings) {
    for (const std::uint64_t mismatches : {4U, 200U})
        expect_agreement(520, mismatches);
}

} // namespace
} // namespace concord::diagonals_agree_test
