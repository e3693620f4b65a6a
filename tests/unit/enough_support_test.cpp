// Windows that are known to have the support, where nothing else is asked about them: the same ones, counted no
// further.
#include "problems/substring/cpu/cpu_search.hpp"
#include "problems/substring/problem.hpp"
#include "support/counted_input.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

namespace concord::substring::enough_support_test {
namespace {

/// Sequences and their letters: so many that they are counted in several parts.
struct shape {
    search_path path;
    unsigned sequences;
    std::size_t letters;
    std::uint64_t support;
    const char* name;
};

std::vector<std::string> random_texts(const shape& of) {
    std::mt19937_64 random(1);
    std::vector<std::string> texts;
    for (unsigned index = 0; index < of.sequences; ++index)
        texts.push_back(random_text(random, "ACGT", of.letters));
    return texts;
}

longest_windows found_by(const counted_input& input, search_path path, bool are_exact) {
    problem given = input.given;
    given.are_supports_exact = are_exact;
    cpu_resources resources = input.resources;
    resources.path = path;
    longest_windows found = search_on_cpu(given, resources);
    std::sort(found.windows.begin(), found.windows.end());
    return found;
}

class enough_support : public testing::TestWithParam<shape> {};

TEST_P(enough_support, is_of_the_same_windows) {
    const std::uint64_t support = GetParam().support;
    const counted_input input(random_texts(GetParam()), 2, support);
    const longest_windows exact = found_by(input, GetParam().path, true);
    const longest_windows enough = found_by(input, GetParam().path, false);
    ASSERT_GT(exact.windows.size(), 1000U);
    EXPECT_EQ(enough.length, exact.length);
    ASSERT_EQ(enough.windows.size(), exact.windows.size());
    std::uint64_t fewer = 0;
    for (std::size_t index = 0; index < exact.windows.size(); ++index) {
        const window& one = enough.windows[index];
        ASSERT_EQ(one.sequence, exact.windows[index].sequence);
        ASSERT_EQ(one.start, exact.windows[index].start);
        ASSERT_GE(one.support, support);
        ASSERT_LE(one.support, exact.windows[index].support);
        fewer += one.support < exact.windows[index].support ? 1U : 0U;
    }
    EXPECT_GT(fewer, exact.windows.size() / 10);
}

INSTANTIATE_TEST_SUITE_P(paths, enough_support,
                         testing::Values(shape{search_path::counted_words, 4000, 24, 400, "counted_words"},
                                         shape{search_path::diagonals, 4000, 24, 400, "diagonals"},
                                         shape{search_path::diagonals, 120, 1100, 20, "rings"}),
                         [](const auto& info) { return info.param.name; });

// ACGT and TCGT are near to ACGA and TCGA: each is held by all four.
TEST(enough_support, is_recounted_for_the_first_window) {
    counted_input input({"ACGT", "ACGA", "TCGT", "TCGA"}, 2, 2);
    input.given.are_supports_exact = false;
    substring_result result;
    finish(input.given, input.options, {4, {{0, 0, 2}, {1, 0, 3}}}, input.workers, result);
    EXPECT_EQ(result.best.support, 4U);
    EXPECT_EQ(result.tied_positions, 2U);
    const auto claim = [&](std::uint64_t support, bool are_exact) {
        input.given.are_supports_exact = are_exact;
        finish(input.given, input.options, {4, {{0, 0, support}}}, input.workers, result);
    };
    EXPECT_THROW(claim(5, false), std::logic_error); // more than there are
    EXPECT_THROW(claim(1, false), std::logic_error); // fewer than are asked for
    EXPECT_THROW(claim(3, true), std::logic_error);
    EXPECT_NO_THROW(claim(4, true));
}

TEST(enough_support, is_one_more_where_the_other_strand_may_be_one_of_them) {
    const counted_input input({"ACGT", "ACGA", "ACGT", "TCGT"}, 0, 2);
    problem given = input.given;
    EXPECT_EQ(given.enough_support(), ~std::uint64_t{0});
    given.are_supports_exact = false;
    EXPECT_EQ(given.enough_support(), 2U);
    given.strands = 2;
    EXPECT_EQ(given.enough_support(), 3U);
}

} // namespace
} // namespace concord::substring::enough_support_test
