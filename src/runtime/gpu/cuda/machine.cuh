// A GPU as a machine for many equal steps (see problems/substring/gpu/device_windows.hpp for what a machine is), with
// other GPUs at its side for what is worth sharing.
#pragma once

#include "runtime/gpu/counts.hpp"
#include "runtime/gpu/cuda/gpu.cuh"

#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>
#include <cuda/atomic>
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

/// Where the blocks of one launch hand on what they counted; all zeros between launches.
struct number_state {
    static constexpr unsigned most_blocks = 256;
    unsigned ticket;
    unsigned ended;
    unsigned long long runs;
    unsigned long long counted[most_blocks]; ///< of a block: 2 * count + 1 once it is known
};
static_assert(sizeof(number_state) <= gpu::scratch_bytes);
inline constexpr unsigned number_threads = 256;
/// Steps that are not worth more than one launch.
inline constexpr std::uint64_t most_for_one_launch = std::uint64_t{number_threads} * number_state::most_blocks;

/// Steps that count, where each one's count begins, and the sums of all, in one launch: a block waits for what those
/// before it counted, all of which run already, because blocks are numbered in the order in which they start.
template <class Step>
__global__ void __launch_bounds__(number_threads)
    number_at_once(std::uint64_t count, Step step, std::uint64_t* before, number_state* state, std::uint64_t* sums) {
    using scan = cub::BlockScan<std::uint64_t, number_threads>;
    using reduce = cub::BlockReduce<std::uint64_t, number_threads>;
    using shared_word = ::cuda::atomic_ref<unsigned long long, ::cuda::thread_scope_device>;
    __shared__ typename scan::TempStorage scanning;
    __shared__ typename reduce::TempStorage reducing;
    __shared__ unsigned shared_block;
    __shared__ std::uint64_t shared_offset;
    if (threadIdx.x == 0) shared_block = atomicAdd(&state->ticket, 1U);
    __syncthreads();
    const unsigned block = shared_block;
    const std::uint64_t index = std::uint64_t{block} * number_threads + threadIdx.x;
    const counts found = index < count ? step(index) : counts{0, 0};
    std::uint64_t here = 0;
    std::uint64_t sum = 0;
    scan(scanning).ExclusiveSum(std::uint64_t{found.count}, here, sum);
    if (threadIdx.x == 0) shared_word(state->counted[block]).store(2 * sum + 1, ::cuda::memory_order_release);
    unsigned long long earlier = 0;
    if (threadIdx.x < block)
        while ((earlier = shared_word(state->counted[threadIdx.x]).load(::cuda::memory_order_acquire)) == 0) {
        }
    const std::uint64_t offset = reduce(reducing).Sum(earlier / 2);
    if (threadIdx.x == 0) shared_offset = offset;
    __syncthreads();
    if (index < count) before[index] = shared_offset + here;
    const unsigned runs = __reduce_add_sync(0xFFFFFFFFU, found.runs);
    if (threadIdx.x % 32 == 0) atomicAdd(&state->runs, static_cast<unsigned long long>(runs));
    if (threadIdx.x == 0 && block + 1 == gridDim.x) sums[0] = shared_offset + sum;

    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) shared_block = atomicAdd(&state->ended, 1U) + 1 == gridDim.x ? 1 : 0;
    __syncthreads();
    if (shared_block == 0) return;
    state->counted[threadIdx.x] = 0; // the last to end leaves everything as it was
    if (threadIdx.x != 0) return;
    sums[1] = atomicExch(&state->runs, 0ULL);
    state->ticket = 0;
    state->ended = 0;
}

template <class Step>
__global__ void __launch_bounds__(256)
    count_each(std::uint64_t count, Step step, std::uint32_t* into, std::uint64_t* all_runs) {
    const std::uint64_t index = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const counts found = index < count ? step(index) : counts{0, 0};
    if (index < count) into[index] = found.count;
    const unsigned runs = __reduce_add_sync(0xFFFFFFFFU, found.runs);
    if (threadIdx.x % 32 == 0 && runs > 0)
        atomicAdd(reinterpret_cast<unsigned long long*>(all_runs), static_cast<unsigned long long>(runs));
}

