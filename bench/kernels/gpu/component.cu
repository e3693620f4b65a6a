// component: the bound of every shift by counts, and the search of the shifts of a band. Unit: cells compared, of one
// shift each.
#include "gpu_kernels.cuh"

#include "problems/component/gpu/searcher.cuh"

#include <concord/matrix.hpp>

namespace {

using namespace concord;
using kernels::gpu;

constexpr std::uint64_t side = 512;

[[nodiscard]] matrix random_matrix(std::uint64_t seed) {
    const std::vector<std::uint64_t> words = kernels::random_words(side * side, seed);
    matrix::integers cells(side * side);
    for (std::uint64_t at = 0; at < cells.size(); ++at)
        cells[at] = static_cast<std::int64_t>(words[at] % 4);
    return {side, side, std::move(cells)};
}

/// Cells that two squares share, over all shifts of one row of them each `down` from 0 on.
[[nodiscard]] std::uint64_t cells_of(std::uint64_t rows_of_shifts) {
    std::uint64_t cells = 0;
    for (std::uint64_t down = 0; down < rows_of_shifts; ++down)
        cells += (side - down) * side * side; // columns: 1 + 2 + ... + side + ... + 1 = side * side
    return cells;
}

/// Two matrices of 512 x 512 random cells of 4 symbols; 64 rows of shifts.
///
/// Roof: logic instructions: two for each of two planes and a word of 32 cells with the funnel shift, some ten for the
/// neighbours, and two counts of ones, at 16 a clock in each multiprocessor.
template <bool Corners>
void count_cells(benchmark::State& state) {
    constexpr std::uint32_t rows = 64;
    constexpr auto columns = static_cast<std::uint32_t>(2 * side - 1);
    const component::bit_planes planes(component::code_matrices(random_matrix(1), random_matrix(2), {}));
    component::plane_view view = planes.view();
    constexpr std::uint64_t around = component::words_around_planes;
    const auto upload = [&](const std::uint64_t* from, std::uint64_t words) {
        auto there = gpu().zeroed<std::uint64_t>(words + 2 * around);
        gpu().put(there.data() + around, from, words);
        gpu().context().wait("copying to it");
        return there;
    };
    const auto a = upload(view.a, view.rows_a * view.planes * view.words_a);
    const auto b = upload(view.b, view.rows_b * view.planes * view.words_b);
    view.a = a.data() + around;
    view.b = b.data() + around;
    const component::band_of_shifts band{0, -static_cast<std::int64_t>(side) + 1, columns, rows * columns};
    const auto bounds = gpu().make<std::uint32_t>(band.count);
    const auto numbers = gpu().make<std::uint32_t>(band.count);
    constexpr std::uint32_t blocks_of_a_row = (columns + component::count_threads - 1) / component::count_threads;
    kernels::time_launches(state, [&] {
        component::count_shifts<Corners, false>
            <<<blocks_of_a_row * rows, component::count_threads, 0, gpu().context().stream()>>>(
                view, band, blocks_of_a_row, bounds.data(), numbers.data());
    });
    kernels::count_items(state, cells_of(rows));
}

/// The same matrices: all shifts of 64 rows counted, sorted and filtered. Nothing was found before.
void search_band(benchmark::State& state) {
    constexpr std::uint64_t rows = 64;
    const matrix a = random_matrix(1);
    const matrix b = random_matrix(2);
    const component::problem given{component::code_matrices(a, b, {}), component::shift_table(side, side, side, side), 4,
                                   1};
    const component::bit_planes planes(given.codes);
    component::searcher searcher(given, planes, gpu().context(), 0, 0, {});
    kernels::time_launches(state, [&] {
        component::shared_outcome nothing_yet;
        static_cast<void>(searcher.search({side - 1, rows}, nothing_yet));
    });
    kernels::count_items(state, cells_of(rows));
}

[[maybe_unused]] const bool added = [] {
    kernels::add_on_gpu("component/count_shifts/4", count_cells<false>);
    kernels::add_on_gpu("component/count_shifts/8", count_cells<true>);
    kernels::add_on_gpu("component/search_of_a_band", search_band);
    return true;
}();

} // namespace
