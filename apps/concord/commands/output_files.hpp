// The files that a command writes: its answer, and what was asked for beside it. Three ends of a command: an answer
// that is held as a whole, rows that are written as they are found, and a part of either.
#pragma once

#include "formats/output_file.hpp"
#include "options/common_options.hpp"
#include "output/component_answer.hpp"
#include "output/rows_part.hpp"
#include "output/substring_answer.hpp"
#include "program_facts.hpp"
#include "progress_bar.hpp"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace concord::app {

/// Files that are opened before the work, so that a file that cannot be written does not cost an hour of work; written
/// after it, and given their names together once all are whole.
class side_files {
  public:
    /// Empty paths are files that are not asked for.
    explicit side_files(const std::vector<std::string>& paths);

    [[nodiscard]] bool asked_for() const noexcept { return !files_.empty(); } ///< at least one
    /// Writes a whole file, if it is asked for.
    void write(const std::string& path, const std::function<void(const formats::byte_sink&)>& writer);
    /// The sink of a file that is written bit by bit; one that ignores its bytes if the file is not asked for.
    [[nodiscard]] formats::byte_sink sink(const std::string& path);
    /// All bytes are on the disk. Nothing can be written after it.
    void finish();
    void commit();

  private:
    std::map<std::string, formats::output_file> files_;
};

/// The answer and the files beside it.
struct output_files {
    output_files(const std::string& path, const std::vector<std::string>& beside_paths)
        : answer_file(path), beside(beside_paths) {}

    /// Ends a command whose side files have been written: the answer in the format that was chosen, and all files
    /// get their names together. An answer that is printed comes last: if anything fails before, nothing has been
    /// printed.
    void finish(const answer& found, const output_arguments& wanted);

    formats::output_file answer_file;
    side_files beside;
};

/// A run that writes rows as they are found: its files and its progress bar, from before the work to after it.
class row_run {
  public:
    /// Opens the files, on rank 0. The arguments must outlive it.
    row_run(const output_arguments& output, const std::vector<std::string>& beside_paths,
            const message_arguments& messages, progress_plan plan = {});

    measurement measured;
    progress_bar progress; ///< none where the rows fill the terminal

    [[nodiscard]] formats::output_file* answer_file() { return out_ ? &*out_ : nullptr; } ///< null but on rank 0
    [[nodiscard]] side_files& beside() { return *beside_; }                               ///< on rank 0
    /// Takes the rows of a stream, which must outlive the run, in the format that was chosen; null but on rank 0.
    [[nodiscard]] row_writer* write_rows(const row_stream& stream);

    /// Ends a shard, all of whose rows are in `part`; the exit status.
    int end_part(row_part& part, const run_report& report);
    /// Ends the run after its last row: `write_beside` writes the side files, and all files get their names together.
    void end(const run_report& report, const std::function<void(const run_facts&, side_files&)>& write_beside);

  private:
    const output_arguments& output_;
    const message_arguments& messages_;
    std::optional<formats::output_file> out_;
    std::optional<side_files> beside_;
    std::unique_ptr<row_writer> rows_;
};

/// Paths of the side files of `concord substring`; empty: not asked for.
struct substring_files {
    std::string occurrences{};
    std::string per_sequence{};
    std::string motif{};
    std::string report{};
    std::string multiqc{};
    std::string max_lcp{};
    std::string length_stat{};
    std::optional<std::uint64_t> table_of{}; ///< sequence that the last two are of; none: that of the answer

    [[nodiscard]] std::vector<std::string> all() const {
        return {occurrences, per_sequence, motif, report, multiqc, max_lcp, length_stat};
    }
};

/// The same of `concord component`.
struct component_files {
    std::string mask{};
    std::string picture{};
    std::string report{};

    [[nodiscard]] std::vector<std::string> all() const { return {mask, picture, report}; }
};

/// Writes all of them, whether the answer was found or merged from parts, and ends the command.
void write_all(const substring_answer& found, const substring_files& paths, const output_arguments& wanted,
               output_files& out);
void write_all(const component_answer& found, const component_files& paths, const output_arguments& wanted,
               output_files& out);

} // namespace concord::app
