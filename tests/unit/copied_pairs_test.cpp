// Groups of copies, and pairs of groups as pairs of sequences: all at once and few at a time, as comparing all with all
// gives them.
#include "problems/distance/join/copied_pairs.hpp"
#include "sequence/packed_sequences.hpp"
#include "support/random_case.hpp"

#include <concord/sequences.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <span>
#include <string>
#include <tuple>
#include <vector>

namespace concord::edit_distance::copied_pairs_test {
namespace {

using triple = std::tuple<std::uint64_t, std::uint64_t, std::uint32_t>;

/// Any function of two distinct letters; the sequences have one letter each.
std::uint32_t distance_of(char a, char b) { return static_cast<std::uint32_t>((a - b) * (a - b)) % 3; }

void try_lists(std::uint64_t seed, bool are_grouped, wanted_pairs wanted, std::uint64_t most) {
    std::mt19937_64 random(seed);
    std::vector<std::string> texts(1 + random() % 300);
    for (std::string& text : texts)
        text = std::string(1, static_cast<char>('a' + random() % 12));
    sequence_set_builder builder(alphabet::bytes);
    for (const std::string& text : texts)
        builder.add("", text);
    const sequence_set set = std::move(builder).finish();
    run_options options;
    options.threads = 1 + static_cast<unsigned>(seed % 3);
    runtime::thread_pool pool(options);
    const copy_groups groups(sequence::packed(set), pool);

    std::vector<std::uint32_t> rows;
    for (std::uint32_t at = 0; at < texts.size(); ++at)
        if (are_grouped || random() % 3 > 0) rows.push_back(at);
    const auto is_near = [&](std::uint64_t i, std::uint64_t j) { return distance_of(texts[i][0], texts[j][0]) < 2; };
    copied_pairs copied(groups, rows, are_grouped ? &groups : nullptr, are_grouped);
    for (const std::uint32_t row : are_grouped ? std::vector(groups.firsts().begin(), groups.firsts().end()) : rows) {
        std::vector<near_pair> pairs;
        for (const std::uint32_t first : groups.firsts())
            if (is_near(row, first) && !(are_grouped && row == first))
                pairs.push_back({row, first, distance_of(texts[row][0], texts[first][0])});
        copied.add(pairs);
    }
    std::vector<triple> expected;
    for (const std::uint32_t i : rows)
        for (std::uint32_t j = 0; j < texts.size(); ++j)
            if (is_near(i, j) && (wanted == wanted_pairs::all || i < j))
                expected.emplace_back(i, j, distance_of(texts[i][0], texts[j][0]));
    std::vector<triple> found;
    copied.deliver(pool, wanted, most, [&](std::span<const near_pair> pairs) {
        for (const near_pair& each : pairs)
            found.emplace_back(each.a, each.b, each.distance);
    });
    EXPECT_EQ(found, expected) << "seed " << seed << ", grouped " << are_grouped << ", most " << most;
}

TEST(copied_pairs, are_those_of_all_sequences) {
    for (const std::uint64_t seed : test::seeds(57'000'000, 60))
        for (const bool are_grouped : {false, true})
            for (const wanted_pairs wanted : {wanted_pairs::all, wanted_pairs::each_once})
                for (const std::uint64_t most : {std::uint64_t{1}, std::uint64_t{500}, std::uint64_t{1'000'000}})
                    try_lists(seed, are_grouped, wanted, most);
}

TEST(copy_groups, equal_sequences_are_together) {
    const std::vector<std::string> texts = {"ACGT", "ACG", "ACGT", "", "ACGN", "ACGT", "", "ACGN", "ACGA"};
    sequence_set_builder builder(alphabet::dna);
    for (const std::string& text : texts)
        builder.add("", text);
    const sequence_set set = std::move(builder).finish();
    const run_options options;
    runtime::thread_pool pool(options);
    const copy_groups groups(sequence::packed(set), pool);
    const std::vector<std::vector<std::uint32_t>> expected = {{0, 2, 5}, {1}, {3, 6}, {4, 7}, {8}};
    ASSERT_EQ(groups.size(), expected.size());
    for (std::uint32_t group = 0; group < groups.size(); ++group) {
        const std::span<const std::uint32_t> copies = groups.copies(group);
        EXPECT_EQ(std::vector<std::uint32_t>(copies.begin(), copies.end()), expected[group]);
        EXPECT_EQ(groups.firsts()[group], expected[group].front());
        for (const std::uint32_t each : copies)
            EXPECT_EQ(groups.group_of(each), group);
    }
    EXPECT_DOUBLE_EQ(groups.copies_each(), (9 + 1 + 4 + 4 + 1) / 9.0);
    EXPECT_DOUBLE_EQ(estimate_copies_each(sequence::packed(set), 100), (9 + 1 + 4 + 4 + 1) / 9.0);
}

} // namespace
} // namespace concord::edit_distance::copied_pairs_test
