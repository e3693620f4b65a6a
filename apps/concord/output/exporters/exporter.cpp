#include "output/exporters/exporter.hpp"

#include "formats/printable.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace concord::app {
namespace {

constexpr std::array all = {
    exporter{.name = "text", .is_text = true, .write = write_text, .write_rows = text_rows},
    exporter{.name = "tsv", .is_table = true, .write = write_tsv, .write_rows = tsv_rows},
    exporter{.name = "json", .write = write_json, .write_rows = json_rows},
};

} // namespace

std::vector<std::string> exporter_names() {
    std::vector<std::string> names;
    for (const exporter& each : all)
        names.emplace_back(each.name);
    return names;
}

const exporter& exporter_named(std::string_view name) { return *std::ranges::find(all, name, &exporter::name); }

void buffered_sink::name(std::string_view name) { formats::append_written_name(bytes_, name); }

void buffered_sink::number(std::uint64_t value) {
    const fmt::format_int digits(value);
    bytes_.append(digits.data(), digits.size());
}

} // namespace concord::app
