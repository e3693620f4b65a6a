// Collects short records into large pieces for whoever writes them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace concord::simulate {

/// Takes the next piece of the output; throws to end the simulation.
using byte_sink = std::function<void(std::string_view)>;

class record_writer {
  public:
    explicit record_writer(const byte_sink& sink) : sink_(sink) { buffer_.reserve(piece + piece / 4); }

    record_writer& operator<<(std::string_view text) {
        buffer_.append(text);
        return *this;
    }
    record_writer& operator<<(char letter) {
        buffer_.push_back(letter);
        return *this;
    }
    record_writer& operator<<(std::uint64_t number) { return *this << std::string_view(std::to_string(number)); }

    /// Letters of a FASTA record in lines of `width`.
    void wrapped(std::string_view letters, std::size_t width) {
        for (; letters.size() > width; letters.remove_prefix(width))
            *this << letters.substr(0, width) << '\n';
        *this << letters << '\n';
    }

    /// Between records: hands on what has gathered, if it is worth it.
    void end_record() {
        if (buffer_.size() >= piece) flush();
    }
    void flush() {
        if (!buffer_.empty()) sink_(buffer_);
        buffer_.clear();
    }

  private:
    static constexpr std::size_t piece = std::size_t{1} << 18;

    const byte_sink& sink_;
    std::string buffer_;
};

} // namespace concord::simulate
