// concord merge: the answer of a run that was divided into shards, from the parts that they wrote.
#include "commands/commands.hpp"
#include "commands/output_files.hpp"
#include "options/common_options.hpp"
#include "options/distance_arguments.hpp"
#include "options/option_builders.hpp"
#include "options/overlap_arguments.hpp"
#include "output/answer_parts.hpp"
#include "output/part_file.hpp"
#include "program_facts.hpp"
#include "runtime/distributed/broadcast_input.hpp"

#include <concord/error.hpp>

#include <fmt/format.h>
#include <memory>

namespace concord::app {
namespace {

struct merge_arguments {
    std::vector<std::string> files;
    bool exit_code = false;
    output_arguments output;
    message_arguments messages;
};

/// Returns whether there is an answer.
bool merge_substring(const std::vector<part>& parts, const merge_arguments& arguments, const measurement& measured) {
    merged_substring whole = merge_substring_parts(parts);
    whole.result.run.device = fmt::format("{} shards", parts.size());
    check_places(arguments.files, {arguments.output.path, whole.arguments.occurrences, whole.arguments.per_sequence});
    const substring_files files{.occurrences = whole.arguments.occurrences,
                                .per_sequence = whole.arguments.per_sequence};
    output_files out(arguments.output.path, files.all());
    const run_facts facts = measured.facts(whole.result.run);
    write_all({.sequences = whole.sequences,
               .options = whole.options,
               .result = whole.result,
               .files = whole.files,
               .support_given = whole.support_given,
               .asked_for = whole.asked_for,
               .seconds = facts.seconds,
               .peak_memory_bytes = facts.peak_memory_bytes,
               .whole = whole.whole},
              files, arguments.output, out);
    return whole.result.found;
}

bool merge_component(const std::vector<part>& parts, const merge_arguments& arguments, measurement& measured) {
    const merged_component whole = merge_component_parts(parts);
    std::vector<std::string> inputs = arguments.files;
    inputs.insert(inputs.end(), whole.files.begin(), whole.files.end());
    check_places(inputs, {arguments.output.path, whole.arguments.mask, whole.arguments.picture});
    const component_files files{.mask = whole.arguments.mask, .picture = whole.arguments.picture};
    output_files out(arguments.output.path, files.all());
    const formats::matrix_pair pair =
        formats::read_matrices(whole.files, whole.asked_for, {}, colours_for(whole.options));
    for (std::size_t i = 0; i < 2; ++i)
        if (runtime::digest_of(pair.of[i]) != whole.digests[i])
            throw error(error_code::bad_input,
                        fmt::format("{}: is not the matrix that the shards were given", whole.files[i]));
    measured.reading_is_over();
    component_result result;
    if (whole.found) result = component_of_cell(pair.a(), pair.b(), whole.options, whole.shift, whole.first);
    if (result.size != whole.size)
        throw error(error_code::bad_input,
                    fmt::format("{}: names a component that the matrices do not have", parts.front().file));
    result.run.device = fmt::format("{} shards", parts.size());
    write_all({.input = pair,
               .options = whole.options,
               .result = result,
               .asked_for = whole.asked_for,
               .run = measured.facts(result.run)},
              files, arguments.output, out);
    return result.found;
}

int run(const merge_arguments& arguments) {
    if (!ranks().is_root()) return 0;
    check_places(arguments.files, {arguments.output.path});
    measurement measured;
    const std::vector<part> parts = read_parts(arguments.files);
    measured.reading_is_over();
    const std::string command =
        from_content(parts, [&] { return parts.front().body.at("command").get<std::string>(); });
    bool found = false;
    if (command == "substring")
        found = merge_substring(parts, arguments, measured);
    else if (command == "component")
        found = merge_component(parts, arguments, measured);
    else if (command == "distance")
        return merge_batch(parts, arguments.output, arguments.messages, arguments.exit_code);
    else if (command == "overlap")
        return merge_overlap_rows(parts, arguments.output, arguments.messages, arguments.exit_code);
    else
        throw error(error_code::bad_input, fmt::format("{}: is of the command {}, which this program cannot merge",
                                                       arguments.files.front(), command));
    return arguments.exit_code && !found ? 1 : 0;
}

constexpr const char* merge_footer =
    R"(The parts hold everything that is shown; only the matrices of component are read again. Files that the shards were asked for
(--occurrences, --per-sequence) are written now.

Example:
  for i in 1 2 3; do concord substring -k 3 --shard $i/3 -o part$i.json reads.fastq; done
  concord merge part1.json part2.json part3.json
      the same bytes as one run gives; the shards may run anywhere, at any time)";

} // namespace

std::vector<command> add_merge(CLI::App& program) {
    CLI::App& merge = *program.add_subcommand("merge", "Answer of a run that was divided with --shard, from its parts");
    merge.footer(merge_footer);
    merge.group("Commands");
    hide_help_flag(merge);
    const auto arguments = std::make_shared<merge_arguments>();
    merge.add_option("PART", arguments->files, "What every shard wrote, in any order")->required()->type_name("");
    merge.add_flag("--exit-code", arguments->exit_code, "Exit with status 1 if nothing is found");
    arguments->output.add_to(merge);
    arguments->messages.add_to(merge);
    return {{&merge, [arguments] { return run(*arguments); }}};
}

} // namespace concord::app
