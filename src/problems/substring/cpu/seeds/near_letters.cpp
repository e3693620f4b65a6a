#include "problems/substring/cpu/seeds/near_letters.hpp"

#include "problems/substring/suffix_tuning.hpp"
#include "runtime/far_array.hpp"
#include "runtime/group_by_key.hpp"
#include "runtime/parallel_sort.hpp"

#include <limits>
#include <span>

namespace concord::substring {
namespace {

/// What all parts have, sorted by place_of(near) <= letters.
template <class PlaceOf>
[[nodiscard]] base::unset_vector<near_letters> sorted_by_place(const near_parts& parts, std::uint64_t letters,
                                                               runtime::thread_pool& workers, PlaceOf place_of) {
    std::size_t size = 0;
    for (const auto& part : parts)
        size += part.value.size();
    base::unset_vector<near_letters> sorted;
    if (size < letters / tuning::letters_of_counted_place || size > std::numeric_limits<std::uint32_t>::max()) {
        sorted.reserve(size);
        for (const auto& part : parts)
            sorted.insert(sorted.end(), part.value.begin(), part.value.end());
        runtime::parallel_sort(workers, sorted,
                               [&](const near_letters& a, const near_letters& b) { return place_of(a) < place_of(b); });
        return sorted;
    }
    const runtime::far_array<std::uint32_t> begins(letters + 2);
    runtime::group_by_key<near_letters>(
        workers, parts.size(), begins.view(),
        [&](std::size_t part, const auto& emit) {
            for (const near_letters& each : parts[part].value)
                emit(place_of(each), each);
        },
        [&](std::size_t values) {
            sorted.resize(values);
            return std::span<near_letters>(sorted);
        });
    return sorted;
}

} // namespace

support_counts::support_counts(near_parts parts, std::uint64_t letters, runtime::thread_pool& workers)
    : by_first_(sorted_by_place(parts, letters, workers, [](const near_letters& each) { return each.first; })),
      by_end_(sorted_by_place(parts, letters, workers, [](const near_letters& each) { return each.end(); })) {}

} // namespace concord::substring
