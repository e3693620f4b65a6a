#include "report/logo.hpp"

#include "report/axes.hpp"
#include "report/letter_shapes.hpp"
#include "report/markup.hpp"
#include "report/svg.hpp"

#include "formats/printable.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numbers>

namespace concord::app::report {
namespace {

constexpr std::size_t columns_a_row = 28;
constexpr double row_height = 126; // of the letters
constexpr double row_pitch = 166;  // with what is written below
constexpr double left = 48;
constexpr double column_width = 20;
constexpr double least_height = 0.4; // lower letters are not drawn

double shares_entropy(const std::vector<std::uint64_t>& counts, double total) {
    double bits = 0;
    for (const std::uint64_t count : counts)
        if (count > 0) bits -= static_cast<double>(count) / total * std::log2(static_cast<double>(count) / total);
    return bits;
}

/// Letters of a column, the rarest first; among equals the later of the alphabet is below.
std::vector<std::size_t> rarest_first(const std::vector<std::uint64_t>& counts) {
    std::vector<std::size_t> order;
    for (std::size_t i = counts.size(); i-- > 0;)
        if (counts[i] > 0) order.push_back(i);
    std::ranges::stable_sort(order, {}, [&](std::size_t letter) { return counts[letter]; });
    return order;
}

class logo {
  public:
    logo(const formats::letter_profile& profile, svg& on)
        : profile_(profile), on_(on), shares_(shows_shares(profile)),
          heights_(shares_ ? std::vector<double>(profile.counts.size(), 1) : information_content(profile)),
          greatest_(shares_ ? 1 : std::log2(static_cast<double>(profile.letters.size()))) {}

    void draw() {
        on_.raw(letter_shapes(profile_.letters));
        for (std::size_t first = 0; first < heights_.size(); first += columns_a_row)
            draw_row(first, std::min(first + columns_a_row, heights_.size()));
    }

  private:
    void draw_row(std::size_t first, std::size_t end) {
        const std::size_t row = first / columns_a_row;
        const double top = 8 + row_pitch * static_cast<double>(row);
        const scale y(scale_kind::linear, 0, greatest_, top + row_height, top);
        const double right = left + column_width * static_cast<double>(end - first);
        for (const double tick : y.ticks(4, false)) {
            on_.line(left - 3, y(tick), right, y(tick), "rule");
            on_.text(left - 7, y(tick) + 4, readable(tick), "tick", anchor::end);
        }
        on_.vertical_text(11, top + row_height / 2, shares_ ? "share" : "bits", "label");
        for (std::size_t column = first; column < end; ++column) {
            const double x = left + column_width * static_cast<double>(column - first);
            draw_stack(column, x, y);
            const bool has_room = (first + 1) % 5 < 4; // beside the next that is numbered
            if ((column == first && has_room) || (column + 1) % 5 == 0)
                on_.text(x + column_width / 2, y(0) + 17, std::to_string(column + 1), "tick", anchor::middle);
        }
        on_.line(left, y(0), right, y(0), "axis");
    }

    void draw_stack(std::size_t column, double x, const scale& y) {
        const auto total = static_cast<double>(profile_.total(column));
        double height = 0;
        for (const std::size_t letter : rarest_first(profile_.counts[column])) {
            const std::uint64_t count = profile_.counts[column][letter];
            const double share = static_cast<double>(count) / total;
            const double bottom = y(height);
            height += share * heights_[column];
            if (bottom - y(height) < least_height) continue;
            on_.raw(placed_letter(profile_.letters[letter], x + 0.8, y(height), column_width - 1.6, bottom - y(height),
                                  fmt::format("place {}: {} in {} ({})", column + 1,
                                              formats::escaped(std::string_view(&profile_.letters[letter], 1)),
                                              formats::grouped(count),
                                              formats::percentage(count, profile_.total(column)))));
        }
    }

    const formats::letter_profile& profile_;
    svg& on_;
    bool shares_;
    std::vector<double> heights_;
    double greatest_;
};

} // namespace

std::vector<double> information_content(const formats::letter_profile& profile) {
    std::vector<double> bits;
    const auto letters = static_cast<double>(profile.letters.size());
    for (std::size_t column = 0; column < profile.counts.size(); ++column) {
        const auto total = static_cast<double>(profile.total(column));
        if (profile.kind == alphabet::bytes || total == 0) {
            bits.push_back(0);
            continue;
        }
        const double correction = (letters - 1) / (2 * std::numbers::ln2 * total);
        bits.push_back(std::max(0.0, std::log2(letters) - shares_entropy(profile.counts[column], total) - correction));
    }
    return bits;
}

bool shows_shares(const formats::letter_profile& profile) {
    return std::ranges::all_of(information_content(profile), [](double bits) { return bits == 0; });
}

std::string draw_logo(const formats::letter_profile& profile, std::string_view id) {
    const std::size_t columns = profile.counts.size();
    const std::size_t rows = std::max<std::size_t>((columns + columns_a_row - 1) / columns_a_row, 1);
    const double width =
        left + column_width * static_cast<double>(std::clamp<std::size_t>(columns, 24, columns_a_row)) + 8;
    std::string consensus;
    for (const std::vector<std::uint64_t>& column : profile.counts)
        consensus.push_back(
            profile.letters[static_cast<std::size_t>(std::ranges::max_element(column) - column.begin())]);
    svg drawing(width, row_pitch * static_cast<double>(rows) - 14, id, "Sequence logo of the occurrences",
                fmt::format("The most frequent letter of each of the {} places, in order: {}.", columns,
                            formats::escaped(consensus)));
    logo(profile, drawing).draw();
    return drawing.whole();
}

} // namespace concord::app::report
