// Answers on real data that an independent textbook program and the paper authors' own program gave.
#include "formats/fastx_reader.hpp"
#include "support/sequence_text.hpp"

#include <concord/substring.hpp>

#include <gtest/gtest.h>

namespace concord::substring_known_answers_test {
namespace {

struct known_answer {
    const char* file;
    std::uint64_t k, t, tau;
    substring_candidate best; ///< length 0: none
    const char* text;
    std::uint64_t tied_positions, tied_sequences;
};

class known_answers : public testing::TestWithParam<known_answer> {};

TEST_P(known_answers, on_shared_data) {
    const known_answer& expected = GetParam();
    CONCORD_SHARED_OR_SKIP(file, expected.file);
    const std::vector<std::string> paths = {file->string()};
    const sequence_set set = formats::read_sequences(paths, alphabet::automatic, {});
    ASSERT_EQ(set.alphabet(), alphabet::dna);
    substring_options options;
    options.mismatches = expected.k;
    options.support = expected.t;
    options.min_length = expected.tau;
    const substring_result result = longest_common_substring(set, options);
    ASSERT_EQ(result.found, expected.best.length > 0);
    if (!result.found) return;
    EXPECT_EQ(set.text(result.best.sequence, result.best.start, result.best.start + result.best.length), expected.text);
    EXPECT_EQ(result.best.sequence, expected.best.sequence);
    EXPECT_EQ(result.best.start, expected.best.start);
    EXPECT_EQ(result.best.support, expected.best.support);
    EXPECT_EQ(result.tied_positions, expected.tied_positions);
    EXPECT_EQ(result.tied_sequences, expected.tied_sequences);
}

INSTANTIATE_TEST_SUITE_P(
    textbook, known_answers,
    testing::Values(
        known_answer{"soil51_1k.fasta", 1, 201, 15, {1, 33, 18, 201}, "GAGATCGGAAGAGCACAC", 200, 200},
        known_answer{"soil51_1k.fasta", 3, 21, 30, {42, 15, 32, 25}, "AGCAGAGATCGGAAGAGCACACGTCTGAACTC", 17, 15},
        known_answer{"soil51_1k.fasta", 10, 201, 15, {1, 23, 28, 206}, "CAATCGCTCCGAGATCGGAAGAGCACAC", 115, 98},
        known_answer{"soil51_1k.fasta", 1, 21, 30, {}, "", 0, 0},
        known_answer{"soil51_5k.fasta", 1, 1001, 15, {1, 33, 17, 1042}, "GAGATCGGAAGAGCACA", 1026, 1026},
        known_answer{"crp0.fasta", 4, 10, 12, {13, 0, 13, 10}, "TTTTTTAAACATT", 4, 2},
        known_answer{"crp0.fasta", 4, 18, 8, {1, 11, 11, 18}, "GTAACAAAAGT", 4, 4}));

struct known_length {
    const char* file;
    std::uint64_t k, t, tau, length, tied_sequences; ///< tied_sequences 0: not known
};

class known_lengths : public testing::TestWithParam<known_length> {};

// The authors' program counts other sequences only: its t is one less.
TEST_P(known_lengths, of_the_authors_program) {
    const known_length& expected = GetParam();
    CONCORD_SHARED_OR_SKIP(file, expected.file);
    const std::vector<std::string> paths = {file->string()};
    const sequence_set set = formats::read_sequences(paths, alphabet::automatic, {});
    substring_options options;
    options.mismatches = expected.k;
    options.support = expected.t;
    options.min_length = expected.tau;
    const substring_result result = longest_common_substring(set, options);
    EXPECT_EQ(result.best.length, expected.length);
    if (expected.tied_sequences > 0) {
        EXPECT_EQ(result.tied_sequences, expected.tied_sequences);
    }
}

INSTANTIATE_TEST_SUITE_P(paper, known_lengths,
                         testing::Values(known_length{"soil51_1k.fasta", 3, 201, 15, 20, 0},
                                         known_length{"soil51_1k.fasta", 10, 21, 30, 43, 0},
                                         known_length{"soil51_5k.fasta", 2, 1001, 15, 18, 1026},
                                         known_length{"crp0.fasta", 4, 10, 12, 13, 0},
                                         known_length{"crp0.fasta", 4, 18, 8, 11, 0}));

} // namespace
} // namespace concord::substring_known_answers_test
