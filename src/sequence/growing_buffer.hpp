// A buffer of plain values that grows in place where the system can (mremap behind realloc), so that a set of many
// gigabytes never stands in memory twice while it is read.
#pragma once

#include <concord/error.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>
#include <type_traits>

#include <sys/mman.h>

namespace concord::sequence {

template <class Value>
class growing_buffer {
    static_assert(std::is_trivially_copyable_v<Value>);

  public:
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] const Value* data() const noexcept { return values_.get(); }
    [[nodiscard]] Value* data() noexcept { return values_.get(); }
    [[nodiscard]] const Value& operator[](std::size_t at) const noexcept { return values_.get()[at]; }
    [[nodiscard]] Value& operator[](std::size_t at) noexcept { return values_.get()[at]; }
    [[nodiscard]] std::span<const Value> view() const noexcept { return {data(), size_}; }
    [[nodiscard]] std::size_t bytes() const noexcept { return capacity_ * sizeof(Value); }

    void push_back(Value value) {
        make_room(size_ + 1);
        values_.get()[size_++] = value;
    }

    void append(const Value* first, std::size_t count) {
        make_room(size_ + count);
        std::copy_n(first, count, values_.get() + size_);
        size_ += count;
    }

    /// New values are zero.
    void resize(std::size_t size) {
        make_room(size);
        if (size > size_) std::fill(values_.get() + size_, values_.get() + size, Value{});
        size_ = size;
    }

    /// New values are whatever the memory held: all of them are about to be written.
    void resize_for_overwrite(std::size_t size) {
        make_room(size);
        size_ = size;
    }

    /// Room for so many values in all, if there is memory for that, so that they need not be moved.
    void expect(std::size_t size) noexcept {
        if (size > capacity_) static_cast<void>(try_reserve(size));
    }

    void shrink_to_fit() {
        if (size_ > 0 && size_ < capacity_) reserve(size_);
    }

  private:
    struct free_memory {
        void operator()(Value* values) const noexcept { std::free(values); }
    };

    void make_room(std::size_t size) {
        if (size > capacity_) reserve(std::max(size, capacity_ + capacity_ / 2 + 64));
    }

    void reserve(std::size_t capacity) {
        if (!try_reserve(capacity)) throw error(error_code::resource, "not enough memory to hold the input");
    }

    [[nodiscard]] bool try_reserve(std::size_t capacity) noexcept {
        void* grown = std::realloc(values_.get(), capacity * sizeof(Value));
        if (grown == nullptr) return false;
        (void)values_.release(); // realloc has taken it over
        values_.reset(static_cast<Value*>(grown));
        if (capacity > capacity_) ask_for_huge_pages(grown, capacity * sizeof(Value));
        capacity_ = capacity;
        return true;
    }

    /// Half of the time that it takes to read many short sequences would else go into making pages of 4 KiB.
    static void ask_for_huge_pages(void* memory, std::size_t bytes) noexcept {
        constexpr std::size_t page = std::size_t{64} << 10U; // the largest on ARM, and a multiple of all smaller ones
        constexpr std::size_t large = std::size_t{8} << 20U;
        if (bytes < large) return;
        const std::size_t to_page = (page - reinterpret_cast<std::uintptr_t>(memory) % page) % page;
        madvise(static_cast<char*>(memory) + to_page, bytes - to_page, MADV_HUGEPAGE); // advice only
    }

    std::unique_ptr<Value, free_memory> values_;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
};

} // namespace concord::sequence
