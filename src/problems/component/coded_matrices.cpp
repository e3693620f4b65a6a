#include "problems/component/coded_matrices.hpp"

#include "problems/component/agreement.hpp"

#include <concord/error.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
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

/// The place of `value` among sorted ones, or `other` where it is not among them.
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
        // Differences of doubles are rounded, but never out of order: who agrees stands side by side.
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
void code(const std::vector<Value>& a, const std::vector<Value>& b, double tolerance, coded_matrices& codes) {
    const bool equal_only = std::is_integral_v<Value> ? tolerance < 1 : tolerance == 0;
    if (equal_only) {
        code_equal(a, b, codes);
    } else {
        code_near(a, b, tolerance, codes);
    }
}

std::vector<double> as_reals(const std::vector<std::int64_t>& cells) { return {cells.begin(), cells.end()}; }

struct coder {
    double tolerance;
    coded_matrices& codes;

    template <class Value>
    void operator()(const std::vector<Value>& a, const std::vector<Value>& b) const {
        code(a, b, tolerance, codes);
    }
    void operator()(const matrix::integers& a, const matrix::reals& b) const { code(as_reals(a), b, tolerance, codes); }
    void operator()(const matrix::reals& a, const matrix::integers& b) const { code(a, as_reals(b), tolerance, codes); }
    template <class ValueA, class ValueB>
    void operator()(const std::vector<ValueA>&, const std::vector<ValueB>&) const {
        throw error(error_code::usage, "symbols are not compared with numbers: both matrices must hold the same");
    }
};

} // namespace

coded_matrices code_matrices(const matrix& a, const matrix& b, double tolerance) {
    if (!(tolerance >= 0)) throw error(error_code::usage, "the tolerance must be 0 or more");
    if (tolerance > 0 && !a.is_numbers() && !b.is_numbers())
        throw error(error_code::usage, "a tolerance is for numbers; symbols are equal or not");
    coded_matrices codes;
    codes.rows_a = a.rows();
    codes.columns_a = a.columns();
    codes.rows_b = b.rows();
    codes.columns_b = b.columns();
    with_cells(a, b, coder{tolerance, codes});
    return codes;
}

} // namespace concord::component
