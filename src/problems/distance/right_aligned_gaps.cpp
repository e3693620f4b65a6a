// The alignment with gaps as far to the right as can be: all rows of the table's bits are kept and followed back.
#include "alignment/path_builder.hpp"
#include "alignment/recurrences/lcs.hpp"
#include "alignment/recurrences/levenshtein.hpp"
#include "sequence/coded_pair.hpp"

#include <concord/distance.hpp>
#include <concord/error.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace concord {
namespace edits {
namespace {

constexpr std::uint64_t most_cells_kept = std::uint64_t{1} << 22U;

/// What is left between the letters that both begin and those that both end with.
struct between {
    explicit between(const sequence::coded_pair& pair) : columns(pair.a.length), rows(pair.b.length) {
        while (first < columns && first < rows && pair.code_a(first) == pair.code_b(first))
            ++first;
        while (columns > first && rows > first && pair.code_a(columns - 1) == pair.code_b(rows - 1)) {
            --columns;
            --rows;
            ++behind;
        }
        columns -= first;
        rows -= first;
    }

    std::uint64_t first = 0;
    std::uint64_t behind = 0;
    std::uint64_t columns;
    std::uint64_t rows;
};

/// Bits of all rows behind the first: where a column costs one more than the one before (`plus`) or one less (`minus`;
/// of indels always the opposite).
class kept_rows {
  public:
    kept_rows(const sequence::coded_pair& pair, const between& inner, bool may_replace)
        : words_((inner.columns + 63) / 64), may_replace_(may_replace), plus_(words_ * inner.rows),
          minus_(may_replace ? words_ * inner.rows : 0) {
        const std::vector<std::uint64_t> differ = differing_columns(pair, inner);
        std::vector<std::uint64_t> plus(words_, ~std::uint64_t{0});
        std::vector<std::uint64_t> minus(words_);
        for (std::uint64_t row = 0; row < inner.rows; ++row) {
            const std::uint64_t* differs = differ.data() + pair.code_b(inner.first + row) * words_;
            std::uint64_t signal_plus = may_replace ? 1 : 0;
            std::uint64_t signal_minus = 0;
            for (std::size_t word = 0; word < words_; ++word) {
                if (may_replace) {
                    pairwise::levenshtein::step(differs[word], plus[word], minus[word], signal_plus, signal_minus);
                } else {
                    pairwise::lcs::step(differs[word], plus[word], signal_plus);
                }
            }
            std::ranges::copy(plus, plus_.begin() + static_cast<std::ptrdiff_t>(row * words_));
            if (may_replace) std::ranges::copy(minus, minus_.begin() + static_cast<std::ptrdiff_t>(row * words_));
        }
    }

    /// Whether a column costs one more than the one before it, `row` letters of b taken (at least 1).
    [[nodiscard]] bool costs_more(std::uint64_t row, std::uint64_t column) const { return bit(plus_, row, column); }
    [[nodiscard]] bool costs_less(std::uint64_t row, std::uint64_t column) const {
        return may_replace_ ? bit(minus_, row, column) : !bit(plus_, row, column);
    }

  private:
    [[nodiscard]] bool bit(const std::vector<std::uint64_t>& rows, std::uint64_t row, std::uint64_t column) const {
        return (rows[(row - 1) * words_ + column / 64] >> column % 64 & 1U) != 0;
    }

    /// Of every code, the columns that do not hold it.
    [[nodiscard]] std::vector<std::uint64_t> differing_columns(const sequence::coded_pair& pair,
                                                               const between& inner) const {
        std::uint32_t codes = 0;
        for (std::uint64_t i = 0; i < inner.columns; ++i)
            codes = std::max(codes, pair.code_a(inner.first + i) + 1);
        for (std::uint64_t i = 0; i < inner.rows; ++i)
            codes = std::max(codes, pair.code_b(inner.first + i) + 1);
        std::vector<std::uint64_t> differ(codes * words_, ~std::uint64_t{0});
        for (std::uint64_t i = 0; i < inner.columns; ++i)
            differ[pair.code_a(inner.first + i) * words_ + i / 64] &= ~(std::uint64_t{1} << i % 64);
        return differ;
    }

    std::size_t words_;
    bool may_replace_;
    std::vector<std::uint64_t> plus_;
    std::vector<std::uint64_t> minus_;
};

} // namespace
} // namespace edits

std::optional<alignment> late_gap_alignment(const sequence_ref& a, const sequence_ref& b, distance_metric metric) {
    if (metric == distance_metric::hamming)
        throw error(error_code::usage, "an alignment of a hamming distance has no gaps to place");
    const sequence::coded_pair pair = sequence::code_pair(a, b);
    const edits::between inner(pair);
    if (inner.rows > 0 && inner.columns > edits::most_cells_kept / inner.rows) return std::nullopt;
    const edits::kept_rows kept(pair, inner, metric == distance_metric::levenshtein);
    pairwise::path_builder path;
    path.step('=', inner.behind);
    std::uint64_t column = inner.columns;
    std::uint64_t row = inner.rows;
    while (column > 0 && row > 0) {
        if (kept.costs_more(row, column - 1)) {
            path.step('I');
            --column;
        } else if (row > 1 && kept.costs_less(row - 1, column - 1)) {
            path.step('D');
            --row;
        } else {
            --column;
            --row;
            path.step(pair.code_a(inner.first + column) == pair.code_b(inner.first + row) ? '=' : 'X');
        }
    }
    path.step('I', column);
    path.step('D', row);
    path.step('=', inner.first);
    return std::move(path).take();
}

} // namespace concord
