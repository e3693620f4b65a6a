#include "problems/overlap/means.hpp"

#include "exec/cpu/vectors.hpp"
#include "exec/gpus.hpp"

#include <concord/error.hpp>

namespace concord::overlap {

run_report report_on_cpu(const run_options& run, const exec::workers& workers) {
    if (!exec::named_gpus(run.device).empty())
        throw error(error_code::resource,
                    "device '" + run.device + "' cannot be used: shared regions are found on the CPU");
    static_cast<void>(exec::choose_vectors(run.vectors));
    run_report report;
    report.device = "cpu";
    report.vectors = exec::to_string(exec::vector_target::baseline); // words of 64 bits, and no wider
    report.threads = workers.threads();
    return report;
}

} // namespace concord::overlap
