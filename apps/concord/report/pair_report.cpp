#include "base/checksum.hpp"
#include "formats/printable.hpp"
#include "output/exporters/exporter.hpp"
#include "output/pair_picture.hpp"
#include "report/figures.hpp"
#include "report/markup.hpp"
#include "report/reports.hpp"
#include "runtime/distributed/broadcast_input.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace concord::app::report {
namespace {

struct counts_of_alignment {
    std::uint64_t equal = 0;
    std::uint64_t replaced = 0;
    std::uint64_t only_a = 0;
    std::uint64_t only_b = 0;

    [[nodiscard]] std::uint64_t columns() const { return equal + replaced + only_a + only_b; }
};

counts_of_alignment count(const alignment& runs) {
    counts_of_alignment made;
    for (const alignment_run& run : runs)
        (run.operation == '='   ? made.equal
         : run.operation == 'X' ? made.replaced
         : run.operation == 'I' ? made.only_a
                                : made.only_b) += run.count;
    return made;
}

std::string title_of(const formats::sequence_pair& pair, formats::pair_side side) {
    const char letter = side == formats::pair_side::a ? 'A' : 'B';
    const std::string& name = pair.name(side);
    const std::string units = formats::counted(pair.length(side), to_string(pair.unit()));
    return name.empty() ? fmt::format("{} ({})", letter, units)
                        : fmt::format("{}: {} ({})", letter, cut(name, 24), units);
}

std::string size_of(const formats::sequence_pair& pair, formats::pair_side side) {
    return formats::counted(pair.length(side), to_string(pair.unit()));
}

void add_dot_plot(page& on, const formats::sequence_pair& pair, const alignment& way, json& figures) {
    const word_matches matches = matching_words(pair);
    figures["dot_plot"] = {{"word", matches.word},
                           {"sampled", matches.sampled},
                           {"columns", matches.grid.columns()},
                           {"rows", matches.grid.rows()},
                           {"filled", matches.grid.filled()}};
    const std::string unit(to_string(pair.unit()));
    const std::string word =
        matches.word == 1 ? "the same " + unit : "a word of " + formats::counted(matches.word, unit);
    std::string caption =
        fmt::format("A cell is dark where {} stands in both: A from left to right, B from top to bottom.", word);
    if (matches.sampled > 1)
        caption += fmt::format(" One in {} words was looked at.", formats::grouped(matches.sampled));
    if (!way.empty()) caption += " The line is the alignment.";
    on.figure("dot-plot", "Where they are alike",
              draw_dot_plot(matches.grid, way,
                            {"dot-plot-drawing", "Dot plot of A and B", title_of(pair, formats::pair_side::a),
                             title_of(pair, formats::pair_side::b)}),
              caption);
}

void add_identity(page& on, const alignment& way, json& figures) {
    const counts_of_alignment counts = count(way);
    if (counts.columns() == 0) return;
    const std::vector<double> shares = identity_along(way);
    figures["identity"] = shares;
    figures["alignment"] = {
        {"equal", counts.equal}, {"replaced", counts.replaced}, {"only_a", counts.only_a}, {"only_b", counts.only_b}};
    on.figure("identity", "Identity along the alignment", draw_identity(shares, counts.columns(), "identity-drawing"),
              fmt::format("Of {} in the alignment {} are equal ({}), {} differ, {} stand in A only and {} in B only.",
                          formats::counted(counts.columns(), "place"), formats::grouped(counts.equal),
                          formats::percentage(counts.equal, counts.columns()), formats::grouped(counts.replaced),
                          formats::grouped(counts.only_a), formats::grouped(counts.only_b)));
}

/// One sequence above the other, where that is not too long to be read.
void add_alignment(page& on, const formats::sequence_pair& pair, const alignment& way) {
    constexpr std::uint64_t most_columns = 5000;
    constexpr std::size_t columns_of_line = 80;
    const std::uint64_t columns = count(way).columns();
    if (pair.unit() != formats::pair_unit::letter || columns == 0 || columns > most_columns) return;
    std::string drawn;
    write_whole_picture(pair, way, columns_of_line, [&](std::string_view text) { drawn += text; });
    std::string lines;
    for (std::size_t at = 0; at < drawn.size();) { // markup() would show a line break as \\x0a
        const std::size_t end = std::min(drawn.find('\n', at), drawn.size());
        lines += markup(std::string_view(drawn).substr(at, end - at)) + "\n";
        at = end + 1;
    }
    on.figure("alignment", "The alignment",
              "<div class=\"scroll tall\" tabindex=\"0\"><pre class=\"rows\">" + lines + "</pre></div>\n",
              "A above, B below, with the positions at both ends of a line, counted from 0. A bar marks letters that "
              "are equal, a dot letters that differ; beside a gap stands neither.",
              true);
}

/// Of letters with names, or of lines and tokens in their order.
std::string checksum_of(const formats::sequence_pair& pair) {
    if (pair.unit() == formats::pair_unit::letter) return runtime::digest_of(pair.letters());
    std::string all;
    for (const formats::pair_side side : {formats::pair_side::a, formats::pair_side::b})
        for (std::uint64_t i = 0; i < pair.length(side); ++i)
            all.append(pair.symbol(side, i)).push_back(side == formats::pair_side::a ? '\0' : '\1');
    return fmt::format("{:016x}", base::checksum_of(std::as_bytes(std::span(all))));
}

void add_pair(page& on, const formats::sequence_pair& pair) {
    html_rows rows;
    if (pair.files().empty()) rows.push_back({"Given", "as texts"});
    for (std::size_t i = 0; i < pair.files().size(); ++i)
        rows.push_back({i == 0 ? "File A" : "File B",
                        pair.files()[i] == "-" ? std::string("standard input") : name_markup(pair.files()[i], 120)});
    for (const formats::pair_side side : {formats::pair_side::a, formats::pair_side::b})
        rows.push_back(
            {side == formats::pair_side::a ? "A" : "B",
             name_markup(pair.name(side)) + " " + formats::counted(pair.length(side), to_string(pair.unit()))});
    rows.push_back({"Checksum", checksum_text(checksum_of(pair))});
    if (pair.unit() == formats::pair_unit::letter)
        rows.push_back({"Letters", fmt::format("{}, {} ambiguous", to_string(pair.letters().alphabet()),
                                               formats::grouped(pair.letters().ambiguous()))});
    else
        rows.push_back({"Distinct", formats::counted(pair.distinct_symbols(), to_string(pair.unit()))});
    on.facts("input", "Input", rows);
}

} // namespace

