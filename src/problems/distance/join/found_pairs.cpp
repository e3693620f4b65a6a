#include "problems/distance/join/found_pairs.hpp"

#include <algorithm>

namespace concord::edit_distance {

found_pairs::found_pairs(unsigned workers, std::uint64_t rows, std::uint64_t most)
    : workers_(workers), rows_(rows), most_(most) {
    constexpr std::uint64_t most_ranges = 512;
    while ((rows >> shift_) >= most_ranges)
        ++shift_;
    ranges_ = (rows >> shift_) + 1;
    lists_.resize(workers * ranges_);
}

std::vector<near_pair> found_pairs::sorted(std::uint64_t range, std::span<const std::uint32_t> rows) {
    const std::uint64_t first = range << shift_;
    const std::uint64_t count = std::min(std::uint64_t{1} << shift_, rows_ - first);
    // Count, scan, fill; then each row by its columns.
    std::vector<std::uint32_t> ends(count + 1);
    for (unsigned worker = 0; worker < workers_; ++worker)
        for (const found_pair& each : lists_[worker * ranges_ + range])
            ++ends[each.row - first + 1];
    for (std::uint64_t row = 0; row < count; ++row)
        ends[row + 1] += ends[row];
    struct cell {
        std::uint32_t column;
        std::uint32_t distance;
    };
    std::vector<cell> cells(ends[count]);
    for (unsigned worker = 0; worker < workers_; ++worker) {
        std::vector<found_pair>& list = lists_[worker * ranges_ + range];
        for (const found_pair& each : list)
            cells[ends[each.row - first]++] = {each.column, each.distance};
        list = {};
    }
    std::vector<near_pair> pairs;
    pairs.reserve(cells.size());
    for (std::uint64_t row = 0, begin = 0; row < count; begin = ends[row++]) {
        std::sort(cells.begin() + static_cast<std::ptrdiff_t>(begin), cells.begin() + ends[row],
                  [](const cell& one, const cell& other) { return one.column < other.column; });
        for (std::uint64_t at = begin; at < ends[row]; ++at)
            if (at == begin || cells[at].column != cells[at - 1].column)
                pairs.push_back({rows[first + row], cells[at].column, cells[at].distance});
    }
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
