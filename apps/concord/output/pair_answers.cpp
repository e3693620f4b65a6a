#include "output/pair_answers.hpp"

#include "formats/multiqc.hpp"
#include "formats/printable.hpp"
#include "output/pair_picture.hpp"
#include "output/text_lines.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace concord::app {
namespace {

json input(const formats::sequence_pair& pair) {
    const std::uint64_t a = pair.length(formats::pair_side::a);
    const std::uint64_t b = pair.length(formats::pair_side::b);
    const std::string units = std::string(to_string(pair.unit())) + "s";
    json described = {{"files", pair.files()},
                      {"sequences", 2},
                      {units, a + b},
                      {"shortest", std::min(a, b)},
                      {"longest", std::max(a, b)}};
    if (pair.unit() == formats::pair_unit::letter) {
        described["alphabet"] = to_string(pair.letters().alphabet());
        described["ambiguous"] = pair.letters().ambiguous();
    } else {
        described["distinct"] = pair.distinct_symbols();
    }
    return described;
}

json side(const formats::sequence_pair& pair, formats::pair_side which) {
    return {{"name", formats::written_name(pair.name(which))}, {"length", pair.length(which)}};
}

/// Alphabets are for letters only.
json asked_alphabet(const formats::sequence_pair& pair, alphabet kind) {
    return pair.unit() == formats::pair_unit::letter ? json(to_string(kind)) : json();
}

/// `length name_a length_a name_b length_b`, with the alignment's CIGAR behind where it was asked for.
std::vector<std::string> columns(std::string value, bool with_cigar) {
    std::vector<std::string> all = {std::move(value), "name_a", "length_a", "name_b", "length_b"};
    if (with_cigar) all.emplace_back("cigar");
    return all;
}

std::vector<std::string> cells(const formats::sequence_pair& pair, std::string value) {
    std::vector<std::string> all = {std::move(value)};
    for (const formats::pair_side side : {formats::pair_side::a, formats::pair_side::b}) {
        all.push_back(formats::written_name(pair.name(side)));
        all.push_back(std::to_string(pair.length(side)));
    }
    return all;
}

std::string share_of(const subsequence_answer& answer, formats::pair_side side) {
    const std::uint64_t length = answer.pair.length(side);
    return fmt::format("{} of the {} of {}", formats::percentage(answer.result.length, length),
                       formats::counted(length, to_string(answer.pair.unit())),
                       formats::written_name(answer.pair.name(side)));
}

std::string why_none(const distance_answer& answer) {
    if (answer.options.metric == distance_metric::hamming &&
        answer.pair.length(formats::pair_side::a) != answer.pair.length(formats::pair_side::b))
        return "the lengths differ";
    return "more than " + formats::grouped(answer.options.max_distance.value_or(0));
}

std::string length_of(const distance_answer& answer, formats::pair_side side) {
    return fmt::format("{} of {}", formats::counted(answer.pair.length(side), to_string(answer.pair.unit())),
                       formats::written_name(answer.pair.name(side)));
}

void write_text(const subsequence_answer& found, const text_style& style, const formats::byte_sink& sink) {
    const text_lines lines(style, sink);
    lines.fact("length", lines.paint().answer(formats::counted(found.result.length, to_string(found.pair.unit()))));
    lines.fact("identity", share_of(found, formats::pair_side::a));
    lines.fact("", share_of(found, formats::pair_side::b));
    if (found.alignment) write_picture(found.pair, found.result.alignment, style, sink);
}

void write_text(const distance_answer& found, const text_style& style, const formats::byte_sink& sink) {
    const text_lines lines(style, sink);
    const std::optional<std::uint64_t>& distance = found.result.distance;
    lines.fact("distance", (distance ? lines.paint().answer(formats::grouped(*distance)) : "none: " + why_none(found)) +
                               " (" + std::string(to_string(found.options.metric)) +
                               (found.options.weights == edit_weights{} ? ")" : ", with weights)"));
    lines.fact("between", length_of(found, formats::pair_side::a));
    lines.fact("and", length_of(found, formats::pair_side::b));
    if (distance && found.options.alignment) write_picture(found.pair, found.result.alignment, style, sink);
}

std::string sample_of(const formats::sequence_pair& pair) {
    if (pair.files().size() < 2) return "texts";
    return formats::sample_name({pair.files()[0]}) + " and " + formats::sample_name({pair.files()[1]});
}

const json number_style = {{"format", "{:,.0f}"}};

formats::multiqc_column length_of(const formats::sequence_pair& pair, formats::pair_side side) {
    const std::string letter = side == formats::pair_side::a ? "a" : "b";
    return {"length_" + letter, side == formats::pair_side::a ? "A" : "B",
            fmt::format("{}s of the sequence", to_string(pair.unit())), pair.length(side), number_style};
}

} // namespace

std::string_view to_string(distance_metric metric) noexcept {
    return std::ranges::find(all_metrics, metric, &named_metric::metric)->name;
}

void add_weights(json& parameters, const edit_weights& weights) {
    if (weights != edit_weights{}) parameters["weights"] = {weights.insertion, weights.deletion, weights.substitution};
}

