// substring: all seeds against all positions, and counters along diagonals.
#include "gpu_kernels.cuh"

#include "problems/substring/gpu/diagonals.cuh"
#include "problems/substring/gpu/near_pairs.cuh"
#include "problems/substring/gpu/seed_rows.hpp"

#include <array>

namespace {

using namespace concord;
using kernels::gpu;

/// Unit: tests, of a seed against a position each. 128 Ki random seeds of 32 letters, of DNA (two planes) or protein
/// (five), against 1 Mi positions; no pair is near.
///
/// Roof: counts of ones, 16 a clock in each multiprocessor.
template <unsigned Planes, unsigned PerThread>
void compare_seeds(benchmark::State& state) {
    using words = substring::seed_words<Planes>;
    constexpr std::uint64_t seeds = std::uint64_t{1} << 17U;
    constexpr std::uint64_t positions = std::uint64_t{1} << 20U;
    constexpr std::uint64_t positions_per_block = std::uint64_t{1} << 14U;
    constexpr std::uint64_t row = substring::near_threads * PerThread;
    const auto seed_letters = kernels::random_on_gpu(seeds * Planes, 1);
    const auto position_letters = kernels::random_on_gpu(positions * Planes, 2);
    const substring::near_work<Planes> work{
        .seeds = reinterpret_cast<const words*>(seed_letters.data()),
        .seed_count = seeds,
        .positions = reinterpret_cast<const words*>(position_letters.data()),
        .position_count = positions,
        .limit = 0, // a random pair of 32 letters is equal once in 2^64: there is nothing to follow
        .follow = {{.given = {sequence::letters_view(nullptr, 0, nullptr), nullptr, 0, 0, 0},
                    .sources = {},
                    .targets = {},
                    .length = 32,
                    .mismatches = 0,
                    .copies = nullptr,
                    .both_ways = false,
                    .seeds = nullptr,
                    .positions = nullptr,
                    .counts = {}}}};
    const dim3 grid(static_cast<unsigned>(seeds / row), static_cast<unsigned>(positions / positions_per_block));
    kernels::time_launches(state, [&] {
        substring::near_pairs<Planes, PerThread>
            <<<grid, substring::near_threads, 0, gpu().context().stream()>>>(work, {0, positions_per_block});
    });
    kernels::count_items(state, seeds * positions);
}

/// Random reads of 51 letters of DNA, and all their windows of one length as sources and as targets.
class random_reads {
  public:
    random_reads(std::uint64_t reads, std::uint64_t window) {
        constexpr std::uint64_t letters = 51;
        std::vector<std::uint64_t> starts(reads + 1);
        std::vector<std::uint64_t> bits(reads * letters / 64 + 4);
        std::vector<std::uint64_t> before(bits.size());
        for (std::uint64_t read = 0; read <= reads; ++read)
            starts[read] = read * letters;
        for (std::uint64_t read = 0; read < reads; ++read)
            for (std::uint64_t at = starts[read]; at + window <= starts[read + 1]; ++at)
                bits[at / 64] |= std::uint64_t{1} << (at % 64);
        for (std::size_t word = 0; word + 1 < bits.size(); ++word)
            before[word + 1] = before[word] + base::count_ones(bits[word]);
        windows = before.back();
        offsets_ = kernels::on_gpu(starts);
        bits_ = kernels::on_gpu(bits);
        before_ = kernels::on_gpu(before);
        planes_ = {kernels::on_gpu(kernels::random_words(bits.size(), 3)),
                   kernels::on_gpu(kernels::random_words(bits.size(), 4))};
        const std::array<const std::uint64_t*, 2> planes = {planes_[0].data(), planes_[1].data()};
        given = {sequence::letters_view(planes.data(), 2, nullptr), offsets_.data(), reads, reads * letters,
                 1.0 / static_cast<double>(letters)};
        set = {bits_.data(), before_.data()};
    }

    substring::collection given{sequence::letters_view(nullptr, 0, nullptr), nullptr, 0, 0, 0};
    substring::window_set_view set{};
    std::uint64_t windows = 0;

  private:
    runtime::device_buffer<std::uint64_t> offsets_;
    runtime::device_buffer<std::uint64_t> bits_;
    runtime::device_buffer<std::uint64_t> before_;
    std::array<runtime::device_buffer<std::uint64_t>, 2> planes_;
};

/// Unit: letters of a source against 32 positions of a target. 8192 reads of 51 letters, windows of 12, 3 mismatches.
///
/// Roof: logic instructions, some 20 of them, 64 a clock in each multiprocessor.
void diagonals(benchmark::State& state) {
    constexpr std::uint64_t reads = 8192;
    const random_reads input(reads, 12);
    const auto supports = gpu().zeroed<std::uint32_t>(input.windows);
    const substring::diagonal_work work{.given = input.given,
                                        .sources = input.set,
                                        .targets = input.set,
                                        .length = 12,
                                        .mismatches = 3,
                                        .copies = nullptr,
                                        .supports = supports.data(),
                                        .longest = 51,
                                        .digits = 4};
    kernels::time_launches(state, [&] {
        substring::launch_along_diagonals<2>(work, {0, substring::diagonal_groups(work)}, gpu().context().stream());
    });
    kernels::count_items(state, reads * reads * 51 * 2); // a target of 51 letters takes two words
}

[[maybe_unused]] const bool added = [] {
    kernels::add_on_gpu("substring/near_pairs/dna", compare_seeds<2, substring::seeds_per_thread<2>>);
    kernels::add_on_gpu("substring/near_pairs/dna_few_seeds", compare_seeds<2, 1>);
    kernels::add_on_gpu("substring/near_pairs/protein", compare_seeds<5, substring::seeds_per_thread<5>>);
    kernels::add_on_gpu("substring/diagonals", diagonals);
    return true;
}();

} // namespace
