// The steps that a GPU's threads run: where sequences begin, and sets of windows.
#include "support/small_input.hpp"

namespace concord::substring::window_sets_test {
namespace {

TEST(atomic, returns_what_was_and_loses_nothing) {
    std::uint32_t sum = 5;
    std::uint32_t half = 0b0110;
    std::uint64_t whole = 0;
    EXPECT_EQ(base::atomic_add(sum, 2), 5U);
    EXPECT_EQ(base::atomic_or(half, std::uint32_t{0b1100}), 0b0110U);
    EXPECT_EQ(half, 0b1110U);
    const auto work = [&](unsigned first) {
        for (unsigned turn = 0; turn < 32'000; ++turn) {
            base::atomic_add(sum, 1);
            base::atomic_or(whole, std::uint64_t{1} << (first + turn % 32));
        }
    };
    std::thread other(work, 32);
    work(0);
    other.join();
    EXPECT_EQ(sum, 64'007U);
    EXPECT_EQ(whole, everywhere);
}

TEST(collection, sequence_at_finds_every_letter_from_any_guess) {
    position_list short_ones(300, 1);
    short_ones.front() = short_ones[150] = 900;
    for (const position_list& lengths :
         {position_list{7}, {5, 5, 5}, {1, 800, 1, 1}, {1, 1, 1, 1, 1, 800}, {0, 0, 3, 0, 4, 0, 0, 1, 0}, short_ones}) {
        position_list offsets{0};
        for (const std::uint64_t length : lengths)
            offsets.push_back(offsets.back() + length);
        const double ratio = static_cast<double>(lengths.size()) / static_cast<double>(offsets.back());
        for (const double guess : {ratio, 0.0, ratio / 3, ratio * 3, 1e9}) {
            const collection given{{nullptr, 0, nullptr}, offsets.data(), lengths.size(), offsets.back(), guess};
            for (std::uint64_t sequence = 0; sequence < lengths.size(); ++sequence)
                for (std::uint64_t position = offsets[sequence]; position < offsets[sequence + 1]; ++position)
                    ASSERT_EQ(given.sequence_at(position), sequence) << "letter " << position << ", guess " << guess;
        }
    }
}

TEST(window_set, windows_lie_in_one_sequence) {
    const small_input two({"ACGTACG", "TTGCATGCA"});
    const auto drawing = [&](std::uint64_t length) { return two.draw(two.input.windows(length, nullptr)); };
    EXPECT_EQ(drawing(1), "1111111|111111111");
    EXPECT_EQ(drawing(5), "1110000|111110000");
    EXPECT_EQ(drawing(8), "0000000|110000000");
    EXPECT_EQ(drawing(10), "0000000|000000000");
    const std::array<std::uint8_t, 2> second = {0, 1};
    EXPECT_EQ(two.draw(two.input.windows(5, second.data())), "0000000|111110000");

    const small_input four({"ACG", "", "ACGTA", "A"});
    EXPECT_EQ(four.draw(four.input.windows(3, nullptr)), "100||11100|0");
    EXPECT_EQ(four.draw(four.input.windows(4, nullptr)), "000||11000|0");

    const small_input wide({std::string(60, 'A'), std::string(70, 'C'), std::string(62, 'G')}); // three words
    EXPECT_EQ(wide.draw(wide.input.windows(5, nullptr)),
              ones(56) + zeros(4) + '|' + ones(66) + zeros(4) + '|' + ones(58) + zeros(4));
    EXPECT_EQ(wide.draw(wide.input.windows(65, nullptr)), zeros(60) + '|' + ones(6) + zeros(64) + '|' + zeros(62));
}

TEST(window_set, longer_windows_need_all_of_their_parts_and_shorter_ones_a_whole) {
    const small_input two({"ACGTACG", "TTGCATGCA"});
    const windows three = two.drawn(3, "1101100|011101100");
    EXPECT_EQ(two.draw(two.input.lengthened(three, 0)), "1101100|011101100");
    EXPECT_EQ(two.draw(two.input.lengthened(three, 1)), "1001000|011001000");
    EXPECT_EQ(two.draw(two.input.lengthened(three, 2)), "0000000|010000000");
    EXPECT_EQ(two.draw(two.input.lengthened(two.input.windows(1, nullptr), 2)), "1111100|111111100");
    EXPECT_EQ(two.draw(two.input.stretched(three, 3)), "1100000|011100000"); // only where they start
    const windows five = two.drawn(5, "0010000|100010000");
    EXPECT_EQ(two.draw(two.input.shortened(five, 0)), "0010000|100010000");
    EXPECT_EQ(two.draw(two.input.shortened(five, 2)), "0011100|111011100");

    const small_input wide({std::string(150, 'A')}); // across words
    EXPECT_EQ(wide.draw(wide.input.lengthened(wide.drawn(4, zeros(62) + ones(6)), 3)), zeros(62) + ones(3) + zeros(85));
    EXPECT_EQ(wide.draw(wide.input.shortened(wide.drawn(100, "0001"), 90)), zeros(3) + ones(91) + zeros(56));
}

TEST(window_set, windows_have_numbers) {
    const small_input two({"ACGTACG", "TTGCATGCA"});
    const windows set = two.drawn(3, "1101100|011101100"); // numbers 01.23..|.456.78..
    EXPECT_EQ(set.count, 9U);
    EXPECT_EQ(set.runs, 4U);
    EXPECT_EQ(two.list(set), (position_list{0, 1, 3, 4, 8, 9, 10, 12, 13}));
    EXPECT_EQ(set.view().rank(0), 0U);
    EXPECT_EQ(set.view().rank(4), 3U);
    EXPECT_EQ(set.view().rank(13), 8U);
    const numbers values = {1, 3, 2, 1, 2, 0, 5, 2, 1};
    const windows two_or_more = two.input.at_least(set, values.data(), 2);
    EXPECT_EQ(two.draw(two_or_more), "0101000|010101000");
    EXPECT_EQ(two.input.at_least(set, values.data(), everywhere).count, 0U);
    EXPECT_EQ(two.draw(two.input.sample(set, 3)), "1000100|000100000"); // the numbers 0, 3 and 6
    // positions 1, 3, 8, 10, 12, of which the last three are of the second sequence, which begins at 7
    std::vector<window> kept(5);
    two.machine.for_each(two.input.words(), list_supported{two.input.letters(), set.view(), values.data(),
                                                           two_or_more.view(), 0, kept.size(), kept.data()});
    EXPECT_EQ(kept, (std::vector<window>{{0, 1, 3}, {0, 3, 2}, {1, 1, 2}, {1, 3, 5}, {1, 5, 2}}));
    std::vector<window> some(2);
    two.machine.for_each(two.input.words(), list_supported{two.input.letters(), set.view(), values.data(),
                                                           two_or_more.view(), 1, some.size(), some.data()});
    EXPECT_EQ(some, (std::vector<window>{{0, 3, 2}, {1, 1, 2}}));
}

TEST(window_set, random_sets_agree_with_loops) {
    std::mt19937_64 random(1);
    for (unsigned trial = 0; trial < 600; ++trial) {
        const small_input small(random_texts(random, "ACGT", trial % 2 == 0 ? 20 : 170));
        const std::uint64_t length = 1 + random() % (trial % 2 == 0 ? 8 : 90);
        std::vector<std::uint8_t> member(small.set.size());
        std::generate(member.begin(), member.end(), [&] { return random() % 4 == 0 ? 0 : 1; });
        const auto starts = [&](std::uint64_t of_length, bool of_all) {
            position_list all;
            for (std::size_t sequence = 0; sequence < small.set.size(); ++sequence)
                for (std::uint64_t start = 0; start + of_length <= small.set.length(sequence); ++start)
                    if (of_all || member[sequence] != 0) all.push_back(small.given.offset(sequence) + start);
            return all;
        };
        position_list some = starts(length, false);
        ASSERT_EQ(small.list(small.input.windows(length, member.data())), some);
        std::erase_if(some, [&](auto) { return random() % 16 == 0; });
        const auto held = [&](std::uint64_t start) { return std::binary_search(some.begin(), some.end(), start); };
        const windows set = small.input.at(length, some);
        const std::uint64_t word = random() % small.input.words();
        const auto behind = std::lower_bound(some.begin(), some.end(), word * windows_per_word);
        ASSERT_EQ(small.list(set, word), position_list(behind, some.end()));
        for (std::uint64_t index = 0; index < some.size(); ++index)
            ASSERT_EQ(set.view().rank(some[index]), index);
        const std::uint64_t more = random() % 80;
        position_list longer = starts(length + more, true);
        std::erase_if(longer, [&](std::uint64_t start) {
            for (std::uint64_t shift = 0; shift <= more; ++shift)
                if (!held(start + shift)) return true;
            return false;
        });
        ASSERT_EQ(small.list(small.input.lengthened(set, more)), longer) << length << " and " << more << " letters";
        const std::uint64_t less = random() % length;
        position_list shorter = starts(length - less, true);
        std::erase_if(shorter, [&](std::uint64_t start) {
            for (std::uint64_t shift = 0; shift <= std::min(less, start); ++shift)
                if (held(start - shift)) return false;
            return true;
        });
        ASSERT_EQ(small.list(small.input.shortened(set, less)), shorter) << length << " less " << less << " letters";
    }
}

} // namespace
} // namespace concord::substring::window_sets_test
