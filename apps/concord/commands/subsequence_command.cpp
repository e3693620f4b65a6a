// concord subsequence: the longest common subsequence of two sequences.
#include "commands/commands.hpp"
#include "commands/output_files.hpp"
#include "commands/progress_plans.hpp"
#include "options/option_builders.hpp"
#include "options/subsequence_arguments.hpp"
#include "output/pair_answers.hpp"
#include "program_facts.hpp"
#include "report/reports.hpp"
#include "runtime/distributed/task_sharing.hpp"

#include <concord/subsequence.hpp>

#include <memory>
#include <optional>

namespace concord::app {
namespace {

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

int run_pair(const subsequence_arguments& arguments) {
    measurement measured;
    std::optional<output_files> out;
    if (ranks().is_root()) out.emplace(arguments.output.path, arguments.side_files());
    progress_bar progress = arguments.messages.make_progress_bar(plan_of_pair(arguments.pair.given, 1));

    subsequence_options options;
    options.run = arguments.run.options(progress);
    options.alignment =
        arguments.alignment || !arguments.subsequence.empty() || !arguments.paf.empty() || !arguments.report.empty();
    std::optional<task_sharing> sharing;
    if (ranks().size() > 1) options.run.sharing = &sharing.emplace(ranks());
    start_device(options.run);
    std::optional<formats::sequence_pair> pair;
    if (ranks().is_root()) {
        pair = arguments.pair.read(options.run);
        measured.reading_is_over();
        progress.computing();
        arguments.messages.note(reading_note(*pair, measured.read_seconds()));
    }
    const pair_of_run both(pair ? &*pair : nullptr, arguments.pair.unit(), !sharing);

    const subsequence_result result =
        longest_common_subsequence(both.ref(formats::pair_side::a), both.ref(formats::pair_side::b), options);
    progress.writing();
    stop_if_interrupted();
    const int status = arguments.exit_code && result.length == 0 ? 1 : 0;
    if (!out) return status;
    measured.computing_is_over(result.run, arguments.messages);

    write({.pair = *pair,
           .result = result,
           .alignment = arguments.alignment,
           .asked_for = arguments.pair.asked_for(),
           .run = measured.facts(result.run)},
          arguments, *out);
    return status;
}

int run(const subsequence_arguments& arguments) {
    arguments.check();
    const std::optional<batch_kind> kind = arguments.batch();
    if (!kind) return run_pair(arguments);
    return ranks().is_root() ? run_subsequence_batch(arguments, *kind) : 0;
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
  concord subsequence --text -f json ABCBDAB BDCABA | jq .result.length
  concord subsequence --zip --subsequence kept.fasta before.fasta after.fasta
      of every record and its counterpart the length, and the letters that both have
  concord subsequence --all -o lengths.npy a.fasta b.fasta
      numpy.load('lengths.npy')[i, j] is the length for record i of A and record j of B)";

void add_batches(CLI::App& subsequence, subsequence_arguments& arguments) {
    constexpr const char* group = "Many at once (A and B are FASTA, FASTQ, or text of one sequence a line)";
    CLI::Option* zip = subsequence
                           .add_flag("--zip", arguments.zip,
                                     "The first of A and the first of B, the second and the second ... (the first and "
                                     "the second of A, the third and the fourth ..., if B is left out)")
                           ->group(group);
    subsequence
        .add_flag("--all", arguments.all,
                  "Every one of A and every one of B (A and A, if B is left out); a NumPy matrix with -o FILE.npy")
        ->excludes(zip)
        ->group(group);
    subsequence
        .add_flag("--lines", arguments.lines,
                  "A and B hold one sequence a line, even where they begin with > or @ (otherwise that decides)")
        ->group(group);
    subsequence.add_flag("--show-text", arguments.show_text, "Add what was compared to the table: text_a, text_b")
        ->group(group);
}

} // namespace

std::vector<command> add_subsequence(CLI::App& program) {
    CLI::App& subsequence = *program.add_subcommand(
        "subsequence", "Longest common subsequence of two sequences, files or texts, or of many at once");
    subsequence.footer(subsequence_footer);
    subsequence.group("Commands");
    hide_help_flag(subsequence);
    const auto arguments = std::make_shared<subsequence_arguments>();
    arguments->pair.add_to(subsequence);
    add_batches(subsequence, *arguments);

    subsequence.add_flag("--alignment", arguments->alignment, "Write the alignment too: as a picture, or a CIGAR")
        ->group(results_group);
    subsequence
        .add_option(
            "--subsequence", arguments->subsequence,
            "Write the subsequence itself: its letters as FASTA (--zip: a record a pair); its lines or tokens one "
            "a line")
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
    return {{&subsequence, [arguments] { return run(*arguments); }, true}};
}

} // namespace concord::app
