#include "report/tracks.hpp"

#include "report/axes.hpp"
#include "report/markup.hpp"

#include "formats/printable.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace concord::app::report {
namespace {

constexpr double name_room = 118;
constexpr double right = 426;
constexpr double pitch = 15;
constexpr double top = 6;
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
    svg drawing(chart_width, top + tracks * pitch + 44, id, "Where it stands on each sequence",
                fmt::format("Marks at {} on {}.", formats::counted(places.size(), "place"),
                            formats::counted(sequences_among(places), "sequence")));
    const double bottom = top + tracks * pitch;
    const scale x(scale_kind::linear, 0, static_cast<double>(sequences.longest()), name_room, right);
    double y = top - pitch;
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
        if (from < last_mark + 0.5 || drawn == most_marks) continue; // it would lie upon the last
        last_mark = from;
        ++drawn;
        drawing.rect(from, y + 1.5, std::max(x(static_cast<double>(at.start + length)) - from, 1.6), 11, "place",
                     fmt::format("{} to {}", formats::grouped(at.start), formats::grouped(at.start + length)));
    }
    for (const double tick : x.ticks(5, true)) {
        drawing.line(x(tick), bottom, x(tick), bottom + 4, "axis");
        drawing.text(x(tick), bottom + 18, brief_count(tick), "tick", anchor::middle);
    }
    drawing.line(name_room, bottom, right, bottom, "axis");
    drawing.text((name_room + right) / 2, bottom + 36, "place in the sequence", "label", anchor::middle);
    return drawing.whole();
}

} // namespace concord::app::report
