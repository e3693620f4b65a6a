// base: the checksum of checkpoints and messages, unit: bytes.
//
// Roof: four chains, in each of which a step (XOR, rotate, multiply) waits for the one before: 1 + 1 + 3 cycles for 32
// bytes, 6.4 bytes a cycle. That is below what one core reads from memory, so the size of the input hardly matters.
#include "kernels/kernels.hpp"

#include "base/checksum.hpp"

namespace {

using namespace concord;

void checksum(benchmark::State& state) {
    const std::vector<std::uint64_t> from = kernels::random_words(static_cast<std::size_t>(state.range(0)) / 8);
    for ([[maybe_unused]] auto round : state)
        benchmark::DoNotOptimize(base::checksum_of(std::as_bytes(std::span(from))));
    kernels::count_items(state, from.size() * sizeof(from[0]));
    kernels::count_bytes(state, from.size() * sizeof(from[0]));
}

BENCHMARK(checksum)->Name("base/checksum")->Arg(16 << 10)->Arg(1 << 20)->Arg(64 << 20);

} // namespace
