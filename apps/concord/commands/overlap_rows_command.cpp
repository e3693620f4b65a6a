// Matches, overlaps of ends, common prefixes: what `concord overlap` writes row by row; and the making of an index.
#include "commands/output_files.hpp"
#include "options/overlap_arguments.hpp"
#include "options/pair_arguments.hpp"
#include "output/rows_part.hpp"
#include "program_facts.hpp"
#include "terminal.hpp"

#include "formats/fastx_reader.hpp"
#include "formats/place_pairs.hpp"
#include "output/overlap_answers.hpp"
#include "report/overlap_report.hpp"
#include "runtime/distributed/broadcast_input.hpp"
#include "runtime/distributed/communicator.hpp"
#include <concord/error.hpp>

#include <array>
#include <fmt/format.h>
#include <memory>
#include <optional>

namespace concord::app {
namespace {

constexpr std::size_t places_at_once = std::size_t{1} << 18U;
constexpr std::uint64_t rows_between_looks = 65'536; // at whether a signal asked for the end

overlap_row_facts facts_of(const overlap_arguments& arguments, const overlap_source& source) {
    const overlap_input input = source.input();
    const auto sequence = [&](const char* title, bool named = false, std::uint64_t first = 0) {
        stream_column column{.title = title, .sequences = &input.sequences, .first_sequence = first};
        if (named) column.name_title = column.title + "_name";
        return column;
    };
    switch (arguments.query()) {
    case overlap_query::matches:
        return {input,
                overlap_stream(input,
                               {{"query", "mems"}, {"min_length", *arguments.mems}, {"first", source.sequences_of_a()}},
                               "matches",
                               {sequence("sequence_a"),
                                {.title = "start_a"},
                                sequence("sequence_b", false, source.sequences_of_a()),
                                {.title = "start_b"},
                                {.title = "length"}})};
    case overlap_query::ends:
        return {input, overlap_stream(input, {{"query", "overlaps"}, {"min_length", *arguments.overlaps}}, "overlaps",
                                      {sequence("from", true), sequence("to", true), {.title = "length"}})};
    default:
        return {input, overlap_stream(input, {{"query", "lce"}, {"places", arguments.lce}}, "prefixes",
                                      {sequence("sequence_a"),
                                       {.title = "start_a"},
                                       sequence("sequence_b"),
                                       {.title = "start_b"},
                                       {.title = "length"}})};
    }
}

/// Where each row goes.
struct row_takers {
    row_writer* rows = nullptr; ///< or nowhere: others have them
    std::optional<overlap_paf> paf;
    std::optional<report::rows_summary> summary; ///< for what is told of all of them
};

/// Answers how many rows there are.
std::uint64_t compute(const overlap_arguments& arguments, overlap_source& source, const run_options& run,
                      row_takers& takers) {
    std::uint64_t count = 0;
    const auto add = [&](std::span<const std::uint64_t> row) {
        if (count++ % rows_between_looks == 0) stop_if_interrupted();
        if (takers.rows != nullptr) takers.rows->add(row);
        if (takers.paf) takers.paf->add(row);
        if (takers.summary) takers.summary->add(row);
    };
    const overlap_index& index = source.index(run);
    if (arguments.query() == overlap_query::matches) {
        const std::uint64_t first = source.sequences_of_a();
        return maximal_exact_matches(index, first, *arguments.mems, run, [&](const exact_match& match) {
            add(std::array{match.a.sequence, match.a.start, match.b.sequence - first, match.b.start, match.length});
        });
    }
    if (arguments.query() == overlap_query::ends)
        return suffix_prefix_overlaps(index, *arguments.overlaps, run, [&](const end_overlap& found) {
            add(std::array{found.from, found.to, found.length});
        });
    formats::place_pair_reader reader(arguments.lce, source.sequences(), reading(run));
    std::vector<std::uint64_t> lengths;
    for (std::vector<place_pair> pairs; !(pairs = reader.next(places_at_once)).empty();) {
        lengths.resize(pairs.size());
        common_prefixes(index, pairs, lengths, run);
        for (std::size_t i = 0; i < pairs.size(); ++i)
            add(std::array{pairs[i].a.sequence, pairs[i].a.start, pairs[i].b.sequence, pairs[i].b.start, lengths[i]});
    }
    return count;
}

void write_beside(const overlap_arguments& arguments, const row_takers& takers, const run_facts& facts,
                  side_files& beside) {
    if (!takers.summary) return;
    const report::rows_summary& summary = *takers.summary;
    beside.write(arguments.multiqc, [&](const formats::byte_sink& sink) {
        write_rows_multiqc(summary.facts().input, summary.facts().stream.list_name, summary.count(), summary.longest(),
                           sink);
    });
    beside.write(arguments.report, [&](const formats::byte_sink& sink) {
        report::write_rows_report(summary, {invocation(), facts}, sink);
    });
}

/// Rows as they lie in blocks become rows as they are told, without an index.
std::uint64_t tell_merged(const overlap_arguments& arguments, const overlap_source& source, merged_rows& merged,
                          row_writer& rows) {
    std::uint64_t count = 0;
    const auto add = [&](std::span<const std::uint64_t> row) {
        if (count++ % rows_between_looks == 0) stop_if_interrupted();
        rows.add(row);
    };
    const std::uint64_t first = arguments.mems ? source.sequences_of_a() : 0;
    while (const auto content = merged.next()) {
        runtime::byte_reader reader(*content);
        if (arguments.mems)
            for (const exact_match& match : reader.list<exact_match>())
                add(std::array{match.a.sequence, match.a.start, match.b.sequence - first, match.b.start, match.length});
        else
            for (const end_overlap& found : reader.list<end_overlap>())
                add(std::array{found.from, found.to, found.length});
    }
    return count;
}

} // namespace

int run_overlap_rows(const overlap_arguments& arguments) {
    measurement measured;
    std::optional<formats::output_file> out;
    std::optional<side_files> beside;
    if (ranks().is_root()) {
        out.emplace(arguments.output.path);
        beside.emplace(arguments.side_files());
    }
    // Rows come while the work goes on: on one terminal the two would stand in each other's way.
    const bool rows_fill_terminal = arguments.output.path == "-" && stdout_is_terminal();
    progress_line progress = rows_fill_terminal ? progress_line(false, false) : arguments.messages.make_progress_line();
    const run_options alone = arguments.run.options(progress);
    const auto sharing = arguments.is_divided() ? arguments.cluster.make_sharing() : nullptr;
    run_options run = alone;
    run.sharing = sharing.get();
    start_device(run);
    overlap_source source(arguments, run);
    measured.reading_is_over();
    arguments.messages.note(source.note(measured.read_seconds()));

    static_cast<void>(source.index(alone)); // before the first row, which promises a whole; on every rank
    const overlap_row_facts facts = facts_of(arguments, source);
    row_takers takers;
    if (arguments.cluster.is_part()) {
        row_part part("overlap", *sharing, {{"files", arguments.files}}, arguments.to_json(), out ? &*out : nullptr);
        static_cast<void>(compute(arguments, source, run, takers));
        progress.clear();
        stop_if_interrupted();
        measured.computing_is_over(source.report(run), arguments.messages);
        part.finish();
        if (out) out->commit();
        return 0;
    }
    std::unique_ptr<row_writer> rows;
    if (out) {
        rows = arguments.output.chosen_format().write_rows(facts.stream, arguments.output.style(), out->sink());
        takers.rows = rows.get();
        if (!arguments.paf.empty()) takers.paf.emplace(facts.stream, beside->sink(arguments.paf));
        if (!arguments.report.empty() || !arguments.multiqc.empty()) takers.summary.emplace(facts);
    }
    std::uint64_t count = compute(arguments, source, run, takers);
    progress.clear();
    stop_if_interrupted();
    if (arguments.is_divided()) count = runtime::broadcast(ranks(), count);
    if (out) {
        const run_report report = source.report(run);
        measured.computing_is_over(report, arguments.messages);
        rows->end(measured.facts(report));
        write_beside(arguments, takers, measured.facts(report), *beside);
        out->finish();
        beside->commit();
        out->commit();
    }
    return arguments.exit_code && count == 0 ? 1 : 0;
}

int merge_overlap_rows(const std::vector<part>& parts, const output_arguments& output,
                       const message_arguments& messages, bool exit_code) {
    measurement measured;
    overlap_arguments arguments = overlap_arguments::from_json(parts.front().body["arguments"]);
    arguments.output = output;
    arguments.messages = messages;
    arguments.check();
    merged_rows merged(parts);
    formats::output_file out(output.path);
    progress_line progress(false, false);
    const overlap_source source(arguments, arguments.run.options(progress));
    require_fact(parts, "input", runtime::digest_of(source.sequences()), arguments.files.front());
    measured.reading_is_over();
    const overlap_row_facts facts = facts_of(arguments, source);
    const std::unique_ptr<row_writer> rows =
        output.chosen_format().write_rows(facts.stream, output.style(), out.sink());
    const std::uint64_t count = tell_merged(arguments, source, merged, *rows);
    run_report report;
    report.device = fmt::format("{} shards", parts.size());
    measured.computing_is_over(report, messages);
    rows->end(measured.facts(report));
    out.finish();
    stop_if_interrupted();
    out.commit();
    return exit_code && count == 0 ? 1 : 0;
}

int run_overlap_index(const index_arguments& arguments) {
    measurement measured;
    if (arguments.path == "-")
        throw error(error_code::usage, "an index is mapped into memory: --output must be a file");
    check_places(arguments.files, {arguments.path});
    if (arguments.path.ends_with(".gz"))
        throw error(error_code::usage, "an index is mapped into memory: --output cannot be compressed");
    formats::output_file out(arguments.path);
    progress_line progress = arguments.messages.make_progress_line();
    const run_options run = arguments.run.options(progress);
    start_device(run);
    const sequence_set sequences =
        concord::read_sequences(arguments.files, alphabet_of(arguments.letters), reading(run));
    measured.reading_is_over();
    arguments.messages.note(fmt::format("read {} sequences, {} letters ({}) in {:.3f} s", sequences.size(),
                                        sequences.letters(), to_string(sequences.alphabet()), measured.read_seconds()));
    const overlap_index index = overlap_index::build(sequences, run);
    progress.clear();
    stop_if_interrupted();
    index.write([&out](std::span<const std::byte> bytes) {
        stop_if_interrupted();
        out.write({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    });
    out.commit();
    measured.computing_is_over(index.run(), arguments.messages);
    return 0;
}

} // namespace concord::app
