// What all calls do with the options of a run.
#pragma once

#include "exec/cpu/workers.hpp"

#include <concord/run.hpp>

namespace concord::overlap {

/// A report to begin with. Throws error: usage for an unknown device or vector target, resource for one that cannot do
/// this work.
[[nodiscard]] run_report report_on_cpu(const run_options& run, const exec::workers& workers);

} // namespace concord::overlap
