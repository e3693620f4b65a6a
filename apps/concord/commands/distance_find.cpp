// concord distance --find: where patterns occur in texts.
#include "commands/output_files.hpp"
#include "commands/progress_plans.hpp"
#include "formats/text_blocks.hpp"
#include "options/distance_arguments.hpp"
#include "output/pair_answers.hpp"
#include "program_facts.hpp"
#include "runtime/thread_pool.hpp"

#include <fmt/format.h>
#include <optional>

namespace concord::app {

int run_find(const distance_arguments& arguments) {
    measurement measured;
    note_one_rank(arguments.messages);
    output_files out(arguments.output.path, {});
    progress_bar progress = arguments.messages.make_progress_bar(plan_of_find());
    find_options options;
    options.max_edits = arguments.max_distance.value_or(0);
    options.both_strands = arguments.both_strands;
    options.iupac = arguments.iupac;
    options.run = arguments.run.options(progress);
    start_device(options.run);
    formats::read_options read = reading(options.run);
    // Texts are read while they are searched: what was read of them bounds what can have been searched.
    double share_read = 0;
    bool is_searching = false;
    if (options.run.on_progress)
        read.on_progress = [&](const progress_update& now) {
            if (!is_searching) return options.run.on_progress(now);
            share_read = now.total > 0 ? static_cast<double>(now.done) / static_cast<double>(now.total) : 0;
        };
    read.lines = arguments.lines ? formats::line_files::always : formats::line_files::by_content;
    formats::patterns_and_texts input =
        formats::open_patterns_and_texts(arguments.pair.given, arguments.pair.asked_for(), read);
    measured.reading_is_over(); // of the patterns and of short texts: others are read while they are searched
    progress.computing();
    is_searching = true;
    pattern_finder finder(input.patterns, options);
    kept_occurrences found(input.patterns.size(), runtime::memory_budget(options.run) / 4);
    list_facts texts;
    alphabet letters = input.kind;
    run_report report;
    while (std::optional<formats::text_block> block = input.texts.next(find_context(input.patterns, options))) {
        const find_block where{.first_sequence = block->first_sequence,
                               .letters_before = block->letters_before,
                               .context = block->context,
                               .goes_on = block->goes_on};
        texts.add_block(block->texts, where);
        if (share_read > 0) progress.compute_until(share_read);
        letters = block->texts.alphabet();
        report.notes.clear(); // each block has the same ones
        const auto keep = [&](const pattern_occurrence& one) {
            found.add(one, block->texts.name(one.sequence - where.first_sequence));
        };
        finder.find(block->texts, where, keep, &report);
        stop_if_interrupted();
    }
    progress.writing();
    stop_if_interrupted();
    if (found.bytes_in_file() > 0)
        arguments.messages.note(fmt::format(
            "occurrences do not fit the memory: {} bytes of them lie in a temporary file", found.bytes_in_file()));
    arguments.messages.note(fmt::format("read {} patterns and {} texts ({})", input.patterns.size(), texts.sequences(),
                                        to_string(letters)));
    measured.computing_is_over(report, arguments.messages);
    const find_answer answer{.files = arguments.pair.given,
                             .patterns = input.patterns,
                             .letters = letters,
                             .texts = texts,
                             .options = options,
                             .found = found,
                             .asked_for = arguments.pair.asked_for(),
                             .run = measured.facts(report)};
    out.finish(described(answer), arguments.output);
    return arguments.exit_code && found.size() == 0 ? 1 : 0;
}

} // namespace concord::app
