#include "problems/component/coded_matrices.hpp"

#include "base/bits.hpp"
#include "problems/component/agreement.hpp"

#include <concord/error.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
#include <numeric>
#include <string>
#include <type_traits>

namespace concord::component {
namespace {

template <class Value>
[[nodiscard]] bool is_nan(Value value) {
    if constexpr (std::is_floating_point_v<Value>) return std::isnan(value);
    static_cast<void>(value);
    return false;
}

template <class Value>
std::vector<Value> distinct_values(const std::vector<Value>& cells) {
    std::vector<Value> values;
    values.reserve(cells.size());
    std::copy_if(cells.begin(), cells.end(), std::back_inserter(values), [](Value cell) { return !is_nan(cell); });
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    if (values.size() >= 0xFFFFFFFEU)
        throw error(error_code::resource, "a matrix has more than 4294967293 different values");
    return values;
}

/// The index of `value` among sorted values, or `other` if it is not among them.
template <class Value>
std::uint32_t place_of(const std::vector<Value>& values, Value value, std::uint32_t other) {
    if (is_nan(value)) return other;
    const auto at = std::lower_bound(values.begin(), values.end(), value);
    return at == values.end() || value < *at ? other : static_cast<std::uint32_t>(at - values.begin());
}

template <class Value>
void code_equal(const std::vector<Value>& a, const std::vector<Value>& b, coded_matrices& codes) {
    std::vector<Value> shared;
    {
        const std::vector<Value> of_a = distinct_values(a);
        const std::vector<Value> of_b = distinct_values(b);
        std::set_intersection(of_a.begin(), of_a.end(), of_b.begin(), of_b.end(), std::back_inserter(shared));
    }
    const auto others = static_cast<std::uint32_t>(shared.size());
    std::uint32_t greatest = 0;
    const auto code = [&](const std::vector<Value>& cells, std::uint32_t other, std::vector<std::uint32_t>& ranks) {
        ranks.reserve(cells.size());
        for (const Value cell : cells) {
            ranks.push_back(place_of(shared, cell, other));
            greatest = std::max(greatest, ranks.back());
        }
    };
    code(a, others, codes.rank);
    code(b, others + 1, codes.lowest);
    codes.may_agree = !shared.empty();
    codes.bits = static_cast<unsigned>(std::max(1, static_cast<int>(std::bit_width(greatest))));
}

template <class Value>
void code_near(const std::vector<Value>& a, const std::vector<Value>& b, double tolerance, coded_matrices& codes) {
    const std::vector<Value> values = distinct_values(a);
    const auto beyond = static_cast<std::uint32_t>(values.size());
    codes.intervals = true;
    codes.rank.reserve(a.size());
    std::uint32_t greatest = 0;
    for (const Value cell : a) {
        codes.rank.push_back(place_of(values, cell, beyond));
        greatest = std::max(greatest, codes.rank.back());
    }
    codes.lowest.reserve(b.size());
    codes.highest.reserve(b.size());
    for (const Value cell : b) {
        // Differences of doubles are rounded, but monotonic: the values that agree are contiguous.
        const auto first = std::partition_point(
            values.begin(), values.end(), [&](Value value) { return value < cell && !agree(value, cell, tolerance); });
        const auto end =
            std::partition_point(first, values.end(), [&](Value value) { return agree(value, cell, tolerance); });
        const bool any = first != end;
        codes.lowest.push_back(any ? static_cast<std::uint32_t>(first - values.begin()) : 1);
        codes.highest.push_back(any ? static_cast<std::uint32_t>(end - values.begin() - 1) : 0);
        codes.may_agree = codes.may_agree || any;
    }
    codes.bits = static_cast<unsigned>(std::max(1, static_cast<int>(std::bit_width(greatest))));
}

template <class Value>
std::vector<Value> channel_of(const std::vector<Value>& cells, std::size_t channel, std::size_t channels) {
    std::vector<Value> one;
    one.reserve(cells.size() / channels);
    for (std::size_t i = channel; i < cells.size(); i += channels)
        one.push_back(cells[i]);
    return one;
}

/// A cell is one value then: the number of its tuple, which is paired with one channel after the other.
template <class Value>
void code_equal_tuples(const std::vector<Value>& a, const std::vector<Value>& b, coded_matrices& codes,
                       std::size_t channels) {
    code_equal(channel_of(a, 0, channels), channel_of(b, 0, channels), codes);
    for (std::size_t channel = 1; channel < channels && codes.may_agree; ++channel) {
        coded_matrices next;
        code_equal(channel_of(a, channel, channels), channel_of(b, channel, channels), next);
        const auto paired = [](const std::vector<std::uint32_t>& first, const std::vector<std::uint32_t>& second) {
            std::vector<std::uint64_t> pairs(first.size());
            std::ranges::transform(first, second, pairs.begin(),
                                   [](std::uint64_t high, std::uint64_t low) { return high << 32U | low; });
            return pairs;
        };
        const std::vector<std::uint64_t> pairs_a = paired(codes.rank, next.rank);
        const std::vector<std::uint64_t> pairs_b = paired(codes.lowest, next.lowest);
        codes.rank.clear(), codes.lowest.clear();
        code_equal(pairs_a, pairs_b, codes);
    }
}

template <class Value>
void code_near_channels(const std::vector<Value>& a, const std::vector<Value>& b, const std::vector<double>& tolerances,
                        coded_matrices& codes) {
    const std::size_t channels = tolerances.size();
    codes.channels = channels;
    codes.intervals = true;
    codes.may_agree = true;
    codes.rank.resize(a.size());
    codes.lowest.resize(b.size());
    codes.highest.resize(b.size());
    for (std::size_t channel = 0; channel < channels; ++channel) {
        coded_matrices one;
        code_near(channel_of(a, channel, channels), channel_of(b, channel, channels), tolerances[channel], one);
        const auto put = [&](const std::vector<std::uint32_t>& from, std::vector<std::uint32_t>& to) {
            for (std::size_t cell = 0; cell < from.size(); ++cell)
                to[cell * channels + channel] = from[cell];
        };
        put(one.rank, codes.rank);
        put(one.lowest, codes.lowest);
        put(one.highest, codes.highest);
        codes.bits = std::max(codes.bits, one.bits);
        codes.may_agree = codes.may_agree && one.may_agree;
    }
}

template <class Value>
void code(const std::vector<Value>& a, const std::vector<Value>& b, const std::vector<double>& tolerances,
          coded_matrices& codes) {
    const bool equal_only = std::ranges::all_of(
        tolerances, [](double tolerance) { return std::is_integral_v<Value> ? tolerance < 1 : tolerance == 0; });
    const bool one_channel = tolerances.size() == 1;
    if (equal_only && one_channel) return code_equal(a, b, codes);
    if (equal_only) return code_equal_tuples(a, b, codes, tolerances.size());
    if (one_channel) return code_near(a, b, tolerances.front(), codes);
    code_near_channels(a, b, tolerances, codes);
}

std::vector<double> as_reals(const std::vector<std::int64_t>& cells) { return {cells.begin(), cells.end()}; }

struct coder {
    const std::vector<double>& tolerances;
    coded_matrices& codes;

