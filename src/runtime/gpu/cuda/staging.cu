#include "runtime/gpu/cuda/staging.cuh"

#include "runtime/gpu/cuda/device.cuh"

#include <algorithm>
#include <cstring>
#include <exception>
#include <thread>

namespace concord::runtime {

staging::~staging() {
    // At the end of the process the driver may be gone already: what these return cannot be acted upon.
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
    if (before_ == nullptr) gpu_.check(cudaEventCreateWithFlags(&before_, cudaEventDisableTiming), "preparing copies");
    while (lanes_.size() < wanted) {
        lane& made = lanes_.emplace_back(); // what a failure leaves behind is released with the others
        gpu_.check(cudaStreamCreateWithFlags(&made.stream, cudaStreamNonBlocking), "preparing copies");
        for (cudaEvent_t& event : made.sent)
            gpu_.check(cudaEventCreateWithFlags(&event, cudaEventDisableTiming), "preparing copies");
        for (char*& piece : made.pieces)
            gpu_.check(cudaMallocHost(&piece, piece_bytes), "pinning memory of the host");
    }
}

void staging::on_lanes(std::uint64_t bytes, unsigned threads,
                       const std::function<void(lane&, unsigned, unsigned)>& copy) {
    const std::scoped_lock lock(one_at_a_time_);
    gpu_.select();
    prepare(threads);
    const std::uint64_t pieces = (bytes + piece_bytes - 1) / piece_bytes;
    const auto count = static_cast<unsigned>(
        std::min<std::uint64_t>({lanes_.size(), std::max(threads, 1U), std::max<std::uint64_t>(pieces, 1)}));
    gpu_.check(cudaEventRecord(before_, gpu_.stream()), "copying");
    std::vector<std::exception_ptr> failures(count);
    const auto run = [&](unsigned number) {
        try {
            gpu_.select();
            lane& mine = lanes_[number];
            gpu_.check(cudaStreamWaitEvent(mine.stream, before_), "copying");
            copy(mine, number, count);
            gpu_.check(cudaStreamSynchronize(mine.stream), "copying");
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
            gpu_.check(cudaEventSynchronize(mine.sent[turn]), "copying to it");
            std::memcpy(mine.pieces[turn], static_cast<const char*>(host) + first, size);
            gpu_.check(cudaMemcpyAsync(static_cast<char*>(to) + first, mine.pieces[turn], size, cudaMemcpyHostToDevice,
                                       mine.stream),
                       "copying to it");
            gpu_.check(cudaEventRecord(mine.sent[turn], mine.stream), "copying to it");
        }
    });
}

void staging::to_host(void* host, const void* from, std::uint64_t bytes, unsigned threads) {
    on_lanes(bytes, threads, [&](lane& mine, unsigned number, unsigned count) {
        // A piece is on its way while the one before it is copied out of pinned memory.
        const auto place = [&](std::uint64_t step) { return piece_bytes * (number + step * count); };
        const auto size = [&](std::uint64_t step) { return std::min(piece_bytes, bytes - place(step)); };
        const auto fetch = [&](std::uint64_t step) {
            gpu_.check(cudaMemcpyAsync(mine.pieces[step % 2], static_cast<const char*>(from) + place(step), size(step),
                                       cudaMemcpyDeviceToHost, mine.stream),
                       "copying from it");
            gpu_.check(cudaEventRecord(mine.sent[step % 2], mine.stream), "copying from it");
        };
        if (place(0) < bytes) fetch(0);
        for (std::uint64_t step = 0; place(step) < bytes; ++step) {
            if (place(step + 1) < bytes) fetch(step + 1);
            gpu_.check(cudaEventSynchronize(mine.sent[step % 2]), "copying from it");
            std::memcpy(static_cast<char*>(host) + place(step), mine.pieces[step % 2], size(step));
        }
    });
}

} // namespace concord::runtime
