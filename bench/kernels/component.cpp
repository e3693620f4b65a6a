// component: the cells of two matrices that agree at a shift. Unit: cells compared, of one shift each.
#include "kernels/kernels.hpp"

#include "problems/component/coded_matrices.hpp"
#include "problems/component/cpu/sweeps.hpp"

#include <algorithm>
#include <array>
#include <new>

namespace {

using namespace concord;

struct aligned_words {
    explicit aligned_words(std::size_t count)
        : data(static_cast<std::uint64_t*>(::operator new (count * sizeof(std::uint64_t), std::align_val_t{64}))) {
        std::fill_n(data, count, 0);
    }
    aligned_words(const aligned_words&) = delete;
    aligned_words& operator=(const aligned_words&) = delete;
    ~aligned_words() { ::operator delete (data, std::align_val_t{64}); }
    std::uint64_t* data;
};

matrix random_matrix(std::size_t side, std::uint64_t symbols, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    matrix::integers cells(side * side);
    for (std::int64_t& cell : cells)
        cell = static_cast<std::int64_t>(random() % symbols);
    return {side, side, std::move(cells)};
}

/// Two matrices of 512 x 512 random cells, at the shifts of one group: 4 neighbouring row shifts, and as many column
/// shifts as a vector has lanes.
///
/// Roof: vector instructions. A vector of 64 cells a lane takes a load and one operation a plane (two before AVX-512)
/// to compare; then its neighbours are moved and added bit by bit, twice, for joints and firm cells, and three counts
/// of ones. With 8 neighbours there are twice as many to add; more symbols cost more planes. `words` is the rate of
/// such vectors: the clock divided by it is the cycles that one takes. The rings of rows stay in L1.
void count_cells(benchmark::State& state, vector_target target, unsigned connectivity, std::uint64_t symbols) {
    constexpr std::size_t side = 512;
    constexpr std::size_t downs = 4;
    const component::coded_matrices codes =
        component::code_matrices(random_matrix(side, symbols, 1), random_matrix(side, symbols, 2), {});
    const component::bit_planes planes(codes);
    const component::plane_view& view = planes.view();
    const component::sweep_kernels& kernel = component::sweeps_for(target, connectivity);
    const aligned_words valid(view.words_b * kernel.lanes);
    const aligned_words scratch(component::count_words(view, downs));
    const component::overlap over = component::overlap_of(view, 0, 0, kernel.lanes, ~std::uint64_t{0}, valid.data);
    const component::shift_group group{0, view.margin, over, valid.data};
    alignas(64) std::array<component::cell_counts, downs> counts{};
    for ([[maybe_unused]] auto round : state) {
        kernel.count(view, group, downs, scratch.data, counts.data());
        benchmark::DoNotOptimize(counts);
    }
    // Without those that the shifts move out: the first row shift leaves all rows, the last all but three.
    constexpr std::uint64_t rows = downs * side - downs * (downs - 1) / 2;
    kernels::count_items(state, rows * side * kernel.lanes);
    kernels::count_rate(state, "words", static_cast<double>(rows * over.words));
}

[[maybe_unused]] const bool added = [] {
    for (const unsigned connectivity : {4U, 8U})
        for (const std::uint64_t symbols : {4U, 200U})
            kernels::add_for_each_target("component/count_" + std::to_string(connectivity) + "_neighbours_" +
                                             std::to_string(symbols) + "_symbols",
                                         [=](benchmark::State& state, vector_target target) {
                                             count_cells(state, target, connectivity, symbols);
                                         });
    return true;
}();

} // namespace
