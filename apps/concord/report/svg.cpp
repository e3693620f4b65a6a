#include "report/svg.hpp"

#include "report/markup.hpp"

#include <array>
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

} // namespace concord::app::report
