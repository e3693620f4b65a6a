// What `concord adapters` found, and what of it is written.
#pragma once

#include "output/answer.hpp"

#include <concord/adapters.hpp>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace concord::app {

/// Reads, or their mates.
struct adapters_of_file {
    std::string file;
    const sequence_set& reads;
    const adapter_result& result;
};

struct adapters_answer {
    const std::vector<adapters_of_file>& files; ///< one, or two
    const adapter_options& options;
    std::uint64_t short_inserts = 0; ///< of two files: pairs that overlap beyond their insert
    run_facts run;

    [[nodiscard]] bool has_artificial() const noexcept;
};

/// For the exporters.
[[nodiscard]] answer described(const adapters_answer& found);

/// For a person: each sequence, what it is, how many reads hold it where, and what to type.
void write_adapters_text(const adapters_answer& found, const text_style& style, const formats::byte_sink& sink);

/// Adapters and tags as FASTA; the name is a number, the name of a known adapter stands behind it.
void write_adapters_fasta(const adapters_answer& found, const formats::byte_sink& sink);

/// One row for MultiQC.
void write_adapters_multiqc(const adapters_answer& found, const formats::byte_sink& sink);

/// How to trim with other programs: the name of each and its command. Empty where there is nothing
/// to trim.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> trimming_commands(const adapters_answer& found);

/// "held by 1,480 of 5,000 reads (29.6%)", "an adapter: …": the sentences that texts and pages share.
[[nodiscard]] std::string explained(const found_adapter& found, const adapter_result& result);

} // namespace concord::app
