// A row of numbers for MultiQC, which collects those of many runs into one table.
#pragma once

#include "formats/output_file.hpp"
#include <nlohmann/json.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace concord::formats {

using json = nlohmann::ordered_json; // the order of the fields is part of the format

/// One column of the table.
struct multiqc_column {
    std::string key;
    std::string title;
    std::string description;
    json value;
    json presentation = json::object(); ///< such as {"format":"{:,.0f}"} or {"suffix":"%","max":100}
};

/// MultiQC's custom content (a file that ends in _mqc.json): a table with the row `sample`. Files of the same command
/// become one table.
void write_multiqc(std::string_view command, std::string_view description, const std::string& sample,
                   const std::vector<multiqc_column>& columns, const byte_sink& sink);

/// What a run is called: the name of the first file without folders and the endings of sequence files, and how many
/// more there are.
[[nodiscard]] std::string sample_name(const std::vector<std::string>& files);

} // namespace concord::formats
