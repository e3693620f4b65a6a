// What the answers of all commands have in common: the facts of a run and of its input, and how JSON holds them.
#pragma once

#include <concord/run.hpp>
#include <concord/sequences.hpp>

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace concord::app {

using json = nlohmann::ordered_json; // the order of the fields is part of the format

struct run_seconds {
    double read = 0;
    double compute = 0;
    double total = 0;
};

/// How a run went: the report of the computation, and what was measured around it.
struct run_facts {
    const run_report& report;
    run_seconds seconds;
    std::uint64_t peak_memory_bytes = 0;
};

struct text_style {
    bool colour = false;
    std::size_t columns = 100; ///< of the terminal
};

struct collection_facts {
    std::uint64_t sequences = 0;
    std::uint64_t letters = 0;
    std::uint64_t shortest = 0;
    std::uint64_t longest = 0;
    concord::alphabet kind = concord::alphabet::dna;
    std::uint64_t ambiguous = 0;

    collection_facts() = default;
    explicit collection_facts(const sequence_set& set)
        : sequences(set.size()), letters(set.letters()), shortest(set.shortest()), longest(set.longest()),
          kind(set.alphabet()), ambiguous(set.ambiguous()) {}
};

/// On one line. Names need not be UTF-8; what is not becomes U+FFFD.
[[nodiscard]] std::string dumped(const json& value);

/// `{"schema":"concord.<command>/1","version":…,"parameters":{…},"input":{…}}`
[[nodiscard]] json opening(const std::string& command, json parameters, json input);

/// The value of "input" for a collection of sequences.
[[nodiscard]] json collection_object(const std::vector<std::string>& files, const sequence_set& sequences);
[[nodiscard]] json collection_object(const std::vector<std::string>& files, const collection_facts& facts);

/// {"index":…,"name":…}
[[nodiscard]] json sequence_object(const sequence_set& sequences, std::uint64_t sequence);

/// The letters whose UTF-8 that is; a code point above 255 becomes '?'.
[[nodiscard]] std::string letters_of_code_points(std::string_view text);

/// UTF-8 of letters: DNA and protein are ASCII, and any other letter is the code point of its value.
[[nodiscard]] std::string code_points(std::string_view letters);

/// The value of "run", with which every object ends.
[[nodiscard]] json run_object(const run_facts& run);

} // namespace concord::app
