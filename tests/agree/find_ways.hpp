// Patterns in texts: one case by every vector target, number of threads and size of a part, against the textbook's
// matrix.
#pragma once

#include "oracles/find.hpp"
#include "runtime/test_settings.hpp"
#include "support/sequence_text.hpp"
#include "support/text_case.hpp"

#include <concord/find.hpp>

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <tuple>
#include <vector>

namespace concord::test {

/// Patterns, texts and how to look for them.
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

/// Random letters, repeated or edited.
class text_maker {
  public:
    explicit text_maker(std::uint64_t seed) : bits_(seed) {}
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

inline find_case make_find_case(std::uint64_t seed) {
    text_maker random(seed);
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

/// The same with its letters as characters beyond U+00FF: what is found stands where it stood.
inline find_case beyond_latin(find_case tried) {
    tried.kind = alphabet::utf8;
    for (std::vector<std::string>* texts : {&tried.patterns, &tried.texts})
        for (std::string& each : *texts)
            each = beyond_latin(each);
    return tried;
}

/// By the textbook's matrix.
inline std::vector<pattern_occurrence> expected_occurrences(const find_case& tried) {
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
    return expected;
}

inline void expect_same(const std::vector<pattern_occurrence>& found, const std::vector<pattern_occurrence>& expected,
                        const std::string& how) {
    ASSERT_EQ(found.size(), expected.size()) << how;
    for (std::size_t at = 0; at < found.size(); ++at) {
        const pattern_occurrence& one = found[at];
        const pattern_occurrence& other = expected[at];
        ASSERT_EQ(std::tie(one.pattern, one.sequence, one.start, one.end, one.edits, one.is_reverse),
                  std::tie(other.pattern, other.sequence, other.start, other.end, other.edits, other.is_reverse))
            << "number " << at << ": ends at " << one.end << " instead of " << other.end << "\n"
            << how;
        ASSERT_EQ(cigar(one.alignment), cigar(other.alignment)) << how;
    }
}

/// The case by every vector target, number of threads and size of a part; the textbook reads the second.
inline void try_find_ways(const find_case& tried, const find_case& in_bytes) {
    const std::vector<pattern_occurrence> expected = expected_occurrences(in_bytes);
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
                    make_set(tried.patterns, tried.kind), make_set(tried.texts, tried.kind), options,
                    [&](const pattern_occurrence& each) { found.push_back(each); }, &report);
                EXPECT_EQ(report.vectors, to_string(vectors));
                expect_same(found, expected, how);
                if (testing::Test::HasFatalFailure()) return;
            }
}

/// The same, which the textbook reads, too.
inline void try_find_ways(const find_case& tried) { try_find_ways(tried, tried); }

} // namespace concord::test
