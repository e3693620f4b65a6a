#include "output/cell_colours.hpp"

#include "formats/printable.hpp"
#include "sequence/utf8.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace concord::app {
namespace {

constexpr std::uint32_t nan_colour = 0xC9B6E4;

std::uint32_t packed(double red, double green, double blue) noexcept {
    const auto byte = [](double share) { return static_cast<std::uint32_t>(std::lround(share * 255)); };
    return byte(red) << 16U | byte(green) << 8U | byte(blue);
}

/// Hues that follow each other by the golden ratio are far apart, however many there are; every other round is darker.
std::uint32_t letter_colour(std::size_t number) noexcept {
    constexpr double golden = 0.61803398874989485;
    constexpr std::array lightness = {0.55, 0.40, 0.68};
    const double hue = std::fmod(0.58 + golden * static_cast<double>(number), 1.0) * 6;
    const double light = lightness[number % lightness.size()];
    const double chroma = (1 - std::abs(2 * light - 1)) * 0.75;
    const double second = chroma * (1 - std::abs(std::fmod(hue, 2.0) - 1));
    const double low = light - chroma / 2;
    const double high = low + chroma;
    const double middle = low + second;
    switch (static_cast<int>(hue)) {
    case 0: return packed(high, middle, low);
    case 1: return packed(middle, high, low);
    case 2: return packed(low, high, middle);
    case 3: return packed(low, middle, high);
    case 4: return packed(middle, low, high);
    default: return packed(high, low, middle);
    }
}

double number_at(const matrix::any& cells, std::size_t index) {
    if (const auto* integers = std::get_if<matrix::integers>(&cells)) return static_cast<double>((*integers)[index]);
    return std::get<matrix::reals>(cells)[index];
}

} // namespace

std::uint32_t mixed(std::uint32_t a, std::uint32_t b, unsigned hundredths) noexcept {
    std::uint32_t result = 0;
    for (const unsigned shift : {0U, 8U, 16U}) {
        const std::uint32_t sum = (a >> shift & 0xFFU) * (100 - hundredths) + (b >> shift & 0xFFU) * hundredths;
        result |= (sum + 50) / 100 << shift;
    }
    return result;
}

std::uint32_t readable_on(std::uint32_t colour) noexcept {
    // The weights of ITU-R BT.601 for how bright red, green and blue seem.
    const std::uint32_t brightness =
        (299 * (colour >> 16U & 0xFFU) + 587 * (colour >> 8U & 0xFFU) + 114 * (colour & 0xFFU)) / 1000;
    return brightness > 140 ? 0x000000 : 0xFFFFFF;
}

std::string cell_text(const matrix& one, std::size_t index) {
    if (const auto* symbols = std::get_if<matrix::symbols>(&one.cells())) {
        std::string letter;
        sequence::append_utf8(letter, (*symbols)[index]);
        return formats::without_controls(letter);
    }
    if (const auto* integers = std::get_if<matrix::integers>(&one.cells()))
        return fmt::format("{}", (*integers)[index]);
    return fmt::format("{}", std::get<matrix::reals>(one.cells())[index]);
}

void colour_mean::add(std::uint32_t colour) noexcept {
    red_ += colour >> 16U & 0xFFU;
    green_ += colour >> 8U & 0xFFU;
    blue_ += colour & 0xFFU;
    ++count_;
}

std::uint32_t colour_mean::value() const noexcept {
    const std::uint64_t count = std::max<std::uint64_t>(count_, 1);
    return static_cast<std::uint32_t>(red_ / count << 16U | green_ / count << 8U | blue_ / count);
}

cell_colours::cell_colours(const formats::matrix_pair& pair)
    : pair_(pair), numbers_(pair.a().is_numbers() && pair.kinds[0] != formats::cell_kind::colours),
      letters_(pair.kinds[0] == formats::cell_kind::letters) {
    least_ = std::numeric_limits<double>::infinity();
    greatest_ = -least_;
    for (const matrix& one : pair.of) {
        if (letters_) {
            const auto& cells = std::get<matrix::symbols>(one.cells());
            symbols_.insert(symbols_.end(), cells.begin(), cells.end());
        }
        for (std::size_t i = 0; numbers_ && i < one.rows() * one.columns(); ++i) {
            const double value = number_at(one.cells(), i);
            if (!std::isfinite(value)) continue;
            least_ = std::min(least_, value);
            greatest_ = std::max(greatest_, value);
        }
    }
    std::sort(symbols_.begin(), symbols_.end());
    symbols_.erase(std::unique(symbols_.begin(), symbols_.end()), symbols_.end());
}

std::uint32_t cell_colours::of(const matrix& one, std::size_t index) const {
    if (numbers_) {
        const double value = number_at(one.cells(), index);
        if (std::isnan(value)) return nan_colour;
        const double range = greatest_ / 2 - least_ / 2; // halves: the whole may be beyond what a double holds
        const double share = range > 0 ? (std::clamp(value, least_, greatest_) / 2 - least_ / 2) / range : 0.5;
        return packed(share, share, share);
    }
    if (one.channels() > 1) {
        const auto& values = std::get<matrix::integers>(one.cells());
        const double white = pair_.white;
        const auto share = [&](std::size_t channel) {
            return static_cast<double>(values[index * one.channels() + channel]) / white;
        };
        return packed(share(0), share(1), share(2));
    }
    const std::uint32_t symbol = std::get<matrix::symbols>(one.cells())[index];
    if (!letters_) return pair_.colour_of(symbol);
    return letter_colour(static_cast<std::size_t>(std::ranges::lower_bound(symbols_, symbol) - symbols_.begin()));
}

} // namespace concord::app
