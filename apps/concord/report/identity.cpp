#include "report/axes.hpp"
#include "report/dot_plot.hpp"
#include "report/markup.hpp"

#include "formats/printable.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace concord::app::report {
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
