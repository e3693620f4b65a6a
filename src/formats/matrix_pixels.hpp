// Pictures as matrices.
#pragma once

#include "formats/matrix_formats.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace concord::formats {

/// Whether it is a matrix of numbers: of one channel, and wholly opaque.
[[nodiscard]] bool is_grey(const pixels& image) noexcept;

/// The samples as they are; of a picture that is_grey().
[[nodiscard]] matrix grey_matrix(const pixels& image);

/// Pictures as matrices of symbols that are equal where colour and alpha are.
struct coloured_matrices {
    std::vector<matrix> of;
    /// 0xRRGGBB of each symbol. Empty where no picture has more than 8 bits a sample: then the lower 24 bits of a
    /// symbol are its colour.
    std::vector<std::uint32_t> colours;
};
[[nodiscard]] coloured_matrices colour_matrices(std::span<const pixels* const> images);

} // namespace concord::formats
