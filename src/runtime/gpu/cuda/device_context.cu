#include "runtime/gpu/cuda/device_context.cuh"

#include "runtime/gpu/gpus.hpp"
#include "runtime/test_settings.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

namespace concord::runtime {

device_context::device_context(int index) : index_(index) {
    select();
    for (cudaStream_t& stream : streams_)
        check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "making a stream");
    cudaMemPoolProps properties{};
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location.type = cudaMemLocationTypeDevice;
    properties.location.id = index;
    check(cudaMemPoolCreate(&pool_, &properties), "making a memory pool");
    std::uint64_t keep = ~std::uint64_t{0}; // the pool keeps freed memory for the next allocation
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

void device_context::warm_up() {
    select();
    const std::uint64_t some = std::min<std::uint64_t>(std::uint64_t{512} << 20U, free_at_start_ / 4);
    release(allocate(some), some);
    copies_.prepare(staging::most_lanes);
    wait("starting");
}

device_context::~device_context() {
    // At the end of the process the driver may be unloaded already: errors cannot be handled here.
    for (const cudaStream_t stream : streams_)
        if (stream != nullptr) static_cast<void>(cudaStreamDestroy(stream));
    if (pool_ != nullptr) static_cast<void>(cudaMemPoolDestroy(pool_));
    if (scratch_ != nullptr) static_cast<void>(cudaFree(scratch_));
    if (pinned_flags_ != nullptr) static_cast<void>(cudaFreeHost(pinned_flags_));
}

void* device_context::allocate(std::uint64_t bytes) {
    void* memory = nullptr;
    const cudaError_t status = may_allocate_on_gpu(index_) ? cudaMallocFromPoolAsync(&memory, bytes, pool_, stream())
                                                           : cudaErrorMemoryAllocation;
    if (status == cudaErrorMemoryAllocation) {
        static_cast<void>(cudaGetLastError());
        throw error(error_code::resource, "cuda:" + std::to_string(index_) + " has no " + std::to_string(bytes >> 20U) +
                                              " MiB of memory left");
    }
    check(status, "allocating memory");
    in_use_ += bytes;
    return memory;
}

void device_context::release(void* memory, std::uint64_t bytes) noexcept {
    if (memory == nullptr) return;
    static_cast<void>(cudaFreeAsync(memory, stream())); // a failed GPU reports it at the next checked call
    in_use_ -= bytes;
}

void device_context::open_to(const device_context& other) {
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

/// Never destroyed: at the end of the process CUDA may be unloaded before static objects are destroyed.
struct started {
    std::mutex lock;
    std::map<int, std::shared_future<device_context*>> gpus;
    std::shared_future<bool> any; ///< whether there is one; set once one is looked for
    bool is_waited_for = false;   ///< at the end of the process
};

started& all_started() {
    static auto* const all = new started;
    return *all;
}

/// A process that ends while a GPU is starting would unload the driver during the start.
void wait_for_all() {
    if (all_started().any.valid()) all_started().any.wait();
    for (const auto& [index, starting] : all_started().gpus)
        starting.wait();
}

/// Under the lock.
void wait_at_the_end(started& all) {
    if (!std::exchange(all.is_waited_for, true)) static_cast<void>(std::atexit(wait_for_all));
}

template <class Future>
bool is_ready(const Future& one) {
    return one.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

std::shared_future<device_context*> begin_to_start(int index) {
    started& all = all_started();
    const std::scoped_lock lock(all.lock);
    wait_at_the_end(all);
    auto& entry = all.gpus[index];
    if (!entry.valid()) entry = std::async(std::launch::async, [index] { return new device_context(index); }).share();
    return entry;
}

} // namespace

device_context& started_gpu(int index) {
    device_context& there = *begin_to_start(index).get();
    there.select();
    return there;
}

void wait_for_gpus(const std::vector<int>& indices) {
    start_gpus(indices); // all concurrently
    device_context& leader = started_gpu(indices.front());
    for (std::size_t at = 1; at < indices.size(); ++at) {
        device_context& helper = started_gpu(indices[at]);
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

void start_any_gpu() {
    started& all = all_started();
    const std::scoped_lock lock(all.lock);
    if (all.any.valid()) return;
    wait_at_the_end(all);
    const auto start = [] {
        const std::vector<int> gpus = usable_gpus();
        if (!gpus.empty()) begin_to_start(gpus.front()).wait();
        return !gpus.empty();
    };
    try {
        all.any = std::async(std::launch::async, start).share();
    } catch (const std::system_error&) { // no thread to be had
        all.any = std::async(std::launch::deferred, [] { return false; }).share();
        all.any.wait();
    }
}

std::optional<bool> has_any_gpu_started() {
    started& all = all_started();
    const std::scoped_lock lock(all.lock);
    return all.any.valid() && is_ready(all.any) ? std::optional(all.any.get()) : std::nullopt;
}

bool is_any_gpu_starting() {
    started& all = all_started();
    const std::scoped_lock lock(all.lock);
    return (all.any.valid() && !is_ready(all.any)) ||
           std::ranges::any_of(all.gpus, [](const auto& entry) { return !is_ready(entry.second); });
}

staging::~staging() {
    // At the end of the process the driver may be unloaded already: errors cannot be handled here.
    for (const lane& each : lanes_) {
        for (char* const piece : each.pieces)
            if (piece != nullptr) static_cast<void>(cudaFreeHost(piece));
        for (const cudaEvent_t event : each.sent)
            if (event != nullptr) static_cast<void>(cudaEventDestroy(event));
        if (each.stream != nullptr) static_cast<void>(cudaStreamDestroy(each.stream));
    }
    if (before_ != nullptr) static_cast<void>(cudaEventDestroy(before_));
}

void staging::prepare(unsigned threads) {
    const std::size_t wanted = std::min(std::max(threads, 1U), most_lanes);
    if (before_ == nullptr)
        context_.check(cudaEventCreateWithFlags(&before_, cudaEventDisableTiming), "preparing copies");
    while (lanes_.size() < wanted) {
        lane& made = lanes_.emplace_back(); // after a failure, a half-made lane is released with the others
        context_.check(cudaStreamCreateWithFlags(&made.stream, cudaStreamNonBlocking), "preparing copies");
        for (cudaEvent_t& event : made.sent)
            context_.check(cudaEventCreateWithFlags(&event, cudaEventDisableTiming), "preparing copies");
        for (char*& piece : made.pieces)
            context_.check(cudaMallocHost(&piece, piece_bytes), "pinning memory of the host");
    }
}

void staging::on_lanes(std::uint64_t bytes, unsigned threads,
                       const std::function<void(lane&, unsigned, unsigned)>& copy) {
    const std::scoped_lock lock(one_at_a_time_);
    context_.select();
    prepare(threads);
    const std::uint64_t pieces = (bytes + piece_bytes - 1) / piece_bytes;
    const auto count = static_cast<unsigned>(
        std::min<std::uint64_t>({lanes_.size(), std::max(threads, 1U), std::max<std::uint64_t>(pieces, 1)}));
    context_.check(cudaEventRecord(before_, context_.stream()), "copying");
    std::vector<std::exception_ptr> failures(count);
    const auto run = [&](unsigned number) {
        try {
            context_.select();
            lane& mine = lanes_[number];
            context_.check(cudaStreamWaitEvent(mine.stream, before_), "copying");
            copy(mine, number, count);
            context_.check(cudaStreamSynchronize(mine.stream), "copying");
        } catch (...) {
            failures[number] = std::current_exception();
        }
    };
    {
        std::vector<std::jthread> others;
        for (unsigned number = 1; number < count; ++number)
            others.emplace_back(run, number);
        run(0);
    }
    for (const std::exception_ptr& failure : failures)
        if (failure) std::rethrow_exception(failure);
}

void staging::to_gpu(void* to, const void* host, std::uint64_t bytes, unsigned threads) {
    on_lanes(bytes, threads, [&](lane& mine, unsigned number, unsigned count) {
        unsigned turn = 0;
        for (std::uint64_t first = piece_bytes * number; first < bytes; first += piece_bytes * count, turn ^= 1U) {
            const std::uint64_t size = std::min(piece_bytes, bytes - first);
            context_.check(cudaEventSynchronize(mine.sent[turn]), "copying to it");
            std::memcpy(mine.pieces[turn], static_cast<const char*>(host) + first, size);
            context_.check(cudaMemcpyAsync(static_cast<char*>(to) + first, mine.pieces[turn], size,
                                           cudaMemcpyHostToDevice, mine.stream),
                           "copying to it");
            context_.check(cudaEventRecord(mine.sent[turn], mine.stream), "copying to it");
        }
    });
}

void staging::to_host(void* host, const void* from, std::uint64_t bytes, unsigned threads) {
    on_lanes(bytes, threads, [&](lane& mine, unsigned number, unsigned count) {
        // One chunk is being transferred while the one before it is copied out of pinned memory.
        const auto place = [&](std::uint64_t step) { return piece_bytes * (number + step * count); };
        const auto size = [&](std::uint64_t step) { return std::min(piece_bytes, bytes - place(step)); };
        const auto fetch = [&](std::uint64_t step) {
            context_.check(cudaMemcpyAsync(mine.pieces[step % 2], static_cast<const char*>(from) + place(step),
                                           size(step), cudaMemcpyDeviceToHost, mine.stream),
                           "copying from it");
            context_.check(cudaEventRecord(mine.sent[step % 2], mine.stream), "copying from it");
        };
        if (place(0) < bytes) fetch(0);
        for (std::uint64_t step = 0; place(step) < bytes; ++step) {
            if (place(step + 1) < bytes) fetch(step + 1);
            context_.check(cudaEventSynchronize(mine.sent[step % 2]), "copying from it");
            std::memcpy(static_cast<char*>(host) + place(step), mine.pieces[step % 2], size(step));
        }
    });
}

} // namespace concord::runtime
