#include "problems/component/components.hpp"
#include <algorithm>
#include <stdexcept>
#include <vector>

namespace concord::component {
namespace {

/// All cells of `mask` in runs that contain a cell of `seed`, a subset of it.
std::uint64_t whole_runs(std::uint64_t mask, std::uint64_t seed) {
    // Towards higher bits a carry runs through the run; towards lower bits twice as far in each step.
    std::uint64_t reached = (mask & ~(mask + seed)) | seed;
    std::uint64_t whole = mask; // cells from which as many as a step lie in the mask, towards higher bits
    for (unsigned step = 1; step < 8; step *= 2) {
        reached |= reached >> step & whole;
        whole &= whole >> step;
    }
    if ((reached >> 1U & mask & ~reached) == 0) return reached; // most runs are short
    for (unsigned step = 8; step < 64; step *= 2) {
        reached |= reached >> step & whole;
        whole &= whole >> step;
    }
    return reached;
}

} // namespace

void mask_of_shift::load(const std::uint64_t* board, std::size_t rows, std::size_t words, std::size_t lanes,
                         std::size_t lane) {
    rows_ = rows;
    words_ = words;
    const std::size_t count = (rows + 2) * (words + 2);
    if (mask_.size() < count) mask_.resize(count);
    for (std::size_t index = 0; index < count; ++index)
        mask_[index] = board[index * lanes + lane];
}

template <bool Corners>
std::uint64_t mask_of_shift::take(std::size_t index, std::uint64_t seed) {
    const std::size_t stride = words_ + 2;
    std::uint64_t* const mask = mask_.data();
    std::uint64_t size = 0;
    arrival at{index, seed};
    const auto reach = [&](std::size_t beside, std::uint64_t cells) {
        cells &= mask[beside];
        if (cells != 0) open_.push_back({beside, cells});
    };
    for (;;) {
        // Some may have been taken with others of their word since they were reached.
        const std::uint64_t fresh = at.cells & mask[at.index];
        if (fresh != 0) {
            const std::uint64_t taken = whole_runs(mask[at.index], fresh);
            mask[at.index] &= ~taken;
            size += base::count_ones(taken);
            const std::uint64_t to_left = taken << 63U;
            const std::uint64_t to_right = taken >> 63U;
            std::uint64_t beside = taken;
            if constexpr (Corners) beside |= taken << 1U | taken >> 1U;
            reach(at.index - stride, beside);
            reach(at.index + stride, beside);
            if (to_left != 0) {
                reach(at.index - 1, to_left);
                if constexpr (Corners) reach(at.index - stride - 1, to_left), reach(at.index + stride - 1, to_left);
            }
            if (to_right != 0) {
                reach(at.index + 1, to_right);
                if constexpr (Corners) reach(at.index - stride + 1, to_right), reach(at.index + stride + 1, to_right);
            }
        }
        if (open_.empty()) return size;
        at = open_.back();
        open_.pop_back();
    }
}

template <bool Corners>
mask_of_shift::component mask_of_shift::largest_as(std::uint64_t cells, std::uint64_t least) {
    component best;
    for (std::size_t row = 0; row < rows_; ++row)
        for (std::size_t word = 0; word < words_; ++word) {
            const std::size_t index = (row + 1) * (words_ + 2) + word + 1;
            while (mask_[index] != 0) {
                if (cells < least) return best;
                const std::uint64_t seed = mask_[index] & (~mask_[index] + 1);
                const std::uint64_t size = take<Corners>(index, seed);
                cells -= size;
                if (size < least) continue;
                best = {size, row, word * 64 + base::lowest_one(seed)};
                least = size + 1;
            }
        }
    return best;
}

mask_of_shift::component mask_of_shift::largest(std::uint64_t cells, std::uint64_t least, unsigned connectivity) {
    return connectivity == 8 ? largest_as<true>(cells, least) : largest_as<false>(cells, least);
}

mask_of_shift::component mask_of_shift::next(std::size_t& row, std::uint64_t& cells, std::uint64_t least,
                                             unsigned connectivity) {
    for (; row < rows_; ++row)
        for (std::size_t word = 0; word < words_; ++word) {
            const std::size_t index = (row + 1) * (words_ + 2) + word + 1;
            while (mask_[index] != 0) {
                if (cells < least) return {};
                const std::uint64_t seed = mask_[index] & (~mask_[index] + 1);
                const std::uint64_t size = connectivity == 8 ? take<true>(index, seed) : take<false>(index, seed);
                cells -= size;
                if (size >= least) return {size, row, word * 64 + base::lowest_one(seed)};
            }
        }
    return {};
}

namespace {

/// The cells of B that agree under a shift; visited cells are cleared.
class agreeing_cells {
  public:
    agreeing_cells(const problem& given, std::uint64_t number)
        : rows_(static_cast<std::int64_t>(given.codes.rows_b)),
          columns_(static_cast<std::int64_t>(given.codes.columns_b)), corners_(given.connectivity == 8),
          set_(given.codes.rows_b * given.codes.columns_b) {
        const coded_matrices& codes = given.codes;
        const matrix_shift shift = given.shifts.at(number);
        const auto rows_a = static_cast<std::int64_t>(codes.rows_a);
        const auto columns_a = static_cast<std::int64_t>(codes.columns_a);
        for (std::int64_t row = std::max<std::int64_t>(0, -shift.rows); row < std::min(rows_, rows_a - shift.rows);
             ++row)
            for (std::int64_t column = std::max<std::int64_t>(0, -shift.columns);
                 column < std::min(columns_, columns_a - shift.columns); ++column) {
                const auto b = index(row, column);
                const auto a = static_cast<std::size_t>((row + shift.rows) * columns_a + column + shift.columns);
                set_[b] = codes.agree(a, b);
            }
    }

