#include "report/heat_map.hpp"

#include "formats/printable.hpp"
#include "report/markup.hpp"
#include "report/svg.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace concord::app::report {
namespace {

/// In units of the drawing but for the first and the last.
struct map_shape {
    static constexpr std::uint64_t most_cells = 48; ///< a side
    static constexpr double side = 360;             ///< of the longer list
    static constexpr double least_side = 60;
    static constexpr double left = 64;
    static constexpr double top = 44;
    static constexpr std::size_t shades = 8; ///< classes h0, nearest, to h7 in the style of the page
};

} // namespace

heat_map::heat_map(std::uint64_t rows, std::uint64_t columns)
    : sequences_a_(rows), sequences_b_(columns), rows_(std::clamp<std::uint64_t>(rows, 1, map_shape::most_cells)),
      columns_(std::clamp<std::uint64_t>(columns, 1, map_shape::most_cells)), sums_(rows_ * columns_, 0),
      counts_(rows_ * columns_, 0) {}

void heat_map::add(std::uint64_t row, std::uint64_t column, std::uint32_t distance) {
    const std::size_t cell = row * rows_ / sequences_a_ * columns_ + column * columns_ / sequences_b_;
    sums_[cell] += distance;
    ++counts_[cell];
}

double heat_map::mean(std::size_t row, std::size_t column) const {
    const std::size_t cell = row * columns_ + column;
    return counts_[cell] == 0 ? -1 : sums_[cell] / static_cast<double>(counts_[cell]);
}

double heat_map::least() const noexcept {
    double found = -1;
    for (std::size_t row = 0; row < rows_; ++row)
        for (std::size_t column = 0; column < columns_; ++column)
            if (const double here = mean(row, column); here >= 0 && (found < 0 || here < found)) found = here;
    return found;
}

double heat_map::greatest() const noexcept {
    double found = -1;
    for (std::size_t row = 0; row < rows_; ++row)
        for (std::size_t column = 0; column < columns_; ++column)
            found = std::max(found, mean(row, column));
    return found;
}

json heat_map::as_json() const {
    json lines = json::array();
    for (std::size_t row = 0; row < rows_; ++row) {
        json line = json::array();
        for (std::size_t column = 0; column < columns_; ++column)
            line.push_back(mean(row, column) < 0 ? json() : json(mean(row, column)));
        lines.push_back(line);
    }
    return {{"rows", rows_}, {"columns", columns_}, {"means", lines}};
}

std::string heat_map::draw(std::string_view id) const {
    const auto a = static_cast<double>(sequences_a_);
    const auto b = static_cast<double>(sequences_b_);
    constexpr double left = map_shape::left;
    constexpr double top = map_shape::top;
    const double longer = std::max(a, b);
    const double width = std::max(map_shape::side * b / longer, map_shape::least_side);
    const double height = std::max(map_shape::side * a / longer, map_shape::least_side);
    const double low = least();
    const double span = std::max(greatest() - low, 1e-9);
    svg drawing(left + width + 14, top + height + 12, id, "Heat map of the distances",
                fmt::format("Mean distances from {} to {}.", readable(low), readable(greatest())));
    std::array<std::string, map_shape::shades> paths;
    for (std::size_t row = 0; row < rows_; ++row)
        for (std::size_t column = 0; column < columns_; ++column) {
            const double here = mean(row, column);
            if (here < 0) continue;
            const auto shade = static_cast<std::size_t>((here - low) / span * (map_shape::shades - 0.001));
            paths[shade] += fmt::format("M{} {}h1v1h-1z", column, row);
        }
    drawing.raw(fmt::format("<g transform=\"translate({} {}) scale({:.5f} {:.5f})\">\n", coordinate(left),
                            coordinate(top), width / static_cast<double>(columns_),
                            height / static_cast<double>(rows_)));
    for (std::size_t i = 0; i < map_shape::shades; ++i)
        if (!paths[i].empty()) drawing.path(paths[i], fmt::format("h{}", i));
    drawing.raw("</g>\n");
    drawing.rect(left, top, width, height, "frame");
    const scale x(scale_kind::linear, 0, b, left, left + width);
    const scale y(scale_kind::linear, 0, a, top, top + height);
    draw_map_axes(drawing, {left, top, left + width, top + height}, x, y, {"index of B", "index of A"});
    return drawing.whole();
}

} // namespace concord::app::report
