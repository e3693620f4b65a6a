// The sequences of a file in blocks, so that a genome need not be in memory to look for something in it.
#pragma once

#include "formats/fastx_reader.hpp"

#include <concord/sequences.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace concord::formats {

/// Some sequences of a file; the first and the last may be parts.
struct text_block {
    sequence_set texts;
    std::uint64_t first_sequence = 0; ///< number in the file of the first one here
    std::uint64_t letters_before = 0; ///< of the first sequence, which this block lacks
    std::uint64_t context = 0;        ///< letters of the first sequence that the block before had, too
    bool goes_on = false;             ///< the last sequence does, in the next block, perhaps with no further letter
};

class opened_list;

/// Reads such blocks. Memory: a block, as bytes and packed, and the buffers.
class text_blocks {
  public:
    /// Blocks of about `block_letters` letters. Records of FASTA that are longer come in parts, cut at line ends;
    /// lines, reads and code points (utf8) do not. `is_guessed`: the alphabet is not one that the user asked for.
    text_blocks(std::unique_ptr<opened_list> list, alphabet kind, bool is_guessed, std::uint64_t block_letters);
    /// One block: what has been read as a whole.
    text_blocks(sequence_set whole, alphabet kind);
    text_blocks(text_blocks&&) noexcept;
    ~text_blocks();

    /// The next one, or nothing after the last. A sequence that goes on begins with its last `context` letters of the
    /// block before. Throws error: bad_input, naming the place, resource, cancelled.
    [[nodiscard]] std::optional<text_block> next(std::uint64_t context);

  private:
    std::unique_ptr<opened_list> list_;
    std::optional<sequence_set> whole_;
    alphabet kind_;
    bool is_guessed_ = false;
    std::uint64_t block_letters_ = 0;
    std::uint64_t sequences_ = 0; ///< that have begun
    std::string name_; ///< of the one that goes on, its letters that the next block needs, and how many it had
    std::string tail_;
    std::uint64_t letters_ = 0;
    bool goes_on_ = false;
};

/// Patterns, and the texts in which they are looked for.
struct patterns_and_texts {
    sequence_set patterns;
    text_blocks texts;
    alphabet kind = alphabet::automatic; ///< of both
};

/// How texts are read.
struct text_reading {
    std::uint64_t block_letters = std::uint64_t{1} << 25U;
    /// Files of at most so many bytes, and an eighth of the memory, are read as a whole by all threads, which is
    /// several times as fast.
    std::uint64_t whole_bytes = std::uint64_t{1} << 30U;
};

/// Reads the first file and opens the second, or reads it as well; the alphabet and what is rejected are as in
/// read_lists(). options.memory bounds the patterns, and a block of texts, which is smaller then.
[[nodiscard]] patterns_and_texts open_patterns_and_texts(std::span<const std::string> paths, alphabet kind,
                                                         const read_options& options, const text_reading& reading = {});

} // namespace concord::formats
