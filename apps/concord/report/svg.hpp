// Drawings as SVG elements within a page.
#pragma once

#include <string>
#include <string_view>

namespace concord::app::report {

enum class anchor { start, middle, end };

/// One drawing. Lengths are in units of its view box, which are pixels on a wide screen; colours come from the classes
/// that the style of the page defines. Texts are escaped here.
class svg {
  public:
    /// `id` is unique in the page; title and description are what is read aloud in place of the drawing.
    svg(double width, double height, std::string_view id, std::string_view title, std::string_view description);

    void rect(double x, double y, double width, double height, std::string_view style, std::string_view tip = "");
    void line(double x1, double y1, double x2, double y2, std::string_view style);
    void circle(double x, double y, double radius, std::string_view style, std::string_view tip = "");
    void text(double x, double y, std::string_view text, std::string_view style, anchor at = anchor::start);
    /// Read from the bottom upwards.
    void vertical_text(double x, double y, std::string_view text, std::string_view style);
    void path(std::string_view data, std::string_view style, std::string_view tip = "");
    /// Elements that the caller has made and escaped.
    void raw(std::string_view elements) { body_ += elements; }

    [[nodiscard]] double width() const noexcept { return width_; }
    [[nodiscard]] double height() const noexcept { return height_; }
    /// The whole element.
    [[nodiscard]] std::string whole() const { return body_ + "</svg>\n"; }

  private:
    void close(std::string_view element, std::string_view tip);

    double width_;
    double height_;
    std::string body_;
};

} // namespace concord::app::report
