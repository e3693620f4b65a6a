// concord component: the largest connected component of cells on which two matrices agree.
#include "commands/commands.hpp"
#include "commands/output_files.hpp"
#include "commands/progress_plans.hpp"
#include "formats/matrix_file.hpp"
#include "formats/printable.hpp"
#include "options/common_options.hpp"
#include "options/input_arguments.hpp"
#include "options/option_builders.hpp"
#include "output/answer_parts.hpp"
#include "program_facts.hpp"
#include "runtime/distributed/broadcast_input.hpp"
#include "runtime/machine.hpp"

#include <concord/component.hpp>

#include <array>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace concord::app {
namespace {

struct component_arguments {
    std::array<std::string, 2> files;
    std::vector<double> tolerances = {0}; ///< one, or one for each channel
    std::string connectivity = "4";
    std::uint64_t min_size = 1;
    bool all = false;
    std::uint64_t top = 0; ///< 0: not asked for
    std::string cells = "auto";
    std::string mask;    ///< a file, or empty
    std::string picture; ///< a file, or empty
    std::string report;  ///< a file, or empty
    bool exit_code = false;
    run_arguments run;
    cluster_arguments cluster;
    output_arguments output;
    message_arguments messages;

    /// A shard writes only its part; 'concord merge' writes what can be made of parts.
    [[nodiscard]] component_files files_of_result() const {
        if (!cluster.is_part()) return {mask, picture, report};
        if (!report.empty()) throw error(error_code::usage, "--report is made of a whole run, not of a shard");
        return {};
    }
    [[nodiscard]] bool lists_several() const noexcept { return all || top > 0; }
    void check() const {
        if (all && top > 0) throw error(error_code::usage, "--all excludes --top");
        if (lists_several() && (cluster.is_part() || !cluster.checkpoint.empty()))
            throw error(error_code::usage, "--shard and --checkpoint are for the largest component alone");
    }
    [[nodiscard]] formats::cell_request requested_cells() const {
        if (cells == "letters") return formats::cell_request::letters;
        return cells == "numbers" ? formats::cell_request::numbers : formats::cell_request::automatic;
    }
};

std::string reading_note_of_matrices(const formats::matrix_pair& pair, double seconds) {
    const auto one = [&](std::size_t i) {
        return fmt::format("{} × {} {}", pair.of[i].rows(), pair.of[i].columns(), to_string(pair.kinds[i]));
    };
    return fmt::format("read 2 matrices, {} and {}, in {:.3f} s", one(0), one(1), seconds);
}

void check_tolerances(const formats::matrix_pair& pair, const std::vector<double>& tolerances) {
    const bool any = tolerances.size() > 1 || tolerances.front() > 0;
    if (any && !pair.a().is_numbers())
        throw error(error_code::usage,
                    fmt::format("--tolerance is about numbers, and the cells are {}", to_string(pair.kinds[0])));
    const std::size_t channels = pair.a().channels();
    if (tolerances.size() == 1 || tolerances.size() == channels) return;
    const std::string_view names = channels == 4   ? "the pictures have 4: red, green, blue, alpha"
                                   : channels == 3 ? "the pictures have 3: red, green, blue"
                                                   : "the cells have only one";
    throw error(error_code::usage,
                fmt::format("--tolerance was given for {} channels, and {}", tolerances.size(), names));
}

int run(const component_arguments& arguments) {
    measurement measured;
    arguments.check();
    if (arguments.lists_several()) {
        if (!ranks().is_root()) return 0;
        note_one_rank(arguments.messages);
    }
    std::vector<std::string> outputs = arguments.files_of_result().all();
    outputs.push_back(arguments.output.path);
    check_places({arguments.files.begin(), arguments.files.end()}, outputs);
    std::optional<output_files> out;
    if (ranks().is_root()) out.emplace(arguments.output.path, arguments.files_of_result().all());
    progress_bar progress = arguments.messages.make_progress_bar(plan_of_component());

    component_options options;
    if (arguments.tolerances.size() == 1) {
        options.tolerance = arguments.tolerances.front();
    } else {
        options.channel_tolerances = arguments.tolerances;
    }
    options.connectivity = arguments.connectivity == "8" ? 8 : 4;
    options.min_size = arguments.min_size;
    options.run = arguments.run.options(progress);
    const auto sharing = arguments.lists_several() ? nullptr : arguments.cluster.make_sharing();
    options.run.sharing = sharing.get();
    start_device(options.run);
    formats::matrix_pair pair;
    if (ranks().is_root()) {
        pair = formats::read_matrices(arguments.files, arguments.requested_cells(), reading(options.run),
                                      colours_for(options));
        measured.reading_is_over();
        progress.computing();
        arguments.messages.note(reading_note_of_matrices(pair, measured.read_seconds()));
        check_tolerances(pair, arguments.tolerances);
    }
    if (!arguments.lists_several())
        for (matrix& each : pair.of)
            runtime::broadcast(ranks(), each);

    kept_components several(runtime::memory_budget(options.run) / 4);
    component_result result;
    if (arguments.all) {
        result = every_largest_component(pair.a(), pair.b(), options,
                                         [&](const component_result& each) { several.add(each); });
    } else if (arguments.top > 0) {
        std::vector<component_result> found = successive_components(pair.a(), pair.b(), options, arguments.top);
        for (const component_result& each : found)
            several.add(each);
        if (!found.empty()) result = std::move(found.front());
    } else {
        result = largest_common_component(pair.a(), pair.b(), options);
    }
    if (several.bytes_in_file() > 0)
        arguments.messages.note(fmt::format(
            "components do not fit the memory: {} bytes of them lie in a temporary file", several.bytes_in_file()));
    progress.writing();
    stop_if_interrupted();
    const int status = arguments.exit_code && !result.found ? 1 : 0;
    if (!out) return status;
    measured.computing_is_over(result.run, arguments.messages);

    const component_answer answer{.input = pair,
                                  .options = options,
                                  .result = result,
                                  .asked_for = arguments.requested_cells(),
                                  .run = measured.facts(result.run),
                                  .several = arguments.lists_several() ? &several : nullptr,
                                  .top = arguments.top};
    if (!arguments.cluster.is_part()) {
        write_all(answer, arguments.files_of_result(), arguments.output, *out);
        return status;
    }
    write_component_part(answer, {arguments.mask, arguments.picture}, sharing->part(), facts_of_call(*sharing),
                         out->answer_file.sink());
    out->answer_file.finish();
    stop_if_interrupted();
    out->answer_file.commit();
    return status;
}

constexpr const char* component_footer =
    R"(B is laid over A in every way; the cells that are equal there fall into connected components, and the largest
of all is the answer. Its cell (r, c) of B lies on cell (r + R, c + C) of A, where the shift is R rows and C
columns; rows and columns count from 0. Coloured pixels are equal or not (with their alpha), or within the
tolerance in each channel; grey ones are numbers, as they stand in the file. A text file whose first line is
two or more numbers (parted by ; tab , or spaces) holds numbers, else letters.

Examples:
  concord component a.txt b.txt
      what two tables of letters share, drawn
  concord component --tolerance 8 --min-size 100 --picture shared.png left.png right.png
      what two photographs share, up to small differences of brightness, as a picture
  concord component --tolerance 3,3,8 --picture shared.png left-rgb.png right-rgb.png
      what two coloured pictures share, where red and green may differ by 3 and blue by 8
  concord component --top 5 --min-size 20 -f tsv left.txt right.txt
      the five largest parts that lie apart, each with its own shift
  concord component --mask mask.npy -f json a.npy b.npy | jq .result.shift)";

} // namespace

