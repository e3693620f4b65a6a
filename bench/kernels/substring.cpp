// substring: the comparison kernel of the CPU, the hashes of block combinations, and the LCP with mismatches along a
// diagonal.
#include "kernels/kernels.hpp"

#include "problems/substring/block_combinations.hpp"
#include "problems/substring/cpu/filter/combination_hashes.hpp"
#include "problems/substring/cpu/scan/near_seeds.hpp"
#include "problems/substring/lcp_with_mismatches.hpp"
#include "problems/substring/problem.hpp"
#include "problems/substring/tuning.hpp"

#include <array>

namespace {

using namespace concord;

/// Unit: tests, of one source seed against one target position each. A tile of targets as the search has it, random
/// DNA, at most a quarter of the letters of a seed mismatched: hardly any survives.
///
/// Roof: vector instructions. A vector of tests takes an XOR with a load for each of two planes, an OR (AVX-512 has
/// both in one), a count of ones, a comparison, and half of the OR, test and jump that two vectors share: 4.5 with
/// AVX-512, of which two are issued in a cycle. AVX2 and the baseline have no count of ones and take some ten
/// instructions more. The tile is read from L2: bytes_per_second must stay below machine/read_1_MiB.
template <class Lane>
void compare_seeds(benchmark::State& state, substring::near_seeds<Lane> kernel) {
    constexpr std::size_t count = substring::tuning::entries_per_tile;
    constexpr std::size_t lanes_in_word = sizeof(std::uint64_t) / sizeof(Lane);
    constexpr unsigned planes = 2;
    const std::vector<std::uint64_t> words =
        kernels::random_words(planes * (count + substring::lane_padding) / lanes_in_word);
    const auto* lanes = reinterpret_cast<const Lane*>(words.data());
    const std::array<const Lane*, planes> targets = {lanes, lanes + count + substring::lane_padding};
    const std::array<Lane, planes> source = {static_cast<Lane>(0x9E3779B97F4A7C15U),
                                             static_cast<Lane>(0xD6E8FEB86659FD93U)};
    std::vector<std::uint32_t> survivors(count + substring::lane_padding);
    for ([[maybe_unused]] auto round : state)
        benchmark::DoNotOptimize(
            kernel(targets.data(), source.data(), planes, count, 2 * sizeof(Lane), survivors.data()));
    kernels::count_items(state, count);
    kernels::count_bytes(state, count * planes * sizeof(Lane));
}

/// Unit: hashes, of one combination of 3 blocks out of 6 of one window each.
///
/// Roof: reads and writes of L2, where the hashes of the blocks lie: 4 words a hash. Before Ice Lake, AVX2 and the
/// baseline: three 32-bit multiplications where there is no 64-bit one.
void hash_combinations(benchmark::State& state, vector_target target) {
    constexpr std::uint32_t blocks = 6;
    constexpr std::uint32_t chosen = 3;
    constexpr std::size_t windows = 4096;
    const std::vector<std::uint32_t> combinations = substring::block_combinations(blocks, chosen);
    const std::vector<std::uint64_t> hashes_of_blocks = kernels::random_words(blocks * windows);
    std::vector<std::uint64_t> hashes(windows);
    const substring::combination_kernels& kernels_of_target = substring::combination_kernels_for(target);
    for ([[maybe_unused]] auto round : state)
        for (std::size_t at = 0; at < combinations.size(); at += chosen) {
            kernels_of_target.combine(hashes_of_blocks.data(), windows, combinations.data() + at, chosen, windows,
                                      hashes.data());
            benchmark::ClobberMemory();
        }
    const std::uint64_t hashed = combinations.size() / chosen * windows;
    kernels::count_items(state, hashed);
    kernels::count_bytes(state, hashed * (chosen + 1) * sizeof(std::uint64_t));
}

/// Unit: letters of a diagonal. Two sequences of 64 Ki letters in which one of `every` letters is replaced by a random
/// one; 3 mismatches.
///
/// Roof: not vectors but a chain. Each mismatch is found behind the one before (some ten cycles: shift, count of
/// trailing zeros, addition, a turn of the queue), and each word of 64 letters costs 4 loads and some logic more.
/// `mismatches` is that rate.
void follow_diagonal(benchmark::State& state) {
    constexpr std::uint64_t letters = 1U << 16U;
    constexpr std::uint64_t k = 3;
    std::string source = kernels::random_letters(letters);
    std::string target = source;
    std::mt19937_64 random(2);
    std::uint64_t mismatches = 0;
    for (char& letter : target)
        if (random() % static_cast<std::uint64_t>(state.range(0)) == 0) {
            const char other = "ACGT"[random() % 4];
            mismatches += letter != other ? 1 : 0;
            letter = other;
        }
    sequence_set_builder builder(alphabet::dna);
    builder.add("source", source);
    builder.add("target", target);
    const sequence_set set = std::move(builder).finish();
    const sequence::letters_view view(sequence::packed(set));
    std::array<std::uint64_t, k + 1> queue{};
    std::uint64_t longest = 0;
    for ([[maybe_unused]] auto round : state) {
        substring::diagonal along(view, 0, letters);
        along.start_at(0);
        substring::for_each_reach(
            0, letters - 1, letters, k, 1, [&](std::uint64_t from) { return along.next_mismatch(from, letters); },
            queue.data(),
            [&](std::uint64_t from, std::uint64_t, std::uint64_t reach) { longest = std::max(longest, reach - from); });
        benchmark::DoNotOptimize(longest);
    }
    kernels::count_items(state, letters);
    kernels::count_rate(state, "mismatches", static_cast<double>(mismatches));
}
BENCHMARK(follow_diagonal)->Name("substring/lcp_with_mismatches")->ArgName("every")->Arg(1)->Arg(20)->Arg(1000);

[[maybe_unused]] const bool added = [] {
    using kernels::add_for_each_target;
    const auto of = [](vector_target target) -> const substring::seed_kernels& {
        return substring::seed_kernels_for(target);
    };
    add_for_each_target("substring/near_seeds_16", [of](benchmark::State& state, vector_target target) {
        compare_seeds(state, of(target).near_16);
    });
    add_for_each_target("substring/near_seeds_32", [of](benchmark::State& state, vector_target target) {
        compare_seeds(state, of(target).near_32);
    });
    add_for_each_target("substring/near_seeds_64", [of](benchmark::State& state, vector_target target) {
        compare_seeds(state, of(target).near_64);
    });
    add_for_each_target("substring/combination_hashes", hash_combinations);
    return true;
}();

} // namespace
