// concord devices: what this machine can run on, and why not.
#include "commands/commands.hpp"
#include "formats/output_file.hpp"
#include "options/common_options.hpp"
#include "options/option_builders.hpp"
#include "output/answer.hpp"

#include <concord/device.hpp>
#include <concord/run.hpp>

#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>
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

void write_text(const std::vector<device_status>& devices, bool coloured, const formats::byte_sink& sink) {
    for (const device_status& device : devices) {
        const std::string state = fmt::format("{:<10}", device.usable ? "ready" : "not usable");
        const char* code = device.usable ? "32" : "33";
        sink(fmt::format("{:<8}  {}  {}\n", device.name,
                         coloured ? fmt::format("\x1b[{}m{}\x1b[0m", code, state) : state, device.detail));
    }
    sink(fmt::format("{:<8}  {:<10}  cores that this process may use\n", "cores", usable_cores()));
    sink(fmt::format("{:<8}  {}\n", "vectors", fmt::join(names_of_vectors(), ", ")));
}

answer described(const std::vector<device_status>& devices) {
    json list = json::array();
    for (const device_status& device : devices)
        list.push_back(json{{"name", device.name}, {"usable", device.usable}, {"detail", device.detail}});
    answer made;
    made.object = {{"schema", "concord.devices/1"},
                   {"version", version()},
                   {"devices", list},
                   {"cores", usable_cores()},
                   {"vectors", names_of_vectors()}};
    made.columns = {"name", "usable", "detail"};
    made.for_each_row = [&devices](const auto& add) {
        for (const device_status& device : devices)
            add(std::array{device.name, std::string(device.usable ? "yes" : "no"), device.detail});
    };
    made.write_text = [&devices](const text_style& style, const formats::byte_sink& sink) {
        write_text(devices, style.colour, sink);
    };
    return made;
}

int run(const output_arguments& output) {
    formats::output_file out(output.path);
    const std::vector<device_status> devices = list_devices();
    output.chosen_format().write(described(devices), output.style(), out.sink());
    out.finish();
    out.commit();
    return 0;
}

} // namespace

std::vector<command> add_devices(CLI::App& program) {
    CLI::App& devices = *program.add_subcommand("devices", "What this machine can run on, and why not");
    devices.footer("Example:\n  concord devices -f json");
    devices.group("Commands");
    hide_help_flag(devices);
    const auto output = std::make_shared<output_arguments>();
    output->add_to(devices);
    return {{&devices, [output] { return run(*output); }}};
}

} // namespace concord::app
