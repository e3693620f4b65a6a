#include "problems/overlap/resources.hpp"

#include "problems/overlap/cpu/mismatch_windows.hpp"
#include "problems/overlap/gpu/gpu.hpp"
#include "problems/overlap/text.hpp"
#include "problems/overlap/tuning.hpp"
#include "simd/vector_target.hpp"

#include <concord/device.hpp>

#include <algorithm>
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

double seconds_on_cpu(const sequence_set& set, const expected_questions& soon, unsigned threads) {
    const auto letters = static_cast<double>(set.letters());
    const double walk = soon.walks || soon.min_length > 0 ? letters / tuning::cpu_letters_walked_a_second : 0;
    return walk + windows(set, soon) / tuning::cpu_windows_a_second / std::max(1U, threads);
}

runtime::device_choice choose_device(const sequence_set& set, const run_options& run, const expected_questions& soon,
                                     std::vector<std::string>& notes) {
    const auto letters = static_cast<double>(set.letters());
    const bool fits = set.letters() <= most_letters_on_gpu;
    return runtime::choose_device(
        run,
        {.cpu = letters / tuning::cpu_letters_a_second +
                seconds_on_cpu(set, soon, run.threads > 0 ? run.threads : usable_cores()),
         .gpu = letters / tuning::gpu_letters_a_second + windows(set, soon) / tuning::gpu_windows_a_second,
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
        runtime::check_device(run, "the index was not built there, and of an existing index a GPU computes "
                                   "common prefixes only");
    }
    return report;
}

} // namespace concord::overlap
