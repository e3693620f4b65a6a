#include "runtime/gpu/gpu_copies.hpp"

#include "runtime/gpu/cuda/device_context.cuh"

#include <algorithm>
#include <chrono>
#include <limits>
#include <vector>

namespace concord::runtime {
namespace {

__global__ void do_nothing() {}

template <class Work>
double seconds_of(const Work& work) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// The first time is not counted: buffers are pinned, and memory is touched.
template <class Work>
double shortest(unsigned rounds, const Work& work) {
    work();
    double found = std::numeric_limits<double>::infinity();
    for (unsigned round = 0; round < rounds; ++round)
        found = std::min(found, seconds_of(work));
    return found;
}

} // namespace

gpu_copies measure_gpu_copies(int gpu, std::uint64_t bytes, unsigned launches, unsigned rounds, unsigned threads) {
    gpu_copies found;
    const auto launch = [](device_context& on) {
        do_nothing<<<1, 1, 0, on.stream()>>>();
        on.check(cudaGetLastError(), "starting a step");
        on.wait("waiting for a step");
    };
    found.start_seconds = seconds_of([&] {
        device_context& started = started_gpu(gpu);
        started.select();
        launch(started);
    });
    device_context& context = started_gpu(gpu);
    found.launch_seconds = shortest(rounds, [&] {
        for (unsigned each = 0; each < launches; ++each)
            launch(context);
    });
    std::vector<char> host(bytes, 'A');
    const device_buffer<char> there(context, bytes);
    found.copy_seconds = shortest(rounds, [&] {
        context.copies().to_gpu(there.data(), host.data(), bytes, threads);
        context.copies().to_host(host.data(), there.data(), bytes, threads);
    });
    return found;
}

} // namespace concord::runtime
