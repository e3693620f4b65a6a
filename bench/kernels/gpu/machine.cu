// The roofs of this GPU, to read the other programs' figures by: memory, copies from and to the host, counts of ones
// and logic instructions; and the steps of runtime/gpu that every problem uses.
#include "gpu_kernels.cuh"

#include "base/host_device.hpp"

namespace {

using namespace concord;
using kernels::gpu;

constexpr std::uint64_t words = std::uint64_t{1} << 28U; // of 4 bytes

struct add_words {
    const uint4* from;
    std::uint32_t* sums;
    CONCORD_HD void operator()(std::uint64_t index) const {
        const uint4 read = from[index];
        if ((read.x ^ read.y ^ read.z ^ read.w) == 0x9E3779B9U) sums[0] = read.x; // so that all are read
    }
};

/// bytes: 1 GiB read once.
void read_memory(benchmark::State& state) {
    const auto from = gpu().zeroed<std::uint32_t>(words);
    const auto sums = gpu().zeroed<std::uint32_t>(1);
    kernels::time_launches(state, [&] {
        gpu().for_each(words / 4, add_words{reinterpret_cast<const uint4*>(from.data()), sums.data()});
    });
    kernels::count_bytes(state, words * 4);
}

constexpr unsigned chains = 8;
constexpr unsigned turns = 1024;

template <bool Ones>
struct turn_words {
    std::uint32_t* sums;
    CONCORD_HD void operator()(std::uint64_t index) const {
        std::uint32_t word[chains];
        for (unsigned i = 0; i < chains; ++i)
            word[i] = static_cast<std::uint32_t>(index) + i;
#ifdef __CUDA_ARCH__
#pragma unroll 4
        for (unsigned turn = 0; turn < turns; ++turn)
#pragma unroll
            for (unsigned i = 0; i < chains; ++i) {
                if constexpr (Ones) {
                    word[i] = __popc(word[i]);
                } else { // one three-way instruction, which the compiler cannot join with the next
                    asm volatile("lop3.b32 %0, %0, %1, %2, 0x96;"
                                 : "+r"(word[i])
                                 : "r"(word[(i + 1) % chains]), "r"(turn));
                }
            }
#endif
        std::uint32_t all = 0;
        for (unsigned i = 0; i < chains; ++i)
            all += word[i];
        if (all == 0x9E3779B9U) sums[0] = all;
    }
};

/// items: instructions of one thread each. 16 counts of ones, or 64 logic instructions, a clock in a multiprocessor.
template <bool Ones>
void instructions(benchmark::State& state) {
    constexpr std::uint64_t threads = std::uint64_t{1} << 20U;
    const auto sums = gpu().zeroed<std::uint32_t>(1);
    kernels::time_launches(state, [&] { gpu().for_each(threads, turn_words<Ones>{sums.data()}); });
    kernels::count_items(state, threads * chains * turns);
}

/// bytes: 256 MiB of ordinary host memory. Roof: the bus, 55 GB/s by PCIe 5.
template <bool ToGpu>
void copy(benchmark::State& state) {
    std::vector<std::uint32_t> host(words / 4, 1);
    const auto there = gpu().zeroed<std::uint32_t>(words / 4);
    kernels::time_launches(state, [&] {
        if (ToGpu) {
            gpu().put(there.data(), host.data(), host.size());
        } else {
            gpu().get(host.data(), there.data(), host.size());
        }
    });
    kernels::count_bytes(state, words);
}

struct one_in_three {
    CONCORD_HD runtime::counts operator()(std::uint64_t index) const { return {index % 3 == 0 ? 1U : 0U, 0}; }
};

/// items: steps whose counts are added up. Roof: 8 bytes written for each.
void exclusive_scan(benchmark::State& state) {
    const auto before = gpu().make<std::uint64_t>(words / 4);
    kernels::time_launches(state, [&] { gpu().exclusive_scan(words / 4, one_in_three{}, before.data()); });
    kernels::count_items(state, words / 4);
    kernels::count_bytes(state, words * 2);
}

[[maybe_unused]] const bool added = [] {
    kernels::add_on_gpu("machine/read", read_memory);
    kernels::add_on_gpu("machine/counts_of_ones", instructions<true>);
    kernels::add_on_gpu("machine/logic", instructions<false>);
    kernels::add_on_gpu("machine/copy_to_gpu", copy<true>);
    kernels::add_on_gpu("machine/copy_to_host", copy<false>);
    kernels::add_on_gpu("runtime/exclusive_scan", exclusive_scan);
    return true;
}();

} // namespace
