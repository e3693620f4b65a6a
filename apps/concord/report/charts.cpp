#include "report/charts.hpp"

#include "formats/printable.hpp"
#include "report/markup.hpp"
#include "report/page.hpp"
#include "report/svg.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

namespace concord::app::report {

histogram histogram::of_range(std::uint64_t least, std::uint64_t greatest, std::size_t bins) {
    const std::uint64_t span = greatest - least; // one less than the number of values, which may not fit
    const std::uint64_t width = span / bins + 1;
    return {least, width, std::vector<std::uint64_t>(span / width + 1, 0)};
}

std::uint64_t histogram::total() const { return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}); }

json histogram::as_json() const { return {{"least", least}, {"width", width}, {"counts", counts}}; }

void growing_histogram::add(std::uint64_t value, std::uint64_t times) {
    while (value / width_ >= most_bins) {
        for (std::size_t i = 0; i < counts_.size(); i += 2)
            counts_[i / 2] = counts_[i] + (i + 1 < counts_.size() ? counts_[i + 1] : 0);
        counts_.resize((counts_.size() + 1) / 2);
        width_ *= 2;
    }
    const auto bin = static_cast<std::size_t>(value / width_);
    if (bin >= counts_.size()) counts_.resize(bin + 1, 0);
    counts_[bin] += times;
}

histogram growing_histogram::value() const {
    std::size_t first = 0;
    while (first < counts_.size() && counts_[first] == 0)
        ++first;
    const std::size_t joined = (counts_.size() - first) / 64 + 1; // bins that become one
    histogram made{first * width_, joined * width_, {}};
    for (std::size_t i = first; i < counts_.size(); ++i) {
        if ((i - first) % joined == 0) made.counts.push_back(0);
        made.counts.back() += counts_[i];
    }
    return made;
}

std::string draw_histogram(const histogram& of, const histogram_texts& texts) {
    const std::uint64_t most = of.counts.empty() ? 0 : *std::ranges::max_element(of.counts);
    const auto peak = static_cast<std::uint64_t>(std::ranges::max_element(of.counts) - of.counts.begin());
    const std::uint64_t end = of.least + of.counts.size() * of.width;
    const auto range_of = [&](std::uint64_t bin) {
        const std::uint64_t from = of.least + bin * of.width;
        return of.width == 1 ? formats::grouped(from)
                             : fmt::format("{} to {}", formats::grouped(from), formats::grouped(from + of.width - 1));
    };
    svg drawing(chart_width, chart_height, texts.id, texts.title,
                fmt::format("Histogram of {}: {} from {} to {}; most, {}, at {}.", texts.x,
                            formats::counted(of.total(), "value"), formats::grouped(of.least),
                            formats::grouped(end - 1), formats::grouped(most), range_of(peak)));
    const plot_area area;
    // Bars stand over their values: half a value to either side where each has its own.
    const double half = of.width == 1 ? 0.5 : 0;
    const scale x(scale_kind::linear, static_cast<double>(of.least) - half, static_cast<double>(end) - half, area.left,
                  area.right);
    const scale y(scale_kind::linear, 0, static_cast<double>(std::max<std::uint64_t>(most, 1)), area.bottom, area.top);
    draw_axes(drawing, area, x, y, {texts.x, texts.y});
    for (std::size_t i = 0; i < of.counts.size(); ++i) {
        if (of.counts[i] == 0) continue;
        const double from = x(static_cast<double>(of.least + i * of.width) - half);
        const double to = x(static_cast<double>(of.least + (i + 1) * of.width) - half);
        const double gap = to - from > 4 ? 1 : 0;
        const double top = std::min(y(static_cast<double>(of.counts[i])), area.bottom - 0.8); // even one is visible
        drawing.rect(from + gap / 2, top, to - from - gap, area.bottom - top, "bar",
                     fmt::format("{}: {}", range_of(i), formats::grouped(of.counts[i])));
    }
    return drawing.whole();
}

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
    // A few genomes may share thousands of letters and all of them some tens: only a log scale shows such a fall.
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

std::string curve_table(const support_curve& curve) {
    constexpr std::size_t most_rows = 40;
    html_rows rows;
    const std::size_t all = curve.points.size();
    const std::size_t shown = std::min(all, most_rows);
    for (std::size_t i = 0; i < shown; ++i) {
        const support_point& each = curve.points[shown == 1 ? 0 : i * (all - 1) / (shown - 1)];
        const bool is_cut = each.length > most_curve_letters;
        rows.push_back({formats::grouped(each.support), each.length == 0 ? "none" : formats::grouped(each.length),
                        fmt::format("<code>{}</code>{}", markup(each.text), is_cut ? " …" : "")});
    }
    return table({"support", "length", "text"}, rows, 3);
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
