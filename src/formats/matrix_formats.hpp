// The formats of matrices, one parser each. All take the whole content of a file, and the name that messages call it.
#pragma once

#include "formats/matrix_file.hpp"

#include <concord/component.hpp>
#include <concord/error.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace concord::formats {

/// Pixels row by row, each of as many samples as there are channels: grey; grey, alpha; R, G, B; R, G, B, alpha.
struct pixels {
    std::size_t rows = 0;
    std::size_t columns = 0;
    unsigned channels = 1;
    std::uint32_t greatest = 255; ///< what white is; at most 65535
    std::vector<std::uint16_t> samples;

    [[nodiscard]] bool has_alpha() const noexcept { return channels == 2 || channels == 4; }
};

/// «FILE: what» (bad_input)
[[nodiscard]] error wrong_matrix(std::string_view file, const std::string& what);

[[nodiscard]] matrix parse_letters(std::string_view content, std::string_view file);

/// Whether the first line is two or more numbers.
[[nodiscard]] bool begins_with_numbers(std::string_view content);
[[nodiscard]] matrix parse_numbers(std::string_view content, std::string_view file);

[[nodiscard]] bool looks_like_npy(std::string_view content) noexcept;
[[nodiscard]] matrix parse_npy(std::string_view content, std::string_view file);

[[nodiscard]] bool looks_like_pnm(std::string_view content) noexcept;
[[nodiscard]] pixels parse_pnm(std::string_view content, std::string_view file);

[[nodiscard]] bool looks_like_png(std::string_view content) noexcept;
[[nodiscard]] pixels parse_png(std::string_view content, std::string_view file);

/// What of a text is a line of its own: cuts the first line off `content`, without its end (LF or CRLF).
[[nodiscard]] std::string_view take_line(std::string_view& content) noexcept;

/// Without the empty lines at its end.
[[nodiscard]] std::string_view without_empty_lines_at_end(std::string_view content) noexcept;

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

/// The same pictures as matrices of integers: red, green, blue, and alpha where one of the files has it. Samples are as
/// they stand in the files, or scaled to the greatest of them where white differs; a wholly transparent pixel is 0 in
/// all.
struct channel_matrices {
    std::vector<matrix> of;
    std::uint32_t white = 255;
};
[[nodiscard]] channel_matrices matrices_of_channels(std::span<const pixels* const> images);

} // namespace concord::formats
