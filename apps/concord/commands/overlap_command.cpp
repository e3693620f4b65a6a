// concord overlap: what sequences share exactly, by suffix array.
#include "commands/commands.hpp"
#include "commands/output_files.hpp"
#include "commands/progress_plans.hpp"
#include "commands/support_curve.hpp"
#include "formats/fastx_reader.hpp"
#include "options/input_arguments.hpp"
#include "options/option_builders.hpp"
#include "options/overlap_arguments.hpp"
#include "output/overlap_answers.hpp"
#include "program_facts.hpp"
#include "report/reports.hpp"

#include <concord/error.hpp>

#include <algorithm>
#include <fmt/format.h>
#include <memory>

namespace concord::app {
namespace {

void write_occurrences(const std::vector<overlap_place>& places, const overlap_source& source, std::uint64_t length,
                       const overlap_arguments& arguments, side_files& beside) {
    beside.write(arguments.occurrences, [&](const formats::byte_sink& sink) {
        write_places(places, source.sequences(), length, source.both_strands(),
                     formats::occurrence_format_of(arguments.occurrences), sink);
    });
}

void write_beside(const region_answer& answer, const overlap_arguments& arguments, overlap_source& source,
                  side_files& beside) {
    write_occurrences(answer.result.occurrences, source, answer.result.best.length, arguments, beside);
    beside.write(arguments.multiqc, [&](const formats::byte_sink& sink) { write_region_multiqc(answer, sink); });
    if (arguments.report.empty()) return;
    const double seconds = std::max(2.0, answer.run.seconds.compute);
    const overlap_index* index = source.has_index() ? &source.index(answer.options.run) : nullptr;
    const report::support_curve curve = region_curve(source.sequences(), index, answer.options, answer.result, seconds);
    beside.write(arguments.report, [&](const formats::byte_sink& sink) {
        report::write_region_report(answer, curve, {invocation(), answer.run}, sink);
    });
}

void write_beside(const repeat_answer& answer, const overlap_arguments& arguments, const overlap_source& source,
                  side_files& beside) {
    write_occurrences(answer.result.occurrences, source, answer.result.length, arguments, beside);
    beside.write(arguments.multiqc, [&](const formats::byte_sink& sink) { write_repeat_multiqc(answer, sink); });
    beside.write(arguments.report, [&](const formats::byte_sink& sink) {
        report::write_repeat_report(answer, {invocation(), answer.run}, sink);
    });
}

/// Tables show one occurrence only.
bool wants_occurrences(const overlap_arguments& arguments) {
    return !arguments.occurrences.empty() || !arguments.report.empty() || !arguments.output.chosen_format().is_table;
}

int run_region(const overlap_arguments& arguments) {
    measurement measured;
    output_files out(arguments.output.path, arguments.side_files());
    progress_bar progress = arguments.messages.make_progress_bar(plan_of_overlap(arguments));
    shared_region_options options;
    options.run = arguments.run.options(progress);
    start_device(options.run);
    overlap_source source(arguments, options.run);
    measured.reading_is_over();
    progress.computing();
    arguments.messages.note(source.note(measured.read_seconds()));

    options.support = resolve_support(arguments.support, source.sequences().size());
    hint_at_other_letters(arguments.messages, source.sequences(), arguments.letters);
    arguments.messages.hint_at_one_sequence(arguments.support, options.support, source.sequences().size());
    options.min_length = arguments.min_length.value_or(1);
    options.occurrences = wants_occurrences(arguments);
    options.every_support = arguments.every_support;
    options.both_strands = source.both_strands();
    const shared_region_result result = source.has_index() ? longest_shared_region(source.index(options.run), options)
                                                           : longest_shared_region(source.sequences(), options);
    progress.writing();
    stop_if_interrupted();
    measured.computing_is_over(result.run, arguments.messages);
    const region_answer answer{.input = source.input(),
                               .options = options,
                               .result = result,
                               .support_given = arguments.support,
                               .run = measured.facts(result.run)};
    write_beside(answer, arguments, source, out.beside);
    out.finish(described(answer), arguments.output);
    return arguments.exit_code && !result.found ? 1 : 0;
}

int run_repeat(const overlap_arguments& arguments) {
    measurement measured;
    output_files out(arguments.output.path, arguments.side_files());
    progress_bar progress = arguments.messages.make_progress_bar(plan_of_overlap(arguments));
    const run_options run = arguments.run.options(progress);
    start_device(run);
    overlap_source source(arguments, run);
    measured.reading_is_over();
    progress.computing();
    arguments.messages.note(source.note(measured.read_seconds()));

    const repeat_options options{
        .min_length = arguments.min_length.value_or(1), .occurrences = wants_occurrences(arguments), .run = run};
    const repeat_result result = longest_repeat(source.index(run), options);
    progress.writing();
    stop_if_interrupted();
    const run_report report = source.report(run);
    measured.computing_is_over(report, arguments.messages);
    const repeat_answer answer{.input = source.input(),
                               .options = options,
                               .result = result,
                               .both_strands = source.both_strands(),
                               .run = measured.facts(report)};
    write_beside(answer, arguments, source, out.beside);
    out.finish(described(answer), arguments.output);
    return arguments.exit_code && !result.found ? 1 : 0;
}

int run(const overlap_arguments& arguments) {
    arguments.check();
    if (!arguments.is_divided()) {
        if (!ranks().is_root()) return 0;
        note_one_rank(arguments.messages);
    }
    switch (arguments.query()) {
    case overlap_query::region: return run_region(arguments);
    case overlap_query::repeat: return run_repeat(arguments);
    default: return run_overlap_rows(arguments);
    }
}

/// Refuses options before `index`, which would be ignored.
void check_nothing_else(const CLI::App& overlap) {
    for (const CLI::Option* option : overlap.get_options())
        if (option->count() > 0)
            throw error(error_code::usage,
                        fmt::format("{} stands before 'index', which takes its own options and files behind it (a file "
                                    "of that name is ./index)",
                                    option->get_name(option->get_positional())));
}

constexpr const char* overlap_footer =
    R"(Letters match where they are equal; a DNA letter outside A, C, G, T/U matches nothing. Sequences are counted
from 0, with --mems those of A and of B each. Coordinates are 0-based, half open.

Examples:
  concord overlap -t 27 --occurrences sites.bed genomes.fasta
      the longest region that all 27 genomes hold, and everywhere it stands
  concord overlap --every-support -f tsv genomes.fasta
      how it shrinks from 2 genomes to all
  concord overlap --mems 50 -f tsv a.fasta b.fasta
      where two genomes are equal for 50 letters or more
  concord overlap --matches 50 -k 2 -f tsv genomes.fasta
      where any two of several genomes are equal but for two letters
  concord overlap --mems 50 --both-strands --paf found.paf a.fasta b.fasta
      the same matches, and those of the reverse complements of b
  concord overlap index reads.fastq.gz -o reads.cdx
  concord overlap --overlaps 30 reads.cdx
      an index is made once, and answers every question of this command)";

} // namespace

std::vector<command> add_overlap(CLI::App& program) {
    CLI::App& overlap = *program.add_subcommand(
        "overlap", "Longest exact regions that t of m sequences share; repeats, matches, overlaps");
    overlap.footer(overlap_footer);
    overlap.group("Commands");
    hide_help_flag(overlap);
    const auto arguments = std::make_shared<overlap_arguments>();
    arguments->add_to(overlap);

    CLI::App& index = *overlap.add_subcommand("index", "Make an index of sequences, for any number of questions");
    index.footer("Example:\n  concord overlap index reads.fastq.gz -o reads.cdx");
    hide_help_flag(index);
    const auto index_of = std::make_shared<index_arguments>();
    index_of->add_to(index);
    return {{&index,
             [&overlap, index_of] {
                 check_nothing_else(overlap);
                 return run_overlap_index(*index_of);
             }},
            {&overlap, [arguments] { return run(*arguments); }, true}};
}

} // namespace concord::app
