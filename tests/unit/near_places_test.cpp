// Windows that cannot have the support, before any are compared: by how many places are near to them, and by a few of
// the sequences that nearly all of which must hold them.
#include "problems/substring/gpu/near_places.hpp"
#include "problems/substring/gpu/sequence_samples.hpp"
#include "problems/substring/gpu/support_counter.hpp"
#include "support/small_input.hpp"

namespace concord::substring::near_places_test {
namespace {

using places = near_places<test::serial_machine>;

TEST(near_places, by_hand) {
    // Within one mismatch of ACG: itself, ACC and TCG; of CGT: itself; of ACC and of TCG: themselves and ACG.
    const small_input three({"ACGT", "ACC", "TCG"}, 1);
    const windows all = three.input.windows(3, nullptr);
    const auto near_to = [&](unsigned letters, std::uint64_t support, const std::uint32_t* copies) {
        return three.draw(places(three.input, 3, letters).near_to_many(all, all, support, copies));
    };
    for (unsigned letters = 1; letters <= 4; ++letters) { // of a table: one table of all words, or up to 16 of them
        ASSERT_TRUE(places(three.input, 3, letters).are_possible());
        EXPECT_EQ(near_to(letters, 1, nullptr), "1100|100|100") << letters;
        EXPECT_EQ(near_to(letters, 2, nullptr), "1000|100|100") << letters;
        EXPECT_EQ(near_to(letters, 3, nullptr), "1000|000|000") << letters;
        EXPECT_EQ(near_to(letters, 4, nullptr), "0000|000|000") << letters;
        EXPECT_EQ(near_to(letters, 4, numbers{1, 3, 1}.data()), "1000|100|000") << letters; // 5, 1, 4, 2
    }
    EXPECT_FALSE(places(three.input, 6, 1).are_possible()); // five letters before the table's
}

TEST(near_places, only_targets_are_near_and_only_sources_are_kept) {
    const small_input three({"ACGT", "ACC", "TCG"}, 1);
    const windows sources = three.drawn(3, "1100|000|100"); // ACG CGT | TCG
    const windows targets = three.drawn(3, "0100|100|000"); // CGT | ACC
    EXPECT_EQ(three.draw(places(three.input, 3).near_to_many(sources, targets, 1, nullptr)), "1100|000|000");
}

/// Windows of a set near to each window in their first letters, where no letter is ambiguous.
std::uint64_t places_near_to(const small_input& small, std::uint64_t position, const windows& targets,
                             std::uint64_t letters) {
    std::uint64_t near = 0;
    for (const std::uint64_t other : small.list(targets))
        near += small.differing(position, other, letters) <= small.given.mismatches ? 1U : 0U;
    return near;
}

TEST(near_places, are_those_of_a_comparison_and_no_fewer_than_the_support) {
    std::mt19937_64 random(47);
    for (unsigned trial = 0; trial < 200; ++trial) {
        const bool is_ambiguous = trial % 4 == 0;
        const small_input small(random_texts(random, is_ambiguous ? "ACGTN" : "AACGT", 60), random() % 5);
        const std::uint64_t length = 1 + random() % 6;
        const windows all = small.input.windows(length, nullptr);
        const std::uint64_t letters = trial % 2 == 0 ? length : 1 + random() % length;
        const places near(small.input, letters, 3 + static_cast<unsigned>(random() % 4));
        if (all.count == 0) continue;
        const std::uint64_t support = 1 + random() % 8;
        const windows kept = near.near_to_many(all, all, support, nullptr);
        for (const std::uint64_t position : small.list(all)) {
            const bool is_kept = small_input::holds(kept, position);
            const bool is_near_to_many = places_near_to(small, position, all, letters) >= support;
            EXPECT_TRUE(is_ambiguous || is_kept == is_near_to_many) << "trial " << trial << ", position " << position;
            const bool has_support = small.true_support(position, length) >= support;
            EXPECT_TRUE(is_kept || !has_support) << "trial " << trial << ", position " << position;
        }
    }
}

TEST(sequence_samples, by_hand) {
    const small_input four({"ACGT", "AC", "", "GTTA"});
    const windows targets = four.drawn(2, "1010|00||1000");
    const sequence_samples<test::serial_machine> samples(four.input, targets, nullptr);
    EXPECT_EQ(samples.all(), 2); // the first and the last
    EXPECT_EQ(samples.one_of(1).sequences, 2);
    EXPECT_EQ(four.draw(*samples.one_of(1).targets), four.draw(targets));
    const numbers copies{3, 1, 0, 2};
    EXPECT_EQ((sequence_samples<test::serial_machine>(four.input, targets, copies.data()).all()), 5);
    // Each sequence is in a sample or is not.
    const auto half = samples.one_of(2, 1);
    std::uint8_t member[4];
    for (std::uint64_t sequence = 0; sequence < 4; ++sequence)
        choose_sequences{2, 1, member}(sequence);
    EXPECT_EQ(half.sequences, member[0] + member[3]);
    EXPECT_EQ(four.draw(*half.targets),
              std::string(member[0] != 0 ? "1010" : "0000") + "|00||" + (member[3] != 0 ? "1000" : "0000"));
}

TEST(sequence_samples, choose_about_as_many_as_they_say) {
    std::vector<std::uint8_t> member(1U << 16U);
    for (std::uint64_t sequence = 0; sequence < member.size(); ++sequence)
        choose_sequences{64, 32, member.data()}(sequence);
    EXPECT_NEAR(static_cast<double>(std::count(member.begin(), member.end(), 1)), 1024,
                320); // ten of 32 groups more or fewer
    for (std::size_t group = 0; group < member.size(); group += 32)
        EXPECT_EQ(std::count(member.data() + group, member.data() + group + 32, 1), 32 * member[group]);
}

TEST(bounded_sources, have_the_support_that_they_would_have) {
    std::mt19937_64 random(53);
    unsigned dropped = 0;
    for (unsigned trial = 0; trial < 200; ++trial) {
        const texts copies = random_copies(random, trial % 2 == 0 ? "ACGT" : "AACN", 40);
        const small_input small(copies, random() % 3);
        const representatives<test::serial_machine> equals(small.input);
        const std::uint64_t length = 1 + random() % 9;
        const std::uint64_t support = copies.size() - random() % 3;
        const auto all = std::make_shared<const windows>(small.input.windows(length, equals.mask()));
        const support_counter<test::serial_machine> counter(small.input, 0, {}, {}, true);
        const auto found = counter.count(all, all, support, equals.copies());
        dropped += found.counted->count < all->count ? 1U : 0U;
        for (const std::uint64_t position : small.list(*all)) {
            const std::uint32_t expected = small.true_support(position, length);
            ASSERT_EQ(small_input::holds(found.set, position), expected >= support)
                << "trial " << trial << ", position " << position;
            if (expected < support) continue;
            EXPECT_EQ(found.supports.data()[found.counted->view().rank(position)], expected)
                << "trial " << trial << ", position " << position;
        }
    }
    EXPECT_GT(dropped, 20);
}

} // namespace
} // namespace concord::substring::near_places_test
