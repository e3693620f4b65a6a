// The steps that a GPU's threads run: bounds by block combinations, and equal sequences.
#include "support/small_input.hpp"

namespace concord::substring::window_filter_test {
namespace {

/// The tables of a level of the filter.
struct combinations {
    combinations(const small_input& hashed, position_list masks_of_choices, unsigned words, unsigned index_bits)
        : small(hashed),
          masks(std::move(masks_of_choices)), hash{small.input.letters().letters, words, masks.data(),
                                                   static_cast<std::uint32_t>(masks.size() / words), index_bits} {}

    [[nodiscard]] numbers bounds(const position_list& all, const std::uint32_t* copies) const {
        numbers tables(std::uint64_t{hash.combinations} << hash.index_bits);
        numbers found(all.size(), 1);
        const window_weight weight{small.input.letters(), copies};
        small.machine.for_each(all.size(), count_combinations{hash, weight, all.data(), tables.data()});
        small.machine.for_each(all.size(), bound_supports{hash, all.data(), tables.data(), found.data()});
        return found;
    }
    [[nodiscard]] windows kept(std::uint64_t source, const position_list& targets) const {
        numbers marks((std::uint64_t{hash.combinations} << hash.index_bits) / 32 + 1);
        windows found = small.input.at(1, {});
        insert_combinations{hash, &source, marks.data()}(0);
        small.machine.for_each(targets.size(), keep_members{hash, targets.data(), marks.data(), found.bits.data()});
        return found;
    }

