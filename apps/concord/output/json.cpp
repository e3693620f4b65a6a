#include "output/json.hpp"
#include "formats/printable.hpp"

#include <utility>

namespace concord::app {

std::string dumped(const json& value) { return value.dump(-1, ' ', false, json::error_handler_t::replace); }

json opening(const std::string& command, json parameters, json input) {
    return {{"schema", "concord." + command + "/1"},
            {"version", version()},
            {"parameters", std::move(parameters)},
            {"input", std::move(input)}};
}

json collection_object(const std::vector<std::string>& files, const sequence_set& sequences) {
    return collection_object(files, collection_facts(sequences));
}

json collection_object(const std::vector<std::string>& files, const collection_facts& facts) {
    return {{"files", files},
            {"sequences", facts.sequences},
            {"letters", facts.letters},
            {"shortest", facts.shortest},
            {"longest", facts.longest},
            {"alphabet", to_string(facts.kind)},
            {"ambiguous", facts.ambiguous}};
}

json sequence_object(const sequence_set& sequences, std::uint64_t sequence) {
    return {{"index", sequence}, {"name", formats::written_name(sequences.name(sequence))}};
}

std::string code_points(std::string_view letters) {
    std::string text;
    text.reserve(letters.size());
    for (const char letter : letters) {
        const auto value = static_cast<unsigned char>(letter);
        if (value < 0x80) {
            text.push_back(letter);
        } else {
            text.push_back(static_cast<char>(0xc0 | value >> 6));
            text.push_back(static_cast<char>(0x80 | (value & 0x3f)));
        }
    }
    return text;
}

std::string letters_of_code_points(std::string_view text) {
    std::string letters;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const auto value = static_cast<unsigned char>(text[at]);
        if (value < 0x80) {
            letters.push_back(text[at]);
        } else if (value >= 0xc2 && value <= 0xc3 && at + 1 < text.size()) {
            const auto next = static_cast<unsigned char>(text[++at]);
            letters.push_back(static_cast<char>((value & 0x03U) << 6U | (next & 0x3fU)));
        } else if (value >= 0xc0) {
            letters.push_back('?');
        }
    }
    return letters;
}

json run_object(const run_facts& run) {
    const run_report& report = run.report;
    return {{"device", report.device},
            {"threads", report.threads},
            {"seconds",
             {{"read", run.seconds.read},
              {"start", report.start_seconds},
              {"compute", run.seconds.compute},
              {"total", run.seconds.total}}},
            {"peak_memory_bytes", run.peak_memory_bytes},
            {"vectors", report.vectors.empty() ? json() : json(report.vectors)}};
}

} // namespace concord::app
