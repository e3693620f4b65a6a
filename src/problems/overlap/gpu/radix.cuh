// Sort, scan and select on a GPU, by CUB, in the memory of a cuda_device.
#pragma once

#include "base/host_device.hpp"
#include "runtime/gpu/cuda/cuda_device.cuh"

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>
#include <thrust/iterator/counting_iterator.h>

#include <cstdint>
#include <utility>

namespace concord::overlap {

/// An array, and a second buffer of its size.
template <class Value>
struct sorted_array {
    runtime::device_buffer<Value> values;
    runtime::device_buffer<Value> room;

    sorted_array() = default;
    sorted_array(const runtime::cuda_device& machine, std::uint64_t size)
        : values(machine.make<Value>(size)), room(machine.make<Value>(size)) {}
};

/// Calls `with` twice: for the size of its workspace, and with the workspace.
template <class Call>
void with_workspace(const runtime::cuda_device& machine, const char* doing, const Call& with) {
    std::size_t bytes = 0;
    machine.context().check(with(nullptr, bytes), doing);
    const runtime::device_buffer<char> workspace = machine.make<char>(bytes + 1);
    machine.context().check(with(workspace.data(), bytes), doing);
}

/// Sorts pairs by the lowest `bits` of their keys, stably. Time O(n · bits / 8).
inline void sort_pairs(const runtime::cuda_device& machine, sorted_array<std::uint64_t>& keys,
                       sorted_array<std::uint32_t>& values, std::uint64_t count, unsigned bits) {
    cub::DoubleBuffer<std::uint64_t> key_buffer(keys.values.data(), keys.room.data());
    cub::DoubleBuffer<std::uint32_t> value_buffer(values.values.data(), values.room.data());
    with_workspace(machine, "sorting", [&](void* workspace, std::size_t& bytes) {
        return cub::DeviceRadixSort::SortPairs(workspace, bytes, key_buffer, value_buffer, count, 0,
                                               static_cast<int>(bits), machine.context().stream());
    });
    if (key_buffer.Current() != keys.values.data()) std::swap(keys.values, keys.room);
    if (value_buffer.Current() != values.values.data()) std::swap(values.values, values.room);
}

struct greater_of {
    template <class Value>
    [[nodiscard]] CONCORD_HD Value operator()(const Value& x, const Value& y) const {
        return x < y ? y : x;
    }
};

/// An inclusive scan by maximum.
inline void scan_greatest(const runtime::cuda_device& machine, std::uint32_t* values, std::uint64_t count) {
    with_workspace(machine, "scanning", [&](void* workspace, std::size_t& bytes) {
        return cub::DeviceScan::InclusiveScan(workspace, bytes, values, values, greater_of{}, count,
                                              machine.context().stream());
    });
}

/// The numbers below `count` for which `is_chosen` is true, ascending; returns their number.
template <class Choice>
std::uint64_t choose(const runtime::cuda_device& machine, std::uint64_t count, const Choice& is_chosen,
                     std::uint32_t* chosen) {
    std::uint64_t* const found = machine.context().pinned_flags();
    with_workspace(machine, "choosing", [&](void* workspace, std::size_t& bytes) {
        return cub::DeviceSelect::If(workspace, bytes, thrust::counting_iterator<std::uint32_t>(0), chosen, found,
                                     count, is_chosen, machine.context().stream());
    });
    machine.context().wait("choosing");
    return *found;
}

} // namespace concord::overlap
