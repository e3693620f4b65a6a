// A GPU that satisfies the concept of a data-parallel device (runtime/gpu/device_concept.hpp): buffers, steps,
// exclusive scan and sort in the order of one stream.
#pragma once

#include "runtime/gpu/cuda/device_context.cuh"
#include "runtime/gpu/cuda/scan.cuh"
#include "runtime/gpu/device_concept.hpp"

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>
#include <cuda/std/functional>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <utility>

namespace concord::runtime {

template <class Step>
__global__ void __launch_bounds__(256) for_each_index(std::uint64_t count, Step step) {
    const std::uint64_t index = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (index < count) step(index);
}

class cuda_device {
  public:
    template <class Value>
    using array = device_buffer<Value>;

    /// `memory` bounds the bytes allocated here (0: nine tenths of what was free at the start); `check` may throw;
    /// `threads` may copy large arrays.
    cuda_device(device_context& owner, std::uint64_t memory, std::function<void()> check, unsigned threads = 1)
        : context_(owner), base_(owner.bytes_in_use()), check_(std::move(check)), threads_(threads) {
        const std::uint64_t all = owner.bytes_free_at_start() / 10 * 9;
        memory_ = memory > 0 ? std::min(memory, all) : all;
    }

    [[nodiscard]] device_context& context() const noexcept { return context_; }

    template <class Value>
    [[nodiscard]] array<Value> make(std::uint64_t size) const {
        if (size * sizeof(Value) > free_memory())
            throw error(error_code::resource, "cuda:" + std::to_string(context_.index()) + " would need " +
                                                  std::to_string((in_use() + size * sizeof(Value)) >> 20U) +
                                                  " MiB of memory; " + std::to_string(memory_ >> 20U) +
                                                  " MiB may be used");
        return array<Value>(context_, size);
    }
    template <class Value>
    [[nodiscard]] array<Value> zeroed(std::uint64_t size) const {
        array<Value> made = make<Value>(size);
        if (size > 0)
            context_.check(cudaMemsetAsync(made.data(), 0, made.bytes(), context_.stream()), "clearing memory");
        return made;
    }

    template <class Value>
    void put(Value* to, const Value* host, std::uint64_t count) const {
        if (count == 0) return;
        if (threads_ > 1 && count * sizeof(Value) >= staging::worth_it)
            return context_.copies().to_gpu(to, host, count * sizeof(Value), threads_);
        context_.check(cudaMemcpyAsync(to, host, count * sizeof(Value), cudaMemcpyHostToDevice, context_.stream()),
                       "copying to it");
    }
    template <class Value>
    void get(Value* host, const Value* from, std::uint64_t count) const {
        if (count == 0) return;
        if (threads_ > 1 && count * sizeof(Value) >= staging::worth_it)
            return context_.copies().to_host(host, from, count * sizeof(Value), threads_);
        context_.check(cudaMemcpyAsync(host, from, count * sizeof(Value), cudaMemcpyDeviceToHost, context_.stream()),
                       "copying from it");
        context_.wait("copying from it");
    }

    template <class Step>
    void for_each(std::uint64_t count, const Step& step) const {
        if (count == 0) return;
        constexpr unsigned threads = 256;
        const auto blocks = static_cast<unsigned>((count + threads - 1) / threads);
        for_each_index<<<blocks, threads, 0, context_.stream()>>>(count, step);
        context_.check(cudaGetLastError(), "starting a step");
    }

    template <class Step>
    count_sums exclusive_scan(std::uint64_t count, const Step& step, std::uint64_t* before) const {
        begin_exclusive_scan(count, step, before, 0);
        return scan_sums(0);
    }

