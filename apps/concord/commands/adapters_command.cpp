// concord adapters: which artificial sequences hide in these reads.
#include "commands/commands.hpp"
#include "commands/output_files.hpp"
#include "commands/progress_plans.hpp"
#include "formats/fastx_reader.hpp"
#include "options/common_options.hpp"
#include "options/input_arguments.hpp"
#include "options/option_builders.hpp"
#include "output/adapters_answer.hpp"
#include "program_facts.hpp"
#include "report/reports.hpp"
#include "runtime/distributed/broadcast_input.hpp"
#include "runtime/distributed/task_sharing.hpp"

#include <concord/adapters.hpp>
#include <concord/error.hpp>
#include <concord/reading.hpp>

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <string>

namespace concord::app {
namespace {

struct adapters_arguments {
    std::vector<std::string> files; ///< one, or two: reads and their mates
    adapter_options options;
    std::string known; ///< a file, or empty, as the others
    std::string fasta;
    std::string report;
    std::string multiqc;
    bool exit_code = false;
    run_arguments run;
    output_arguments output;
    message_arguments messages;

    [[nodiscard]] std::vector<std::string> side_files() const { return {fasta, report, multiqc}; }
};

/// Collective, as the next.
std::vector<known_adapter> read_known(const std::string& path) {
    if (path.empty()) return {};
    const sequence_set set = runtime::read_once(ranks(), [&] {
        sequence_set read = concord::read_sequences({path}, alphabet::dna);
        if (read.ambiguous() > 0)
            throw error(error_code::bad_input, path + ": expected known adapters in the letters A, C, G, T");
        return read;
    });
    std::vector<known_adapter> known;
    for (std::size_t i = 0; i < set.size(); ++i)
        known.push_back({std::string(set.name(i)), set.text(i, 0, set.length(i))});
    for (known_adapter& each : known)
        std::replace(each.letters.begin(), each.letters.end(), 'U', 'T');
    return known;
}

sequence_set read_reads(const std::string& file, const run_options& run) {
    return runtime::read_once(ranks(), [&] {
        sequence_set reads = concord::read_sequences({file}, alphabet::automatic, reading(run));
        if (reads.letters() > 0 && reads.alphabet() != alphabet::dna)
            throw error(error_code::bad_input,
                        fmt::format("{}: expected reads of DNA or RNA, found {}", file, first_other_letter(reads)));
        return reads;
    });
}

int run(const adapters_arguments& arguments) {
    measurement measured;
    std::vector<std::string> inputs = arguments.files;
    if (!arguments.known.empty()) inputs.push_back(arguments.known);
    std::vector<std::string> outputs = arguments.side_files();
    outputs.push_back(arguments.output.path);
    check_places(inputs, outputs);
    std::optional<output_files> out;
    if (ranks().is_root()) out.emplace(arguments.output.path, arguments.side_files());
    progress_bar progress = arguments.messages.make_progress_bar(plan_of_adapters(arguments.files));

    adapter_options options = arguments.options;
    options.run = arguments.run.options(progress);
    std::optional<task_sharing> sharing;
    if (ranks().size() > 1) options.run.sharing = &sharing.emplace(ranks());
    start_device(options.run);
    options.known = read_known(arguments.known);
    std::vector<sequence_set> reads;
    for (const std::string& file : arguments.files)
        reads.push_back(read_reads(file, options.run));
    measured.reading_is_over();
    progress.computing();
    for (const sequence_set& each : reads)
        arguments.messages.note(reading_note(each, measured.read_seconds()));

    paired_adapter_result result;
    if (reads.size() == 1)
        result.first = find_adapters(reads[0], options);
    else
        result = find_adapters(reads[0], reads[1], options);
    progress.writing();
    stop_if_interrupted();
    const bool is_trimmed = !result.first.has_artificial() && !result.second.has_artificial();
    const int status = arguments.exit_code && is_trimmed ? 1 : 0;
    if (!out) return status;
    measured.computing_is_over(result.first.run, arguments.messages);

    std::vector<adapters_of_file> files = {{arguments.files[0], reads[0], result.first}};
    if (reads.size() == 2) files.push_back({arguments.files[1], reads[1], result.second});
    const adapters_answer answer{.files = files,
                                 .options = options,
                                 .short_inserts = result.short_inserts,
                                 .run = measured.facts(result.first.run)};
    out->beside.write(arguments.fasta, [&](const formats::byte_sink& sink) { write_adapters_fasta(answer, sink); });
    out->beside.write(arguments.multiqc, [&](const formats::byte_sink& sink) { write_adapters_multiqc(answer, sink); });
    out->beside.write(arguments.report, [&](const formats::byte_sink& sink) {
        report::write_adapters_report(answer, {invocation(), answer.run}, sink);
    });
    out->finish(described(answer), arguments.output);
    return status;
}

constexpr const char* adapters_footer =
    R"(No option is needed. All reads are searched; a sequence is listed if chance does not explain it. An
adapter begins behind letters that vary and is cut by the end of the read; a tag (a primer, a 5' adapter)
begins at one place; an abundant insert is a part of what was sequenced and is not to be trimmed. The page
«Adapters» of the documentation explains each verdict. On a GPU words are counted and reads of up to 400 letters
aligned; the ranks of an MPI run divide the reads. The answer stays the same.

Examples:
  concord adapters reads.fastq.gz
      what to trim, by name, and the commands that do it
  concord adapters --fasta adapters.fasta reads_1.fastq.gz reads_2.fastq.gz
      pairs: where mates overlap, they confirm where the adapter begins
  concord adapters --exit-code --quiet trimmed.fastq.gz
      a check in a pipeline: status 1 where nothing is left to trim)";

} // namespace

std::vector<command> add_adapters(CLI::App& program) {
    CLI::App& adapters = *program.add_subcommand("adapters", "Adapters, primers and tags that hide in reads");
    adapters.footer(adapters_footer);
    adapters.group("Commands");
    hide_help_flag(adapters);
    const auto arguments = std::make_shared<adapters_arguments>();
    arguments->files.resize(1);
    adapters.add_option("FILE", arguments->files[0], "Reads: FASTA or FASTQ, plain or gzip, SAM, BAM or CRAM")
        ->type_name("")
        ->required();
    adapters
        .add_option_function<std::string>(
            "MATES", [arguments](const std::string& file) { arguments->files.push_back(file); },
            "Their mates in the same order")
        ->type_name("");
    const char* const problem = "What to look for";
    add_parsed(adapters, "--min-share", arguments->options.min_share, parse_share, "SHARE",
               "Reads that must hold a sequence, of all")
        ->default_str("0.1%")
        ->group(problem);
    add_parsed(adapters, "--min-reads", arguments->options.min_reads, parse_positive, "N",
               "The same as a number; the greater of both counts")
        ->default_str("20")
        ->group(problem);
    add_parsed(adapters, "--most", arguments->options.most, parse_positive, "N", "Sequences to report")
        ->default_str("20")
        ->group(problem);
    adapters
        .add_option("--known", arguments->known, "Names to look up before those that are built in: FASTA of A, C, G, T")
        ->type_name("FILE")
        ->group(problem);
    adapters.add_option("--fasta", arguments->fasta, "Write the adapters and tags, for programs that trim reads")
        ->type_name("FILE")
        ->group(results_group);
    add_report(adapters, arguments->report);
    add_multiqc(adapters, arguments->multiqc);
    adapters.add_flag("--exit-code", arguments->exit_code, "Exit with status 1 if no adapter or tag is found")
        ->group(results_group);
    arguments->output.add_to(adapters);
    arguments->run.add_to(adapters);
    arguments->messages.add_to(adapters);
    return {{&adapters, [arguments] { return run(*arguments); }, true}};
}

} // namespace concord::app
