#include "problems/overlap/resources.hpp"

#include "problems/overlap/costs.hpp"
#include "problems/overlap/cpu/mismatch_windows.hpp"
#include "problems/overlap/gpu/gpu.hpp"
#include "problems/overlap/text.hpp"
#include "simd/vector_target.hpp"

#include <concord/device.hpp>

#include <cmath>
#include <string>

namespace concord::overlap {

namespace {

/// Seeds that random letters hold: pairs of positions with the same q letters. Real sequences have those of their
/// copies beside them, which are few where q is short.
double random_seeds(double letters, unsigned bits, std::uint64_t q) {
    return letters * letters / 2 / std::exp2(static_cast<double>(bits) * static_cast<double>(q));
}

/// Seeds times the windows of each.
double windows(const sequence_set& set, const expected_questions& soon) {
    if (soon.min_length == 0) return 0;
    const std::uint64_t q = seed_length(soon.min_length, soon.mismatches);
    return random_seeds(static_cast<double>(set.letters()), bits_of_letter(set), q) *
           static_cast<double>(soon.mismatches + 1);
}

} // namespace

runtime::device_choice choose_device(const sequence_set& set, const run_options& run, const expected_questions& soon,
                                     std::vector<std::string>& notes) {
    const bool fits = set.letters() <= most_letters_on_gpu;
    runtime::device_costs costs = costs_of_index({.letters = static_cast<double>(set.letters()),
                                                  .walks = soon.walks || soon.min_length > 0,
                                                  .windows = windows(set, soon)},
                                                 threads_of(run));
    if (!fits) costs.cpu_only = std::to_string(set.letters()) + " letters are indexed on the CPU only";
    return runtime::choose_device(run, costs, &notes);
}

unsigned threads_of(const run_options& run) { return run.threads > 0 ? run.threads : usable_cores(); }

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
        runtime::check_device(run, "the index was not built there, and of an existing index a GPU computes "
                                   "common prefixes only");
    }
    return report;
}

} // namespace concord::overlap
