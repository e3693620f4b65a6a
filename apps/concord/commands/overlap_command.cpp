// concord overlap: what sequences share exactly, by suffix array.
#include "commands/commands.hpp"
#include "invocation.hpp"
#include "options/option_builders.hpp"
#include "options/overlap_arguments.hpp"
#include "options/pair_arguments.hpp"
#include "options/support_argument.hpp"
#include "output/side_files.hpp"
#include "output/support_curve.hpp"

#include "formats/fastx_reader.hpp"
#include "output/overlap_exchange.hpp"
#include "report/overlap_report.hpp"
#include <concord/error.hpp>

#include <algorithm>
#include <fmt/format.h>
#include <memory>

namespace concord::app {
namespace {

/// `write_answer` writes it to the sink in the format that was chosen; what else there is has been written.
template <typename Writer>
void write(const overlap_wishes& wishes, side_files& beside, formats::output_file& out, const Writer& write_answer) {
    const auto finish_answer = [&] {
        write_answer(out.sink());
        out.finish();
    };
    name_all(out, wishes.output.path == "-", beside, finish_answer);
}

void write_occurrences(const std::vector<overlap_place>& places, const sequence_set& sequences, std::uint64_t length,
                       const overlap_wishes& wishes, side_files& beside) {
    beside.write(wishes.occurrences, [&](const formats::byte_sink& sink) {
        write_places(places, sequences, length, occurrence_format_of(wishes.occurrences), sink);
    });
}

void write_beside(const region_answer& answer, const overlap_wishes& wishes, overlap_source& source,
                  side_files& beside) {
    write_occurrences(answer.result.occurrences, source.sequences(), answer.result.best.length, wishes, beside);
    beside.write(wishes.multiqc, [&](const formats::byte_sink& sink) { write_region_multiqc(answer, sink); });
    if (wishes.report.empty()) return;
    const double seconds = std::max(2.0, answer.run.seconds.compute);
    const overlap_index* index = source.has_index() ? &source.index(answer.options.run) : nullptr;
    const report::support_curve curve = region_curve(source.sequences(), index, answer.options, answer.result, seconds);
    beside.write(wishes.report, [&](const formats::byte_sink& sink) {
        report::write_region_report(answer, curve, {invocation(), answer.run}, sink);
    });
}

void write_beside(const repeat_answer& answer, const overlap_wishes& wishes, side_files& beside) {
    write_occurrences(answer.result.occurrences, answer.input.sequences, answer.result.length, wishes, beside);
    beside.write(wishes.multiqc, [&](const formats::byte_sink& sink) { write_repeat_multiqc(answer, sink); });
    beside.write(wishes.report, [&](const formats::byte_sink& sink) {
        report::write_repeat_report(answer, {invocation(), answer.run}, sink);
    });
}

/// Tables name one place only.
bool wants_occurrences(const overlap_wishes& wishes) {
    return !wishes.occurrences.empty() || !wishes.report.empty() || wishes.output.chosen_format() != output_format::tsv;
}

std::uint64_t chosen_support(const std::string& wish, std::uint64_t sequences) {
    return wish.empty() ? std::min<std::uint64_t>(2, sequences) : resolve_support(wish, sequences);
}

int run_region(const overlap_wishes& wishes) {
    measurement measured;
    formats::output_file out(wishes.output.path);
    side_files beside(wishes.side_files());
    progress_line progress = wishes.messages.make_progress_line();
    shared_region_options options;
    options.run = wishes.run.options(progress);
    start_device(options.run);
    overlap_source source(wishes, options.run);
    measured.reading_is_over();
    wishes.messages.note(source.note(measured.read_seconds()));

    options.support = chosen_support(wishes.support, source.sequences().size());
    options.min_length = wishes.min_length.value_or(1);
    options.occurrences = wants_occurrences(wishes);
    options.every_support = wishes.every_support;
    const shared_region_result result = source.has_index() ? longest_shared_region(source.index(options.run), options)
                                                           : longest_shared_region(source.sequences(), options);
    progress.clear();
    stop_if_interrupted();
    measured.computing_is_over(result.run, wishes.messages);
    const region_answer answer{.input = source.input(),
                               .options = options,
                               .result = result,
                               .support_given = wishes.support,
                               .run = measured.facts(result.run)};
    write_beside(answer, wishes, source, beside);
    write(wishes, beside, out, [&](const formats::byte_sink& sink) {
        switch (wishes.output.chosen_format()) {
        case output_format::text:
            return write_region_text(answer, {wishes.output.coloured(), wishes.output.columns()}, sink);
        case output_format::tsv: return write_region_tsv(answer, sink);
        case output_format::json: return write_region_json(answer, sink);
        }
    });
    return wishes.exit_code && !result.found ? 1 : 0;
}

int run_repeat(const overlap_wishes& wishes) {
    measurement measured;
    formats::output_file out(wishes.output.path);
    side_files beside(wishes.side_files());
    progress_line progress = wishes.messages.make_progress_line();
    const run_options run = wishes.run.options(progress);
    start_device(run);
    overlap_source source(wishes, run);
    measured.reading_is_over();
    wishes.messages.note(source.note(measured.read_seconds()));

    const repeat_options options{
        .min_length = wishes.min_length.value_or(1), .occurrences = wants_occurrences(wishes), .run = run};
    const repeat_result result = longest_repeat(source.index(run), options);
    progress.clear();
    stop_if_interrupted();
    const run_report report = source.report(run);
    measured.computing_is_over(report, wishes.messages);
    const repeat_answer answer{
        .input = source.input(), .options = options, .result = result, .run = measured.facts(report)};
    write_beside(answer, wishes, beside);
    write(wishes, beside, out, [&](const formats::byte_sink& sink) {
        switch (wishes.output.chosen_format()) {
        case output_format::text:
            return write_repeat_text(answer, {wishes.output.coloured(), wishes.output.columns()}, sink);
        case output_format::tsv: return write_repeat_tsv(answer, sink);
        case output_format::json: return write_repeat_json(answer, sink);
        }
    });
    return wishes.exit_code && !result.found ? 1 : 0;
}

int run(const overlap_wishes& wishes) {
    wishes.check();
    if (!wishes.is_divided()) {
        if (!ranks().is_root()) return 0;
        note_one_rank(wishes.messages);
    }
    switch (wishes.query()) {
    case overlap_query::region: return run_region(wishes);
    case overlap_query::repeat: return run_repeat(wishes);
    default: return run_overlap_rows(wishes);
    }
}

/// Of the words before `index`, nothing would be done.
void check_nothing_else(const CLI::App& overlap) {
    for (const CLI::Option* option : overlap.get_options())
        if (option->count() > 0)
            throw error(error_code::usage,
                        fmt::format("{} stands before 'index', which takes its own options and files behind it (a file "
                                    "of that name is ./index)",
                                    option->get_name(option->get_positional())));
}

constexpr const char* footer =
    R"(Letters match where they are equal; a DNA letter outside A, C, G, T/U matches nothing. Sequences are counted
from 0, with --mems those of A and of B each. Coordinates are 0-based, half open.

Examples:
  concord overlap -t 27 --occurrences sites.bed genomes.fasta
      the longest region that all 27 genomes hold, and everywhere it stands
  concord overlap --every-support -f tsv genomes.fasta
      how it shrinks from 2 genomes to all
  concord overlap --mems 50 -f tsv a.fasta b.fasta
      where two genomes are equal for 50 letters or more
  concord overlap index reads.fastq.gz -o reads.cdx
  concord overlap --overlaps 30 reads.cdx
      an index is made once, and answers every question of this command)";

} // namespace

std::vector<command> add_overlap(CLI::App& program) {
    CLI::App& overlap = *program.add_subcommand(
        "overlap", "Longest exact regions that t of m sequences share; repeats, matches, overlaps");
    overlap.footer(footer);
    overlap.group("Commands");
    hide_help_flag(overlap);
    const auto wishes = std::make_shared<overlap_wishes>();
    wishes->add_to(overlap);

    CLI::App& index = *overlap.add_subcommand("index", "Make an index of sequences, for any number of questions");
    index.footer("Example:\n  concord overlap index reads.fastq.gz -o reads.cdx");
    hide_help_flag(index);
    const auto index_of = std::make_shared<index_wishes>();
    index_of->add_to(index);
    return {{&index,
             [&overlap, index_of] {
                 check_nothing_else(overlap);
                 return run_overlap_index(*index_of);
             }},
            {&overlap, [wishes] { return run(*wishes); }, true}};
}

} // namespace concord::app