    const small_input& small;
    position_list masks;
    combination_hash hash;
};

TEST(block_combinations, by_hand) {
    const small_input four({"ACGT", "ACTT", "GGGT", "CCCC"}, 1);
    const combinations halves(four, {0b0011, 0b1100}, 1, 16);
    EXPECT_EQ(halves.hash.entry(0, 0), halves.hash.entry(4, 0)); // AC
    EXPECT_NE(halves.hash.entry(0, 1), halves.hash.entry(4, 1)); // GT and TT
    EXPECT_EQ(halves.hash.entry(0, 1), halves.hash.entry(8, 1)); // GT
    EXPECT_NE(halves.hash.entry(0, 0), halves.hash.entry(8, 0)); // AC and GG
    const position_list all = {0, 4, 8, 12};
    EXPECT_EQ(halves.bounds(all, nullptr), (numbers{3, 2, 2, 1}));
    EXPECT_EQ(halves.bounds(all, numbers{5, 1, 1, 1}.data()), (numbers{11, 6, 6, 1})); // twice 4 and 1, 5, 5, none
    EXPECT_EQ(halves.bounds(all, numbers{0xF0000000, 1, 1, 1}.data()),
              (numbers{0xFFFFFFFF, 0xF0000001, 0xF0000001, 1}));
    EXPECT_EQ(four.draw(halves.kept(0, all)), "1000|1000|1000|0000");
    EXPECT_EQ(four.draw(halves.kept(12, all)), "0000|0000|0000|1000");
    windows bounded = four.input.at(4, {});
    four.machine.for_each(4, keep_bounded{all.data(), numbers{3, 2, 2, 1}.data(), 2, bounded.bits.data()});
    EXPECT_EQ(four.draw(bounded), "1000|1000|1000|0000");

    const std::string rest(69, 'G'); // windows of two words
    const small_input wide({rest + "A", rest + "C", "T" + rest});
    const combinations ends(wide, {0, 0b111000, everywhere, 0}, 2, 16);
    EXPECT_NE(ends.hash.entry(0, 0), ends.hash.entry(70, 0));
    EXPECT_EQ(ends.hash.entry(0, 1), ends.hash.entry(70, 1));
    EXPECT_NE(ends.hash.entry(0, 1), ends.hash.entry(140, 1));
}

TEST(block_combinations, no_window_that_has_or_gives_support_is_dropped) {
    std::mt19937_64 random(5);
    for (unsigned trial = 0; trial < 200; ++trial) {
        const small_input small(random_texts(random, trial % 2 == 0 ? "ACGT" : "AACCN", 80), random() % 4);
        const auto intact = static_cast<std::uint32_t>(1 + random() % 3);
        const auto blocks = static_cast<std::uint32_t>(small.given.mismatches + intact);
        const std::uint64_t length = blocks + random() % (trial % 4 == 0 ? 70 : 8);
        const unsigned words = length > 64 ? 2 : 1;
        const numbers chosen = block_combinations(blocks, intact);
        position_list masks(chosen.size() / intact * words);
        for (std::size_t index = 0; index < chosen.size(); ++index)
            for (std::uint64_t letter = 0; letter < length; ++letter)
                if (letter * blocks / length == chosen[index])
                    masks[index / intact * words + letter / 64] |= std::uint64_t{1} << (letter % 64);
        const combinations tables(small, masks, words, trial % 3 == 0 ? 2 : 12); // of four entries: all collide

        const representatives<test::serial_machine> equals(small.input);
        const position_list all = small.list(small.input.windows(length, equals.mask()));
        const numbers bounds = tables.bounds(all, equals.copies());
        for (std::size_t index = 0; index < all.size(); ++index)
            ASSERT_GE(bounds[index], small.true_support(all[index], length)) << "the window at " << all[index];
        for (std::size_t index = 0; index < all.size(); index += 20) {
            const windows kept = tables.kept(all[index], all);
            for (const std::uint64_t target : all)
                if (target == all[index] || small.differing(all[index], target, length) <= small.given.mismatches) {
                    ASSERT_TRUE(small_input::holds(kept, target)) << target << " supports " << all[index];
                }
        }
    }
}

// Nearly all windows stand in two sequences: a bound of 2 has too many, one of 3 none, and there is nothing in between.
TEST(filter, greatest_bounds_are_found_where_all_are_equal) {
    std::mt19937_64 random(7);
    texts pairs;
    for (int pair = 0; pair < 100; ++pair) {
        std::string letters(60, 'A');
        for (char& letter : letters)
            letter = "ACGT"[random() % 4];
        pairs.push_back(letters + "A");
        pairs.push_back(letters + "C");
    }
    const small_input small(pairs);
    auto sources = std::make_shared<const windows>(small.input.windows(20, nullptr));
    auto targets = sources;
    ASSERT_EQ(sources->count, 200U * 42U);
    const windows promising = window_filter<test::serial_machine>(small.input, 0).run(1, 2, nullptr, sources, targets);
    EXPECT_GE(sources->count, 200U * 41U);        // all but the last of each sequence, which holds its last letter,
    EXPECT_LE(sources->count, 200U * 41U + 100U); // and a few of those, whose hashes meet by chance
    EXPECT_EQ(targets->count, sources->count);
    EXPECT_GE(promising.count, tuning::sampled_windows);
    EXPECT_LE(promising.count, 2 * tuning::sampled_windows);
}

// Nearly every target agrees with a source, which is seen after a quarter of the combinations: the set stays as it is.
TEST(filter, targets_that_nearly_all_agree_with_a_source_are_left_as_they_are) {
    std::mt19937_64 random(9);
    texts pairs;
    for (int pair = 0; pair < 60; ++pair) {
        std::string letters(60, 'A');
        for (char& letter : letters)
            letter = "ACGT"[random() % 4];
        pairs.push_back(letters);
        pairs.push_back(letters);
    }
    pairs.push_back(std::string(60, 'A')); // agrees with none
    const small_input small(pairs, 2);
    const auto all = std::make_shared<const windows>(small.input.windows(20, nullptr));
    for (const std::uint64_t intact : {1U, 2U, 3U}) { // three, six and ten combinations
        auto sources = all;
        auto targets = all;
        window_filter<test::serial_machine>(small.input, 0).run(intact, 2, nullptr, sources, targets);
        ASSERT_GE(sources->count, 120U * 41U) << intact;
        EXPECT_EQ(targets, all) << intact << " blocks intact";
    }
}

TEST(representatives, the_first_of_equal_sequences_speaks_for_all) {
    const std::string rest(69, 'G');
    const small_input small({"ACGT", "AC", "ACGT", "", "ACGTA", "ACGT", "", "ACGN", "ACGN", "A" + rest, rest + "A",
                             rest + "C", rest + "A"});
    const representatives<test::serial_machine> equals(small.input);
    ASSERT_TRUE(equals.some_are_equal());
    EXPECT_EQ(numbers(equals.copies(), equals.copies() + 13), (numbers{3, 1, 0, 2, 1, 0, 0, 2, 0, 1, 2, 1, 0}));
    EXPECT_EQ(numbers(equals.mask(), equals.mask() + 13), (numbers{1, 1, 0, 1, 1, 0, 0, 1, 0, 1, 1, 1, 0}));
    const std::vector<std::uint32_t> of_each = equals.of_each(small.input);
    const position_list representative_of(of_each.begin(), of_each.end());
    EXPECT_EQ(representative_of, (position_list{0, 1, 0, 3, 4, 0, 3, 7, 7, 9, 10, 11, 10}));

    const small_input unequal({"AAAA", "AAAAA", "A"}); // equal bits, and unequal lengths
    const representatives<test::serial_machine> each(unequal.input);
    EXPECT_FALSE(each.some_are_equal());
    EXPECT_EQ(each.copies(), nullptr);
    EXPECT_EQ(each.mask(), nullptr);
}

TEST(representatives, equal_hashes_are_not_believed) {
    const std::string rest(69, 'G');
    const small_input small({"AAAA", "AAAAA", "AAAAC", "AAAAC", "AAAA", rest + "A", rest + "C", rest + "C"});
    const position_list hashes(8, 7);
    const numbers order = {0, 1, 2, 3, 4, 5, 6, 7};
    numbers first(8);
    small.machine.for_each(8, mark_first_of_equals{small.input.letters(), hashes.data(), order.data(), first.data()});
    EXPECT_EQ(first, (numbers{1, 1, 1, 0, 1, 1, 1, 0}));
}

} // namespace
} // namespace concord::substring::window_filter_test
