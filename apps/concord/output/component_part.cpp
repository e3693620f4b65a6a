#include "output/component_part.hpp"

#include <tuple>

namespace concord::app {

void write_component_part(const component_answer& answer, const component_part_arguments& arguments, const shard& which,
                          const std::vector<std::pair<std::string, std::string>>& facts,
                          const formats::byte_sink& sink) {
    const component_result& found = answer.result;
    json body = part_opening("component", which, facts, {{"files", answer.input.files}},
                             {{"tolerance", answer.options.tolerance},
                              {"connectivity", answer.options.connectivity},
                              {"min_size", answer.options.min_size},
                              {"cells", to_string(answer.asked_for)},
                              {"mask", arguments.mask},
                              {"picture", arguments.picture}});
    body["result"] = {{"found", found.found}};
    if (found.found) {
        body["result"]["size"] = found.size;
        body["result"]["shift"] = json::array({found.shift.rows, found.shift.columns});
        body["result"]["first"] = json::array({found.cells.front().row, found.cells.front().column});
    }
    write_part(body, sink);
}

merged_component merge_component_parts(const std::vector<part>& parts) {
    const json& body = parts.front().body;
    const json& arguments = body["arguments"];
    merged_component all;
    all.files = body["input"]["files"].get<std::array<std::string, 2>>();
    for (const json& fact : body["facts"]) {
        if (fact[0] == "first input") all.digests[0] = fact[1];
        if (fact[0] == "second input") all.digests[1] = fact[1];
    }
    for (const formats::cell_request each : {formats::cell_request::letters, formats::cell_request::numbers})
        if (arguments["cells"] == std::string(to_string(each))) all.asked_for = each;
    all.options.tolerance = arguments["tolerance"];
    all.options.connectivity = arguments["connectivity"];
    all.options.min_size = arguments["min_size"];
    all.arguments = {arguments["mask"], arguments["picture"]};
    for (const part& each : parts) {
        const json& result = each.body["result"];
        if (!result["found"].get<bool>()) continue;
        const std::uint64_t size = result["size"];
        const matrix_shift shift{result["shift"][0], result["shift"][1]};
        const matrix_cell first{result["first"][0], result["first"][1]};
        if (all.found &&
            (size < all.size || (size == all.size && std::tie(all.shift, all.first) <= std::tie(shift, first))))
            continue;
        std::tie(all.found, all.size, all.shift, all.first) = std::tuple(true, size, shift, first);
    }
    return all;
}

} // namespace concord::app
