// What `concord overlap` prints of a region that sequences share, or of a repeat: one function a format.
#pragma once

#include "formats/output_file.hpp"
#include "output/occurrence_rows.hpp"
#include "output/run_facts.hpp"
#include <concord/overlap.hpp>

#include <string>
#include <vector>

namespace concord::app {

/// What all answers tell about their input.
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

/// For a person: the letters, where they are, and a picture of some occurrences if `result.occurrences` is filled; with
/// `options.every_support` also how the length falls as more sequences must hold the region.
void write_region_text(const region_answer& answer, const text_style& style, const formats::byte_sink& sink);
/// A header line and, if there is one, the region; with `options.every_support` one row for every support.
void write_region_tsv(const region_answer& answer, const formats::byte_sink& sink);
/// One line: the object of schema concord.overlap/1.
void write_region_json(const region_answer& answer, const formats::byte_sink& sink);

struct repeat_answer {
    overlap_input input;
    const repeat_options& options;
    const repeat_result& result;
    run_facts run;
};

void write_repeat_text(const repeat_answer& answer, const text_style& style, const formats::byte_sink& sink);
/// A header line and, if there is one, the repeat.
void write_repeat_tsv(const repeat_answer& answer, const formats::byte_sink& sink);
/// One line: the object of schema concord.overlap/1.
void write_repeat_json(const repeat_answer& answer, const formats::byte_sink& sink);

/// All places of a region of so many letters.
void write_places(const std::vector<overlap_place>& places, const sequence_set& sequences, std::uint64_t length,
                  occurrence_format format, const formats::byte_sink& sink);

} // namespace concord::app
