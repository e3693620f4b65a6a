// What commands read, and the options that say so: two sequences, A and B, or a collection.
#pragma once

#include "formats/sequence_pair.hpp"
#include "options/common_options.hpp"

#include <CLI/App.hpp>
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace concord::app {

/// A, B, --by, --text, --alphabet
struct pair_arguments {
    std::vector<std::string> given; ///< A and B: files, or with --text texts
    std::string by = "letter";
    bool text = false;
    std::string letters = "auto";

    /// A and B are not required: check() of the command says how many it takes.
    void add_to(CLI::App& command);
    /// Throws error (usage) for options that contradict each other.
    void check() const;
    [[nodiscard]] formats::pair_unit unit() const;
    [[nodiscard]] alphabet asked_for() const { return alphabet_of(letters); }
    /// Two sequences must have been given. Throws error (bad_input …).
    [[nodiscard]] formats::sequence_pair read(const run_options& run) const;
};

/// A and B on all ranks that compare them.
class pair_of_run {
  public:
    /// Collective, unless `alone`: rank 0 has read the pair, and the others get its letters, or its lines or tokens as
    /// numbers. `read` is null there, and must outlive this on rank 0.
    pair_of_run(const formats::sequence_pair* read, formats::pair_unit unit, bool alone);
    pair_of_run(const pair_of_run&) = delete;
    pair_of_run& operator=(const pair_of_run&) = delete;

    [[nodiscard]] sequence_ref ref(formats::pair_side side) const;

  private:
    const formats::sequence_pair* read_;
    formats::pair_unit unit_;
    sequence_set letters_;
    std::array<std::vector<std::uint32_t>, 2> numbers_;
};

/// How the files of such a run are read.
[[nodiscard]] formats::read_options reading(const run_options& run);

/// "read 2 sequences, 1,000 letters (dna) in 0.010 s"
[[nodiscard]] std::string reading_note(const formats::sequence_pair& pair, double seconds);
[[nodiscard]] std::string reading_note(const sequence_set& sequences, double seconds);

/// The first letter that is no IUPAC code of nucleotides among those that the alphabet is guessed from: "'!' at letter
/// 4 of sequence a (index 0)". Empty if there is none.
[[nodiscard]] std::string first_other_letter(const sequence_set& sequences);

/// A hint where a few other letters among nucleotides made the guess another alphabet than dna. `letters` is
/// --alphabet.
void hint_at_other_letters(const message_arguments& messages, const sequence_set& sequences,
                           const std::string& letters);

/// What the help of a command that reads a collection says in its own words.
struct collection_help {
    const char* files;
    const char* problem = "What to look for"; ///< title of a group
    const char* support;
    const char* occurrences;
};

/// Adds options to the group of that title; may be empty.
using options_of_group = std::function<void(const char* group)>;

/// What `concord substring` and `concord overlap` share: FILE, --support, --min-length, --alphabet, --occurrences,
/// --report, --multiqc, --exit-code, and how to run and print.
struct collection_arguments {
    std::vector<std::string> files;
    std::string letters = "auto";
    std::string support; ///< empty: the command's default
    std::optional<std::uint64_t> min_length;
    std::string occurrences; ///< a file, or empty, as the others
    std::string report;
    std::string multiqc;
    bool exit_code = false;
    run_arguments run;
    cluster_arguments cluster;
    output_arguments output;
    message_arguments messages;

    /// With the command's own options in the groups of the problem and of the results. Returns the option FILE.
    CLI::Option* add_to(CLI::App& command, const collection_help& help, const options_of_group& add_problem,
                        const options_of_group& add_results);
};

/// --alphabet, for files without UTF-8
CLI::Option* add_alphabet(CLI::App& command, std::string& letters);

} // namespace concord::app
