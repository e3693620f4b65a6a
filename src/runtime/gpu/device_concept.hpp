// The operations of a data-parallel device: a GPU of any vendor, or a loop on the host for tests.
//
// Algorithms for such a device (src/problems/*/gpu) are templates over it and include no vendor header. Another kind of
// GPU needs a class that satisfies this concept, beside cuda/cuda_device.cuh; a static_assert follows each such class.
//
//   array<T>                        an owned array: data(), size(); movable
//   make<T>(n), zeroed<T>(n)        arrays of n numbers; throw error (resource) where there is no memory for them
//   put(to, host, n)                copies to the device; asynchronous, in order with later operations
//   get(host, from, n)              copies from the device and waits
//   for_each(n, step)               step(0) ... step(n - 1), in any order and concurrently
//   exclusive_scan(n, step, before) steps that return `counts`: before[i] = sum of the counts of all steps before i;
//                                   returns the totals
//   begin_exclusive_scan(n, step, before, slot), scan_sums(slot)
//                                   the same in two halves, for up to `slots` at a time
//   sort(keys, values, n)           by the upper 40 bits of the keys, stable
//   sort(keys, values, n, f, l)     by bits [f, l) of the keys, stable
//   free_memory()                   bytes for more arrays
//   check()                         throws error (cancelled) if the caller cancelled
//
// Pointers into arrays belong to the device: only steps dereference them. One thread makes all calls.
#pragma once

#include <concepts>
#include <cstdint>

namespace concord::runtime {

/// The counts of one step.
struct counts {
    std::uint32_t count;
    std::uint32_t runs; ///< runs of neighbours among them; for estimates
};

/// The totals of all steps.
struct count_sums {
    std::uint64_t count = 0;
    std::uint64_t runs = 0;
};

namespace inner {

/// An archetype: the least that a step can be.
struct some_step {
    void operator()(std::uint64_t index) const;
};
struct some_counting_step {
    counts operator()(std::uint64_t index) const;
};

} // namespace inner

template <class Device>
concept data_parallel_device = requires(Device& device, const typename Device::template array<std::uint64_t>& array,
                                        std::uint64_t* numbers, const std::uint64_t* read, std::uint32_t* values,
                                        std::uint64_t size, unsigned slot) {
    { array.data() } -> std::same_as<std::uint64_t*>;
    { array.size() } -> std::same_as<std::uint64_t>;
    { device.template make<std::uint64_t>(size) } -> std::same_as<typename Device::template array<std::uint64_t>>;
    { device.template zeroed<std::uint32_t>(size) } -> std::same_as<typename Device::template array<std::uint32_t>>;
    device.put(numbers, read, size);
    device.get(numbers, read, size);
    device.for_each(size, inner::some_step{});
    { device.exclusive_scan(size, inner::some_counting_step{}, numbers) } -> std::same_as<count_sums>;
    device.begin_exclusive_scan(size, inner::some_counting_step{}, numbers, slot);
    { device.scan_sums(slot) } -> std::same_as<count_sums>;
    { Device::slots } -> std::convertible_to<unsigned>;
    device.sort(numbers, values, size);
    device.sort(numbers, values, size, slot, slot);
    { device.free_memory() } -> std::same_as<std::uint64_t>;
    device.check();
};

} // namespace concord::runtime
