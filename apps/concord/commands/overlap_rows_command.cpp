// Matches, overlaps of ends, common prefixes: what `concord overlap` writes row by row; and the making of an index.
#include "invocation.hpp"
#include "options/overlap_arguments.hpp"
#include "options/pair_arguments.hpp"
#include "output/row_parts.hpp"
#include "output/side_files.hpp"
#include "terminal.hpp"

#include "formats/fastx_reader.hpp"
#include "output/overlap_exchange.hpp"
#include "output/overlap_rows.hpp"
#include "output/place_pairs.hpp"
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

row_facts facts_of(const overlap_wishes& wishes, const overlap_source& source) {
    row_facts facts{.input = source.input(), .parameters = {}, .name = {}, .columns = {}, .names_in_table = false};
    switch (wishes.query()) {
    case overlap_query::matches:
        facts.name = "matches";
        facts.parameters = {{"query", "mems"}, {"min_length", *wishes.mems}, {"first", source.sequences_of_a()}};
        facts.columns = {
            {"sequence_a", true}, {"start_a"}, {"sequence_b", true, source.sequences_of_a()}, {"start_b"}, {"length"}};
        break;
    case overlap_query::ends:
        facts.name = "overlaps";
        facts.parameters = {{"query", "overlaps"}, {"min_length", *wishes.overlaps}};
        facts.columns = {{"from", true}, {"to", true}, {"length"}};
        facts.names_in_table = true;
        break;
    default:
        facts.name = "prefixes";
        facts.parameters = {{"query", "lce"}, {"places", wishes.lce}};
        facts.columns = {{"sequence_a", true}, {"start_a"}, {"sequence_b", true}, {"start_b"}, {"length"}};
    }
    return facts;
}

std::unique_ptr<overlap_rows> make_rows(const output_wishes& wishes, const row_facts& facts,
                                        formats::output_file& out) {
    switch (wishes.chosen_format()) {
    case output_format::text: return make_text_overlap_rows(facts, {wishes.coloured(), wishes.columns()}, out.sink());
    case output_format::tsv: return make_tsv_overlap_rows(facts, out.sink());
    case output_format::json: return make_json_overlap_rows(facts, out.sink());
    }
    return nullptr;
}

/// Where each row goes.
struct row_takers {
    overlap_rows* rows = nullptr; ///< or nowhere: others have them
    std::optional<overlap_paf> paf;
    std::optional<report::rows_summary> summary; ///< for what is told of all of them
};

/// Answers how many rows there are.
std::uint64_t compute(const overlap_wishes& wishes, overlap_source& source, const run_options& run,
                      row_takers& takers) {
    std::uint64_t count = 0;
    const auto add = [&](std::span<const std::uint64_t> row) {
        if (count++ % rows_between_looks == 0) stop_if_interrupted();
        if (takers.rows != nullptr) takers.rows->add(row);
        if (takers.paf) takers.paf->add(row);
        if (takers.summary) takers.summary->add(row);
    };
    const overlap_index& index = source.index(run);
    if (wishes.query() == overlap_query::matches) {
        const std::uint64_t first = source.sequences_of_a();
        return maximal_exact_matches(index, first, *wishes.mems, run, [&](const exact_match& match) {
            add(std::array{match.a.sequence, match.a.start, match.b.sequence - first, match.b.start, match.length});
        });
    }
    if (wishes.query() == overlap_query::ends)
        return suffix_prefix_overlaps(index, *wishes.overlaps, run, [&](const end_overlap& found) {
            add(std::array{found.from, found.to, found.length});
        });
    place_pair_reader reader(wishes.lce, source.sequences(), reading(run));
    std::vector<std::uint64_t> lengths;
    for (std::vector<place_pair> pairs; !(pairs = reader.next(places_at_once)).empty();) {
        lengths.resize(pairs.size());
        common_prefixes(index, pairs, lengths, run);
        for (std::size_t i = 0; i < pairs.size(); ++i)
            add(std::array{pairs[i].a.sequence, pairs[i].a.start, pairs[i].b.sequence, pairs[i].b.start, lengths[i]});
    }
    return count;
}

void write_beside(const overlap_wishes& wishes, const row_takers& takers, const run_facts& facts, side_files& beside) {
    if (!takers.summary) return;
    const report::rows_summary& summary = *takers.summary;
    beside.write(wishes.multiqc, [&](const formats::byte_sink& sink) {
        write_rows_multiqc(summary.facts(), summary.count(), summary.longest(), sink);
    });
    beside.write(wishes.report, [&](const formats::byte_sink& sink) {
        report::write_rows_report(summary, {invocation(), facts}, sink);
    });
}

/// Rows as they lie in blocks become rows as they are told, without an index.
std::uint64_t tell_merged(const overlap_wishes& wishes, const overlap_source& source, merged_rows& merged,
                          overlap_rows& rows) {
    std::uint64_t count = 0;
    const auto add = [&](std::span<const std::uint64_t> row) {
        if (count++ % rows_between_looks == 0) stop_if_interrupted();
        rows.add(row);
    };
    const std::uint64_t first = wishes.mems ? source.sequences_of_a() : 0;
    while (const auto content = merged.next()) {
        runtime::byte_reader reader(*content);
        if (wishes.mems)
            for (const exact_match& match : reader.list<exact_match>())
                add(std::array{match.a.sequence, match.a.start, match.b.sequence - first, match.b.start, match.length});
        else
            for (const end_overlap& found : reader.list<end_overlap>())
                add(std::array{found.from, found.to, found.length});
    }
    return count;
}

} // namespace

