// The search of the variants as a GPU makes it, step by step on the host: its answers are those of the definition.
#include "agree/variant_device_ways.hpp"

namespace concord::gpu_variants_test {
namespace {

class gpu_variants : public testing::TestWithParam<std::uint64_t> {};

TEST_P(gpu_variants, small_cases) {
    for (const std::uint64_t seed : test::seeds(2'000'000 + GetParam() * 250, 250)) {
        test::try_steps_of_a_device(test::small_variant_case(seed), seed % 3);
        test::try_reaches_of_a_device(test::small_variant_case(seed));
        test::try_candidates_of_a_device(test::small_variant_case(seed));
        if (HasFailure()) return;
    }
}

TEST_P(gpu_variants, word_edges) {
    for (const std::uint64_t seed : test::seeds(2'100'000 + GetParam() * 4, 4)) {
        test::try_steps_of_a_device(test::word_edge_variant_case(seed), seed % 2 * 5);
        if (HasFailure()) return;
    }
}

INSTANTIATE_TEST_SUITE_P(seeds, gpu_variants, testing::Range<std::uint64_t>(0, 4));

} // namespace
} // namespace concord::gpu_variants_test
