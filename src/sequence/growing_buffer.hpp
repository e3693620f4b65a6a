// A buffer of plain values that grows in place where the system can (mremap behind realloc), so that a set of many
// gigabytes never stands in memory twice while it is read.
#pragma once

#include <concord/error.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <span>
#include <type_traits>

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
        void* grown = std::realloc(values_.get(), capacity * sizeof(Value));
        if (grown == nullptr) throw error(error_code::resource, "not enough memory to hold the input");
        (void)values_.release(); // realloc has taken it over
        values_.reset(static_cast<Value*>(grown));
        capacity_ = capacity;
    }

    std::unique_ptr<Value, free_memory> values_;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
};

} // namespace concord::sequence
