#include "problems/distance/join/found_pairs.hpp"

#include <algorithm>
#include <array>
#include <numeric>

namespace concord::edit_distance {
namespace {

constexpr std::size_t most_sorted_by_comparing = 512;
constexpr unsigned digit_bits = 10;

std::uint64_t place_of(const found_pair& pair) { return std::uint64_t{pair.row} << 32U | pair.column; }

/// A stable pass over `from`, by a digit of each.
template <class Digit>
void distribute(const std::vector<found_pair>& from, std::vector<found_pair>& to, Digit digit) {
    std::array<std::size_t, (std::size_t{1} << digit_bits) + 1> begins{};
    for (const found_pair& each : from)
        ++begins[digit(each) + 1];
    std::partial_sum(begins.begin(), begins.end(), begins.begin());
    for (const found_pair& each : from)
        to[begins[digit(each)]++] = each;
}

/// By rows and columns; rows count from `first`. Many pairs digit by digit, the lowest first (radix sort).
void put_in_order(std::vector<found_pair>& pairs, std::uint64_t first) {
    if (pairs.size() <= most_sorted_by_comparing) {
        std::ranges::sort(pairs, {}, place_of);
        return;
    }
    std::uint32_t columns = 0; // bits that differ from 0 in any of them
    std::uint32_t rows = 0;
    for (const found_pair& each : pairs) {
        columns |= each.column;
        rows |= each.row - static_cast<std::uint32_t>(first);
    }
    constexpr std::uint32_t mask = (std::uint32_t{1} << digit_bits) - 1;
    std::vector<found_pair> other(pairs.size());
    for (unsigned shift = 0; shift < 32 && columns >> shift != 0; shift += digit_bits) {
        distribute(pairs, other, [&](const found_pair& each) { return each.column >> shift & mask; });
        pairs.swap(other);
    }
    for (unsigned shift = 0; shift < 32 && rows >> shift != 0; shift += digit_bits) {
        distribute(pairs, other, [&](const found_pair& each) {
            return (each.row - static_cast<std::uint32_t>(first)) >> shift & mask;
        });
        pairs.swap(other);
    }
}

} // namespace

found_pairs::found_pairs(unsigned workers, std::uint64_t rows, std::uint64_t most)
    : workers_(workers), rows_(rows), most_(most) {
    constexpr std::uint64_t most_ranges = 512;
    while ((rows >> shift_) >= most_ranges)
        ++shift_;
    ranges_ = (rows >> shift_) + 1;
    lists_.resize(workers * ranges_);
}

std::vector<near_pair> found_pairs::sorted(std::uint64_t range, std::span<const std::uint32_t> rows) {
    std::size_t count = 0;
    for (unsigned worker = 0; worker < workers_; ++worker)
        count += lists_[worker * ranges_ + range].size();
    std::vector<found_pair> found;
    found.reserve(count);
    for (unsigned worker = 0; worker < workers_; ++worker) {
        std::vector<found_pair>& list = lists_[worker * ranges_ + range];
        found.insert(found.end(), list.begin(), list.end());
        list = {};
    }
    put_in_order(found, range << shift_);
    std::vector<near_pair> pairs;
    pairs.reserve(count);
    for (std::size_t at = 0; at < found.size(); ++at)
        if (at == 0 || place_of(found[at]) != place_of(found[at - 1]))
            pairs.push_back({rows[found[at].row], found[at].column, found[at].distance});
    return pairs;
}

void found_pairs::deliver(runtime::thread_pool& pool, std::span<const std::uint32_t> rows, const near_pair_sink& sink) {
    const std::size_t at_once = 4 * std::size_t{pool.threads()};
    std::vector<std::vector<near_pair>> pairs(at_once);
    for (std::uint64_t first = 0; first < ranges_; first += at_once) {
        const std::size_t here = std::min<std::uint64_t>(at_once, ranges_ - first);
        pool.run(here, [&](std::size_t index, unsigned) {
            if ((first + index) << shift_ < rows_) pairs[index] = sorted(first + index, rows);
        });
        for (std::size_t index = 0; index < here; ++index) {
            if (!pairs[index].empty()) sink(pairs[index]);
            pairs[index] = {};
        }
    }
    count_ = 0;
}

} // namespace concord::edit_distance
