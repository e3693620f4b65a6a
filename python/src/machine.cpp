// The functions behind concord.devices, calibrate and use_saved_rates.
#include "bindings.hpp"
#include "formats/rates_file.hpp"
#include "running.hpp"

#include <concord/device.hpp>
#include <concord/machine_rates.hpp>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include <string>

namespace concord::python {
namespace {

nb::list devices() {
    nb::list listed;
    for (const device_status& one : list_devices())
        listed.append(nb::make_tuple(one.name, one.usable, one.detail));
    return listed;
}

/// (kind, by, seconds, rate) of each measurement.
nb::list calibrate(nb::handle requested) {
    watched_run run(arguments_of(requested));
    const measured_rates measured = run.call([&] { return measure_machine_rates(run.options()); });
    use_machine_rates(measured.rates);
    nb::list listed;
    for (const measured_rate& one : measured.details)
        listed.append(nb::make_tuple(one.kind, one.how, one.seconds, one.rate));
    return listed;
}

/// Why they are not used; empty if they are.
std::string use_saved_rates() {
    const formats::saved_rates saved = formats::read_rates(formats::rates_path());
    if (saved.rates) use_machine_rates(*saved.rates);
    return saved.why_not;
}

} // namespace

void bind_machine(nb::module_& module) {
    module.def("devices", &devices);
    module.def("calibrate", &calibrate);
    module.def("use_saved_rates", &use_saved_rates);
}

} // namespace concord::python
