// What a command found, as every output format sees it. A problem describes its answer once, as an object with long
// lists, as a table, and as a text for a person; an exporter (output/exporters) writes one of these.
#pragma once

#include "formats/output_file.hpp"
#include "output/json.hpp"

#include <concord/distance.hpp>
#include <concord/sequences.hpp>

#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace concord::app {

/// A list of the result that may hold millions of elements, which are made one after the other.
struct long_list {
    std::string name;
    /// Calls its argument with the JSON text of each element.
    std::function<void(const std::function<void(std::string_view)>&)> for_each;
};

/// An answer that is held as a whole. What it refers to must outlive it.
struct answer {
    json object{};                  ///< schema, version, parameters, input, and the result without its long lists
    std::vector<long_list> lists{}; ///< of the result
    std::vector<std::string> columns{};
    /// Calls its argument with the cells of each row, which hold neither tabs nor line ends.
    std::function<void(const std::function<void(std::span<const std::string>)>&)> for_each_row{};
    std::function<void(const text_style&, const formats::byte_sink&)> write_text{};
    std::optional<run_facts> run{}; ///< none where nothing was computed
};

/// A column of an answer that comes row by row. Every cell is a number.
struct stream_column {
    std::string title;
    const sequence_set* sequences = nullptr; ///< not null: the cells are indices of sequences
    std::uint64_t first_sequence = 0;        ///< what index 0 stands for in `sequences`
    std::string name_title{};                ///< of a column of names behind this one, in tables; empty: none
    bool names_last = false;                 ///< its column of names stands behind all numbers instead
    std::string text_title{};                ///< of a column of letters behind all others, in tables; empty: none
    bool is_strand = false;                  ///< the cells are strands: 0 is written as +, 1 as -
};

[[nodiscard]] constexpr std::string_view strand_sign(std::uint64_t cell) noexcept { return cell == 0 ? "+" : "-"; }

/// A cell without a value, such as a distance that exceeds the greatest one asked for.
inline constexpr std::uint64_t no_value = std::numeric_limits<std::uint64_t>::max();

/// How a text lays out rows: a column each, or the last cell first and then a label for each sequence.
enum class row_layout : std::uint8_t { columns, value_first };

/// What is known of a stream of rows before the first one.
struct row_stream {
    json object;           ///< schema, version, parameters, input
    std::string list_name; ///< of the rows in the result
    bool counted = false;  ///< the result ends with the number of rows
    std::vector<stream_column> columns;
    row_layout layout = row_layout::columns;
    unsigned threads = 1; ///< that may turn rows into text; more than one only where rows come outside of thread pools
};

/// Takes rows in their order.
class row_writer {
  public:
    row_writer() = default;
    row_writer(const row_writer&) = delete;
    row_writer& operator=(const row_writer&) = delete;
    virtual ~row_writer() = default;

    /// A cell for each column.
    virtual void add(std::span<const std::uint64_t> row) = 0;
    /// A row of a matrix: rows of its number, the number of each column, and what stands there, which is none where it
    /// is no_distance.
    virtual void add_matrix_row(std::uint64_t number, std::span<const std::uint32_t> values) {
        for (std::uint64_t column = 0; column < values.size(); ++column)
            add(std::array<std::uint64_t, 3>{number, column, value_of(values[column])});
    }
    /// After the last row.
    virtual void end(const run_facts& run) = 0;

  protected:
    [[nodiscard]] static constexpr std::uint64_t value_of(std::uint32_t value) noexcept {
        return value == no_distance ? no_value : value;
    }
};

} // namespace concord::app
