#include "commands/output_files.hpp"

#include "commands/support_curve.hpp"
#include "output/exporters/exporter.hpp"
#include "program_facts.hpp"
#include "report/reports.hpp"

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
    if (is_printed) write_answer();
    answer_file.commit();
}

void write_all(const substring_answer& found, const substring_files& paths, const output_arguments& wanted,
               output_files& out) {
    // What goes to files first: whatever fails there, nothing has been printed.
    if (!paths.report.empty()) {
        // What the report tells besides the answer takes about as long again as the answer did.
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
