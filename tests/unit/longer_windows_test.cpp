// What is known of windows by what holds both of their parts, and windows that are left behind a stage of the
// sequences.
#include "problems/substring/variants/held_classes.hpp"
#include "problems/substring/variants/variants.hpp"
#include "support/sequence_text.hpp"
#include "support/variant_habits.hpp"
#include "support/variant_tools.hpp"

#include <concord/substring.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <map>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <vector>

namespace concord::substring::longer_windows_test {
namespace {

/// The windows of so many letters of the forward strand.
window_classes classes_of(const piece_collection& of, std::uint64_t length, runtime::thread_pool& workers) {
    window_starts starts;
    for (const piece& one : of.pieces())
        for (std::uint64_t at = 0; at + length <= one.length; ++at)
            starts.push_back(one.first + at);
    return group_windows(of, starts, length, reading::forward, workers);
}

/// The byte of each class, by the letters at its representative.
std::vector<std::uint8_t> held_by(const window_classes& classes, const std::map<std::uint64_t, std::uint8_t>& held) {
    std::vector<std::uint8_t> bytes;
    for (std::size_t index = 0; index < classes.size(); ++index)
        bytes.push_back(held.at(classes.representative(index)));
    return bytes;
}

TEST(longer_windows, at_most_the_sequences_that_hold_both_parts) {
    const sequence_set set = test::make_set({"ACGT", "ACGA"});
    const piece_collection of(set, {});
    test::variant_tools tools;
    const window_classes classes = classes_of(of, 3, tools.workers); // ACG of both, CGT, CGA
    ASSERT_EQ(classes.size(), 3);
    const std::uint64_t one = of.text_first(0);
    const std::uint64_t other = of.text_first(1);
    longer_windows longer(classes, 3, {2, 2}, tools.workers);
    EXPECT_EQ(longer.length(), 4);
    EXPECT_EQ(longer.size(), 2);
    longer.add(0, 0, held_by(classes, {{one, 0b1011}, {one + 1, 0b0111}, {other + 1, 0b1000}}));
    longer.add(0, 1, held_by(classes, {{one, 0b0001}, {one + 1, 0b0001}, {other + 1, 0b1110}}));
    longer.finish();
    EXPECT_EQ(longer.most_from(0, one), 3); // two of eight, and one
    EXPECT_EQ(longer.most_from(1, one), 1);
    EXPECT_EQ(longer.most_from(0, other), 1);
    EXPECT_EQ(longer.most_from(1, other), 0);
    EXPECT_EQ(longer.most_from(0, one + 1), std::numeric_limits<std::uint64_t>::max()); // ends where CGT ends
    window_starts starts{one, one + 1, other};
    longer.drop(starts, 4);
    EXPECT_EQ(starts, (window_starts{one + 1}));
    starts = {one, other};
    longer.drop(starts, 2);
    EXPECT_EQ(starts, (window_starts{one}));
}

/// Marks the same lanes of each part, by the start of a window, and notes how many classes it is asked for.
class constant_marker final : public lane_marker {
  public:
    constant_marker(const window_classes& classes, const std::map<std::uint64_t, std::uint8_t>& lanes,
                    std::vector<std::size_t>& asked)
        : held_(held_by(classes, lanes)), asked_(asked) {}
    void mark(const some_lanes&, std::span<std::uint8_t> held) override {
        asked_.push_back(held.size());
        std::ranges::copy(held_, held.begin());
    }

  private:
    std::vector<std::uint8_t> held_;
    std::vector<std::size_t>& asked_;
};

TEST(count_in_stages, classes_are_left_that_cannot_reach_the_support_any_more) {
    const sequence_set set = test::make_set({"ACGTA"});
    const piece_collection of(set, {});
    test::variant_tools tools;
    const std::uint64_t first = of.text_first(0);
    const window_classes shorter = classes_of(of, 2, tools.workers); // AC, CG, GT, TA
    const window_classes classes = classes_of(of, 3, tools.workers); // ACG, CGT, GTA
    ASSERT_EQ(classes.size(), 3);
    lane_block block; // 32 sequences, in four stages
    block.lanes = 32;
    block.sequences = 32;
    const std::vector<some_lanes> parts = lanes_of(std::span(&block, 1));
    const lane_stages stages{parts.size(), 4};
    ASSERT_EQ(parts.size(), 4);
    const std::map<std::uint64_t, std::uint8_t> lanes{{first, 0xff}, {first + 1, 0x0f}, {first + 2, 0x00}};
    std::vector<std::size_t> asked;
    const make_marker_of markers = [&](const window_classes& some) -> make_marker {
        return [&, some] { return std::make_unique<constant_marker>(some, lanes, asked); };
    };
    const auto count = [&](const longer_windows* bounds, longer_windows* longer) {
        asked.clear();
        std::vector<std::uint64_t> of_start(3);
        const std::vector<std::uint64_t> supports =
            count_in_stages({classes, bounds, longer}, 20, parts, stages, markers, tools.workers);
        for (std::size_t index = 0; index < classes.size(); ++index)
            of_start[classes.representative(index) - first] = supports[index];
        return of_start;
    };
    // GTA: 0 of 16 and 16 more are fewer than 20. CGT: 12 of 24 and 8 more are not.
    EXPECT_EQ(count(nullptr, nullptr), (std::vector<std::uint64_t>{32, 16, 0}));
    EXPECT_EQ(asked, (std::vector<std::size_t>{3, 3, 2, 2}));
    // Four of eight sequences hold GT, so that CGT, of which 4 of 8 are known then, is in 12 more at most.
    longer_windows bounds(shorter, 2, stages, tools.workers);
    for (std::size_t stage = 0; stage < 4; ++stage)
        bounds.add(0, stage,
                   held_by(shorter, {{first, 0xff}, {first + 1, 0xff}, {first + 2, 0x0f}, {first + 3, 0xff}}));
    bounds.finish();
    longer_windows longer(classes, 3, stages, tools.workers);
    EXPECT_EQ(count(&bounds, &longer), (std::vector<std::uint64_t>{32, 4, 0}));
    EXPECT_EQ(asked, (std::vector<std::size_t>{3, 1, 1, 1}));
    longer.finish();
    EXPECT_EQ(longer.most_from(0, first), 4); // ACGT: of ACG and CGT, in the first stage alone
}

TEST(longer_windows, of_random_reads_most_are_known_without_a_count) {
    std::mt19937_64 random(3);
    std::vector<std::string> reads(120, std::string(60, 'A'));
    for (std::string& read : reads)
        for (char& each : read)
            each = "ACGT"[random() % 4];
    const sequence_set set = test::make_set(reads);
    search_habits habits = current_search_habits();
    habits.counts_by_halves = true;
    test::expect_same_with(habits, set, test::with_two_edits(24), "as they hold both parts");
}

} // namespace
} // namespace concord::substring::longer_windows_test