int run_overlap_rows(const overlap_wishes& wishes) {
    measurement measured;
    std::optional<formats::output_file> out;
    std::optional<side_files> beside;
    if (ranks().is_root()) {
        out.emplace(wishes.output.path);
        beside.emplace(wishes.side_files());
    }
    // Rows come while the work goes on: on one terminal the two would stand in each other's way.
    const bool rows_fill_terminal = wishes.output.path == "-" && stdout_is_terminal();
    progress_line progress = rows_fill_terminal ? progress_line(false, false) : wishes.messages.make_progress_line();
    const run_options alone = wishes.run.options(progress);
    const auto sharing = wishes.is_divided() ? wishes.cluster.make_sharing() : nullptr;
    run_options run = alone;
    run.sharing = sharing.get();
    start_device(run);
    overlap_source source(wishes, run);
    measured.reading_is_over();
    wishes.messages.note(source.note(measured.read_seconds()));

    static_cast<void>(source.index(alone)); // before the first row, which promises a whole; on every rank
    const row_facts facts = facts_of(wishes, source);
    row_takers takers;
    if (wishes.cluster.is_part()) {
        row_part part("overlap", *sharing, {{"files", wishes.files}}, wishes.told(), out ? &*out : nullptr);
        static_cast<void>(compute(wishes, source, run, takers));
        progress.clear();
        stop_if_interrupted();
        measured.computing_is_over(source.report(run), wishes.messages);
        part.finish();
        if (out) out->commit();
        return 0;
    }
    std::unique_ptr<overlap_rows> rows;
    if (out) {
        rows = make_rows(wishes.output, facts, *out);
        takers.rows = rows.get();
        if (!wishes.paf.empty()) takers.paf.emplace(facts, beside->sink(wishes.paf));
        if (!wishes.report.empty() || !wishes.multiqc.empty()) takers.summary.emplace(facts);
    }
    std::uint64_t count = compute(wishes, source, run, takers);
    progress.clear();
    stop_if_interrupted();
    if (wishes.is_divided()) count = runtime::broadcast(ranks(), count);
    if (out) {
        const run_report report = source.report(run);
        measured.computing_is_over(report, wishes.messages);
        rows->end(measured.facts(report));
        write_beside(wishes, takers, measured.facts(report), *beside);
        out->finish();
        beside->commit();
        out->commit();
    }
    return wishes.exit_code && count == 0 ? 1 : 0;
}

int merge_overlap_rows(const std::vector<part>& parts, const output_wishes& output, const message_wishes& messages,
                       bool exit_code) {
    measurement measured;
    overlap_wishes wishes = overlap_wishes::of_told(parts.front().body["wishes"]);
    wishes.output = output;
    wishes.messages = messages;
    wishes.check();
    merged_rows merged(parts);
    formats::output_file out(output.path);
    progress_line progress(false, false);
    const overlap_source source(wishes, wishes.run.options(progress));
    require_fact(parts, "input", runtime::digest_of(source.sequences()), wishes.files.front());
    measured.reading_is_over();
    const row_facts facts = facts_of(wishes, source);
    const std::unique_ptr<overlap_rows> rows = make_rows(output, facts, out);
    const std::uint64_t count = tell_merged(wishes, source, merged, *rows);
    run_report report;
    report.device = fmt::format("{} shards", parts.size());
    measured.computing_is_over(report, messages);
    rows->end(measured.facts(report));
    out.finish();
    stop_if_interrupted();
    out.commit();
    return exit_code && count == 0 ? 1 : 0;
}

int run_overlap_index(const index_wishes& wishes) {
    measurement measured;
    if (wishes.path == "-") throw error(error_code::usage, "an index is mapped into memory: --output must be a file");
    check_places(wishes.files, {wishes.path});
    if (wishes.path.ends_with(".gz"))
        throw error(error_code::usage, "an index is mapped into memory: --output cannot be compressed");
    formats::output_file out(wishes.path);
    progress_line progress = wishes.messages.make_progress_line();
    const run_options run = wishes.run.options(progress);
    start_device(run);
    const sequence_set sequences = formats::read_sequences(wishes.files, alphabet_of(wishes.letters), reading(run));
    measured.reading_is_over();
    wishes.messages.note(fmt::format("read {} sequences, {} letters ({}) in {:.3f} s", sequences.size(),
                                     sequences.letters(), to_string(sequences.alphabet()), measured.read_seconds()));
    const overlap_index index = overlap_index::build(sequences, run);
    progress.clear();
    stop_if_interrupted();
    index.write([&out](std::span<const std::byte> bytes) {
        stop_if_interrupted();
        out.write({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    });
    out.commit();
    measured.computing_is_over(index.run(), wishes.messages);
    return 0;
}

} // namespace concord::app
