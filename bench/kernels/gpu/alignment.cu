// alignment: the matrix of a long pair by strips, as many as a GPU computes at a time. Unit: cells.
#include "gpu_kernels.cuh"

#include "alignment/bit_parallel/gpu/strips.cuh"
#include "alignment/recurrences/lcs-inl.hpp"
#include "alignment/recurrences/levenshtein-inl.hpp"

namespace {

using namespace concord;
using kernels::gpu;
using levenshtein = pairwise::scalar::levenshtein<pairwise::scalar_word<std::uint32_t>>;
using lcs = pairwise::scalar::lcs<pairwise::scalar_word<std::uint32_t>>;

/// Random DNA, 2000 hops of 16 rows; columns for every warp that a multiprocessor takes at a time.
///
/// Roof: logic and integer instructions, of which a multiprocessor issues 64 in a clock: 10 a word and 10 a row for
/// Levenshtein's matrix, 3 and 6 for that of the LCS (alignment/tuning.hpp). A word has 32 cells.
template <class Recurrence, unsigned Words>
void fill(benchmark::State& state) {
    using letters = pairwise::four_letters<Words>;
    using word = typename pairwise::edge_word<Recurrence::horizontal>::type;
    constexpr std::uint32_t hops = 2000;
    constexpr unsigned warps = pairwise::strip_threads / 32;
    const runtime::device_context& device = gpu().context();
    const auto multiprocessors = static_cast<unsigned>(device.multiprocessors());
    const unsigned strips = multiprocessors * pairwise::tuning::warps_of_a_multiprocessor;

    pairwise::strip_matrix matrix{};
    matrix.planes = 2;
    matrix.strips = strips;
    matrix.column_words = std::uint64_t{strips} * 32 * Words;
    matrix.hops = hops;
    matrix.rows_of_last_hop = pairwise::hop_rows;
    const auto columns = kernels::random_on_gpu(matrix.column_words * matrix.planes);
    const auto rows = kernels::random_on_gpu(hops + 2 * pairwise::hop_margin, 2);
    const auto vertical = gpu().make<std::uint32_t>(Recurrence::vertical * matrix.column_words);
    const auto edges = gpu().make<word>(hops);
    matrix.columns = columns.data();
    matrix.rows = rows.data() + pairwise::hop_margin;
    matrix.vertical = vertical.data();
    matrix.edges = edges.data();
    for (unsigned i = 0; i < Recurrence::vertical; ++i)
        matrix.top[i] = Recurrence::is_set_above(i) ? ~0U : 0U;
    for (unsigned i = 0; i < Recurrence::horizontal; ++i)
        matrix.left[i] = Recurrence::is_set_left(i) ? ~0U : 0U;

    const auto ticket = gpu().make<unsigned>(1);
    const auto stop = gpu().zeroed<unsigned long long>(1);
    pairwise::strip_work work{};
    work.matrices[0] = matrix;
    work.matrix_count = 1;
    work.ticket = ticket.data();
    work.stop = stop.data();
    auto* const kernel = pairwise::fill_strips<Recurrence, letters, Words>;
    constexpr unsigned planes = 2;
    const unsigned shared = warps * letters::shared_bytes(planes);
    if (pairwise::blocks_that_fit(device, kernel, shared) == 0) return state.SkipWithError("too little shared memory");
    const auto prepare = [&] { // edges carry the number of the strip that wrote them
        device.check(cudaMemsetAsync(edges.data(), 0, edges.bytes(), device.stream()), "clearing memory");
        device.check(cudaMemsetAsync(ticket.data(), 0, ticket.bytes(), device.stream()), "clearing memory");
    };
    kernels::time_launches(state, prepare, [&] {
        kernel<<<(strips + warps - 1) / warps, pairwise::strip_threads, shared, device.stream()>>>(work);
    });
    kernels::count_items(state, matrix.column_words * 32 * hops * pairwise::hop_rows);
}

[[maybe_unused]] const bool added = [] {
    kernels::add_on_gpu("alignment/levenshtein/4_words", fill<levenshtein, 4>);
    kernels::add_on_gpu("alignment/levenshtein/8_words", fill<levenshtein, 8>);
    kernels::add_on_gpu("alignment/lcs/8_words", fill<lcs, 8>);
    kernels::add_on_gpu("alignment/lcs/16_words", fill<lcs, 16>);
    return true;
}();

} // namespace
