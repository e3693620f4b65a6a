// The files that a command writes: its answer, and what was asked for beside it.
#pragma once

#include "formats/output_file.hpp"
#include "options/common_options.hpp"
#include "output/component_answer.hpp"
#include "output/substring_answer.hpp"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace concord::app {

/// Files that are opened before the work, so that a place that cannot be written costs nobody an hour; written after
/// it, and given their names together once all are whole.
class side_files {
  public:
    /// Empty paths stand for what is not asked for.
    explicit side_files(const std::vector<std::string>& paths);

    /// Writes a whole file, if it is asked for.
    void write(const std::string& path, const std::function<void(const formats::byte_sink&)>& writer);
    /// The sink of a file that is written bit by bit; nothing happens to what is not asked for.
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

    /// Ends a command whose side files have been written: the answer in the format that was chosen, and everything gets
    /// its name together. An answer that is printed comes last: whatever fails before, nothing has been printed.
    void finish(const answer& found, const output_arguments& wanted);

    formats::output_file answer_file;
    side_files beside;
};

/// Paths of the side files of `concord substring`; empty: not asked for.
struct substring_files {
    std::string occurrences{};
    std::string per_sequence{};
    std::string motif{};
    std::string report{};
    std::string multiqc{};

    [[nodiscard]] std::vector<std::string> all() const { return {occurrences, per_sequence, motif, report, multiqc}; }
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