    template <class Value>
    void operator()(const std::vector<Value>& a, const std::vector<Value>& b) const {
        code(a, b, tolerances, codes);
    }
    void operator()(const matrix::integers& a, const matrix::reals& b) const {
        code(as_reals(a), b, tolerances, codes);
    }
    void operator()(const matrix::reals& a, const matrix::integers& b) const {
        code(a, as_reals(b), tolerances, codes);
    }
    template <class ValueA, class ValueB>
    void operator()(const std::vector<ValueA>&, const std::vector<ValueB>&) const {
        throw error(error_code::usage, "symbols are not compared with numbers: both matrices must hold the same");
    }
};

} // namespace

bool coded_matrices::agree(std::size_t cell_a, std::size_t cell_b) const noexcept {
    for (std::size_t i = 0; i < channels; ++i) {
        const std::uint32_t value = rank[cell_a * channels + i];
        const std::size_t b = cell_b * channels + i;
        if (value < lowest[b] || value > (intervals ? highest[b] : lowest[b])) return false;
    }
    return true;
}

std::vector<double> tolerances_of(const component_options& options, const matrix& a, const matrix& b) {
    const auto counted = [](std::size_t count, const std::string& noun) {
        return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
    };
    if (a.channels() != b.channels())
        throw error(error_code::usage, "matrices of " + counted(a.channels(), "channel") + " and of " +
                                           counted(b.channels(), "channel") + " cannot be compared");
    std::vector<double> tolerances = options.channel_tolerances;
    if (tolerances.empty()) tolerances.assign(a.channels(), options.tolerance);
    if (!options.channel_tolerances.empty() && options.tolerance != 0)
        throw error(error_code::usage, "there is one tolerance for all channels, or one for each, not both");
    if (tolerances.size() != a.channels())
        throw error(error_code::usage, counted(tolerances.size(), "tolerance") + " for cells of " +
                                           counted(a.channels(), "channel") +
                                           ": expected one for all channels, or one for each");
    for (const double tolerance : tolerances) {
        if (!(tolerance >= 0)) throw error(error_code::usage, "the tolerance must be 0 or more");
        if (tolerance > 0 && !a.is_numbers() && !b.is_numbers())
            throw error(error_code::usage, "a tolerance is for numbers; symbols are equal or not");
    }
    return tolerances;
}

coded_matrices code_matrices(const matrix& a, const matrix& b, const component_options& options) {
    const std::vector<double> tolerances = tolerances_of(options, a, b);
    coded_matrices codes;
    codes.rows_a = a.rows();
    codes.columns_a = a.columns();
    codes.rows_b = b.rows();
    codes.columns_b = b.columns();
    with_cells(a, b, coder{tolerances, codes});
    return codes;
}

double agreeing_pairs(const coded_matrices& codes) {
    if (codes.rank.empty() || codes.lowest.empty() || !codes.may_agree) return 0;
    const std::vector<std::uint32_t>& highest = codes.intervals ? codes.highest : codes.lowest;
    const std::size_t ranks = std::max({*std::ranges::max_element(codes.rank), *std::ranges::max_element(codes.lowest),
                                        *std::ranges::max_element(highest)}) +
                              std::size_t{1};
    const double cells_a = static_cast<double>(codes.rank.size() / codes.channels);
    const double cells_b = static_cast<double>(codes.lowest.size() / codes.channels);
    double share = 1;
    for (std::size_t channel = 0; channel < codes.channels; ++channel) {
        std::vector<std::uint64_t> below(ranks + 1); // cells of A
        for (std::size_t at = channel; at < codes.rank.size(); at += codes.channels)
            ++below[codes.rank[at] + 1];
        std::partial_sum(below.begin(), below.end(), below.begin());
        double pairs = 0;
        for (std::size_t at = channel; at < codes.lowest.size(); at += codes.channels)
            if (highest[at] >= codes.lowest[at])
                pairs += static_cast<double>(below[highest[at] + std::size_t{1}] - below[codes.lowest[at]]);
        share *= pairs / (cells_a * cells_b);
    }
    return share * cells_a * cells_b;
}

void exclude(coded_matrices& codes, const std::vector<std::size_t>& of_a, const std::vector<std::size_t>& of_b) {
    const auto greatest = [](const std::vector<std::uint32_t>& all) {
        return all.empty() ? std::uint32_t{0} : *std::ranges::max_element(all);
    };
    const std::uint32_t of_no_cell_of_b = std::max(greatest(codes.lowest), greatest(codes.highest)) + 1;
    for (const std::size_t cell : of_a)
        codes.rank[cell * codes.channels] = of_no_cell_of_b;
    const std::uint32_t of_no_cell_of_a = greatest(codes.rank) + 1;
    for (const std::size_t cell : of_b) {
        codes.lowest[cell * codes.channels] = codes.intervals ? 1 : of_no_cell_of_a;
        if (codes.intervals) codes.highest[cell * codes.channels] = 0;
    }
    const std::uint32_t most = std::max(greatest(codes.rank), greatest(codes.lowest));
    codes.bits = std::max(codes.bits, static_cast<unsigned>(std::bit_width(most)));
}

namespace {

struct sizes {
    explicit sizes(const coded_matrices& codes)
        : words_b((codes.columns_b + 63) / 64), margin(64 * words_b + 64),
          words_a((margin + codes.columns_a + 63) / 64 + words_b + 2) {}

