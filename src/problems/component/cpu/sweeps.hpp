// Sweeps over the masks of several shifts at once: lane l of every vector is the shift by l more columns, so
// neighbouring words are neighbouring vectors, and lanes are independent.
#pragma once

#include "problems/component/coded_matrices.hpp"
#include "simd/vector_target.hpp"

#include <cstddef>
#include <cstdint>

namespace concord::component {

/// Lanes of the widest vectors.
inline constexpr std::size_t most_lanes = 8;

/// A group of shifts: `place` is their first column shift plus the margin of the planes, a multiple of the lanes.
struct shift_group {
    std::int64_t down;
    std::size_t place;
    overlap over;
    const std::uint64_t* valid; ///< see overlap_of
};

/// The cells of a mask: rows of words with a border of zeros all around. Word (row, word) of lane l is at
/// ((row + 1) · stride + word + 1) · lanes + l.
struct board {
    std::size_t rows;
    std::size_t words;

    [[nodiscard]] std::size_t stride() const noexcept { return words + 2; }
    [[nodiscard]] std::size_t vectors() const noexcept { return (rows + 2) * stride(); }
};

struct cell_counts {
    std::uint64_t cells[most_lanes];
    std::uint64_t joints[most_lanes]; ///< cells with two neighbours or more
    std::uint64_t firm[most_lanes];   ///< joints with two such neighbours or more
};

/// Of the parts of adjacent rows, each of which has neighbours in the next, of each lane.
struct row_parts {
    alignas(64) std::uint64_t cells[most_lanes]; ///< the most that a part has
    alignas(64) std::uint64_t rows[most_lanes];  ///< the same
};

/// Arrays of words are aligned to 64 bytes. One set for each connectivity.
struct sweep_kernels {
    std::size_t lanes;
    /// Counts for the shifts of a group and for those by 1, 2 … count - 1 rows more, without storing the masks.
    /// group.over.rows is ignored. `scratch` holds count_words() words.
    void (*count)(const plane_view& planes, const shift_group& group, std::size_t count, std::uint64_t* scratch,
                  cell_counts* counts);
    /// The masks of a group. `scratch` as above.
    void (*build)(const plane_view& planes, const shift_group& group, std::uint64_t* scratch, std::uint64_t* mask);
    /// to = the cells of `from` with two neighbours or more. Returns whether there are any. `awake` has rows + 2 bytes;
    /// byte r + 1 is set if row r or an adjacent one holds any.
    bool (*peel)(const board& size, const std::uint64_t* from, std::uint64_t* to, std::uint8_t* awake);
    /// to = the cells of `from` with a neighbour. Returns whether there are any.
    bool (*drop_single)(const board& size, const std::uint64_t* from, std::uint64_t* to);
    /// Floods from `wet`, a subset of `mask`, into `mask`: from row to row down, or up. Visits only rows that are
    /// awake; afterwards those rows are awake that may change further. In a visited row, every cell of the mask beside
    /// a wet cell becomes wet. Returns whether any cell became wet.
    bool (*flood)(const board& size, const std::uint64_t* mask, std::uint64_t* wet, std::uint8_t* awake, bool down);
    /// to = the rows of `from` whose number is `first` plus a multiple of `every`.
    void (*take_rows)(const board& size, const std::uint64_t* from, std::size_t first, std::size_t every,
                      std::uint64_t* to);
    /// to = the columns of `from` under the bits of `pattern` (a word for each word of a row).
    void (*take_columns)(const board& size, const std::uint64_t* from, const std::uint64_t* pattern, std::uint64_t* to);
    /// to = the cells of `from` that are not in `less`.
    void (*without)(const board& size, const std::uint64_t* from, const std::uint64_t* less, std::uint64_t* to);
    /// to = its own cells and those of `more`.
    void (*join)(const board& size, const std::uint64_t* more, std::uint64_t* to);
    /// Cells of each lane.
    void (*weigh)(const board& size, const std::uint64_t* mask, std::uint64_t* cells);
    /// What no component crosses: the parts into which rows fall, and, as joined, for each word of a row and each lane
    /// the columns that have neighbours in the next column.
    void (*find_gaps)(const board& size, const std::uint64_t* mask, row_parts* parts, std::uint64_t* joined);
    const char* compiled_for; ///< the instruction set under Highway's name, for reports and tests
};

/// Words of scratch for `count` row shifts at a time.
[[nodiscard]] constexpr std::size_t count_words(const plane_view& planes, std::size_t count) noexcept {
    return most_lanes * (planes.words_b * planes.planes + (6 * count + 1) * (planes.words_b + 2));
}

/// The kernels for a target that this processor runs (simd::choose_vectors).
[[nodiscard]] const sweep_kernels& sweeps_for(simd::vector_target target, unsigned connectivity);

} // namespace concord::component
