// Equal windows: one is counted, and all have its support.
#include "problems/substring/gpu/distinct_windows.hpp"
#include "problems/substring/gpu/support_counter.hpp"
#include "support/small_input.hpp"

namespace concord::substring::distinct_windows_test {
namespace {

using distinct = distinct_windows<test::serial_machine>;

TEST(distinct_windows, by_hand) {
    const small_input three({"ACACA", "CACG", "GCAC"});
    const windows all = three.input.windows(3, nullptr); // ACA CAC ACA | CAC ACG | GCA CAC
    const distinct words(three.input, all);
    EXPECT_EQ(three.draw(*words.set()), "11000|0100|1000"); // ACA CAC | ACG | GCA, each where it stands first
    const numbers by_word{5, 8, 2, 3};
    const auto spread = words.spread(*words.set(), by_word.data());
    EXPECT_EQ(numbers(spread.data(), spread.data() + all.count), (numbers{5, 8, 5, 8, 2, 3, 8}));
    const auto weights = words.weights(nullptr);
    EXPECT_EQ(numbers(weights.data(), weights.data() + 4), (numbers{2, 3, 1, 1})); // ACA CAC ACG GCA
    const auto of_copies = words.weights(numbers{1, 2, 1}.data());
    EXPECT_EQ(numbers(of_copies.data(), of_copies.data() + 4), (numbers{2, 4, 2, 1}));
    // Of words that were not counted nothing is known.
    const windows counted = three.input.at(3, {1}); // CAC
    const auto some = words.spread(counted, numbers{8}.data());
    EXPECT_EQ(numbers(some.data(), some.data() + all.count), (numbers{0, 8, 0, 8, 0, 0, 8}));
}

TEST(distinct_windows, ambiguous_letters_equal_themselves) {
    const small_input two({"ANAN", "NANA"});
    const windows all = two.input.windows(2, nullptr); // AN NA AN | NA AN NA
    EXPECT_EQ(two.draw(*distinct(two.input, all).set()), "1100|0000");
}

TEST(distinct_windows, windows_of_two_words_differ_at_their_ends) {
    const std::string rest(69, 'G');
    const small_input wide({rest + "A", rest + "C", rest + "A"});
    const windows all = wide.input.windows(70, nullptr);
    const distinct words(wide.input, all);
    EXPECT_EQ(wide.list(*words.set()), (position_list{0, 70}));
}

TEST(distinct_windows, supports_are_the_true_ones) {
    std::mt19937_64 random(29);
    for (unsigned trial = 0; trial < 100; ++trial) {
        texts copies = random_texts(random, trial % 2 == 0 ? "AC" : "ACN", 40);
        for (std::size_t once = copies.size(), copy = 0; copy < 3 * once; ++copy)
            copies.push_back(copies[random() % once]);
        const small_input small(copies, random() % 3);
        const std::uint64_t length = 1 + random() % 6;
        const std::uint64_t support = 1 + random() % copies.size();
        const auto all = std::make_shared<const windows>(small.input.windows(length, nullptr));
        const support_counter<test::serial_machine> counter(small.input, 0);
        const auto found = counter.count(all, all, support, nullptr);
        const auto bound = counter.count(all, all, support, nullptr, true);
        for (const std::uint64_t position : small.list(*all)) {
            const std::uint32_t expected = small.true_support(position, length);
            EXPECT_EQ(small_input::holds(found.set, position), expected >= support)
                << "trial " << trial << ", position " << position;
            if (expected < support) continue;
            EXPECT_TRUE(small_input::holds(bound.set, position)) << "trial " << trial << ", position " << position;
            EXPECT_EQ(found.supports.data()[found.counted->view().rank(position)], expected)
                << "trial " << trial << ", position " << position;
        }
    }
}

} // namespace
} // namespace concord::substring::distinct_windows_test
