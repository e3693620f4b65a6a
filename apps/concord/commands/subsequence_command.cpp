// concord subsequence: the longest common subsequence of two sequences.
#include "commands/commands.hpp"
#include "commands/output_files.hpp"
#include "options/common_options.hpp"
#include "options/input_arguments.hpp"
#include "options/option_builders.hpp"
#include "output/pair_answers.hpp"
#include "program_facts.hpp"
#include "report/reports.hpp"

#include <concord/error.hpp>
#include <concord/subsequence.hpp>

#include <memory>
#include <string>

namespace concord::app {
namespace {

struct subsequence_arguments {
    pair_arguments pair;
    bool alignment = false;
    std::string subsequence; ///< a file, or empty
    std::string paf;         ///< a file, or empty
    std::string report;      ///< a file, or empty
    std::string multiqc;     ///< a file, or empty
    bool exit_code = false;
    std::string divided; ///< --shard or --checkpoint: refused with an explanation
    run_arguments run;
    output_arguments output;
    message_arguments messages;

    [[nodiscard]] std::vector<std::string> side_files() const { return {subsequence, paf, report, multiqc}; }
};

void write(const subsequence_answer& found, const subsequence_arguments& arguments, output_files& out) {
    // Side files first: if one of them fails, nothing has been printed.
    out.beside.write(arguments.subsequence,
                     [&](const formats::byte_sink& sink) { write_subsequence_letters(found, sink); });
    out.beside.write(arguments.paf,
                     [&](const formats::byte_sink& sink) { write_pair_paf(found.pair, found.result.alignment, sink); });
    out.beside.write(arguments.multiqc,
                     [&](const formats::byte_sink& sink) { write_subsequence_multiqc(found, sink); });
    out.beside.write(arguments.report, [&](const formats::byte_sink& sink) {
        report::write_subsequence_report(found, {invocation(), found.run}, sink);
    });
    out.finish(described(found), arguments.output);
}

int run(const subsequence_arguments& arguments) {
    measurement measured;
    if (!arguments.divided.empty())
        throw error(error_code::usage, "a subsequence is found by one process: it is neither divided into shards nor "
                                       "kept in a checkpoint");
    arguments.pair.check();
    note_one_rank(arguments.messages);
    std::vector<std::string> outputs = arguments.side_files();
    outputs.push_back(arguments.output.path);
    check_places(arguments.pair.text ? std::vector<std::string>{} : arguments.pair.given, outputs);
    output_files out(arguments.output.path, arguments.side_files());
    progress_line progress = arguments.messages.make_progress_line();

    subsequence_options options;
    options.run = arguments.run.options(progress);
    options.alignment =
        arguments.alignment || !arguments.subsequence.empty() || !arguments.paf.empty() || !arguments.report.empty();
    start_device(options.run);
    const formats::sequence_pair pair = arguments.pair.read(options.run);
    measured.reading_is_over();
    arguments.messages.note(reading_note(pair, measured.read_seconds()));

    const subsequence_result result =
        longest_common_subsequence(pair.ref(formats::pair_side::a), pair.ref(formats::pair_side::b), options);
    progress.clear();
    stop_if_interrupted();
    measured.computing_is_over(result.run, arguments.messages);

    write({.pair = pair,
           .result = result,
           .alignment = arguments.alignment,
           .asked_for = arguments.pair.asked_for(),
           .run = measured.facts(result.run)},
          arguments, out);
    return arguments.exit_code && result.length == 0 ? 1 : 0;
}

constexpr const char* subsequence_footer =
    R"(The letters of a subsequence stand in the same order in both sequences, not necessarily side by side. In a
CIGAR = is a letter of it, I one that only A has, D one that only B has. A DNA letter outside A, C, G, T/U
matches nothing.

Examples:
  concord subsequence --alignment a.fasta b.fasta
      how much of two genomes stands in the same order, and which letters
  concord subsequence --by line --alignment -f text old.txt new.txt
      the lines that two versions of a file share, and what has changed
  concord subsequence --text -f json ABCBDAB BDCABA | jq .result.length)";

} // namespace

std::vector<command> add_subsequence(CLI::App& program) {
    CLI::App& subsequence =
        *program.add_subcommand("subsequence", "Longest common subsequence of two sequences, files or texts");
    subsequence.footer(subsequence_footer);
    subsequence.group("Commands");
    hide_help_flag(subsequence);
    const auto arguments = std::make_shared<subsequence_arguments>();
    arguments->pair.add_to(subsequence, true);

    subsequence.add_flag("--alignment", arguments->alignment, "Write the alignment too: as a picture, or a CIGAR")
        ->group(results_group);
    subsequence
        .add_option("--subsequence", arguments->subsequence,
                    "Write the subsequence itself: its letters as FASTA; its lines or tokens one a line")
        ->type_name("FILE")
        ->group(results_group);
    subsequence.add_option("--paf", arguments->paf, "Write the alignment as PAF: A is the query, B the target")
        ->type_name("FILE")
        ->group(results_group);
    add_report(subsequence, arguments->report);
    add_multiqc(subsequence, arguments->multiqc);
    subsequence.add_flag("--exit-code", arguments->exit_code, "Exit with status 1 if nothing is shared")
        ->group(results_group);

    for (const char* option : {"--shard", "--checkpoint"})
        subsequence.add_option(option, arguments->divided)->group(""); // not shown
    arguments->output.add_to(subsequence);
    arguments->run.add_to(subsequence);
    arguments->messages.add_to(subsequence);
    return {{&subsequence, [arguments] { return run(*arguments); }}};
}

} // namespace concord::app
