// Sparse matrices as scipy.sparse.load_npz reads them: a zip of .npy arrays, stored and not compressed.
//
// Sources: PKWARE, "APPNOTE.TXT - .ZIP File Format Specification" (4.3.7 local headers, 4.3.12 central directory, 4.5.3
// Zip64); scipy/sparse/_matrix_io.py.
#pragma once

#include "formats/output_file.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace concord::formats {

/// A matrix in compressed sparse rows, built row by row; distances of 0 are entries, too.
class sparse_rows {
  public:
    sparse_rows(std::uint64_t rows, std::uint64_t columns) : rows_(rows), columns_(columns) {}

    /// In ascending order of rows, and of columns in a row. Fewer than 2^32 columns.
    void add(std::uint64_t row, std::uint64_t column, std::uint32_t value);

    [[nodiscard]] std::uint64_t rows() const noexcept { return rows_; }
    [[nodiscard]] std::uint64_t columns() const noexcept { return columns_; }
    [[nodiscard]] std::uint64_t size() const noexcept { return values_.size(); }

    /// The whole file. Indices have 32 bits where the entries and the columns can be counted with these, else 64;
    /// values have 32. Memory: eight bytes an entry and eight a row, which are held since add().
    void write_npz(const byte_sink& sink);

  private:
    std::uint64_t rows_;
    std::uint64_t columns_;
    std::vector<std::uint64_t> row_starts_; ///< of the rows that have begun
    std::vector<std::uint32_t> column_of_;
    std::vector<std::uint32_t> values_;
};

/// What a zip holds: written one after the other, each with its size and checksum before it. `emit` calls its argument
/// with the bytes, and is called twice: to measure, and to write.
using zip_content = std::function<void(const byte_sink&)>;

class zip_writer {
  public:
    explicit zip_writer(byte_sink sink) : sink_(std::move(sink)) {}

    void add(std::string_view name, const zip_content& emit);
    /// The directory at the end. Nothing can be added after it.
    void finish();

  private:
    struct entry {
        std::string name;
        std::uint32_t checksum;
        std::uint64_t size;
        std::uint64_t offset;
    };

    void put(std::string_view bytes);

    byte_sink sink_;
    std::vector<entry> entries_;
    std::uint64_t written_ = 0;
};

} // namespace concord::formats
