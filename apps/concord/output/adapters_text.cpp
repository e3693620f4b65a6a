#include "formats/printable.hpp"
#include "output/adapters_answer.hpp"
#include "output/text_lines.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace concord::app {
namespace {

/// "38", "17 to 39": the shortest range of starts that holds four of five reads.
std::string usual_starts(const std::vector<std::uint64_t>& starts) {
    std::uint64_t all = 0;
    for (const std::uint64_t reads : starts)
        all += reads;
    std::size_t best_first = 0;
    std::size_t best_last = starts.size();
    std::uint64_t within = 0;
    std::size_t first = 0;
    for (std::size_t last = 0; last < starts.size(); ++last) {
        within += starts[last];
        while (5 * (within - starts[first]) >= 4 * all)
            within -= starts[first++];
        if (5 * within >= 4 * all && last - first < best_last - best_first) {
            best_first = first;
            best_last = last;
        }
    }
    return best_first == best_last ? std::to_string(best_first) : fmt::format("{} to {}", best_first, best_last);
}

std::string what_it_is(const found_adapter& found) {
    switch (found.verdict) {
    case adapter_verdict::adapter: return "it begins behind letters that vary, and hardly any read begins inside it";
    case adapter_verdict::tag: return "it begins at one place, and what the read is of follows";
    case adapter_verdict::poly: return "one letter again and again";
    case adapter_verdict::repeat: return "it stands several times in a read, or repeats a short word";
    case adapter_verdict::abundant_insert:
        return "reads begin and end anywhere in it, or hold both strands: a part of what was sequenced, not to be "
               "trimmed";
    }
    return "";
}

std::string title_of(adapter_verdict verdict) {
    switch (verdict) {
    case adapter_verdict::adapter: return "adapter";
    case adapter_verdict::tag: return "tag (primer, 5′ adapter)";
    case adapter_verdict::poly: return "low complexity";
    case adapter_verdict::repeat: return "repeat";
    case adapter_verdict::abundant_insert: return "abundant insert";
    }
    return "";
}

void write_found(const found_adapter& found, const adapter_result& result, const text_lines& lines) {
    lines.line("");
    lines.line(found.is_artificial() ? lines.paint().answer(found.letters) : found.letters);
    lines.fact("is", fmt::format("{}{}{}", title_of(found.verdict), found.name.empty() ? "" : ": ", found.name));
    lines.fact("because", what_it_is(found));
    lines.fact("reads",
               fmt::format("{} of {} ({}) hold it, {} of them whole{}", formats::grouped(found.reads),
                           formats::grouped(result.reads), formats::percentage(found.reads, result.reads),
                           formats::grouped(found.whole), found.strand == '=' ? "; some its reverse complement" : ""));
    if (!found.starts.empty())
        lines.fact("begins",
                   fmt::format("at letter {} in most (from 0); within the first {} in {}", usual_starts(found.starts),
                               result.long_reads ? 60 : 20, formats::percentage(found.at_start, found.reads)));
    if (found.confirmed + found.denied > 0)
        lines.fact("mates", fmt::format("{} of {} agree that the insert ends there", formats::grouped(found.confirmed),
                                        formats::grouped(found.confirmed + found.denied)));
    if (!found.followed_by.empty())
        lines.fact("frame",
                   fmt::format("{} that vary, then {}", formats::counted(found.gap, "letter"), found.followed_by));
    lines.fact("errors", fmt::format("{:.2f}% of its letters", 100 * found.errors_per_letter));
}

} // namespace

std::string explained(const found_adapter& found, const adapter_result& result) {
    return fmt::format("{}: {}. {} of {} reads ({}) hold it.", title_of(found.verdict), what_it_is(found),
                       formats::grouped(found.reads), formats::grouped(result.reads),
                       formats::percentage(found.reads, result.reads));
}

void write_adapters_text(const adapters_answer& found, const text_style& style, const formats::byte_sink& sink) {
    const text_lines lines(style, sink);
    for (const adapters_of_file& of : found.files) {
        if (found.files.size() > 1) lines.line(lines.paint().heading(formats::escaped_text(of.file)));
        if (of.result.reads < of.result.threshold)
            lines.line(fmt::format("{}: {} of the {} that must hold a sequence (--min-reads asks for fewer)",
                                   lines.paint().heading("too few reads"), formats::grouped(of.result.reads),
                                   formats::grouped(of.result.threshold)));
        else if (!of.result.has_artificial())
            lines.line(fmt::format("{}: no adapter, primer or tag in {} or more of {}: these reads look trimmed",
                                   lines.paint().heading("nothing found"), formats::grouped(of.result.threshold),
                                   formats::counted(of.result.reads, "read")));
        for (const found_adapter& each : of.result.found)
            write_found(each, of.result, lines);
        if (of.result.left_out > 0)
            lines.line(
                fmt::format("\nand {} further ones (--most N lists more)", formats::grouped(of.result.left_out)));
        if (found.files.size() > 1) lines.line("");
    }
    const auto commands = trimming_commands(found);
    if (commands.empty()) return;
    lines.line("");
    lines.line(lines.paint().heading("To trim, one of"));
    for (const auto& [program, command] : commands)
        lines.line(fmt::format("  {}", command));
}

} // namespace concord::app