    /// The same in two halves; `slot` < slots distinguishes scans that overlap.
    static constexpr unsigned slots = device_context::pinned_flag_words / 2;
    template <class Step>
    void begin_exclusive_scan(std::uint64_t count, const Step& step, std::uint64_t* before, unsigned slot) const {
        std::uint64_t* const pinned_flags = context_.pinned_flags() + 2 * slot;
        if (count <= most_for_one_launch) {
            const auto blocks = static_cast<unsigned>((count + scan_threads - 1) / scan_threads);
            scan_at_once<<<blocks, scan_threads, 0, context_.stream()>>>(
                count, step, before, static_cast<scan_state*>(context_.scratch()), pinned_flags);
            context_.check(cudaGetLastError(), "counting");
        } else {
            const array<std::uint32_t> counts = make<std::uint32_t>(count);
            const array<std::uint64_t> runs = zeroed<std::uint64_t>(1);
            constexpr unsigned threads = 256;
            const auto blocks = static_cast<unsigned>((count + threads - 1) / threads);
            count_each<<<blocks, threads, 0, context_.stream()>>>(count, step, counts.data(), runs.data());
            context_.check(cudaGetLastError(), "counting");
            std::size_t bytes = 0;
            const auto scan_with = [&](void* workspace) {
                context_.check(cub::DeviceScan::ExclusiveScan(workspace, bytes, counts.data(), before,
                                                              cuda::std::plus<>{}, std::uint64_t{0}, count,
                                                              context_.stream()),
                               "adding up");
            };
            scan_with(nullptr);
            const array<char> workspace = make<char>(bytes + 1);
            scan_with(workspace.data());
            report_sums<<<1, 1, 0, context_.stream()>>>(before + count - 1, counts.data() + count - 1, runs.data(),
                                                        pinned_flags);
            context_.check(cudaGetLastError(), "adding up");
        }
    }
    [[nodiscard]] count_sums scan_sums(unsigned slot) const {
        context_.wait("adding up");
        return {context_.pinned_flags()[2 * slot], context_.pinned_flags()[2 * slot + 1]};
    }

    /// By bits [first, last) of the keys; stable.
    void sort(std::uint64_t* keys, std::uint32_t* values, std::uint64_t count, unsigned first = 24,
              unsigned last = 64) const {
        const array<std::uint64_t> other_keys = make<std::uint64_t>(count);
        const array<std::uint32_t> other_values = make<std::uint32_t>(count);
        cub::DoubleBuffer<std::uint64_t> key_buffer(keys, other_keys.data());
        cub::DoubleBuffer<std::uint32_t> value_buffer(values, other_values.data());
        std::size_t bytes = 0;
        const auto sort_with = [&](void* workspace) {
            context_.check(cub::DeviceRadixSort::SortPairs(workspace, bytes, key_buffer, value_buffer, count,
                                                           static_cast<int>(first), static_cast<int>(last),
                                                           context_.stream()),
                           "sorting");
        };
        sort_with(nullptr);
        const array<char> workspace = make<char>(bytes + 1);
        sort_with(workspace.data());
        copy_within(keys, key_buffer.Current(), count);
        copy_within(values, value_buffer.Current(), count);
    }

    [[nodiscard]] std::uint64_t free_memory() const noexcept { return memory_ > in_use() ? memory_ - in_use() : 0; }
    void check() const {
        if (check_) check_();
    }

  protected:
    [[nodiscard]] std::uint64_t in_use() const noexcept { return context_.bytes_in_use() - base_; }

    template <class Value>
    void copy_within(Value* to, const Value* from, std::uint64_t count) const {
        if (to == from || count == 0) return;
        context_.check(cudaMemcpyAsync(to, from, count * sizeof(Value), cudaMemcpyDeviceToDevice, context_.stream()),
                       "copying within it");
    }

    device_context& context_;
    std::uint64_t base_; // bytes in use at construction: another computation of this process may hold memory of its own
    std::uint64_t memory_;
    std::function<void()> check_;
    unsigned threads_;
};

static_assert(data_parallel_device<cuda_device>);

} // namespace concord::runtime
