// How many sequences have something at each place of a table, by one thread and by several.
#include "problems/substring/variants/counted_places.hpp"

#include <concord/substring.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace concord::substring::counted_places_test {
namespace {

constexpr std::uint32_t table_size = 1000;

/// Where a letter stands in the table: some places of a sequence are hit again and again.
std::uint32_t place_of(const piece_collection& of, std::uint64_t at) {
    const std::uint32_t letter = of.text()[at];
    return at % 3 == 0 ? letter : static_cast<std::uint32_t>((at * 7919 + letter) % table_size);
}

std::vector<std::uint32_t> by_definition(const piece_collection& of) {
    std::vector<std::uint32_t> counts(table_size, 0);
    for (std::uint64_t sequence = 0; sequence < of.sequences(); ++sequence) {
        std::set<std::uint32_t> places;
        for (const piece& one : of.pieces(sequence))
            for (std::uint64_t at = one.first; at < one.first + one.length; ++at)
                places.insert(place_of(of, at));
        for (const std::uint32_t place : places)
            ++counts[place];
    }
    return counts;
}

std::vector<std::uint32_t> by_threads(const piece_collection& of, unsigned threads) {
    run_options options;
    options.threads = threads;
    runtime::thread_pool workers(options);
    std::vector<std::uint32_t> counts(table_size, 0);
    count_places(of, workers, counts, [&](const piece& one, auto visit) {
        for (std::uint64_t at = one.first; at < one.first + one.length; ++at)
            visit(place_of(of, at));
    });
    return counts;
}

TEST(counted_places, count_each_sequence_once) {
    std::mt19937_64 random(3);
    for (const std::size_t sequences : {0U, 1U, 2U, 300U, 5'000U}) {
        sequence_set_builder builder(alphabet::dna);
        for (std::size_t sequence = 0; sequence < sequences; ++sequence) {
            std::string letters;
            for (std::size_t at = random() % 200; at > 0; --at)
                letters += "ACGT"[random() % 4];
            builder.add({}, letters);
        }
        const sequence_set set = std::move(builder).finish();
        const piece_collection of(set, substring_options());
        const std::vector<std::uint32_t> expected = by_definition(of);
        for (const unsigned threads : {1U, 2U, 3U, 7U})
            EXPECT_EQ(by_threads(of, threads), expected) << sequences << " sequences, " << threads << " threads";
    }
}

} // namespace
} // namespace concord::substring::counted_places_test
