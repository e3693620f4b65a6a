#include "formats/printable.hpp"
#include "output/exporters/exporter.hpp"
#include "report/figures.hpp"
#include "report/markup.hpp"
#include "report/page.hpp"
#include "report/reports.hpp"
#include "report/svg.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace concord::app::report {
namespace {

void add_places(page& on, const sequence_set& sequences, const std::vector<overlap_place>& places,
                const overlap_place& first, std::uint64_t length) {
    const std::uint64_t holding = sequences_among(places);
    on.figure("places", "Where it stands", draw_tracks(sequences, places, length, "places-drawing"),
              holding > most_tracks
                  ? fmt::format("The first {} of {} that hold it.", most_tracks, formats::counted(holding, "sequence"))
                  : fmt::format("{} in {}.", formats::counted(places.size(), "place"),
                                formats::counted(holding, "sequence")));
    std::vector<aligned_place> shown;
    bool some_reverse = false;
    for (const overlap_place& at : places) {
        some_reverse = some_reverse || at.on == strand::reverse;
        if (at.on == strand::forward && shown.size() < 101) shown.push_back({at.sequence, at.start});
    }
    const auto forward = static_cast<std::uint64_t>(std::ranges::count(places, strand::forward, &overlap_place::on));
    on.figure("occurrences", "Occurrences", aligned_rows(sequences, {first.sequence, first.start}, length, shown),
              which_are_shown(forward, length) + (some_reverse ? ", on the forward strand" : "") +
                  ", with what stands around. <code>--occurrences FILE</code> writes all.",
              true);
}

std::string letters_of(const sequence_set& sequences, const overlap_place& first, std::uint64_t length) {
    return formats::escaped(sequences.text(first.sequence, first.start, first.start + length));
}

std::string place_of(const sequence_set& sequences, const overlap_place& first) {
    return fmt::format("in {}, sequence {} counted from 0: the first place",
                       name_markup(sequences.name(first.sequence)), formats::grouped(first.sequence));
}

std::string range(std::uint64_t start, std::uint64_t length) {
    return fmt::format("{} to {}", formats::grouped(start), formats::grouped(start + length));
}

} // namespace

void write_region_report(const region_answer& answer, const support_curve& curve, const reproduction& how,
                         const formats::byte_sink& sink) {
    const sequence_set& sequences = answer.input.sequences;
    const shared_region& best = answer.result.best;
    const std::string headline =
        answer.result.found
            ? fmt::format("{} of {} share {} exactly", formats::grouped(best.support),
                          formats::counted(sequences.size(), "sequence"), formats::counted(best.length, "letter"))
            : fmt::format("Nothing of {} or more is shared by {} of {}",
                          formats::counted(answer.options.min_length, "letter"),
                          formats::grouped(answer.options.support), formats::counted(sequences.size(), "sequence"));
    page made("overlap", "concord overlap: " + headline, headline);
    made.question(fmt::format("The longest regions that at least {} of {} ({}, {}) share exactly were computed",
                              formats::grouped(answer.options.support), formats::counted(sequences.size(), "sequence"),
                              formats::counted(sequences.letters(), "letter"), to_string(sequences.alphabet())));
    json figures = json::object();
    if (answer.result.found) {
        made.finding(letters_of(sequences, best.first, best.length));
        made.numbers({{formats::grouped(best.length), "letters"},
                      {fmt::format("{} of {}", formats::grouped(best.support), formats::grouped(sequences.size())),
                       fmt::format("sequences hold it; {} asked for", formats::grouped(answer.options.support))},
                      {formats::grouped(answer.result.occurrences.size()), "places in all"},
                      {range(best.first.start, best.length), place_of(sequences, best.first)}});
    }
    if (!curve.points.empty()) {
        figures["curve"] = curve.as_json();
        made.figure("curve", "The longest length for every support", draw_support_curve(curve, "curve-drawing"),
                    curve_caption(curve));
        made.figure("curve-texts", "What they share at each support", curve_table(curve),
                    "The first text of the length, in the order of the input.", true);
    }
    if (answer.result.found) add_places(made, sequences, answer.result.occurrences, best.first, best.length);
    add_input(made, answer.input.files, sequences, figures);
    std::string command_json;
    write_json(app::described(answer), {}, [&](std::string_view bytes) { command_json += bytes; });
    sink(made.whole(command_json, figures, how));
}

