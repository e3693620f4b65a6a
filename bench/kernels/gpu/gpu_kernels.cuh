// What the programs of this folder have in common: a GPU, arrays with random content on it, and the time of a launch by
// events of CUDA. Compiled for the loops themselves: the headers of the kernels are included, and nothing is linked but
// the room.
#pragma once

#include "kernels/kernels.hpp"
#include "runtime/gpu/cuda/cuda_device.cuh"

#include <cstdint>
#include <string>
#include <vector>

namespace concord::kernels {

/// The first GPU, started once.
[[nodiscard]] inline const runtime::cuda_device& gpu() {
    static const runtime::cuda_device first(runtime::started_gpu(0), 0, {}, 4);
    return first;
}

template <class Value>
[[nodiscard]] runtime::device_buffer<Value> on_gpu(const std::vector<Value>& values) {
    auto there = gpu().make<Value>(values.size());
    gpu().put(there.data(), values.data(), values.size());
    gpu().context().wait("copying to it");
    return there;
}

/// `count` random numbers of 32 bits.
[[nodiscard]] inline runtime::device_buffer<std::uint32_t> random_on_gpu(std::uint64_t count, std::uint64_t seed = 1) {
    const std::vector<std::uint64_t> words = random_words((count + 1) / 2, seed);
    const auto* const halves = reinterpret_cast<const std::uint32_t*>(words.data());
    return on_gpu(std::vector<std::uint32_t>(halves, halves + count));
}

/// Runs the benchmark's iterations: prepare() is not measured; the time of what launch() enqueues is.
template <class Prepare, class Launch>
void time_launches(benchmark::State& state, const Prepare& prepare, const Launch& launch) {
    const runtime::device_context& device = gpu().context();
    device.select();
    cudaEvent_t begin{};
    cudaEvent_t end{};
    device.check(cudaEventCreate(&begin), "making an event");
    device.check(cudaEventCreate(&end), "making an event");
    prepare();
    launch(); // kernels are loaded, and the clock rises
    for ([[maybe_unused]] auto round : state) {
        prepare();
        device.check(cudaEventRecord(begin, device.stream()), "measuring");
        launch();
        device.check(cudaGetLastError(), "starting a kernel");
        device.check(cudaEventRecord(end, device.stream()), "measuring");
        device.check(cudaEventSynchronize(end), "measuring");
        float milliseconds = 0;
        device.check(cudaEventElapsedTime(&milliseconds, begin, end), "measuring");
        state.SetIterationTime(milliseconds / 1000.0);
    }
    static_cast<void>(cudaEventDestroy(begin));
    static_cast<void>(cudaEventDestroy(end));
}

template <class Launch>
void time_launches(benchmark::State& state, const Launch& launch) {
    time_launches(
        state, [] {}, launch);
}

/// Registers body(state), which calls time_launches.
template <class Body>
void add_on_gpu(const std::string& name, Body body) {
    benchmark::RegisterBenchmark(("gpu/" + name).c_str(), body)->UseManualTime();
}

} // namespace concord::kernels