inline __global__ void report_sums(const std::uint64_t* last_before, const std::uint32_t* last_count,
                                   const std::uint64_t* runs, std::uint64_t* sums) {
    sums[0] = *last_before + *last_count;
    sums[1] = *runs;
}

/// Memory of a GPU, in the order of its stream.
template <class Value>
class gpu_array {
  public:
    gpu_array() = default;
    gpu_array(gpu& owner, std::uint64_t size)
        : owner_(&owner), values_(size == 0 ? nullptr : static_cast<Value*>(owner.allocate(size * sizeof(Value)))),
          size_(size) {}
    ~gpu_array() { free(); }
    gpu_array(gpu_array&& other) noexcept { swap(other); }
    gpu_array& operator=(gpu_array&& other) noexcept {
        if (this != &other) {
            free();
            swap(other);
        }
        return *this;
    }
    gpu_array(const gpu_array&) = delete;
    gpu_array& operator=(const gpu_array&) = delete;

    [[nodiscard]] Value* data() const noexcept { return values_; }
    [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
    [[nodiscard]] std::uint64_t bytes() const noexcept { return size_ * sizeof(Value); }

  private:
    void swap(gpu_array& other) noexcept {
        std::swap(owner_, other.owner_);
        std::swap(values_, other.values_);
        std::swap(size_, other.size_);
    }
    void free() noexcept {
        if (values_ != nullptr) owner_->release(values_, bytes());
        owner_ = nullptr;
        values_ = nullptr;
        size_ = 0;
    }

    gpu* owner_ = nullptr;
    Value* values_ = nullptr;
    std::uint64_t size_ = 0;
};

class gpu_machine {
  public:
    template <class Value>
    using array = gpu_array<Value>;

    /// `memory` bounds what is allocated here, in bytes (0: nine tenths of what was free); `check` may throw; `threads`
    /// may copy large arrays.
    gpu_machine(gpu& owner, std::uint64_t memory, std::function<void()> check, unsigned threads = 1)
        : gpu_(owner), base_(owner.bytes_in_use()), check_(std::move(check)), threads_(threads) {
        const std::uint64_t all = owner.bytes_free_at_start() / 10 * 9;
        memory_ = memory > 0 ? std::min(memory, all) : all;
    }

    [[nodiscard]] gpu& device() const noexcept { return gpu_; }

    template <class Value>
    [[nodiscard]] array<Value> make(std::uint64_t size) const {
        if (size * sizeof(Value) > free_memory())
            throw error(error_code::resource, "cuda:" + std::to_string(gpu_.index()) + " would need " +
                                                  std::to_string((in_use() + size * sizeof(Value)) >> 20U) +
                                                  " MiB of memory; " + std::to_string(memory_ >> 20U) +
                                                  " MiB may be used");
        return array<Value>(gpu_, size);
    }
    template <class Value>
    [[nodiscard]] array<Value> zeroed(std::uint64_t size) const {
        array<Value> made = make<Value>(size);
        if (size > 0) gpu_.check(cudaMemsetAsync(made.data(), 0, made.bytes(), gpu_.stream()), "clearing memory");
        return made;
    }

    template <class Value>
    void put(Value* to, const Value* host, std::uint64_t count) const {
        if (count == 0) return;
        if (threads_ > 1 && count * sizeof(Value) >= transfers::worth_it)
            return gpu_.copies().to_gpu(to, host, count * sizeof(Value), threads_);
        gpu_.check(cudaMemcpyAsync(to, host, count * sizeof(Value), cudaMemcpyHostToDevice, gpu_.stream()),
                   "copying to it");
    }
    template <class Value>
    void get(Value* host, const Value* from, std::uint64_t count) const {
        if (count == 0) return;
        if (threads_ > 1 && count * sizeof(Value) >= transfers::worth_it)
            return gpu_.copies().to_host(host, from, count * sizeof(Value), threads_);
        gpu_.check(cudaMemcpyAsync(host, from, count * sizeof(Value), cudaMemcpyDeviceToHost, gpu_.stream()),
                   "copying from it");
        gpu_.wait("copying from it");
    }

