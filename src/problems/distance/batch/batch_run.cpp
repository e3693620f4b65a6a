#include "problems/distance/batch/batch_run.hpp"

#include "problems/distance/tuning.hpp"
#include "runtime/device_policy.hpp"

#include <concord/error.hpp>

#include <limits>
#include <string>

namespace concord::edit_distance {
namespace {

const sequence_set& checked(const sequence_set& set) {
    if (set.longest() >= longest_comparable)
        throw error(error_code::usage, "sequences of 2,147,483,648 letters and more cannot be compared; one has " +
                                           std::to_string(set.longest()));
    return set;
}

} // namespace

batch_run::batch_run(const sequence_set& a, const sequence_set& b, const batch_options& options, run_report* report)
    : options_(options), report_(report), workers_(options.run), comparer_(checked(a), checked(b), options),
      scratch_(workers_.threads()) {
    // An empty set has settled on no alphabet.
    if (a.letters() > 0 && b.letters() > 0 && a.alphabet() != b.alphabet())
        throw error(error_code::usage,
                    "sets of different alphabets cannot be compared: " + std::string(to_string(a.alphabet())) +
                        " and " + std::string(to_string(b.alphabet())));
    runtime::check_device(options.run);
    if (report_ == nullptr) return;
    report_->device = "cpu";
    report_->vectors = simd::to_string(simd::choose_vectors(options.run.vectors));
    report_->threads = workers_.threads();
    note("vector kernels compiled for " + std::string(comparer_.kernels().compiled_for) + ", " +
         std::to_string(comparer_.kernels().group_lanes) + " pairs side by side, " +
         std::to_string(comparer_.letters().planes()) + " bits a letter");
}

gpu_batch* batch_run::start_gpu(double cells) {
    const bool can = gpu_batch::can(comparer_.a(), comparer_.b(), options_);
    std::vector<std::string>* const notes = report_ == nullptr ? nullptr : &report_->notes;
    const runtime::device_choice chosen =
        runtime::choose_device(options_.run,
                               {.cpu = cells / (tuning::cpu_cells_a_second * workers_.threads()),
                                .gpu = cells / tuning::gpu_cells_a_second,
                                .most_gpus = 1,
                                .cpu_only = can ? "" : "this metric, or these letters, are compared on the CPU only",
                                .ranks_must_agree = false},
                               notes);
    return runtime::run_on(
        chosen, notes,
        [&] {
            run_report started;
            runtime::wait_for_device(chosen, started);
            gpu_ = std::make_unique<gpu_batch>(comparer_.a(), comparer_.b(), options_, chosen.gpus.front(),
                                               [this] { workers_.check_cancelled(); });
            if (report_ != nullptr) {
                report_->device = started.device;
                report_->vectors.clear();
                report_->start_seconds = started.start_seconds;
            }
            return gpu_.get();
        },
        []() -> gpu_batch* { return nullptr; });
}

comparison_scratch& batch_run::scratch(unsigned worker) {
    if (scratch_[worker] == nullptr) scratch_[worker] = std::make_unique<comparison_scratch>();
    return *scratch_[worker];
}

void batch_run::check_countable() const {
    for (const sequence_set* set : {&comparer_.a(), &comparer_.b()})
        if (set->size() > std::numeric_limits<std::uint32_t>::max())
            throw error(error_code::usage, "sets of more than 4,294,967,295 sequences can only be compared one by one");
}

void batch_run::need_cpu() const { runtime::check_device(options_.run, "near pairs are looked for on the CPU only"); }

void batch_run::note(const std::string& line) {
    if (report_ != nullptr) report_->notes.push_back(line);
}

void batch_run::show(std::string_view stage, std::uint64_t done, std::uint64_t total, std::string_view unit) {
    if (!options_.run.on_progress) return;
    const std::unique_lock lock(showing_, std::try_to_lock);
    if (!lock.owns_lock()) return;
    const auto now = std::chrono::steady_clock::now();
    constexpr std::chrono::milliseconds pause(50);
    if (now - last_shown_ < pause) return;
    last_shown_ = now;
    options_.run.on_progress({stage, done, total, unit});
}

void batch_run::compare_long(std::span<const sequence_pair> pairs, std::uint64_t bound, std::uint32_t* distances) {
    if (pairs.empty()) return;
    const runtime::thread_pool::stage shown{"comparing long pairs", "pairs", pairs.size()};
    run_options alone = options_.run;
    alone.on_progress = {};
    if (pairs.size() < std::uint64_t{tuning::long_pairs_a_thread} * workers_.threads()) {
        for (std::size_t index = 0; index < pairs.size(); ++index) // one after the other, each by all threads
            distances[index] = comparer_.compare_long(pairs[index], bound, alone);
        return;
    }
    alone.threads = 1;
    workers_.run(pairs.size(), shown, [&](std::size_t index, unsigned) -> std::uint64_t {
        distances[index] = comparer_.compare_long(pairs[index], bound, alone);
        return 1;
    });
}

} // namespace concord::edit_distance
