// More seeds, and texts long enough for buckets, rounds of keys and induction to be what they are in use.
#include "agree/overlap_ways.hpp"
#include "support/random_case.hpp"

namespace concord {
namespace {

class overlap_agree_long : public testing::TestWithParam<std::uint64_t> {};

TEST_P(overlap_agree_long, arrays) {
    for (const std::uint64_t seed : test::seeds(2'000'000 + GetParam() * 2000, 2000)) {
        const test::overlap_case tried = test::make_overlap_case(seed, 20 + seed % 400);
        const sequence_set set = tried.set();
        const std::vector<overlap_place> suffixes = overlap::reference_suffixes(set);
        for (const test::build_way& way : test::build_ways()) {
            test::expect_arrays(test::built_by(set, way), suffixes, way.name + "\n" + tried.to_paste());
            if (HasFatalFailure()) return;
        }
    }
}

// A suffix array is right where it is a permutation, and each suffix is smaller than the next: so by their first
// letters, or, where these are equal, by the ranks of what follows. Linear, so that long texts can be checked.
template <class Arrays>
void expect_sorted(const overlap_index& index, const Arrays& arrays, const std::string& shown) {
    const overlap::text_view& text = overlap::index_access::tables_of(index).text;
    std::vector<bool> seen(text.size);
    for (const auto position : arrays.suffixes) {
        ASSERT_LT(position, text.size) << shown;
        ASSERT_FALSE(seen[position]) << shown;
        seen[position] = true;
    }
    for (std::uint64_t rank = 1; rank < text.size; ++rank) {
        const std::uint64_t a = arrays.suffixes[rank - 1];
        const std::uint64_t b = arrays.suffixes[rank];
        if (text.is_ambiguous(a) || text.is_ambiguous(b)) {
            ASSERT_TRUE(text.is_ambiguous(a) && (!text.is_ambiguous(b) || a < b)) << shown;
            continue;
        }
        ASSERT_LE(text.letter(a), text.letter(b)) << shown;
        if (text.letter(a) != text.letter(b)) continue;
        if (text.is_cut(a + 1) || text.is_cut(b + 1)) {
            ASSERT_TRUE(text.is_cut(a + 1) && (!text.is_cut(b + 1) || a < b)) << shown;
        } else {
            ASSERT_LT(arrays.ranks[a + 1], arrays.ranks[b + 1]) << shown;
        }
    }
}

TEST_P(overlap_agree_long, long_texts_are_sorted) {
    for (const std::uint64_t seed : test::seeds(3'000'000 + GetParam() * 12, 12)) {
        const test::overlap_case tried = test::make_overlap_case(seed, 150'000);
        const sequence_set set = tried.set();
        for (const test::build_way& way : test::build_ways()) {
            const overlap_index index = test::built_by(set, way);
            const std::string shown = way.name + ", CONCORD_SEED=" + std::to_string(seed);
            std::visit([&](const auto& arrays) { expect_sorted(index, arrays, shown); },
                       overlap::index_access::tables_of(index).arrays());
            if (HasFatalFailure()) return;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(seeds, overlap_agree_long, testing::Range<std::uint64_t>(0, 6));

} // namespace
} // namespace concord
