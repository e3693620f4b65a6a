#include "output/json.hpp"
#include "output/substring_output.hpp"

namespace concord::app {
namespace {

json parameters(const substring_answer& answer) {
    return {{"mismatches", answer.options.mismatches},
            {"support", answer.options.support},
            {"support_given", answer.support_given.empty() ? json() : json(answer.support_given)},
            {"min_length", answer.options.min_length},
            {"alphabet", to_string(answer.asked_for)}};
}

std::string letters_of(const sequence_set& sequences, const substring_candidate& found) {
    return code_points(sequences.text(found.sequence, found.start, found.start + found.length));
}

json result(const substring_answer& answer) {
    if (!answer.result.found) return {{"found", false}};
    const substring_candidate& best = answer.result.best;
    return {{"found", true},
            {"length", best.length},
            {"text", letters_of(answer.sequences, best)},
            {"sequence", sequence_object(answer.sequences, best.sequence)},
            {"start", best.start},
            {"end", best.start + best.length},
            {"support", best.support},
            {"tied_positions", answer.result.tied_positions},
            {"tied_sequences", answer.result.tied_sequences}};
}

/// `,"ties":[…]`: there may be millions, so they are written one by one.
void write_ties(const substring_answer& answer, const formats::byte_sink& sink) {
    sink(R"(,"ties":[)");
    bool first = true;
    for (const substring_candidate& tie : answer.result.ties) {
        if (!first) sink(",");
        first = false;
        sink(dumped(json{{"sequence", sequence_object(answer.sequences, tie.sequence)},
                         {"start", tie.start},
                         {"text", letters_of(answer.sequences, tie)},
                         {"support", tie.support}}));
    }
    sink("]");
}

} // namespace

void write_substring_json(const substring_answer& answer, const formats::byte_sink& sink) {
    json whole = opening("substring", parameters(answer), collection_object(answer.files, answer.facts()));
    whole["result"] = result(answer);
    std::string head = dumped(whole);
    head.resize(head.size() - 2); // the ends of the result and of the whole, which go on
    sink(head);
    if (answer.options.ties && answer.result.found) write_ties(answer, sink);
    sink(R"(},"run":)" + dumped(run_object({answer.result.run, answer.seconds, answer.peak_memory_bytes})) + "}\n");
}

} // namespace concord::app
