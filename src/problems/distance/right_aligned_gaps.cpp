// The alignment with gaps as far to the right as possible: keeps the vertical deltas of all rows and traces back
// through them.
#include "alignment/alignment_builder.hpp"
#include "alignment/batch/metrics.hpp"
#include "problems/distance/tuning.hpp"
#include "sequence/coded_pair.hpp"

#include <concord/distance.hpp>
#include <concord/error.hpp>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace concord {
namespace edit_distance {
namespace {

/// The ranges without the common prefix and the common suffix.
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

/// For every code, the columns that do not hold it: a row of words each.
std::vector<std::uint64_t> differing_columns(const sequence::coded_pair& pair, const between& inner,
                                             std::size_t words) {
    std::uint32_t codes = 0;
    for (std::uint64_t i = 0; i < inner.columns; ++i)
        codes = std::max(codes, pair.code_a(inner.first + i) + 1);
    for (std::uint64_t i = 0; i < inner.rows; ++i)
        codes = std::max(codes, pair.code_b(inner.first + i) + 1);
    std::vector<std::uint64_t> differ(codes * words, ~std::uint64_t{0});
    for (std::uint64_t i = 0; i < inner.columns; ++i)
        differ[pair.code_a(inner.first + i) * words + i / 64] &= ~(std::uint64_t{1} << i % 64);
    return differ;
}

/// The vertical deltas of all rows but the first.
template <class Recurrence>
class kept_rows {
  public:
    kept_rows(const sequence::coded_pair& pair, const between& inner)
        : words_((inner.columns + 63) / 64), rows_(words_ * inner.rows) {
        const std::vector<std::uint64_t> differ = differing_columns(pair, inner, words_);
        std::vector<deltas> now(words_);
        for (deltas& word : now)
            for (unsigned i = 0; i < Recurrence::vertical; ++i)
                word.v[i] = Recurrence::is_set_above(i) ? ~std::uint64_t{0} : 0;
        for (std::uint64_t row = 0; row < inner.rows; ++row) {
            const std::uint64_t* differs = differ.data() + pair.code_b(inner.first + row) * words_;
            std::uint64_t h[Recurrence::horizontal];
            for (unsigned i = 0; i < Recurrence::horizontal; ++i)
                h[i] = Recurrence::is_set_left(i) ? ~std::uint64_t{0} : 0;
            for (std::size_t word = 0; word < words_; ++word)
                Recurrence::row(differs[word], now[word].v, h);
            std::ranges::copy(now, rows_.begin() + static_cast<std::ptrdiff_t>(row * words_));
        }
    }

    /// Whether the cost rises, or falls, by one at a column, after `row` letters of b (at least 1).
    [[nodiscard]] bool costs_more(std::uint64_t row, std::uint64_t column) const {
        return (Recurrence::rises(at(row, column).v) >> column % 64 & 1U) != 0;
    }
    [[nodiscard]] bool costs_less(std::uint64_t row, std::uint64_t column) const {
        return (Recurrence::falls(at(row, column).v) >> column % 64 & 1U) != 0;
    }

  private:
    struct deltas {
        std::uint64_t v[Recurrence::vertical];
    };
    [[nodiscard]] const deltas& at(std::uint64_t row, std::uint64_t column) const {
        return rows_[(row - 1) * words_ + column / 64];
    }

    std::size_t words_;
    std::vector<deltas> rows_;
};

template <class Recurrence>
alignment trace_back(const sequence::coded_pair& pair, const between& inner) {
    const kept_rows<Recurrence> kept(pair, inner);
    pairwise::alignment_builder aligned;
    aligned.prepend('=', inner.behind);
    std::uint64_t column = inner.columns;
    std::uint64_t row = inner.rows;
    while (column > 0 && row > 0) {
        if (kept.costs_more(row, column - 1)) {
            aligned.prepend('I');
            --column;
        } else if (row > 1 && kept.costs_less(row - 1, column - 1)) {
            aligned.prepend('D');
            --row;
        } else {
            --column;
            --row;
            aligned.prepend(pair.code_a(inner.first + column) == pair.code_b(inner.first + row) ? '=' : 'X');
        }
    }
    aligned.prepend('I', column);
    aligned.prepend('D', row);
    aligned.prepend('=', inner.first);
    return std::move(aligned).take();
}

} // namespace
} // namespace edit_distance

std::optional<alignment> right_aligned_gaps(const sequence_ref& a, const sequence_ref& b, distance_metric metric) {
    const edit_distance::metric_traits& traits = edit_distance::traits_of(metric);
    if (!traits.has_matrix() || traits.recurrence->trace == nullptr)
        throw error(error_code::usage,
                    "an alignment of a " + std::string(traits.name) + " distance has no gaps to place");
    const sequence::coded_pair pair = sequence::code_pair(a, b);
    const edit_distance::between inner(pair);
    if (inner.rows > 0 && inner.columns > edit_distance::tuning::most_cells_kept / inner.rows) return std::nullopt;
    return edit_distance::with_recurrence(
        metric, [&]<class Recurrence>() { return edit_distance::trace_back<Recurrence>(pair, inner); });
}

} // namespace concord
