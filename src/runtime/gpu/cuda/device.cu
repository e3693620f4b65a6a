#include "runtime/gpu/cuda/device.cuh"

#include "runtime/gpu/gpus.hpp"

#include <algorithm>
#include <cstdlib>
#include <future>
#include <map>
#include <memory>
#include <mutex>

namespace concord::runtime {

gpu::gpu(int index) : index_(index) {
    select();
    for (cudaStream_t& stream : streams_)
        check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "making a stream");
    cudaMemPoolProps properties{};
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location.type = cudaMemLocationTypeDevice;
    properties.location.id = index;
    check(cudaMemPoolCreate(&pool_, &properties), "making a memory pool");
    std::uint64_t keep = ~std::uint64_t{0}; // what has been freed once is at hand the next time
    check(cudaMemPoolSetAttribute(pool_, cudaMemPoolAttrReleaseThreshold, &keep), "making a memory pool");
    check(cudaMallocHost(&pinned_flags_, pinned_flag_words * sizeof(std::uint64_t)), "allocating memory of the host");
    check(cudaMalloc(&scratch_, scratch_bytes), "allocating memory");
    check(cudaMemsetAsync(scratch_, 0, scratch_bytes, stream()), "clearing memory");
    std::size_t free = 0;
    std::size_t total = 0;
    check(cudaMemGetInfo(&free, &total), "asking for its memory");
    free_at_start_ = free;
    check(cudaDeviceGetAttribute(&multiprocessors_, cudaDevAttrMultiProcessorCount, index), "asking what it is");
    int kilohertz = 0;
    check(cudaDeviceGetAttribute(&kilohertz, cudaDevAttrClockRate, index), "asking what it is");
    clock_hz_ = kilohertz * 1e3;
    warm_up();
}

void gpu::warm_up() {
    select();
    const std::uint64_t some = std::min<std::uint64_t>(std::uint64_t{512} << 20U, free_at_start_ / 4);
    release(allocate(some), some);
    copies_.prepare(staging::most_lanes);
    wait("starting");
}

gpu::~gpu() {
    // At the end of the process the driver may be gone already: what these return cannot be acted upon.
    for (const cudaStream_t stream : streams_)
        if (stream != nullptr) static_cast<void>(cudaStreamDestroy(stream));
    if (pool_ != nullptr) static_cast<void>(cudaMemPoolDestroy(pool_));
    if (scratch_ != nullptr) static_cast<void>(cudaFree(scratch_));
    if (pinned_flags_ != nullptr) static_cast<void>(cudaFreeHost(pinned_flags_));
}

void* gpu::allocate(std::uint64_t bytes) {
    void* memory = nullptr;
    const cudaError_t status = cudaMallocFromPoolAsync(&memory, bytes, pool_, stream());
    if (status == cudaErrorMemoryAllocation) {
        static_cast<void>(cudaGetLastError());
        throw error(error_code::resource, "cuda:" + std::to_string(index_) + " has no " + std::to_string(bytes >> 20U) +
                                              " MiB of memory left");
    }
    check(status, "allocating memory");
    in_use_ += bytes;
    return memory;
}

void gpu::release(void* memory, std::uint64_t bytes) noexcept {
    if (memory == nullptr) return;
    static_cast<void>(cudaFreeAsync(memory, stream())); // a broken GPU says so at the next call that can be answered
    in_use_ -= bytes;
}

void gpu::open_to(const gpu& other) {
    if (!open_to_.insert(other.index()).second) return;
    int possible = 0;
    check(cudaDeviceCanAccessPeer(&possible, other.index(), index_), "asking which GPUs reach it");
    if (possible == 0) return; // copies go through the host
    cudaMemAccessDesc access{};
    access.location.type = cudaMemLocationTypeDevice;
    access.location.id = other.index();
    access.flags = cudaMemAccessFlagsProtReadWrite;
    check(cudaMemPoolSetAccess(pool_, &access, 1), "opening its memory to another GPU");
}

namespace {

/// Never destroyed: at the end of the process CUDA may go before static objects do.
struct started {
    std::mutex lock;
    std::map<int, std::shared_future<gpu*>> gpus;
};

started& all_started() {
    static auto* const all = new started;
    return *all;
}

/// A process that ends while a GPU is being started would take the driver from under it.
void wait_for_all() {
    for (const auto& [index, starting] : all_started().gpus)
        starting.wait();
}

std::shared_future<gpu*> begin_to_start(int index) {
    started& all = all_started();
    const std::scoped_lock lock(all.lock);
    if (all.gpus.empty()) static_cast<void>(std::atexit(wait_for_all));
    auto& entry = all.gpus[index];
    if (!entry.valid()) entry = std::async(std::launch::async, [index] { return new gpu(index); }).share();
    return entry;
}

} // namespace

gpu& started_gpu(int index) {
    gpu& there = *begin_to_start(index).get();
    there.select();
    return there;
}

void wait_for_gpus(const std::vector<int>& indices) {
    start_gpus(indices); // all at once
    gpu& leader = started_gpu(indices.front());
    for (std::size_t at = 1; at < indices.size(); ++at) {
        gpu& helper = started_gpu(indices[at]);
        const std::scoped_lock lock(all_started().lock);
        leader.open_to(helper);
        helper.open_to(leader);
    }
    leader.select();
}

void start_gpus(const std::vector<int>& indices) {
    for (const int index : indices)
        static_cast<void>(begin_to_start(index));
}

} // namespace concord::runtime
