#include "report/curve.hpp"

#include "report/markup.hpp"
#include "report/svg.hpp"

#include "formats/printable.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace concord::app::report {
namespace {

std::string described(const support_curve& curve) {
    if (curve.points.empty()) return "No point could be computed.";
    const support_point& first = curve.points.front();
    const support_point& last = curve.points.back();
    return fmt::format("The longest length falls from {} at a support of {} to {} at {}.",
                       formats::counted(first.length, "letter"), formats::grouped(first.support),
                       formats::counted(last.length, "letter"), formats::grouped(last.support));
}

std::string tip_of(const support_point& at, const support_curve& curve) {
    return at.length == 0
               ? fmt::format("support {}: none of {} or more", formats::grouped(at.support),
                             formats::counted(curve.min_length, "letter"))
               : fmt::format("support {}: {}", formats::grouped(at.support), formats::counted(at.length, "letter"));
}

} // namespace

json support_curve::as_json() const {
    json list = json::array();
    for (const support_point& each : points)
        list.push_back({each.support, each.length});
    return {{"support_and_length", list}, {"exact_between", exact}, {"chosen", chosen}, {"how", how}};
}

std::string draw_support_curve(const support_curve& curve, std::string_view id) {
    svg drawing(chart_width, chart_height, id, "The longest length for every support", described(curve));
    const plot_area area;
    std::uint64_t longest = 1;
    for (const support_point& each : curve.points)
        longest = std::max(longest, each.length);
    const auto least = static_cast<double>(curve.points.empty() ? 1 : curve.points.front().support);
    const auto greatest = static_cast<double>(curve.points.empty() ? curve.sequences : curve.points.back().support);
    const scale x(greatest >= 30 ? scale_kind::logarithmic : scale_kind::linear, least, greatest, area.left,
                  area.right);
    // A few genomes may share thousands of letters and all of them some tens: such a fall is seen on a log scale only.
    const std::uint64_t shortest = curve.points.empty() ? 0 : curve.points.back().length;
    const bool steep = shortest > 0 && longest / shortest >= 20;
    const scale y = steep ? scale(scale_kind::logarithmic, static_cast<double>(shortest), static_cast<double>(longest),
                                  area.bottom, area.top)
                          : scale(scale_kind::linear, 0, static_cast<double>(longest), area.bottom, area.top);
    const auto height = [&](std::uint64_t length) {
        return length == 0 ? area.bottom : y(static_cast<double>(length));
    };
    draw_axes(drawing, area, x, y, {"support: sequences that must hold it", "longest length (letters)"});

    std::string known;
    for (std::size_t i = 0; i + 1 < curve.points.size(); ++i) {
        const support_point& a = curve.points[i];
        const support_point& b = curve.points[i + 1];
        const double from = x(static_cast<double>(a.support));
        const double to = x(static_cast<double>(b.support));
        if (a.length == b.length || curve.exact) {
            known += fmt::format("M{} {}H{}", coordinate(from), coordinate(height(a.length)), coordinate(to));
            if (curve.exact) known += fmt::format("V{}", coordinate(height(b.length)));
        } else {
            drawing.rect(from, height(a.length), to - from, height(b.length) - height(a.length), "between",
                         fmt::format("supports between {} and {}: from {} to {} letters", formats::grouped(a.support),
                                     formats::grouped(b.support), formats::grouped(b.length),
                                     formats::grouped(a.length)));
        }
    }
    if (!known.empty()) drawing.path(known, "curve");
    if (curve.chosen > 0) {
        const double at =
            x(static_cast<double>(std::max<std::uint64_t>(curve.chosen, static_cast<std::uint64_t>(least))));
        drawing.line(at, area.top, at, area.bottom, "chosen");
        const bool left = at > (area.left + area.right) / 2;
        drawing.text(at + (left ? -6 : 6), area.bottom - 8,
                     fmt::format("asked for: {}", formats::grouped(curve.chosen)), "chosen-text",
                     left ? anchor::end : anchor::start);
    }
    for (const support_point& each : curve.points) {
        const bool chosen = each.support == curve.chosen;
        if (curve.exact && curve.points.size() > 60 && !chosen) continue;
        drawing.circle(x(static_cast<double>(each.support)), height(each.length), chosen ? 4.5 : 3.2,
                       chosen             ? "chosen-dot"
                       : each.length == 0 ? "open"
                                          : "dot",
                       tip_of(each, curve));
    }
    return drawing.whole();
}

std::string curve_caption(const support_curve& curve) {
    std::string text = markup(curve.how);
    if (!curve.exact && curve.points.size() > 1)
        text += " Every point is exact. The length never grows with the support: along a line it is known for all "
                "supports between, in a shaded box it lies somewhere within.";
    if (!curve.points.empty() && curve.points.back().length == 0)
        text += fmt::format(" An open circle: none of {} or more.", formats::counted(curve.min_length, "letter"));
    if (!curve.points.empty()) {
        const bool is_low = curve.points.front().support <= 2;
        const bool is_high = curve.points.back().support == curve.sequences;
        if (!is_low || !is_high)
            text += fmt::format(" The time did not suffice for supports {}{}{}.",
                                is_low ? "" : fmt::format("below {}", formats::grouped(curve.points.front().support)),
                                is_low || is_high ? "" : " and ",
                                is_high ? "" : fmt::format("above {}", formats::grouped(curve.points.back().support)));
    }
    text +=
        " A plateau around the support asked for means that the answer does not hang on it; a cliff beside it, that "
        "another support would tell another story.";
    return text;
}

std::vector<support_point> steps_of(const std::vector<support_point>& all, std::size_t most) {
    std::vector<support_point> steps;
    for (const support_point& each : all)
        if (steps.empty() || steps.back().length != each.length) steps.push_back(each);
    if (steps.size() > most) {
        std::vector<support_point> some;
        for (std::size_t i = 0; i < most; ++i)
            some.push_back(steps[i * steps.size() / most]);
        steps = std::move(some);
    }
    if (!all.empty() && steps.back() != all.back()) steps.push_back(all.back());
    return steps;
}

} // namespace concord::app::report
