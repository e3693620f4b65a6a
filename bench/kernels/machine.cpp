// The roofs of this machine, to read the other programs' figures by: the clock, and how fast one core reads each level
// of memory. They are measured in the same way and under the same disturbance as the loops below them. Compiled once
// for every instruction set: Highway includes this file anew for each.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/machine.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "kernels/kernels.hpp"
#include "simd/dispatch.hpp"

HWY_BEFORE_NAMESPACE();
namespace concord::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// XOR of `words` words, a multiple of 64: four chains, so that loads are the bound.
std::uint64_t read_all(const std::uint64_t* from, std::size_t words) {
    const hn::ScalableTag<std::uint64_t> tag;
    const std::size_t step = hn::Lanes(tag);
    auto a = hn::Zero(tag);
    auto b = a;
    auto c = a;
    auto d = a;
    for (std::size_t at = 0; at < words; at += 4 * step) {
        a = hn::Xor(a, hn::LoadU(tag, from + at));
        b = hn::Xor(b, hn::LoadU(tag, from + at + step));
        c = hn::Xor(c, hn::LoadU(tag, from + at + 2 * step));
        d = hn::Xor(d, hn::LoadU(tag, from + at + 3 * step));
    }
    return hn::GetLane(hn::Xor(hn::Xor(a, b), hn::Xor(c, d)));
}

} // namespace concord::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace concord::kernels {
namespace {

using read_kernel = std::uint64_t (*)(const std::uint64_t*, std::size_t);
read_kernel read_kernel_for(vector_target target) { return &CONCORD_DISPATCH(read_all, target); }

/// items: cycles. Every addition waits for the one before, and takes one cycle on all processors of today.
void clock_rate(benchmark::State& state) {
    constexpr std::uint64_t steps = 4096;
    std::uint64_t sum = 1;
    std::uint64_t more = 1;
    benchmark::DoNotOptimize(more);
    for ([[maybe_unused]] auto round : state)
        for (std::uint64_t step = 0; step < steps; step += 8) {
#if defined(__x86_64__) // of a register: an immediate would be added while renaming, in no time
            asm volatile("add %1, %0\n add %1, %0\n add %1, %0\n add %1, %0\n"
                         "add %1, %0\n add %1, %0\n add %1, %0\n add %1, %0\n"
                         : "+r"(sum)
                         : "r"(more));
#else
            for (int i = 0; i < 8; ++i)
                benchmark::DoNotOptimize(sum += more);
#endif
        }
    count_items(state, steps);
}

/// bytes: reads one after the other.
void read_memory(benchmark::State& state, vector_target target, std::size_t bytes) {
    // Vectors that cross the border of a cache line would take two loads: from an aligned address on.
    std::vector<std::uint64_t> words(bytes / sizeof(std::uint64_t) + 8, 1); // written: pages of their own
    void* from = words.data();
    std::size_t room = words.size() * sizeof(std::uint64_t);
    std::align(64, bytes, from, room);
    const read_kernel read = read_kernel_for(target);
    for ([[maybe_unused]] auto round : state)
        benchmark::DoNotOptimize(read(static_cast<const std::uint64_t*>(from), bytes / sizeof(std::uint64_t)));
    count_bytes(state, bytes);
}

[[maybe_unused]] const bool added = [] {
    add("machine/clock", clock_rate);
    const auto add_read = [](const char* name, std::size_t bytes) {
        add_for_each_target(
            name, [bytes](benchmark::State& state, vector_target target) { read_memory(state, target, bytes); });
    };
    add_read("machine/read_16_KiB", std::size_t{16} << 10U);
    add_read("machine/read_1_MiB", std::size_t{1} << 20U);
    add_read("machine/read_512_MiB", std::size_t{512} << 20U);
    return true;
}();

} // namespace
} // namespace concord::kernels
#endif
