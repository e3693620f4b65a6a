// Big arrays that are read and written all over the place: zeroed when they are first touched, in huge pages where the
// system has them, so that an access misses the cache but not the page table as well.
#pragma once

#include <concord/error.hpp>

#include <sys/mman.h>

#include <cstddef>
#include <memory>
#include <type_traits>

namespace concord::exec {

template <class Value>
class far_array {
    static_assert(std::is_trivial_v<Value>);

  public:
    /// `size` zeros. Throws error (resource) where there is no memory for them.
    explicit far_array(std::size_t size) : values_(allocate(size), {size * sizeof(Value)}) {}

    [[nodiscard]] Value& operator[](std::size_t at) const noexcept { return values_.get()[at]; }

  private:
    struct unmap {
        std::size_t bytes;
        void operator()(Value* values) const noexcept { munmap(values, bytes); }
    };

    static Value* allocate(std::size_t size) {
        const std::size_t bytes = size * sizeof(Value);
        void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED) throw error(error_code::resource, "not enough memory for the tables of the sieve");
        madvise(memory, bytes, MADV_HUGEPAGE); // advice only: small pages work, too
        return static_cast<Value*>(memory);
    }

    std::unique_ptr<Value, unmap> values_;
};

} // namespace concord::exec
