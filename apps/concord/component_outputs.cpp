#include "component_outputs.hpp"

#include "interruption.hpp"

namespace concord::app {

component_outputs::component_outputs(const std::string& path, const io::component_part_wishes& files) : answer(path) {
    if (!files.mask.empty()) mask.emplace(files.mask);
    if (!files.picture.empty()) picture.emplace(files.picture);
}

void component_outputs::write(const io::component_answer& answered, const output_wishes& wishes) {
    // What goes to files first: whatever fails there, nothing has been printed.
    if (mask) {
        io::write_component_mask(answered, mask->sink());
        mask->finish();
    }
    if (picture) {
        io::write_component_picture(answered, picture->sink());
        picture->finish();
    }
    const auto write_answer = [&] {
        switch (wishes.chosen_format()) {
        case output_format::text:
            io::write_component_text(answered, {wishes.coloured(), wishes.columns()}, answer.sink());
            break;
        case output_format::tsv: io::write_component_tsv(answered, answer.sink()); break;
        case output_format::json: io::write_component_json(answered, answer.sink()); break;
        }
        answer.finish();
    };
    const bool prints = wishes.path == "-";
    if (!prints) write_answer();
    stop_if_interrupted();
    if (mask) mask->commit();
    if (picture) picture->commit();
    if (prints) write_answer();
    answer.commit();
}

} // namespace concord::app
