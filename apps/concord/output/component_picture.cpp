#include "formats/png_file.hpp"
#include "output/cell_colours.hpp"
#include "output/component_answer.hpp"

#include <algorithm>

namespace concord::app {
namespace {

constexpr std::uint32_t white = 0xFFFFFF;
constexpr std::uint32_t outline_colour = 0xD8002E;
constexpr std::uint32_t frame_colour = 0x1F4E9E;
constexpr std::uint32_t title_colour = 0x505050;
constexpr std::uint32_t tint_colour = 0xFFB000; // of grey cells of the component

constexpr std::size_t margin = 16;
constexpr std::size_t title = 36;        // height of the letters above A and B
constexpr std::size_t gap = 40;          // between A and B
constexpr std::size_t wanted_side = 560; // pixels that a small matrix grows to
constexpr std::size_t largest_scale = 40;
constexpr std::size_t grid_from = 8; // cells from this size on are separated by a line
constexpr std::size_t dash = 6;

constexpr unsigned pale_outside = 86; // hundredths of white, outside of the overlap of the matrices
constexpr unsigned pale_inside = 62;  // and inside
constexpr unsigned pale_ink = 45;     // hundredths, of the text in cells outside of the component
constexpr unsigned tint = 40;         // hundredths

/// Rows and columns, half open.
struct region {
    std::size_t first_row = 0;
    std::size_t end_row = 0;
    std::size_t first_column = 0;
    std::size_t end_column = 0;

    [[nodiscard]] bool holds(std::size_t row, std::size_t column) const noexcept {
        return row >= first_row && row < end_row && column >= first_column && column < end_column;
    }
    [[nodiscard]] bool empty() const noexcept { return first_row >= end_row || first_column >= end_column; }
};

/// How many pixels a cell is wide, or how many cells a pixel is.
struct proportion {
    std::size_t scale = 1;
    std::size_t shrink = 1;
};

proportion proportion_for(const formats::matrix_pair& pair, std::size_t longest_side) {
    const std::size_t longest =
        std::max({pair.a().rows(), pair.a().columns(), pair.b().rows(), pair.b().columns(), std::size_t{1}});
    if (longest > longest_side) return {.scale = 1, .shrink = (longest + longest_side - 1) / longest_side};
    const std::size_t side = std::min(wanted_side, longest_side);
    return {.scale = std::clamp<std::size_t>(side / longest, 1, largest_scale), .shrink = 1};
}

/// One of the two matrices: a picture of tiles, each of one cell, or of several that share a pixel.
class panel {
  public:
    /// `texts`: cells show their values, if they are large enough.
    panel(const matrix& of, const cell_colours& colours, proportion size, region overlap, bool texts)
        : of_(of), colours_(colours), size_(size), overlap_(overlap), texts_(texts && size.scale >= grid_from),
          rows_(tiles(of.rows())), columns_(tiles(of.columns())), inside_(rows_ * columns_, false) {}

    [[nodiscard]] std::size_t height() const noexcept { return rows_ * size_.scale; }
    [[nodiscard]] std::size_t width() const noexcept { return columns_ * size_.scale; }

    void add_to_component(std::size_t row, std::size_t column) {
        inside_[row / size_.shrink * columns_ + column / size_.shrink] = true;
    }

    void draw(formats::canvas& on, std::size_t top, std::size_t left) const {
        for (std::size_t r = 0; r < rows_; ++r)
            for (std::size_t c = 0; c < columns_; ++c)
                draw_tile(on, r, c, top + r * size_.scale, left + c * size_.scale);
        if (!overlap_.empty()) draw_frame(on, top, left);
        for (std::size_t r = 0; r < rows_; ++r)
            for (std::size_t c = 0; c < columns_; ++c)
                if (inside_[r * columns_ + c]) draw_outline(on, r, c, top, left);
    }

  private:
    [[nodiscard]] std::size_t tiles(std::size_t cells) const noexcept {
        return (cells + size_.shrink - 1) / size_.shrink;
    }

    /// None where a number is negative.
    [[nodiscard]] bool is_inside(std::size_t row, std::size_t column) const {
        return row < rows_ && column < columns_ && inside_[row * columns_ + column];
    }

    [[nodiscard]] std::uint32_t colour_of_tile(std::size_t row, std::size_t column) const {
        colour_mean mean;
        for (std::size_t r = row * size_.shrink; r < std::min((row + 1) * size_.shrink, of_.rows()); ++r)
            for (std::size_t c = column * size_.shrink; c < std::min((column + 1) * size_.shrink, of_.columns()); ++c)
                mean.add(colours_.of(of_, r * of_.columns() + c));
        return mean.value();
    }

    void draw_tile(formats::canvas& on, std::size_t row, std::size_t column, std::size_t top, std::size_t left) const {
        std::uint32_t colour = colour_of_tile(row, column);
        if (is_inside(row, column)) {
            if (colours_.are_grey()) colour = mixed(colour, tint_colour, tint);
        } else {
            const bool within = overlap_.holds(row * size_.shrink, column * size_.shrink);
            colour = mixed(colour, white, within ? pale_inside : pale_outside);
        }
        const std::size_t side = size_.scale >= grid_from ? size_.scale - 1 : size_.scale;
        fill(on, top, left, side, side, colour);
        if (!texts_) return;
        const std::uint32_t ink = mixed(colour, readable_on(colour), is_inside(row, column) ? 100 : pale_ink);
        formats::draw_text(on, {top, left, side, side}, cell_text(of_, row * of_.columns() + column), ink);
    }

