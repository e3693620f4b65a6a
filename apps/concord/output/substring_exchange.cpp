// The answer in the formats of other programs: MEME's motifs, MultiQC's tables.
#include "formats/printable.hpp"
#include "output/letter_profile.hpp"
#include "output/motif.hpp"
#include "output/multiqc.hpp"
#include "output/substring_output.hpp"

#include <concord/error.hpp>

#include <algorithm>

namespace concord::app {
namespace {

constexpr std::uint64_t longest_name = 60; // letters

std::string text_of(const substring_answer& answer) {
    const substring_candidate& best = answer.result.best;
    return answer.sequences.text(best.sequence, best.start, best.start + best.length);
}

} // namespace

void write_substring_motif(const substring_answer& answer, const formats::byte_sink& sink) {
    const sequence_set& sequences = answer.sequences;
    if (sequences.alphabet() == alphabet::bytes)
        throw error(error_code::usage, "--motif is for dna and protein, and the letters are bytes");
    const substring_candidate none;
    const substring_candidate& best = answer.result.found ? answer.result.best : none;
    const letter_profile profile = profile_of(sequences, best, answer.result.occurrences, best.length);
    write_meme_motif(profile, letter_counts(sequences, profile.letters), text_of(answer).substr(0, longest_name), sink);
}

void write_substring_multiqc(const substring_answer& answer, const formats::byte_sink& sink) {
    const bool found = answer.result.found;
    const substring_candidate& best = answer.result.best;
    const auto share = [&](std::uint64_t support) {
        const auto all = static_cast<double>(std::max<std::size_t>(answer.sequences.size(), 1));
        return 100.0 * static_cast<double>(support) / all;
    };
    const json whole = {{"format", "{:,.0f}"}};
    write_multiqc(
        "substring",
        "The longest substring that a share of the sequences hold with up to k mismatches: an adapter, a primer, a "
        "barcode, or a conserved site.",
        sample_name(answer.files),
        {{"text", "Substring", "Its letters (the first 60)",
          found ? formats::escaped(text_of(answer).substr(0, longest_name)) : ""},
         {"length", "Length", "Letters of it", found ? json(best.length) : json(0), whole},
         {"support", "Support", "Sequences that hold it", found ? json(best.support) : json(0), whole},
         {"share",
          "Share",
          "Of the sequences, that hold it",
          found ? json(share(best.support)) : json(0.0),
          {{"suffix", "%"}, {"min", 0}, {"max", 100}, {"format", "{:,.1f}"}}},
         {"mismatches", "k", "Mismatches that an occurrence may have", answer.options.mismatches, whole},
         {"asked_for", "t", "Sequences that had to hold it", answer.options.support, whole},
         {"sequences", "Sequences", "Of the input", answer.sequences.size(), whole}},
        sink);
}

} // namespace concord::app
