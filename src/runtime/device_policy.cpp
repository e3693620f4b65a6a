#include "runtime/device_policy.hpp"

#include "runtime/distributed/task_sharing.hpp"
#include "runtime/gpu/gpus.hpp"

#include <chrono>
#include <cstdio>
#include <utility>

namespace concord::runtime {
namespace {

/// "12 ms", "0.84 s", "75 s", "4021 s": an estimate as text, of large numbers without an exponent.
std::string about(double seconds) {
    char text[32]; // NOLINT(cppcoreguidelines-avoid-c-arrays): snprintf's
    if (seconds < 0.0995)
        static_cast<void>(std::snprintf(text, sizeof text, "%.2g ms", seconds * 1e3));
    else if (seconds < 999.5)
        static_cast<void>(std::snprintf(text, sizeof text, "%.3g s", seconds));
    else
        static_cast<void>(std::snprintf(text, sizeof text, "%.0f s", seconds));
    return text;
}

double seconds_now() noexcept {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Of this thread, for GPUs to start.
thread_local double seconds_waited = 0;

/// Of this thread.
thread_local choice_watch* choices_watched = nullptr;

/// Each of several ranks gets one of the GPUs, a different one as long as there are enough; a single process gets all.
std::vector<int> of_this_rank(std::vector<int> there, const run_options& options) {
    if (options.sharing == nullptr || there.empty()) return there;
    const communicator& ranks = options.sharing->ranks();
    if (ranks.size() > 1) there = {there[ranks.local_rank() % there.size()]};
    return there;
}

/// GPUs for work whose device is automatic; none, with the reason: the CPU.
std::pair<std::vector<int>, std::string> chosen_gpus(const run_options& options, const device_costs& costs) {
    if (!costs.cpu_only.empty()) return {{}, costs.cpu_only};
    if (options.sharing != nullptr && costs.ranks_must_agree)
        return {{}, "work that is shared goes to GPUs only where they are named"};
    // Before any GPU is looked for, which takes a tenth of a second and more where there is a driver.
    const double start = used_machine_rates().gpu.start_seconds;
    if (costs.cpu < start)
        return {{}, "it is done there (" + about(costs.cpu) + " by an estimate) before a GPU has started"};
    if (costs.cpu <= start + costs.gpu)
        return {{},
                about(costs.cpu) + " there, " + about(costs.gpu) + " on a GPU, which takes " + about(start) +
                    " to start, by an estimate"};
    std::vector<int> gpus = usable_gpus();
    if (gpus.empty()) {
        const gpu_inventory& there = list_gpus();
        return {{}, there.gpus.empty() ? there.why_none : there.gpus.front().why_not};
    }
    return {std::move(gpus), {}};
}

} // namespace

choice_watch::choice_watch() : before_(std::exchange(choices_watched, this)) {}
choice_watch::~choice_watch() { choices_watched = before_; }

void choice_watch::add(const device_choice& chosen) {
    on_gpus_ = chosen.on_gpus();
    if (holder mine = holder::watched; !chosen.on_gpus()) holder_.compare_exchange_strong(mine, holder::none);
    seconds_ = seconds_ + (chosen.on_gpus() ? chosen.gpu_seconds : chosen.cpu_seconds);
}

void check_device(const run_options& options, const std::string& cpu_only) {
    if (!named_gpus(options.device).empty() && !cpu_only.empty())
        throw error(error_code::resource, "device '" + to_string(options.device) + "' cannot be used: " + cpu_only);
}

namespace {

device_choice choose(const run_options& options, const device_costs& costs, std::vector<std::string>* notes) {
    const auto note = [&](std::string line) {
        if (notes != nullptr) notes->push_back(std::move(line));
    };
    check_device(options, costs.cpu_only);
    device_choice choice{named_gpus(options.device), options.device.names_gpus()};
    if (options.sharing == nullptr) choice.cpu_seconds = costs.cpu - costs.cpu_after; // else of all ranks together
    if (options.device.is_automatic()) {
        auto [gpus, why_not] = chosen_gpus(options, costs);
        if (!gpus.empty() && choices_watched != nullptr && !choices_watched->claim_gpus()) {
            gpus.clear();
            why_not = "another run of this call is on the GPUs";
        }
        choice.gpus = std::move(gpus);
        if (!choice.on_gpus()) note("on the CPU: " + why_not);
    }
    if (!choice.on_gpus()) return choice;
    if (options.sharing != nullptr)
        choice.gpus = of_this_rank(std::move(choice.gpus), options);
    else if (options.device.gpu_numbers().empty() && costs.gpu < costs.worth_all_gpus)
        choice.gpus.erase(choice.gpus.begin() + 1, choice.gpus.end());
    if (choice.gpus.size() > costs.most_gpus)
        choice.gpus.erase(choice.gpus.begin() + static_cast<std::ptrdiff_t>(costs.most_gpus), choice.gpus.end());
    if (options.sharing == nullptr)
        choice.gpu_seconds = (costs.gpu - costs.gpu_after) / static_cast<double>(choice.gpus.size());
    note((options.sharing != nullptr ? "this rank on " : "on ") + describe_gpus(choice.gpus) +
         (choice.is_named ? ""
                          : ": " + about(costs.gpu) + " there, " + about(costs.cpu) + " on the CPU, by an estimate"));
    return choice;
}

} // namespace

device_choice choose_device(const run_options& options, const device_costs& costs, std::vector<std::string>* notes) {
    device_choice choice = choose(options, costs, notes);
    if (choices_watched != nullptr) choices_watched->add(choice);
    return choice;
}

void wait_for_device(const device_choice& chosen, run_report& report) {
    const double begin = seconds_now();
    wait_for_gpus(chosen.gpus);
    report.start_seconds = seconds_now() - begin;
    seconds_waited += report.start_seconds;
    report.device = describe_gpus(chosen.gpus);
    report.vectors.clear();
}

double working_seconds() noexcept { return seconds_now() - seconds_waited; }

std::string estimate_note(double estimated, std::string_view where, double took) {
    return "estimated " + about(estimated) + " on " + std::string(where) + "; took " + about(took);
}

std::string fallback_note(const error& trouble) { return std::string(trouble.what()) + "; on the CPU instead"; }

} // namespace concord::runtime

namespace concord {

void start_device(const run_options& options) {
    std::vector<int> gpus = runtime::of_this_rank(runtime::named_gpus(options.device), options);
    if (!gpus.empty() && options.device.gpu_numbers().empty())
        gpus.erase(gpus.begin() + 1, gpus.end()); // the others are started when the work turns out to be large enough
    runtime::start_gpus(gpus);
}

} // namespace concord
