// More seeds, and texts long enough for buckets, rounds of keys and induction to be what they are in use.
#include "agree/overlap_ways.hpp"
#include "support/random_case.hpp"

namespace concord::overlap_agree_long_test {
namespace {

class overlap_agree_long : public testing::TestWithParam<std::uint64_t> {};

TEST_P(overlap_agree_long, arrays) {
    for (const std::uint64_t seed : test::seeds(2'000'000 + GetParam() * 250, 250)) {
        const test::overlap_case tried = test::make_overlap_case(seed, 20 + seed % 400);
        const sequence_set set = tried.set();
        const std::vector<overlap_place> suffixes = overlap::reference_suffixes(set);
        for (const test::build_way& way : test::build_ways()) {
            test::expect_arrays(test::built_by(set, way), suffixes, way.name + "\n" + tried.to_paste());
            if (HasFatalFailure()) return;
        }
    }
}

TEST_P(overlap_agree_long, long_texts_are_sorted) {
    for (const std::uint64_t seed : test::seeds(3'000'000 + GetParam() * 3, 3)) {
        const test::overlap_case tried = test::make_overlap_case(seed, 150'000);
        const sequence_set set = tried.set();
        for (const test::build_way& way : test::build_ways()) {
            const overlap_index index = test::built_by(set, way);
            const std::string shown = way.name + ", CONCORD_SEED=" + std::to_string(seed);
            test::expect_sorted(index, shown);
            if (HasFatalFailure()) return;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(seeds, overlap_agree_long, testing::Range<std::uint64_t>(0, 24));

} // namespace
} // namespace concord::overlap_agree_long_test
