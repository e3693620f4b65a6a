#include "problems/adapters/band_alignment.hpp"

#include "problems/adapters/thresholds.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

namespace concord::adapters {
namespace {

// Bounds of a cell, n being the letters. In the best cell of its diagonal an alignment scores -3n at least, and so has
// at most 4n / 3 differences. An anti-diagonal that a cell is on adds 3 to its score, so none is below 0; it is at most
// twice the letters and the reach.
static_assert(7 * most_band_letters + 6 * band_reach(most_band_letters) < (std::uint32_t{1} << (32 - score_bit)) - 3);
static_assert(4 * most_band_letters / 3 < std::uint32_t{1} << difference_bits);
static_assert(2 * band_reach(most_band_letters) + 2 <= std::uint32_t{1} << origin_bits);
static_assert(band_reach(most_band_letters) < most_band_lanes);

/// Letters for each difference, at least. An alignment of n letters with no more than n / 5 of them has at least
/// 4n / 5 equal letters, as insertions take none: its score is n / 5 or more.
constexpr std::ptrdiff_t letters_a_difference = 5;
static_assert(threshold::long_read_differences * letters_a_difference == 1);

/// Letters that lanes beyond the band look at, on either side.
constexpr std::size_t margin = 2 * most_band_lanes + 8;

/// Where alignments begin, by diagonal, from the first of the band to the one behind it, as numbers in their order: in
/// the first column the lower ones are the better, then those of the first row in their order.
class origins {
  public:
    origins(std::ptrdiff_t first_diagonal, std::ptrdiff_t diagonals)
        : last_in_column_(std::min<std::ptrdiff_t>(0, first_diagonal + diagonals - 1)),
          in_column_(last_in_column_ - first_diagonal + 1) {}

    [[nodiscard]] std::uint32_t cell(std::ptrdiff_t diagonal) const noexcept {
        const std::ptrdiff_t number = diagonal <= 0 ? last_in_column_ - diagonal : in_column_ + diagonal - 1;
        return (static_cast<std::uint32_t>(number) << difference_bits) +
               static_cast<std::uint32_t>(std::abs(diagonal)) * difference_cost;
    }
    [[nodiscard]] std::ptrdiff_t diagonal_of(std::int64_t cell) const noexcept {
        const auto number = static_cast<std::ptrdiff_t>(cell >> difference_bits & ((1U << origin_bits) - 1));
        return number < in_column_ ? last_in_column_ - number : number - in_column_ + 1;
    }