std::vector<command> add_component(CLI::App& program) {
    CLI::App& component = *program.add_subcommand(
        "component", "Largest connected component of cells that two matrices share, over all shifts");
    component.footer(component_footer);
    component.group("Commands");
    hide_help_flag(component);
    const auto arguments = std::make_shared<component_arguments>();

    component
        .add_option("A", arguments->files[0],
                    "Letters (a line a row), numbers (CSV, TSV, NumPy's .npy) or a picture (PNG, PGM, PPM), recognized "
                    "by content; plain or gzip; - is stdin")
        ->required()
        ->type_name("");
    component.add_option("B", arguments->files[1], "What to lay over it")->required()->type_name("");

    constexpr const char* problem = "What to look for";
    add_parsed(
        component, "--tolerance", arguments->tolerances, parse_tolerances, "E",
        "Numbers agree if they differ by no more than this, colours if each channel does; E,E,E or E,E,E,E: one for "
        "each of red, green, blue and alpha")
        ->default_str("0")
        ->group(problem);
    add_choice(component, "--connectivity", arguments->connectivity, {"4", "8"},
               "Cells are neighbours if they share a side; 8: or a corner")
        ->capture_default_str()
        ->group(problem);
    add_parsed(component, "--min-size", arguments->min_size, parse_cells, "N", "Smaller answers are none")
        ->default_str("1")
        ->group(problem);
    component
        .add_flag("--all", arguments->all,
                  "Every component of the largest size, by shift (rows, columns) and first cell")
        ->group(problem);
    add_parsed(
        component, "--top", arguments->top, parse_positive, "N",
        "The largest one, then the largest of what is left when its cells in A and in B are taken out, and so on: N "
        "components, no two of which overlap in either matrix")
        ->group(problem);
    add_choice(component, "--cells", arguments->cells, {"auto", "letters", "numbers"},
               "What text files hold; auto looks at the first line")
        ->capture_default_str()
        ->group(problem);

    component
        .add_option("--mask", arguments->mask,
                    "Write an array of booleans (.npy) of the shape of B: where the component is")
        ->type_name("FILE")
        ->group(results_group);
    component
        .add_option("--picture", arguments->picture,
                    "Write a PNG: A and B side by side, the component outlined in both")
        ->type_name("FILE")
        ->group(results_group);
    add_report(component, arguments->report);
    component.add_flag("--exit-code", arguments->exit_code, "Exit with status 1 if nothing is found")
        ->group(results_group);

    arguments->output.add_to(component);
    arguments->run.add_to(component);
    arguments->cluster.add_to(component);
    arguments->messages.add_to(component);
    return {{&component, [arguments] { return run(*arguments); }, true}};
}

} // namespace concord::app
