#include "formats/printable.hpp"
#include "output/overlap_answers.hpp"
#include "output/substring_answer.hpp"
#include "output/text_lines.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace concord::app {
namespace {

constexpr std::size_t shown_places = 10;
constexpr std::size_t longest_name = 24; // columns

/// The same answer in terms of `concord substring`, with no mismatch allowed.
substring_result as_substring(const shared_region_result& region) {
    substring_result same;
    same.found = region.found;
    same.best = {.sequence = region.best.first.sequence,
                 .start = region.best.first.start,
                 .length = region.best.length,
                 .support = region.best.support};
    for (const overlap_place& at : region.occurrences)
        same.occurrences.push_back({.sequence = at.sequence,
                                    .start = at.start,
                                    .mismatches = 0,
                                    .end = at.start + region.best.length,
                                    .is_reverse = at.on == strand::reverse});
    return same;
}

/// One line for all supports that have the same region.
void write_by_support(const region_answer& answer, const text_lines& lines) {
    const std::vector<shared_region>& regions = answer.result.by_support;
    lines.line(fmt::format("\n{}", lines.paint().heading("The longest for every support")));
    lines.line(lines.paint().aside(
        fmt::format("{:>15}  {:>9}  {:<{}}  {:>9}", "support", "length", "sequence", longest_name, "start")));
    for (std::size_t i = 0; i < regions.size();) {
        std::size_t end = i + 1;
        while (end < regions.size() && regions[end].length == regions[i].length &&
               regions[end].first == regions[i].first)
            ++end;
        const std::string supports =
            end - i == 1 ? formats::grouped(i + 2) : formats::grouped(i + 2) + " to " + formats::grouped(end + 1);
        const overlap_place& at = regions[i].first;
        lines.line(fmt::format("{:>15}  {:>9}  {:<{}}  {:>9}", supports, formats::grouped(regions[i].length),
                               formats::shortened(answer.input.sequences.name(at.sequence), longest_name), longest_name,
                               at.start));
        i = end;
    }
}

} // namespace

void write_region_text(const region_answer& answer, const text_style& style, const formats::byte_sink& sink) {
    substring_options options;
    options.support = answer.options.support;
    options.min_length = answer.options.min_length;
    options.both_strands = answer.options.both_strands;
    const substring_result result = as_substring(answer.result);
    write_substring_text({.sequences = answer.input.sequences,
                          .options = options,
                          .result = result,
                          .files = answer.input.files,
                          .support_given = answer.support_given,
                          .asked_for = answer.input.asked_for,
                          .seconds = answer.run.seconds,
                          .peak_memory_bytes = answer.run.peak_memory_bytes},
                         style, sink);
    if (answer.options.every_support && !answer.result.by_support.empty())
        write_by_support(answer, text_lines(style, sink));
}

void write_repeat_text(const repeat_answer& answer, const text_style& style, const formats::byte_sink& sink) {
    const text_lines lines(style, sink);
    const sequence_set& sequences = answer.input.sequences;
    const repeat_result& found = answer.result;
    if (!found.found) {
        lines.line(fmt::format("{}: no region of {} or more stands twice in one of {}", lines.paint().heading("none"),
                               formats::counted(answer.options.min_length, "letter"),
                               formats::counted(sequences.size(), "sequence")));
        return;
    }
    lines.letters(sequences, found.first.sequence, found.first.start, found.length);
    lines.fact("length", formats::counted(found.length, "letter"));
    std::string starts;
    const std::size_t shown = std::min(shown_places, found.occurrences.size());
    for (std::size_t i = 0; i < shown; ++i)
        starts += fmt::format("{}{}", i == 0 ? ", from " : ", ", found.occurrences[i].start) +
                  (found.occurrences[i].on == strand::reverse ? " (reverse strand)" : "");
    lines.fact("count",
               fmt::format("{} of sequence {} (index {}){}{}", formats::counted(found.count, "place"),
                           formats::written_name(sequences.name(found.first.sequence)), found.first.sequence, starts,
                           shown < found.occurrences.size() ? " ... (--occurrences FILE writes all)" : ""));
    lines.input(sequences);
}

} // namespace concord::app
