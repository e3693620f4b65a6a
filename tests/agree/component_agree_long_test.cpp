// More seeds and larger matrices than the fast tests have time for.
#include "agree/component_ways.hpp"
#include "support/random_case.hpp"

namespace concord::component_agree_long_test {
namespace {

class component_agree_long : public testing::TestWithParam<int> {};

TEST_P(component_agree_long, small_ones) {
    for (const std::uint64_t seed : test::seeds(52'000'000 + 100'000 * static_cast<std::uint64_t>(GetParam()), 10'000))
        test::try_component(test::make_matrix_case(seed, 5'000));
}

TEST_P(component_agree_long, large_ones) {
    for (const std::uint64_t seed : test::seeds(53'000'000 + 100'000 * static_cast<std::uint64_t>(GetParam()), 150))
        test::try_component(test::make_matrix_case(seed, 4'000'000));
}

INSTANTIATE_TEST_SUITE_P(seeds, component_agree_long, testing::Range(0, 8));

} // namespace
} // namespace concord::component_agree_long_test
