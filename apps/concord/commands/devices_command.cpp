// concord devices: what this machine can run on, and why not.
#include "commands/commands.hpp"
#include "formats/output_file.hpp"
#include "formats/rates_file.hpp"
#include "interruption.hpp"
#include "options/common_options.hpp"
#include "options/option_builders.hpp"
#include "output/answer.hpp"
#include "used_rates.hpp"

#include <concord/device.hpp>
#include <concord/machine_rates.hpp>
#include <concord/run.hpp>

#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>
#include <optional>
#include <string>
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

struct devices_arguments {
    bool calibrate = false;
    output_arguments output;
};

/// What is known of this machine.
struct machine_facts {
    std::vector<device_status> devices;
    used_rates rates;
    std::optional<measured_rates> measured; ///< by this call
};

void write_rates(const measured_rates& measured, const formats::byte_sink& sink) {
    sink("\nHow fast this machine is; 1 is the reference (Intel Xeon with AVX-512, NVIDIA H200)\n");
    sink(fmt::format("{:<10}  {:<12}  {:>8}  {}\n", "kind", "by", "rate", "measured"));
    for (const measured_rate& each : measured.details)
        sink(each.kind == "start"
                 ? fmt::format("{:<10}  {:<12}  {:>8}  {:.3f} s\n", each.kind, each.how, "", each.seconds)
                 : fmt::format("{:<10}  {:<12}  {:>8.3g}  {:.2f} ms\n", each.kind, each.how, each.rate,
                               each.seconds * 1e3));
    if (!measured.why_no_gpu.empty()) sink(fmt::format("no GPU was measured: {}\n", measured.why_no_gpu));
}

void write_text(const machine_facts& facts, bool coloured, const formats::byte_sink& sink) {
    for (const device_status& device : facts.devices) {
        const std::string state = fmt::format("{:<10}", device.usable ? "ready" : "not usable");
        const char* code = device.usable ? "32" : "33";
        sink(fmt::format("{:<8}  {}  {}\n", device.name,
                         coloured ? fmt::format("\x1b[{}m{}\x1b[0m", code, state) : state, device.detail));
    }
    sink(fmt::format("{:<8}  {:<10}  cores that this process may use\n", "cores", usable_cores()));
    sink(fmt::format("{:<8}  {}\n", "vectors", fmt::join(names_of_vectors(), ", ")));
    sink(fmt::format("{:<8}  {}\n", "rates", note_of(facts.rates)));
    if (facts.measured) write_rates(*facts.measured, sink);
}

json as_json(const used_rates& rates) {
    return {{"measured", rates.are_measured},
            {"file", rates.file.empty() ? json() : json(rates.file)},
            {"why_not", rates.are_measured ? json() : json(rates.why_not)}};
}

json as_json(const measured_rates& measured) {
    json list = json::array();
    for (const measured_rate& each : measured.details)
        list.push_back({{"kind", each.kind}, {"by", each.how}, {"rate", each.rate}, {"seconds", each.seconds}});
    return {{"gpu", measured.gpu.empty() ? json() : json(measured.gpu)},
            {"why_no_gpu", measured.why_no_gpu.empty() ? json() : json(measured.why_no_gpu)},
            {"measured", std::move(list)}};
}

/// A row for each device, or for each measurement.
answer described(const machine_facts& facts) {
    json list = json::array();
    for (const device_status& device : facts.devices)
        list.push_back(json{{"name", device.name}, {"usable", device.usable}, {"detail", device.detail}});
    answer made;
    made.object = {{"schema", "concord.devices/1"}, {"version", version()},          {"devices", list},
                   {"cores", usable_cores()},       {"vectors", names_of_vectors()}, {"rates", as_json(facts.rates)}};
    made.columns = {"name", "usable", "detail"};
    made.for_each_row = [&facts](const auto& add) {
        for (const device_status& device : facts.devices)
            add(std::array{device.name, std::string(device.usable ? "yes" : "no"), device.detail});
    };
    if (facts.measured) {
        made.object["calibration"] = as_json(*facts.measured);
        made.columns = {"kind", "by", "rate", "seconds"};
        made.for_each_row = [&facts](const auto& add) {
            for (const measured_rate& each : facts.measured->details)
                add(std::array{std::string(each.kind), std::string(each.how), fmt::format("{:.4g}", each.rate),
                               fmt::format("{:.4g}", each.seconds)});
        };
    }
    made.write_text = [&facts](const text_style& style, const formats::byte_sink& sink) {
        write_text(facts, style.colour, sink);
    };
    return made;
}

int run(const devices_arguments& arguments) {
    formats::output_file out(arguments.output.path);
    machine_facts facts;
    if (arguments.calibrate) {
        formats::make_place_of_rates(formats::rates_path());
        run_options all;
        all.cancelled = interrupted;
        facts.measured = measure_machine_rates(all); // first, so that the start of the driver is measured, too
        stop_if_interrupted();
        formats::save_rates(formats::rates_path(), formats::key_of_this_machine(), facts.measured->rates);
    }
    facts.rates = use_saved_rates();
    facts.devices = list_devices();
    arguments.output.chosen_format().write(described(facts), arguments.output.style(), out.sink());
    out.finish();
    out.commit();
    return 0;
}

constexpr const char* devices_footer =
    R"(Without --calibrate, devices are chosen by figures of one machine (Intel Xeon with AVX-512, NVIDIA H200).
Calibrate once, while the machine does little else; a new processor, GPU, driver or version asks for it again.

Examples:
  concord devices -f json
  concord devices --calibrate -f text)";

} // namespace

std::vector<command> add_devices(CLI::App& program) {
    CLI::App& devices = *program.add_subcommand("devices", "What this machine can run on, and why not");
    devices.footer(devices_footer);
    devices.group("Commands");
    hide_help_flag(devices);
    const auto arguments = std::make_shared<devices_arguments>();
    devices
        .add_flag("--calibrate", arguments->calibrate,
                  "Measure how fast this machine is, in about a second for the CPU and one for a GPU, and keep it in a "
                  "file (rates.json in $CONCORD_CACHE, else $XDG_CACHE_HOME/concord, else ~/.cache/concord), by which "
                  "all later runs choose between CPU and GPU. Changes no answer")
        ->group(results_group);
    arguments->output.add_to(devices);
    return {{&devices, [arguments] { return run(*arguments); }}};
}

} // namespace concord::app
