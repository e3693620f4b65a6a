// alignment: strips of columns of long pairs, as many as a GPU computes at a time. Unit: cells.
#include "gpu_kernels.cuh"

#include "alignment/bit_parallel/gpu/strips.cuh"
#include "alignment/recurrences/lcs-inl.hpp"
#include "alignment/recurrences/levenshtein-inl.hpp"

namespace {

using namespace concord;
using kernels::gpu;
using levenshtein = pairwise::scalar::levenshtein<pairwise::scalar_word<std::uint32_t>>;
using lcs = pairwise::scalar::lcs<pairwise::scalar_word<std::uint32_t>>;

/// Random DNA: a strip of columns for every warp that a multiprocessor takes at a time, each a matrix of its own, so
/// that none waits for another; 2000 hops of 16 rows.
///
/// Roof: logic and integer instructions, of which a multiprocessor issues 64 in a clock: 10 a word and 10 a row for
/// Levenshtein's matrix, 3 and 6 for that of the LCS (alignment/tuning.hpp). A word has 32 cells.
template <class Recurrence, unsigned Words>
void fill(benchmark::State& state) {
    using letters = pairwise::four_letters<Words>;
    constexpr std::uint32_t hops = 2000;
    constexpr unsigned planes = 2;
    constexpr unsigned warps = pairwise::strip_threads / 32;
    constexpr std::uint64_t words = std::uint64_t{32} * Words; // of a strip
    const runtime::device_context& device = gpu().context();
    const unsigned strips =
        static_cast<unsigned>(device.multiprocessors()) * pairwise::tuning::warps_of_a_multiprocessor;
    const auto columns = kernels::random_on_gpu(strips * words * planes);
    const auto rows = kernels::random_on_gpu(hops + 2 * pairwise::hop_margin, 2);
    const auto vertical = gpu().make<std::uint32_t>(Recurrence::vertical * strips * words);

    std::vector<pairwise::strip_matrix> matrices(strips);
    std::vector<pairwise::many_strips::strip_of_matrix> order;
    for (unsigned strip = 0; strip < strips; ++strip) {
        pairwise::strip_matrix& matrix = matrices[strip];
        matrix.columns = columns.data() + strip * words * planes;
        matrix.column_words = words;
        matrix.planes = planes;
        matrix.rows = rows.data() + pairwise::hop_margin;
        matrix.hops = hops;
        matrix.rows_of_last_hop = pairwise::hop_rows;
        matrix.strips = 1;
        matrix.vertical = vertical.data() + Recurrence::vertical * strip * words;
        for (unsigned i = 0; i < Recurrence::vertical; ++i)
            matrix.top[i] = Recurrence::is_set_above(i) ? ~0U : 0U;
        for (unsigned i = 0; i < Recurrence::horizontal; ++i)
            matrix.left[i] = Recurrence::is_set_left(i) ? ~0U : 0U;
        order.push_back({strip, 0});
    }
    const auto matrices_there = kernels::on_gpu(matrices);
    const auto order_there = kernels::on_gpu(order);
    const auto ticket = gpu().make<unsigned>(1);
    const auto stop = gpu().zeroed<unsigned long long>(1);
    const pairwise::many_strips work{.matrices = matrices_there.data(),
                                     .strips = order_there.data(),
                                     .count = strips,
                                     .planes = planes,
                                     .ticket = ticket.data(),
                                     .stop = stop.data()};
    auto* const kernel = pairwise::fill_many_strips<Recurrence, letters, Words>;
    const unsigned shared = warps * letters::shared_bytes(planes);
    if (pairwise::blocks_that_fit(device, kernel, shared) == 0) return state.SkipWithError("too little shared memory");
    const auto prepare = [&] {
        device.check(cudaMemsetAsync(ticket.data(), 0, ticket.bytes(), device.stream()), "clearing memory");
    };
    kernels::time_launches(state, prepare, [&] {
        kernel<<<(strips + warps - 1) / warps, pairwise::strip_threads, shared, device.stream()>>>(work);
    });
    kernels::count_items(state, strips * words * 32 * hops * pairwise::hop_rows);
}

[[maybe_unused]] const bool added = [] {
    kernels::add_on_gpu("alignment/levenshtein/4_words", fill<levenshtein, 4>);
    kernels::add_on_gpu("alignment/levenshtein/8_words", fill<levenshtein, 8>);
    kernels::add_on_gpu("alignment/lcs/8_words", fill<lcs, 8>);
    kernels::add_on_gpu("alignment/lcs/16_words", fill<lcs, 16>);
    return true;
}();

} // namespace
