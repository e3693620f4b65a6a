#include "report/svg.hpp"

#include "report/markup.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace concord::app::report {

svg::svg(double width, double height, std::string_view id, std::string_view title, std::string_view description)
    : width_(width), height_(height) {
    body_ = fmt::format("<svg viewBox=\"0 0 {} {}\" role=\"img\" aria-labelledby=\"{}-title {}-text\">"
                        "<title id=\"{}-title\">{}</title><desc id=\"{}-text\">{}</desc>\n",
                        coordinate(width), coordinate(height), id, id, id, markup(title), id, markup(description));
}

void svg::close(std::string_view element, std::string_view tip) {
    body_ += tip.empty() ? std::string("/>\n") : fmt::format("><title>{}</title></{}>\n", markup(tip), element);
}

void svg::rect(double x, double y, double width, double height, std::string_view style, std::string_view tip) {
    body_ += fmt::format("<rect class=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"", style, coordinate(x),
                         coordinate(y), coordinate(width), coordinate(height));
    close("rect", tip);
}

void svg::line(double x1, double y1, double x2, double y2, std::string_view style) {
    body_ += fmt::format("<path class=\"{}\" d=\"M{} {}L{} {}\"/>\n", style, coordinate(x1), coordinate(y1),
                         coordinate(x2), coordinate(y2));
}

void svg::circle(double x, double y, double radius, std::string_view style, std::string_view tip) {
    body_ += fmt::format("<circle class=\"{}\" cx=\"{}\" cy=\"{}\" r=\"{}\"", style, coordinate(x), coordinate(y),
                         coordinate(radius));
    close("circle", tip);
}

void svg::text(double x, double y, std::string_view text, std::string_view style, anchor at) {
    constexpr std::array<std::string_view, 3> names = {"start", "middle", "end"};
    body_ += fmt::format("<text class=\"{}\" x=\"{}\" y=\"{}\" text-anchor=\"{}\">{}</text>\n", style, coordinate(x),
                         coordinate(y), names[static_cast<std::size_t>(at)], markup(text));
}

void svg::vertical_text(double x, double y, std::string_view text, std::string_view style) {
    body_ +=
        fmt::format("<text class=\"{}\" transform=\"translate({} {}) rotate(-90)\" text-anchor=\"middle\">{}</text>\n",
                    style, coordinate(x), coordinate(y), markup(text));
}

void svg::path(std::string_view data, std::string_view style, std::string_view tip) {
    body_ += fmt::format("<path class=\"{}\" d=\"{}\"", style, data);
    close("path", tip);
}

namespace {

constexpr std::array<double, 3> round_steps = {1, 2, 5};

std::vector<double> linear_ticks(double least, double greatest, unsigned most, bool whole) {
    const double span = greatest - least;
    double step = std::pow(10, std::floor(std::log10(std::max(span, 1e-12) / most)));
    for (const double factor : {2.0, 2.5, 2.0})
        if (span / step > most) step *= factor;
    if (whole) step = std::max(std::ceil(step), 1.0);
    std::vector<double> values;
    const double first = std::ceil(least / step - 1e-9);
    for (double i = first; i * step <= greatest + step * 1e-9 && values.size() < 100; ++i)
        values.push_back(i * step + 0.0); // no negative zero
    return values;
}

std::vector<double> logarithmic_ticks(double least, double greatest, unsigned most) {
    std::vector<double> values;
    for (const std::size_t steps : {round_steps.size(), std::size_t{1}}) {
        values.clear();
        const auto first = static_cast<int>(std::floor(std::log10(least)));
        const auto last = static_cast<int>(std::floor(std::log10(greatest)));
        for (int exponent = first; exponent <= last; ++exponent)
            for (std::size_t i = 0; i < steps; ++i)
                if (const double value = std::pow(10, exponent) * round_steps[i]; value >= least && value <= greatest)
                    values.push_back(value);
        if (values.size() <= most) break;
    }
    return values;
}

} // namespace

scale::scale(scale_kind kind, double least, double greatest, double from, double to)
    : kind_(kind), least_(least), greatest_(greatest), from_(from), to_(to) {}

double scale::operator()(double value) const {
    if (greatest_ <= least_) return (from_ + to_) / 2;
    const double part = kind_ == scale_kind::linear ? (value - least_) / (greatest_ - least_)
                                                    : std::log(value / least_) / std::log(greatest_ / least_);
    return from_ + part * (to_ - from_);
}

std::vector<double> scale::ticks(unsigned most, bool whole) const {
    if (greatest_ <= least_) return {least_};
    // Within less than a factor of ten there are hardly two round numbers of a logarithmic scale.
    if (kind_ == scale_kind::linear || greatest_ / least_ < 10) return linear_ticks(least_, greatest_, most, whole);
    return logarithmic_ticks(least_, greatest_, most);
}

void draw_tick_label(svg& on, double x, double y, double value) {
    constexpr double letter_width = 7; // of the style "tick"
    const std::string label = brief_count(value);
    const double half = letter_width * static_cast<double>(label.size()) / 2;
    on.text(std::min(std::max(x, half), on.width() - half - 1), y, label, "tick", anchor::middle);
}

void draw_axes(svg& on, const plot_area& area, const scale& x, const scale& y, const axis_titles& titles, bool whole_x,
               bool whole_y) {
    for (const double value : y.ticks(5, whole_y)) {
        on.line(area.left, y(value), area.right, y(value), "rule");
        on.text(area.left - 6, y(value) + 4, brief_count(value), "tick", anchor::end);
    }
    for (const double value : x.ticks(7, whole_x)) {
        on.line(x(value), area.bottom, x(value), area.bottom + 4, "axis");
        draw_tick_label(on, x(value), area.bottom + 18, value);
    }
    on.line(area.left, area.bottom, area.right, area.bottom, "axis");
    on.text((area.left + area.right) / 2, area.bottom + 38, titles.x, "label", anchor::middle);
    on.vertical_text(12, (area.top + area.bottom) / 2, titles.y, "label");
}

void draw_map_axes(svg& on, const plot_area& area, const scale& x, const scale& y, const axis_titles& titles) {
    for (const double value : x.ticks(5, true)) {
        on.line(x(value), area.top - 4, x(value), area.top, "axis");
        draw_tick_label(on, x(value), area.top - 8, value);
    }
    for (const double value : y.ticks(5, true)) {
        on.line(area.left - 4, y(value), area.left, y(value), "axis");
        on.text(area.left - 7, y(value) + 4, brief_count(value), "tick", anchor::end);
    }
    on.text((area.left + area.right) / 2, 14, titles.x, "label", anchor::middle);
    on.vertical_text(12, (area.top + area.bottom) / 2, titles.y, "label");
}

} // namespace concord::app::report
