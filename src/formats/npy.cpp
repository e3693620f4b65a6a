#include "formats/npy.hpp"

#include <bit>
#include <fmt/format.h>

namespace concord::formats {

static_assert(std::endian::native == std::endian::little, "the header says that numbers are little-endian");

std::string npy_header(std::uint64_t rows, std::uint64_t columns, npy_type type) {
    // The magic string, the version and two bytes for the length of what follows; that ends with a newline.
    constexpr std::size_t alignment = 64;
    std::string described = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}, {}), }}",
                                        type == npy_type::boolean ? "|b1" : "<u4", rows, columns);
    std::string header("\x93NUMPY\x01\x00", 8);
    const std::size_t before = header.size() + 2;
    const std::size_t whole = (before + described.size() + 1 + alignment - 1) / alignment * alignment;
    described.append(whole - before - described.size() - 1, ' ').push_back('\n');
    header.push_back(static_cast<char>(described.size() & 0xFFU));
    header.push_back(static_cast<char>(described.size() >> 8U));
    return header + described;
}

std::string_view npy_bytes(std::span<const std::uint32_t> numbers) noexcept {
    return {reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes()};
}

} // namespace concord::formats