  private:
    std::ptrdiff_t last_in_column_;
    std::ptrdiff_t in_column_;
};

struct band_cell {
    std::int64_t cell = 0; ///< without what its anti-diagonal adds
    std::ptrdiff_t row = 0;
    std::ptrdiff_t column = 0;
};

/// The best of the listed cells in which an alignment may end.
band_cell best_end(const band_question& of, const band_steps& steps, std::size_t lanes, std::ptrdiff_t diagonals) {
    const std::ptrdiff_t rows = std::ssize(of.letters);
    const std::ptrdiff_t columns = std::ssize(of.read);
    band_cell best;
    const auto offer = [&](std::ptrdiff_t k, std::ptrdiff_t row) {
        const std::ptrdiff_t lane = k / 2;
        const std::size_t list = 2 * static_cast<std::size_t>(row + lane - steps.listed) + (k % 2 == 0 ? 0 : 1);
        const std::ptrdiff_t column = row + steps.first_diagonal + k;
        const std::int64_t cell = std::int64_t{steps.list[list * lanes + static_cast<std::size_t>(lane)]} -
                                  (row + column) * std::int64_t{difference_cost};
        if (cell > best.cell) best = {cell, row, column};
    };
    const auto diagonal_at = [&](std::ptrdiff_t row, std::ptrdiff_t column) {
        return column - row - steps.first_diagonal;
    };
    if (of.ends_read)
        for (std::ptrdiff_t k = std::min(diagonals - 1, diagonal_at(1, columns));
             k >= std::max<std::ptrdiff_t>(0, diagonal_at(rows, columns)); --k)
            offer(k, columns - steps.first_diagonal - k);
    for (std::ptrdiff_t k = std::max<std::ptrdiff_t>(0, diagonal_at(rows, 1));
         k <= std::min(diagonals - 1, diagonal_at(rows, columns)); ++k)
        offer(k, rows);
    return best;
}

} // namespace

band_alignment best_in_band(const band_question& of, const band_kernels& kernels) {
    const std::ptrdiff_t rows = std::ssize(of.letters);
    const std::ptrdiff_t columns = std::ssize(of.read);
    const std::size_t reach = band_reach(of.letters.size());
    const auto wide = static_cast<std::ptrdiff_t>(reach);
    const std::ptrdiff_t first_diagonal = of.diagonal - wide;
    const std::ptrdiff_t diagonals = 2 * wide + 1;
    unsigned size = 0;
    while (least_band_lanes << size < reach + 1)
        ++size;
    const std::size_t lanes = least_band_lanes << size;

    thread_local std::vector<std::uint8_t> letters;
    thread_local std::vector<std::uint8_t> read;
    letters.resize(2 * margin + of.letters.size());
    read.resize(2 * margin + of.read.size());
    std::ranges::reverse_copy(of.letters, letters.begin() + margin);
    std::ranges::copy(of.read, read.begin() + margin);

    // Alignments begin on each diagonal of the band, and on the one to the right of it, from where a letter of the
    // sequence may be lost at once.
    const origins begin(first_diagonal, diagonals + 1);
    std::array<std::uint32_t, most_band_lanes> even{};
    std::array<std::uint32_t, most_band_lanes> odd{};
    for (std::size_t lane = 0; lane <= reach; ++lane) {
        const std::ptrdiff_t diagonal = first_diagonal + 2 * static_cast<std::ptrdiff_t>(lane);
        even[lane] = begin.cell(diagonal);
        odd[lane] = begin.cell(diagonal + 1);
    }
    // A lane is listed where it is in the last row or in the last column.
    const std::ptrdiff_t first = std::max({std::ptrdiff_t{1}, (-first_diagonal - 1) / 2, -first_diagonal - wide - 1});
    // From row i on, at most last_row - i letters are equal, and what began in row most_first has the fewest letters.
    const std::ptrdiff_t last_row = std::min(rows, columns - first_diagonal);
    const std::ptrdiff_t most_first = std::max<std::ptrdiff_t>(0, -first_diagonal);
    const std::ptrdiff_t least_score =
        std::max<std::ptrdiff_t>(1, (last_row - most_first) / letters_a_difference) - last_row;
    thread_local std::vector<std::uint32_t> list;
    list.resize(2 * lanes * (reach + 1));
    const band_steps steps{.first = first,
                           .all_begun = std::max(wide, -first_diagonal) + 1,
                           .listed = std::max(first, std::min(rows, columns - first_diagonal - wide)),
                           .last = std::min(rows + wide, columns - first_diagonal),
                           .first_diagonal = first_diagonal,
                           .odd_lanes = reach,
                           .least_score = static_cast<std::int32_t>(least_score),
                           .letters = letters.data() + std::ptrdiff_t{margin} + rows - first,
                           .read = read.data() + std::ptrdiff_t{margin} + first_diagonal + first,
                           .even = even.data(),
                           .odd = odd.data(),
                           .list = list.data()};
    if (!kernels.of_size[size](steps)) return {};
    const band_cell best = best_end(of, steps, lanes, diagonals);
    const auto score = static_cast<int>(best.cell >> score_bit);
    if (score <= 0) return {};
    const std::ptrdiff_t from = begin.diagonal_of(best.cell);
    const auto differences = static_cast<std::uint32_t>(best.cell & ((1U << difference_bits) - 1));
    if (letters_a_difference * differences > best.row - std::max<std::ptrdiff_t>(0, -from)) return {};
    return {.score = score,
            .first = static_cast<std::uint32_t>(from < 0 ? -from : 0),
            .last = static_cast<std::uint32_t>(best.row),
            .start = static_cast<std::uint32_t>(from > 0 ? from : 0),
            .end = static_cast<std::uint32_t>(best.column),
            .differences = differences};
}

} // namespace concord::adapters
