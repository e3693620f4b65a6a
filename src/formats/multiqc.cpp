#include "formats/multiqc.hpp"

#include "formats/printable.hpp"

#include <array>
#include <fmt/format.h>
#include <utility>

namespace concord::formats {

void write_multiqc(std::string_view command, std::string_view description, const std::string& sample,
                   const std::vector<multiqc_column>& columns, const byte_sink& sink) {
    const std::string id = fmt::format("concord_{}", command);
    json headers = json::object();
    json row = json::object();
    for (const multiqc_column& column : columns) {
        headers[column.key] = {{"title", column.title}, {"description", column.description}};
        headers[column.key].update(column.presentation);
        row[column.key] = column.value;
    }
    const json whole = {{"id", id},
                        {"section_name", fmt::format("Concord: {}", command)},
                        {"description", description},
                        {"plot_type", "table"},
                        {"pconfig", {{"id", id + "_table"}, {"title", fmt::format("Concord: {}", command)}}},
                        {"headers", std::move(headers)},
                        {"data", {{sample, std::move(row)}}}};
    sink(whole.dump(1, ' ', false, json::error_handler_t::replace) + "\n");
}

std::string sample_name(const std::vector<std::string>& files) {
    if (files.empty()) return "texts";
    std::string_view name = files.front();
    if (name == "-") name = "stdin";
    if (const std::size_t slash = name.rfind('/'); slash != std::string_view::npos) name.remove_prefix(slash + 1);
    constexpr std::array<std::string_view, 12> endings = {".gz",  ".bgz", ".fastq", ".fq",  ".fasta", ".fa",
                                                          ".fna", ".faa", ".txt",   ".cdx", ".npy",   ".png"};
    // The compression goes first, then what was compressed.
    for (int twice = 0; twice < 2; ++twice)
        for (const std::string_view ending : endings)
            if (name.size() > ending.size() && name.ends_with(ending)) {
                name.remove_suffix(ending.size());
                break;
            }
    const std::string shown = escaped_text(name);
    return files.size() == 1 ? shown : fmt::format("{} and {} more", shown, files.size() - 1);
}

} // namespace concord::formats
