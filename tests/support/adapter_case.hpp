// Seeded collections of reads with adapters, tags, tails and repeats, and answers as text that can be compared.
#pragma once

#include <concord/adapters.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace concord::test {

struct adapter_case {
    std::uint64_t seed = 0;
    std::vector<std::string> reads;
    std::vector<std::string> mates; ///< as many as reads, or none
    std::vector<std::string> planted;
    adapter_options options;

    /// How to run the test on it alone.
    [[nodiscard]] std::string to_paste() const;
};

/// Some hundred reads of 0 to 400 letters, or of up to 900 with insertions and deletions; letters that are ambiguous or
/// in lower case, empty reads, inserts shorter than a pair of mates, adapters of either strand, and low complexity.
[[nodiscard]] adapter_case make_adapter_case(std::uint64_t seed);

/// All that was found, but for how the run went.
[[nodiscard]] std::string text_of(const adapter_result& result);
[[nodiscard]] std::string text_of(const paired_adapter_result& result);

/// What is found in the case, with its mates if it has them, as text. `run` gets the report if it is not null.
[[nodiscard]] std::string found_in(const adapter_case& tried, const run_options& options, run_report* run = nullptr);

} // namespace concord::test
