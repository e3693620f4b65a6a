// Memory of a GPU that an object owns.
#pragma once

#include "runtime/gpu/cuda/device.cuh"

#include <cstdint>
#include <utility>

namespace concord::runtime {

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

} // namespace concord::runtime
