// Wavefronts that several threads grow in rounds: the same edits and the same alignment as by one thread.
#include "alignment/diagonal/bidirectional.hpp"

#include "alignment/diagonal/threaded_growth.hpp"
#include "oracles/distance.hpp"
#include "support/pair_case.hpp"

#include <gtest/gtest.h>

#include <concord/device.hpp>
#include <concord/error.hpp>

#include <cstdint>
#include <limits>
#include <optional>
#include <random>
#include <string>
#include <utility>

namespace concord::pairwise::threaded_diagonals_test {
namespace {

constexpr std::uint64_t any_edits = std::numeric_limits<std::uint64_t>::max();
constexpr double any_effort = 1e18;

diagonal_result compare(const test::pair_case& pair, bool may_substitute, unsigned threads,
                        std::uint64_t most_edits = any_edits) {
    const sequence::coded_pair coded = sequence::code_pair(pair.ref_a(), pair.ref_b());
    return compare_by_diagonals(coded, {.substitutions = may_substitute}, true, simd::vector_target::baseline,
                                {.points = any_effort, .most_edits = most_edits, .check = {}, .threads = threads});
}

/// So unlike that wavefronts are wide enough for several threads.
test::pair_case unlike_pair(std::uint64_t seed) {
    test::pair_case made{seed, {}, {}};
    std::mt19937_64 random(seed);
    const std::size_t a = 5000 + random() % 3000;
    const std::size_t b = 5000 + random() % 3000;
    const auto letter = [&] { return static_cast<std::uint32_t>("ACGT"[random() % 4]); };
    for (std::size_t index = 0; index < a; ++index)
        made.a.push_back(letter());
    for (std::size_t index = 0; index < b; ++index)
        made.b.push_back(random() % 3 == 0 || index >= a ? letter() : made.a[index]);
    return made;
}

TEST(threaded_diagonals, the_same_as_by_one_thread) {
    for (const bool may_substitute : {true, false})
        for (std::uint64_t seed = 1; seed <= 3; ++seed) {
            const test::pair_case pair = unlike_pair(seed);
            const diagonal_result right = compare(pair, may_substitute, 1);
            ASSERT_EQ(right.outcome, diagonal_outcome::found);
            ASSERT_GT(right.edits, 2 * diagonals::threaded_growth<std::uint8_t>::least_diagonals / 2);
            EXPECT_EQ(test::replay(pair, right.aligned), right.edits);
            for (const unsigned threads : {2U, 5U}) {
                const diagonal_result found = compare(pair, may_substitute, threads);
                ASSERT_EQ(found.outcome, diagonal_outcome::found) << "seed " << seed << ", " << threads << " threads";
                EXPECT_EQ(found.edits, right.edits) << "seed " << seed << ", " << threads << " threads";
                EXPECT_EQ(cigar(found.aligned), cigar(right.aligned))
                    << "seed " << seed << ", " << threads << " threads";
            }
        }
}

TEST(threaded_diagonals, the_greatest_number_of_edits_holds_to_the_last_one) {
    const test::pair_case pair = unlike_pair(4);
    const std::uint64_t edits = compare(pair, true, 1).edits;
    for (const std::uint64_t most : {edits - 200, edits - 1, edits, edits + 1, edits + 127, edits + 128, edits + 129}) {
        const diagonal_result found = compare(pair, true, 3, most);
        EXPECT_EQ(found.outcome, most < edits ? diagonal_outcome::too_many_edits : diagonal_outcome::found) << most;
        if (most >= edits) {
            EXPECT_EQ(found.edits, edits) << most;
        }
    }
}

TEST(threaded_diagonals, few_edits_of_interest_are_worth_looking_for_however_unlike_the_pair_is) {
    const test::pair_case pair = unlike_pair(5);
    const sequence::coded_pair coded = sequence::code_pair(pair.ref_a(), pair.ref_b());
    const auto outcome_within = [&](std::uint64_t most) {
        return compare_by_diagonals(coded, {}, false, simd::vector_target::baseline,
                                    {.points = 1e5, .most_edits = most, .check = {}, .threads = 1})
            .outcome;
    };
    EXPECT_EQ(outcome_within(200), diagonal_outcome::too_many_edits);
    EXPECT_EQ(outcome_within(any_edits), diagonal_outcome::gave_up);
}

/// Neighbours exchanged here and there, also beside other edits.
test::pair_case transposed_pair(std::uint64_t seed, std::size_t length, std::size_t letters) {
    test::pair_case made{seed, {}, {}};
    std::mt19937_64 random(seed);
    for (std::size_t index = 0; index < length; ++index)
        made.a.push_back(static_cast<std::uint32_t>(random() % letters));
    made.b = made.a;
    const std::uint64_t edited = 2 + random() % 40; // one letter in so many
    for (std::size_t index = 0; index + 1 < made.b.size(); ++index) {
        if (random() % edited != 0) continue;
        switch (random() % 4) {
        case 0: made.b[index] = static_cast<std::uint32_t>(random() % letters); break;
        case 1: made.b.erase(made.b.begin() + static_cast<std::ptrdiff_t>(index)); break;
        default: std::swap(made.b[index], made.b[index + 1]);
        }
    }
    return made;
}

TEST(threaded_diagonals, transpositions) {
    const auto expect_the_textbooks = [](const test::pair_case& pair, unsigned threads) {
        const sequence::coded_pair coded = sequence::code_pair(pair.ref_a(), pair.ref_b());
        const std::optional<std::uint64_t> expected = edit_distance::reference_distance(coded, distance_metric::osa);
        for (const vector_target vectors : usable_vectors()) {
            const diagonal_result found =
                compare_by_diagonals(coded, {.transpositions = true}, false, vectors,
                                     {.points = any_effort, .most_edits = any_edits, .check = {}, .threads = threads});
            ASSERT_EQ(found.outcome, diagonal_outcome::found);
            ASSERT_EQ(found.edits, expected) << to_string(vectors) << '\n' << pair.to_paste();
        }
    };
    for (std::uint64_t seed = 70'000'000; seed < 70'000'400; ++seed) {
        expect_the_textbooks(test::make_pair_case(seed, seed % 8 == 0 ? 600 : 60), 1);
        expect_the_textbooks(transposed_pair(seed, seed % 8 == 0 ? 600 : seed % 40, 1 + seed % 5), 1);
        if (HasFatalFailure()) return;
    }
    expect_the_textbooks(unlike_pair(7), 1);
    expect_the_textbooks(unlike_pair(8), 3);
    expect_the_textbooks(transposed_pair(9, 9000, 3), 3);
}

TEST(threaded_diagonals, what_a_check_throws_arrives) {
    const test::pair_case pair = unlike_pair(5);
    const sequence::coded_pair coded = sequence::code_pair(pair.ref_a(), pair.ref_b());
    std::uint64_t checks = 0;
    const auto cancel_late = [&] {
        if (++checks == 20) throw error(error_code::cancelled, "enough");
    };
    const diagonal_effort effort{.points = any_effort, .most_edits = any_edits, .check = cancel_late, .threads = 3};
    EXPECT_THROW(static_cast<void>(compare_by_diagonals(coded, {}, true, simd::vector_target::baseline, effort)),
                 error);
    EXPECT_EQ(checks, 20);
}

TEST(threaded_diagonals, too_much_effort_is_given_up) {
    const test::pair_case pair = unlike_pair(6);
    const sequence::coded_pair coded = sequence::code_pair(pair.ref_a(), pair.ref_b());
    for (const unsigned threads : {1U, 3U})
        EXPECT_EQ(compare_by_diagonals(coded, {}, false, simd::vector_target::baseline,
                                       {.points = 1e5, .most_edits = any_edits, .check = {}, .threads = threads})
                      .outcome,
                  diagonal_outcome::gave_up);
}

} // namespace
} // namespace concord::pairwise::threaded_diagonals_test
