// Drawings as SVG elements within a page.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace concord::app::report {

enum class anchor { start, middle, end };

/// One drawing. Lengths are in units of its view box, which are pixels on a wide screen; colours come from the classes
/// that the style of the page defines. Texts are escaped here.
class svg {
  public:
    /// `id` is unique in the page; title and description are read aloud instead of the drawing.
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

enum class scale_kind { linear, logarithmic };

/// Maps values to positions in a drawing.
class scale {
  public:
    /// From [least, greatest] to [from, to]; `least` is above 0 where it is logarithmic. One value alone lies in the
    /// middle.
    scale(scale_kind kind, double least, double greatest, double from, double to);

    [[nodiscard]] double operator()(double value) const;
    /// Round values within, about `most` of them. `whole`: whole numbers only.
    [[nodiscard]] std::vector<double> ticks(unsigned most, bool whole) const;

  private:
    scale_kind kind_;
    double least_;
    double greatest_;
    double from_;
    double to_;
};

/// Where the data of a chart are drawn.
struct plot_area {
    double left = 64;
    double top = 12;
    double right = 428;
    double bottom = 214;
};

/// Width and height of a chart with its axes: small enough to be read on a telephone.
inline constexpr double chart_width = 440;
inline constexpr double chart_height = 262;

struct axis_titles {
    std::string_view x;
    std::string_view y;
};

/// The label of a tick of a horizontal axis, under or over it, moved aside where it would leave the drawing.
void draw_tick_label(svg& on, double x, double y, double value);

/// Lines across at the ticks of y, ticks below at those of x, titles. `wholes`: both count things.
void draw_axes(svg& on, const plot_area& area, const scale& x, const scale& y, const axis_titles& titles,
               bool whole_x = true, bool whole_y = true);

/// Ticks and titles above and left of an area in which y grows downwards.
void draw_map_axes(svg& on, const plot_area& area, const scale& x, const scale& y, const axis_titles& titles);

} // namespace concord::app::report
