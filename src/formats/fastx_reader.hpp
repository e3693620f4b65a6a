// Reads FASTA and FASTQ: plain, gzip or BGZF, recognized by content; strictly, and in bounded memory.
//
// What is accepted, beyond the obvious; everything else is an error that names the place:
// - Lines end with LF or CRLF; the last line may lack its end. Empty lines may stand before, between and behind
// records.
// - Titles may be empty and hold any byte but control bytes (a tab is fine).
// - Letters are any bytes but white space, control bytes and '>' (a '>' inside a line is mostly a lost line break);
//   which of them an alphabet can hold is not decided here.
// - FASTA: sequences of any number of lines, none included, of any length; no empty line between the lines of a
//   sequence; no ';' comments and no '@' at the start of a line.
// - FASTQ: sequence and qualities of one or more lines each, none of them empty unless the whole sequence is; '+' alone
//   or followed by the very title; as many qualities as letters, from '!' to '~'. An empty read has one empty line of
//   letters and one of qualities.
// - A file holds at least one record, and all its records are of one kind.
#pragma once

#include "formats/tuning.hpp"

#include <concord/reading.hpp>
#include <concord/sequences.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace concord::sequence {
class set_builder;
} // namespace concord::sequence

namespace concord::formats {

class byte_source;
class read_watch;

using concord::line_files;

/// What tests choose besides. Nothing of it changes what is read.
struct read_options : concord::read_options {
    std::size_t buffer_bytes = 256U << 10U;      ///< of the line buffer, at least 1
    std::size_t block_bytes = tuned_block_bytes; ///< that a thread takes at once, at least 1
};

/// One sequence of a file. The texts belong to the reader and are valid until it reads on.
struct fastx_record {
    std::string_view name;    ///< the first word of the title; empty if there is none
    std::string_view title;   ///< the title line without its '>' or '@'
    std::string_view letters; ///< as given, lines joined
    std::uint64_t number = 0; ///< of the record in its file, from 1
    std::uint64_t line = 0;   ///< of the title in its file, from 1
};

inline constexpr char line_marker = '\n'; ///< where each line is a sequence

/// How far a file was read, by whomever: up to the start of a record, or to a line of letters of FASTA.
struct fastx_position {
    std::uint64_t records = 0; ///< begun
    std::uint64_t lines = 0;
    char marker = '\0'; ///< of its records, '>', '@' or line_marker; of FASTA and FASTQ not known before the first one
};

/// Where a letter stands in its file, from 1.
struct letter_place {
    std::uint64_t line = 0;
    std::uint64_t column = 0;
};

/// Reads one file record by record. Time: linear in the bytes. Memory: the buffers and the longest record. What all
/// records take together is held against options.memory.
///
/// Every function that reads throws error: bad_input for whatever is wrong with the file, the message being
/// «FILE: record N, line L: expected X, found Y» or, for damaged compression,
/// «FILE: record N, byte B of the compressed file: expected X, found Y»; cancelled. After that the reader is unusable.
class fastx_reader {
  public:
    /// Opens a file, `-` for standard input, and looks at its first bytes.
    explicit fastx_reader(const std::string& path, const read_options& options = {});
    /// Reads bytes that are in memory, and stay there, as a file of that name.
    fastx_reader(std::string_view bytes, const std::string& name, const read_options& options = {});
    /// Goes on in a file of that name, of which `rest` is what was not read, without compression.
    fastx_reader(std::unique_ptr<byte_source> rest, const std::string& name, const read_options& options,
                 const fastx_position& position);
    fastx_reader(fastx_reader&&) noexcept;
    fastx_reader& operator=(fastx_reader&&) noexcept;
    ~fastx_reader();

    /// Reads the next record; false at the sound end of the file.
    [[nodiscard]] bool next(fastx_record& record);

    /// Where it goes on in a record of FASTA: the letters that are left of it. Nothing else of the record is set but
    /// its number.
    void rest_of_record(fastx_record& record);

    /// From now on next() and rest_of_record() stop in a record of FASTA behind the line with its letter
    /// `most_letters`; is_cut() says whether rest_of_record() has to read on, of perhaps no letters, before next().
    void cut_records(std::uint64_t most_letters) noexcept;
    [[nodiscard]] bool is_cut() const noexcept;

    /// The records that were read are no longer held: what follows alone is held against options.memory.
    void forget_records() noexcept;

    /// How far the file is read, and the bytes behind that which were taken from the source already.
    [[nodiscard]] fastx_position position() const noexcept;
    [[nodiscard]] std::string_view unread() const noexcept;

    /// Where a letter (0-based) of the record that was read last stands. Time O(log of lines), mostly O(1).
    [[nodiscard]] letter_place place_of(std::uint64_t letter) const;

    /// How messages call the file.
    [[nodiscard]] const std::string& name() const noexcept;

    /// Whether it holds one sequence a line.
    [[nodiscard]] bool holds_lines() const noexcept;

  private:
    friend sequence_set read_sequences(std::span<const std::string> paths, alphabet kind, const read_options& options,
                                       std::vector<std::uint64_t>* sequences_of_files);

    struct state;
    explicit fastx_reader(std::unique_ptr<state> made);
    static fastx_reader open(const std::string& path, const read_options& options, std::shared_ptr<read_watch> watch);

    std::unique_ptr<state> state_;
};

/// Names file, record, line and column of the letter that `failure` is about; `kind` is the alphabet that was asked
/// for.
[[nodiscard]] error wrong_letter(const fastx_reader& reader, const fastx_record& record, alphabet kind,
                                 const letter_error& failure);

/// Adds a record, or the rest of the one that was added last. Throws error (bad_input, resource), which names file,
/// record and line.
void add_record(sequence::set_builder& builder, const fastx_reader& reader, const fastx_record& record, alphabet kind,
                bool is_rest = false);

/// Bytes that a record takes at least once it is packed.
[[nodiscard]] constexpr std::uint64_t packed_bytes(std::uint64_t title, std::uint64_t letters) noexcept {
    return title + letters / 4;
}

/// «FILE: record N: the sequences take more than the B bytes of memory allowed» (resource)
[[nodiscard]] error more_than_allowed(const std::string& file, std::uint64_t record, std::uint64_t memory);

/// "a letter of the alphabet dna", "UTF-8": what such a message expects.
[[nodiscard]] std::string expected_letter(alphabet kind);

/// Where the letter stands among the bytes of its sequence.
[[nodiscard]] std::uint64_t byte_of(const letter_error& failure, std::string_view letters, alphabet kind);

/// concord::read_sequences, with what tests may choose.
[[nodiscard]] sequence_set read_sequences(std::span<const std::string> paths, alphabet kind = alphabet::automatic,
                                          const read_options& options = {},
                                          std::vector<std::uint64_t>* sequences_of_files = nullptr);

} // namespace concord::formats
