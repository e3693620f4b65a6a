// Matches as the programs write them that look for nothing else.
#pragma once

#include "formats/output_file.hpp"
#include "output/answer.hpp"

#include <concord/unique_matches.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace concord::app {

/// Matches of two files as `mummer -b` writes them: a line `> NAME` for each sequence of B, `> NAME Reverse` for its
/// reverse complement, and below it `start in A, start in B, length`, counted from 1, the start in B along the strand;
/// before these the name of A's sequence where there are several. All reverse complements come behind all forward
/// strands.
class mummer_file {
  public:
    /// `stream` must outlive it; its rows are those of matches.
    mummer_file(const row_stream& stream, std::uint64_t sequences_of_a, formats::byte_sink sink);

    void add(std::span<const std::uint64_t> row);
    void end(); ///< after the last row

  private:
    void begin_until(std::uint64_t strand); ///< the headers up to that of a sequence on a strand
    [[nodiscard]] std::string_view name(std::uint64_t sequence) const;

    const sequence_set& sequences_;
    std::uint64_t of_a_;
    std::uint64_t of_b_;
    std::optional<std::size_t> strand_; ///< its column
    std::size_t name_width_ = 0;        ///< of A's sequences; 0: there is one
    std::uint64_t begun_ = 0;           ///< headers
    formats::byte_sink sink_;
};

/// A match of several sequences as a line of Mumemto's: with at most one copy a sequence (.mums) its length, the start
/// in each sequence and the strand of each, empty where it does not hold the match; else (.mems) its length, and the
/// starts, sequences and strands of its places. Tabs between fields, commas within; counted from 0, on the forward
/// strand.
[[nodiscard]] std::string mumemto_line(const multi_match& match, std::uint64_t sequences, bool one_copy);

} // namespace concord::app
