#include "output/component_outputs.hpp"

#include "invocation.hpp"

#include "report/component_report.hpp"

namespace concord::app {

component_outputs::component_outputs(const std::string& path, const component_files& files)
    : answer(path), paths(files), beside(files.all()) {}

void component_outputs::write(const component_answer& answered, const output_wishes& wishes) {
    // What goes to files first: whatever fails there, nothing has been printed.
    beside.write(paths.mask, [&](const formats::byte_sink& sink) { write_component_mask(answered, sink); });
    beside.write(paths.picture, [&](const formats::byte_sink& sink) { write_component_picture(answered, sink); });
    beside.write(paths.report, [&](const formats::byte_sink& sink) {
        report::write_component_report(answered, {invocation(), answered.run}, sink);
    });
    const auto write_answer = [&] {
        switch (wishes.chosen_format()) {
        case output_format::text:
            write_component_text(answered, {wishes.coloured(), wishes.columns()}, answer.sink());
            break;
        case output_format::tsv: write_component_tsv(answered, answer.sink()); break;
        case output_format::json: write_component_json(answered, answer.sink()); break;
        }
        answer.finish();
    };
    name_all(answer, wishes.path == "-", beside, write_answer);
}

} // namespace concord::app
