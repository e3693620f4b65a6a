// Blocks of an answer that a checkpoint keeps: a file that only grows, so that millions of rows are not written anew
// with every save.
//
//   mark, about what | block, size, checksum, bytes | block, size, checksum, bytes | … (the last one may be cut off)
//
// A process that is killed leaves at most one frame that is not whole, at the end; it is cut away, and its block done
// again.
#pragma once

#include "runtime/distributed/bytes.hpp"
#include "runtime/distributed/periodic.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <span>

namespace concord::runtime {

class checkpoint_blocks {
  public:
    /// Goes on with the file, or begins it. `about` tells the call from others. Throws error: bad_input where it is of
    /// something else, resource.
    checkpoint_blocks(std::filesystem::path file, std::uint64_t about);
    checkpoint_blocks(const checkpoint_blocks&) = delete;
    checkpoint_blocks& operator=(const checkpoint_blocks&) = delete;
    ~checkpoint_blocks();

    [[nodiscard]] bool has(std::uint64_t block) const { return places_.contains(block); }
    [[nodiscard]] byte_string read(std::uint64_t block) const;
    /// Throws error (resource); what was kept before stays.
    void append(std::uint64_t block, std::span<const std::byte> content);
    /// Brings to the disk what is not there yet, if the last time is long ago, or at once.
    void save_if_due();
    void save();

  private:
    struct place {
        std::uint64_t at;
        std::uint64_t size;
    };

    [[noreturn]] void fail(int number) const;
    void read_at(std::uint64_t at, std::span<std::byte> into) const;
    void write_at_end(std::span<const std::byte> bytes);
    void scan(std::uint64_t size);

    std::filesystem::path file_;
    int descriptor_ = -1;
    std::uint64_t end_ = 0;
    std::map<std::uint64_t, place> places_;
    bool is_saved_ = true;
    periodic saving_;
};

} // namespace concord::runtime
