#include "problems/overlap/resources.hpp"

#include "problems/overlap/costs.hpp"
#include "problems/overlap/cpu/mismatch_windows.hpp"
#include "problems/overlap/gpu/gpu.hpp"
#include "problems/overlap/gpu/ranges.hpp"
#include "problems/overlap/suffix_names.hpp"
#include "runtime/gpu/gpus.hpp"
#include "runtime/test_settings.hpp"
#include "simd/vector_target.hpp"
#include "suffixes/text.hpp"

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
    return random_seeds(static_cast<double>(set.letters()), bits_of_letter(sequence::packed(set)), q) *
           static_cast<double>(soon.mismatches + 1);
}

/// Bytes that each of the GPUs in question has for a call; 0: there are none.
std::uint64_t memory_of_gpus(const run_options& run) {
    const std::vector<int> gpus = run.device.names_gpus() ? runtime::named_gpus(run.device) : runtime::usable_gpus();
    std::uint64_t least = 0;
    for (const runtime::gpu_info& each : runtime::list_gpus().gpus)
        if (std::find(gpus.begin(), gpus.end(), each.index) != gpus.end())
            least = least == 0 ? each.memory / 10 * 9 : std::min(least, each.memory / 10 * 9);
    return least;
}

/// Whether so many bytes fit none of the GPUs in question.
bool exceeds_gpus(std::uint64_t bytes, const run_options& run) {
    constexpr std::uint64_t any_gpu_has = std::uint64_t{4}
                                          << 30U; // and need not be asked, which takes a tenth of a second
    if (run.memory > 0 && bytes > run.memory) return true;
    if (bytes <= any_gpu_has) return false;
    const std::uint64_t there = memory_of_gpus(run);
    return there > 0 && bytes > there;
}

} // namespace

bool can_be_in_ranges(const sequence_set& set) noexcept {
    return sequence::packed(set).longest() < most_letters_in_ranges;
}

index_device choose_device(const sequence_set& set, const run_options& run, const expected_questions& soon,
                           std::uint64_t bytes_of_letter, std::vector<std::string>& notes, bool regions) {
    index_device made;
    const std::uint64_t letters = set.letters();
    if (can_be_in_ranges(set) && !run.device.is_cpu()) {
        const std::uint64_t of_text =
            words_of_letters(letters, bits_of_letter(sequence::packed(set))) * 8 + letters / 4;
        made.in_ranges = letters > most_letters_on_gpu || runtime::forced_tile() > 0 ||
                         exceeds_gpus(letters * bytes_of_letter + of_text, run);
    }
    runtime::device_costs costs = costs_of_index({.letters = static_cast<double>(letters),
                                                  .walks = soon.walks || soon.min_length > 0,
                                                  .windows = windows(set, soon),
                                                  .in_ranges = made.in_ranges,
                                                  .regions = regions},
                                                 threads_of(run));
    if (letters > most_letters_on_gpu && !made.in_ranges)
        costs.cpu_only = "a sequence of " + std::to_string(set.longest()) + " letters is indexed on the CPU only";
    made.chosen = runtime::choose_device(run, costs, &notes);
    return made;
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
