// The arguments of `concord overlap` and of `concord overlap index`, and the sequences or the index that they name.
#pragma once

#include "options/common_options.hpp"
#include "options/input_arguments.hpp"
#include "output/overlap_answers.hpp"
#include "output/part_file.hpp"
#include "program_facts.hpp"

#include <concord/overlap.hpp>
#include <concord/unique_matches.hpp>

#include <CLI/App.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace concord::app {

enum class overlap_query : std::uint8_t { region, repeat, matches, mismatches, multi, ends, prefixes };

/// The files are of sequences, or one index.
struct overlap_arguments : collection_arguments {
    bool every_support = false;
    bool repeat = false;
    std::optional<std::uint64_t> mems;    ///< the shortest match of A and B
    bool unique = false;                  ///< of these those that occur once
    std::optional<std::uint64_t> matches; ///< the shortest match of any two sequences
    std::optional<std::uint64_t> mismatches;
    std::optional<std::uint64_t> first;    ///< how many sequences of an index are A
    std::optional<std::uint64_t> overlaps; ///< the shortest overlap
    std::string in_at_least;               ///< as -t, or empty
    std::optional<std::uint64_t> max_copies;
    bool both_strands = false; ///< of an index: it must have them, and may have them unasked
    std::string lce;           ///< a file, or empty
    std::string paf;           ///< a file, or empty
    std::string mums;          ///< a file, or empty

    void add_to(CLI::App& command);
    /// Throws error (usage) for options that contradict each other.
    void check() const;
    [[nodiscard]] overlap_query query() const;
    /// What `concord merge` has to know, and the arguments that it makes of it.
    [[nodiscard]] json to_json() const;
    [[nodiscard]] static overlap_arguments from_json(const json& kept);
    /// What the index will be asked.
    [[nodiscard]] expected_questions expected() const;
    /// Whether rows are looked for that processes share; else one of them does all.
    [[nodiscard]] bool is_divided() const { return (mems && !unique) || matches || overlaps; }
    [[nodiscard]] std::vector<std::string> side_files() const { return {occurrences, paf, mums, report, multiqc}; }
};

/// The sequences of a run, or an index of them.
class overlap_source {
  public:
    /// Reads them: in a run whose work is divided, rank 0 for all, but every rank maps an index. A file is an index if
    /// its first bytes say so. Throws error (usage, bad_input, resource …).
    overlap_source(const overlap_arguments& arguments, const run_options& run);

    [[nodiscard]] const sequence_set& sequences() const;
    [[nodiscard]] overlap_input input() const {
        return {sequences(), arguments_.files, alphabet_of(arguments_.letters)};
    }
    /// Sequences that must hold a match of several, and how many letters it must have.
    [[nodiscard]] multi_match_options multi_options(const run_options& run) const;
    /// Sequences of the first file.
    [[nodiscard]] std::uint64_t sequences_of_a() const;
    [[nodiscard]] bool both_strands() const noexcept { return strands() == index_strands::both; }
    [[nodiscard]] bool has_index() const noexcept { return index_.has_value(); }
    /// The index, built if there is none yet.
    [[nodiscard]] const overlap_index& index(const run_options& run);
    /// What the question needs before its first row: the index, or the unique matches where there is none.
    void prepare(const run_options& run);
    /// Null where prepare() has not found them.
    [[nodiscard]] const std::vector<exact_match>* unique_matches() const {
        return unique_ ? &unique_->matches : nullptr;
    }
    /// How the index was built; of an index that was loaded, little is known.
    [[nodiscard]] run_report report(const run_options& run) const;
    [[nodiscard]] std::string note(double seconds) const; ///< "read 2 sequences, …"

  private:
    [[nodiscard]] index_strands strands() const noexcept;

    const overlap_arguments& arguments_;
    sequence_set sequences_;
    std::vector<std::uint64_t> sequences_of_files_;
    std::optional<overlap_index> index_;
    std::optional<unique_match_list> unique_;
};

/// Matches, overlaps of ends, or common prefixes.
int run_overlap_rows(const overlap_arguments& arguments);
/// Matches or overlaps from the parts of a run that was divided, which say what was asked for.
int merge_overlap_rows(const std::vector<part>& parts, const output_arguments& output,
                       const message_arguments& messages, bool exit_code);

/// `concord overlap index`
struct index_arguments {
    std::vector<std::string> files;
    std::string letters = "auto";
    std::string path;
    bool both_strands = false;
    std::string suffix_array; ///< files, or empty
    std::string lcp_array;
    std::string inverse;
    std::string bwt;
    run_arguments run;
    message_arguments messages;

    [[nodiscard]] std::vector<std::string> arrays() const; ///< those that are asked for
    void add_to(CLI::App& command);
};
int run_overlap_index(const index_arguments& arguments);

} // namespace concord::app
