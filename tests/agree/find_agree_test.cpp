// Patterns in texts: every vector target, number of threads and size of a part gives what the textbook's matrix gives.
#include "oracles/find.hpp"
#include "runtime/test_settings.hpp"
#include "support/random_case.hpp"
#include "support/sequence_text.hpp"

#include <concord/find.hpp>

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <tuple>
#include <vector>

namespace concord {
namespace {

struct find_case {
    alphabet kind = alphabet::dna;
    std::vector<std::string> patterns;
    std::vector<std::string> texts;
    find_options options;

    [[nodiscard]] std::string to_paste() const {
        std::string text = std::string(to_string(kind)) + ", k = " + std::to_string(options.max_edits) +
                           (options.both_strands ? ", both strands" : "") + (options.iupac ? ", iupac" : "");
        for (const std::string& each : patterns)
            text += "\npattern " + each;
        for (const std::string& each : texts)
            text += "\ntext " + each;
        return text;
    }
};

class maker {
  public:
    explicit maker(std::uint64_t seed) : bits_(seed) {}
    std::uint64_t below(std::uint64_t limit) { return bits_() % limit; }
    std::string some(std::uint64_t length, const std::string& letters) {
        std::string made;
        const std::uint64_t period = below(4) == 0 ? 1 + below(7) : length + 1;
        while (made.size() < length)
            made += made.size() >= period ? made[made.size() - period] : letters[below(letters.size())];
        return made;
    }
    std::string edited(const std::string& from, const std::string& letters, std::uint64_t percent) {
        std::string made;
        for (const char letter : from) {
            const bool is_edited = below(100) < percent;
            const std::uint64_t edit = is_edited ? below(3) : 3;
            if (edit == 0) continue;
            if (edit != 1) made += letter;
            if (is_edited && edit != 0) made += letters[below(letters.size())];
        }
        return made;
    }

