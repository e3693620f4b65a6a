#include "options/common_options.hpp"

#include "formats/printable.hpp"
#include "interruption.hpp"
#include "options/option_builders.hpp"
#include "terminal.hpp"
#include "used_rates.hpp"

#include <concord/error.hpp>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <fmt/format.h>
#include <unistd.h>

namespace concord::app {
namespace {

constexpr const char* run_group = "How to run (changes no answer)";
constexpr const char* output_group = "Output";

} // namespace

void run_arguments::add_to(CLI::App& command) {
    add_parsed(command, "--device", device, parse_device, "NAME",
               "auto, cpu, cuda or cuda:0,1. One that is named and cannot run is an error; 'concord devices' says why")
        ->default_str("auto")
        ->group(run_group);
    add_parsed(command, "-j,--threads", threads, parse_threads, "N",
               "At most so many threads (default: the cores that may be used)")
        ->group(run_group);
    add_parsed(command, "--memory", memory, parse_size, "SIZE",
               "At most so much working memory, such as 512M or 4G (default: three quarters of what is free)")
        ->group(run_group);
    add_choice(command, "--vectors", vectors, {"auto", "baseline", "avx2", "avx512"},
               "Vector instructions of the processor; 'concord devices' lists what it has")
        ->capture_default_str()
        ->group(run_group);
}

unsigned run_arguments::thread_count() const { return threads > 0 ? threads : usable_cores(); }

run_options run_arguments::options(progress_bar& bar) const {
    use_saved_rates();
    run_options options;
    options.device = device;
    options.threads = thread_count();
    options.memory = memory;
    options.vectors = parse_vector_target(vectors);
    options.on_progress = bar.callback();
    options.cancelled = interrupted;
    return options;
}

void output_arguments::add_to(CLI::App& command) {
    add_choice(command, "-f,--format", format, exporter_names(),
               "What to print (default: text on a terminal, tsv otherwise)")
        ->group(output_group);
    add_path_to(command, path);
    add_choice(command, "--color", colour, {"auto", "always", "never"},
               "Colours in the text (auto: on a terminal, unless NO_COLOR is set)")
        ->capture_default_str()
        ->group(output_group);
}

void output_arguments::add_path_to(CLI::App& command, std::string& path) {
    command
        .add_option("-o,--output", path,
                    "Where to write, whole or not at all; gzip if it ends in .gz (default: stdout)")
        ->type_name("FILE")
        ->group(output_group);
}

const exporter& output_arguments::chosen_format() const {
    if (!format.empty()) return exporter_named(format);
    return exporter_named(path == "-" && stdout_is_terminal() ? "text" : "tsv");
}

text_style output_arguments::style() const {
    const bool coloured =
        colour == "auto" ? path == "-" && stdout_is_terminal() && environment_allows_colour() : colour == "always";
    return {coloured, path == "-" ? columns_of(STDOUT_FILENO) : columns_of(-1)};
}

void message_arguments::add_to(CLI::App& command) {
    constexpr const char* group = "Messages (on stderr)";
    auto* const silent = command.add_flag("-q,--quiet", quiet, "Errors only")->group(group);
    command.add_flag("-v,--verbose", verbose, "Say what was chosen, and how long it took")
        ->excludes(silent)
        ->group(group);
    add_choice(command, "--progress", progress, {"auto", "always", "never"},
               "Show how far the work is (auto: on a terminal)")
        ->capture_default_str()
        ->group(group);
}

progress_bar message_arguments::make_progress_bar(progress_plan plan) const {
    const bool always = progress == "always";
    if (!ranks().is_root()) return progress_bar(false, false, {});
    return progress_bar(always || (progress == "auto" && !quiet && stderr_is_terminal()), always, std::move(plan));
}

namespace {

void write_line(const std::string& text) {
    wipe_progress();
    const std::string line = fmt::format("concord: {}\n", text);
    std::fputs(line.c_str(), stderr); // whole, as stderr has no buffer; if it fails, the message alone is missing
}

} // namespace

void message_arguments::note(const std::string& text) const {
    if (verbose && ranks().is_root()) write_line(text);
}

void message_arguments::hint(const std::string& text) const {
    if (!quiet && ranks().is_root()) write_line(text);
}

void message_arguments::hint_at_one_sequence(const std::string& share, std::uint64_t support,
                                             std::uint64_t sequences) const {
    if (support > 1 || sequences < 2 || !share.ends_with('%')) return;
    hint(fmt::format("{} of {} is one, which need not share anything: -t 2 asks for what two share", share,
                     formats::counted(sequences, "sequence")));
}

alphabet alphabet_of(const std::string& name) {
    for (const alphabet each : {alphabet::dna, alphabet::protein, alphabet::bytes, alphabet::utf8})
        if (name == to_string(each)) return each;
    return alphabet::automatic;
}

void stop_if_interrupted() {
    if (interrupted()) throw error(error_code::cancelled, "stopped by a signal");
}

namespace {

runtime::communicator*& ranks_of_this_run() {
    static runtime::one_process alone;
    static runtime::communicator* all = &alone;
    return all;
}

/// "3/16": the third of sixteen.
shard parse_shard(const std::string& text) {
    const std::size_t slash = text.find('/');
    std::uint64_t index = 0;
    std::uint64_t count = 0;
    const auto reads = [](std::string_view digits, std::uint64_t& number) {
        const auto [end, trouble] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
        return trouble == std::errc() && end == digits.data() + digits.size();
    };
    const std::string_view all(text);
    if (slash == std::string::npos || !reads(all.substr(0, slash), index) || !reads(all.substr(slash + 1), count) ||
        index < 1 || index > count)
        throw error(error_code::usage,
                    fmt::format("--shard takes a part and how many there are, such as 3/16, not '{}'", text));
    return {index - 1, count};
}

} // namespace

runtime::communicator& ranks() { return *ranks_of_this_run(); }
void set_ranks(runtime::communicator& of_this_run) { ranks_of_this_run() = &of_this_run; }

void note_one_rank(const message_arguments& messages) {
    if (ranks().size() > 1)
        messages.note(fmt::format("rank 0 of {} computes: this is not divided among ranks", ranks().size()));
}

void cluster_arguments::add_to(CLI::App& command) {
    constexpr const char* group = "Many processes (changes no answer)";
    command
        .add_option("--shard", shard,
                    "Do part I of N, such as 3/16, and write it as a file for 'concord merge': no part needs another")
        ->type_name("I/N")
        ->group(group);
    auto* const folder =
        command
            .add_option("--checkpoint", checkpoint,
                        "Keep in this folder what is done, every second and at SIGTERM, SIGINT and SIGUSR1, which "
                        "then end the program with status 75")
            ->type_name("DIR")
            ->group(group);
    command.add_flag("--resume", resume, "Go on from what --checkpoint holds, if it holds anything")
        ->needs(folder)
        ->group(group);
}

std::unique_ptr<task_sharing> cluster_arguments::make_sharing() const {
    if (ranks().size() == 1 && shard.empty() && checkpoint.empty()) return nullptr;
    auto sharing =
        std::make_unique<task_sharing>(ranks(), is_part() ? std::optional(parse_shard(shard)) : std::nullopt);
    if (!checkpoint.empty()) {
        sharing->keep_in(checkpoint, resume);
        end_with_checkpoint(checkpoint);
    }
    return sharing;
}

} // namespace concord::app
