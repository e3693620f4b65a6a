// Edits, strands, IUPAC letters, pieces, copies and further answers, all together, against the definition.
#include "agree/variant_ways.hpp"

namespace concord::substring_variants_agree_test {
namespace {

// Parameterised by blocks of seeds, so that the test runner spreads them over the cores.
class variants_agree : public testing::TestWithParam<std::uint64_t> {};

TEST_P(variants_agree, small_cases) {
    for (const std::uint64_t seed : test::seeds(GetParam() * 250, 250)) {
        test::try_all_ways(test::small_variant_case(seed));
        test::try_prefixes(test::small_variant_case(seed));
        test::try_candidates(test::small_variant_case(seed));
        if (HasFailure()) return;
    }
}

INSTANTIATE_TEST_SUITE_P(seeds, variants_agree, testing::Range<std::uint64_t>(0, 16));

class variants_agree_word_edges : public testing::TestWithParam<std::uint64_t> {};

TEST_P(variants_agree_word_edges, cases) {
    for (const std::uint64_t seed : test::seeds(1'000'000 + GetParam() * 9, 9)) {
        test::try_all_ways(test::word_edge_variant_case(seed));
        test::try_candidates(test::word_edge_variant_case(seed));
        if (HasFailure()) return;
    }
}

INSTANTIATE_TEST_SUITE_P(seeds, variants_agree_word_edges, testing::Range<std::uint64_t>(0, 2));

} // namespace
} // namespace concord::substring_variants_agree_test
