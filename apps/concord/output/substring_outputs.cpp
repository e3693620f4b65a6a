#include "output/substring_outputs.hpp"

#include "invocation.hpp"
#include "output/support_curve.hpp"

#include "report/substring_report.hpp"

#include <algorithm>

namespace concord::app {

substring_outputs::substring_outputs(const std::string& path, const substring_files& files)
    : answer(path), paths(files), beside(files.all()) {}

/// What the report tells besides the answer takes about as long again as the answer did.
void substring_outputs::write_report(const substring_answer& answered, const run_facts& facts) {
    if (paths.report.empty()) return;
    const double seconds = std::max(2.0, facts.seconds.compute);
    const report::support_curve curve = substring_curve(answered.sequences, answered.options, answered.result, seconds);
    beside.write(paths.report, [&](const formats::byte_sink& sink) {
        report::write_substring_report(answered, curve, {invocation(), facts}, sink);
    });
}

void substring_outputs::write(const substring_answer& answered, const run_facts& facts, const output_wishes& wishes) {
    // What goes to files first: whatever fails there, nothing has been printed.
    write_report(answered, facts);
    beside.write(paths.occurrences, [&](const formats::byte_sink& sink) {
        write_occurrences(answered, occurrence_format_of(paths.occurrences), sink);
    });
    beside.write(paths.per_sequence, [&](const formats::byte_sink& sink) { write_per_sequence_tsv(answered, sink); });
    beside.write(paths.motif, [&](const formats::byte_sink& sink) { write_substring_motif(answered, sink); });
    beside.write(paths.multiqc, [&](const formats::byte_sink& sink) { write_substring_multiqc(answered, sink); });
    const auto write_answer = [&] {
        switch (wishes.chosen_format()) {
        case output_format::text:
            write_substring_text(answered, {wishes.coloured(), wishes.columns()}, answer.sink());
            break;
        case output_format::tsv: write_substring_tsv(answered, answer.sink()); break;
        case output_format::json: write_substring_json(answered, answer.sink()); break;
        }
        answer.finish();
    };
    name_all(answer, wishes.path == "-", beside, write_answer);
}

} // namespace concord::app
