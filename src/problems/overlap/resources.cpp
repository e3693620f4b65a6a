#include "problems/overlap/resources.hpp"

#include "problems/overlap/gpu/gpu.hpp"
#include "problems/overlap/tuning.hpp"
#include "simd/vector_target.hpp"

#include <string>

namespace concord::overlap {

runtime::device_choice choose_device(const sequence_set& set, const run_options& run, std::vector<std::string>& notes) {
    const auto letters = static_cast<double>(set.letters());
    const bool fits = set.letters() <= most_letters_on_gpu;
    return runtime::choose_device(
        run,
        {.cpu = letters / tuning::cpu_letters_a_second,
         .gpu = letters / tuning::gpu_letters_a_second,
         .most_gpus = 1,
         .cpu_only = fits ? "" : std::to_string(set.letters()) + " letters are indexed on the CPU only",
         .ranks_must_agree = false},
        &notes);
}

run_report report_on_cpu(const run_options& run, const runtime::thread_pool& workers) {
    static_cast<void>(simd::choose_vectors(run.vectors));
    run_report report;
    report.device = "cpu";
    report.vectors = simd::to_string(simd::vector_target::baseline); // words of 64 bits only
    report.threads = workers.threads();
    return report;
}

run_report report_of_question(const overlap_index& index, const run_options& run, const runtime::thread_pool& workers) {
    run_report report = report_on_cpu(run, workers);
    if (const std::string& built_on = index.run().device; !built_on.empty() && built_on != "cpu") {
        report.device = built_on;
        report.vectors.clear();
    } else {
        runtime::check_device(run, "the index was not built there, and on an existing index a GPU computes "
                                   "common prefixes only");
    }
    return report;
}

} // namespace concord::overlap
