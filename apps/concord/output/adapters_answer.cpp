#include "output/adapters_answer.hpp"

#include "formats/multiqc.hpp"
#include "formats/printable.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace concord::app {
namespace {

double share_of(std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

json object_of(const found_adapter& found, const adapter_result& result) {
    return {{"letters", found.letters},
            {"length", found.letters.size()},
            {"verdict", to_string(found.verdict)},
            {"name", found.name.empty() ? json() : json(found.name)},
            {"strand", std::string(1, found.strand)},
            {"reads", found.reads},
            {"share", share_of(found.reads, result.reads)},
            {"whole", found.whole},
            {"at_start", found.at_start},
            {"at_end", found.at_end},
            {"cut_left", found.cut_left},
            {"several", found.several},
            {"confirmed", found.confirmed},
            {"denied", found.denied},
            {"followed_by", found.followed_by.empty() ? json() : json(found.followed_by)},
            {"gap", found.followed_by.empty() ? json() : json(found.gap)},
            {"errors_per_letter", found.errors_per_letter},
            {"expected", found.expected},
            {"starts", found.starts},
            {"by_errors", found.by_errors},
            {"columns", found.columns}};
}

json object_of(const adapters_of_file& of) {
    json found = json::array();
    for (const found_adapter& each : of.result.found)
        found.push_back(object_of(each, of.result));
    return {{"file", of.file},
            {"reads", of.result.reads},
            {"threshold", of.result.threshold},
            {"long_reads", of.result.long_reads},
            {"found", std::move(found)},
            {"left_out", of.result.left_out}};
}

json input_of(const adapters_answer& found) {
    std::vector<std::string> files;
    collection_facts facts(found.files.front().reads);
    for (const adapters_of_file& of : found.files)
        files.push_back(of.file);
    if (found.files.size() == 2) {
        const sequence_set& mates = found.files.back().reads;
        facts.sequences += mates.size();
        facts.letters += mates.letters();
        facts.shortest = std::min(facts.shortest, mates.shortest());
        facts.longest = std::max(facts.longest, mates.longest());
        facts.ambiguous += mates.ambiguous();
    }
    return collection_object(files, facts);
}

} // namespace

bool adapters_answer::has_artificial() const noexcept {
    return std::ranges::any_of(files, [](const adapters_of_file& of) { return of.result.has_artificial(); });
}

answer described(const adapters_answer& found) {
    answer made{.run = found.run};
    made.object = opening("adapters",
                          {{"min_share", found.options.min_share},
                           {"min_reads", found.options.min_reads},
                           {"max_expected", found.options.max_expected},
                           {"most", found.options.most},
                           {"known", found.options.known.size()}},
                          input_of(found));
    json files = json::array();
    for (const adapters_of_file& of : found.files)
        files.push_back(object_of(of));
    json commands = json::object();
    for (const auto& [program, command] : trimming_commands(found))
        commands[program] = command;
    made.object["result"] = {{"found", found.has_artificial()},
                             {"files", std::move(files)},
                             {"short_inserts", found.files.size() == 2 ? json(found.short_inserts) : json()},
                             {"commands", std::move(commands)}};
    made.columns = {
        "file",   "verdict",  "letters",           "length",  "name", "strand", "reads", "share", "whole", "at_start",
        "at_end", "cut_left", "errors_per_letter", "expected"};
    made.for_each_row = [&found](const auto& add) {
        for (const adapters_of_file& of : found.files)
            for (const found_adapter& each : of.result.found) {
                const std::vector<std::string> row = {formats::escaped_text(of.file),
                                                      std::string(to_string(each.verdict)),
                                                      each.letters,
                                                      std::to_string(each.letters.size()),
                                                      formats::written_name(each.name),
                                                      std::string(1, each.strand),
                                                      std::to_string(each.reads),
                                                      fmt::format("{:.6f}", share_of(each.reads, of.result.reads)),
                                                      std::to_string(each.whole),
                                                      std::to_string(each.at_start),
                                                      std::to_string(each.at_end),
                                                      std::to_string(each.cut_left),
                                                      fmt::format("{:.6f}", each.errors_per_letter),
                                                      fmt::format("{:.3g}", each.expected)};
                add(row);
            }
    };
    made.write_text = [&found](const text_style& style, const formats::byte_sink& sink) {
        write_adapters_text(found, style, sink);
    };
    return made;
}

void write_adapters_fasta(const adapters_answer& found, const formats::byte_sink& sink) {
    std::size_t number = 0;
    for (const adapters_of_file& of : found.files)
        for (const found_adapter& each : of.result.found)
            if (each.is_artificial())
                sink(fmt::format(">{}_{}{}{} reads={}\n{}\n", to_string(each.verdict), ++number,
                                 each.name.empty() ? "" : " ", formats::written_name(each.name), each.reads,
                                 each.letters));
}

void write_adapters_multiqc(const adapters_answer& found, const formats::byte_sink& sink) {
    std::uint64_t held = 0;
    std::uint64_t reads = 0;
    std::string first = "none";
    for (const adapters_of_file& of : found.files) {
        reads += of.result.reads;
        if (!of.result.has_artificial()) continue;
        const found_adapter& most = of.result.found.front();
        if (first == "none") first = most.name.empty() ? most.letters : most.name;
        held += most.reads;
    }
    std::vector<std::string> names;
    for (const adapters_of_file& of : found.files)
        names.push_back(of.file);
    formats::write_multiqc("adapters", "Artificial sequences that reads hold.", formats::sample_name(names),
                           {{"adapter", "Adapter", "The most frequent adapter or tag", first},
                            {"share",
                             "Reads with it",
                             "Of all reads",
                             100 * share_of(held, reads),
                             {{"suffix", "%"}, {"min", 0}, {"max", 100}, {"format", "{:,.2f}"}}},
                            {"reads", "Reads", "Reads that were searched", reads, {{"format", "{:,.0f}"}}}},
                           sink);
}

} // namespace concord::app
