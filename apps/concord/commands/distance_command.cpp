// concord distance: how many edits turn one sequence into another, for a pair or for many.
#include "commands/commands.hpp"
#include "commands/output_files.hpp"
#include "commands/progress_plans.hpp"
#include "options/distance_arguments.hpp"
#include "options/option_builders.hpp"
#include "output/pair_answers.hpp"
#include "program_facts.hpp"
#include "report/reports.hpp"
#include "runtime/distributed/task_sharing.hpp"

#include <fmt/format.h>
#include <memory>
#include <optional>

namespace concord::app {
namespace {

void write(const distance_answer& found, const distance_arguments& arguments, output_files& out) {
    // Side files first: if one of them fails, nothing has been printed.
    out.beside.write(arguments.paf, [&](const formats::byte_sink& sink) {
        if (found.result.distance) write_pair_paf(found.pair, found.result.alignment, sink);
    });
    out.beside.write(arguments.multiqc, [&](const formats::byte_sink& sink) { write_distance_multiqc(found, sink); });
    out.beside.write(arguments.report, [&](const formats::byte_sink& sink) {
        report::write_distance_report(found, {invocation(), found.run}, sink);
    });
    out.finish(described(found), arguments.output);
}

/// Whether ranks divide the matrix of such a pair.
bool is_divided(const distance_arguments& arguments) {
    const distance_metric metric = arguments.chosen_metric();
    return ranks().size() > 1 && arguments.chosen_weights() == edit_weights{} &&
           (metric == distance_metric::levenshtein || metric == distance_metric::indel ||
            metric == distance_metric::osa);
}

int run_pair(const distance_arguments& arguments) {
    measurement measured;
    std::optional<task_sharing> sharing;
    if (is_divided(arguments)) {
        sharing.emplace(ranks());
    } else {
        if (!ranks().is_root()) return 0;
        note_one_rank(arguments.messages);
    }
    std::optional<output_files> out;
    if (ranks().is_root()) out.emplace(arguments.output.path, arguments.side_files());
    progress_bar progress =
        arguments.messages.make_progress_bar(plan_of_pair(arguments.pair.given, arguments.alignment ? 2 : 1));

    distance_options options;
    options.metric = arguments.chosen_metric();
    options.weights = arguments.chosen_weights();
    options.max_distance = arguments.max_distance;
    options.alignment =
        arguments.alignment || !arguments.paf.empty() || (!arguments.report.empty() && arguments.has_alignment());
    options.run = arguments.run.options(progress);
    if (sharing) options.run.sharing = &*sharing;
    start_device(options.run);
    std::optional<formats::sequence_pair> pair;
    if (ranks().is_root()) {
        pair = arguments.pair.read(options.run);
        measured.reading_is_over();
        progress.computing();
        arguments.messages.note(reading_note(*pair, measured.read_seconds()));
    }
    const pair_of_run both(pair ? &*pair : nullptr, arguments.pair.unit(), !sharing);

    const distance_result result = distance(both.ref(formats::pair_side::a), both.ref(formats::pair_side::b), options);
    progress.writing();
    stop_if_interrupted();
    const int status = arguments.exit_code && !result.distance ? 1 : 0;
    if (!out) return status;
    measured.computing_is_over(result.run, arguments.messages);
    options.alignment = arguments.alignment; // a file alone may have asked for it
    write({.pair = *pair,
           .options = options,
           .result = result,
           .asked_for = arguments.pair.asked_for(),
           .run = measured.facts(result.run)},
          arguments, *out);
    return status;
}

int run(const distance_arguments& arguments) {
    arguments.check();
    if (arguments.find) return ranks().is_root() ? run_find(arguments) : 0;
    const std::optional<batch_kind> kind = arguments.batch();
    if (kind) return run_batch(arguments, *kind);
    return run_pair(arguments);
}

constexpr const char* distance_footer =
    R"(Where there is no distance (more than --max-distance, or hamming of different lengths), a table holds NA, JSON
null, a matrix 4294967295. With --max-distance, lists of pairs leave those out.

Examples:
  concord distance --text 'William Cohen' 'Willliam Cohon'
  concord distance --alignment --by line -f text old.txt new.txt
  concord distance --nearest 1 --max-distance 3 --show-text typed.txt dictionary.txt
      for every line of one list the line of the other that it may stand for
  concord distance --zip --paf aligned.paf reads.fasta polished.fasta
      the alignment of the first with the first, of the second with the second ...
  concord distance --all --max-distance 1 --alphabet dna --metric hamming barcodes.txt
      barcodes that one wrong letter confuses
  concord distance --metric osa --nearest 3 --show-text typed.txt dictionary.txt
      the first of 'hte' is 'the'
  concord distance --find --both-strands -k 3 primers.fasta reads.fastq.gz
      where each primer stands in each read, with three edits at most
  concord distance --all -o distances.npy a.fasta b.fasta
      numpy.load('distances.npy')[i, j] is the distance of record i of A and record j of B
  concord distance --all --max-distance 2 -o near.npz clones.fasta
      scipy.sparse.load_npz('near.npz') has an entry for each pair i < j, also where the distance is 0)";

void add_batches(CLI::App& distance, distance_arguments& arguments) {
    constexpr const char* group = "Many at once (A and B are FASTA, FASTQ, or text of one sequence a line)";
    CLI::Option* table =
        distance.add_option("--pairs", arguments.table, "Each row of a table: two columns, a tab between")
            ->type_name("FILE")
            ->group(group);
    CLI::Option* zip = distance
                           .add_flag("--zip", arguments.zip,
                                     "The first of A and the first of B, the second and the second ... (the first and "
                                     "the second of A, the third "
                                     "and the fourth ..., if B is left out)")
                           ->group(group);
    CLI::Option* all = distance
                           .add_flag("--all", arguments.all,
                                     "Every one of A and every one of B (A and A, if B is left out); a NumPy matrix "
                                     "with -o FILE.npy, of near pairs a SciPy one with -o FILE.npz")
                           ->group(group);
    CLI::Option* nearest = add_parsed(distance, "--nearest", arguments.nearest, parse_positive, "N",
                                      "For every one of A the N nearest of B (of the others of A, if B is left out)")
                               ->group(group);
    CLI::Option* find = distance
                            .add_flag("--find", arguments.find,
                                      "A are patterns: all places in the texts of B within -k edits of one (of "
                                      "neighbouring places the best)")
                            ->group(group);
    for (CLI::Option* one : {table, zip, all, nearest, find})
        for (CLI::Option* other : {table, zip, all, nearest, find})
            if (one != other) one->excludes(other);
    distance
        .add_flag("--both-ways", arguments.both_ways,
                  "With --all and --max-distance, for A alone: each pair both ways round, (i, j) and (j, i), and each "
                  "sequence with itself; otherwise each pair once, i < j (with --weights whose insertion and deletion "
                  "differ, "
                  "too: the cost of turning i into j)")
        ->group(group);
    distance.add_flag("--both-strands", arguments.both_strands, "With --find: reverse complements of A, too")
        ->group(group);
    distance
        .add_flag("--iupac", arguments.iupac,
                  "With --find: letters of A such as N, R and Y stand for bases (otherwise they match nothing)")
        ->group(group);
    distance
        .add_flag("--lines", arguments.lines,
                  "A and B hold one sequence a line, even where they begin with > or @ (otherwise that decides)")
        ->group(group);
    distance.add_flag("--show-text", arguments.show_text, "Add what was compared to the table: text_a, text_b")
        ->group(group);
}

} // namespace