    static void fill(formats::canvas& on, std::size_t top, std::size_t left, std::size_t height, std::size_t width,
                     std::uint32_t colour) {
        for (std::size_t y = top; y < top + height; ++y)
            for (std::size_t x = left; x < left + width; ++x)
                on.at(y, x) = colour;
    }

    /// A dashed line around the part that the other matrix covers.
    void draw_frame(formats::canvas& on, std::size_t top, std::size_t left) const {
        const std::size_t first_y = top + overlap_.first_row / size_.shrink * size_.scale;
        const std::size_t end_y = top + tiles(overlap_.end_row) * size_.scale;
        const std::size_t first_x = left + overlap_.first_column / size_.shrink * size_.scale;
        const std::size_t end_x = left + tiles(overlap_.end_column) * size_.scale;
        const auto dashed = [&](std::size_t y, std::size_t x) {
            if ((y + x) / dash % 2 == 0) on.at(y, x) = frame_colour;
        };
        constexpr std::size_t thickness = 2;
        for (std::size_t i = 1; i <= thickness; ++i) {
            for (std::size_t x = first_x - i; x < end_x + i; ++x) {
                dashed(first_y - i, x);
                dashed(end_y + i - 1, x);
            }
            for (std::size_t y = first_y - i; y < end_y + i; ++y) {
                dashed(y, first_x - i);
                dashed(y, end_x + i - 1);
            }
        }
    }

    /// A line just outside of every side of a tile at which the component ends. Lines reach round the corners
    /// unless the component is there.
    void draw_outline(formats::canvas& on, std::size_t row, std::size_t column, std::size_t top,
                      std::size_t left) const {
        const std::size_t thick = std::clamp<std::size_t>(size_.scale / 8, 1, 4);
        const std::size_t side = size_.scale;
        const std::size_t y = top + row * side;
        const std::size_t x = left + column * side;
        for (const bool below : {false, true}) {
            const std::size_t next = below ? row + 1 : row - 1;
            if (is_inside(next, column)) continue;
            const std::size_t before = is_inside(next, column - 1) ? 0 : thick;
            const std::size_t behind = is_inside(next, column + 1) ? 0 : thick;
            fill(on, below ? y + side : y - thick, x - before, thick, before + side + behind, outline_colour);
        }
        for (const bool right : {false, true}) {
            const std::size_t next = right ? column + 1 : column - 1;
            if (!is_inside(row, next)) fill(on, y, right ? x + side : x - thick, side, thick, outline_colour);
        }
    }

    const matrix& of_;
    const cell_colours& colours_;
    proportion size_;
    region overlap_;
    bool texts_;
    std::size_t rows_; ///< of tiles
    std::size_t columns_;
    std::vector<bool> inside_;
};

/// Along one axis: which cells of one matrix, `length` long, the other covers, which begins at its cell `start`.
std::pair<std::size_t, std::size_t> covered(std::size_t length, std::int64_t start, std::size_t other) {
    const auto bounded = [&](std::int64_t at) {
        return static_cast<std::size_t>(std::clamp<std::int64_t>(at, 0, static_cast<std::int64_t>(length)));
    };
    return {bounded(start), bounded(start + static_cast<std::int64_t>(other))};
}

region covered(const matrix& of, const matrix& by, std::int64_t rows, std::int64_t columns) {
    const auto [first_row, end_row] = covered(of.rows(), rows, by.rows());
    const auto [first_column, end_column] = covered(of.columns(), columns, by.columns());
    return {first_row, end_row, first_column, end_column};
}

} // namespace

void write_component_picture(const component_answer& answer, const formats::byte_sink& sink, std::size_t longest_side) {
    const matrix& a = answer.input.a();
    const matrix& b = answer.input.b();
    const component_result& found = answer.result;
    const matrix_shift shift = found.shift;
    const cell_colours colours(answer.input);
    const proportion size = proportion_for(answer.input, longest_side);
    panel left(a, colours, size, found.found ? covered(a, b, shift.rows, shift.columns) : region{},
               !answer.input.pictures[0]);
    panel right(b, colours, size, found.found ? covered(b, a, -shift.rows, -shift.columns) : region{},
                !answer.input.pictures[1]);
    for (const matrix_cell& cell : found.cells) {
        left.add_to_component(cell.row + static_cast<std::uint64_t>(shift.rows),
                              cell.column + static_cast<std::uint64_t>(shift.columns));
        right.add_to_component(cell.row, cell.column);
    }
    const std::size_t top = margin + title;
    const std::size_t second = margin + left.width() + gap;
    formats::canvas page(top + std::max(left.height(), right.height()) + margin, second + right.width() + margin,
                         white);
    formats::draw_text(page, {margin, margin, title, std::max(left.width(), gap)}, "A", title_colour);
    formats::draw_text(page, {margin, second, title, std::max(right.width(), margin)}, "B", title_colour);
    left.draw(page, top, margin);
    right.draw(page, top, second);
    formats::write_png(page, sink);
}

} // namespace concord::app
