#include "substring_outputs.hpp"

#include "invocation.hpp"
#include "support_curve.hpp"

#include <io/report/substring_report.hpp>

#include <algorithm>

namespace concord::app {

substring_outputs::substring_outputs(const std::string& path, const substring_files& files)
    : answer(path), paths(files), beside(files.all()) {}

/// What the report tells besides the answer takes about as long again as the answer did.
void substring_outputs::write_report(const io::substring_answer& answered, const io::run_facts& facts) {
    if (paths.report.empty()) return;
    const double seconds = std::max(2.0, facts.seconds.compute);
    const io::report::support_curve curve =
        substring_curve(answered.sequences, answered.options, answered.result, seconds);
    beside.write(paths.report, [&](const io::byte_sink& sink) {
        io::report::write_substring_report(answered, curve, {invocation(), facts}, sink);
    });
}

void substring_outputs::write(const io::substring_answer& answered, const io::run_facts& facts,
                              const output_wishes& wishes) {
    // What goes to files first: whatever fails there, nothing has been printed.
    write_report(answered, facts);
    beside.write(paths.occurrences, [&](const io::byte_sink& sink) {
        io::write_occurrences(answered, io::occurrence_format_of(paths.occurrences), sink);
    });
    beside.write(paths.per_sequence, [&](const io::byte_sink& sink) { io::write_per_sequence_tsv(answered, sink); });
    beside.write(paths.motif, [&](const io::byte_sink& sink) { io::write_substring_motif(answered, sink); });
    beside.write(paths.multiqc, [&](const io::byte_sink& sink) { io::write_substring_multiqc(answered, sink); });
    const auto write_answer = [&] {
        switch (wishes.chosen_format()) {
        case output_format::text:
            io::write_substring_text(answered, {wishes.coloured(), wishes.columns()}, answer.sink());
            break;
        case output_format::tsv: io::write_substring_tsv(answered, answer.sink()); break;
        case output_format::json: io::write_substring_json(answered, answer.sink()); break;
        }
        answer.finish();
    };
    name_all(answer, wishes.path == "-", beside, write_answer);
}

} // namespace concord::app
