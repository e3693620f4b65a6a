#include "output/pair_output.hpp"

#include "formats/printable.hpp"
#include "output/painter.hpp"
#include "output/pair_picture.hpp"

#include <fmt/format.h>

namespace concord::app {
namespace {

std::string why_none(const distance_answer& answer) {
    if (answer.options.metric == distance_metric::hamming &&
        answer.pair.length(formats::pair_side::a) != answer.pair.length(formats::pair_side::b))
        return "the lengths differ";
    return "more than " + formats::grouped(answer.options.max_distance.value_or(0));
}

std::string length_of(const distance_answer& answer, formats::pair_side side) {
    return fmt::format("{} of {}", formats::counted(answer.pair.length(side), to_string(answer.pair.unit())),
                       formats::escaped_text(answer.pair.name(side)));
}

} // namespace

std::string_view to_string(distance_metric metric) noexcept {
    switch (metric) {
    case distance_metric::levenshtein: return "levenshtein";
    case distance_metric::indel: return "indel";
    case distance_metric::hamming: return "hamming";
    }
    return "";
}

void write_distance_text(const distance_answer& answer, const text_style& style, const formats::byte_sink& sink) {
    const painter paint(style.colour);
    const auto fact = [&](std::string_view label, const std::string& value) {
        sink(fmt::format("{}  {}\n", paint.heading(fmt::format("{:<9}", label)), value));
    };
    const std::optional<std::uint64_t>& distance = answer.result.distance;
    fact("distance", (distance ? paint.answer(formats::grouped(*distance)) : "none: " + why_none(answer)) + " (" +
                         std::string(to_string(answer.options.metric)) + ")");
    fact("between", length_of(answer, formats::pair_side::a));
    fact("and", length_of(answer, formats::pair_side::b));
    if (distance && answer.options.alignment) write_picture(answer.pair, answer.result.alignment, style, sink);
}

void write_distance_tsv(const distance_answer& answer, const formats::byte_sink& sink) {
    const formats::sequence_pair& pair = answer.pair;
    const std::optional<std::uint64_t>& distance = answer.result.distance;
    const bool alignment = answer.options.alignment;
    sink(fmt::format("distance\tname_a\tlength_a\tname_b\tlength_b{}\n", alignment ? "\tcigar" : ""));
    sink(fmt::format("{}\t{}\t{}\t{}\t{}", distance ? std::to_string(*distance) : "NA",
                     formats::escaped_text(pair.name(formats::pair_side::a)), pair.length(formats::pair_side::a),
                     formats::escaped_text(pair.name(formats::pair_side::b)), pair.length(formats::pair_side::b)));
    sink(alignment ? fmt::format("\t{}\n", distance ? cigar(answer.result.alignment) : "NA") : "\n");
}

} // namespace concord::app
