#include "output/pair_answers.hpp"

#include "formats/printable.hpp"
#include "output/text_lines.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <string>
#include <vector>

namespace concord::app {
namespace {

std::string_view strand_of(const kept_occurrences::row& one) { return one.is_reverse ? "-" : "+"; }

json object_of(const kept_occurrences::row& one) {
    return {{"pattern", one.pattern}, {"sequence", one.sequence}, {"start", one.start}, {"end", one.end},
            {"edits", one.edits},     {"strand", strand_of(one)}, {"cigar", one.cigar}};
}

void write_text(const find_answer& answer, const text_style& style, const formats::byte_sink& sink) {
    const text_lines lines(style, sink);
    lines.fact("occurrences", lines.paint().answer(formats::grouped(answer.found.size())));
    lines.fact("of", formats::counted(answer.patterns.size(), "pattern"));
    lines.fact("in", formats::counted(answer.texts.sequences(), "sequence"));
    answer.found.for_each([&](const kept_occurrences::row& one) {
        sink(fmt::format("{} {} {}:{}-{}  {}  {}\n", formats::written_name(answer.patterns.name(one.pattern)),
                         strand_of(one), formats::written_name(one.name), one.start, one.end,
                         formats::counted(one.edits, "edit"), one.cigar));
    });
}

constexpr std::size_t cells_of_occurrence = 9; ///< cells of a row

void set_number(std::string& cell, std::uint64_t number) {
    std::array<char, 20> digits;
    cell.assign(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr);
}

std::uint64_t ambiguous_in(const sequence_set& set, std::uint64_t first, std::uint64_t last) {
    if (set.ambiguous() == 0) return 0;
    const std::string letters = set.text(0, first, last);
    return static_cast<std::uint64_t>(std::ranges::count_if(
        letters, [](char letter) { return std::string_view("ACGTU").find(letter) == std::string_view::npos; }));
}

} // namespace

void list_facts::end_sequence(std::uint64_t letters) {
    shortest_ = std::min(shortest_, letters);
    longest_ = std::max(longest_, letters);
}

void list_facts::add(const sequence_set& set) { add_block(set, {}); }

void list_facts::add_block(const sequence_set& set, const find_block& block) {
    letters_ += set.letters() - block.context;
    ambiguous_ += set.ambiguous() - ambiguous_in(set, 0, block.context);
    for (std::size_t sequence = 0; sequence < set.size(); ++sequence) {
        const bool is_rest = sequence == 0 && block.context > 0;
        if (!is_rest) ++sequences_;
        const std::uint64_t letters = set.length(sequence) + (is_rest ? block.letters_before : 0);
        if (sequence + 1 < set.size() || !block.goes_on) end_sequence(letters);
    }
}

json list_facts::object() const {
    return {{"sequences", sequences_},
            {"letters", letters_},
            {"shortest", sequences_ == 0 ? 0 : shortest_},
            {"longest", longest_},
            {"ambiguous", ambiguous_}};
}

answer described(const find_answer& found) {
    list_facts patterns;
    patterns.add(found.patterns);
    answer made{.run = found.run};
    made.object = opening("distance",
                          {{"compare", "find"},
                           {"metric", "levenshtein"},
                           {"max_distance", found.options.max_edits},
                           {"both_strands", found.options.both_strands},
                           {"iupac", found.options.iupac},
                           {"alphabet", to_string(found.asked_for)}},
                          {{"files", found.files},
                           {"alphabet", to_string(found.letters)},
                           {"patterns", patterns.object()},
                           {"texts", found.texts.object()}});
    made.object["result"] = {{"found", found.found.size()}};
    made.lists.push_back({.name = "occurrences", .for_each = [&found](const auto& add) {
                              found.found.for_each([&](const auto& one) { add(object_of(one).dump()); });
                          }});
    made.columns = {"pattern", "pattern_name", "sequence", "sequence_name", "start", "end", "edits", "cigar", "strand"};
    made.for_each_row = [&found](const auto& add) {
        std::vector<std::string> cells(
            cells_of_occurrence); // of one row after the other, so that they keep their memory
        std::string name;
        bool is_first = true;
        std::uint64_t pattern = 0;
        found.found.for_each([&](const kept_occurrences::row& one) {
            if (is_first || one.pattern != pattern) { // which rows are in the order of
                set_number(cells[0], one.pattern);
                cells[1] = formats::written_name(found.patterns.name(one.pattern));
            }
            if (is_first || one.name != name) {
                name = one.name;
                cells[3] = formats::written_name(name);
            }
            is_first = false;
            pattern = one.pattern;
            set_number(cells[2], one.sequence);
            set_number(cells[4], one.start);
            set_number(cells[5], one.end);
            set_number(cells[6], one.edits);
            cells[7] = one.cigar;
            cells[8] = strand_of(one);
            add(cells);
        });
    };
    made.write_text = [&found](const text_style& style, const formats::byte_sink& sink) {
        write_text(found, style, sink);
    };
    return made;
}

} // namespace concord::app
