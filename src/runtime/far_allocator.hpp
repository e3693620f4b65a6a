// An allocator for vectors with random access that are larger than caches: in huge pages where the system has them, so
// that an access misses the cache but not the TLB as well. Unlike a far_array, such a vector is copied, and what it
// begins with is its own matter.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <new>
#include <vector>

namespace concord::runtime {

template <class Element>
struct far_allocator {
    using value_type = Element;

    far_allocator() noexcept = default;
    template <class Other>
    far_allocator(const far_allocator<Other>&) noexcept {}

    [[nodiscard]] Element* allocate(std::size_t count) {
        const std::size_t bytes = count * sizeof(Element);
        void* const memory = ::operator new(bytes, alignment(bytes));
        if (bytes >= huge_page) madvise(memory, bytes, MADV_HUGEPAGE); // advice only: small pages work, too
        return static_cast<Element*>(memory);
    }
    void deallocate(Element* elements, std::size_t count) noexcept {
        ::operator delete(elements, alignment(count * sizeof(Element)));
    }
    friend bool operator==(const far_allocator&, const far_allocator&) noexcept { return true; }

  private:
    static constexpr std::size_t huge_page = std::size_t{1} << 21U;
    static constexpr std::size_t cache_line = 64;

    static constexpr std::align_val_t alignment(std::size_t bytes) noexcept {
        return std::align_val_t{bytes >= huge_page ? huge_page : cache_line};
    }
};

template <class Element>
using far_vector = std::vector<Element, far_allocator<Element>>;

} // namespace concord::runtime
