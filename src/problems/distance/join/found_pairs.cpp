#include "problems/distance/join/found_pairs.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <numeric>
#include <utility>

namespace concord::edit_distance {
namespace {

constexpr std::size_t most_sorted_by_comparing = 512;

std::uint64_t place_of(const found_pair& pair) { return std::uint64_t{pair.row} << 32U | pair.column; }

/// Stable passes by digits, the lowest first (radix sort): what comes out of one is read by the next.
class digit_sorter {
  public:
    explicit digit_sorter(std::span<const std::vector<found_pair>> lists) : lists_(lists) {
        for (const std::vector<found_pair>& list : lists)
            count_ += list.size();
    }

    template <class Number>
    void sort_by(std::uint32_t highest, Number number) {
        for (unsigned shift = 0; shift < 32 && highest >> shift != 0; shift += digit_bits)
            pass([&](const found_pair& pair) { return number(pair) >> shift & digit_mask; });
    }
    [[nodiscard]] std::vector<found_pair> take() { return std::move(sorted_); }

  private:
    static constexpr unsigned digit_bits = 10;
    static constexpr std::uint32_t digit_mask = (std::uint32_t{1} << digit_bits) - 1;

    template <class Digit>
    void pass(Digit digit) {
        const auto for_each = [&](auto take) {
            for (const std::vector<found_pair>& list : lists_)
                for (const found_pair& each : list)
                    take(each);
        };
        std::array<std::size_t, digit_mask + 2> begins{};
        for_each([&](const found_pair& each) { ++begins[digit(each) + 1]; });
        std::partial_sum(begins.begin(), begins.end(), begins.begin());
        spare_.resize(count_);
        for_each([&](const found_pair& each) { spare_[begins[digit(each)]++] = each; });
        sorted_.swap(spare_);
        lists_ = {&sorted_, 1};
    }

    std::span<const std::vector<found_pair>> lists_;
    std::size_t count_ = 0;
    std::vector<found_pair> sorted_;
    std::vector<found_pair> spare_;
};

/// By rows, which count from `first`, and columns.
std::vector<found_pair> in_order(std::span<const std::vector<found_pair>> lists, std::uint32_t first) {
    std::size_t count = 0;
    std::uint32_t columns = 0; // bits that are set in any of them
    std::uint32_t rows = 0;
    for (const std::vector<found_pair>& list : lists) {
        count += list.size();
        for (const found_pair& each : list) {
            columns |= each.column;
            rows |= each.row - first;
        }
    }
    if (count <= most_sorted_by_comparing) {
        std::vector<found_pair> pairs;
        pairs.reserve(count);
        for (const std::vector<found_pair>& list : lists)
            pairs.insert(pairs.end(), list.begin(), list.end());
        std::ranges::sort(pairs, {}, place_of);
        return pairs;
    }
    digit_sorter sorter(lists);
    sorter.sort_by(columns, [](const found_pair& pair) { return pair.column; });
    sorter.sort_by(std::max(rows, 1U), [first](const found_pair& pair) { return pair.row - first; });
    return sorter.take();
}

} // namespace

found_pairs::found_pairs(unsigned workers, std::uint64_t rows, std::uint64_t most)
    : workers_(workers), rows_(rows), most_(most) {
    constexpr std::uint64_t most_ranges = 512;
    while ((rows >> shift_) >= most_ranges)
        ++shift_;
    ranges_ = (rows >> shift_) + 1;
    lists_.resize(workers * ranges_);
    full_.resize(workers * ranges_);
}

void found_pairs::begin_another(std::size_t list) {
    full_[list].push_back(std::move(lists_[list]));
    lists_[list] = {};
    lists_[list].reserve(pairs_of_list);
}

std::vector<near_pair> found_pairs::sorted(std::uint64_t range, std::span<const std::uint32_t> rows) {
    std::vector<std::vector<found_pair>> lists;
    for (unsigned worker = 0; worker < workers_; ++worker) {
        const std::size_t at = worker * ranges_ + range;
        std::ranges::move(full_[at], std::back_inserter(lists));
        lists.push_back(std::move(lists_[at]));
        full_[at] = {};
        lists_[at] = {};
    }
    const std::vector<found_pair> found = in_order(lists, static_cast<std::uint32_t>(range << shift_));
    lists = {};
    std::vector<near_pair> pairs;
    pairs.reserve(found.size());
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
