// Windows that nearly all sequences must hold, joined with a few of these first.
#include "problems/substring/cpu/join/asked_sequences.hpp"
#include "support/options_of.hpp"
#include "support/sequence_text.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace concord::substring::asked_sequences_test {
namespace {

/// 20 random letters with ACGTACGT in them, but for the sequences that lack it.
std::vector<std::string> planted(std::uint64_t sequences, std::uint64_t lacking, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::vector<std::string> made(sequences);
    for (std::string& text : made)
        for (unsigned letter = 0; letter < 20; ++letter)
            text += "ACGT"[random() % 4];
    for (std::uint64_t at = lacking; at < sequences; ++at)
        made[at].replace(random() % 13, 8, "ACGTACGT");
    return made;
}

struct asked_input {
    asked_input(const std::vector<std::string>& texts, std::uint64_t mismatches, std::uint64_t support)
        : set(test::make_set(texts, alphabet::dna)), options(test::options_of(mismatches, support, 1)),
          given(set, options), workers(options.run),
          vectors(simd::choose_vectors(simd::vector_target::automatic)), resources{.workers = workers,
                                                                                   .kernels = seed_kernels_for(vectors),
                                                                                   .memory = std::uint64_t{1} << 30U,
                                                                                   .tile = 0,
                                                                                   .notes = notes,
                                                                                   .vectors = vectors} {}

    sequence_set set;
    substring_options options;
    problem given;
    runtime::thread_pool workers;
    std::vector<std::string> notes;
    simd::vector_target vectors;
    cpu_resources resources;
};

TEST(asked_sequences, are_few_and_more_where_more_may_lack_an_answer) {
    const std::vector<std::string> texts = planted(2000, 0, 1);
    EXPECT_EQ(sequences_to_ask(asked_input(texts, 1, 2000).given), 32);
    EXPECT_EQ(sequences_to_ask(asked_input(texts, 1, 1995).given), 52);              // 32 and four for each
    EXPECT_EQ(sequences_to_ask(asked_input(texts, 1, 1900).given), 0);               // 432 of 2,000
    EXPECT_EQ(sequences_to_ask(asked_input(planted(1000, 0, 1), 1, 1000).given), 0); // 32 of 1,000
}

TEST(asked_sequences, leave_what_has_the_support_and_little_else) {
    for (const std::uint64_t lacking : {std::uint64_t{0}, std::uint64_t{3}}) {
        const std::vector<std::string> texts = planted(2000, lacking, 7 + lacking);
        const asked_input input(texts, 1, 2000 - lacking);
        candidate_windows windows(input.given, 8);
        const std::uint64_t all = windows.source_count;
        distinct_sources sources(input.given, input.resources.workers);
        ask_sequences(input.given, input.resources, sources, windows);
        EXPECT_LT(windows.source_count, all / 4);
        // What is planted is held by all that do not lack it, wherever it stands.
        std::uint64_t places = 0;
        for (std::uint64_t sequence = 0; sequence < input.set.size(); ++sequence) {
            const std::string& text = texts[sequence];
            for (std::size_t at = text.find("ACGTACGT"); at != std::string::npos; at = text.find("ACGTACGT", at + 1)) {
                const std::uint64_t position = input.given.offset(sequence) + at;
                EXPECT_TRUE(windows.sources.any(position, position + 1)) << sequence << ", " << at;
                ++places;
            }
        }
        EXPECT_GE(places, 2000 - lacking);
    }
}

TEST(asked_sequences, are_not_asked_where_many_may_lack_an_answer) {
    const asked_input input(planted(2000, 500, 3), 1, 1500);
    candidate_windows windows(input.given, 8);
    const std::uint64_t all = windows.source_count;
    distinct_sources sources(input.given, input.resources.workers);
    ask_sequences(input.given, input.resources, sources, windows);
    EXPECT_EQ(windows.source_count, all);
}

} // namespace
} // namespace concord::substring::asked_sequences_test
