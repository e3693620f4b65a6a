// Matrices as NumPy reads them (numpy.lib.format, version 1.0).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace concord::formats {

enum class npy_type : std::uint8_t { unsigned_32, boolean };

/// What precedes the elements of a matrix, row after row; its length is a multiple of 64.
[[nodiscard]] std::string npy_header(std::uint64_t rows, std::uint64_t columns, npy_type type = npy_type::unsigned_32);

/// What precedes the elements of an array of one dimension, whose type NumPy calls `descr`, such as "<i8".
[[nodiscard]] std::string npy_array_header(std::uint64_t elements, std::string_view descr);

/// What precedes the only element of an array without dimensions.
[[nodiscard]] std::string npy_scalar_header(std::string_view descr);

/// The bytes of numbers, as they follow the header.
[[nodiscard]] std::string_view npy_bytes(std::span<const std::uint32_t> numbers) noexcept;

struct npy_description {
    std::string descr; ///< type of the elements, such as "<f8"
    bool fortran_order = false;
    std::vector<std::uint64_t> shape;
    std::size_t bytes = 0; ///< of magic string, version and header: the elements begin there
};

/// Throws error (bad_input) for what is no such header.
[[nodiscard]] npy_description read_npy_header(std::string_view content, std::string_view file);

} // namespace concord::formats
