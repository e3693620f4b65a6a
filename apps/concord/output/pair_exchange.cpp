// Pairs in the formats of other programs: PAF, MultiQC's tables.
#include "formats/printable.hpp"
#include "output/multiqc.hpp"
#include "output/pair_output.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace concord::app {
namespace {

std::string sample_of(const formats::sequence_pair& pair) {
    if (pair.files().size() < 2) return "texts";
    return sample_name({pair.files()[0]}) + " and " + sample_name({pair.files()[1]});
}

const json whole_number = {{"format", "{:,.0f}"}};

multiqc_column length_of(const formats::sequence_pair& pair, formats::pair_side side) {
    const std::string letter = side == formats::pair_side::a ? "a" : "b";
    return {"length_" + letter, side == formats::pair_side::a ? "A" : "B",
            fmt::format("{}s of the sequence", to_string(pair.unit())), pair.length(side), whole_number};
}

} // namespace

void write_pair_paf(const formats::sequence_pair& pair, const alignment& runs, const formats::byte_sink& sink) {
    std::uint64_t columns = 0;
    std::uint64_t equal = 0;
    for (const alignment_run& run : runs) {
        columns += run.count;
        if (run.operation == '=') equal += run.count;
    }
    const auto whole = [&](formats::pair_side side) {
        return fmt::format("{}\t{}\t0\t{}", formats::escaped_text(pair.name(side)), pair.length(side),
                           pair.length(side));
    };
    constexpr int quality_is_missing = 255;
    sink(fmt::format("{}\t+\t{}\t{}\t{}\t{}\tcg:Z:{}\n", whole(formats::pair_side::a), whole(formats::pair_side::b),
                     equal, columns, quality_is_missing, cigar(runs)));
}

void write_subsequence_multiqc(const subsequence_answer& answer, const formats::byte_sink& sink) {
    const std::uint64_t shorter =
        std::min(answer.pair.length(formats::pair_side::a), answer.pair.length(formats::pair_side::b));
    const double share =
        shorter == 0 ? 0 : 100.0 * static_cast<double>(answer.result.length) / static_cast<double>(shorter);
    write_multiqc("subsequence", "The longest common subsequence of two sequences.", sample_of(answer.pair),
                  {{"length", "Common", "Length of the longest common subsequence", answer.result.length, whole_number},
                   {"share",
                    "Share",
                    "Of the shorter sequence",
                    share,
                    {{"suffix", "%"}, {"min", 0}, {"max", 100}, {"format", "{:,.1f}"}}},
                   length_of(answer.pair, formats::pair_side::a),
                   length_of(answer.pair, formats::pair_side::b)},
                  sink);
}

void write_distance_multiqc(const distance_answer& answer, const formats::byte_sink& sink) {
    const std::optional<std::uint64_t>& distance = answer.result.distance;
    std::vector<multiqc_column> columns;
    if (distance)
        columns.push_back({"distance", "Distance", fmt::format("{} distance", to_string(answer.options.metric)),
                           *distance, whole_number});
    columns.push_back(length_of(answer.pair, formats::pair_side::a));
    columns.push_back(length_of(answer.pair, formats::pair_side::b));
    write_multiqc("distance_of_pairs", "How many edits apart two sequences are.", sample_of(answer.pair), columns,
                  sink);
}

} // namespace concord::app
