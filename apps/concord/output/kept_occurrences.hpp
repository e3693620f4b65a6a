// Occurrences of patterns as they come, text by text, and passed on by pattern and strand.
#pragma once

#include "output/temporary_file.hpp"

#include <concord/find.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace concord::app {

/// In a few bytes each: millions in the memory of their rows. What exceeds a bound lies in a temporary file.
class kept_occurrences {
  public:
    /// At most about `most_bytes` in memory, and while they are passed on as many again.
    kept_occurrences(std::uint64_t patterns, std::uint64_t most_bytes)
        : lists_(2 * patterns), most_bytes_(most_bytes) {}

    /// Throws error (resource) where the file cannot be written.
    void add(const pattern_occurrence& one, std::string_view name);
    [[nodiscard]] std::uint64_t size() const noexcept { return count_; }
    [[nodiscard]] std::uint64_t bytes_in_file() const noexcept { return file_.size(); }

    struct row {
        std::uint64_t pattern;
        std::uint64_t sequence;
        std::string_view name; ///< of the sequence
        std::uint64_t start;
        std::uint64_t end;
        std::uint64_t edits;
        std::string_view cigar;
        bool is_reverse;
    };
    /// Throws error (resource) where the file cannot be read.
    void for_each(const std::function<void(const row&)>& take) const;

  private:
    struct file_part {
        std::uint64_t begin;
        std::uint64_t size;
    };
    /// Those of a pattern on a strand.
    struct list {
        std::string last;              ///< numbers of seven bits a byte, and texts
        std::vector<file_part> before; ///< the same
    };

    void move_to_file();

    std::vector<list> lists_; ///< each pattern forward, then reverse
    std::uint64_t most_bytes_;
    std::uint64_t bytes_ = 0; ///< in memory
    std::uint64_t count_ = 0;
    temporary_file file_{"occurrences"};
};

} // namespace concord::app
