// distance: many short pairs, a thread each. Unit: cells.
#include "gpu_kernels.cuh"

#include "alignment/recurrences/lcs-inl.hpp"
#include "alignment/recurrences/levenshtein-inl.hpp"
#include "problems/distance/gpu/short_pairs.cuh"

namespace {

using namespace concord;
using kernels::gpu;
using levenshtein = pairwise::scalar::levenshtein<pairwise::scalar_word<std::uint32_t>>;
using lcs = pairwise::scalar::lcs<pairwise::scalar_word<std::uint32_t>>;

/// All pairs of 2000 random sequences of `Letters` letters of DNA, two planes in a table, or five compared one by one.
///
/// Roof: as that of alignment/; a row looks its matches up in shared memory, 4 bytes a word.
template <class Recurrence, unsigned Letters, unsigned Planes>
void compare(benchmark::State& state) {
    constexpr std::uint64_t sequences = 2000;
    constexpr unsigned columns = (Letters + 31) / 32;
    constexpr unsigned words = Planes == 2 ? columns : columns <= 4 ? 4 : 12;
    std::vector<runtime::device_buffer<std::uint32_t>> planes;
    edit_distance::set_on_gpu set{};
    for (unsigned plane = 0; plane < Planes; ++plane) {
        planes.push_back(kernels::random_on_gpu(sequences * Letters / 32 + 8, plane + 1));
        set.plane[plane] = planes.back().data();
    }
    std::vector<std::uint64_t> offsets;
    for (std::uint64_t at = 0; at <= sequences; ++at)
        offsets.push_back(at * Letters);
    const auto offsets_there = kernels::on_gpu(offsets);
    set.offsets = offsets_there.data();
    const auto distances = gpu().make<std::uint32_t>(sequences * sequences);
    const edit_distance::short_pair_work work{.a = set,
                                              .b = set,
                                              .pairs = {.zipped = false, .first_row = 0, .columns = sequences},
                                              .order = nullptr,
                                              .count = sequences * sequences,
                                              .distances = distances.data(),
                                              .bound = ~0U - 1,
                                              .none = ~0U};
    using letters = std::conditional_t<Planes == 2, edit_distance::two_plane_letters<words>,
                                       edit_distance::many_plane_letters<words, Planes>>;
    auto* const kernel = edit_distance::compare_short<Recurrence, letters, words, Planes == 2>;
    constexpr unsigned shared = edit_distance::short_pair_threads / 32 * letters::shared_bytes;
    const runtime::device_context& device = gpu().context();
    device.check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(shared)),
                 "asking for shared memory");
    constexpr auto blocks = static_cast<unsigned>((sequences * sequences + edit_distance::short_pair_threads - 1) /
                                                  edit_distance::short_pair_threads);
    kernels::time_launches(
        state, [&] { kernel<<<blocks, edit_distance::short_pair_threads, shared, device.stream()>>>(work); });
    kernels::count_items(state, sequences * sequences * Letters * Letters);
    kernels::count_rate(state, "pairs", static_cast<double>(sequences * sequences));
}

[[maybe_unused]] const bool added = [] {
    kernels::add_on_gpu("distance/levenshtein/32_dna", compare<levenshtein, 32, 2>);
    kernels::add_on_gpu("distance/levenshtein/128_dna", compare<levenshtein, 128, 2>);
    kernels::add_on_gpu("distance/levenshtein/128_protein", compare<levenshtein, 128, 5>);
    kernels::add_on_gpu("distance/lcs/128_dna", compare<lcs, 128, 2>);
    return true;
}();

} // namespace
