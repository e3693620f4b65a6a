// Every path, vector target, number of threads and tile size against the textbook.
#include "agree/all_ways.hpp"

namespace concord::substring_agree_test {
namespace {

// Parameterised by blocks of seeds, so that the test runner spreads them over the cores.
class agree : public testing::TestWithParam<std::uint64_t> {};

TEST_P(agree, small_cases) {
    for (const std::uint64_t seed : test::seeds(GetParam() * 250, 250)) {
        test::try_all_ways(test::small_case(seed));
        if (HasFailure()) return;
    }
}

INSTANTIATE_TEST_SUITE_P(seeds, agree, testing::Range<std::uint64_t>(0, 12));

class agree_word_edges : public testing::TestWithParam<std::uint64_t> {};

TEST_P(agree_word_edges, cases) {
    for (const std::uint64_t seed : test::seeds(1'000'000 + GetParam() * 20, 20)) {
        test::try_all_ways(test::word_edge_case(seed));
        if (HasFailure()) return;
    }
}

INSTANTIATE_TEST_SUITE_P(seeds, agree_word_edges, testing::Range<std::uint64_t>(0, 6));

} // namespace
} // namespace concord::substring_agree_test