    std::size_t words_b;
    std::size_t margin;
    std::size_t words_a;
};

/// Writes the bits of row `row` of `values` into planes that are `stride` words apart.
void write_row(const coded_matrices& codes, const std::vector<std::uint32_t>& values, std::size_t row,
               std::size_t columns, std::size_t stride, std::size_t first_bit, std::uint64_t* to) {
    const std::uint32_t* from = values.data() + row * columns * codes.channels;
    for (std::size_t column = 0; column < columns; ++column) {
        const std::size_t bit = first_bit + column;
        for (std::size_t first = 0; first < codes.channels * codes.bits; first += codes.bits, ++from)
            for (unsigned plane = 0; plane < codes.bits; ++plane)
                to[(first + plane) * stride + bit / 64] |= std::uint64_t{*from >> plane & 1U} << (bit % 64);
    }
}

} // namespace

std::uint64_t bit_planes::bytes(const coded_matrices& codes) noexcept {
    const sizes of(codes);
    return sizeof(std::uint64_t) * codes.channels * codes.bits *
           (codes.rows_a * of.words_a + codes.rows_b * of.words_b * (codes.intervals ? 2 : 1));
}

bit_planes::bit_planes(const coded_matrices& codes) {
    const sizes of(codes);
    const unsigned planes = static_cast<unsigned>(codes.channels) * codes.bits;
    const std::size_t sides = codes.intervals ? 2 : 1;
    a_.resize(codes.rows_a * planes * of.words_a);
    b_.resize(codes.rows_b * planes * of.words_b * sides);
    for (std::size_t row = 0; row < codes.rows_a; ++row)
        write_row(codes, codes.rank, row, codes.columns_a, of.words_a, of.margin,
                  a_.data() + row * planes * of.words_a);
    for (std::size_t row = 0; row < codes.rows_b; ++row) {
        std::uint64_t* to = b_.data() + row * planes * of.words_b * sides;
        write_row(codes, codes.lowest, row, codes.columns_b, of.words_b * sides, 0, to);
        if (codes.intervals)
            write_row(codes, codes.highest, row, codes.columns_b, of.words_b * sides, 0, to + of.words_b);
    }
    view_ = {a_.data(),  b_.data(),       of.words_a,   of.words_b,      of.margin,    planes,
             codes.bits, codes.intervals, codes.rows_a, codes.columns_a, codes.rows_b, codes.columns_b};
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
