// What a FASTA or FASTQ record is, line by line. The rules are listed in fastx_reader.hpp.
#pragma once

#include "formats/fastx_reader.hpp"
#include "formats/line_reader.hpp"

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace concord::formats {

/// On which line and in which column each letter of a record stands, in the space of a few lines: lines of equal length
/// that follow each other share an entry.
class letter_lines {
  public:
    void clear() noexcept;
    /// The next line of the record; `line` must be one more than in the call before.
    void add(std::uint64_t line, std::uint64_t letters);
    [[nodiscard]] letter_place place_of(std::uint64_t letter) const;

  private:
    struct run {
        std::uint64_t first_letter;
        std::uint64_t first_line;
        std::uint64_t letters_per_line;
    };
    std::vector<run> runs_;
    std::uint64_t letters_ = 0;
};

/// Reads records from lines. Throws error (bad_input).
class fastx_grammar {
  public:
    /// `marker` and the number of records are those of the file before the first of these lines; none at its start.
    /// A record that takes more than `memory` bytes is an error; 0: none is.
    fastx_grammar(line_reader& lines, std::string file_name, std::uint64_t memory, char marker = '\0',
                  std::uint64_t records = 0)
        : lines_(lines), file_(std::move(file_name)), memory_(memory), marker_(marker), number_(records) {}

    /// Reads the next record; false at the end of the lines, if there was at least one record.
    [[nodiscard]] bool next(fastx_record& record);

    /// Reads on in a record of FASTA whose letters go on at the start of the lines; title and name stay empty.
    void rest_of_record(fastx_record& record);

    /// From now on records of FASTA with more letters are cut at the end of a line: what is left of the record that was
    /// read last, if anything is, rest_of_record() reads.
    void cut_records(std::uint64_t most_letters) noexcept { most_letters_ = most_letters; }
    [[nodiscard]] bool is_cut() const noexcept { return is_cut_; }

    /// '>' or '@'; not known before the first record.
    [[nodiscard]] char marker() const noexcept { return marker_; }
    /// Number of the record that is being read, or was read last.
    [[nodiscard]] std::uint64_t number() const noexcept { return number_; }
    [[nodiscard]] letter_place place_of(std::uint64_t letter) const { return places_.place_of(letter); }

  private:
    void read_title();
    void read_fasta_letters();
    void read_fastq_letters();
    void read_fastq_plus();
    void read_fastq_qualities();
    /// One line of qualities, of which `count` were read before, down to line `line_before`.
    void read_quality_line(std::uint64_t& count, std::uint64_t line_before);
    void append_letter_line();

    /// True if there is another line; empty ones are passed over.
    [[nodiscard]] bool skip_empty_lines();

    void check_memory() const;
    [[noreturn]] void fail(std::uint64_t line, const std::string& expected, const std::string& found) const;
    /// The current line, or the end of the file, stands where something else should.
    [[noreturn]] void fail_here(const std::string& expected);

    line_reader& lines_;
    std::string file_;
    std::uint64_t memory_;
    char marker_;
    std::uint64_t number_;
    std::uint64_t most_letters_ = std::numeric_limits<std::uint64_t>::max();
    bool is_cut_ = false;
    std::string title_;
    std::string letters_;
    std::string plus_;
    letter_lines places_;
};

} // namespace concord::formats
