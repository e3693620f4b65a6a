#include "output/json.hpp"
#include "output/overlap_output.hpp"

#include <fmt/format.h>

namespace concord::app {
namespace {

constexpr std::size_t piece = std::size_t{1} << 16U; // bytes that are handed on at once

/// A list that may be long, written element by element: `,"name":[…]`.
class list_writer {
  public:
    list_writer(std::string_view name, const formats::byte_sink& sink) : sink_(sink) {
        text_ = fmt::format(R"(,"{}":[)", name);
    }

    void add(const std::string& element) {
        if (!is_first_) text_.push_back(',');
        is_first_ = false;
        text_ += element;
        if (text_.size() < piece) return;
        sink_(text_);
        text_.clear();
    }

    void end() { sink_(text_ + "]"); }

  private:
    const formats::byte_sink& sink_;
    std::string text_;
    bool is_first_ = true;
};

void write_occurrences(const std::vector<overlap_place>& places, const formats::byte_sink& sink) {
    list_writer list("occurrences", sink);
    for (const overlap_place& at : places)
        list.add(fmt::format(R"({{"sequence":{},"start":{}}})", at.sequence, at.start));
    list.end();
}

/// The first of them is for t = 2.
void write_by_support(const std::vector<shared_region>& regions, const formats::byte_sink& sink) {
    list_writer list("by_support", sink);
    std::uint64_t support = 2;
    for (const shared_region& each : regions)
        list.add(fmt::format(R"({{"support":{},"length":{},"sequence":{},"start":{},"held_by":{}}})", support++,
                             each.length, each.first.sequence, each.first.start, each.support));
    list.end();
}

json place_fields(const sequence_set& sequences, const overlap_place& first, std::uint64_t length) {
    return {{"found", true},
            {"length", length},
            {"text", code_points(sequences.text(first.sequence, first.start, first.start + length))},
            {"sequence", sequence_object(sequences, first.sequence)},
            {"start", first.start},
            {"end", first.start + length}};
}

/// All up to the fields of the result, which go on.
void write_head(const overlap_input& input, json parameters, json result, const formats::byte_sink& sink) {
    parameters["alphabet"] = to_string(input.asked_for);
    json whole = opening("overlap", std::move(parameters), collection_object(input.files, input.sequences));
    whole["result"] = std::move(result);
    std::string head = dumped(whole);
    head.resize(head.size() - 2);
    sink(head);
}

void write_tail(const run_facts& run, const formats::byte_sink& sink) {
    sink(R"(},"run":)" + dumped(run_object(run)) + "}\n");
}

} // namespace

void write_region_json(const region_answer& answer, const formats::byte_sink& sink) {
    const shared_region_result& found = answer.result;
    json parameters = {{"query", "region"},
                       {"support", answer.options.support},
                       {"support_given", answer.support_given.empty() ? json() : json(answer.support_given)},
                       {"min_length", answer.options.min_length},
                       {"every_support", answer.options.every_support}};
    json result = {{"found", false}};
    if (found.found) {
        result = place_fields(answer.input.sequences, found.best.first, found.best.length);
        result["support"] = found.best.support;
    }
    write_head(answer.input, std::move(parameters), std::move(result), sink);
    if (found.found && answer.options.occurrences) write_occurrences(found.occurrences, sink);
    if (answer.options.every_support) write_by_support(found.by_support, sink);
    write_tail(answer.run, sink);
}

void write_repeat_json(const repeat_answer& answer, const formats::byte_sink& sink) {
    const repeat_result& found = answer.result;
    json result = {{"found", false}};
    if (found.found) {
        result = place_fields(answer.input.sequences, found.first, found.length);
        result["count"] = found.count;
    }
    write_head(answer.input, {{"query", "repeat"}, {"min_length", answer.options.min_length}}, std::move(result), sink);
    if (found.found && answer.options.occurrences) write_occurrences(found.occurrences, sink);
    write_tail(answer.run, sink);
}

} // namespace concord::app
