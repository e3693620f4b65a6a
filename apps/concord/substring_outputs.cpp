#include "substring_outputs.hpp"

namespace concord::app {

substring_outputs::substring_outputs(const std::string& path, const io::substring_part_wishes& files)
    : answer(path), paths(files) {
    if (!paths.occurrences.empty()) occurrences.emplace(paths.occurrences);
    if (!paths.per_sequence.empty()) per_sequence.emplace(paths.per_sequence);
}

void substring_outputs::write(const io::substring_answer& answered, const output_wishes& wishes) {
    // What goes to files first: whatever fails there, nothing has been printed.
    if (occurrences) {
        io::write_occurrences(answered, io::occurrence_format_of(paths.occurrences), occurrences->sink());
        occurrences->finish();
    }
    if (per_sequence) {
        io::write_per_sequence_tsv(answered, per_sequence->sink());
        per_sequence->finish();
    }
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
    const bool prints = wishes.path == "-";
    if (!prints) write_answer();
    stop_if_interrupted();
    if (occurrences) occurrences->commit();
    if (per_sequence) per_sequence->commit();
    if (prints) write_answer();
    answer.commit();
}

} // namespace concord::app
