// The header of an .npy file: a Python dictionary that says what the bytes behind it are (numpy.lib.format).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace concord::formats {

struct npy_description {
    std::string descr; ///< type of the elements, such as "<f8"
    bool fortran_order = false;
    std::vector<std::uint64_t> shape;
    std::size_t bytes = 0; ///< of magic string, version and header: the elements begin there
};

/// Throws error (bad_input) for what is no such header.
[[nodiscard]] npy_description read_npy_header(std::string_view content, std::string_view file);

} // namespace concord::formats
