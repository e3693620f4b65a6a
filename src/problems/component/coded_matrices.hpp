// One rule for both matrices, whatever their cells are: a cell of A is a rank, a cell of B an interval of ranks, and
// they agree if the rank is in the interval.
#pragma once

#include "base/host_device.hpp"

#include <concord/component.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace concord::component {

/// Without a tolerance the interval of a cell of B is one rank, `lowest`, and `highest` is empty. Ranks number the
/// values that both matrices hold; values that only A holds share one rank, values that only B holds another. With a
/// tolerance, ranks number A's values in ascending order, NaN last. Values of B that agree with nothing have lowest >
/// highest. Of cells of several channels each channel is coded by itself, and all of them must be in their intervals;
/// without a tolerance a cell is one value, whatever its channels.
struct coded_matrices {
    std::size_t rows_a = 0;
    std::size_t columns_a = 0;
    std::size_t rows_b = 0;
    std::size_t columns_b = 0;
    std::size_t channels = 1; ///< numbers of a cell in `rank`, `lowest` and `highest`
    bool intervals = false;
    bool may_agree = false;             ///< false: no cell agrees with any other
    unsigned bits = 1;                  ///< of the greatest rank, at least 1
    std::vector<std::uint32_t> rank;    ///< of the cells of A, row by row, the channels of a cell in a row
    std::vector<std::uint32_t> lowest;  ///< of the cells of B, likewise
    std::vector<std::uint32_t> highest; ///< of the cells of B where `intervals`, else empty

    [[nodiscard]] bool agree(std::size_t cell_a, std::size_t cell_b) const noexcept;
};

/// Time O(values · log values). Throws error: usage (symbols beside numbers, channels, the tolerance), resource (more
/// than 2^32 - 2 different values).
[[nodiscard]] coded_matrices code_matrices(const matrix& a, const matrix& b, const component_options& options);

/// Pairs of a cell of A and one of B that agree; of several channels as if these were independent. Time: linear in all
/// cells and the greatest rank.
[[nodiscard]] double agreeing_pairs(const coded_matrices& codes);

/// Lets cells of A and of B, given as indices, agree with nothing. Time: linear in all cells.
void exclude(coded_matrices& codes, const std::vector<std::size_t>& of_a, const std::vector<std::size_t>& of_b);

// Coded matrices as bit planes: 64 cells of a row are one word of each plane, the input of mask_operations.hpp.

/// The layout of the planes. Row r of A is planes · words_a words from a[r · planes · words_a] on, channel by channel,
/// each plane by plane from the lowest bit; column 0 is bit `margin`, and padding on both sides leaves space for B at
/// any shift. Row r of B likewise, with column 0 at bit 0; with intervals each plane of `lowest` is followed by that of
/// `highest`.
struct plane_view {
    const std::uint64_t* a;
    const std::uint64_t* b;
    std::size_t words_a;
    std::size_t words_b;
    std::size_t margin;      ///< a multiple of 64
    unsigned planes;         ///< of all channels
    unsigned channel_planes; ///< of one
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

/// The cells of B that a group of shifts can reach: rows from `first_row` on, words of columns from `first_word` on.
struct overlap {
    std::size_t first_row = 0;
    std::size_t rows = 0;
    std::size_t first_word = 0;
    std::size_t words = 0;
};

/// For shifts by `down` rows, and by `right` to `right` + lanes - 1 columns (some of which may be out of range).
/// `valid` gets words · lanes words, lane after lane: the columns of B that lie over A; none for lanes not in `alive`.
/// It must hold words_b · lanes words.
[[nodiscard]] overlap overlap_of(const plane_view& planes, std::int64_t down, std::int64_t right, std::size_t lanes,
                                 std::uint64_t alive, std::uint64_t* valid);

} // namespace concord::component
