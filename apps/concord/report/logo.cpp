#include "formats/printable.hpp"
#include "report/figures.hpp"
#include "report/markup.hpp"
#include "report/svg.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <numbers>

namespace concord::app::report {
namespace {

constexpr std::size_t columns_a_row = 28;
constexpr double row_height = 126; // of the letters
constexpr double row_pitch = 166;  // with the text below
constexpr double left_of_logo = 48;
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
        const double right = left_of_logo + column_width * static_cast<double>(end - first);
        for (const double tick : y.ticks(4, false)) {
            on_.line(left_of_logo - 3, y(tick), right, y(tick), "rule");
            on_.text(left_of_logo - 7, y(tick) + 4, readable(tick), "tick", anchor::end);
        }
        on_.vertical_text(11, top + row_height / 2, shares_ ? "share" : "bits", "label");
        for (std::size_t column = first; column < end; ++column) {
            const double x = left_of_logo + column_width * static_cast<double>(column - first);
            draw_stack(column, x, y);
            const bool has_room = (first + 1) % 5 < 4; // beside the next numbered column
            if ((column == first && has_room) || (column + 1) % 5 == 0)
                on_.text(x + column_width / 2, y(0) + 17, std::to_string(column + 1), "tick", anchor::middle);
        }
        on_.line(left_of_logo, y(0), right, y(0), "axis");
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
        left_of_logo + column_width * static_cast<double>(std::clamp<std::size_t>(columns, 24, columns_a_row)) + 8;
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

namespace {

// Middle lines of strokes 17 wide in a box of 100 by 100, for A to Z.
constexpr std::array<std::string_view, 26> strokes = {
    "M9 96.5L50 9L91 96.5M24 68H76",                                                                      // A
    "M8.5 8.5H55C90 8.5 90 48 55 48H8.5H58C98 48 98 91.5 58 91.5H8.5Z",                                   // B
    "M92 30C84 14 70 8.5 53 8.5C24 8.5 8.5 26 8.5 50C8.5 74 24 91.5 53 91.5C70 91.5 84 86 92 70",         // C
    "M8.5 8.5H46C76 8.5 91.5 24 91.5 50C91.5 76 76 91.5 46 91.5H8.5Z",                                    // D
    "M92 8.5H8.5V91.5H92M8.5 49H80",                                                                      // E
    "M92 8.5H8.5V100M8.5 50H80",                                                                          // F
    "M90 28C82 14 70 8.5 53 8.5C24 8.5 8.5 26 8.5 50C8.5 74 24 91.5 53 91.5C68 91.5 82 87 91.5 80V54H54", // G
    "M8.5 0V100M91.5 0V100M8.5 49H91.5",                                                                  // H
    "M50 0V100M20 8.5H80M20 91.5H80",                                                                     // I
    "M76 0V62C76 82 66 91.5 46 91.5C26 91.5 14 82 14 62",                                                 // J
    "M8.5 0V100M88 5L12 56M40 38L86 95",                                                                  // K
    "M8.5 0V91.5H92",                                                                                     // L
    "M8.5 100V12L50 66L91.5 12V100",                                                                      // M
    "M8.5 100V12L91.5 88V0",                                                                              // N
    "M50 8.5C76 8.5 91.5 26 91.5 50C91.5 74 76 91.5 50 91.5C24 91.5 8.5 74 8.5 50C8.5 26 24 8.5 50 8.5Z", // O
    "M8.5 100V8.5H56C98 8.5 98 57 56 57H8.5",                                                             // P
    "M50 8.5C76 8.5 91.5 26 91.5 50C91.5 74 76 91.5 50 91.5C24 91.5 8.5 74 8.5 50C8.5 26 24 8.5 50 8.5ZM58 64L94 "
    "97",                                                 // Q
    "M8.5 100V8.5H56C96 8.5 96 54 56 54H8.5M50 54L87 96", // R
    "M88 26C80 12 66 8.5 50 8.5C28 8.5 14 16 14 29C14 44 30 47 50 50C72 53 88 57 88 71C88 85 72 91.5 50 91.5C32 "
    "91.5 "
    "18 86 10 72",                                                // S
    "M0 8.5H100M50 8.5V100",                                      // T
    "M8.5 0V58C8.5 80 24 91.5 50 91.5C76 91.5 91.5 80 91.5 58V0", // U
    "M9 3.5L50 91L91 3.5",                                        // V
    "M7 2L28 89L50 20L72 89L93 2",                                // W
    "M12 5L88 95M88 5L12 95",                                     // X
    "M12 5L50 52L88 5M50 52V100",                                 // Y
    "M6 8.5H86L12 91.5H94",                                       // Z
};

bool has_shape(char letter) { return letter >= 'A' && letter <= 'Z'; }

/// Each base has a colour of its own; amino acids have that of their kind: acidic, basic, polar, others.
char colour_of(char letter, bool is_base) {
    const auto among = [letter](std::string_view letters) { return letters.find(letter) != std::string_view::npos; };
    if (is_base) return among("ACGT") ? letter : 'O';
    if (among("DE")) return 'T';
    if (among("KRH")) return 'C';
    return among("STNQGYC") ? 'A' : 'O';
}

} // namespace

std::string letter_shapes(std::string_view letters) {
    std::string shapes = "<defs>";
    for (const char letter : letters)
        if (has_shape(letter))
            shapes +=
                fmt::format("<path id=\"shape-{}\" class=\"glyph k{}\" d=\"{}\"/>", letter,
                            colour_of(letter, letters == "ACGT"), strokes[static_cast<std::size_t>(letter - 'A')]);
    return shapes + "</defs>\n";
}

std::string placed_letter(char letter, double x, double y, double width, double height, std::string_view tip) {
    const std::string title = fmt::format("<title>{}</title>", markup(tip));
    if (has_shape(letter))
        return fmt::format("<use href=\"#shape-{}\" transform=\"matrix({} 0 0 {:.4f} {} {})\">{}</use>\n", letter,
                           coordinate(width / 100), height / 100, coordinate(x), coordinate(y), title);
    // Capitals and digits are about 0.72 of the size of a font.
    constexpr double capitals = 72;
    const std::string shown = letter > ' ' && letter <= '~' ? std::string(1, letter) : std::string("\xC2\xB7");
    return fmt::format(
        "<text class=\"fO\" font-size=\"100\" text-anchor=\"middle\" transform=\"matrix({} 0 0 {:.4f} {} "
        "{})\">{}{}</text>\n",
        coordinate(width / capitals), height / capitals, coordinate(x + width / 2), coordinate(y + height), title,
        markup(shown));
}

} // namespace concord::app::report
