#include "commands/output_files.hpp"

#include "commands/support_curve.hpp"
#include "output/exporters/exporter.hpp"
#include "program_facts.hpp"
#include "report/reports.hpp"
#include "terminal.hpp"

#include <algorithm>

namespace concord::app {

side_files::side_files(const std::vector<std::string>& paths) {
    for (const std::string& path : paths)
        if (!path.empty()) files_.try_emplace(path, path);
}

void side_files::write(const std::string& path, const std::function<void(const formats::byte_sink&)>& writer) {
    const auto file = files_.find(path);
    if (file == files_.end()) return;
    writer(file->second.sink());
    file->second.finish();
}

formats::byte_sink side_files::sink(const std::string& path) {
    const auto file = files_.find(path);
    return file == files_.end() ? [](std::string_view /*bytes*/) {} : file->second.sink();
}

void side_files::finish() {
    for (auto& [path, file] : files_)
        file.finish();
}

void side_files::commit() {
    for (auto& [path, file] : files_)
        file.commit();
}

void output_files::finish(const answer& found, const output_arguments& wanted) {
    const bool is_printed = wanted.path == "-";
    const auto write_answer = [&] {
        wanted.chosen_format().write(found, wanted.style(), answer_file.sink());
        answer_file.finish();
    };
    if (!is_printed) write_answer();
    stop_if_interrupted();
    beside.commit();
    wipe_progress();
    if (is_printed) write_answer();
    answer_file.commit();
}

row_run::row_run(const output_arguments& output, const std::vector<std::string>& beside_paths,
                 const message_arguments& messages, progress_plan plan)
    // Rows come while the work goes on: on one terminal the two would overwrite each other.
    : progress(output.path == "-" && stdout_is_terminal() ? progress_bar(false, false, {})
                                                          : messages.make_progress_bar(std::move(plan))),
      output_(output), messages_(messages) {
    if (!ranks().is_root()) return;
    out_.emplace(output.path);
    beside_.emplace(beside_paths);
    if (beside_->asked_for()) out_->outlive_reader(); // what is written beside the rows does not depend on their reader
}

row_writer* row_run::write_rows(const row_stream& stream) {
    if (out_) rows_ = output_.chosen_format().write_rows(stream, output_.style(), out_->sink());
    return rows_.get();
}

int row_run::end_part(row_part& part, const run_report& report) {
    progress.writing();
    measured.computing_is_over(report, messages_);
    part.finish();
    stop_if_interrupted();
    if (out_) out_->commit();
    return 0;
}

void row_run::end(const run_report& report, const std::function<void(const run_facts&, side_files&)>& write_beside) {
    progress.writing();
    stop_if_interrupted();
    measured.computing_is_over(report, messages_);
    if (!out_) return;
    const run_facts facts = measured.facts(report);
    if (rows_) rows_->end(facts);
    write_beside(facts, *beside_);
    out_->finish();
    stop_if_interrupted();
    beside_->commit();
    out_->commit();
}

void write_all(const substring_answer& found, const substring_files& paths, const output_arguments& wanted,
               output_files& out) {
    // Side files first: if one of them fails, nothing has been printed.
    if (!paths.report.empty()) {
        // What the report shows besides the answer may take about as long again as the answer did.
        const double seconds = std::max(2.0, found.seconds.compute);
        const report::support_curve curve = substring_curve(found.sequences, found.options, found.result, seconds);
        out.beside.write(paths.report, [&](const formats::byte_sink& sink) {
            report::write_substring_report(found, curve, {invocation(), found.run()}, sink);
        });
    }
    out.beside.write(paths.occurrences, [&](const formats::byte_sink& sink) {
        write_occurrences(found, formats::occurrence_format_of(paths.occurrences), sink);
    });
    out.beside.write(paths.per_sequence, [&](const formats::byte_sink& sink) { write_per_sequence_tsv(found, sink); });
    write_prefix_tables(found, {paths.max_lcp, paths.length_stat, paths.table_of}, out.beside.sink(paths.max_lcp),
                        out.beside.sink(paths.length_stat));
    out.beside.write(paths.motif, [&](const formats::byte_sink& sink) { write_substring_motif(found, sink); });
    out.beside.write(paths.multiqc, [&](const formats::byte_sink& sink) { write_substring_multiqc(found, sink); });
    out.finish(described(found), wanted);
}

void write_all(const component_answer& found, const component_files& paths, const output_arguments& wanted,
               output_files& out) {
    out.beside.write(paths.mask, [&](const formats::byte_sink& sink) { write_component_mask(found, sink); });
    out.beside.write(paths.picture, [&](const formats::byte_sink& sink) { write_component_picture(found, sink); });
    out.beside.write(paths.report, [&](const formats::byte_sink& sink) {
        report::write_component_report(found, {invocation(), found.run}, sink);
    });
    out.finish(described(found), wanted);
}

} // namespace concord::app
