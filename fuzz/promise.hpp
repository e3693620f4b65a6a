// What all targets share: bytes that are read as choices, a file that lives in memory, and promises that are held.
#pragma once

#include <concord/error.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include <sys/mman.h>
#include <unistd.h>

namespace concord::fuzz {

/// Ends the process, as a sanitizer would, where a promise is broken.
inline void require(bool holds, const std::string& what) {
    if (holds) return;
    std::fprintf(stderr, "broken: %s\n", what.c_str());
    std::abort();
}

/// The bytes of an input, one after the other; zeros behind the last.
class choices {
  public:
    choices(const std::uint8_t* data, std::size_t size) : rest_(reinterpret_cast<const char*>(data), size) {}

    [[nodiscard]] bool empty() const noexcept { return rest_.empty(); }
    [[nodiscard]] std::uint8_t byte() {
        if (rest_.empty()) return 0;
        const auto first = static_cast<std::uint8_t>(rest_.front());
        rest_.remove_prefix(1);
        return first;
    }
    /// Less than `bound`, which is at most 256.
    [[nodiscard]] std::uint64_t below(std::uint64_t bound) { return byte() % bound; }
    [[nodiscard]] std::string_view rest() const noexcept { return rest_; }

  private:
    std::string_view rest_;
};

/// A file of these bytes that has a path.
class memory_file {
  public:
    explicit memory_file(std::string_view bytes) : descriptor_(::memfd_create("fuzz", 0)) {
        require(descriptor_ >= 0, "there is memory for a file");
        while (!bytes.empty()) {
            const ::ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
            require(written > 0, "a file in memory can be written");
            bytes.remove_prefix(static_cast<std::size_t>(written));
        }
    }
    memory_file(const memory_file&) = delete;
    memory_file& operator=(const memory_file&) = delete;
    ~memory_file() { ::close(descriptor_); }

    [[nodiscard]] std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

  private:
    int descriptor_;
};

/// Whether the call comes to its end. Bad input is the only error that it may have, and `other`; it is one line.
template <class Call>
[[nodiscard]] bool is_sound(const Call& call, error_code other = error_code::bad_input) {
    try {
        call();
        return true;
    } catch (const error& failure) {
        require(failure.code() == error_code::bad_input || failure.code() == other,
                std::string("what is wrong is bad input: ") + failure.what());
        for (const char* at = failure.what(); *at != '\0'; ++at)
            require(static_cast<unsigned char>(*at) >= 0x20 && *at != 0x7F, "a message is one line");
        return false;
    }
}

} // namespace concord::fuzz