void write_repeat_report(const repeat_answer& answer, const reproduction& how, const formats::byte_sink& sink) {
    const sequence_set& sequences = answer.input.sequences;
    const repeat_result& found = answer.result;
    const std::string headline =
        found.found
            ? fmt::format("{} stand {} in one sequence", formats::counted(found.length, "letter"),
                          formats::counted(found.count, "time"))
            : fmt::format("Nothing of {} or more is repeated", formats::counted(answer.options.min_length, "letter"));
    page made("overlap", "concord overlap: " + headline, headline);
    made.question(fmt::format("The longest repeat within a sequence (of {}, {}, {}) was computed exactly",
                              formats::counted(sequences.size(), "sequence"),
                              formats::counted(sequences.letters(), "letter"), to_string(sequences.alphabet())));
    json figures = json::object();
    if (found.found) {
        made.finding(letters_of(sequences, found.first, found.length));
        made.numbers({{formats::grouped(found.length), "letters"},
                      {formats::grouped(found.count), "places in the sequence"},
                      {range(found.first.start, found.length), place_of(sequences, found.first)}});
        add_places(made, sequences, found.occurrences, found.first, found.length);
    }
    add_input(made, answer.input.files, sequences, figures);
    std::string command_json;
    write_json(app::described(answer), {}, [&](std::string_view bytes) { command_json += bytes; });
    sink(made.whole(command_json, figures, how));
}

namespace {

constexpr double name_room = 118;
constexpr double right = 426;
constexpr double pitch = 15;
constexpr double top_of_bars = 6;
constexpr std::size_t most_marks = 5000;

} // namespace

std::uint64_t sequences_among(const std::vector<overlap_place>& places) {
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < places.size(); ++i)
        if (i == 0 || places[i].sequence != places[i - 1].sequence) ++count;
    return count;
}

std::string draw_tracks(const sequence_set& sequences, const std::vector<overlap_place>& places, std::uint64_t length,
                        std::string_view id) {
    const auto tracks = static_cast<double>(std::min<std::uint64_t>(sequences_among(places), most_tracks));
    svg drawing(chart_width, top_of_bars + tracks * pitch + 44, id, "Where it stands on each sequence",
                fmt::format("Marks at {} on {}.", formats::counted(places.size(), "place"),
                            formats::counted(sequences_among(places), "sequence")));
    const double bottom = top_of_bars + tracks * pitch;
    const scale x(scale_kind::linear, 0, static_cast<double>(sequences.longest()), name_room, right);
    double y = top_of_bars - pitch;
    std::size_t drawn = 0;
    double last_mark = 0;
    for (std::size_t i = 0; i < places.size(); ++i) {
        const overlap_place& at = places[i];
        if (i == 0 || at.sequence != places[i - 1].sequence) {
            if (y + pitch > bottom - pitch / 2) break;
            y += pitch;
            last_mark = 0;
            drawing.text(name_room - 6, y + 10, cut(sequences.name(at.sequence), 16), "small", anchor::end);
            drawing.rect(name_room, y + 5,
                         std::max(x(static_cast<double>(sequences.length(at.sequence))) - name_room, 1.0), 4, "track");
        }
        const double from = x(static_cast<double>(at.start));
        if (from < last_mark + 0.5 || drawn == most_marks) continue; // it would cover the last one
        last_mark = from;
        ++drawn;
        drawing.rect(from, y + 1.5, std::max(x(static_cast<double>(at.start + length)) - from, 1.6), 11, "place",
                     fmt::format("{} to {}", formats::grouped(at.start), formats::grouped(at.start + length)));
    }
    for (const double tick : x.ticks(5, true)) {
        drawing.line(x(tick), bottom, x(tick), bottom + 4, "axis");
        draw_tick_label(drawing, x(tick), bottom + 18, tick);
    }
    drawing.line(name_room, bottom, right, bottom, "axis");
    drawing.text((name_room + right) / 2, bottom + 36, "place in the sequence", "label", anchor::middle);
    return drawing.whole();
}

} // namespace concord::app::report
