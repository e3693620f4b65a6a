#include "report/histogram.hpp"

#include "report/svg.hpp"

#include "formats/printable.hpp"

#include <algorithm>
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
    const std::size_t joined = (counts_.size() - first) / 64 + 1; // bins to one
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
        const double top = std::min(y(static_cast<double>(of.counts[i])), area.bottom - 0.8); // one is seen as well
        drawing.rect(from + gap / 2, top, to - from - gap, area.bottom - top, "bar",
                     fmt::format("{}: {}", range_of(i), formats::grouped(of.counts[i])));
    }
    return drawing.whole();
}

} // namespace concord::app::report