answer described(const subsequence_answer& found) {
    const formats::sequence_pair& pair = found.pair;
    answer made{.run = found.run};
    made.object =
        opening("subsequence", {{"by", to_string(pair.unit())}, {"alphabet", asked_alphabet(pair, found.asked_for)}},
                input(pair));
    json& result = made.object["result"];
    result = {{"length", found.result.length},
              {"a", side(pair, formats::pair_side::a)},
              {"b", side(pair, formats::pair_side::b)}};
    if (found.alignment) result["cigar"] = cigar(found.result.alignment);
    made.columns = columns("length", found.alignment);
    made.for_each_row = [&found](const auto& add) {
        std::vector<std::string> row = cells(found.pair, std::to_string(found.result.length));
        if (found.alignment) row.push_back(cigar(found.result.alignment));
        add(row);
    };
    made.write_text = [&found](const text_style& style, const formats::byte_sink& sink) {
        write_text(found, style, sink);
    };
    return made;
}

answer described(const distance_answer& found) {
    const formats::sequence_pair& pair = found.pair;
    const distance_options& options = found.options;
    const std::optional<std::uint64_t>& distance = found.result.distance;
    answer made{.run = found.run};
    json about = input(pair);
    about["a"] = side(pair, formats::pair_side::a);
    about["b"] = side(pair, formats::pair_side::b);
    json parameters = {{"compare", "pair"},
                       {"metric", to_string(options.metric)},
                       {"max_distance", options.max_distance ? json(*options.max_distance) : json()},
                       {"by", to_string(pair.unit())},
                       {"alphabet", asked_alphabet(pair, found.asked_for)}};
    add_weights(parameters, options.weights);
    made.object = opening("distance", std::move(parameters), std::move(about));
    json& result = made.object["result"];
    result = {{"distance", distance ? json(*distance) : json()}};
    if (options.alignment) result["cigar"] = distance ? json(cigar(found.result.alignment)) : json();
    made.columns = columns("distance", options.alignment);
    made.for_each_row = [&found, &distance](const auto& add) {
        std::vector<std::string> row = cells(found.pair, distance ? std::to_string(*distance) : "NA");
        if (found.options.alignment) row.push_back(distance ? cigar(found.result.alignment) : "NA");
        add(row);
    };
    made.write_text = [&found](const text_style& style, const formats::byte_sink& sink) {
        write_text(found, style, sink);
    };
    return made;
}

namespace {

void write_paf_line(const std::string& a, const std::string& b, const alignment& runs, const formats::byte_sink& sink) {
    std::uint64_t columns = 0;
    std::uint64_t equal = 0;
    for (const alignment_run& run : runs) {
        columns += run.count;
        if (run.operation == '=') equal += run.count;
    }
    constexpr int quality_is_missing = 255;
    sink(fmt::format("{}\t+\t{}\t{}\t{}\t{}\tcg:Z:{}\n", a, b, equal, columns, quality_is_missing, cigar(runs)));
}

/// The columns of a sequence that is covered from end to end.
std::string whole_in_paf(std::string_view name, std::uint64_t length) {
    return fmt::format("{}\t{}\t0\t{}", formats::written_name(name), length, length);
}

} // namespace

void write_pair_paf(const formats::sequence_pair& pair, const alignment& runs, const formats::byte_sink& sink) {
    const auto whole = [&](formats::pair_side side) { return whole_in_paf(pair.name(side), pair.length(side)); };
    write_paf_line(whole(formats::pair_side::a), whole(formats::pair_side::b), runs, sink);
}

void write_pair_paf(const sequence_set& a, const sequence_set& b, std::uint64_t index, const alignment& runs,
                    const formats::byte_sink& sink) {
    const auto whole = [&](const sequence_set& set) {
        const std::string name(set.name(index));
        return whole_in_paf(name.empty() ? fmt::format("pair_{}", index) : name, set.length(index));
    };
    write_paf_line(whole(a), whole(b), runs, sink);
}

void write_subsequence_multiqc(const subsequence_answer& answer, const formats::byte_sink& sink) {
    const std::uint64_t shorter =
        std::min(answer.pair.length(formats::pair_side::a), answer.pair.length(formats::pair_side::b));
    const double share =
        shorter == 0 ? 0 : 100.0 * static_cast<double>(answer.result.length) / static_cast<double>(shorter);
    formats::write_multiqc(
        "subsequence", "The longest common subsequence of two sequences.", sample_of(answer.pair),
        {{"length", "Common", "Length of the longest common subsequence", answer.result.length, number_style},
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
    std::vector<formats::multiqc_column> columns;
    if (distance)
        columns.push_back({"distance", "Distance", fmt::format("{} distance", to_string(answer.options.metric)),
                           *distance, number_style});
    columns.push_back(length_of(answer.pair, formats::pair_side::a));
    columns.push_back(length_of(answer.pair, formats::pair_side::b));
    formats::write_multiqc("distance_of_pairs", "How many edits apart two sequences are.", sample_of(answer.pair),
                           columns, sink);
}

} // namespace concord::app
