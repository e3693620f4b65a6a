// What `concord overlap` found: a region that sequences share, or a repeat; and what of it is written.
#pragma once

#include "formats/occurrences.hpp"
#include "output/answer.hpp"

#include <concord/overlap.hpp>

#include <optional>
#include <string>
#include <vector>

namespace concord::app {

/// What all answers say about their input.
struct overlap_input {
    const sequence_set& sequences;
    const std::vector<std::string>& files;
    alphabet asked_for = alphabet::automatic;
};

struct region_answer {
    overlap_input input;
    const shared_region_options& options; ///< as they were run: `support` is a count
    const shared_region_result& result;
    std::string support_given; ///< -t as the user wrote it; empty: the default
    run_facts run;
};

struct repeat_answer {
    overlap_input input;
    const repeat_options& options;
    const repeat_result& result;
    bool both_strands = false;
    run_facts run;
};

/// For the exporters. With `options.every_support` texts also show how the length falls as more sequences must hold the
/// region, and tables have a row for every support.
[[nodiscard]] answer described(const region_answer& found);
[[nodiscard]] answer described(const repeat_answer& found);

/// For a person: the letters, where they are, and a picture of some occurrences if `result.occurrences` is filled.
void write_region_text(const region_answer& answer, const text_style& style, const formats::byte_sink& sink);
void write_repeat_text(const repeat_answer& answer, const text_style& style, const formats::byte_sink& sink);

/// All occurrences of a region of so many letters; with both strands there is a column that says which.
void write_places(const std::vector<overlap_place>& places, const sequence_set& sequences, std::uint64_t length,
                  bool both_strands, formats::occurrence_format format, const formats::byte_sink& sink);
/// One row for MultiQC each.
void write_region_multiqc(const region_answer& answer, const formats::byte_sink& sink);
void write_repeat_multiqc(const repeat_answer& answer, const formats::byte_sink& sink);

/// A stream of rows of numbers about sequences (matches, overlaps, common prefixes), with its name for tables of
/// MultiQC.
[[nodiscard]] row_stream overlap_stream(const overlap_input& input, json parameters, std::string list_name,
                                        std::vector<stream_column> columns);
void write_rows_multiqc(const overlap_input& input, const std::string& list_name, std::uint64_t count,
                        std::uint64_t longest, const formats::byte_sink& sink);

/// What is known of such rows before the first one.
struct overlap_row_facts {
    overlap_input input;
    row_stream stream;
};

/// Writes matches and overlaps of ends as PAF, a line each: A, or the sequence whose end it is, is the query; the
/// target is B, or the sequence whose beginning it is. Lines of matches with mismatches say how many in NM:i: and have
/// the tag cg:Z: with M, which is a match or a mismatch; in all others every letter matches (=).
class overlap_paf {
  public:
    /// `stream` must outlive it; its rows are matches, perhaps with mismatches and strands, or overlaps of ends.
    overlap_paf(const row_stream& stream, formats::byte_sink sink);

    void add(std::span<const std::uint64_t> row);

  private:
    const row_stream& stream_;
    std::optional<std::size_t> mismatches_; ///< columns
    std::optional<std::size_t> strand_;
    formats::byte_sink sink_;
};

} // namespace concord::app