    template <class Step>
    void for_each(std::uint64_t count, const Step& step) const {
        if (count == 0) return;
        constexpr unsigned threads = 256;
        const auto blocks = static_cast<unsigned>((count + threads - 1) / threads);
        for_each_index<<<blocks, threads, 0, gpu_.stream()>>>(count, step);
        gpu_.check(cudaGetLastError(), "starting a step");
    }

    template <class Step>
    count_sums exclusive_scan(std::uint64_t count, const Step& step, std::uint64_t* before) const {
        begin_exclusive_scan(count, step, before, 0);
        return scan_sums(0);
    }

    /// The same in two halves, for several at a time: `slot` < slots tells them apart.
    static constexpr unsigned slots = gpu::pinned_flag_words / 2;
    template <class Step>
    void begin_exclusive_scan(std::uint64_t count, const Step& step, std::uint64_t* before, unsigned slot) const {
        std::uint64_t* const pinned_flags = gpu_.pinned_flags() + 2 * slot;
        if (count <= most_for_one_launch) {
            const auto blocks = static_cast<unsigned>((count + number_threads - 1) / number_threads);
            number_at_once<<<blocks, number_threads, 0, gpu_.stream()>>>(
                count, step, before, static_cast<number_state*>(gpu_.scratch()), pinned_flags);
            gpu_.check(cudaGetLastError(), "counting");
        } else {
            const array<std::uint32_t> counts = make<std::uint32_t>(count);
            const array<std::uint64_t> runs = zeroed<std::uint64_t>(1);
            constexpr unsigned threads = 256;
            const auto blocks = static_cast<unsigned>((count + threads - 1) / threads);
            count_each<<<blocks, threads, 0, gpu_.stream()>>>(count, step, counts.data(), runs.data());
            gpu_.check(cudaGetLastError(), "counting");
            std::size_t bytes = 0;
            const auto scan_with = [&](void* workspace) {
                gpu_.check(cub::DeviceScan::ExclusiveScan(workspace, bytes, counts.data(), before, cuda::std::plus<>{},
                                                          std::uint64_t{0}, count, gpu_.stream()),
                           "adding up");
            };
            scan_with(nullptr);
            const array<char> workspace = make<char>(bytes + 1);
            scan_with(workspace.data());
            report_sums<<<1, 1, 0, gpu_.stream()>>>(before + count - 1, counts.data() + count - 1, runs.data(),
                                                    pinned_flags);
            gpu_.check(cudaGetLastError(), "adding up");
        }
    }
    [[nodiscard]] count_sums scan_sums(unsigned slot) const {
        gpu_.wait("adding up");
        return {gpu_.pinned_flags()[2 * slot], gpu_.pinned_flags()[2 * slot + 1]};
    }

    /// By the upper 40 bits of the keys.
    void sort(std::uint64_t* keys, std::uint32_t* values, std::uint64_t count) const {
        const array<std::uint64_t> other_keys = make<std::uint64_t>(count);
        const array<std::uint32_t> other_values = make<std::uint32_t>(count);
        cub::DoubleBuffer<std::uint64_t> key_buffer(keys, other_keys.data());
        cub::DoubleBuffer<std::uint32_t> value_buffer(values, other_values.data());
        std::size_t bytes = 0;
        const auto sort_with = [&](void* workspace) {
            gpu_.check(cub::DeviceRadixSort::SortPairs(workspace, bytes, key_buffer, value_buffer, count, 24, 64,
                                                       gpu_.stream()),
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
    [[nodiscard]] std::uint64_t in_use() const noexcept { return gpu_.bytes_in_use() - base_; }

    template <class Value>
    void copy_within(Value* to, const Value* from, std::uint64_t count) const {
        if (to == from || count == 0) return;
        gpu_.check(cudaMemcpyAsync(to, from, count * sizeof(Value), cudaMemcpyDeviceToDevice, gpu_.stream()),
                   "copying within it");
    }

    gpu& gpu_;
    std::uint64_t base_; // another computation of this process may hold memory of its own
    std::uint64_t memory_;
    std::function<void()> check_;
    unsigned threads_;
};

} // namespace concord::runtime
