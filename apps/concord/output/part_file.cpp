#include "output/part_file.hpp"

#include "formats/printable.hpp"

#include "base/checksum.hpp"
#include "output/rows_part.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <optional>
#include <span>

namespace concord::app {
namespace {

constexpr const char* schema = "concord.part/1";

[[noreturn]] void reject(const std::string& file, const std::string& what) {
    throw error(error_code::bad_input, fmt::format("{}: {}", file, what));
}

std::string checksum_of(const json& body) {
    const std::string text = dumped(body);
    return fmt::format("{:016x}", base::checksum_of(std::as_bytes(std::span(text))));
}

part read_part(const std::string& file) {
    part_bytes bytes(file);
    const std::string text = bytes.line();
    json whole = json::parse(text, nullptr, false);
    const bool is_part = whole.is_object() && whole.contains("schema") && whole["schema"] == schema;
    if (!is_part) reject(file, "is no part of a run (or cut off): expected what --shard writes");
    if (!whole.contains("body") || !whole.contains("checksum") || whole["checksum"] != checksum_of(whole["body"]))
        reject(file, "is damaged: its checksum is not that of what stands in it");
    std::array<std::byte, 1> more{};
    if (!whole["body"].contains("rows") && bytes.read(more) > 0)
        reject(file, "is damaged: it should end with its line");
    return {file, std::move(whole["body"])};
}

std::uint64_t index_of(const part& each) { return each.body.at("shard").at("index").get<std::uint64_t>(); }
std::uint64_t count_of(const part& each) { return each.body.at("shard").at("count").get<std::uint64_t>(); }

void require_same_run(const part& first, const part& other) {
    const auto differs = [&](const std::string& what, const json& a, const json& b) {
        reject(other.file, fmt::format("belongs to another run than {}: its {} is {}, not {}", first.file, what,
                                       dumped(b), dumped(a)));
    };
    for (const char* what : {"version", "command"})
        if (first.body.at(what) != other.body.at(what)) differs(what, first.body.at(what), other.body.at(what));
    if (count_of(first) != count_of(other)) differs("number of shards", count_of(first), count_of(other));
    const json& a = first.body.at("facts");
    const json& b = other.body.at("facts");
    for (std::size_t at = 0; at < std::min(a.size(), b.size()); ++at)
        if (a[at] != b[at]) differs(formats::escaped_text(b[at].at(0).get<std::string>()), a[at].at(1), b[at].at(1));
    for (const char* what : {"input", "arguments"})
        if (first.body.at(what) != other.body.at(what)) differs(what, first.body.at(what), other.body.at(what));
}

/// Puts them in the order of their shards, which are all there.
void put_in_order(std::vector<part>& parts) {
    for (const part& each : parts) {
        if (each.body.at("version") != version())
            reject(each.file,
                   fmt::format("was written by version {}, and this is {}",
                               formats::escaped_text(each.body.at("version").get<std::string>()), version()));
        require_same_run(parts.front(), each);
    }
    std::ranges::stable_sort(parts, {}, index_of);
    for (std::size_t at = 0; at + 1 < parts.size(); ++at)
        if (index_of(parts[at]) == index_of(parts[at + 1]))
            reject(parts[at + 1].file, fmt::format("is shard {} of {}, as is {}", index_of(parts[at + 1]),
                                                   count_of(parts[at]), parts[at].file));
    for (std::size_t at = 0; at < count_of(parts.front()); ++at)
        if (at >= parts.size() || index_of(parts[at]) != at + 1)
            reject(parts.front().file,
                   fmt::format("is one of {} shards, and shard {} is missing", count_of(parts.front()), at + 1));
}

} // namespace

std::vector<std::pair<std::string, std::string>> facts_of_call(const task_sharing& sharing) {
    std::vector<std::pair<std::string, std::string>> facts;
    for (const runtime::call_fact& fact : sharing.facts())
        facts.emplace_back(fact.name, fact.value);
    return facts;
}

json part_opening(const std::string& command, const shard& which,
                  const std::vector<std::pair<std::string, std::string>>& facts, json input, json arguments) {
    json listed = json::array();
    for (const auto& [name, value] : facts)
        listed.push_back(json::array({name, value}));
    return {{"version", version()},
            {"command", command},
            {"shard", {{"index", which.index + 1}, {"count", which.count}}},
            {"facts", std::move(listed)},
            {"input", std::move(input)},
            {"arguments", std::move(arguments)}};
}

void write_part(const json& body, const formats::byte_sink& sink) {
    // Invalid UTF-8 is replaced when it is written, so the checksum is of what will be read.
    const json written = json::parse(dumped(body));
    sink(fmt::format(R"({{"schema":"{}","checksum":"{}","body":)", schema, checksum_of(written)));
    sink(dumped(written));
    sink("}\n");
}

void reject_content(const std::string& file) {
    reject(file, "is damaged: what stands in it is not what --shard writes");
}

std::vector<part> read_parts(const std::vector<std::string>& files) {
    std::vector<part> parts;
    parts.reserve(files.size());
    for (const std::string& file : files)
        parts.push_back(read_part(file));
    from_content(parts, [&] { put_in_order(parts); });
    return parts;
}

collection_facts facts_of_input(const part& any) {
    const json& input = any.body.at("input");
    collection_facts facts;
    facts.sequences = input.at("sequences");
    facts.letters = input.at("letters");
    facts.shortest = input.at("shortest");
    facts.longest = input.at("longest");
    facts.ambiguous = input.at("ambiguous");
    for (const alphabet each : {alphabet::dna, alphabet::protein, alphabet::bytes})
        if (input.at("alphabet") == std::string(to_string(each))) facts.kind = each;
    return facts;
}

void shown_letters::add(std::uint64_t sequence, std::uint64_t start, std::uint64_t end, std::uint64_t around) {
    const std::uint64_t first = start - std::min(start, around);
    const std::uint64_t last = std::min(end + around, sequences_.length(sequence));
    std::uint64_t& until = places_[sequence][first];
    until = std::max(until, last);
}

json shown_letters::object() const {
    json all = json::array();
    for (const auto& [sequence, places] : places_) {
        json regions = json::array();
        for (const auto& [start, end] : places)
            regions.push_back(json::array({start, code_points(sequences_.text(sequence, start, end))}));
        all.push_back(json::array({sequence, code_points(sequences_.name(sequence)), std::move(regions)}));
    }
    return all;
}

sequence_set sequences_of(const std::vector<part>& parts) {
    struct shown {
        std::string name;
        std::string letters;
    };
    const collection_facts facts = facts_of_input(parts.front());
    std::map<std::uint64_t, shown> known;
    for (const part& each : parts)
        for (const json& sequence : each.body.at("sequences")) {
            const std::uint64_t number = sequence.at(0);
            if (number >= facts.sequences) reject_content(each.file);
            shown& of = known[number];
            of.name = letters_of_code_points(sequence.at(1).get<std::string>());
            for (const json& region : sequence.at(2)) {
                const std::string letters = letters_of_code_points(region.at(1).get<std::string>());
                const std::uint64_t start = region.at(0);
                if (start > facts.longest || letters.size() > facts.longest - start) reject_content(each.file);
                if (of.letters.size() < start + letters.size()) of.letters.resize(start + letters.size(), 'A');
                of.letters.replace(start, letters.size(), letters);
            }
        }
    sequence_set_builder builder(facts.kind);
    for (std::uint64_t sequence = 0; sequence < facts.sequences; ++sequence) {
        const auto found = known.find(sequence);
        if (found == known.end())
            builder.add("", "");
        else
            builder.add(found->second.name, found->second.letters);
    }
    return std::move(builder).finish();
}

} // namespace concord::app
