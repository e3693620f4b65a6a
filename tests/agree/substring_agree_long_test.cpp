// The same as substring_agree_test, with other seeds and many more of them.
#include "agree/all_ways.hpp"

namespace concord::substring_agree_long_test {
namespace {

// Parameterised by blocks of seeds, so that the test runner spreads them over the cores.
class agree_long : public testing::TestWithParam<std::uint64_t> {};

TEST_P(agree_long, small_cases) {
    for (const std::uint64_t seed : test::seeds(10'000'000 + GetParam() * 1000, 1000)) {
        test::try_all_ways(test::small_case(seed));
        if (HasFailure()) return;
    }
}

INSTANTIATE_TEST_SUITE_P(seeds, agree_long, testing::Range<std::uint64_t>(0, 30));

class agree_word_edges_long : public testing::TestWithParam<std::uint64_t> {};

TEST_P(agree_word_edges_long, cases) {
    for (const std::uint64_t seed : test::seeds(20'000'000 + GetParam() * 100, 100)) {
        test::try_all_ways(test::word_edge_case(seed));
        if (HasFailure()) return;
    }
}

INSTANTIATE_TEST_SUITE_P(seeds, agree_word_edges_long, testing::Range<std::uint64_t>(0, 10));

} // namespace
} // namespace concord::substring_agree_long_test
