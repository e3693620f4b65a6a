// The frame of a chart: scales, ticks and titles.
#pragma once

#include "report/svg.hpp"

#include <string_view>
#include <vector>

namespace concord::app::report {

enum class scale_kind { linear, logarithmic };

/// Maps values to places of a drawing.
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

/// Lines across at the ticks of y, ticks below at those of x, titles. `wholes`: both count things.
void draw_axes(svg& on, const plot_area& area, const scale& x, const scale& y, const axis_titles& titles,
               bool whole_x = true, bool whole_y = true);

} // namespace concord::app::report
