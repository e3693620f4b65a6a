// concord distance --find: where patterns occur in texts.
#include "commands/output_files.hpp"
#include "formats/sequence_lists.hpp"
#include "options/distance_arguments.hpp"
#include "output/pair_answers.hpp"
#include "program_facts.hpp"
#include "terminal.hpp"

#include <fmt/format.h>
#include <vector>

namespace concord::app {

int run_find(const distance_arguments& arguments) {
    measurement measured;
    note_one_rank(arguments.messages);
    output_files out(arguments.output.path, {});
    progress_line progress = arguments.messages.make_progress_line();
    find_options options;
    options.max_edits = arguments.max_distance.value_or(0);
    options.both_strands = arguments.both_strands;
    options.iupac = arguments.iupac;
    options.run = arguments.run.options(progress);
    start_device(options.run);
    formats::read_options read = reading(options.run);
    read.lines = arguments.lines ? formats::line_files::always : formats::line_files::by_content;
    const formats::sequence_lists lists = formats::read_lists(arguments.pair.given, arguments.pair.asked_for(), read);
    measured.reading_is_over();
    arguments.messages.note(fmt::format("read {} patterns and {} texts, {} letters ({}) in {:.3f} s", lists.a.size(),
                                        lists.b.size(), lists.a.letters() + lists.b.letters(),
                                        to_string(lists.b.alphabet()), measured.read_seconds()));
    std::vector<pattern_occurrence> found;
    run_report report;
    find_patterns(
        lists.a, lists.b, options, [&](const pattern_occurrence& one) { found.push_back(one); }, &report);
    progress.clear();
    stop_if_interrupted();
    measured.computing_is_over(report, arguments.messages);
    const find_answer answer{.lists = lists,
                             .options = options,
                             .found = found,
                             .asked_for = arguments.pair.asked_for(),
                             .run = measured.facts(report)};
    out.finish(described(answer), arguments.output);
    return arguments.exit_code && found.empty() ? 1 : 0;
}

} // namespace concord::app
