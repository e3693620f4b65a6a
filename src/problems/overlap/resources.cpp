#include "problems/overlap/resources.hpp"

#include "problems/overlap/gpu/gpu.hpp"
#include "problems/overlap/tuning.hpp"
#include "runtime/gpu/gpus.hpp"
#include "simd/vector_target.hpp"

#include <concord/error.hpp>

#include <string>

namespace concord::overlap {

gpu_choice choose_gpu(const sequence_set& set, const run_options& run) {
    std::vector<int> gpus = runtime::named_gpus(run.device);
    const bool named = !gpus.empty();
    if (named && set.letters() > most_letters_on_gpu)
        throw error(error_code::resource, "device '" + run.device + "' cannot be used: " +
                                              std::to_string(set.letters()) + " letters are indexed on the CPU only");
    if (run.device == "auto" && set.letters() >= tuning::letters_worth_a_gpu && set.letters() <= most_letters_on_gpu)
        gpus = runtime::usable_gpus();
    if (gpus.empty()) return {};
    return {gpus.front(), named};
}

run_report report_on_cpu(const run_options& run, const runtime::thread_pool& workers) {
    static_cast<void>(simd::choose_vectors(run.vectors));
    run_report report;
    report.device = "cpu";
    report.vectors = simd::to_string(simd::vector_target::baseline); // words of 64 bits, and no wider
    report.threads = workers.threads();
    return report;
}

run_report report_of_question(const overlap_index& index, const run_options& run, const runtime::thread_pool& workers) {
    run_report report = report_on_cpu(run, workers);
    if (index.run().device.starts_with("cuda")) {
        report.device = index.run().device;
        report.vectors.clear();
    } else if (!runtime::named_gpus(run.device).empty()) {
        throw error(error_code::resource,
                    "device '" + run.device +
                        "' cannot be used: the index was not built there, and of an index that is "
                        "there already a GPU tells common prefixes only");
    }
    return report;
}

} // namespace concord::overlap
