// Coded matrices as bit planes: 64 cells of a row are one word of each plane, as mask_operations.hpp compares them.
#pragma once

#include "base/host_device.hpp"
#include "problems/component/coded_matrices.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace concord::component {

/// The planes as every path reads them. Row r of A is planes() · words_a words from a[r · planes · words_a] on, plane
/// by plane from the lowest bit; bit `margin` of them is column 0, and there is room before and behind for B at any
/// shift. Row r of B likewise, column 0 being bit 0; with intervals each plane of `lowest` is followed by that of
/// `highest`.
struct plane_view {
    const std::uint64_t* a;
    const std::uint64_t* b;
    std::size_t words_a;
    std::size_t words_b;
    std::size_t margin; ///< a multiple of 64
    unsigned planes;
    bool intervals;
    std::size_t rows_a;
    std::size_t columns_a;
    std::size_t rows_b;
    std::size_t columns_b;

    [[nodiscard]] CONCORD_HD const std::uint64_t* row_a(std::size_t row) const noexcept {
        return a + row * planes * words_a;
    }
    [[nodiscard]] CONCORD_HD const std::uint64_t* row_b(std::size_t row) const noexcept {
        return b + row * planes * words_b * (intervals ? 2 : 1);
    }
};

class bit_planes {
  public:
    explicit bit_planes(const coded_matrices& codes);

    [[nodiscard]] const plane_view& view() const noexcept { return view_; }
    /// Bytes that the planes of these matrices take.
    [[nodiscard]] static std::uint64_t bytes(const coded_matrices& codes) noexcept;

  private:
    std::vector<std::uint64_t> a_;
    std::vector<std::uint64_t> b_;
    plane_view view_;
};

/// Which cells of B a group of shifts can reach: rows from `first_row` on, words of columns from `first_word` on.
struct overlap {
    std::size_t first_row = 0;
    std::size_t rows = 0;
    std::size_t first_word = 0;
    std::size_t words = 0;
};

/// Shifts by `down` rows, and by from `right` to `right` + lanes - 1 columns (some of which may not be shifts at all).
/// `valid` gets words · lanes words, lane after lane: the columns of B that lie over A, none for lanes not in `alive`.
/// It holds words_b · lanes words.
[[nodiscard]] overlap overlap_of(const plane_view& planes, std::int64_t down, std::int64_t right, std::size_t lanes,
                                 std::uint64_t alive, std::uint64_t* valid);

} // namespace concord::component
