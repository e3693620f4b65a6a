// Reads FASTA and FASTQ: plain, gzip or BGZF, told by content; strictly, and in bounded memory.
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

#include <concord/run.hpp>
#include <concord/sequences.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace concord::formats {

class read_watch;

/// Whether a file may hold one sequence a line, without titles, instead of FASTA or FASTQ. Then the name of a sequence
/// is the number of its line, from 1, and its letters are any bytes; an empty line is an empty sequence.
enum class line_files : std::uint8_t {
    never,
    by_content, ///< where the first byte behind empty lines is neither '>' nor '@'
    always      ///< whatever it looks like
};

/// How to read. Nothing here but `lines` changes what is read.
struct read_options {
    line_files lines = line_files::never;
    unsigned threads = 1; ///< hard bound, 0 counts as 1; with 2 or more, compressed data is inflated beside the parsing
    std::size_t buffer_bytes = 256U << 10U; ///< of the line buffer, at least 1; small ones are for tests
    /// Told now and then how many bytes of the files (compressed, if they are) were read, and of how many if that is
    /// known; one call at a time, from any thread. May be empty.
    std::function<void(const progress_update&)> on_progress;
    /// Asked now and then, from any thread; once it answers true the reading ends with error_code::cancelled. May be
    /// empty.
    std::function<bool()> cancelled;
};

/// One sequence of a file. The texts belong to the reader and are valid until it reads on.
struct fastx_record {
    std::string_view name;    ///< the first word of the title; empty if there is none
    std::string_view title;   ///< the title line without its '>' or '@'
    std::string_view letters; ///< as given, lines joined
    std::uint64_t number = 0; ///< of the record in its file, from 1
    std::uint64_t line = 0;   ///< of the title in its file, from 1
};

/// Where a letter stands in its file, from 1.
struct letter_place {
    std::uint64_t line = 0;
    std::uint64_t column = 0;
};

/// Reads one file record by record. Time: linear in the bytes. Memory: the buffers and the longest record.
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
    fastx_reader(fastx_reader&&) noexcept;
    fastx_reader& operator=(fastx_reader&&) noexcept;
    ~fastx_reader();

    /// Reads the next record; false at the sound end of the file.
    [[nodiscard]] bool next(fastx_record& record);

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

/// Reads several files, in their order, as one collection. Throws error: usage for no file at all; bad_input for
/// whatever is wrong with a file, a letter that the alphabet cannot hold included; resource for a record that memory
/// cannot hold; cancelled. Memory: the set, the buffers and the longest record.
/// `sequences_of_files`, if there is such, is told how many each file holds.
[[nodiscard]] sequence_set read_sequences(std::span<const std::string> paths, alphabet kind = alphabet::automatic,
                                          const read_options& options = {},
                                          std::vector<std::uint64_t>* sequences_of_files = nullptr);

} // namespace concord::formats
