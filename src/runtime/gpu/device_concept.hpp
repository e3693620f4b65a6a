// What a data-parallel device has to offer: a GPU of whatever make, or the host in a loop for tests.
//
// Algorithms that are written for such a device (src/problems/*/windows) are templates over it and include no header of
// a vendor. Another kind of GPU needs a class that fulfils this concept, beside cuda/machine.cuh; a static_assert
// stands below each such class.
//
//   array<T>                        owns numbers: data(), size(); moves
//   make<T>(n), zeroed<T>(n)        arrays of n numbers; throw error (resource) where there is no memory for them
//   put(to, host, n)                copies to the device; returns before it is done, in order with what follows
//   get(host, from, n)              copies from it, and waits
//   for_each(n, step)               step(0) ... step(n - 1), in any order and at the same time
//   exclusive_scan(n, step, before) steps that return `counts`: before[i] = the counts of all steps before i; returns
//   the sums begin_exclusive_scan(n, step, before, slot), scan_sums(slot)
//                                   the same in two halves, for up to `slots` at a time
//   sort(keys, values, n)           by the upper 40 bits of the keys, stable
//   free_memory()                   bytes for more arrays
//   check()                         throws error (cancelled) where the caller wants the end
//
// Pointers into arrays are the device's: only steps dereference them. Calls are made by one thread.
#pragma once

#include <concepts>
#include <cstdint>

namespace concord::runtime {

/// What one step counts.
struct counts {
    std::uint32_t count;
    std::uint32_t runs; ///< of neighbours among those; for estimates
};

/// What all of them counted.
struct count_sums {
    std::uint64_t count = 0;
    std::uint64_t runs = 0;
};

namespace inner {

/// Stands for any step.
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
    { device.free_memory() } -> std::same_as<std::uint64_t>;
    device.check();
};

} // namespace concord::runtime
