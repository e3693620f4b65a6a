// The sample of words that tells how many edits a pair is apart: near the number that was made, and silent where it can
// tell nothing.
#include "alignment/diagonal/edit_estimate.hpp"

#include "support/pair_case.hpp"

#include <gtest/gtest.h>

#include <concord/distance.hpp>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>

namespace concord::pairwise::edit_estimate_test {
namespace {

std::string random_letters(std::size_t count, std::mt19937_64& random) {
    std::string made(count, ' ');
    for (char& letter : made)
        letter = "ACGT"[random() % 4];
    return made;
}

/// `edits` of them, evenly spread; every tenth is a letter left out or put in, the others are substitutions.
std::string edited(const std::string& text, std::size_t edits) {
    std::string made;
    std::size_t next = 0;
    for (std::size_t edit = 0; edit < edits; ++edit) {
        const std::size_t at = text.size() / edits * edit;
        made.append(text, next, at - next);
        next = at;
        if (edit % 20 == 0)
            ++next;
        else if (edit % 20 == 10)
            made.push_back('A');
        else
            made.push_back(text[next++] == 'A' ? 'C' : 'A');
    }
    return made.append(text, next);
}

std::optional<double> estimate(const std::string& a, const std::string& b) {
    const test::pair_case pair{1, {a.begin(), a.end()}, {b.begin(), b.end()}};
    return estimated_edits(sequence::code_pair(pair.ref_a(), pair.ref_b()));
}

TEST(edit_estimate, tells_edits_of_similar_pairs) {
    std::mt19937_64 random(1);
    const std::string text = random_letters(1'000'000, random);
    for (const std::size_t edits : {1'000U, 10'000U, 50'000U}) {
        const std::optional<double> told = estimate(text, edited(text, edits));
        ASSERT_TRUE(told.has_value()) << edits;
        EXPECT_GT(*told, 0.5 * static_cast<double>(edits));
        EXPECT_LT(*told, 2.0 * static_cast<double>(edits));
    }
}

/// Substitutions so far apart in random letters that no shorter way around them exists; the sample may be right or,
/// where nearly all of them stand in one place that it misses, wrong. The last letters differ: no common end is left
/// out.
TEST(edit_estimate, distances_do_not_depend_on_it) {
    std::mt19937_64 random(4);
    const std::string text = random_letters(200'000, random);
    for (const std::size_t apart : {50U, 400U}) {
        std::string other = text;
        for (std::size_t edit = 0; edit < 400; ++edit) {
            char& letter = edit == 0 ? other.back() : other[100 + edit * apart];
            letter = letter == 'A' ? 'C' : 'A';
        }
        const test::pair_case pair{1, {text.begin(), text.end()}, {other.begin(), other.end()}};
        distance_options options;
        options.run.device = device::cpu();
        const distance_result found = distance(pair.ref_a(), pair.ref_b(), options);
        EXPECT_EQ(found.distance, 400U) << apart;
        EXPECT_TRUE(std::ranges::any_of(found.run.notes,
                                        [](const std::string& note) { return note.starts_with("estimated"); }));
    }
}

TEST(edit_estimate, equal_sequences_have_none) {
    std::mt19937_64 random(2);
    const std::string text = random_letters(200'000, random);
    EXPECT_EQ(estimate(text, text), 0.0);
}

TEST(edit_estimate, is_silent_where_it_can_tell_nothing) {
    std::mt19937_64 random(3);
    const std::string text = random_letters(200'000, random);
    EXPECT_FALSE(estimate(text, random_letters(200'000, random)).has_value()) << "unrelated";
    EXPECT_FALSE(estimate(text, text.substr(10'000) + text.substr(0, 10'000)).has_value()) << "shifted";
    EXPECT_FALSE(estimate(text, text.substr(0, 190'000)).has_value()) << "of unlike lengths";
    EXPECT_FALSE(estimate(text.substr(0, 1'000), text.substr(0, 1'000)).has_value()) << "short";
}

} // namespace
} // namespace concord::pairwise::edit_estimate_test
