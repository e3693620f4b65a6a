// Launches that overlap: the end of one, when few blocks are left, with the beginning of the next.
#pragma once

#include "runtime/gpu/cuda/device.cuh"

#include <array>

namespace concord::substring {

/// Streams beside a GPU's own that begin when it has come here, and that it waits for at the end.
class side_streams {
  public:
    explicit side_streams(runtime::gpu& device) : device_(device) {
        for (cudaEvent_t& event : events_)
            device.check(cudaEventCreateWithFlags(&event, cudaEventDisableTiming), "making an event");
        device.check(cudaEventRecord(events_[0], device.stream()), "comparing");
        for (unsigned side = 0; side < runtime::gpu::side_streams; ++side)
            device.check(cudaStreamWaitEvent(device.side_stream(side), events_[0]), "comparing");
    }
    /// Whatever happened here, what the streams use is not given to others before they end.
    ~side_streams() {
        for (unsigned side = 0; side < runtime::gpu::side_streams; ++side) {
            static_cast<void>(cudaEventRecord(events_[side], device_.side_stream(side)));
            static_cast<void>(cudaStreamWaitEvent(device_.stream(), events_[side]));
        }
        for (const cudaEvent_t event : events_)
            static_cast<void>(cudaEventDestroy(event));
    }
    side_streams(const side_streams&) = delete;
    side_streams& operator=(const side_streams&) = delete;

    [[nodiscard]] cudaStream_t of_turn(unsigned turn) const { return device_.side_stream(turn); }
    void launched(unsigned turn) {
        device_.check(cudaEventRecord(events_[turn % runtime::gpu::side_streams], of_turn(turn)), "comparing");
    }
    /// Until the launch before this one in the same stream has ended.
    void wait_for_turn(unsigned turn) {
        if (turn < runtime::gpu::side_streams) return;
        device_.check(cudaEventSynchronize(events_[turn % runtime::gpu::side_streams]), "comparing");
    }

  private:
    runtime::gpu& device_;
    std::array<cudaEvent_t, runtime::gpu::side_streams> events_{};
};

} // namespace concord::substring
