// Matches, overlaps of ends, common prefixes: what `concord overlap` writes row by row.
#include "commands/other_strand.hpp"
#include "commands/output_files.hpp"
#include "commands/progress_plans.hpp"
#include "formats/fastx_reader.hpp"
#include "formats/place_pairs.hpp"
#include "formats/printable.hpp"
#include "options/input_arguments.hpp"
#include "options/overlap_arguments.hpp"
#include "output/mums_file.hpp"
#include "output/overlap_answers.hpp"
#include "output/rows_part.hpp"
#include "program_facts.hpp"
#include "report/reports.hpp"
#include "runtime/distributed/broadcast_input.hpp"
#include "runtime/distributed/communicator.hpp"
#include "runtime/thread_pool.hpp"

#include <concord/error.hpp>

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <memory>
#include <optional>

namespace concord::app {
namespace {

constexpr std::size_t places_at_once = std::size_t{1} << 18U;
constexpr std::uint64_t rows_between_looks = 65'536; // to check whether a signal asked for the end

/// Columns of two places and more; with both strands the one before the last is B's.
std::vector<stream_column> columns_of_pair(std::vector<stream_column> columns, bool both_strands) {
    if (both_strands) columns.push_back({.title = "strand", .is_strand = true});
    columns.push_back({.title = "length"});
    return columns;
}

json parameters_of(json parameters, bool both_strands) {
    if (both_strands) parameters["both_strands"] = true;
    return parameters;
}

overlap_row_facts facts_of(const overlap_arguments& arguments, const overlap_source& source) {
    const overlap_input input = source.input();
    const bool both = source.both_strands();
    const auto sequence = [&](const char* title) {
        return stream_column{
            .title = title, .sequences = &input.sequences, .name_title = fmt::format("{}_name", title)};
    };
    // Rows of places had no names at first: these stand last, where no program that counts columns misses them.
    const auto with_place = [&](const char* title, std::uint64_t first = 0) {
        stream_column column = sequence(title);
        column.first_sequence = first;
        column.names_last = true;
        return column;
    };
    switch (arguments.query()) {
    case overlap_query::matches:
        return {input, overlap_stream(input,
                                      parameters_of({{"query", arguments.unique ? "mums" : "mems"},
                                                     {"min_length", *arguments.mems},
                                                     {"first", source.sequences_of_a()}},
                                                    both),
                                      "matches",
                                      columns_of_pair({with_place("sequence_a"),
                                                       {.title = "start_a"},
                                                       with_place("sequence_b", source.sequences_of_a()),
                                                       {.title = "start_b"}},
                                                      both))};
    case overlap_query::mismatches:
        return {input, overlap_stream(input,
                                      parameters_of({{"query", "matches"},
                                                     {"min_length", *arguments.matches},
                                                     {"mismatches", arguments.mismatches.value_or(0)}},
                                                    both),
                                      "mismatch_matches",
                                      columns_of_pair({with_place("sequence_a"),
                                                       {.title = "start_a"},
                                                       with_place("sequence_b"),
                                                       {.title = "start_b"},
                                                       {.title = "mismatches"}},
                                                      both))};
    case overlap_query::multi: {
        const multi_match_options options = source.multi_options({});
        return {input,
                overlap_stream(input,
                               parameters_of({{"query", "in_at_least"},
                                              {"support", options.support},
                                              {"max_copies", options.max_copies},
                                              {"min_length", options.min_length}},
                                             both),
                               "multi_matches",
                               columns_of_pair({{.title = "match"}, sequence("sequence"), {.title = "start"}}, both))};
    }
    case overlap_query::ends:
        return {input, overlap_stream(input, {{"query", "overlaps"}, {"min_length", *arguments.overlaps}}, "overlaps",
                                      {sequence("from"), sequence("to"), {.title = "length"}})};
    default:
        return {input, overlap_stream(input, {{"query", "lce"}, {"places", arguments.lce}}, "prefixes",
                                      {with_place("sequence_a"),
                                       {.title = "start_a"},
                                       with_place("sequence_b"),
                                       {.title = "start_b"},
                                       {.title = "length"}})};
    }
}

/// Turns answers into rows: B's sequences are counted from its first one on.
class match_rows {
  public:
    match_rows(const overlap_source& source, bool counts_b)
        : both_(source.both_strands()), first_of_b_(counts_b ? source.sequences_of_a() : 0) {}

