#include "formats/printable.hpp"
#include "output/adapters_answer.hpp"
#include "output/exporters/exporter.hpp"
#include "report/charts.hpp"
#include "report/figures.hpp"
#include "report/markup.hpp"
#include "report/page.hpp"
#include "report/reports.hpp"
#include "runtime/distributed/broadcast_input.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace concord::app::report {
namespace {

constexpr std::size_t most_drawn = 6; ///< sequences of a file that get figures of their own

std::string sequences_table(const adapters_of_file& of) {
    html_rows rows;
    for (const found_adapter& each : of.result.found)
        rows.push_back({"<code>" + markup(cut(each.letters, 80)) + "</code>", markup(to_string(each.verdict)),
                        markup(each.name), formats::grouped(each.reads),
                        formats::percentage(each.reads, of.result.reads),
                        fmt::format("{:.2f}%", 100 * each.errors_per_letter)});
    return table({"Letters", "Verdict", "Known as", "Reads", "Share", "Errors"}, rows, 3);
}

histogram starts_of(const found_adapter& found) {
    histogram starts = histogram::of_range(0, std::max<std::uint64_t>(found.starts.size(), 1) - 1);
    for (std::size_t at = 0; at < found.starts.size(); ++at)
        if (found.starts[at] > 0) starts.add(at, found.starts[at]);
    return starts;
}

histogram errors_of(const found_adapter& found) {
    histogram errors = histogram::of_range(0, std::max<std::uint64_t>(found.by_errors.size(), 1) - 1);
    for (std::size_t count = 0; count < found.by_errors.size(); ++count)
        if (found.by_errors[count] > 0) errors.add(count, found.by_errors[count]);
    return errors;
}

formats::letter_profile profile_of(const found_adapter& found) {
    formats::letter_profile profile{.kind = alphabet::dna, .letters = "ACGT", .counts{}, .sites = found.reads};
    for (const auto& column : found.columns)
        profile.counts.emplace_back(column.begin(), column.end());
    if (profile.counts.size() > logo_columns) profile.counts.resize(logo_columns);
    return profile;
}

void add_figures(page& on, const found_adapter& found, const adapter_result& result, const std::string& id,
                 json& figures) {
    const std::string title = found.name.empty() ? cut(found.letters, 40) : found.name;
    const formats::letter_profile profile = profile_of(found);
    on.figure("logo-" + id, markup(title), draw_logo(profile, "logo-drawing-" + id),
              markup(explained(found, result)) +
                  " The height of a stack is the information content of the column in bits, over the reads that reach "
                  "it.",
              true);
    const histogram starts = starts_of(found);
    if (!found.starts.empty())
        on.figure("starts-" + id, "Where it begins",
                  draw_histogram(
                      starts, {"starts-drawing-" + id, "Where it begins in the reads", "letter of the read", "reads"}),
                  "Reads that hold its first letter; those that begin inside it are not counted.");
    const histogram errors = errors_of(found);
    on.figure("errors-" + id, "How well it fits",
              draw_histogram(errors, {"errors-drawing-" + id, "Differences to the consensus", "differences", "reads"}),
              "Differences between the reads and the consensus.");
    figures["starts-" + id] = starts.as_json();
    figures["errors-" + id] = errors.as_json();
    figures["logo-" + id] = {{"letters", profile.letters}, {"counts", profile.counts}};
}

} // namespace

void write_adapters_report(const adapters_answer& answer, const reproduction& how, const formats::byte_sink& sink) {
    std::uint64_t artificial = 0;
    for (const adapters_of_file& of : answer.files)
        for (const found_adapter& each : of.result.found)
            artificial += each.is_artificial() ? 1U : 0U;
    const adapter_result& first = answer.files[0].result;
    const std::string headline = artificial > 0                  ? formats::counted(artificial, "sequence") + " to trim"
                                 : first.reads < first.threshold ? "Too few reads to find adapters"
                                                                 : "No adapters: these reads look trimmed";
    page made("adapters", "concord adapters: " + headline, headline);
    json figures = json::object();
    if (artificial > 0)
        made.finding(answer.files[answer.files[0].result.has_artificial() ? 0 : 1].result.found[0].letters);
    for (std::size_t i = 0; i < answer.files.size(); ++i) {
        const adapters_of_file& of = answer.files[i];
        const std::string which = std::to_string(i + 1);
        made.figure("sequences-" + which, "What " + name_markup(of.file) + " holds",
                    of.result.found.empty() ? "<p>Nothing that chance does not explain.</p>" : sequences_table(of),
                    fmt::format("Sequences that {} or more of {} hold, adapters and tags first.",
                                formats::grouped(of.result.threshold), formats::counted(of.result.reads, "read")),
                    true);
        for (std::size_t found = 0; found < std::min(of.result.found.size(), most_drawn); ++found)
            add_figures(made, of.result.found[found], of.result, fmt::format("{}-{}", which, found + 1), figures);
    }
    html_rows inputs;
    for (const adapters_of_file& of : answer.files) {
        inputs.push_back({"File", name_markup(of.file, 120)});
        inputs.push_back({"Checksum", checksum_text(runtime::digest_of(of.reads))});
    }
    made.question(fmt::format("Adapters and tags were found from {} alone",
                              formats::counted(answer.files[0].result.reads, "read")));
    html_rows commands;
    for (const auto& [program, command] : trimming_commands(answer))
        commands.push_back({markup(program), "<code>" + markup(command) + "</code>"});
    if (!commands.empty()) made.facts("commands", "To trim, one of", commands);
    made.facts("input", "Input", inputs);
    std::string command_json;
    write_json(app::described(answer), {}, [&](std::string_view bytes) { command_json += bytes; });
    sink(made.whole(command_json, figures, how));
}

} // namespace concord::app::report
