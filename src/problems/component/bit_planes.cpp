#include "problems/component/bit_planes.hpp"

#include "base/bits.hpp"

#include <algorithm>

namespace concord::component {
namespace {

struct sizes {
    explicit sizes(const coded_matrices& codes)
        : words_b((codes.columns_b + 63) / 64), margin(64 * words_b + 64),
          words_a((margin + codes.columns_a + 63) / 64 + words_b + 2) {}

    std::size_t words_b;
    std::size_t margin;
    std::size_t words_a;
};

/// Writes the bits of `codes` into planes that lie `stride` words apart.
void write_row(const std::uint32_t* codes, std::size_t columns, unsigned planes, std::size_t stride,
               std::size_t first_bit, std::uint64_t* to) {
    for (std::size_t column = 0; column < columns; ++column) {
        const std::size_t bit = first_bit + column;
        for (unsigned plane = 0; plane < planes; ++plane)
            to[plane * stride + bit / 64] |= std::uint64_t{codes[column] >> plane & 1U} << (bit % 64);
    }
}

} // namespace

std::uint64_t bit_planes::bytes(const coded_matrices& codes) noexcept {
    const sizes of(codes);
    return sizeof(std::uint64_t) * codes.bits *
           (codes.rows_a * of.words_a + codes.rows_b * of.words_b * (codes.intervals ? 2 : 1));
}

bit_planes::bit_planes(const coded_matrices& codes) {
    const sizes of(codes);
    const unsigned planes = codes.bits;
    const std::size_t sides = codes.intervals ? 2 : 1;
    a_.resize(codes.rows_a * planes * of.words_a);
    b_.resize(codes.rows_b * planes * of.words_b * sides);
    for (std::size_t row = 0; row < codes.rows_a; ++row)
        write_row(codes.rank.data() + row * codes.columns_a, codes.columns_a, planes, of.words_a, of.margin,
                  a_.data() + row * planes * of.words_a);
    for (std::size_t row = 0; row < codes.rows_b; ++row) {
        std::uint64_t* to = b_.data() + row * planes * of.words_b * sides;
        const std::size_t from = row * codes.columns_b;
        write_row(codes.lowest.data() + from, codes.columns_b, planes, of.words_b * sides, 0, to);
        if (codes.intervals)
            write_row(codes.highest.data() + from, codes.columns_b, planes, of.words_b * sides, 0, to + of.words_b);
    }
    view_ = {a_.data(),       b_.data(),    of.words_a,      of.words_b,   of.margin,      planes,
             codes.intervals, codes.rows_a, codes.columns_a, codes.rows_b, codes.columns_b};
}

overlap overlap_of(const plane_view& planes, std::int64_t down, std::int64_t right, std::size_t lanes,
                   std::uint64_t alive, std::uint64_t* valid) {
    const auto size = [](std::size_t count) { return static_cast<std::int64_t>(count); };
    const auto first_of = [](std::int64_t shift) { return std::max<std::int64_t>(0, -shift); };
    const auto end_of = [](std::int64_t shift, std::int64_t over, std::int64_t own) {
        return std::clamp<std::int64_t>(over - shift, 0, own);
    };
    overlap of;
    of.first_row = static_cast<std::size_t>(first_of(down));
    const auto end_row = static_cast<std::size_t>(end_of(down, size(planes.rows_a), size(planes.rows_b)));
    of.rows = end_row > of.first_row ? end_row - of.first_row : 0;

    const std::int64_t last = right + size(lanes) - 1;
    const std::int64_t first_column = first_of(last);
    const std::int64_t end_column = end_of(right, size(planes.columns_a), size(planes.columns_b));
    if (end_column <= first_column) return {};
    of.first_word = static_cast<std::size_t>(first_column) / 64;
    of.words = (static_cast<std::size_t>(end_column) + 63) / 64 - of.first_word;
    for (std::size_t word = 0; word < of.words; ++word)
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            const std::int64_t start = size((of.first_word + word) * 64);
            const std::int64_t shift = right + size(lane);
            const auto bits_below = [&](std::int64_t column) {
                return base::low_bits<std::uint64_t>(
                    static_cast<unsigned>(std::clamp<std::int64_t>(column - start, 0, 64)));
            };
            const std::uint64_t columns = bits_below(end_of(shift, size(planes.columns_a), size(planes.columns_b))) &
                                          ~bits_below(first_of(shift));
            valid[word * lanes + lane] = (alive >> lane & 1U) != 0 ? columns : 0;
        }
    return of;
}

} // namespace concord::component
