// What `concord substring` found, and what of it is written.
#pragma once

#include "formats/occurrences.hpp"
#include "output/answer.hpp"
#include "output/json.hpp"

#include <concord/substring.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace concord::app {

/// All that is written about a run.
struct substring_answer {
    const sequence_set& sequences;
    const substring_options& options; ///< as they were run: `support` is a count
    const substring_result& result;
    std::vector<std::string> files;
    std::string support_given; ///< -t as the user wrote it; empty: the default
    alphabet asked_for = alphabet::automatic;
    run_seconds seconds;
    std::uint64_t peak_memory_bytes = 0;
    /// Of the whole input, where `sequences` holds only those letters that are shown.
    std::optional<collection_facts> whole{};

    [[nodiscard]] collection_facts facts() const { return whole ? *whole : collection_facts(sequences); }
    [[nodiscard]] run_facts run() const { return {result.run, seconds, peak_memory_bytes}; }

    /// Whether more is asked than the plain problem, whose form stays as it was.
    [[nodiscard]] bool is_variant() const {
        return has_edits() || options.both_strands || options.iupac || options.from_start > 0 || options.from_end > 0 ||
               options.top != 1 || options.copies != 1;
    }
    [[nodiscard]] bool has_edits() const { return options.metric == substring_metric::levenshtein; }
    /// Whether occurrences have more to show than a start and mismatches.
    [[nodiscard]] bool has_other_occurrences() const { return has_edits() || options.both_strands; }
    /// "edit" or "mismatch"
    [[nodiscard]] const char* difference() const { return has_edits() ? "edit" : "mismatch"; }
    /// Visits the answer and further ones, with their numbers from 1.
    template <class Visit>
    void for_each_answer(Visit visit) const {
        std::uint64_t rank = 0;
        if (result.found) visit(result, ++rank);
        for (const substring_result& next : result.further)
            visit(next, ++rank);
    }
};

/// For the exporters. The table has the answer, or with `options.ties` all of them. In JSON a letter of the alphabet
/// `bytes` becomes the code point of its value.
[[nodiscard]] answer described(const substring_answer& found);

/// For a person: the letters, where they are and, if `result.occurrences` is filled, a picture of some of them.
void write_substring_text(const substring_answer& answer, const text_style& style, const formats::byte_sink& sink);

/// `result.occurrences`.
void write_occurrences(const substring_answer& answer, formats::occurrence_format format,
                       const formats::byte_sink& sink);

/// The occurrences as a motif in MEME's minimal format: the shares of the letters in each column. Throws error (usage)
/// for bytes, which have no alphabet to speak of.
void write_substring_motif(const substring_answer& answer, const formats::byte_sink& sink);

/// One row for MultiQC.
void write_substring_multiqc(const substring_answer& answer, const formats::byte_sink& sink);

/// The paper's tables of one sequence, and where they are asked for: not empty.
struct prefix_tables {
    std::string max_lcp;
    std::string length_stat;
    std::optional<std::uint64_t> of; ///< none: the sequence of the answer, or the first where nothing was found
};

/// MaxLCP: `sequence_index start other_index length` for each start and each other sequence. LengthStat:
/// `sequence_index start length sequences`, as long as others than the sequence itself hold it.
void write_prefix_tables(const substring_answer& answer, const prefix_tables& tables, const formats::byte_sink& max_lcp,
                         const formats::byte_sink& length_stat);

/// A header line, then `result.per_sequence`.
void write_per_sequence_tsv(const substring_answer& answer, const formats::byte_sink& sink);

} // namespace concord::app
