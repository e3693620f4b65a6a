#include "formats/matrix_formats.hpp"

#include <algorithm>

namespace concord::formats {
namespace {

constexpr std::uint64_t deep_white = 65535;
constexpr std::uint64_t shallow_white = 255;

/// A pixel as red, green, blue and opacity of the same depth, whatever its channels.
struct colour {
    std::uint64_t red = 0;
    std::uint64_t green = 0;
    std::uint64_t blue = 0;
    std::uint64_t alpha = 0;
};

class colour_reader {
  public:
    /// `white`: what the greatest sample becomes; two samples stay different where it is no less than that.
    colour_reader(const pixels& image, std::uint64_t white) : image_(image), white_(white) {}

    [[nodiscard]] std::size_t count() const noexcept { return image_.rows * image_.columns; }

    [[nodiscard]] colour at(std::size_t pixel) const noexcept {
        const std::uint16_t* const samples = image_.samples.data() + pixel * image_.channels;
        const bool grey = image_.channels < 3;
        const colour found{.red = scaled(samples[0]),
                           .green = scaled(samples[grey ? 0 : 1]),
                           .blue = scaled(samples[grey ? 0 : 2]),
                           .alpha = image_.has_alpha() ? scaled(samples[image_.channels - 1]) : white_};
        return found.alpha == 0 ? colour{} : found; // what nobody sees has no colour
    }

  private:
    [[nodiscard]] std::uint64_t scaled(std::uint64_t sample) const noexcept {
        return (sample * white_ * 2 + image_.greatest) / (2 * std::uint64_t{image_.greatest}); // to the nearest
    }

    const pixels& image_;
    std::uint64_t white_;
};

/// Its lower 24 bits are the colour, and an opaque pixel has no others.
std::uint32_t packed_shallow(const colour& of) noexcept {
    return static_cast<std::uint32_t>((shallow_white - of.alpha) << 24U | of.red << 16U | of.green << 8U | of.blue);
}

std::uint64_t packed_deep(const colour& of) noexcept {
    return (deep_white - of.alpha) << 48U | of.red << 32U | of.green << 16U | of.blue;
}

/// Of a deep colour: 0xRRGGBB.
std::uint32_t shown(std::uint64_t deep) noexcept {
    return static_cast<std::uint32_t>((deep >> 40U & 0xFFU) << 16U | (deep >> 24U & 0xFFU) << 8U |
                                      (deep >> 8U & 0xFFU));
}

std::vector<std::uint64_t> deep_colours(const pixels& image) {
    const colour_reader reader(image, deep_white);
    std::vector<std::uint64_t> all(reader.count());
    for (std::size_t i = 0; i < all.size(); ++i)
        all[i] = packed_deep(reader.at(i));
    return all;
}

matrix shallow_matrix(const pixels& image) {
    const colour_reader reader(image, shallow_white);
    matrix::symbols cells(reader.count());
    for (std::size_t i = 0; i < cells.size(); ++i)
        cells[i] = packed_shallow(reader.at(i));
    return {image.rows, image.columns, std::move(cells)};
}

} // namespace

bool is_grey(const pixels& image) noexcept {
    if (image.channels > 2) return false;
    if (image.channels == 1) return true;
    for (std::size_t i = 1; i < image.samples.size(); i += 2)
        if (image.samples[i] != image.greatest) return false;
    return true;
}

matrix grey_matrix(const pixels& image) {
    matrix::integers cells(image.rows * image.columns);
    for (std::size_t i = 0; i < cells.size(); ++i)
        cells[i] = image.samples[i * image.channels];
    return {image.rows, image.columns, std::move(cells)};
}

coloured_matrices colour_matrices(std::span<const pixels* const> images) {
    coloured_matrices made;
    if (std::ranges::all_of(images, [](const pixels* image) { return image->greatest <= shallow_white; })) {
        for (const pixels* image : images)
            made.of.push_back(shallow_matrix(*image));
        return made;
    }
    // Deep colours do not fit a symbol: it is the colour's number in the list of those that there are.
    std::vector<std::vector<std::uint64_t>> deep;
    std::vector<std::uint64_t> distinct;
    for (const pixels* image : images) {
        deep.push_back(deep_colours(*image));
        distinct.insert(distinct.end(), deep.back().begin(), deep.back().end());
    }
    std::sort(distinct.begin(), distinct.end());
    distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
    for (std::size_t i = 0; i < images.size(); ++i) {
        matrix::symbols cells(deep[i].size());
        std::ranges::transform(deep[i], cells.begin(), [&](std::uint64_t each) {
            return static_cast<std::uint32_t>(std::ranges::lower_bound(distinct, each) - distinct.begin());
        });
        made.of.emplace_back(images[i]->rows, images[i]->columns, std::move(cells));
    }
    made.colours.resize(distinct.size());
    std::ranges::transform(distinct, made.colours.begin(), shown);
    return made;
}

channel_matrices matrices_of_channels(std::span<const pixels* const> images) {
    channel_matrices made{.of = {}, .white = 1};
    bool has_alpha = false;
    for (const pixels* image : images) {
        made.white = std::max(made.white, image->greatest);
        has_alpha = has_alpha || image->has_alpha();
    }
    for (const pixels* image : images) {
        const colour_reader reader(*image, made.white);
        matrix::integers values;
        values.reserve(reader.count() * (has_alpha ? 4 : 3));
        for (std::size_t i = 0; i < reader.count(); ++i) {
            const colour one = reader.at(i);
            for (const std::uint64_t value : {one.red, one.green, one.blue})
                values.push_back(static_cast<std::int64_t>(value));
            if (has_alpha) values.push_back(static_cast<std::int64_t>(one.alpha));
        }
        made.of.emplace_back(image->rows, image->columns, std::move(values), has_alpha ? 4 : 3);
    }
    return made;
}

} // namespace concord::formats
