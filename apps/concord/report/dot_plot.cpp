#include "formats/printable.hpp"
#include "report/figures.hpp"
#include "report/markup.hpp"
#include "report/svg.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace concord::app::report {
namespace {

constexpr std::size_t most_cells = 400;          // a side
constexpr std::size_t most_path_bytes = 200'000; // of all cells of a drawing
constexpr double side = 372;                     // of the longer sequence
constexpr double least_side = 90;                // of the shorter
constexpr double left = 58;
constexpr double top = 44;
constexpr std::size_t shades = 3;

/// Cells by their counts: neighbours of one shade are one stroke. Coordinates are cells.
std::array<std::string, shades> cell_paths(const dot_grid& grid) {
    std::vector<std::uint64_t> counts;
    for (std::size_t row = 0; row < grid.rows(); ++row)
        for (std::size_t column = 0; column < grid.columns(); ++column)
            if (const std::uint64_t count = grid.at(column, row); count > 0) counts.push_back(count);
    std::array<std::string, shades> paths;
    if (counts.empty()) return paths;
    std::ranges::sort(counts);
    // At most half of the cells are pale; where all have the same count, all are dark.
    const std::uint64_t middle = counts[counts.size() / 2];
    const std::uint64_t high = counts[counts.size() * 9 / 10];
    const auto shade_of = [&](std::uint64_t count) -> std::size_t {
        if (count >= high) return 2;
        return count >= middle ? 1 : 0;
    };
    for (std::size_t row = 0; row < grid.rows(); ++row)
        for (std::size_t column = 0; column < grid.columns();) {
            const std::uint64_t count = grid.at(column, row);
            std::size_t end = column + 1;
            if (count > 0) {
                while (end < grid.columns() && grid.at(end, row) > 0 && shade_of(grid.at(end, row)) == shade_of(count))
                    ++end;
                paths[shade_of(count)] += fmt::format("M{} {}h{}v1h-{}z", column, row, end - column, end - column);
            }
            column = end;
        }
    return paths;
}

/// The path of the alignment as a line, without points that would not be distinguishable.
std::string way_path(const alignment& runs, const scale& x, const scale& y) {
    std::uint64_t a = 0;
    std::uint64_t b = 0;
    std::string path = fmt::format("M{} {}", coordinate(x(0)), coordinate(y(0)));
    double last_x = x(0);
    double last_y = y(0);
    for (std::size_t i = 0; i < runs.size(); ++i) {
        if (runs[i].operation != 'D') a += runs[i].count;
        if (runs[i].operation != 'I') b += runs[i].count;
        const double to_x = x(static_cast<double>(a));
        const double to_y = y(static_cast<double>(b));
        if (std::abs(to_x - last_x) + std::abs(to_y - last_y) < 0.7 && i + 1 < runs.size()) continue;
        path += fmt::format("L{:.1f} {:.1f}", to_x, to_y);
        last_x = to_x;
        last_y = to_y;
    }
    return path;
}

} // namespace

dot_grid::dot_grid(std::uint64_t length_a, std::uint64_t length_b) : dot_grid(length_a, length_b, most_cells) {}

dot_grid::dot_grid(std::uint64_t length_a, std::uint64_t length_b, std::size_t most)
    : length_a_(length_a), length_b_(length_b), columns_(std::clamp<std::uint64_t>(length_a, 1, most)),
      rows_(std::clamp<std::uint64_t>(length_b, 1, most)), counts_(columns_ * rows_, 0) {}

std::size_t dot_grid::column_of(std::uint64_t position) const noexcept {
    return std::min<std::size_t>(position * columns_ / std::max<std::uint64_t>(length_a_, 1), columns_ - 1);
}

std::size_t dot_grid::row_of(std::uint64_t position) const noexcept {
    return std::min<std::size_t>(position * rows_ / std::max<std::uint64_t>(length_b_, 1), rows_ - 1);
}

std::uint64_t dot_grid::filled() const {
    return static_cast<std::uint64_t>(std::ranges::count_if(counts_, [](std::uint64_t count) { return count > 0; }));
}

void dot_grid::add_match(std::uint64_t a, std::uint64_t b, std::uint64_t length) {
    const std::uint64_t cell = std::max<std::uint64_t>(std::min(length_a_ / columns_, length_b_ / rows_), 1);
    std::size_t last_column = columns_;
    std::size_t last_row = rows_;
    for (std::uint64_t at = 0; at < length; at += cell) {
        const std::size_t column = column_of(a + at);
        const std::size_t row = row_of(b + at);
        if (column == last_column && row == last_row) continue;
        add(last_column = column, last_row = row);
    }
}

