// Output that is whole or not there.
#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <string>
#include <string_view>

namespace concord::formats {

/// Holds the name of a file that is to vanish unless it is finished. At most 64 live at a time.
class temporary_file {
  public:
    temporary_file() = default;
    /// Throws error (resource) for a name that is too long, or if there are too many.
    explicit temporary_file(std::string path);
    temporary_file(temporary_file&& other) noexcept;
    temporary_file& operator=(temporary_file&& other) noexcept;
    ~temporary_file(); ///< removes the file, if it still has this name

    [[nodiscard]] const std::string& path() const noexcept { return path_; }
    /// The file has another name now, or is gone.
    void release() noexcept;

  private:
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    std::string path_;
    std::size_t slot_ = none;
};

/// Removes all of them. Calls only what a signal handler may call.
void remove_temporary_files() noexcept;

/// Takes the next piece of an output.
using byte_sink = std::function<void(std::string_view)>;

/// Nobody reads the pipe any more: no failure, only the end.
class closed_pipe : public std::exception {
  public:
    [[nodiscard]] const char* what() const noexcept override { return "the reader closed the pipe"; }
};

/// A file written under a temporary name beside its own, which it takes when it is whole. Standard output ("-"),
/// devices and pipes are written as they are. A name that ends in .gz gets BGZF, which any gzip reads.
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

    [[nodiscard]] byte_sink sink() {
        return [this](std::string_view bytes) { write(bytes); };
    }

  private:
    void compress(std::string_view block);
    void hand_on(std::string_view bytes);
    void flush();
    [[noreturn]] void fail(const char* deed) const;

    std::string path_;       ///< as the user calls it
    std::string final_path_; ///< where it ends up, links followed
    temporary_file temporary_;
    std::string buffer_;
    int descriptor_ = -1;
    bool compressed_ = false;
    bool renamed_ = false; ///< a regular file, written under its temporary name
    bool finished_ = false;
};

} // namespace concord::formats
