#include "problems/distance/join/copied_pairs.hpp"

#include <algorithm>

namespace concord::edit_distance {
namespace {

constexpr std::size_t rows_of_task = 256;

} // namespace

copied_pairs::copied_pairs(const copy_groups& groups, std::span<const std::uint32_t> rows, bool are_grouped,
                           bool are_equal)
    : groups_(groups), rows_(rows), are_grouped_(are_grouped), are_equal_(are_equal),
      members_(are_grouped ? groups.size() : rows.size()) {
    begins_.reserve(members_.size() + 1);
}

void copied_pairs::begin_until(std::size_t compared) {
    while (begins_.size() <= compared)
        begins_.push_back(neighbours_.size());
}

void copied_pairs::add(std::span<const near_pair> pairs) {
    for (const near_pair& each : pairs) {
        while (!are_grouped_ && rows_[next_row_] < each.a)
            ++next_row_;
        const std::size_t compared = are_grouped_ ? groups_.group_of(each.a) : next_row_;
        begin_until(compared);
        const std::uint32_t group = groups_.group_of(each.b);
        neighbours_.push_back({group, each.distance});
        members_[compared] += groups_.copies(group).size();
    }
}

std::uint64_t copied_pairs::most_pairs(std::size_t row) const {
    const std::size_t compared = compared_for(row);
    return members_[compared] + (are_equal_ ? groups_.copies(static_cast<std::uint32_t>(compared)).size() : 0);
}

void copied_pairs::list(std::size_t first, std::size_t row, wanted_pairs wanted, unsigned worker,
                        found_pairs& found) const {
    const std::uint32_t sequence = rows_[row];
    const auto list_group = [&](std::uint32_t group, std::uint32_t distance) {
        std::span<const std::uint32_t> copies = groups_.copies(group);
        if (wanted == wanted_pairs::each_once) copies = {std::ranges::upper_bound(copies, sequence), copies.end()};
        for (const std::uint32_t copy : copies)
            found.add(worker, {static_cast<std::uint32_t>(row - first), copy, distance});
    };
    const std::size_t compared = compared_for(row);
    if (are_equal_) list_group(static_cast<std::uint32_t>(compared), 0);
    for (std::uint64_t at = begins_[compared]; at < begins_[compared + 1]; ++at)
        list_group(neighbours_[at].group, neighbours_[at].distance);
}

void copied_pairs::deliver(runtime::thread_pool& pool, wanted_pairs wanted, std::uint64_t most,
                           const near_pair_sink& sink) {
    begin_until(members_.size());
    for (std::size_t first = 0, end = 0; first < rows_.size(); first = end) {
        for (std::uint64_t pairs = 0; end < rows_.size(); ++end) {
            pairs += most_pairs(end);
            if (pairs > most && end > first) break;
        }
        const std::size_t rows = end - first;
        found_pairs found(pool.threads(), rows, most);
        pool.run((rows + rows_of_task - 1) / rows_of_task, [&](std::size_t task, unsigned worker) {
            const std::size_t last = std::min(end, first + (task + 1) * rows_of_task);
            for (std::size_t row = first + task * rows_of_task; row < last; ++row)
                list(first, row, wanted, worker, found);
        });
        found.deliver(pool, rows_.subspan(first, rows), sink);
    }
}

} // namespace concord::edit_distance
