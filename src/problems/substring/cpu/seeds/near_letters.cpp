#include "problems/substring/cpu/seeds/near_letters.hpp"

#include "problems/substring/suffix_tuning.hpp"
#include "runtime/parallel_sort.hpp"

#include <limits>
#include <utility>

namespace concord::substring {
namespace {

/// Sorts by place_of(near) <= letters.
template <class PlaceOf>
void sort_by_place(std::vector<near_letters>& near, std::uint64_t letters, runtime::thread_pool& workers,
                   PlaceOf place_of) {
    if (near.size() < letters / tuning::letters_of_counted_place ||
        near.size() > std::numeric_limits<std::uint32_t>::max())
        return runtime::parallel_sort(
            workers, near, [&](const near_letters& a, const near_letters& b) { return place_of(a) < place_of(b); });
    std::vector<std::uint32_t> begins(letters + 2, 0); // by place, of what comes after those before it
    for (const near_letters& each : near)
        ++begins[place_of(each) + 1];
    for (std::uint64_t place = 1; place < begins.size(); ++place)
        begins[place] += begins[place - 1];
    std::vector<near_letters> sorted(near.size());
    const std::uint64_t each_part = letters / workers.threads() + 1;
    workers.run(workers.threads(), [&](std::size_t part, unsigned) { // of places: each looks through all
        const std::uint64_t first = part * each_part;
        for (const near_letters& one : near)
            if (place_of(one) - first < each_part) sorted[begins[place_of(one)]++] = one; // below it: a large number
    });
    near.swap(sorted);
}

} // namespace

support_counts::support_counts(std::vector<near_letters> near, std::uint64_t letters, runtime::thread_pool& workers)
    : by_first_(std::move(near)), by_end_(by_first_) {
    sort_by_place(by_first_, letters, workers, [](const near_letters& each) { return each.first; });
    sort_by_place(by_end_, letters, workers, [](const near_letters& each) { return each.end(); });
}

} // namespace concord::substring