void write_subsequence_report(const subsequence_answer& answer, const reproduction& how,
                              const formats::byte_sink& sink) {
    const formats::sequence_pair& pair = answer.pair;
    const std::uint64_t length = answer.result.length;
    const std::string headline =
        fmt::format("{} in common, in the same order", formats::counted(length, to_string(pair.unit())));
    page made("subsequence", "concord subsequence: " + headline, headline);
    made.question(fmt::format("The longest common subsequence of {} and {} was computed exactly",
                              size_of(pair, formats::pair_side::a), size_of(pair, formats::pair_side::b)));
    const auto share = [&](formats::pair_side side) { return formats::percentage(length, pair.length(side)); };
    made.numbers(
        {{formats::grouped(length), fmt::format("{}s of the longest common subsequence", to_string(pair.unit()))},
         {share(formats::pair_side::a), "of A"},
         {share(formats::pair_side::b), "of B"},
         {formats::grouped(pair.length(formats::pair_side::a) + pair.length(formats::pair_side::b) - 2 * length),
          "to take out and to put in"}});
    json figures = json::object();
    add_dot_plot(made, pair, answer.result.alignment, figures);
    add_identity(made, answer.result.alignment, figures);
    add_alignment(made, pair, answer.result.alignment);
    add_pair(made, pair);
    std::string command_json;
    write_json(app::described(answer), {}, [&](std::string_view bytes) { command_json += bytes; });
    sink(made.whole(command_json, figures, how));
}

void write_distance_report(const distance_answer& answer, const reproduction& how, const formats::byte_sink& sink) {
    const formats::sequence_pair& pair = answer.pair;
    const std::optional<std::uint64_t>& distance = answer.result.distance;
    const std::string metric(to_string(answer.options.metric));
    std::string headline = distance ? fmt::format("{} apart", formats::counted(*distance, "edit")) : "No distance";
    if (!distance && answer.options.max_distance)
        headline = fmt::format("More than {} apart", formats::counted(*answer.options.max_distance, "edit"));
    page made("distance", "concord distance: " + headline, headline);
    made.question(fmt::format("The {} distance of {} and {} was computed exactly", metric,
                              size_of(pair, formats::pair_side::a), size_of(pair, formats::pair_side::b)));
    const std::uint64_t longer = std::max(pair.length(formats::pair_side::a), pair.length(formats::pair_side::b));
    if (distance)
        made.numbers({{formats::grouped(*distance), metric + " distance"},
                      {formats::percentage(*distance, longer),
                       fmt::format("of the {} of the longer one", formats::counted(longer, to_string(pair.unit())))}});
    json figures = json::object();
    add_dot_plot(made, pair, answer.result.alignment, figures);
    if (!distance || !answer.result.alignment.empty() || longer == 0)
        add_identity(made, answer.result.alignment, figures);
    add_alignment(made, pair, answer.result.alignment);
    add_pair(made, pair);
    std::string command_json;
    write_json(app::described(answer), {}, [&](std::string_view bytes) { command_json += bytes; });
    sink(made.whole(command_json, figures, how));
}

} // namespace concord::app::report
