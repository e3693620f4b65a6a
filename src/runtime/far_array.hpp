// Big arrays that are read and written all over the place: zeroed when they are first touched, in huge pages where the
// system has them, so that an access misses the cache but not the page table as well.
#pragma once

#include <concord/error.hpp>

#include <sys/mman.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>

namespace concord::runtime {

template <class Value>
class far_array {
    static_assert(std::is_trivial_v<Value>);

  public:
    far_array() = default;
    /// `size` zeros. Throws error (resource) where there is no memory for them.
    explicit far_array(std::size_t size) : values_(allocate(size), {bytes_of(size)}), size_(size) {}

    [[nodiscard]] Value& operator[](std::size_t at) const noexcept { return values_.get()[at]; }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] Value* data() const noexcept { return values_.get(); }
    [[nodiscard]] std::span<Value> view() const noexcept { return {data(), size_}; }

  private:
    struct unmap {
        std::size_t bytes = 0;
        void operator()(Value* values) const noexcept { munmap(values, bytes); }
    };

    static std::size_t bytes_of(std::size_t size) { return std::max<std::size_t>(size, 1) * sizeof(Value); }

    static Value* allocate(std::size_t size) {
        const std::size_t bytes = bytes_of(size);
        void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED) throw error(error_code::resource, "not enough memory for the tables");
        madvise(memory, bytes, MADV_HUGEPAGE); // advice only: small pages work, too
        return static_cast<Value*>(memory);
    }

    std::unique_ptr<Value, unmap> values_;
    std::size_t size_ = 0;
};

} // namespace concord::runtime
