// Files of matrices, made in memory byte by byte: what the readers are held against comes from the formats' texts.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace concord::test {

/// An .npy file of these elements, whatever they are.
[[nodiscard]] std::string npy_file(const std::string& dictionary, const std::string& elements, int version = 1);

/// A PNG of these scanlines, each behind its filter byte. `colour_type` and `depth` are those of the header; `chunks`
/// stand before the pixels.
struct png_chunk {
    std::string type;
    std::string data;
};
[[nodiscard]] std::string png_file(std::uint32_t columns, std::uint32_t rows, int depth, int colour_type,
                                   const std::string& scanlines, const std::vector<png_chunk>& chunks = {},
                                   bool interlaced = false);

} // namespace concord::test
