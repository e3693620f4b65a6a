#include "problems/distance/join/join_on_gpu.hpp"

#include "problems/distance/costs.hpp"
#include "problems/distance/join/join_estimate.hpp"
#include "problems/distance/tuning.hpp"
#include "runtime/device_policy.hpp"

#include <algorithm>
#include <utility>

namespace concord::edit_distance {
namespace {

constexpr join_costs costs_of_gpu{.of_sequence = tuning::gpu_cost_of_sequence,
                                  .of_key = tuning::gpu_cost_of_key,
                                  .of_key_of_many = tuning::gpu_cost_of_key,
                                  .of_key_left_out = tuning::gpu_cost_of_key,
                                  .of_candidate = tuning::gpu_cost_of_candidate,
                                  .has_sketches = false,
                                  .sampled_keys = tuning::gpu_sampled_keys,
                                  .pairs_worth_keys = tuning::gpu_pairs_worth_keys,
                                  .nanoseconds_worth_keys = 0};

std::unique_ptr<gpu_near_join> start_gpu(batch_run& run, runtime::device_costs costs) {
    costs.cpu_only = why_not_near_on_gpus(run.comparer());
    std::unique_ptr<gpu_near_join> started;
    run.start_on_gpus(costs, [&](const std::vector<int>& gpus) {
        started = std::make_unique<gpu_near_join>(run.comparer(), gpus.front(), run.options().run,
                                                  [&run] { run.workers().check_cancelled(); });
    });
    return started;
}

} // namespace

std::unique_ptr<gpu_near_join> start_gpu_for_near_pairs(batch_run& run, std::uint64_t bound) {
    const auto rows = static_cast<double>(run.comparer().a().size());
    const auto columns = static_cast<double>(run.comparer().b().size());
    const double rounds = static_cast<double>(std::min<std::uint64_t>(bound, longest_on_device)) + 1;
    return start_gpu(run, costs_of_near_pairs(rows, columns, rounds, run.workers().threads()));
}

std::unique_ptr<gpu_near_join> start_gpu_for_nearest(batch_run& run, std::uint64_t rows) {
    const double pairs = static_cast<double>(rows) * static_cast<double>(run.comparer().b().size());
    return start_gpu(run, costs_of_comparing_for_nearest(pairs, run.workers().threads()));
}

join_on_gpu::join_on_gpu(batch_run& run, gpu_near_join& gpu, std::uint64_t bound, std::span<const std::uint32_t> rows)
    : run_(run), gpu_(gpu), bound_(bound) {
    const pair_comparer& comparer = run.comparer();
    const compared_letters& letters = comparer.letters();
    const double pairs = static_cast<double>(rows.size()) * static_cast<double>(comparer.b().size());
    const letter_numbers numbers(letters, longest_on_device);
    const sketch_rule rule(numbers, letters.b(), tuning::sampled_for_profile);
    chosen_plan chosen =
        choose_plan({.comparer = comparer,
                     .numbers = numbers,
                     .rule = rule,
                     .bound = bound,
                     .most_bits = 0,
                     .is_short = true,
                     .is_self = letters.a().set == letters.b().set && rows.size() == comparer.b().size(),
                     .are_words = false,
                     .leaves_out_of_words = false,
                     .rows = rows,
                     .columns = {},
                     .costs = costs_of_gpu});
    plan_ = std::move(chosen.plan);
    profile_ = std::move(chosen.profile);
    share_ = chosen.cost / std::max(1.0, pairs * tuning::gpu_cost_of_candidate);
}

void join_on_gpu::find(std::span<const std::uint32_t> rows, wanted_pairs wanted, const near_pair_sink& sink) {
    const std::uint64_t most = std::max<std::uint64_t>(
        tuning::least_pairs_kept, runtime::memory_budget(run_.options().run) / (4 * sizeof(near_pair)));
    std::vector<near_pair> pairs;
    std::size_t block = rows.size();
    for (std::size_t first = 0; first < rows.size();) {
        const std::size_t here = std::min(block, rows.size() - first);
        const bool all_are_there = gpu_.find({.plan = plan_,
                                              .profile = profile_.get(),
                                              .bound = bound_,
                                              .rows = rows.subspan(first, here),
                                              .wanted = wanted,
                                              .most = here == 1 ? no_bound : most},
                                             pairs);
        if (all_are_there) {
            if (!pairs.empty()) sink(pairs);
            first += here;
            run_.show("looking for near pairs", first, rows.size(), "sequences");
        } else {
            block = std::max<std::size_t>(1, here / 4);
        }
        run_.workers().check_cancelled();
    }
}

} // namespace concord::edit_distance
