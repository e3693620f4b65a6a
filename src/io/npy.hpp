// Matrices as NumPy reads them (numpy.lib.format, version 1.0).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace concord::io {

/// What precedes the numbers of a matrix of 32-bit unsigned numbers, row after row; its length is a multiple of 64.
[[nodiscard]] std::string npy_header(std::uint64_t rows, std::uint64_t columns);

/// The bytes of numbers, as they follow the header.
[[nodiscard]] std::string_view npy_bytes(std::span<const std::uint32_t> numbers) noexcept;

} // namespace concord::io
