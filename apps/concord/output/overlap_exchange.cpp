#include "output/overlap_exchange.hpp"

#include "formats/printable.hpp"
#include "output/multiqc.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace concord::app {
namespace {

const json whole_number = {{"format", "{:,.0f}"}};

multiqc_column length_column(std::uint64_t length) {
    return {"length", "Longest", "Letters of the longest", length, whole_number};
}

multiqc_column sequences_column(const sequence_set& sequences) {
    return {"sequences", "Sequences", "Of the input", sequences.size(), whole_number};
}

} // namespace

overlap_paf::overlap_paf(const row_facts& facts, formats::byte_sink sink) : facts_(facts), sink_(std::move(sink)) {}

void overlap_paf::add(std::span<const std::uint64_t> row) {
    const sequence_set& sequences = facts_.input.sequences;
    const std::uint64_t length = row.back();
    const bool is_match = row.size() == 5;
    const std::uint64_t a = row[0];
    const std::uint64_t b = is_match ? row[2] + facts_.columns[2].first_sequence : row[1];
    const auto place = [&](std::uint64_t sequence, std::uint64_t start) {
        return fmt::format("{}\t{}\t{}\t{}", formats::escaped_text(sequences.name(sequence)),
                           sequences.length(sequence), start, start + length);
    };
    constexpr int quality_is_missing = 255;
    sink_(fmt::format("{}\t+\t{}\t{}\t{}\t{}\tcg:Z:{}=\n", place(a, is_match ? row[1] : sequences.length(a) - length),
                      place(b, is_match ? row[3] : 0), length, length, quality_is_missing, length));
}

void write_region_multiqc(const region_answer& answer, const formats::byte_sink& sink) {
    const sequence_set& sequences = answer.input.sequences;
    const shared_region& best = answer.result.best;
    constexpr std::uint64_t longest_text = 60;
    const std::string text = formats::escaped(
        sequences.text(best.first.sequence, best.first.start, best.first.start + std::min(best.length, longest_text)));
    write_multiqc("overlap_regions", "The longest region that some sequences share exactly.",
                  sample_name(answer.input.files),
                  {{"text", "Region", "Its letters (the first 60)", answer.result.found ? text : ""},
                   length_column(best.length),
                   {"support", "Support", "Sequences that hold it", best.support, whole_number},
                   {"asked_for", "t", "Sequences that had to hold it", answer.options.support, whole_number},
                   sequences_column(sequences)},
                  sink);
}

void write_repeat_multiqc(const repeat_answer& answer, const formats::byte_sink& sink) {
    write_multiqc("overlap_repeats", "The longest region that stands twice in one sequence.",
                  sample_name(answer.input.files),
                  {length_column(answer.result.length),
                   {"count", "Places", "Where it stands in that sequence", answer.result.count, whole_number},
                   sequences_column(answer.input.sequences)},
                  sink);
}

void write_rows_multiqc(const row_facts& facts, std::uint64_t count, std::uint64_t longest,
                        const formats::byte_sink& sink) {
    write_multiqc("overlap_" + facts.name, fmt::format("What `concord overlap` found: {}.", facts.name),
                  sample_name(facts.input.files),
                  {{"count", "Found", "How many there are", count, whole_number},
                   length_column(longest),
                   sequences_column(facts.input.sequences)},
                  sink);
}

} // namespace concord::app
