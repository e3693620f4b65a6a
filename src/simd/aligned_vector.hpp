// A std::vector whose elements begin at the border of a cache line: loads of whole vectors never cross one. A file of
// its own: kernels of several problems take such arrays.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace concord::simd {

inline constexpr std::size_t cache_line_bytes = 64; ///< also the widest vector

template <class Element>
struct aligned_allocator {
    using value_type = Element;

    aligned_allocator() noexcept = default;
    template <class Other>
    aligned_allocator(const aligned_allocator<Other>&) noexcept {}

    [[nodiscard]] Element* allocate(std::size_t count) {
        return static_cast<Element*>(::operator new(count * sizeof(Element), std::align_val_t{cache_line_bytes}));
    }
    void deallocate(Element* elements, std::size_t) noexcept {
        ::operator delete(elements, std::align_val_t{cache_line_bytes});
    }
    friend bool operator==(const aligned_allocator&, const aligned_allocator&) noexcept { return true; }
};

template <class Element>
using aligned_vector = std::vector<Element, aligned_allocator<Element>>;

} // namespace concord::simd
