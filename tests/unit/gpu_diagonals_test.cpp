// The search of few edits as GPUs run it, tile by tile, on the host: the same as on the CPU. And points and tiles,
// worked out by hand.
#include "alignment/diagonal/gpu/tiled_search.hpp"
#include "oracles/distance.hpp"
#include "support/pair_case.hpp"
#include "support/serial_machine.hpp"

#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <string>

namespace concord::pairwise::gpu_diagonals_test {
namespace {

/// Lane by lane, with the barriers of a block.
class tile_by_tile : public test::serial_machine {
  public:
    tile_by_tile() : serial_machine(std::uint64_t{1} << 30U) {}

    template <class Code>
    void advance(const diagonals::tile_work<Code>& work) {
        for (const unsigned side : {0U, 1U})
            for (std::uint32_t tile = 0; tile < work.tiles(side); ++tile)
                run(work, side, tile);
    }
    std::uint64_t tiles = 0;

  private:
    template <class Code>
    void run(const diagonals::tile_work<Code>& work, unsigned side, std::uint32_t tile) {
        using row = std::array<std::int32_t, diagonals::tile_lanes + 2>;
        row here;
        here.fill(diagonals::unreached_on_gpu);
        for (std::uint32_t lane = 0; lane < diagonals::tile_lanes; ++lane)
            here[lane + 1] = work.load(side, work.diagonal_of(side, tile, lane));
        for (std::int32_t step = 1; step <= work.steps[side]; ++step) {
            const row before = here;
            for (std::uint32_t lane = 0; lane < diagonals::tile_lanes; ++lane)
                here[lane + 1] = work.step(side, before.data() + lane, work.diagonal_of(side, tile, lane), step);
        }
        for (std::uint32_t lane = 0; lane < diagonals::tile_lanes; ++lane)
            work.store(side, lane, work.diagonal_of(side, tile, lane), here[lane + 1]);
        ++tiles;
    }
};

constexpr double any_effort = 1e18;
constexpr std::uint64_t any_edits = std::numeric_limits<std::uint64_t>::max();

void expect_the_same(const test::pair_case& pair, bool may_substitute, const diagonal_effort& effort) {
    const sequence::coded_pair coded = sequence::code_pair(pair.ref_a(), pair.ref_b());
    const diagonal_result right = compare_by_diagonals(coded, {.substitutions = may_substitute}, true,
                                                       vector_target::baseline, {any_effort, effort.most_edits, {}});
    tile_by_tile machine;
    const diagonal_result found =
        diagonals::search_by_tiles(machine, coded, may_substitute, true, vector_target::baseline, effort);
    ASSERT_EQ(found.outcome, right.outcome) << pair.to_paste();
    if (right.outcome != diagonal_outcome::found) return;
    EXPECT_EQ(found.edits, right.edits) << pair.to_paste();
    EXPECT_EQ(cigar(found.aligned), cigar(right.aligned)) << pair.to_paste();
    EXPECT_EQ(test::replay(pair, found.aligned), right.edits) << pair.to_paste();
}

test::pair_case pair_of(const std::string& a, const std::string& b) {
    return {0, {a.begin(), a.end()}, {b.begin(), b.end()}};
}

TEST(gpu_diagonals, worked_pairs) {
    for (const bool may_substitute : {true, false})
        for (const auto& [a, b] : {std::pair("", ""),
                                   {"A", ""},
                                   {"", "ACGT"},
                                   {"flaw", "lawn"},
                                   {"01234", "12340"},
                                   {"GATTACA", "GATTACA"},
                                   {"AAAA", "TTTTTT"}})
            expect_the_same(pair_of(a, b), may_substitute, {any_effort, any_edits, {}});
}

TEST(gpu_diagonals, a_point_of_the_next_wavefront) {
    // a = AB, b = B, each followed by what differs from all. No edits: h = 0 on diagonal 0. One edit on diagonal 1: A
    // is inserted, then B equals B.
    const std::string a = "AB" + std::string(64, '\1');
    const std::string b = "B" + std::string(64, '\2');
    const diagonals::letters_on_gpu<char> pair{a.data(), b.data(), 2, 1};
    const std::int32_t none = diagonals::unreached_on_gpu;
    EXPECT_EQ(pair.next(0, none, none, 1, 1, true), 2);
    EXPECT_EQ(pair.next(none, 0, none, 0, 1, true), 1);    // A replaced by B
    EXPECT_EQ(pair.next(none, none, 0, -1, 1, true), 0);   // B deleted
    EXPECT_EQ(pair.next(none, 0, none, 2, 1, true), none); // two diagonals away
    EXPECT_EQ(pair.next(none, 0, none, 0, 1, false), 0);   // indels: nothing is gained on diagonal 0
}

TEST(gpu_diagonals, give_up_where_it_is_not_worth_it) {
    const test::pair_case pair = pair_of(std::string(3000, 'A'), std::string(3000, 'C'));
    const sequence::coded_pair coded = sequence::code_pair(pair.ref_a(), pair.ref_b());
    tile_by_tile machine;
    EXPECT_EQ(
        diagonals::search_by_tiles(machine, coded, true, false, vector_target::baseline, {1e4, any_edits, {}}).outcome,
        diagonal_outcome::gave_up);
    EXPECT_LT(machine.tiles, 40U);
}

TEST(gpu_diagonals, most_edits) {
    const test::pair_case pair =
        pair_of("GATTACAGATTACA" + std::string(300, 'A'), "GATTTCAGTTTACA" + std::string(290, 'A'));
    for (std::uint64_t most = 0; most < 20; ++most) // 12 edits
        for (const bool may_substitute : {true, false})
            expect_the_same(pair, may_substitute, {any_effort, most, {}});
}

/// Several tiles a wavefront, rounds that end in the middle, letters of one and of four bytes.
class gpu_diagonals_agree : public testing::TestWithParam<int> {};

TEST_P(gpu_diagonals_agree, with_the_cpu) {
    for (std::uint64_t seed = static_cast<std::uint64_t>(GetParam()); seed < 60; seed += 4)
        for (const bool may_substitute : {true, false})
            expect_the_same(test::make_pair_case(seed, seed % 8 == 0 ? 1500 : 300), may_substitute,
                            {any_effort, any_edits, {}});
}

INSTANTIATE_TEST_SUITE_P(seeds, gpu_diagonals_agree, testing::Range(0, 4));

} // namespace
} // namespace concord::pairwise::gpu_diagonals_test
