#include "formats/byte_source.hpp"

#include <concord/error.hpp>

#include <cerrno>
#include <system_error>

#include "formats/content.hpp"
#include <algorithm>
#include <fcntl.h>
#include <memory>
#include <new>
#include <poll.h>
#include <stop_token>
#include <sys/stat.h>
#include <unistd.h>

namespace concord::formats {
namespace {

constexpr std::uint64_t bytes_between_reports = 4U << 20U;
constexpr int poll_milliseconds = 100;

/// Whether the process or the machine is short of something: the file may be as good as any, and a later try, or one
/// with higher limits, may succeed. Everything else is about the file.
bool is_shortage(int number) noexcept {
    // Descriptors of the process and of the machine; memory; memory that may be locked, or threads.
    return number == EMFILE || number == ENFILE || number == ENOMEM || number == EAGAIN || number == ENOBUFS;
}

class file_source final : public byte_source {
  public:
    file_source(const std::string& path, read_watch& watch, std::stop_token stop)
        : name_(display_name(path)), watch_(watch), stop_(std::move(stop)) {
        owned_ = path != "-";
        descriptor_ = owned_ ? ::open(path.c_str(), O_RDONLY | O_CLOEXEC) : STDIN_FILENO;
        while (descriptor_ < 0 && errno == EINTR) { // a pipe without a writer makes one wait
            watch.check();
            descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
        }
        if (descriptor_ < 0) fail();
        struct stat status {};
        if (::fstat(descriptor_, &status) != 0) fail_and_close(errno);
        if (S_ISDIR(status.st_mode)) fail_and_close(EISDIR);
        waits_ = !S_ISREG(status.st_mode);
        if (!waits_) ::posix_fadvise(descriptor_, 0, 0, POSIX_FADV_SEQUENTIAL);
    }

    ~file_source() override { close(); }

    std::size_t read(std::span<char> target) override {
        for (;;) {
            if (stop_.stop_requested()) throw error(error_code::cancelled, "the reading was given up");
            watch_.check();
            if (waits_ && !has_news()) continue;
            const ssize_t count = ::read(descriptor_, target.data(), target.size());
            if (count >= 0) {
                watch_.add(static_cast<std::size_t>(count));
                return static_cast<std::size_t>(count);
            }
            if (errno != EINTR && errno != EAGAIN) fail();
        }
    }

  private:
    /// A pipe may be silent for long; a short wait lets the watch end the reading meanwhile.
    [[nodiscard]] bool has_news() const {
        pollfd wanted{.fd = descriptor_, .events = POLLIN, .revents = 0};
        return ::poll(&wanted, 1, poll_milliseconds) != 0;
    }

    void close() noexcept {
        if (owned_ && descriptor_ >= 0) ::close(descriptor_);
    }

    [[noreturn]] void fail_and_close(int number) {
        close();
        errno = number;
        fail();
    }

    [[noreturn]] void fail() const { throw unreadable(name_, errno); }

    std::string name_;
    read_watch& watch_;
    std::stop_token stop_;
    int descriptor_ = -1;
    bool owned_ = false;
    bool waits_ = false;
};

class memory_source final : public byte_source {
  public:
    explicit memory_source(std::string_view bytes) : rest_(bytes) {}

    std::size_t read(std::span<char> target) override {
        const std::size_t count = rest_.copy(target.data(), target.size());
        rest_.remove_prefix(count);
        return count;
    }