dot_grid dot_grid::coarser() const {
    dot_grid half(length_a_, length_b_, std::max<std::size_t>(std::max(columns_, rows_) / 2, 1));
    for (std::size_t row = 0; row < rows_; ++row)
        for (std::size_t column = 0; column < columns_; ++column)
            if (const std::uint64_t count = at(column, row); count > 0)
                half.add(column * half.columns_ / columns_, row * half.rows_ / rows_, count);
    return half;
}

std::string draw_dot_plot(const dot_grid& grid, const alignment& way, const dot_plot_texts& texts) {
    const auto a = static_cast<double>(std::max<std::uint64_t>(grid.length_a(), 1));
    const auto b = static_cast<double>(std::max<std::uint64_t>(grid.length_b(), 1));
    const double longer = std::max(a, b);
    const double width = std::max(side * a / longer, least_side);
    const double height = std::max(side * b / longer, least_side);
    svg drawing(left + width + 14, top + height + 12, texts.id, texts.title,
                fmt::format("{} of {} cells hold a match{}.", formats::grouped(grid.filled()),
                            formats::grouped(static_cast<std::uint64_t>(grid.columns()) * grid.rows()),
                            way.empty() ? "" : "; a line shows the alignment from the upper left to the lower right"));
    const scale x(scale_kind::linear, 0, a, left, left + width);
    const scale y(scale_kind::linear, 0, b, top, top + height);
    draw_map_axes(drawing, {left, top, left + width, top + height}, x, y, {texts.a, texts.b});

    dot_grid drawn = grid;
    std::array<std::string, shades> paths = cell_paths(drawn);
    while (paths[0].size() + paths[1].size() + paths[2].size() > most_path_bytes) {
        drawn = drawn.coarser();
        paths = cell_paths(drawn);
    }
    // A lone match of few letters is less than a pixel wide: where there are few cells, each gets a border of one.
    const bool is_sparse = drawn.filled() * 20 <= drawn.columns() * drawn.rows();
    drawing.raw(fmt::format("<g{} transform=\"translate({} {}) scale({:.5f} {:.5f})\">\n",
                            is_sparse ? " class=\"thin\"" : "", coordinate(left), coordinate(top),
                            width / static_cast<double>(drawn.columns()), height / static_cast<double>(drawn.rows())));
    for (std::size_t i = 0; i < shades; ++i)
        if (!paths[i].empty()) drawing.path(paths[i], fmt::format("seen{}", i + 1));
    drawing.raw("</g>\n");
    drawing.rect(left, top, width, height, "frame");
    if (!way.empty()) drawing.path(way_path(way, x, y), "way");
    return drawing.whole();
}

namespace {

constexpr std::uint64_t most_stretches = 100;

} // namespace

std::vector<double> identity_along(const alignment& runs) {
    std::uint64_t columns = 0;
    for (const alignment_run& run : runs)
        columns += run.count;
    const std::uint64_t stretches = std::min(most_stretches, columns);
    std::vector<double> equal(stretches, 0);
    std::vector<double> all(stretches, 0);
    std::uint64_t at = 0;
    for (const alignment_run& run : runs)
        for (const std::uint64_t end = at + run.count; at < end;) {
            const std::uint64_t stretch = std::min(at * stretches / columns, stretches - 1);
            // The first column of the next stretch, rounded up as the division above rounds down.
            const std::uint64_t border = ((stretch + 1) * columns + stretches - 1) / stretches;
            const std::uint64_t next = std::min(std::max(border, at + 1), end);
            all[stretch] += static_cast<double>(next - at);
            if (run.operation == '=') equal[stretch] += static_cast<double>(next - at);
            at = next;
        }
    for (std::size_t i = 0; i < equal.size(); ++i)
        equal[i] = all[i] > 0 ? equal[i] / all[i] : 0;
    return equal;
}

std::string draw_identity(const std::vector<double>& shares, std::uint64_t columns, std::string_view id) {
    const auto [least, most] = std::ranges::minmax(shares);
    svg drawing(chart_width, chart_height, id, "Identity along the alignment",
                fmt::format("From {:.0f}% to {:.0f}% of the places are equal in stretches of {}.", 100 * least,
                            100 * most, readable(static_cast<double>(columns) / static_cast<double>(shares.size()))));
    const plot_area area;
    const scale x(scale_kind::linear, 0, static_cast<double>(columns), area.left, area.right);
    const scale y(scale_kind::linear, 0, 100, area.bottom, area.top);
    draw_axes(drawing, area, x, y, {"place in the alignment", "equal places (%)"});
    const auto width = (area.right - area.left) / static_cast<double>(shares.size());
    for (std::size_t i = 0; i < shares.size(); ++i) {
        if (shares[i] <= 0) continue;
        drawing.rect(area.left + width * static_cast<double>(i), y(100 * shares[i]), width + 0.1,
                     area.bottom - y(100 * shares[i]), "bar", fmt::format("{:.1f}%", 100 * shares[i]));
    }
    return drawing.whole();
}

} // namespace concord::app::report
