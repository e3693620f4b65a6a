// Values as bytes, for messages to another process of the same program and for files. Numbers are in the byte order of
// the machine, so reader and writer must share it.
#pragma once

#include <concord/error.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace concord::runtime {

using byte_string = std::vector<std::byte>;

class byte_writer {
  public:
    void number(std::uint64_t value) { raw(&value, sizeof value); }

    /// The number of elements, then the elements.
    template <class Value>
    void list(std::span<const Value> values) {
        static_assert(std::is_trivially_copyable_v<Value>);
        number(values.size());
        raw(values.data(), values.size_bytes());
    }
    template <class Value>
    void list(const std::vector<Value>& values) {
        list(std::span<const Value>(values));
    }
    void text(std::string_view letters) { list(std::span<const char>(letters)); }

    [[nodiscard]] byte_string take() { return std::move(written_); }

  private:
    void raw(const void* from, std::size_t size) {
        const std::size_t at = written_.size();
        written_.resize(at + size);
        if (size > 0) std::memcpy(written_.data() + at, from, size);
    }

    byte_string written_;
};

/// Reads the output of a byte_writer. Throws error (bad_input) where the bytes end too early.
class byte_reader {
  public:
    explicit byte_reader(std::span<const std::byte> written) : rest_(written) {}

    [[nodiscard]] std::uint64_t number() {
        std::uint64_t value = 0;
        raw(&value, sizeof value);
        return value;
    }

    template <class Value>
    [[nodiscard]] std::vector<Value> list() {
        static_assert(std::is_trivially_copyable_v<Value>);
        const std::uint64_t count = number();
        if (count > rest_.size() / sizeof(Value)) cut_off();
        std::vector<Value> values(count);
        raw(values.data(), count * sizeof(Value));
        return values;
    }
    [[nodiscard]] std::string text() {
        const std::vector<char> letters = list<char>();
        return {letters.begin(), letters.end()};
    }

    [[nodiscard]] bool at_end() const noexcept { return rest_.empty(); }

  private:
    void raw(void* to, std::size_t size) {
        if (size > rest_.size()) cut_off();
        if (size > 0) std::memcpy(to, rest_.data(), size);
        rest_ = rest_.subspan(size);
    }
    [[noreturn]] static void cut_off() { throw error(error_code::bad_input, "what was kept of a result is cut off"); }

    std::span<const std::byte> rest_;
};

} // namespace concord::runtime
