// What `concord subsequence` and, for a pair, `concord distance` print: one function a format.
#pragma once

#include "formats/output_file.hpp"
#include "formats/sequence_pair.hpp"
#include "output/run_facts.hpp"
#include <concord/distance.hpp>
#include <concord/subsequence.hpp>

#include <cstdint>
#include <string_view>

namespace concord::app {

struct subsequence_answer {
    const formats::sequence_pair& pair;
    const subsequence_result& result;
    bool alignment = false; ///< asked for by the user; `result` may hold one that only a file needs
    alphabet asked_for = alphabet::automatic;
    run_facts run;
};

/// For a person: how long it is and, if it was asked for, a picture of the alignment.
void write_subsequence_text(const subsequence_answer& answer, const text_style& style, const formats::byte_sink& sink);
/// A header line and one row.
void write_subsequence_tsv(const subsequence_answer& answer, const formats::byte_sink& sink);
/// One line: the object of schema concord.subsequence/1.
void write_subsequence_json(const subsequence_answer& answer, const formats::byte_sink& sink);

/// The letters themselves as FASTA, those of A where A and B spell one differently (U and T); of lines and tokens, one
/// a line. `result` must hold the alignment.
void write_subsequence_letters(const subsequence_answer& answer, const formats::byte_sink& sink);
/// One line of PAF with a cg:Z: tag (=, X, I, D): A is the query, B the target, and both are covered from end to end.
void write_pair_paf(const formats::sequence_pair& pair, const alignment& runs, const formats::byte_sink& sink);

[[nodiscard]] std::string_view to_string(distance_metric metric) noexcept; ///< "levenshtein", "indel", "hamming"

struct distance_answer {
    const formats::sequence_pair& pair;
    const distance_options& options;
    const distance_result& result;
    alphabet asked_for = alphabet::automatic;
    run_facts run;
};

void write_distance_text(const distance_answer& answer, const text_style& style, const formats::byte_sink& sink);
/// A header line and one row; «NA» where there is no distance.
void write_distance_tsv(const distance_answer& answer, const formats::byte_sink& sink);
/// One line: the object of schema concord.distance/1.
void write_distance_json(const distance_answer& answer, const formats::byte_sink& sink);
/// One row for MultiQC each.
void write_subsequence_multiqc(const subsequence_answer& answer, const formats::byte_sink& sink);
void write_distance_multiqc(const distance_answer& answer, const formats::byte_sink& sink);

} // namespace concord::app
