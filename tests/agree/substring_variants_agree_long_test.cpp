// The same as substring_variants_agree_test, with other seeds: 100,000 of them.
#include "agree/variant_ways.hpp"

namespace concord::substring_variants_agree_long_test {
namespace {

class variants_agree_long : public testing::TestWithParam<std::uint64_t> {};

TEST_P(variants_agree_long, small_cases) {
    for (const std::uint64_t seed : test::seeds(10'000'000 + GetParam() * 2000, 2000)) {
        test::try_all_ways(test::small_variant_case(seed));
        test::try_prefixes(test::small_variant_case(seed));
        if (HasFailure()) return;
    }
}

INSTANTIATE_TEST_SUITE_P(seeds, variants_agree_long, testing::Range<std::uint64_t>(0, 50));

class variants_agree_word_edges_long : public testing::TestWithParam<std::uint64_t> {};

TEST_P(variants_agree_word_edges_long, cases) {
    for (const std::uint64_t seed : test::seeds(20'000'000 + GetParam() * 50, 50)) {
        test::try_all_ways(test::word_edge_variant_case(seed));
        if (HasFailure()) return;
    }
}

INSTANTIATE_TEST_SUITE_P(seeds, variants_agree_word_edges_long, testing::Range<std::uint64_t>(0, 10));

} // namespace
} // namespace concord::substring_variants_agree_long_test
