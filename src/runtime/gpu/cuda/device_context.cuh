// One GPU of this process: streams, memory and copies. Started once, kept until the process ends.
#pragma once

#include <concord/error.hpp>

#include <cuda_runtime.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace concord::runtime {

// Large copies between ordinary memory of the host and a GPU, several times as fast as the driver makes them.
//
// The driver copies ordinary memory into its own pinned memory with one thread, and from there to the GPU. Here several
// threads do that, each with two pinned buffers that are filled and sent in turn:
//
//     thread 0   fill A   fill B   fill A ...            thread 1 the chunks between
//     the GPU             A        B ...
//
// Measured on an H200: 10 GB/s with the driver's one thread, 35 GB/s with four; copies of pinned memory reach 55 GB/s.

class device_context;

class staging {
  public:
    explicit staging(const device_context& owner) : context_(owner) {}
    ~staging();
    staging(const staging&) = delete;
    staging& operator=(const staging&) = delete;

    /// Smaller copies are left to the driver.
    static constexpr std::uint64_t worth_it = std::uint64_t{4} << 20U;

    /// In the order of stream(): operations enqueued before are finished first, and the copy is complete when this
    /// returns. Uses at most `threads` threads, the calling one included. Throws error (resource).
    void to_gpu(void* to, const void* host, std::uint64_t bytes, unsigned threads);
    void to_host(void* host, const void* from, std::uint64_t bytes, unsigned threads);

    /// Pins the buffers of this many threads, if that has not been done: about a millisecond for each buffer.
    void prepare(unsigned threads);

    static constexpr unsigned most_lanes = 4; ///< more threads are not faster

  private:
    static constexpr std::uint64_t piece_bytes = std::uint64_t{2} << 20U;

    /// The resources of one thread.
    struct lane {
        cudaStream_t stream{};
        std::array<char*, 2> pieces{};
        std::array<cudaEvent_t, 2> sent{};
    };

    /// Calls copy(lane, its number, number of lanes) for each, the first on the calling thread, the others on threads
    /// of their own.
    void on_lanes(std::uint64_t bytes, unsigned threads, const std::function<void(lane&, unsigned, unsigned)>& copy);

    const device_context& context_;
    std::mutex one_at_a_time_;
    std::vector<lane> lanes_;
    cudaEvent_t before_{}; ///< marks the operations enqueued before the copy
};

// Errors of CUDA become errors of the library: a resource that is missing or failed.

/// `device` < 0: no particular one.
[[noreturn]] inline void throw_cuda_error(cudaError_t status, int device, const char* doing) {
    static_cast<void>(cudaGetLastError()); // so that the next call does not report this error again
    const std::string where = device < 0 ? "CUDA" : "cuda:" + std::to_string(device);
    throw error(error_code::resource, where + " failed while " + doing + ": " + cudaGetErrorString(status) + " (" +
                                          cudaGetErrorName(status) + ")");
}

inline void check_cuda(cudaError_t status, int device, const char* doing) {
    if (status != cudaSuccess) throw_cuda_error(status, device, doing);
}

class device_context {
  public:
    /// Starts the GPU. Throws error (resource).
    explicit device_context(int index);
    ~device_context();
    device_context(const device_context&) = delete;
    device_context& operator=(const device_context&) = delete;

    [[nodiscard]] int index() const noexcept { return index_; }
    /// The stream that orders all operations, and side streams.
    [[nodiscard]] cudaStream_t stream() const noexcept { return streams_[0]; }
    [[nodiscard]] cudaStream_t side_stream(unsigned number) const noexcept {
        return streams_[1 + number % side_streams];
    }
    static constexpr unsigned side_streams = 2;

    /// Makes this the current GPU of the calling thread.
    void select() const { check(cudaSetDevice(index_), "selecting the device"); }
    void check(cudaError_t status, const char* doing) const { check_cuda(status, index_, doing); }
    /// Waits for stream() only.
    void wait(const char* doing) const { check(cudaStreamSynchronize(stream()), doing); }

    /// Allocates in the order of stream(). Throws error (resource).
    [[nodiscard]] void* allocate(std::uint64_t bytes);
    void release(void* memory, std::uint64_t bytes) noexcept;
    [[nodiscard]] std::uint64_t bytes_in_use() const noexcept { return in_use_; }
    [[nodiscard]] std::uint64_t bytes_free_at_start() const noexcept { return free_at_start_; }

    /// A few words of pinned host memory that the GPU writes to directly.
    [[nodiscard]] std::uint64_t* pinned_flags() const noexcept { return pinned_flags_; }
    static constexpr unsigned pinned_flag_words = 8;

    /// A few KiB of GPU memory that are all zeros between the launches that use them.
    [[nodiscard]] void* scratch() const noexcept { return scratch_; }
    static constexpr std::uint64_t scratch_bytes = 4096;

    /// Copies between ordinary host memory and the GPU.
    [[nodiscard]] staging& copies() noexcept { return copies_; }

    [[nodiscard]] int multiprocessors() const noexcept { return multiprocessors_; }
    [[nodiscard]] double clock_hz() const noexcept { return clock_hz_; }
    /// Gives another GPU direct access to this one's memory, where the machine supports it; once is enough.
    void open_to(const device_context& other);

  private:
    /// Maps the first pages in advance, while no call waits for them.
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

/// The GPU, started here unless start_gpus() has begun to start it.
[[nodiscard]] device_context& started_gpu(int index);

/// Memory of a GPU that an object owns, allocated and freed in the order of its stream.
template <class Value>
class device_buffer {
  public:
    device_buffer() = default;
    device_buffer(device_context& owner, std::uint64_t size)
        : owner_(&owner), values_(size == 0 ? nullptr : static_cast<Value*>(owner.allocate(size * sizeof(Value)))),
          size_(size) {}
    ~device_buffer() { free(); }
    device_buffer(device_buffer&& other) noexcept { swap(other); }
    device_buffer& operator=(device_buffer&& other) noexcept {
        if (this != &other) {
            free();
            swap(other);
        }
        return *this;
    }
    device_buffer(const device_buffer&) = delete;
    device_buffer& operator=(const device_buffer&) = delete;

    [[nodiscard]] Value* data() const noexcept { return values_; }
    [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
    [[nodiscard]] std::uint64_t bytes() const noexcept { return size_ * sizeof(Value); }

  private:
    void swap(device_buffer& other) noexcept {
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

    device_context* owner_ = nullptr;
    Value* values_ = nullptr;
    std::uint64_t size_ = 0;
};

} // namespace concord::runtime
