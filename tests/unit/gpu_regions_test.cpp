// All LCP intervals at once, as GPUs find them, step by step on the host: the same regions as the walk with a stack.
#include "agree/overlap_ways.hpp"
#include "problems/overlap/gpu/shared_regions.hpp"
#include "support/serial_machine.hpp"

#include <gtest/gtest.h>

#include <random>

namespace concord::overlap::gpu_regions_test {
namespace {

TEST(least_positions, of_ranges_and_nearest_smaller_ones) {
    for (const std::uint64_t size : {1U, 5U, 31U, 32U, 33U, 64U, 100U, 1000U, 2049U}) {
        std::mt19937_64 chance(size);
        std::vector<std::uint32_t> values(size);
        for (std::uint32_t& value : values)
            value = static_cast<std::uint32_t>(chance() % (size < 100 ? 4 : 40));
        values[0] = 0;
        test::serial_machine machine(0);
        const auto table = positions_of_minima(machine, values.data(), size);
        const least_positions found(values.data(), table.data(), size);
        for (int tries = 0; tries < 300; ++tries) {
            const std::uint64_t first = chance() % size;
            const std::uint64_t last = first + 1 + chance() % (size - first);
            const auto begin = values.begin() + static_cast<std::ptrdiff_t>(first);
            const std::uint32_t at = found.in(first, last);
            ASSERT_GE(at, first);
            ASSERT_LT(at, last);
            EXPECT_EQ(values[at], *std::min_element(begin, values.begin() + static_cast<std::ptrdiff_t>(last)));
            if (first == 0) continue;
            std::uint64_t before = first - 1;
            while (values[before] > values[first])
                --before;
            EXPECT_EQ(found.last_before(first, values[first]), before) << first << " of " << size;
            std::uint64_t behind = first + 1;
            while (behind < size && values[behind] >= values[first])
                ++behind;
            EXPECT_EQ(found.first_below(first, values[first]), behind) << first << " of " << size;
        }
    }
}

/// By hand: XYZ in three sequences, XYZZ in two of them.
TEST(gpu_regions, worked_example) {
    sequence_set_builder builder(alphabet::bytes);
    for (const char* text : {"EFEFXYZ", "FEEFEXYZZ", "QXYZZQXYZZ"})
        builder.add("s", text);
    const sequence_set set = std::move(builder).finish();
    const auto tables = build_tables(set, {}, {});
    const auto& arrays = std::get<overlap::arrays<std::uint32_t>>(tables->arrays());
    test::serial_machine machine(0);
    const region_table found =
        longest_regions(machine, {arrays.suffixes.data(), arrays.prefixes.data(), arrays.suffixes.size(),
                                  sequence::packed(set).offsets(), set.size(), set.size()});
    EXPECT_EQ(found.length, (std::vector<std::uint32_t>{0, 5, 4, 3})); // QXYZZ twice in the last; XYZZ; XYZ
    EXPECT_EQ(found.position[1], 16U);
    EXPECT_EQ(found.position[2], 12U);
    EXPECT_EQ(found.position[3], 4U);
}

void expect_as_the_walk(const sequence_set& set, bool both, const std::string& shown) {
    const overlap_index index = overlap_index::build(set, {}, both ? index_strands::both : index_strands::forward);
    const index_tables& held = index_access::tables_of(index);
    const auto& arrays = std::get<overlap::arrays<std::uint32_t>>(held.arrays());
    test::serial_machine machine(0);
    region_table found =
        longest_regions(machine, {arrays.suffixes.data(), arrays.prefixes.data(), arrays.suffixes.size(),
                                  sequence::packed(held.set).offsets(), held.set.size(), set.size()});
    shared_region_options options;
    options.every_support = true;
    options.both_strands = both;
    options.support = std::min<std::uint64_t>(2, set.size());
    const shared_region_result right = longest_shared_region(index, options);
    for (std::size_t support = set.size(); support > 2; --support) // of at least so many
        if (found.length[support] > found.length[support - 1] ||
            (found.length[support] == found.length[support - 1] &&
             found.position[support] < found.position[support - 1])) {
            found.length[support - 1] = found.length[support];
            found.position[support - 1] = found.position[support];
        }
    for (std::size_t support = 2; support <= set.size(); ++support) {
        const std::uint64_t length = support - 2 < right.by_support.size() ? right.by_support[support - 2].length : 0;
        ASSERT_EQ(found.length[support], length) << "support " << support << "\n" << shown;
        if (length > 0) {
            EXPECT_EQ(held.place_of(found.position[support]), right.by_support[support - 2].first) << shown;
        }
    }
}

TEST(gpu_regions, as_the_walk_with_a_stack) {
    for (std::uint64_t seed = 0; seed < 150; ++seed) {
        const test::overlap_case tried = test::make_overlap_case(seed, 10 + seed * 7 % 600);
        const sequence_set set = tried.set();
        if (set.letters() == 0) continue;
        expect_as_the_walk(set, false, tried.to_paste());
        if (tried.kind == alphabet::dna) expect_as_the_walk(set, true, tried.to_paste());
        if (HasFailure()) return;
    }
}

} // namespace
} // namespace concord::overlap::gpu_regions_test
