// The names of unfinished output files, kept where a signal handler can reach them.
#pragma once

#include <cstddef>
#include <string>

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

} // namespace concord::formats
