#include "io/json.hpp"

#include <utility>

namespace concord::io {

std::string dumped(const json& value) { return value.dump(-1, ' ', false, json::error_handler_t::replace); }

json opening(const std::string& command, json parameters, json input) {
    return {{"schema", "concord." + command + "/1"},
            {"version", version()},
            {"parameters", std::move(parameters)},
            {"input", std::move(input)}};
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

} // namespace concord::io
