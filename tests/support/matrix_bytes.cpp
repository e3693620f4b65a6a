#include "support/matrix_bytes.hpp"

#include <zlib.h>

namespace concord::test {
namespace {

std::string big_endian(std::uint32_t value) {
    std::string bytes;
    for (const unsigned shift : {24U, 16U, 8U, 0U})
        bytes.push_back(static_cast<char>(value >> shift & 0xFFU));
    return bytes;
}

std::string chunk(const std::string& type, const std::string& data) {
    const std::string checked = type + data;
    const auto sum = crc32(0, reinterpret_cast<const Bytef*>(checked.data()), static_cast<uInt>(checked.size()));
    return big_endian(static_cast<std::uint32_t>(data.size())) + checked + big_endian(static_cast<std::uint32_t>(sum));
}

} // namespace

std::string npy_file(const std::string& dictionary, const std::string& elements, int version) {
    const std::string header = dictionary + "\n";
    std::string bytes = "\x93NUMPY";
    bytes.push_back(static_cast<char>(version));
    bytes.push_back('\0');
    for (std::size_t i = 0; i < (version == 1 ? 2U : 4U); ++i)
        bytes.push_back(static_cast<char>(header.size() >> (8 * i) & 0xFFU));
    return bytes + header + elements;
}

std::string png_file(std::uint32_t columns, std::uint32_t rows, int depth, int colour_type,
                     const std::string& scanlines, const std::vector<png_chunk>& chunks, bool interlaced) {
    std::string header = big_endian(columns) + big_endian(rows);
    for (const int each : {depth, colour_type, 0, 0, interlaced ? 1 : 0})
        header.push_back(static_cast<char>(each));
    uLongf size = compressBound(static_cast<uLong>(scanlines.size()));
    std::string packed(size, '\0');
    compress(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(scanlines.data()),
             static_cast<uLong>(scanlines.size()));
    packed.resize(size);
    std::string bytes = "\x89PNG\r\n\x1A\n" + chunk("IHDR", header);
    for (const png_chunk& each : chunks)
        bytes += chunk(each.type, each.data);
    return bytes + chunk("IDAT", packed) + chunk("IEND", "");
}

} // namespace concord::test