    [[nodiscard]] std::size_t size() const noexcept { return set_.size(); }
    [[nodiscard]] bool is_set(std::size_t cell) const { return set_[cell]; }
    [[nodiscard]] matrix_cell place(std::size_t cell) const {
        const auto columns = static_cast<std::size_t>(columns_);
        return {cell / columns, cell % columns};
    }

    /// Cells reachable from one that is set.
    std::uint64_t take_from(std::size_t cell) {
        std::uint64_t taken = 0;
        box_ = {rows_, 0, columns_, 0};
        open_ = {cell};
        set_[cell] = false;
        while (!open_.empty()) {
            const auto at = static_cast<std::int64_t>(open_.back());
            open_.pop_back();
            ++taken;
            const std::int64_t row = at / columns_;
            const std::int64_t column = at % columns_;
            box_ = {std::min(box_.first_row, row), std::max(box_.last_row, row), std::min(box_.first_column, column),
                    std::max(box_.last_column, column)};
            for (std::int64_t down = -1; down <= 1; ++down)
                for (std::int64_t right = -1; right <= 1; ++right)
                    if (corners_ || down == 0 || right == 0) visit(row + down, column + right);
        }
        return taken;
    }
    /// That of the cells taken last.
    [[nodiscard]] const cell_box& box() const noexcept { return box_; }

  private:
    [[nodiscard]] std::size_t index(std::int64_t row, std::int64_t column) const {
        return static_cast<std::size_t>(row * columns_ + column);
    }
    void visit(std::int64_t row, std::int64_t column) {
        if (row < 0 || row >= rows_ || column < 0 || column >= columns_ || !set_[index(row, column)]) return;
        set_[index(row, column)] = false;
        open_.push_back(index(row, column));
    }

    std::int64_t rows_;
    std::int64_t columns_;
    bool corners_;
    std::vector<bool> set_;
    std::vector<std::size_t> open_;
    cell_box box_{};
};

} // namespace

std::vector<boxed_component> components_of_shift(const problem& given, std::uint64_t number, std::uint64_t size) {
    agreeing_cells cells(given, number);
    std::vector<boxed_component> found;
    for (std::size_t cell = 0; cell < cells.size(); ++cell)
        if (cells.is_set(cell) && cells.take_from(cell) == size) found.push_back({cells.place(cell), cells.box()});
    return found;
}

matrix_cell first_cell_of_component(const problem& given, std::uint64_t number, std::uint64_t size) {
    agreeing_cells cells(given, number);
    for (std::size_t cell = 0; cell < cells.size(); ++cell)
        if (cells.is_set(cell) && cells.take_from(cell) == size) return cells.place(cell);
    throw std::logic_error("a shift has no component of the size that was found");
}

} // namespace concord::component
