// What colour a cell of a matrix is drawn in.
#pragma once

#include "formats/matrix_file.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace concord::app {

/// 0xRRGGBB, from `a` to `b` by hundredths.
[[nodiscard]] std::uint32_t mixed(std::uint32_t a, std::uint32_t b, unsigned hundredths) noexcept;

/// Black or white: what can be read on a colour.
[[nodiscard]] std::uint32_t readable_on(std::uint32_t colour) noexcept;

/// A cell of letters or numbers as text.
[[nodiscard]] std::string cell_text(const matrix& one, std::size_t index);

/// The mean of some colours.
class colour_mean {
  public:
    void add(std::uint32_t colour) noexcept;
    [[nodiscard]] std::uint32_t value() const noexcept;

  private:
    std::uint64_t red_ = 0;
    std::uint64_t green_ = 0;
    std::uint64_t blue_ = 0;
    std::uint64_t count_ = 0;
};

/// Colours of pictures are their own. Numbers are greys, from the least in both matrices, black, to the greatest,
/// white; NaN is a pale violet. Each letter has a colour of its own, as far as colours go.
class cell_colours {
  public:
    explicit cell_colours(const formats::matrix_pair& pair);

    /// Of cell `index`, counted row by row, of one of the two matrices.
    [[nodiscard]] std::uint32_t of(const matrix& one, std::size_t index) const;
    [[nodiscard]] bool are_grey() const noexcept { return numbers_; }

  private:
    const formats::matrix_pair& pair_;
    bool numbers_;
    bool letters_;
    std::vector<std::uint32_t> symbols_; ///< distinct letters in order
    double least_ = 0;
    double greatest_ = 0;
};

} // namespace concord::app
