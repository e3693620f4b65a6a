// A file that gets its name when it is whole.
//
//   open(O_TMPFILE)   no name, so nothing is left whatever ends the process    ── link ──▶ its own name, if that is
//   free
//                                                                              ── link ──▶ a random name ── rename ──▶
//                                                                              its own
//   where the file system has no such files: a random name, locked by flock    ────────── rename ──────────▶ its own
//
// Random names are NAME.<16 hexadecimal digits>.part, beside the file. One that no living process locks was left by a
// process that was killed; it is removed when the same file is written again.
#pragma once

#include <cstddef>
#include <string>

#include <sys/types.h>

namespace concord::runtime {

/// All errors are std::system_error.
class new_file {
  public:
    new_file() = default;
    /// Begins a file that is to be called `path`; a symbolic link of that name would be replaced. Opened for reading
    /// and writing.
    explicit new_file(std::string path, ::mode_t mode = 0666);
    new_file(new_file&& other) noexcept;
    new_file& operator=(new_file&& other) noexcept;
    ~new_file(); ///< removes what has not got its name

    /// To be written to, and synced, by its owner; -1 after commit().
    [[nodiscard]] int descriptor() const noexcept { return descriptor_; }
    /// Gives the file its name, in place of what has it now, and closes it.
    void commit();

  private:
    static constexpr std::size_t no_slot = static_cast<std::size_t>(-1);

    void name_it(bool link);
    void forget() noexcept;

    std::string path_;
    std::string temporary_; ///< empty: the file has no name
    std::size_t slot_ = no_slot;
    int descriptor_ = -1;
    ::mode_t mode_ = 0;
};

/// Removes all files that have a random name. Calls only what a signal handler may call.
void remove_unfinished_files() noexcept;

} // namespace concord::runtime
