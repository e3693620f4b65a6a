// What is to be compared, as `concord subsequence` and `concord distance` let one say it.
#pragma once

#include "options/common_options.hpp"

#include "formats/sequence_pair.hpp"

#include <CLI/App.hpp>

#include <string>
#include <vector>

namespace concord::app {

/// A, B, --by, --text, --alphabet
struct pair_arguments {
    std::vector<std::string> given; ///< A and B: files, or with --text texts
    std::string by = "letter";
    bool text = false;
    std::string letters = "auto";

    /// `both_are_needed`: the command has no use for less.
    void add_to(CLI::App& command, bool both_are_needed);
    /// Throws error (usage) for what contradicts itself.
    void check() const;
    [[nodiscard]] formats::pair_unit unit() const;
    [[nodiscard]] alphabet asked_for() const { return alphabet_of(letters); }
    /// Two sequences must have been given. Throws error (bad_input …).
    [[nodiscard]] formats::sequence_pair read(const run_options& run) const;
};

/// How files are read in such a run.
[[nodiscard]] formats::read_options reading(const run_options& run);

/// "read 2 sequences, 1,000 letters (dna) in 0.010 s"
[[nodiscard]] std::string reading_note(const formats::sequence_pair& pair, double seconds);

} // namespace concord::app