  private:
    std::string_view rest_;
};

std::string hexadecimal(unsigned char value) {
    constexpr char digits[] = "0123456789abcdef";
    return {digits[value >> 4U], digits[value & 15U]};
}

bool is_control(unsigned char value) { return value < 0x20 || value == 0x7F; }

} // namespace

void read_watch::add(std::size_t bytes) {
    done_ += bytes;
    if (done_ - reported_ < bytes_between_reports) return;
    reported_ = done_;
    report();
}

void read_watch::finish() const { report(); }

void read_watch::report() const {
    if (on_progress_) on_progress_({.stage = "reading", .done = done_, .total = total_, .unit = "bytes"});
}

void read_watch::check() const {
    if (cancelled_ && cancelled_()) throw error(error_code::cancelled, "cancelled while reading");
}

error unreadable(const std::string& name, int number) {
    const error_code code = is_shortage(number) ? error_code::resource : error_code::bad_input;
    return {code, name + ": " + std::generic_category().message(number)};
}

std::unique_ptr<byte_source> open_file(const std::string& path, read_watch& watch, std::stop_token stop) {
    return std::make_unique<file_source>(path, watch, std::move(stop));
}

std::unique_ptr<byte_source> open_memory(std::string_view bytes) { return std::make_unique<memory_source>(bytes); }

std::uint64_t file_bytes(const std::string& path) noexcept {
    struct stat status {};
    const bool known = path == "-" ? ::fstat(STDIN_FILENO, &status) == 0 : ::stat(path.c_str(), &status) == 0;
    return known && S_ISREG(status.st_mode) ? static_cast<std::uint64_t>(status.st_size) : 0;
}

std::string display_name(std::string_view path) {
    if (path == "-") return "standard input";
    std::string name;
    for (const char byte : path) {
        const auto value = static_cast<unsigned char>(byte);
        name += is_control(value) ? "\\x" + hexadecimal(value) : std::string(1, byte);
    }
    return name;
}

std::string quoted(std::string_view text, std::size_t limit) {
    std::string result = "'";
    for (const char byte : text.substr(0, limit)) {
        const auto value = static_cast<unsigned char>(byte);
        result += is_control(value) || value >= 0x80 ? "\\x" + hexadecimal(value) : std::string(1, byte);
    }
    result += text.size() > limit ? "…'" : "'";
    return result;
}

std::string named_byte(char byte) {
    switch (byte) {
    case '\0': return "a NUL byte";
    case ' ': return "a space";
    case '\t': return "a tab";
    case '\r': return "a carriage return inside the line";
    default: break;
    }
    const auto value = static_cast<unsigned char>(byte);
    if (value > 0x20 && value < 0x7F) return std::string("'") + byte + "'";
    return "byte 0x" + hexadecimal(value);
}

namespace {

constexpr std::size_t first_room = std::size_t{1} << 16U;

std::string read_all(byte_source& source, std::uint64_t expected_bytes, std::uint64_t most, const std::string& name) {
    std::string bytes;
    // One byte more than expected: the read that finds the end needs room too.
    std::size_t room = std::max<std::size_t>(first_room, expected_bytes + 1);
    for (std::size_t held = 0;;) {
        if (held == bytes.size()) {
            bytes.resize(room);
            room *= 2;
        }
        const std::size_t count = source.read({bytes.data() + held, bytes.size() - held});
        held += count;
        if (most > 0 && held > most)
            throw error(error_code::resource,
                        name + ": more than the " + std::to_string(most) + " bytes of memory allowed");
        if (count == 0) {
            bytes.resize(held);
            return bytes;
        }
    }
}

} // namespace

std::string read_whole_file(const std::string& path, const read_options& options) {
    const std::string name = display_name(path);
    const std::uint64_t size = file_bytes(path);
    read_watch watch(options.on_progress, options.cancelled, size);
    const std::stop_source stop;
    try {
        const auto content = open_content(open_file(path, watch, stop.get_token()), options.threads, stop);
        std::string bytes = read_all(*content, size, options.memory, name);
        watch.finish();
        return bytes;
    } catch (const damaged_stream& failure) {
        throw error(error_code::bad_input, name + ": byte " + std::to_string(failure.position()) +
                                               " of the compressed file: " + failure.what());
    } catch (const std::bad_alloc&) {
        throw error(error_code::resource, name + ": too large for the memory");
    }
}

} // namespace concord::formats
