// Two matrices that share a connected blob of cells.
#pragma once

#include "simulate/record_writer.hpp"

#include <cstdint>

namespace concord::simulate {

struct matrix_options {
    std::uint64_t rows = 200; ///< of both matrices
    std::uint64_t columns = 200;
    std::uint64_t letters = 20; ///< distinct letters, A, B, C …: 2 to 26
    std::uint64_t blob = 400;   ///< cells
    std::uint64_t seed = 1;
};

/// What was planted: a cell (r, c) of the blob in the second matrix is cell (r + rows, c + columns) of the first.
struct planted_blob {
    std::uint64_t size = 0;
    std::int64_t rows = 0;
    std::int64_t columns = 0;
};

/// Writes one line of letters a row. The blob is 4-connected; by chance, neighbours of it may agree too.
/// The same options give the same bytes on every machine. Time and memory O(cells).
planted_blob matrices(const matrix_options& options, const byte_sink& first, const byte_sink& second);

} // namespace concord::simulate
