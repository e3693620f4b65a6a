// The arrays of a level of the filter, and how sequences are divided among the threads that fill them.
#include "problems/substring/cpu/filter/filter_arrays.hpp"
#include "problems/substring/sequence_tasks.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <span>
#include <thread>
#include <utility>
#include <vector>

namespace concord::substring::filter_arrays_test {
namespace {

/// The calls of add(index, number), in their order.
using additions = std::vector<std::pair<std::size_t, std::uint32_t>>;

additions passed_on(const std::vector<std::size_t>& indices) {
    additions all;
    frequent_counters frequent;
    const auto add = [&](std::size_t index, std::uint32_t number) { all.emplace_back(index, number); };
    for (const std::size_t index : indices)
        frequent.count(index, add);
    frequent.add_all(add);
    return all;
}

TEST(frequent_counters, by_hand) {
    EXPECT_EQ(passed_on({}), additions{});
    EXPECT_EQ(passed_on({5, 5, 5}), (additions{{5, 3}}));
    // 1029 is of the class of 5: 5 has two votes and loses them, then 1029 takes the place.
    EXPECT_EQ(passed_on({5, 5, 1029, 1029, 1029, 1029}), (additions{{1029, 1}, {1029, 1}, {5, 2}, {1029, 2}}));
    // Of another class it has a place of its own.
    EXPECT_EQ(passed_on({6, 5, 6}), (additions{{5, 1}, {6, 2}}));
    EXPECT_EQ(passed_on({0, 0, 1024, 0}), (additions{{1024, 1}, {0, 3}}));
}

TEST(shared_sketch, several_threads_count_as_one) {
    constexpr unsigned bits = 12;
    std::mt19937_64 random(7);
    std::vector<std::uint64_t> hashes(50'000);
    for (std::uint64_t& hash : hashes)
        hash = random() % 3 == 0 ? 0x123456789ABCDEFU : random(); // a third are of an adapter
    std::vector<std::uint32_t> alone(1U << bits, 0);
    const counting_sketch right(alone, bits);
    right.add(0, hashes);
    std::vector<std::uint32_t> shared(1U << bits, 0);
    const counting_sketch sketch(shared, bits);
    std::vector<std::thread> threads;
    for (std::size_t part = 0; part < 4; ++part)
        threads.emplace_back([&, part] {
            const std::span<const std::uint64_t> all(hashes);
            for (std::size_t first = part * 12'500; first < (part + 1) * 12'500; first += 2'500)
                sketch.add_beside_others(0, all.subspan(first, 2'500));
        });
    for (std::thread& each : threads)
        each.join();
    EXPECT_EQ(shared, alone);
}

TEST(own_sketches, are_added_up) {
    run_options options;
    options.threads = 3;
    runtime::thread_pool workers(options);
    std::vector<std::uint32_t> shared(4, 1); // two index bits: the highest of a hash
    const counting_sketch sketch(shared, 2);
    own_sketches own(sketch, 3, 3 * sketch.bytes());
    const std::vector<std::uint64_t> first{0, std::uint64_t{1} << 62U, std::uint64_t{1} << 62U};
    const std::vector<std::uint64_t> second{std::uint64_t{3} << 62U};
    own.of(0)->add(0, first);
    own.of(2)->add(0, second);
    own.of(0)->add(0, second);
    EXPECT_EQ(shared, (std::vector<std::uint32_t>{1, 1, 1, 1})); // until then
    own.add_up(workers);
    EXPECT_EQ(shared, (std::vector<std::uint32_t>{2, 3, 1, 3}));
    own_sketches none(sketch, 3, 3 * sketch.bytes() - 1);
    EXPECT_EQ(none.of(1), nullptr);
    none.add_up(workers);
    EXPECT_EQ(shared, (std::vector<std::uint32_t>{2, 3, 1, 3}));
}

TEST(sequence_tasks, by_letters) {
    const sequence_tasks reads(20'000, 2'000'000); // of 100 letters: 327 of 32,768 letters
    EXPECT_EQ(reads.each(), 327);
    EXPECT_EQ(reads.size(), 62);
    EXPECT_EQ(reads.first(61), 19'947);
    EXPECT_EQ(reads.last(61), 20'000);
    const sequence_tasks genomes(27, 448'000); // of 16,593: one at a time, as two are more
    EXPECT_EQ(genomes.each(), 1);
    EXPECT_EQ(genomes.size(), 27);
    const sequence_tasks barcodes(1'000'000, 4'000'000); // no more than 4,096
    EXPECT_EQ(barcodes.each(), 4096);
    EXPECT_EQ(barcodes.size(), 245);
    EXPECT_EQ(sequence_tasks(0, 0).size(), 0);
    EXPECT_EQ(sequence_tasks(3, 0).size(), 1); // of empty ones
}

} // namespace
} // namespace concord::substring::filter_arrays_test
