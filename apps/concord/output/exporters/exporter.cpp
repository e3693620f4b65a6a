#include "output/exporters/exporter.hpp"

#include "formats/printable.hpp"

#include <algorithm>
#include <array>

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

void buffered_sink::name(std::string_view name) {
    name_.clear();
    formats::append_written_name(name_, name);
    text(name_);
}

void buffered_sink::grow(std::size_t bytes) {
    constexpr std::size_t first = 1024;
    bytes_.resize(std::max({first, 2 * bytes_.size(), size_ + bytes}));
}

} // namespace concord::app
