#include "problems/distance/join/copied_pairs.hpp"

#include <algorithm>

namespace concord::edit_distance {
namespace {

constexpr std::uint64_t most_of_task = 1U << 14U; ///< pairs, but for those of one row
constexpr std::uint64_t groups_of_task = 64;

// A sequence and its distance as a number, in the order of sequences.
constexpr unsigned sequence_bit = 32;
constexpr std::uint32_t sequence_in(std::uint64_t entry) { return static_cast<std::uint32_t>(entry >> sequence_bit); }

/// Groups are listed in the order of their first members, so that only copies are out of place.
void put_in_order(std::span<std::uint64_t> entries) {
    constexpr std::size_t most_inserted = 32;
    if (entries.size() > most_inserted) {
        if (!std::ranges::is_sorted(entries)) std::ranges::sort(entries);
        return;
    }
    for (std::size_t next = 1; next < entries.size(); ++next) {
        const std::uint64_t moved = entries[next];
        std::size_t at = next;
        for (; at > 0 && entries[at - 1] > moved; --at)
            entries[at] = entries[at - 1];
        entries[at] = moved;
    }
}

} // namespace

copied_pairs::copied_pairs(const copy_groups& groups, std::span<const std::uint32_t> rows,
                           const copy_groups* row_groups, bool are_equal)
    : groups_(groups), rows_(rows), row_groups_(row_groups), are_equal_(are_equal),
      members_(row_groups != nullptr ? row_groups->size() : rows.size()) {
    begins_.reserve(members_.size() + 1);
}

void copied_pairs::begin_until(std::size_t compared) {
    while (begins_.size() <= compared)
        begins_.push_back(neighbours_.size());
}

void copied_pairs::add(std::span<const near_pair> pairs) {
    for (const near_pair& each : pairs) {
        while (row_groups_ == nullptr && rows_[next_row_] < each.a)
            ++next_row_;
        const std::size_t compared = row_groups_ != nullptr ? row_groups_->group_of(each.a) : next_row_;
        begin_until(compared);
        const std::uint32_t group = groups_.group_of(each.b);
        neighbours_.push_back({group, each.distance});
        members_[compared] += groups_.copies(group).size();
    }
}

/// Of what is compared, at most.
std::uint64_t copied_pairs::most_pairs(std::size_t compared) const {
    return members_[compared] + (are_equal_ ? groups_.copies(static_cast<std::uint32_t>(compared)).size() : 0);
}

/// Calls visit(copies, distance) for each group that is near to what is compared.
template <class Visit>
void copied_pairs::for_each_group(std::size_t compared, const Visit& visit) const {
    if (are_equal_) visit(groups_.copies(static_cast<std::uint32_t>(compared)), 0U);
    for (std::uint64_t at = begins_[compared]; at < begins_[compared + 1]; ++at)
        visit(groups_.copies(neighbours_[at].group), neighbours_[at].distance);
}

/// The sequences near to each group of several members, in order: each of them has the same.
void copied_pairs::make_lists(runtime::thread_pool& pool, std::uint64_t most) {
    lists_begin_.assign(row_groups_->size() + 1, 0);
    std::uint64_t all = 0;
    std::uint32_t groups = 0; // of which there are lists
    for (; groups < row_groups_->size(); ++groups) {
        const std::uint64_t here = row_groups_->copies(groups).size() > 1 ? most_pairs(groups) : 0;
        if (all + here > most) break;
        all += here;
        lists_begin_[groups + 1] = all;
    }
    std::fill(lists_begin_.begin() + groups, lists_begin_.end(), all);
    lists_ = std::make_unique_for_overwrite<std::uint64_t[]>(all);
    pool.run((groups + groups_of_task - 1) / groups_of_task, [&](std::size_t task, unsigned) {
        const std::uint64_t end = std::min<std::uint64_t>(groups, (task + 1) * groups_of_task);
        for (std::uint64_t group = task * groups_of_task; group < end; ++group) {
            if (lists_begin_[group] == lists_begin_[group + 1]) continue;
            std::uint64_t* to = lists_.get() + lists_begin_[group];
            for_each_group(group, [&](std::span<const std::uint32_t> copies, std::uint32_t distance) {
                for (const std::uint32_t copy : copies)
                    *to++ = std::uint64_t{copy} << sequence_bit | distance;
            });
            put_in_order({lists_.get() + lists_begin_[group], to});
        }
    });
}

/// What is near to a row, in order; behind the row itself only, where each pair is wanted once.
std::span<const std::uint64_t> copied_pairs::near_to(std::size_t row, wanted_pairs wanted,
                                                     std::vector<std::uint64_t>& own) const {
    const std::uint32_t sequence = rows_[row];
    const std::size_t compared = compared_for(row);
    const bool is_once = wanted == wanted_pairs::each_once;
    if (!lists_begin_.empty() && lists_begin_[compared] < lists_begin_[compared + 1]) {
        const std::span<const std::uint64_t> list(lists_.get() + lists_begin_[compared],
                                                  lists_begin_[compared + 1] - lists_begin_[compared]);
        if (!is_once) return list;
        return {std::ranges::upper_bound(list, sequence, {}, sequence_in), list.end()};
    }
    own.clear();
    for_each_group(compared, [&](std::span<const std::uint32_t> copies, std::uint32_t distance) {
        if (is_once && copies.back() <= sequence) return;
        if (is_once && copies.front() <= sequence) copies = {std::ranges::upper_bound(copies, sequence), copies.end()};
        for (const std::uint32_t copy : copies)
            own.push_back(std::uint64_t{copy} << sequence_bit | distance);
    });
    put_in_order(own);
    return own;
}

void copied_pairs::deliver(runtime::thread_pool& pool, wanted_pairs wanted, std::uint64_t most,
                           const near_pair_sink& sink) {
    begin_until(members_.size());
    if (row_groups_ != nullptr) make_lists(pool, most);
    std::vector<std::vector<std::uint64_t>> own(pool.threads());
    const std::size_t at_once = 4 * std::size_t{pool.threads()};
    std::vector<std::vector<near_pair>> pairs(at_once);
    std::vector<std::size_t> cuts; // rows, between which there are those of a task
    for (std::size_t end = 0; end < rows_.size();) {
        cuts.assign(1, end);
        while (cuts.size() <= at_once && end < rows_.size()) {
            std::uint64_t here = 0; // pairs of the task, at most
            for (; end < rows_.size() && (here == 0 || here < most_of_task); ++end)
                here += most_pairs(compared_for(end));
            cuts.push_back(end);
        }
        const std::size_t tasks = cuts.size() - 1;
        pool.run(tasks, [&](std::size_t task, unsigned worker) {
            pairs[task].clear();
            for (std::size_t row = cuts[task]; row < cuts[task + 1]; ++row)
                for (const std::uint64_t each : near_to(row, wanted, own[worker]))
                    pairs[task].push_back(
                        {.a = rows_[row], .b = sequence_in(each), .distance = static_cast<std::uint32_t>(each)});
        });
        for (std::size_t task = 0; task < tasks; ++task)
            if (!pairs[task].empty()) sink(pairs[task]);
    }
}

} // namespace concord::edit_distance
