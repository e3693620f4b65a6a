// A std::vector whose elements are left as memory is where only their number is said: large arrays are then touched
// first by the threads that fill them, in parallel and on their own NUMA node, instead of being zeroed by one.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

namespace concord::base {

/// Like another allocator, but for elements that are made from nothing.
template <class Element, class Allocator = std::allocator<Element>>
struct unset_allocator : Allocator {
    static_assert(std::is_trivially_destructible_v<Element>);

    template <class Other>
    struct rebind {
        using other = unset_allocator<Other, typename std::allocator_traits<Allocator>::template rebind_alloc<Other>>;
    };
    unset_allocator() noexcept = default;
    template <class Other, class OtherAllocator>
    unset_allocator(const unset_allocator<Other, OtherAllocator>& other) noexcept : Allocator(other) {}

    template <class Made>
    void construct(Made* at) noexcept(std::is_nothrow_default_constructible_v<Made>) {
        ::new (static_cast<void*>(at)) Made;
    }
    template <class Made, class... Arguments>
    void construct(Made* at, Arguments&&... arguments) {
        ::new (static_cast<void*>(at)) Made(std::forward<Arguments>(arguments)...);
    }
};

/// unset_vector<T> all(n), and all.resize(n): nothing may be read before it is written.
template <class Element, class Allocator = std::allocator<Element>>
using unset_vector = std::vector<Element, unset_allocator<Element, Allocator>>;

} // namespace concord::base
