#include "problems/substring/variants/longer_windows.hpp"

#include "runtime/parallel_sort.hpp"

#include <algorithm>
#include <functional>
#include <limits>

namespace concord::substring {

longer_windows::longer_windows(const window_classes& classes, std::uint64_t length, const lane_stages& stages,
                               runtime::thread_pool& workers)
    : length_(length + 1), stages_(stages), bounds_(workers.threads()) {
    struct counted_place {
        std::uint64_t start;
        std::uint32_t of; ///< class
    };
    std::vector<counted_place> places;
    places.reserve(classes.members.size());
    for (std::size_t index = 0; index < classes.size(); ++index)
        for (std::uint64_t at = classes.first[index]; at < classes.first[index + 1]; ++at)
            places.push_back({classes.members[at], static_cast<std::uint32_t>(index)});
    runtime::parallel_sort(workers, places,
                           [](const counted_place& a, const counted_place& b) { return a.start < b.start; });
    std::vector<class_pair> of_start;
    for (std::size_t at = 1; at < places.size(); ++at) {
        if (places[at].start != places[at - 1].start + 1) continue;
        starts_.push_back(places[at - 1].start);
        of_start.push_back({places[at - 1].of, places[at].of});
    }
    pairs_ = of_start;
    runtime::parallel_sort(workers, pairs_, std::less());
    pairs_.erase(std::ranges::unique(pairs_).begin(), pairs_.end());
    pair_of_.reserve(of_start.size());
    for (const class_pair& each : of_start)
        pair_of_.push_back(static_cast<std::uint32_t>(std::ranges::lower_bound(pairs_, each) - pairs_.begin()));
}

std::uint64_t longer_windows::memory() const noexcept {
    return pairs_.size() * stages_.number * sizeof(std::uint32_t) * bounds_.size();
}

void longer_windows::add(unsigned worker, std::size_t stage, std::span<const std::uint8_t> held) {
    std::vector<std::uint32_t>& bounds = bounds_[worker];
    bounds.resize(pairs_.size() * stages_.number, 0);
    std::uint32_t* const of_stage = bounds.data() + stage;
    for (std::size_t index = 0; index < pairs_.size(); ++index)
        of_stage[index * stages_.number] += ones_of_byte[held[pairs_[index].first] & held[pairs_[index].second]];
}

void longer_windows::finish() {
    std::vector<std::uint32_t> all(pairs_.size() * stages_.number, 0);
    for (const std::vector<std::uint32_t>& of_thread : bounds_)
        if (!of_thread.empty()) std::ranges::transform(all, of_thread, all.begin(), std::plus());
    for (std::size_t pair = 0; pair < pairs_.size(); ++pair)
        for (std::size_t stage = stages_.number - 1; stage-- > 0;)
            all[pair * stages_.number + stage] += all[pair * stages_.number + stage + 1];
    bounds_.assign(1, std::move(all));
}

std::uint64_t longer_windows::most_from(std::size_t stage, std::uint64_t start) const {
    const auto at = std::ranges::lower_bound(starts_, start);
    if (at == starts_.end() || *at != start) return std::numeric_limits<std::uint64_t>::max();
    return most_of(static_cast<std::size_t>(at - starts_.begin()), stage);
}

void longer_windows::drop(window_starts& starts, std::uint64_t support) const {
    std::size_t at = 0;
    std::erase_if(starts, [&](std::uint64_t start) {
        while (at < starts_.size() && starts_[at] < start)
            ++at;
        return at < starts_.size() && starts_[at] == start && most_of(at, 0) < support;
    });
}

} // namespace concord::substring
