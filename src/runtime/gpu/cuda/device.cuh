// One GPU of this process: its streams and its memory. Started once, kept until the end.
#pragma once

#include "runtime/gpu/cuda/staging.cuh"

#include <concord/error.hpp>

#include <cuda_runtime.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <set>
#include <string>

namespace concord::runtime {

// CUDA's failures become the library's error: a resource that is missing or broke down.

/// `device` < 0: none in particular.
[[noreturn]] inline void throw_cuda_error(cudaError_t status, int device, const char* doing) {
    static_cast<void>(cudaGetLastError()); // the next call shall not report this one again
    const std::string where = device < 0 ? "CUDA" : "cuda:" + std::to_string(device);
    throw error(error_code::resource, where + " failed while " + doing + ": " + cudaGetErrorString(status) + " (" +
                                          cudaGetErrorName(status) + ")");
}

inline void check_cuda(cudaError_t status, int device, const char* doing) {
    if (status != cudaSuccess) throw_cuda_error(status, device, doing);
}

class gpu {
  public:
    /// Starts the GPU; throws error (resource).
    explicit gpu(int index);
    ~gpu();
    gpu(const gpu&) = delete;
    gpu& operator=(const gpu&) = delete;

    [[nodiscard]] int index() const noexcept { return index_; }
    /// The stream that everything is ordered by, and others beside it.
    [[nodiscard]] cudaStream_t stream() const noexcept { return streams_[0]; }
    [[nodiscard]] cudaStream_t side_stream(unsigned number) const noexcept {
        return streams_[1 + number % side_streams];
    }
    static constexpr unsigned side_streams = 2;

    /// Makes this the GPU of the calling thread.
    void select() const { check(cudaSetDevice(index_), "selecting the device"); }
    void check(cudaError_t status, const char* doing) const { check_cuda(status, index_, doing); }
    /// Waits for stream() alone.
    void wait(const char* doing) const { check(cudaStreamSynchronize(stream()), doing); }

    /// Memory in the order of stream(). Throws error (resource) where there is none.
    [[nodiscard]] void* allocate(std::uint64_t bytes);
    void release(void* memory, std::uint64_t bytes) noexcept;
    [[nodiscard]] std::uint64_t bytes_in_use() const noexcept { return in_use_; }
    [[nodiscard]] std::uint64_t bytes_free_at_start() const noexcept { return free_at_start_; }

    /// A little memory of the host that the GPU writes to directly.
    [[nodiscard]] std::uint64_t* pinned_flags() const noexcept { return pinned_flags_; }
    static constexpr unsigned pinned_flag_words = 8;

    /// A little memory of the GPU that is all zeros between the launches which use it.
    [[nodiscard]] void* scratch() const noexcept { return scratch_; }
    static constexpr std::uint64_t scratch_bytes = 4096;

    /// Copies from and to ordinary memory of the host.
    [[nodiscard]] staging& copies() noexcept { return copies_; }

    [[nodiscard]] int multiprocessors() const noexcept { return multiprocessors_; }
    [[nodiscard]] double clock_hz() const noexcept { return clock_hz_; }
    /// Lets another GPU reach this one's memory directly, where the machine can. Once is enough.
    void open_to(const gpu& other);

  private:
    /// Maps the first pages while no call waits for them.
    void warm_up();

    int index_;
    std::array<cudaStream_t, 1 + side_streams> streams_{};
    cudaMemPool_t pool_{};
    std::uint64_t* pinned_flags_ = nullptr;
    void* scratch_ = nullptr;
    std::atomic<std::uint64_t> in_use_{0};
    std::uint64_t free_at_start_ = 0;
    std::set<int> open_to_;
    staging copies_{*this};
    int multiprocessors_ = 0;
    double clock_hz_ = 0;
};

/// Waits for a GPU that start_gpus() began to start, or starts it.
[[nodiscard]] gpu& started_gpu(int index);

} // namespace concord::runtime
