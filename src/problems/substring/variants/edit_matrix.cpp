#include "problems/substring/variants/edit_matrix.hpp"

#include "alignment/alignment_builder.hpp"

#include <algorithm>
#include <limits>

namespace concord::substring {
namespace {

constexpr std::uint64_t far = std::numeric_limits<std::uint32_t>::max();

/// Mismatches at each start, by visit(start, mismatches): at most `most`.
template <class Visit>
void for_each_start(const piece_collection& in, std::span<const letter> of, std::span<const letter> text,
                    std::uint64_t most, Visit visit) {
    for (std::uint64_t start = 0; start + of.size() <= text.size(); ++start) {
        std::uint64_t mismatches = 0;
        for (std::size_t at = 0; at < of.size() && mismatches <= most; ++at)
            mismatches += in.match(of[at], text[start + at]) ? 0U : 1U;
        if (mismatches <= most) visit(start, mismatches);
    }
}

/// A cell of the matrix as one number, so that the smaller one is the better one: edits, then where the part begins.
class cell {
  public:
    static constexpr std::uint64_t one_edit = std::uint64_t{1} << 32U;
    static constexpr std::uint64_t make(std::uint64_t edits, std::uint64_t first) { return edits << 32U | first; }
    static constexpr std::uint64_t edits(std::uint64_t of) { return of >> 32U; }
    static constexpr std::uint64_t first(std::uint64_t of) { return of & far; }
};

/// Calls visit(last, cell) for each column in which the last row has at most k edits. Rows below the last one that has
/// at most k are not computed (Ukkonen 1985).
template <class Visit>
void for_each_end(const piece_collection& in, std::span<const letter> of, std::span<const letter> text, std::uint64_t k,
                  Visit visit) {
    const std::size_t rows = of.size();
    std::vector<std::uint64_t> column(rows + 1);
    for (std::size_t row = 0; row <= rows; ++row)
        column[row] = cell::make(row, 0);
    std::size_t last = std::min<std::size_t>(rows, k); // row with at most k edits
    if (last == rows) visit(0, column[rows]);
    const std::uint64_t too_many = cell::make(far / 2, 0);
    for (std::uint64_t at = 0; at < text.size(); ++at) {
        std::uint64_t diagonal = column[0];
        column[0] = cell::make(0, at + 1);
        const std::size_t computed = std::min(rows, last + 1);
        if (computed > last) column[computed] = too_many; // of the column before
        for (std::size_t row = 1; row <= computed; ++row) {
            const std::uint64_t from_diagonal = diagonal + (in.match(of[row - 1], text[at]) ? 0 : cell::one_edit);
            diagonal = column[row];
            column[row] = std::min({from_diagonal, column[row - 1] + cell::one_edit, diagonal + cell::one_edit});
        }
        for (last = computed; last > 0 && cell::edits(column[last]) > k; --last) {
        }
        if (last == rows) visit(at + 1, column[rows]);
    }
}

/// For each place where a part with at most k edits ends: where the first one, or the last one, begins that does. Rows
/// are those of the substring, and in each of them a cell for every number of edits.
template <class Better>
std::vector<text_part> parts_of_ends(const piece_collection& in, std::span<const letter> of,
                                     std::span<const letter> text, const allowance& allowed, std::uint64_t none,
                                     Better better) {
    std::vector<text_part> parts;
    if (!allowed.indels) {
        for_each_start(in, of, text, allowed.edits, [&](std::uint64_t start, std::uint64_t) {
            parts.push_back({start, start + of.size(), 0});
        });
        return parts;
    }
    const std::size_t k = allowed.edits;
    const std::size_t width = k + 1;
    std::vector<std::uint64_t> before((of.size() + 1) * width, none); // the column before: [row][edits]
    std::vector<std::uint64_t> here(before.size());
    for (std::uint64_t at = 0; at <= text.size(); ++at) {
        // Nothing of the substring yet: it begins here, or some letters earlier, which are deleted.
        for (std::size_t edits = 0; edits <= k; ++edits) {
            here[edits] = at;
            if (edits > 0 && at > 0 && better(before[edits - 1], at)) here[edits] = before[edits - 1];
        }
        for (std::size_t row = 1; row <= of.size(); ++row)
            for (std::size_t edits = 0; edits <= k; ++edits) {
                std::uint64_t first = none;
                const auto take = [&](std::uint64_t from) {
                    if (from != none && (first == none || better(from, first))) first = from;
                };
                if (at > 0 && in.match(of[row - 1], text[at - 1])) take(before[(row - 1) * width + edits]);
                if (edits > 0) {
                    take(here[(row - 1) * width + edits - 1]);
                    if (at > 0) take(before[(row - 1) * width + edits - 1]);
                    if (at > 0) take(before[row * width + edits - 1]);
                }
                here[row * width + edits] = first;
            }
        if (here.back() != none) parts.push_back({here.back(), at, 0});
        std::swap(before, here);
    }
    return parts;
}

} // namespace

std::optional<text_part> best_part(const piece_collection& in, std::span<const letter> of, std::span<const letter> text,
                                   const allowance& allowed) {
    std::optional<text_part> best;
    if (!allowed.indels) {
        for_each_start(in, of, text, allowed.edits, [&](std::uint64_t start, std::uint64_t mismatches) {
            if (!best || mismatches < best->edits) best = {start, start + of.size(), mismatches};
        });
        return best;
    }
    std::uint64_t smallest = std::numeric_limits<std::uint64_t>::max();
    for_each_end(in, of, text, allowed.edits, [&](std::uint64_t last, std::uint64_t found) {
        if (found >= smallest) return;
        smallest = found;
        best = {cell::first(found), last, cell::edits(found)};
    });
    return best;
}

std::vector<text_part> shortest_parts(const piece_collection& in, std::span<const letter> of,
                                      std::span<const letter> text, const allowance& allowed) {
    return parts_of_ends(in, of, text, allowed, std::numeric_limits<std::uint64_t>::max(), std::greater<>());
}

std::vector<text_part> longest_parts(const piece_collection& in, std::span<const letter> of,
                                     std::span<const letter> text, const allowance& allowed) {
    return parts_of_ends(in, of, text, allowed, std::numeric_limits<std::uint64_t>::max(), std::less<>());
}

alignment align(const piece_collection& in, std::span<const letter> of, std::span<const letter> with,
                std::uint64_t edits) {
    // Diagonals more than `edits` from the main one hold no cell of a best alignment: row i has the columns from i -
    // edits to i + edits.
    const std::size_t width = 2 * edits + 1;
    const std::uint64_t too_many = far;
    std::vector<std::uint32_t> matrix((of.size() + 1) * width, static_cast<std::uint32_t>(far));
    const auto at = [&](std::size_t row, std::size_t column) -> std::uint64_t {
        return column + edits < row || column > row + edits ? too_many : matrix[row * width + column + edits - row];
    };
    const auto cost = [&](std::size_t row, std::size_t column) -> std::uint64_t {
        return in.match(of[row - 1], with[column - 1]) ? 0 : 1;
    };
    for (std::size_t row = 0; row <= of.size(); ++row) {
        const std::size_t from = row > edits ? row - edits : 0;
        for (std::size_t column = from; column <= std::min(with.size(), row + edits); ++column) {
            std::uint64_t best = row == 0 && column == 0 ? 0 : too_many;
            if (row > 0) best = std::min(best, at(row - 1, column) + 1);
            if (column > from) best = std::min(best, at(row, column - 1) + 1);
            if (row > 0 && column > 0) best = std::min(best, at(row - 1, column - 1) + cost(row, column));
            matrix[row * width + column + edits - row] = static_cast<std::uint32_t>(std::min(best, too_many));
        }
    }
    pairwise::alignment_builder builder;
    for (std::size_t row = of.size(), column = with.size(); row > 0 || column > 0;) {
        const std::uint64_t here = at(row, column);
        const bool inner = row > 0 && column > 0;
        if (inner && cost(row, column) == 0 && at(row - 1, column - 1) == here) {
            builder.prepend('=');
            --row, --column;
        } else if (row > 0 && at(row - 1, column) + 1 == here) {
            builder.prepend('I');
            --row;
        } else if (inner && cost(row, column) == 1 && at(row - 1, column - 1) + 1 == here) {
            builder.prepend('X');
            --row, --column;
        } else {
            builder.prepend('D');
            --column;
        }
    }
    return std::move(builder).take();
}

} // namespace concord::substring
