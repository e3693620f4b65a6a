// What `concord subsequence` and, for a pair or for patterns in texts, `concord distance` found, and what of it is
// written.
#pragma once

#include "formats/sequence_lists.hpp"
#include "formats/sequence_pair.hpp"
#include "output/answer.hpp"
#include "output/kept_occurrences.hpp"

#include <concord/distance.hpp>
#include <concord/find.hpp>
#include <concord/subsequence.hpp>

#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace concord::app {

struct subsequence_answer {
    const formats::sequence_pair& pair;
    const subsequence_result& result;
    bool alignment = false; ///< asked for by the user; `result` may hold one that only a file needs
    alphabet asked_for = alphabet::automatic;
    run_facts run;
};

struct distance_answer {
    const formats::sequence_pair& pair;
    const distance_options& options;
    const distance_result& result;
    alphabet asked_for = alphabet::automatic;
    run_facts run;
};

/// What is said of a list of sequences, counted as its sequences come.
class list_facts {
  public:
    void add(const sequence_set& set);
    /// The same for a block, of whose first sequence other blocks had letters and it repeats some.
    void add_block(const sequence_set& set, const find_block& block);

    [[nodiscard]] std::uint64_t sequences() const noexcept { return sequences_; }
    [[nodiscard]] json object() const;

  private:
    void end_sequence(std::uint64_t letters);

    std::uint64_t sequences_ = 0;
    std::uint64_t letters_ = 0;
    std::uint64_t shortest_ = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t longest_ = 0;
    std::uint64_t ambiguous_ = 0;
};

/// The places of patterns in texts.
struct find_answer {
    const std::vector<std::string>& files;
    const sequence_set& patterns;
    alphabet letters; ///< of the texts
    const list_facts& texts;
    const find_options& options;
    const kept_occurrences& found;
    alphabet asked_for = alphabet::automatic;
    run_facts run;
};

/// For the exporters. Texts hold a picture of the alignment if it was asked for, tables and JSON its CIGAR. Where there
/// is no distance, tables hold «NA» and JSON null.
[[nodiscard]] answer described(const subsequence_answer& found);
[[nodiscard]] answer described(const distance_answer& found);
[[nodiscard]] answer described(const find_answer& found); ///< a row an occurrence; output/find_answer.cpp

/// The letters themselves as FASTA, those of A where A and B spell one differently (U and T); of lines and tokens, one
/// a line. `result` must hold the alignment.
void write_subsequence_letters(const subsequence_answer& answer, const formats::byte_sink& sink);
/// The same of one of many pairs, a record named pair_ and its index.
void write_subsequence_record(const sequence_set& a, const sequence_set& b, std::uint64_t index,
                              const subsequence_result& found, const formats::byte_sink& sink);
/// One line of PAF with a cg:Z: tag (=, X, I, D): A is the query, B the target, and both are covered from end to end.
void write_pair_paf(const formats::sequence_pair& pair, const alignment& runs, const formats::byte_sink& sink);
/// The same of one of many pairs; a sequence without a name gets pair_ and its index.
void write_pair_paf(const sequence_set& a, const sequence_set& b, std::uint64_t index, const alignment& runs,
                    const formats::byte_sink& sink);
/// One row for MultiQC each.
void write_subsequence_multiqc(const subsequence_answer& answer, const formats::byte_sink& sink);
void write_distance_multiqc(const distance_answer& answer, const formats::byte_sink& sink);

/// A metric as --metric and its help name it.
struct named_metric {
    std::string_view name;
    distance_metric metric;
    std::string_view edit; ///< what counts as one
    bool has_alignment = true;
};
inline constexpr std::array all_metrics = {
    named_metric{"levenshtein", distance_metric::levenshtein, "to insert, delete or replace a letter"},
    named_metric{"hamming", distance_metric::hamming, "to replace one"},
    named_metric{"indel", distance_metric::indel, "to insert or delete one"},
    named_metric{"osa", distance_metric::osa,
                 "as levenshtein, or to transpose two neighbours that are not edited otherwise", false},
    named_metric{"damerau-levenshtein", distance_metric::damerau_levenshtein,
                 "the same, with letters inserted or deleted between the two", false},
};
[[nodiscard]] std::string_view to_string(distance_metric metric) noexcept;
/// Adds the weights of edits to the parameters, unless they are all one.
void add_weights(json& parameters, const edit_weights& weights);

} // namespace concord::app
