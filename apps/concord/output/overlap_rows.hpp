// Matches, overlaps and common prefixes: rows of numbers, written as they come.
#pragma once

#include "output/json.hpp"
#include "output/overlap_output.hpp"
#include <concord/overlap.hpp>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace concord::app {

struct row_column {
    std::string title;
    bool is_sequence = false;         ///< an index; a person sees the name instead
    std::uint64_t first_sequence = 0; ///< what index 0 stands for, in the collection
};

/// What is known before the first row is.
struct row_facts {
    overlap_input input;
    json parameters;                 ///< but for the alphabet
    std::string name;                ///< of the list in JSON
    std::vector<row_column> columns; ///< what the rows hold
    bool names_in_table = false;     ///< TSV has a column `<title>_name` behind every sequence
};

/// Takes rows in their order.
class overlap_rows {
  public:
    overlap_rows() = default;
    overlap_rows(const overlap_rows&) = delete;
    overlap_rows& operator=(const overlap_rows&) = delete;
    virtual ~overlap_rows() = default;

    /// As many numbers as there are columns.
    virtual void add(std::span<const std::uint64_t> row) = 0;
    /// After the last one.
    virtual void end(const run_facts& run) = 0;
};

/// A header line, then the rows. `facts` must outlive it, as for the others.
[[nodiscard]] std::unique_ptr<overlap_rows> make_tsv_overlap_rows(const row_facts& facts, formats::byte_sink sink);
/// For a person, with names in place of indices.
[[nodiscard]] std::unique_ptr<overlap_rows> make_text_overlap_rows(const row_facts& facts, const text_style& style,
                                                                   formats::byte_sink sink);
/// The object of schema concord.overlap/1, with `"<name>":[[…],…],"count":…`.
[[nodiscard]] std::unique_ptr<overlap_rows> make_json_overlap_rows(const row_facts& facts, formats::byte_sink sink);

} // namespace concord::app
