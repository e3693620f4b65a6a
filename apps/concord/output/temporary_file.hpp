// What does not fit the memory: bytes in a temporary file, and numbers in few of them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace concord::app {

/// Seven bits a byte, the lowest first.
void put_number(std::string& to, std::uint64_t number);
/// The first number of `from`, which goes on behind it.
[[nodiscard]] std::uint64_t take_number(std::string_view& from);

/// A file without a name in the system's folder for temporary files (TMPDIR), made when it is first written: nothing is
/// left of it whatever ends the process.
class temporary_file {
  public:
    /// For messages: what does not fit the memory, in the plural.
    explicit temporary_file(std::string_view what) : what_(what) {}
    temporary_file(const temporary_file&) = delete;
    temporary_file& operator=(const temporary_file&) = delete;
    ~temporary_file();

    [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
    /// Throws error (resource) where the file cannot be made or written.
    void append(std::string_view bytes);
    /// The `count` bytes from `begin` on. Throws error (resource) where they cannot be read.
    void read(std::uint64_t begin, std::uint64_t count, std::string& bytes) const;

  private:
    [[noreturn]] void fail(const std::string& trouble) const;

    std::string what_;
    int descriptor_ = -1;
    std::uint64_t size_ = 0;
};

} // namespace concord::app
