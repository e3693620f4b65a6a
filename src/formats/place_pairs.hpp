// Tables of pairs of places in a collection of sequences.
#pragma once

#include "formats/fastx_reader.hpp"
#include <concord/overlap.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace concord::formats {

/// Reads rows of four numbers that tabs part: sequence, start, sequence, start, all from 0. A first line of words is a
/// header. Plain or gzip.
class place_pair_reader {
  public:
    /// `sequences` must outlive it: every place is checked against them. Throws error (bad_input).
    place_pair_reader(const std::string& path, const sequence_set& sequences, const read_options& options);

    /// The next rows, `most` at most; none at the end. Throws error (bad_input) that names the line; (cancelled).
    [[nodiscard]] std::vector<place_pair> next(std::size_t most);

  private:
    [[nodiscard]] place_pair parse(std::string_view line) const;
    [[nodiscard]] overlap_place place(std::string_view sequence, std::string_view start) const;
    [[noreturn]] void fail(const std::string& what) const;

    fastx_reader reader_;
    const sequence_set& sequences_;
    std::uint64_t line_ = 0;
};

} // namespace concord::formats
