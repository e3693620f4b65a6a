// Patterns in texts: every vector target, number of threads and size of a part gives what the textbook's matrix gives.
#include "agree/find_ways.hpp"
#include "support/random_case.hpp"

namespace concord::find_agree_test {
namespace {

class find_agrees : public testing::TestWithParam<int> {};

TEST_P(find_agrees, with_the_textbook) {
    for (const std::uint64_t seed : test::seeds(71'000'000 + 1'000 * static_cast<std::uint64_t>(GetParam()), 60)) {
        SCOPED_TRACE("CONCORD_SEED=" + std::to_string(seed));
        const test::find_case tried = test::make_find_case(seed);
        test::try_find_ways(tried);
        if (HasFatalFailure()) return;
        if (tried.kind != alphabet::dna) test::try_find_ways(test::beyond_latin(tried), tried);
        if (HasFatalFailure()) return;
    }
}

INSTANTIATE_TEST_SUITE_P(seeds, find_agrees, testing::Range(0, 4));

/// Vectors, parts and threads, and occurrences across all borders of words and parts.
TEST(find_agrees_in, a_long_text_full_of_occurrences) {
    test::text_maker random(7);
    test::find_case tried;
    tried.patterns = {"GATTACAGATTACAGATTACAGA",
                      "ACGTACGTACGTACGTACGTACGTACGTACGTACGTACGTACGTACGTACGTACGTACGTACGTACGTA"};
    std::string text;
    while (text.size() < 9'000)
        text += random.edited(tried.patterns[random.below(2)], "ACGT", 6) + random.some(random.below(30), "ACGT");
    tried.texts = {text, text.substr(1'000, 3'000)};
    for (const std::uint64_t edits : {0U, 1U, 3U, 5U, 6U, 7U, 8U, 9U, 16U, 17U}) {
        tried.options.max_edits = edits;
        test::try_find_ways(tried);
    }
}

/// Alignments are traced in a word, or in several.
TEST(find_agrees_in, patterns_around_a_word) {
    test::text_maker random(11);
    test::find_case tried;
    for (const std::size_t letters : {63U, 64U, 65U})
        tried.patterns.push_back(random.some(letters, "ACGT"));
    std::string text;
    while (text.size() < 700)
        text += random.edited(tried.patterns[random.below(3)], "ACGT", random.below(30)) + random.some(5, "ACGTN");
    tried.texts = {text, text.substr(0, 40), text.substr(100, 64)};
    for (const std::uint64_t edits : {0U, 4U, 29U, 62U}) {
        tried.options.max_edits = edits;
        test::try_find_ways(tried);
    }
}

std::vector<std::string> places(const std::string& pattern, const std::string& text, const find_options& options,
                                alphabet kind = alphabet::dna) {
    std::vector<std::string> found;
    find_patterns(
        test::make_set({pattern}, kind), test::make_set({text}, kind), options, [&](const pattern_occurrence& each) {
            found.push_back(std::to_string(each.start) + "-" + std::to_string(each.end) + " " +
                            std::to_string(each.edits) + " " + cigar(each.alignment) + (each.is_reverse ? " -" : ""));
        });
    return found;
}

TEST(find_agrees_with, paper) {
    using list = std::vector<std::string>;
    find_options options;
    EXPECT_EQ(places("ACG", "TACGACGT", options), (list{"1-4 0 3=", "4-7 0 3="}));
    EXPECT_EQ(places("NACG", "TACG", options), list{});
    options.max_edits = 1;
    // ACG and ACGG are both one edit from ACGT, and the later is reported.
    EXPECT_EQ(places("ACGT", "TTACGGCC", options), (list{"2-6 1 3=1X"}));
    EXPECT_EQ(places("ACCT", "GGACTGG", options), (list{"2-5 1 1=1I2="}));
    EXPECT_EQ(places("ACTA", "GGACGTAGG", options), (list{"2-7 1 2=1D2="}));
    options.both_strands = true;
    EXPECT_EQ(places("GATTA", "CCTAATCCC", options), (list{"2-7 0 5= -"}));
    options = {};
    options.iupac = true;
    EXPECT_EQ(places("GAYN", "GATTGACNGAAA", options), (list{"0-4 0 4="}));
}

error_code code_of(const sequence_set& patterns, const sequence_set& texts, const find_options& options) {
    try {
        find_patterns(patterns, texts, options, [](const pattern_occurrence&) {});
    } catch (const error& problem) {
        return problem.code();
    }
    ADD_FAILURE() << "nothing was thrown";
    return error_code::usage;
}

TEST(find_refuses, what_has_no_answer) {
    const sequence_set dna = test::make_set({"ACGT"});
    const sequence_set proteins = test::make_set({"ACGT"}, alphabet::protein);
    const auto options_with = [](std::uint64_t edits, bool both_strands, bool iupac) {
        find_options options;
        options.max_edits = edits;
        options.both_strands = both_strands;
        options.iupac = iupac;
        return options;
    };
    EXPECT_EQ(code_of(dna, dna, options_with(4, false, false)), error_code::usage);
    EXPECT_EQ(code_of(dna, dna, options_with(64, false, false)), error_code::usage);
    EXPECT_EQ(code_of(dna, proteins, {}), error_code::usage);
    EXPECT_EQ(code_of(proteins, proteins, options_with(0, true, false)), error_code::usage);
    EXPECT_EQ(code_of(proteins, proteins, options_with(0, false, true)), error_code::usage);
    find_options on_gpu;
    on_gpu.run.device = device::parse("cuda");
    EXPECT_EQ(code_of(test::make_set({std::string(257, 'A')}), dna, on_gpu), error_code::resource);
    int found = 0;
    find_patterns(dna, sequence_set(), {}, [&](const pattern_occurrence&) { ++found; });
    find_patterns(sequence_set(), dna, {}, [&](const pattern_occurrence&) { ++found; });
    EXPECT_EQ(found, 0);
}

} // namespace
} // namespace concord::find_agree_test