std::vector<command> add_distance(CLI::App& program) {
    CLI::App& distance = *program.add_subcommand(
        "distance", "How many edits turn one sequence into another: of a pair, or of many at once");
    distance.footer(distance_footer);
    distance.group("Commands");
    hide_help_flag(distance);
    const auto arguments = std::make_shared<distance_arguments>();
    arguments->pair.add_to(distance);
    add_batches(distance, *arguments);

    constexpr const char* problem = "What to look for";
    std::vector<std::string> metrics;
    std::string metric_help = "What is an edit";
    for (const named_metric& each : all_metrics) {
        metrics.emplace_back(each.name);
        metric_help += fmt::format("{} {}", metrics.size() == 1 ? ":" : ";", each.edit);
    }
    add_choice(distance, "--metric", arguments->metric, metrics, metric_help)->capture_default_str()->group(problem);
    add_parsed(distance, "--weights", arguments->weights, parse_three_numbers, "I,D,S",
               "What it costs to insert a letter of B, to delete one of A, and to replace one (levenshtein: 1,1,1)")
        ->group(problem);
    add_parsed(distance, "-k,--max-distance", arguments->max_distance, parse_count, "K",
               "Greater distances are none; the smaller, the faster")
        ->group(problem);

    distance
        .add_flag("--alignment", arguments->alignment, "Write the alignment of a pair too: as a picture, or a CIGAR")
        ->group(results_group);
    distance
        .add_option("--paf", arguments->paf,
                    "Write the alignment as PAF, of each pair with --zip or --pairs: A is the query, B the target")
        ->type_name("FILE")
        ->group(results_group);
    add_report(distance, arguments->report);
    add_multiqc(distance, arguments->multiqc);
    distance.add_flag("--exit-code", arguments->exit_code, "Exit with status 1 if no distance is found")
        ->group(results_group);

    arguments->output.add_to(distance);
    arguments->run.add_to(distance);
    arguments->cluster.add_to(distance);
    arguments->messages.add_to(distance);
    return {{&distance, [arguments] { return run(*arguments); }, true}};
}

} // namespace concord::app