    [[nodiscard]] std::span<const std::uint64_t> row_of(const exact_match& match) {
        return pair(match.a, match.b, {}, match.length);
    }
    [[nodiscard]] std::span<const std::uint64_t> row_of(const mismatch_match& match) {
        return pair(match.a, match.b, match.mismatches, match.length);
    }

    /// A place of a match of several sequences.
    [[nodiscard]] std::span<const std::uint64_t> row_of(std::uint64_t number, const overlap_place& at,
                                                        std::uint64_t length) {
        row_ = {number, at.sequence, at.start, both_ ? static_cast<std::uint64_t>(at.on) : length, length};
        return std::span(row_).first(both_ ? 5 : 4);
    }

  private:
    std::span<const std::uint64_t> pair(const overlap_place& a, const overlap_place& b,
                                        std::optional<std::uint64_t> mismatches, std::uint64_t length) {
        row_ = {a.sequence, a.start, b.sequence - first_of_b_, b.start};
        std::size_t cells = 4;
        if (mismatches) row_[cells++] = *mismatches;
        if (both_) row_[cells++] = static_cast<std::uint64_t>(b.on);
        row_[cells++] = length;
        return std::span(row_).first(cells);
    }

    bool both_;
    std::uint64_t first_of_b_;
    std::array<std::uint64_t, 7> row_{};
};

/// Where each row goes.
struct row_takers {
    row_writer* rows = nullptr; ///< null: rank 0 has them
    std::optional<overlap_paf> paf;
    std::optional<mummer_file> mummer;
    formats::byte_sink mumemto;                  ///< may be empty
    std::optional<report::rows_summary> summary; ///< for a page about all of them
    std::uint64_t letters = 0;                   ///< of all rows
};

/// Returns how many rows there are.
std::uint64_t compute(const overlap_arguments& arguments, overlap_source& source, const run_options& run,
                      row_takers& takers) {
    std::uint64_t count = 0;
    const auto add = [&](std::span<const std::uint64_t> row) {
        if (count++ % rows_between_looks == 0) stop_if_interrupted();
        if (takers.rows != nullptr) takers.rows->add(row);
        if (takers.paf) takers.paf->add(row);
        if (takers.mummer) takers.mummer->add(row);
        if (takers.summary) takers.summary->add(row);
        takers.letters += row.back();
    };
    match_rows rows(source, arguments.mems.has_value());
    const auto add_match = [&](const exact_match& match) { add(rows.row_of(match)); };
    if (const auto* const found = source.unique_matches()) {
        std::ranges::for_each(*found, add_match);
        return count;
    }
    const overlap_index& index = source.index(run);
    if (arguments.query() == overlap_query::matches)
        return arguments.unique
                   ? maximal_unique_matches(index, source.sequences_of_a(), *arguments.mems, run, add_match)
                   : maximal_exact_matches(index, source.sequences_of_a(), *arguments.mems, run, add_match);
    if (arguments.query() == overlap_query::multi) {
        const multi_match_options options = source.multi_options(run);
        std::uint64_t number = 0;
        return multi_matches(index, options, [&](const multi_match& match) {
            for (const overlap_place& at : match.places)
                add(rows.row_of(number, at, match.length));
            ++number;
            if (takers.mumemto) takers.mumemto(mumemto_line(match, source.sequences().size(), options.max_copies == 1));
        });
    }
    if (arguments.query() == overlap_query::mismatches)
        return mismatch_matches(index, *arguments.matches, arguments.mismatches.value_or(0), run,
                                [&](const mismatch_match& match) { add(rows.row_of(match)); });
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

/// Whoever compares one strand finds next to nothing in a reverse complement, and may not know why.
void hint_at_other_strand(const overlap_arguments& arguments, const overlap_source& source, const run_options& run,
                          std::uint64_t found) {
    constexpr std::uint64_t little = 20; // a twentieth of the letters: who has more than that has an answer
    const sequence_set& sequences = source.sequences();
    const bool is_of_two = arguments.mems.has_value();
    if (arguments.messages.quiet || source.both_strands() || sequences.alphabet() != alphabet::dna ||
        (!is_of_two && !arguments.matches) || found > sequences.letters() / little)
        return;
    const strand_sample other = matches_on_other_strand(sequences,
                                                        {.first_of_b = is_of_two ? source.sequences_of_a() : 0,
                                                         .min_length = is_of_two ? *arguments.mems : *arguments.matches,
                                                         .mismatches = arguments.mismatches.value_or(0)},
                                                        run);
    if (other.letters <= found) return;
    const bool is_index = overlap_index::is_index_file(arguments.files.front());
    arguments.messages.hint(fmt::format(
        "{} on one strand; the reverse complements of {} have matches of {} or more, the longest of {}: {}",
        found == 0 ? "no match" : fmt::format("matches of {} in all", formats::counted(found, "letter")),
        is_of_two ? "B" : "the others", formats::counted(other.letters, "letter"), formats::grouped(other.longest),
        is_index ? "an index made with --both-strands finds them" : "--both-strands finds them, too"));
}

/// Turns the rows of the blocks into those of the output, without an index; returns how many there are.
std::uint64_t write_merged(const overlap_arguments& arguments, const overlap_source& source, merged_rows& merged,
                           row_writer& rows) {
    std::uint64_t count = 0;
    const auto add = [&](std::span<const std::uint64_t> row) {
        if (count++ % rows_between_looks == 0) stop_if_interrupted();
        rows.add(row);
    };
    match_rows turned(source, arguments.mems.has_value());
    while (const auto content = merged.next()) {
        runtime::byte_reader reader(*content);
        if (arguments.mems)
            for (const exact_match& match : reader.list<exact_match>())
                add(turned.row_of(match));
        else if (arguments.matches)
            for (const mismatch_match& match : reader.list<mismatch_match>())
                add(turned.row_of(match));
        else
            for (const end_overlap& found : reader.list<end_overlap>())
                add(std::array{found.from, found.to, found.length});
    }
    return count;
}

} // namespace

int run_overlap_rows(const overlap_arguments& arguments) {
    row_run work(arguments.output, arguments.side_files(), arguments.messages, plan_of_overlap(arguments));
    const run_options alone = arguments.run.options(work.progress);
    const auto sharing = arguments.is_divided() ? arguments.cluster.make_sharing() : nullptr;
    run_options run = alone;
    run.sharing = sharing.get();
    start_device(run);
    overlap_source source(arguments, run);
    work.measured.reading_is_over();
    work.progress.computing();
    arguments.messages.note(source.note(work.measured.read_seconds()));

    source.prepare(alone); // before the first row is written; on every rank
    overlap_row_facts facts = facts_of(arguments, source);
    if (!arguments.is_divided()) facts.stream.threads = runtime::thread_pool(run).threads();
    row_takers takers;
    if (arguments.cluster.is_part()) {
        row_part part("overlap", *sharing, {{"files", arguments.files}}, arguments.to_json(), work.answer_file());
        static_cast<void>(compute(arguments, source, run, takers));
        return work.end_part(part, source.report(run));
    }
    takers.rows = work.write_rows(facts.stream);
    if (takers.rows != nullptr) {
        if (!arguments.paf.empty()) takers.paf.emplace(facts.stream, work.beside().sink(arguments.paf));
        if (!arguments.mums.empty() && arguments.mems)
            takers.mummer.emplace(facts.stream, source.sequences_of_a(), work.beside().sink(arguments.mums));
        else if (!arguments.mums.empty())
            takers.mumemto = work.beside().sink(arguments.mums);
        if (!arguments.report.empty() || !arguments.multiqc.empty()) takers.summary.emplace(facts);
    }
    std::uint64_t count = compute(arguments, source, run, takers);
    if (takers.mummer) takers.mummer->end();
    if (arguments.is_divided()) count = runtime::broadcast(ranks(), count);
    work.end(source.report(run),
             [&](const run_facts& of_run, side_files& beside) { write_beside(arguments, takers, of_run, beside); });
    if (takers.rows != nullptr) hint_at_other_strand(arguments, source, run, takers.letters);
    return arguments.exit_code && count == 0 ? 1 : 0;
}

int merge_overlap_rows(const std::vector<part>& parts, const output_arguments& output,
                       const message_arguments& messages, bool exit_code) {
    overlap_arguments arguments =
        from_content(parts, [&] { return overlap_arguments::from_json(parts.front().body.at("arguments")); });
    arguments.output = output;
    arguments.messages = messages;
    arguments.check();
    merged_rows merged(parts);
    row_run work(output, {}, messages);
    const overlap_source source(arguments, arguments.run.options(work.progress));
    require_fact(parts, "input", runtime::digest_of(source.sequences()), arguments.files.front());
    work.measured.reading_is_over();
    work.progress.computing();
    const overlap_row_facts facts = facts_of(arguments, source);
    const std::uint64_t count = write_merged(arguments, source, merged, *work.write_rows(facts.stream));
    run_report report;
    report.device = fmt::format("{} shards", parts.size());
    work.end(report, [](const run_facts&, side_files&) {});
    return exit_code && count == 0 ? 1 : 0;
}

} // namespace concord::app
