// A block of a FASTA or FASTQ file as packed sequences, apart from what stands before and behind it.
//
//   block   …CGT\n+\nFFFF\n@b\nACGT\n+\nFFFF\n@c\nAC      head  up to where the first record (a line of FASTA) begins
//           |---- head ---|----- middle ------|- tail -|   tail  from where the last one begins that is not whole
//
// The middle is packed. Where it begins is a guess, which needs no proof: the reader glues each tail to the next head,
// and takes a block only where these bytes are records to the last byte, as the middle is. Then all bytes are in
// records, in order, as if they had been read one by one.
#pragma once

#include "sequence/packed_sequences.hpp"

#include <concord/sequences.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace concord::formats {

struct packed_fastx {
    sequence::packed_block packed; ///< the middle
    std::size_t begin = 0;         ///< of the middle in the text
    std::size_t end = 0;
    std::uint64_t lines = 0; ///< of the middle
    bool sound = false;      ///< the middle holds nothing but whole records (lines of FASTA) of the usual shape
};

/// How a file is packed: by its first record, or by the caller.
struct fastx_manner {
    char marker = '>'; ///< '>', '@' or line_marker
    alphabet kind = alphabet::dna;
};

/// Which part of a text is to be packed.
enum class fastx_part : std::uint8_t {
    first,  ///< a record begins with it; there may be a tail
    middle, ///< there may be a head and a tail
    whole   ///< a record (a line of FASTA, or of a file of lines) begins with it, and the last one ends with it
};

/// Packs blocks, one after the other; its memory is used again. Not for use by two threads at once.
class fastx_packer {
  public:
    /// `text` has rows_padding readable bytes behind it. What `result` held is gone, but for its memory.
    /// Throws error (resource).
    void pack(std::string_view text, fastx_part part, const fastx_manner& manner, packed_fastx& result);

  private:
    /// The line that begins the first record; the number of lines where that cannot be seen.
    [[nodiscard]] std::size_t first_record(std::string_view text, std::size_t lines, char marker) const;
    [[nodiscard]] std::string_view line_at(std::string_view text, std::size_t number) const;

    sequence::growing_buffer<std::uint32_t> ends_;
};

/// Counts of the first letters of a text that begins with a record, up to `limit` of them. A guess as the middle of a
/// block is: right where the text proves to be sound.
[[nodiscard]] std::array<std::uint64_t, 256> count_first_letters(std::string_view text, char marker,
                                                                 std::uint64_t limit);

} // namespace concord::formats
