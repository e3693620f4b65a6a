#include "output/json.hpp"
#include "output/pair_output.hpp"

#include <algorithm>
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
    return {{"name", pair.name(which)}, {"length", pair.length(which)}};
}

/// Alphabets are for letters only.
json asked_alphabet(const formats::sequence_pair& pair, alphabet kind) {
    return pair.unit() == formats::pair_unit::letter ? json(to_string(kind)) : json();
}

void write(json whole, const run_facts& run, const formats::byte_sink& sink) {
    whole["run"] = run_object(run);
    sink(dumped(whole) + "\n");
}

} // namespace

void write_subsequence_json(const subsequence_answer& answer, const formats::byte_sink& sink) {
    const formats::sequence_pair& pair = answer.pair;
    json whole =
        opening("subsequence", {{"by", to_string(pair.unit())}, {"alphabet", asked_alphabet(pair, answer.asked_for)}},
                input(pair));
    json& result = whole["result"];
    result = {{"length", answer.result.length},
              {"a", side(pair, formats::pair_side::a)},
              {"b", side(pair, formats::pair_side::b)}};
    if (answer.alignment) result["cigar"] = cigar(answer.result.alignment);
    write(std::move(whole), answer.run, sink);
}

void write_distance_json(const distance_answer& answer, const formats::byte_sink& sink) {
    const formats::sequence_pair& pair = answer.pair;
    const distance_options& options = answer.options;
    json described = input(pair);
    described["a"] = side(pair, formats::pair_side::a);
    described["b"] = side(pair, formats::pair_side::b);
    json whole = opening("distance",
                         {{"compare", "pair"},
                          {"metric", to_string(options.metric)},
                          {"max_distance", options.max_distance ? json(*options.max_distance) : json()},
                          {"by", to_string(pair.unit())},
                          {"alphabet", asked_alphabet(pair, answer.asked_for)}},
                         std::move(described));
    const std::optional<std::uint64_t>& distance = answer.result.distance;
    json& result = whole["result"];
    result = {{"distance", distance ? json(*distance) : json()}};
    if (options.alignment) result["cigar"] = distance ? json(cigar(answer.result.alignment)) : json();
    write(std::move(whole), answer.run, sink);
}

} // namespace concord::app
