// Range minima over any integers on any data-parallel device: the structure is built there, and batches of queries are
// answered there.
#pragma once

#include "base/host_device.hpp"
#include "problems/overlap/leftmost_minima.hpp"
#include "runtime/gpu/device_concept.hpp"

#include <algorithm>
#include <cstdint>
#include <span>

namespace concord::overlap {

template <class Value>
struct fill_masks_of_blocks {
    leftmost_minima<Value> of;
    std::uint32_t* masks;
    CONCORD_HD void operator()(std::uint64_t index) const { of.fill_masks(index, masks); }
};

template <class Value>
struct fill_level {
    leftmost_minima<Value> of;
    std::uint32_t* table;
    std::uint64_t level;
    CONCORD_HD void operator()(std::uint64_t index) const { of.fill_entry(level, index, table); }
};

template <class Value>
struct find_minima {
    leftmost_minima<Value> of;
    const std::uint64_t* first;
    const std::uint64_t* last;
    std::uint64_t* found;
    unsigned* wrong; ///< set to 1 if a pair is no range
    CONCORD_HD void operator()(std::uint64_t index) const {
        if (first[index] >= last[index] || last[index] > of.size()) {
            *wrong = 1;
            return;
        }
        found[index] = of.argmin(first[index], last[index]);
    }
};

/// The arrays of the structure, in the memory of a device.
template <class Device, class Value>
struct device_minima {
    typename Device::template array<Value> values;
    typename Device::template array<std::uint32_t> masks;
    typename Device::template array<std::uint32_t> table;

    [[nodiscard]] leftmost_minima<Value> view() const {
        return {values.data(), masks.data(), table.data(), values.size()};
    }
};

template <class Value, runtime::data_parallel_device Device>
[[nodiscard]] device_minima<Device, Value> minima_there(const Device& device, std::span<const Value> values) {
    using minima = leftmost_minima<Value>;
    const std::uint64_t size = values.size();
    device_minima<Device, Value> made{device.template make<Value>(size), device.template make<std::uint32_t>(size),
                                      device.template make<std::uint32_t>(minima::table_size(size))};
    device.put(made.values.data(), values.data(), size);
    device.for_each(minima::blocks_of(size), fill_masks_of_blocks<Value>{made.view(), made.masks.data()});
    for (std::uint64_t level = 1; level <= minima::levels_of(size); ++level) {
        device.check();
        device.for_each(minima::blocks_of(size), fill_level<Value>{made.view(), made.table.data(), level});
    }
    return made;
}

/// As many queries at a time as the free memory allows, and `most` at most. False if a pair is no range; then `found`
/// is undefined.
template <class Value, runtime::data_parallel_device Device>
[[nodiscard]] bool find_minima_there(const Device& device, const leftmost_minima<Value>& of,
                                     std::span<const std::uint64_t> first, std::span<const std::uint64_t> last,
                                     std::span<std::uint64_t> found, std::uint64_t most) {
    constexpr std::uint64_t bytes_of_query = 3 * sizeof(std::uint64_t);
    constexpr std::uint64_t least = 4096;
    if (first.empty()) return true;
    const std::uint64_t room = std::min<std::uint64_t>(
        first.size(), std::clamp(device.free_memory() / 2 / bytes_of_query, std::min(least, most), most));
    const auto from = device.template make<std::uint64_t>(room);
    const auto to = device.template make<std::uint64_t>(room);
    const auto answers = device.template make<std::uint64_t>(room);
    const auto wrong = device.template zeroed<unsigned>(1);
    unsigned any_wrong = 0;
    for (std::uint64_t begin = 0; begin < first.size() && any_wrong == 0; begin += room) {
        device.check();
        const std::uint64_t count = std::min<std::uint64_t>(room, first.size() - begin);
        device.put(from.data(), first.data() + begin, count);
        device.put(to.data(), last.data() + begin, count);
        device.for_each(count, find_minima<Value>{of, from.data(), to.data(), answers.data(), wrong.data()});
        device.get(found.data() + begin, answers.data(), count);
        device.get(&any_wrong, wrong.data(), 1);
    }
    return any_wrong == 0;
}

} // namespace concord::overlap
