// overlap: the sort by keys, the suffix array and the LCP array of random DNA. Unit: suffixes.
#include "gpu_kernels.cuh"

#include "problems/overlap/gpu/common_prefixes.cuh"
#include "problems/overlap/gpu/suffix_order.cuh"

namespace {

using namespace concord;
using kernels::gpu;

constexpr std::uint64_t letters = std::uint64_t{1} << 26U;

/// Random DNA, one sequence, in the GPU's memory.
struct random_text {
    runtime::device_buffer<std::uint32_t> packed = kernels::random_on_gpu(letters / 16 + 4);
    runtime::device_buffer<std::uint64_t> cuts = border_behind_the_end();
    overlap::text_view view{reinterpret_cast<const std::uint64_t*>(packed.data()), cuts.data(), nullptr, letters, 2};

    static runtime::device_buffer<std::uint64_t> border_behind_the_end() {
        std::vector<std::uint64_t> bits(letters / 64 + 2);
        bits[letters / 64] = 1;
        return kernels::on_gpu(bits);
    }
};

/// Roof: memory. Each pass of 8 bits reads and writes 12 bytes a pair.
void sort_keys(benchmark::State& state) {
    constexpr unsigned bits = 40;
    const auto random = kernels::random_on_gpu(2 * letters);
    overlap::sorted_array<std::uint64_t> keys(gpu(), letters);
    overlap::sorted_array<std::uint32_t> values(gpu(), letters);
    const auto prepare = [&] {
        gpu().context().check(cudaMemcpyAsync(keys.values.data(), random.data(), letters * 8, cudaMemcpyDeviceToDevice,
                                              gpu().context().stream()),
                              "copying within it");
    };
    kernels::time_launches(state, prepare, [&] { overlap::sort_pairs(gpu(), keys, values, letters, bits); });
    kernels::count_items(state, letters);
    kernels::count_bytes(state, letters * 2 * 12 * (bits / 8));
}

/// Roof: the sort, and one random write of 4 bytes a suffix (a sector of 32).
void suffix_array(benchmark::State& state) {
    const random_text text;
    kernels::time_launches(state, [&] { static_cast<void>(overlap::order_suffixes(gpu(), text.view)); });
    kernels::count_items(state, letters);
}

/// Roof: two random reads a suffix, of a sector of 32 bytes each, or two.
void lcp_array(benchmark::State& state) {
    const random_text text;
    const overlap::ordered_suffixes order = overlap::order_suffixes(gpu(), text.view);
    kernels::time_launches(state, [&] { static_cast<void>(overlap::neighbour_prefixes(gpu(), text.view, order)); });
    kernels::count_items(state, letters);
    kernels::count_bytes(state, letters * 2 * 32);
}

[[maybe_unused]] const bool added = [] {
    kernels::add_on_gpu("overlap/sort_pairs", sort_keys);
    kernels::add_on_gpu("overlap/order_suffixes", suffix_array);
    kernels::add_on_gpu("overlap/neighbour_prefixes", lcp_array);
    return true;
}();

} // namespace
