// Reads matrices: letters, numbers and pictures, recognized by content and not by name.
//
// - Letters: text of one line a row, whose cells are its code points (UTF-8). A line ends with LF or CRLF, the last one
//   may lack its end; empty lines may stand at the end only.
// - Numbers: text whose first line is two or more numbers parted by semicolons, tabs, commas or spaces (the first of
//   these that stands there parts all lines; spaces may surround any number). Whole numbers of 64 bits, or, if one of
//   them has a point, an exponent, or is nan or inf, all of them reals.
// - NumPy's .npy, versions 1 to 3: booleans, integers of 1 to 8 bytes, floating point of 2, 4 and 8, of either byte
//   order, in C or Fortran order, of 2 dimensions.
// - PNG of every kind, and PGM and PPM (P2, P3, P5, P6). Grey pixels are the whole numbers that stand in the file.
//   Coloured pixels are symbols: their colour and alpha, or integers of three or four channels, if these are asked for;
//   all wholly transparent ones are the same. A grey picture that
//   is transparent somewhere, or stands beside a coloured one, counts as coloured.
// All of them plain, gzip or BGZF.
#pragma once

#include "formats/fastx_reader.hpp"

#include <concord/component.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace concord::formats {

/// What the cells of a text file are to be taken for. `automatic`: by the rule above.
enum class cell_request : std::uint8_t { automatic, letters, numbers };

/// What coloured pixels become: symbols, or integers of three channels (red, green, blue) or four (alpha), where a file
/// has it: as they stand in the files, or, where these have different maxima, scaled to the greater one.
enum class colour_request : std::uint8_t { symbols, channels };

enum class cell_kind : std::uint8_t { letters, colours, integers, reals };

[[nodiscard]] std::string_view to_string(cell_kind kind) noexcept; ///< "letters", "colours" …

/// Two matrices to be compared.
struct matrix_pair {
    std::array<std::string, 2> files;
    std::array<matrix, 2> of; ///< A and B; both of symbols or both of numbers
    std::array<cell_kind, 2> kinds{};
    std::array<bool, 2> pictures{};     ///< came from a picture
    std::vector<std::uint32_t> colours; ///< 0xRRGGBB of each symbol; empty: the symbols of colours say it themselves
    std::uint32_t white = 255;          ///< of colours with channels: the greatest value that one may have

    [[nodiscard]] const matrix& a() const noexcept { return of[0]; }
    [[nodiscard]] const matrix& b() const noexcept { return of[1]; }
    /// 0xRRGGBB of a symbol of a coloured picture.
    [[nodiscard]] std::uint32_t colour_of(std::uint32_t symbol) const {
        return colours.empty() ? symbol & 0xFFFFFFU : colours[symbol];
    }
};

/// Reads both. Throws error: bad_input for whatever is wrong with a file, naming the place; usage for letters beside
/// numbers; resource; cancelled. Time and memory: linear in the bytes and cells.
[[nodiscard]] matrix_pair read_matrices(const std::array<std::string, 2>& paths, cell_request requested,
                                        const read_options& options, colour_request colours = colour_request::symbols);

/// The same of bytes in memory, as files of these names.
[[nodiscard]] matrix_pair parse_matrices(const std::array<std::string, 2>& names,
                                         const std::array<std::string_view, 2>& contents, cell_request requested,
                                         colour_request colours = colour_request::symbols);

} // namespace concord::formats
