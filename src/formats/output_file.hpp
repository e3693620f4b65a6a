// Output that is whole or not there.
#pragma once

#include "runtime/new_file.hpp"

#include <cstddef>
#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace concord::formats {

/// Takes the next piece of an output.
using byte_sink = std::function<void(std::string_view)>;

/// Nobody reads the pipe any more: no failure, only the end.
class closed_pipe : public std::exception {
  public:
    [[nodiscard]] const char* what() const noexcept override { return "the reader closed the pipe"; }
};

/// A file that gets its name when it is whole (runtime::new_file). Standard output ("-"), open descriptors
/// (/dev/stdout, /dev/fd/3), devices and pipes are written as they are. A name that ends in .gz gets BGZF, which any
/// gzip reads.
///
/// All errors are `error` (resource) that name the file, or closed_pipe; SIGPIPE must be ignored.
class output_file {
  public:
    /// Opens it, so that a place that cannot be written is known before the work begins.
    explicit output_file(std::string path);
    output_file(output_file&& other) noexcept;
    output_file& operator=(output_file&&) = delete;
    ~output_file();

    void write(std::string_view bytes);
    /// All bytes are with the operating system (a regular file's: on the disk). Nothing can be written after it.
    void finish();
    /// Finishes it and gives the file its name.
    void commit();
    /// From now on a reader who closes the pipe does not end the run at once, as other outputs are still to be
    /// written: bytes that have no reader are dropped, and commit() throws closed_pipe.
    void outlive_reader() noexcept { outlives_reader_ = true; }

    [[nodiscard]] byte_sink sink() {
        return [this](std::string_view bytes) { write(bytes); };
    }

  private:
    void compress(std::string_view block);
    void hand_on(std::string_view bytes);
    void flush();
    [[noreturn]] void fail(const char* deed, int number) const;

    std::string path_;                      ///< as the user calls it
    std::optional<runtime::new_file> file_; ///< of a regular file, until it has its name
    std::string buffer_;
    int descriptor_ = -1;
    bool compressed_ = false;
    bool finished_ = false;
    bool outlives_reader_ = false;
    bool is_unread_ = false; ///< the reader closed the pipe
};

} // namespace concord::formats
