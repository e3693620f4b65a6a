// Edits, strands, IUPAC letters, pieces, copies and further answers, worked out by hand.
#include "oracles/substring_variants.hpp"
#include "support/sequence_text.hpp"

#include <concord/error.hpp>
#include <concord/substring.hpp>

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace concord::substring_variants_test {
namespace {

using test::make_set;

struct expected_answer {
    std::uint64_t sequence;
    std::uint64_t start;
    std::string text;
    std::uint64_t support;
};

/// By the library and by the oracle.
void expect_answer(const std::vector<std::string>& sequences, const substring_options& options,
                   const expected_answer& expected) {
    const sequence_set set = make_set(sequences);
    for (const substring_result& found :
         {longest_common_substring(set, options), substring::reference_variants(set, options)}) {
        ASSERT_TRUE(found.found);
        EXPECT_EQ(set.text(found.best.sequence, found.best.start, found.best.start + found.best.length), expected.text);
        EXPECT_EQ(found.best.sequence, expected.sequence);
        EXPECT_EQ(found.best.start, expected.start);
        EXPECT_EQ(found.best.support, expected.support);
    }
}

substring_options asked(std::uint64_t k, std::uint64_t t, substring_metric metric = substring_metric::hamming) {
    substring_options options;
    options.mismatches = k;
    options.support = t;
    options.metric = metric;
    options.occurrences = options.ties = true;
    return options;
}

constexpr auto levenshtein = substring_metric::levenshtein;

TEST(substring_variants, three_sequences_with_mismatches_and_with_edits) {
    const std::vector<std::string> three = {"ACGTTAGC", "ACGTAGC", "CGTTGC"};
    expect_answer(three, asked(0, 3), {0, 1, "CGT", 3});
    expect_answer(three, asked(0, 3, levenshtein), {0, 1, "CGT", 3});
    expect_answer(three, asked(1, 3, levenshtein), {0, 1, "CGTTAGC", 3});
    expect_answer(three, asked(2, 3, levenshtein), {0, 0, "ACGTTAGC", 3});
    const substring_result hamming = longest_common_substring(make_set(three), asked(1, 3));
    EXPECT_EQ(hamming.best, (substring_candidate{1, 2, 5, 3}));
}

// One sequence is enough: the longest ones are the answer, and the first is counted; the others where they are listed.
TEST(substring_variants, of_one_sequence) {
    const std::vector<std::string> texts = {"ACGT", "ACGTTAGC", "NCGTTGC", "ACGTTAGG", "TTACGTTAGTT", "GTTGACGTNNN"};
    for (const bool both_strands : {false, true})
        for (std::uint64_t k = 1; k < 4; ++k) {
            substring_options options = asked(k, 1, levenshtein);
            options.both_strands = both_strands;
            const sequence_set set = make_set(texts);
            const substring_result expected = substring::reference_variants(set, options);
            for (const bool are_listed : {true, false}) {
                options.ties = are_listed;
                const substring_result found = longest_common_substring(set, options);
                EXPECT_EQ(found.best, expected.best);
                EXPECT_EQ(found.tied_positions, 2U);
                EXPECT_EQ(found.tied_sequences, 2U);
                if (are_listed) {
                    EXPECT_EQ(found.ties, expected.ties);
                }
            }
        }
    substring_options options = asked(1, 1, levenshtein);
    expect_answer(texts, options, {4, 0, "TTACGTTAGTT", 1});
    options.from_start = 8; // ACGTTAGC is ACGTTAGG with one edit, and the first of five
    expect_answer(texts, options, {1, 0, "ACGTTAGC", 2});
    options.min_length = 9;
    EXPECT_FALSE(longest_common_substring(make_set(texts), options).found);
}

TEST(substring_variants, occurrences_with_edits_have_an_end_and_an_alignment) {
    const sequence_set set = make_set({"ACGTTAGC", "ACGTAGC", "CGTTGC"});
    const substring_result found = longest_common_substring(set, asked(1, 3, levenshtein));
    EXPECT_EQ(found.occurrences,
              (std::vector<substring_occurrence>{{0, 1, 0, 8, false}, {1, 1, 1, 7, false}, {2, 0, 1, 6, false}}));
    ASSERT_EQ(found.alignments.size(), 3U);
    EXPECT_EQ(cigar(found.alignments[0]), "7=");
    EXPECT_EQ(cigar(found.alignments[1]), "2=1I4="); // CGTTAGC with CGTAGC: the gap stands as far left as it can
    EXPECT_EQ(cigar(found.alignments[2]), "4=1I2=");
}

TEST(substring_variants, the_other_strand_counts) {
    substring_options options = asked(0, 2);
    expect_answer({"ACGTTGA", "TCAACGT"}, options, {0, 0, "ACGT", 2});
    options.both_strands = true;
    expect_answer({"ACGTTGA", "TCAACGT"}, options, {0, 0, "ACGTTGA", 2});
    const substring_result found = longest_common_substring(make_set({"ACGTTGA", "TCAACGT"}), options);
    EXPECT_EQ(found.occurrences, (std::vector<substring_occurrence>{{0, 0, 0, 7, false}, {1, 0, 0, 7, true}}));
}

// A sequence that holds a word on both strands is one sequence: AACGTT is its own reverse complement.
TEST(substring_variants, a_sequence_counts_once_for_both_strands) {
    substring_options options = asked(0, 2);
    options.both_strands = true;
    expect_answer({"GGAACGTTGG", "ATATATAT"}, options, {0, 2, "A", 2});
}

// GATTACAGGCCTGTAATC is its own reverse complement: it has no support beside that of its own sequence, and the others
// share less. Nothing is searched again for it.
TEST(substring_variants, a_hairpin_does_not_count_for_itself) {
    std::vector<std::string> texts = {"TTGCAGATTACAGGCCTGTAATCTTGCA"};
    std::mt19937_64 random(7);
    for (std::size_t index = 0; index < 24; ++index)
        for (std::string& text = texts.emplace_back(); text.size() < 30;)
            text += "ACGT"[random() % 4];
    const sequence_set set = make_set(texts);
    for (std::uint64_t k = 1; k < 3; ++k) {
        substring_options options = asked(k, 2);
        options.both_strands = true;
        const substring_result expected = substring::reference_variants(set, options);
        const substring_result found = longest_common_substring(set, options);
        EXPECT_LT(expected.best.length, 18U);
        EXPECT_EQ(found.best, expected.best) << "k = " << k;
        EXPECT_EQ(found.ties, expected.ties) << "k = " << k;
        for (const std::string& note : found.run.notes)
            EXPECT_EQ(note.find("searched again"), std::string::npos) << note;
    }
}

TEST(substring_variants, iupac_letters_match_where_their_sets_meet) {
    substring_options options = asked(0, 2);
    options.iupac = true;
    expect_answer({"ACRTTG", "CAGTTA", "TACTTG"}, options, {0, 2, "RTT", 2});
    options.support = 3;
    expect_answer({"ACRTTG", "CAGTTA", "TACTTG"}, options, {0, 3, "TT", 3});
}

// ACGTTAGC, ACGTAGC, CGTTGC have no letter that stands for several: with one edit the answer is that without IUPAC
// letters, and so is it with one mismatch. Where there is an N, it matches any letter.
TEST(substring_variants, iupac_letters_without_a_set_match_as_they_are) {
    for (const bool iupac : {false, true}) {
        substring_options options = asked(1, 3, levenshtein);
        options.iupac = iupac;
        expect_answer({"ACGTTAGC", "ACGTAGC", "CGTTGC"}, options, {0, 1, "CGTTAGC", 3});
        options = asked(1, 3);
        options.iupac = iupac;
        expect_answer({"ACGTTAGC", "ACGTAGC", "CGTTGC"}, options, {1, 2, "GTAGC", 3});
    }
    substring_options options = asked(0, 2);
    options.iupac = true;
    expect_answer({"ACGTTAGC", "CGTTNGC"}, options, {0, 1, "CGTTAGC", 2});
}

// No occurrence reaches beyond the letters that count, not even by a mismatch.
TEST(substring_variants, only_letters_at_the_ends_count) {
    substring_options options = asked(1, 2);
    options.from_start = 4;
    expect_answer({"ACGTTTTTT", "ACGTTTTTT"}, options, {0, 0, "ACGT", 2});
    options.from_start = 0;
    options.from_end = 3;
    expect_answer({"ACGTTTTGG", "ACGTTTTGG"}, options, {0, 6, "TGG", 2});
    options.from_start = 2;
    options.mismatches = 0;
    expect_answer({"ACGTTTTGG", "CAGTACTTG"}, options, {0, 6, "TG", 2});
}

TEST(substring_variants, further_answers_do_not_use_letters_of_those_before) {
    substring_options options = asked(0, 2);
    options.top = 3;
    options.min_length = 3;
    const sequence_set set = make_set({"ACGTACCGGATTT", "TTTCACGTACAGGAC"});
    const substring_result found = longest_common_substring(set, options);
    EXPECT_EQ(found.best, (substring_candidate{0, 0, 6, 2}));
    ASSERT_EQ(found.further.size(), 2U);
    EXPECT_EQ(found.further[0].best, (substring_candidate{0, 7, 3, 2}));  // GGA
    EXPECT_EQ(found.further[1].best, (substring_candidate{0, 10, 3, 2})); // TTT
}

TEST(substring_variants, copies_do_not_overlap) {
    substring_options options = asked(0, 2);
    options.copies = 2;
    expect_answer({"ACACACACA", "GACAGACAG"}, options, {0, 0, "ACA", 2});
    options.support = 1;
    expect_answer({"AAAAA", "CAGTC"}, options, {0, 0, "AA", 1});
}

TEST(substring_variants, what_has_no_more_letters_than_edits_occurs_everywhere) {
    expect_answer({"AAAA", "", "CC"}, asked(2, 3, levenshtein), {0, 0, "AA", 3});
}

void expect_candidates(const std::vector<std::string>& sequences, substring_options options,
                       const std::vector<substring_candidate>& expected) {
    options.per_sequence = true;
    const substring_result found = longest_common_substring(make_set(sequences), options);
    EXPECT_EQ(found.per_sequence, expected);
}

TEST(substring_variants, longest_of_every_sequence) {
    // Within an edit of GATACA are GATTACA and GACTACA, each of which has a letter more, and one that differs.
    substring_options options = asked(1, 3, levenshtein);
    options.min_length = 3;
    expect_candidates({"CCGATTACACC", "TTGATACATT", "GACTACA", "GGG"}, options,
                      {{0, 2, 7, 3}, {1, 2, 6, 3}, {2, 0, 7, 3}, {3, 0, 0, 0}});
    // ACGT is near to ACCT; ACCTG is near to nothing but itself.
    expect_candidates({"ACGT", "ACCTG"}, asked(1, 1, levenshtein), {{0, 0, 4, 2}, {1, 0, 5, 1}});
    // The other strand of the first is the second; GTT of the third is AAC of the second and GTT of the first.
    options = asked(0, 2);
    options.both_strands = true;
    expect_candidates({"ACGTTGA", "TCAACGT", "GGTTG"}, options, {{0, 0, 7, 2}, {1, 0, 7, 2}, {2, 1, 4, 3}});
}

TEST(substring_variants, errors) {
    const auto code_of = [](const sequence_set& set, const substring_options& options) {
        try {
            static_cast<void>(longest_common_substring(set, options));
        } catch (const error& found) {
            return found.code();
        }
        return error_code{};
    };
    const sequence_set proteins = make_set({"MKV", "MKL"}, alphabet::protein);
    const sequence_set dna = make_set({"ACGT", "ACCT"});
    substring_options options = asked(0, 2);
    options.both_strands = true;
    EXPECT_EQ(code_of(proteins, options), error_code::usage);
    options = asked(0, 2);
    options.iupac = true;
    EXPECT_EQ(code_of(proteins, options), error_code::usage);
    options = asked(0, 2);
    options.top = 0;
    EXPECT_EQ(code_of(dna, options), error_code::usage);
    options = asked(0, 2);
    options.copies = 0;
    EXPECT_EQ(code_of(dna, options), error_code::usage);
    options = asked(0, 2, levenshtein);
    options.per_sequence = true;
    options.top = 2; // there are candidates of the first answer alone
    EXPECT_EQ(code_of(dna, options), error_code::usage);
    options = asked(0, 3, levenshtein);
    EXPECT_EQ(code_of(dna, options), error_code::usage);
}

} // namespace
} // namespace concord::substring_variants_test