  private:
    std::mt19937_64 bits_;
};

find_case make_find_case(std::uint64_t seed) {
    maker random(seed);
    find_case made;
    static constexpr alphabet kinds[] = {alphabet::dna,     alphabet::dna,   alphabet::dna,
                                         alphabet::protein, alphabet::bytes, alphabet::utf8};
    made.kind = kinds[random.below(6)];
    const bool dna = made.kind == alphabet::dna;
    made.options.both_strands = dna && random.below(2) == 0;
    made.options.iupac = dna && random.below(2) == 0;
    static constexpr std::uint64_t most[] = {0, 1, 2, 3, 3, 4, 5, 9};
    made.options.max_edits = most[random.below(8)];
    const std::string of_texts = dna ? (random.below(3) == 0 ? "ACGTN" : "ACGT") : "ACDEFGHIKLMNPQRSTVWY";
    const std::string of_patterns = dna && random.below(2) == 0 ? "ACGTNRYSWKMBDHV" : of_texts;
    const std::string letters = of_texts.substr(0, 1 + random.below(of_texts.size()));
    for (std::uint64_t count = 1 + random.below(3); count > 0; --count)
        made.patterns.push_back(
            random.some(made.options.max_edits + 1 + random.below(random.below(5) == 0 ? 90 : 30), of_patterns));
    for (std::uint64_t count = random.below(6); count > 0; --count) {
        static constexpr std::uint64_t edges[] = {0, 1, 63, 64, 65, 127, 128, 129, 200, 700};
        std::string text = random.some(edges[random.below(10)], letters);
        for (std::uint64_t planted = random.below(4); planted > 0; --planted) {
            std::string pattern = made.patterns[random.below(made.patterns.size())];
            if (made.options.both_strands && random.below(2) == 0)
                pattern = edit_distance::reference_reverse_complement(pattern);
            text.insert(random.below(text.size() + 1), random.edited(pattern, of_texts, random.below(25)));
        }
        made.texts.push_back(text);
    }
    return made;
}

void try_case(const find_case& tried) {
    std::vector<pattern_occurrence> expected;
    const bool dna = tried.kind == alphabet::dna;
    for (std::size_t pattern = 0; pattern < tried.patterns.size(); ++pattern)
        for (const bool is_reverse : {false, true}) {
            if (is_reverse && !tried.options.both_strands) continue;
            const std::string letters = is_reverse
                                            ? edit_distance::reference_reverse_complement(tried.patterns[pattern])
                                            : tried.patterns[pattern];
            for (std::size_t sequence = 0; sequence < tried.texts.size(); ++sequence)
                for (pattern_occurrence& each : edit_distance::reference_occurrences(
                         letters, tried.texts[sequence], tried.options.max_edits, dna, tried.options.iupac)) {
                    each.pattern = pattern;
                    each.sequence = sequence;
                    each.is_reverse = is_reverse;
                    expected.push_back(each);
                }
        }
    for (const vector_target vectors : usable_vectors())
        for (const unsigned threads : {1U, 2U})
            for (const std::uint64_t tile : {0U, 1U, 3U}) {
                const runtime::scoped_tile tiles(tile);
                find_options options = tried.options;
                options.run.vectors = vectors;
                options.run.threads = threads;
                const std::string how = std::string(to_string(vectors)) + ", " + std::to_string(threads) +
                                        " threads, tile " + std::to_string(tile) + "\n" + tried.to_paste();
                run_report report;
                std::vector<pattern_occurrence> found;
                find_patterns(
                    test::make_set(tried.patterns, tried.kind), test::make_set(tried.texts, tried.kind), options,
                    [&](const pattern_occurrence& each) { found.push_back(each); }, &report);
                EXPECT_EQ(report.vectors, to_string(vectors));
                ASSERT_EQ(found.size(), expected.size()) << how;
                for (std::size_t at = 0; at < found.size(); ++at) {
                    const pattern_occurrence& one = found[at];
                    const pattern_occurrence& other = expected[at];
                    ASSERT_EQ(
                        std::tie(one.pattern, one.sequence, one.start, one.end, one.edits, one.is_reverse),
                        std::tie(other.pattern, other.sequence, other.start, other.end, other.edits, other.is_reverse))
                        << "number " << at << ": ends at " << one.end << " instead of " << other.end << "\n"
                        << how;
                    ASSERT_EQ(cigar(one.alignment), cigar(other.alignment)) << how;
                }
            }
}

class find_agrees : public testing::TestWithParam<int> {};

TEST_P(find_agrees, with_the_textbook) {
    for (const std::uint64_t seed : test::seeds(71'000'000 + 1'000 * static_cast<std::uint64_t>(GetParam()), 60)) {
        SCOPED_TRACE("CONCORD_SEED=" + std::to_string(seed));
        try_case(make_find_case(seed));
        if (HasFatalFailure()) return;
    }
}

INSTANTIATE_TEST_SUITE_P(seeds, find_agrees, testing::Range(0, 4));

/// Lanes and threads with parts of their own, and occurrences across all borders of words and parts.
TEST(find_agrees_in, a_long_text_full_of_occurrences) {
    maker random(7);
    find_case tried;
    tried.patterns = {"GATTACAGATTACAGATTACAGA",
                      "ACGTACGTACGTACGTACGTACGTACGTACGTACGTACGTACGTACGTACGTACGTACGTACGTACGTA"};
    std::string text;
    while (text.size() < 9'000)
        text += random.edited(tried.patterns[random.below(2)], "ACGT", 6) + random.some(random.below(30), "ACGT");
    tried.texts = {text, text.substr(1'000, 3'000)};
    for (const std::uint64_t edits : {0U, 3U, 7U}) {
        tried.options.max_edits = edits;
        try_case(tried);
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
    EXPECT_EQ(code_of(dna, dna, on_gpu), error_code::resource);
    int found = 0;
    find_patterns(dna, sequence_set(), {}, [&](const pattern_occurrence&) { ++found; });
    find_patterns(sequence_set(), dna, {}, [&](const pattern_occurrence&) { ++found; });
    EXPECT_EQ(found, 0);
}

} // namespace
} // namespace concord
