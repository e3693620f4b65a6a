// Options that commands share, each group described once; and the ranks that run a command together.
#pragma once

#include "formats/output_file.hpp"
#include "output/exporters/exporter.hpp"
#include "progress_bar.hpp"
#include "runtime/distributed/task_sharing.hpp"

#include <concord/run.hpp>
#include <concord/sequences.hpp>

#include <CLI/App.hpp>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace concord::app {

/// --device, --threads, --memory, --vectors
struct run_arguments {
    concord::device device;
    unsigned threads = 0; ///< 0: the cores that may be used
    std::uint64_t memory = 0;
    std::string vectors = "auto";

    void add_to(CLI::App& command);
    [[nodiscard]] unsigned thread_count() const;
    /// With the callbacks of this program.
    [[nodiscard]] run_options options(progress_bar& bar) const;
};

/// --format, --output, --color
struct output_arguments {
    std::string format; ///< empty: text on a terminal, tsv elsewhere
    std::string path = "-";
    std::string colour = "auto";

    void add_to(CLI::App& command);
    static void add_path_to(CLI::App& command, std::string& path);
    [[nodiscard]] const exporter& chosen_format() const;
    /// Colours, and the width of the terminal if that is where the text goes.
    [[nodiscard]] text_style style() const;
};

/// --quiet, --verbose, --progress
struct message_arguments {
    bool quiet = false;
    bool verbose = false;
    std::string progress = "auto";

    void add_to(CLI::App& command);
    [[nodiscard]] progress_bar make_progress_bar(progress_plan plan = {}) const;
    /// A line on stderr, with --verbose only, in front of the bar.
    void note(const std::string& text) const;
    /// A line on stderr, but with --quiet, for who may have asked for something else than they meant.
    void hint(const std::string& text) const;
    /// One where a share of the sequences is a single one, which every sequence is of itself.
    void hint_at_one_sequence(const std::string& share, std::uint64_t support, std::uint64_t sequences) const;
};

/// The alphabet of that name, as the options spell it.
[[nodiscard]] alphabet alphabet_of(const std::string& name);

/// Throws error (usage) where standard input is to be read twice, where an output is an input, or where one file is to
/// hold two outputs; files are compared by device and inode. To be called before any output is opened. Outputs that are
/// not asked for are empty.
void check_places(const std::vector<std::string>& inputs, std::vector<std::string> outputs);

/// Throws error (cancelled) once a signal asked for the end.
void stop_if_interrupted();

/// The ranks that this process belongs to: itself alone, unless the program said otherwise when it started.
[[nodiscard]] runtime::communicator& ranks();
void set_ranks(runtime::communicator& of_this_run);

/// With --verbose: why one rank alone computes, where there are several.
void note_one_rank(const message_arguments& messages);

/// --shard, --checkpoint, --resume
struct cluster_arguments {
    std::string shard;      ///< "3/16", or empty
    std::string checkpoint; ///< a folder, or empty
    bool resume = false;

    void add_to(CLI::App& command);
    [[nodiscard]] bool is_part() const noexcept { return !shard.empty(); }
    /// Null where one process does all. Throws error (usage, resource). From here on signals end the program with a
    /// checkpoint saved, if there is to be one.
    [[nodiscard]] std::unique_ptr<task_sharing> make_sharing() const;
};

} // namespace concord::app
