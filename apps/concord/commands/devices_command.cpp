// concord devices: what this machine can run on, and why not.
#include "commands/commands.hpp"
#include "options/common_options.hpp"
#include "options/option_builders.hpp"

#include "formats/output_file.hpp"
#include <concord/device.hpp>
#include <concord/run.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

namespace concord::app {
namespace {

std::vector<std::string_view> names_of_vectors() {
    std::vector<std::string_view> names;
    for (const vector_target target : usable_vectors())
        names.push_back(to_string(target));
    return names;
}

std::string as_text(const std::vector<device_status>& devices, bool coloured) {
    std::string text;
    for (const device_status& device : devices) {
        const std::string state = fmt::format("{:<10}", device.usable ? "ready" : "not usable");
        const char* code = device.usable ? "32" : "33";
        text += fmt::format("{:<8}  {}  {}\n", device.name,
                            coloured ? fmt::format("\x1b[{}m{}\x1b[0m", code, state) : state, device.detail);
    }
    text += fmt::format("{:<8}  {:<10}  cores that this process may use\n", "cores", usable_cores());
    text += fmt::format("{:<8}  {}\n", "vectors", fmt::join(names_of_vectors(), ", "));
    return text;
}

std::string as_tsv(const std::vector<device_status>& devices) {
    std::string text = "name\tusable\tdetail\n";
    for (const device_status& device : devices)
        text += fmt::format("{}\t{}\t{}\n", device.name, device.usable ? "yes" : "no", device.detail);
    return text;
}

std::string as_json(const std::vector<device_status>& devices) {
    using json = nlohmann::ordered_json;
    json list = json::array();
    for (const device_status& device : devices)
        list.push_back(json{{"name", device.name}, {"usable", device.usable}, {"detail", device.detail}});
    const json whole{{"schema", "concord.devices/1"},
                     {"version", version()},
                     {"devices", list},
                     {"cores", usable_cores()},
                     {"vectors", names_of_vectors()}};
    return whole.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
}

int run(const output_wishes& output) {
    formats::output_file out(output.path);
    const std::vector<device_status> devices = list_devices();
    switch (output.chosen_format()) {
    case output_format::text: out.write(as_text(devices, output.coloured())); break;
    case output_format::tsv: out.write(as_tsv(devices)); break;
    case output_format::json: out.write(as_json(devices)); break;
    }
    out.commit();
    return 0;
}

} // namespace

std::vector<command> add_devices(CLI::App& program) {
    CLI::App& devices = *program.add_subcommand("devices", "What this machine can run on, and why not");
    devices.footer("Example:\n  concord devices -f json");
    devices.group("Commands");
    hide_help_flag(devices);
    const auto output = std::make_shared<output_wishes>();
    output->add_to(devices);
    return {{&devices, [output] { return run(*output); }}};
}

} // namespace concord::app
