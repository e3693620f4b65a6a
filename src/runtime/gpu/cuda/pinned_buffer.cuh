// Memory of the host that GPUs read and write directly, while kernels run.
#pragma once

#include "runtime/gpu/cuda/device_context.cuh"

#include <algorithm>
#include <cstdint>
#include <memory>

namespace concord::runtime {

template <class Value>
class pinned_buffer {
  public:
    pinned_buffer() = default;
    /// `count` times the same value. Throws error (resource).
    pinned_buffer(const device_context& owner, std::uint64_t count, Value value) {
        owner.select();
        void* made = nullptr;
        owner.check(cudaHostAlloc(&made, count * sizeof(Value), cudaHostAllocPortable | cudaHostAllocMapped),
                    "allocating memory of the host");
        values_.reset(static_cast<Value*>(made));
        size_ = count;
        std::fill_n(values_.get(), count, value);
    }

    [[nodiscard]] Value* data() const noexcept { return values_.get(); }
    [[nodiscard]] std::uint64_t size() const noexcept { return size_; }

  private:
    struct release {
        void operator()(Value* values) const noexcept { static_cast<void>(cudaFreeHost(values)); }
    };
    std::unique_ptr<Value[], release> values_;
    std::uint64_t size_ = 0;
};

} // namespace concord::runtime
