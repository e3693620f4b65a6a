#include "output/distance_rows.hpp"

#include "output/json.hpp"
#include "output/pair_output.hpp"

#include <string>
#include <utility>

namespace concord::app {
namespace {

constexpr std::size_t piece = std::size_t{1} << 16U; // bytes that are handed on at once

json parameters(const batch_facts& facts) {
    const batch_options& options = facts.options;
    json chosen = {{"compare", to_string(facts.kind)},
                   {"metric", to_string(options.metric)},
                   {"max_distance", options.max_distance ? json(*options.max_distance) : json()}};
    if (facts.kind == batch_kind::nearest) chosen["nearest"] = facts.nearest;
    chosen["lines"] = facts.lines;
    chosen["alphabet"] = to_string(facts.asked_for);
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

class json_rows final : public distance_rows {
  public:
    json_rows(const batch_facts& facts, formats::byte_sink sink) : sink_(std::move(sink)) {
        text_ = dumped(opening("distance", parameters(facts), input(facts.lists)));
        text_.back() = ','; // the object goes on
        text_ += R"("result":{"pairs":[)";
    }

    void add(std::uint64_t a, std::uint64_t b, std::uint32_t distance) override {
        if (!is_first_) text_.push_back(',');
        is_first_ = false;
        const std::string shown = distance == no_distance ? "null" : std::to_string(distance);
        text_.append("[").append(std::to_string(a)).append(",").append(std::to_string(b));
        text_.append(",").append(shown).append("]");
        if (text_.size() >= piece) flush();
    }

    void end(const run_facts& run) override {
        text_ += R"(]},"run":)" + dumped(run_object(run)) + "}\n";
        flush();
    }

  private:
    void flush() {
        sink_(text_);
        text_.clear();
    }

    formats::byte_sink sink_;
    std::string text_;
    bool is_first_ = true;
};

} // namespace

std::unique_ptr<distance_rows> make_json_rows(const batch_facts& facts, formats::byte_sink sink) {
    return std::make_unique<json_rows>(facts, std::move(sink));
}

} // namespace concord::app
