#include "output/distance_stream.hpp"

#include "output/pair_answers.hpp"

namespace concord::app {
namespace {

json parameters(const batch_facts& facts) {
    const batch_options& options = facts.options;
    json chosen = {{"compare", to_string(facts.kind)},
                   {"metric", to_string(options.metric)},
                   {"max_distance", options.max_distance ? json(*options.max_distance) : json()}};
    if (facts.kind == batch_kind::nearest) chosen["nearest"] = facts.nearest;
    chosen["lines"] = facts.lines;
    chosen["alphabet"] = to_string(facts.asked_for);
    add_weights(chosen, options.weights);
    return chosen;
}

json list(const sequence_set& set) {
    return {{"sequences", set.size()},
            {"letters", set.letters()},
            {"shortest", set.shortest()},
            {"longest", set.longest()},
            {"ambiguous", set.ambiguous()}};
}

json input(const formats::sequence_lists& lists) {
    return {{"files", lists.files},
            {"alphabet", to_string(lists.a.alphabet())},
            {"a", list(lists.a)},
            {"b", list(lists.b)}};
}

stream_column side(const std::string& letter, const sequence_set& set, batch_kind kind, bool with_text) {
    stream_column column{.title = "index_" + letter, .sequences = &set};
    if (kind == batch_kind::nearest) column.name_title = "name_" + letter;
    if (with_text) column.text_title = "text_" + letter;
    return column;
}

} // namespace

std::string_view to_string(batch_kind kind) noexcept {
    switch (kind) {
    case batch_kind::table: return "pairs";
    case batch_kind::zip: return "zip";
    case batch_kind::all: return "all";
    case batch_kind::nearest: return "nearest";
    }
    return "";
}

row_stream distance_stream(const batch_facts& facts, bool with_text) {
    return {.object = opening("distance", parameters(facts), input(facts.lists)),
            .list_name = "pairs",
            .columns = {side("a", facts.lists.a, facts.kind, with_text),
                        side("b", facts.lists.b, facts.kind, with_text),
                        {.title = "distance"}},
            .layout = row_layout::value_first};
}

row_stream subsequence_stream(const subsequence_batch_facts& facts, bool with_text) {
    const json parameters = {
        {"compare", to_string(facts.kind)}, {"lines", facts.lines}, {"alphabet", to_string(facts.asked_for)}};
    return {.object = opening("subsequence", parameters, input(facts.lists)),
            .list_name = "pairs",
            .columns = {side("a", facts.lists.a, facts.kind, with_text),
                        side("b", facts.lists.b, facts.kind, with_text),
                        {.title = "length"}},
            .layout = row_layout::value_first};
}

} // namespace concord::app
