// What the programs of this folder have in common: input from a fixed seed, a benchmark for every vector target that
// runs here, and rates. Rates are by the processor time of the thread, so that other processes disturb them little.
#pragma once

#include "simd/vector_target.hpp"

#include <concord/error.hpp>

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace concord::kernels {

[[nodiscard]] inline std::vector<vector_target> targets_here() {
    std::vector<vector_target> here;
    for (const vector_target target : {vector_target::baseline, vector_target::avx2, vector_target::avx512}) {
        try {
            here.push_back(simd::choose_vectors(target));
        } catch (const error&) { // this processor does not run it
            break;
        }
    }
    return here;
}

/// Registers body(state).
template <class Body>
void add(const std::string& name, Body body) {
    benchmark::RegisterBenchmark(name.c_str(), body);
}

/// Registers body(state, target) as NAME/TARGET, for every vector target that this processor runs.
template <class Body>
void add_for_each_target(const std::string& name, Body body) {
    for (const vector_target target : targets_here())
        add(name + "/" + std::string(to_string(target)),
            [body, target](benchmark::State& state) { body(state, target); });
}

/// items_per_second: `items` of the loop's unit in every iteration.
inline void count_items(benchmark::State& state, std::uint64_t items) {
    state.SetItemsProcessed(static_cast<std::int64_t>(items) * static_cast<std::int64_t>(state.iterations()));
}

/// bytes_per_second: bytes that every iteration moves between the registers and the level of memory that is the roof.
inline void count_bytes(benchmark::State& state, std::uint64_t bytes) {
    state.SetBytesProcessed(static_cast<std::int64_t>(bytes) * static_cast<std::int64_t>(state.iterations()));
}

/// A counter: a rate of `amount` an iteration.
inline void count_rate(benchmark::State& state, const char* name, double amount) {
    state.counters[name] = benchmark::Counter(amount, benchmark::Counter::kIsIterationInvariantRate);
}

[[nodiscard]] inline std::string random_letters(std::size_t count, std::string_view letters = "ACGT",
                                                std::uint64_t seed = 1) {
    std::mt19937_64 random(seed);
    std::string made(count, ' ');
    for (char& letter : made)
        letter = letters[random() % letters.size()];
    return made;
}

[[nodiscard]] inline std::vector<std::uint64_t> random_words(std::size_t count, std::uint64_t seed = 1) {
    std::mt19937_64 random(seed);
    std::vector<std::uint64_t> made(count);
    for (std::uint64_t& word : made)
        word = random();
    return made;
}

} // namespace concord::kernels
