// Where the bytes of a sequence file come from: a file, standard input or memory, compressed or not.
#pragma once

#include <concord/error.hpp>
#include <concord/run.hpp>

#include "formats/fastx_reader.hpp"
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <string_view>

namespace concord::formats {

/// Bytes in order, from the first to the last. Not for use by two threads at once.
class byte_source {
  public:
    byte_source() = default;
    byte_source(const byte_source&) = delete;
    byte_source& operator=(const byte_source&) = delete;
    virtual ~byte_source() = default;

    /// Fills the front of `target`, which is not empty; answers how many bytes, 0 only at the end and from then on.
    /// Throws damaged_stream, or error (bad_input, resource, cancelled). All bytes before a damage are handed out
    /// before it throws.
    [[nodiscard]] virtual std::size_t read(std::span<char> target) = 0;
};

/// The compressed bytes are not what their format asks for; `what()` says what was expected and what was found.
class damaged_stream : public std::runtime_error {
  public:
    damaged_stream(std::uint64_t position, const std::string& message)
        : std::runtime_error(message), position_(position) {}

    /// Compressed bytes that were read before the damage showed.
    [[nodiscard]] std::uint64_t position() const noexcept { return position_; }

  private:
    std::uint64_t position_;
};

/// Sees every read from one or more files: tells how far the reading is, and ends it when somebody asks for that.
class read_watch {
  public:
    read_watch(std::function<void(const progress_update&)> on_progress, std::function<bool()> cancelled,
               std::uint64_t total_bytes)
        : on_progress_(std::move(on_progress)), cancelled_(std::move(cancelled)), total_(total_bytes) {}

    void add(std::size_t bytes); ///< so many more bytes were read
    void finish() const;         ///< everything was read: the last report
    void check() const;          ///< throws error (cancelled) if the reading is to end

  private:
    void report() const;

    std::function<void(const progress_update&)> on_progress_;
    std::function<bool()> cancelled_;
    std::uint64_t total_; ///< 0: not known
    std::uint64_t done_ = 0;
    std::uint64_t reported_ = 0;
};

/// The bytes of a file as they are, `-` for standard input. `watch` must live as long as the source. Once `stop` is
/// requested no read waits any longer: it throws error (cancelled).
/// Throws error: bad_input for what cannot be opened or is a directory, resource where descriptors or memory are short.
[[nodiscard]] std::unique_ptr<byte_source> open_file(const std::string& path, read_watch& watch,
                                                     std::stop_token stop = {});

/// «NAME: what the system says» of a file that cannot be opened or read: resource where the system is short of
/// something, else bad_input.
[[nodiscard]] error unreadable(const std::string& name, int number);

/// The bytes of a memory that must live as long as the source.
[[nodiscard]] std::unique_ptr<byte_source> open_memory(std::string_view bytes);

/// Size in bytes, or 0 where there is none to know (standard input, a pipe, a file that is not there).
[[nodiscard]] std::uint64_t file_bytes(const std::string& path) noexcept;

/// How messages call a path: escaped where it would break the line, `-` as «standard input».
[[nodiscard]] std::string display_name(std::string_view path);

/// Text between quotes for a message: one line of ASCII whatever it holds, cut after `limit` bytes.
[[nodiscard]] std::string quoted(std::string_view text, std::size_t limit = 24);

/// One byte for a message: 'A', a space, a NUL byte, byte 0x07.
[[nodiscard]] std::string named_byte(char byte);

/// The same bytes and the same errors in the same order as `inner`, whose work (such as inflating) is done by a second
/// thread. Memory: 1 MiB. When it is destroyed it requests `stop`, so that a read of `inner` that waits for a pipe
/// ends. Where no thread can be started, the reader's thread does that work.
[[nodiscard]] std::unique_ptr<byte_source> read_ahead(std::unique_ptr<byte_source> inner, std::stop_source stop);

/// All bytes of a file, `-` for standard input; gzip is taken off. Only threads and callbacks of `options` count.
/// Throws error: bad_input where it cannot be opened or its compression is damaged; resource where memory cannot hold
/// it; cancelled.
[[nodiscard]] std::string read_whole_file(const std::string& path, const read_options& options);

} // namespace concord::formats
