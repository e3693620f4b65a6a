#include "problems/substring/cpu/scan/scan.hpp"

#include "problems/substring/cpu/scan/diagonal_kernels.hpp"
#include "problems/substring/tuning.hpp"
#include "runtime/distributed/task_sharing.hpp"
#include "runtime/fold.hpp"

#include <algorithm>
#include <limits>
#include <memory>

namespace concord::substring {
namespace {

std::uint64_t spans_per_group(const problem& given, const cpu_resources& resources, std::uint64_t spans,
                              std::uint64_t starts, std::uint64_t length) {
    if (resources.tile > 0) return resources.tile;
    const std::uint64_t target_length =
        std::max(length, given.set.letters() / std::max<std::uint64_t>(1, given.sequences()));
    const seed_plan plan =
        plan_seeds(length, given.mismatches, starts, target_length, given.letters.planes(), given.chance_match);
    const std::uint64_t filling = tuning::seeds_per_group / std::max<std::uint64_t>(1, plan.seeds(starts, length));
    const std::uint64_t pool = resources.pool > 0 ? resources.pool : resources.workers.threads();
    // A few groups for each; but a tile of targets is filled for each group anew, which is dear for a single span.
    const std::uint64_t shared = std::min(tuning::least_spans_per_group, (spans + pool - 1) / pool);
    const std::uint64_t balanced = std::max(spans / (4 * pool), shared);
    return std::clamp<std::uint64_t>(std::min(filling, balanced), 1, tuning::seeds_per_group);
}

/// Sequences that hold windows of a length: others, as what is left of masked ones, cost next to nothing.
struct long_sequences {
    long_sequences(const problem& given, std::uint64_t length) {
        if (given.set.shortest() >= length) {
            number = given.sequences();
            letters = given.set.letters();
            return;
        }
        for (std::uint64_t sequence = 0; sequence < given.sequences(); ++sequence)
            if (const std::uint64_t of = given.length(sequence); of >= length) {
                ++number;
                letters += of;
            }
    }

    std::uint64_t number = 0;
    std::uint64_t letters = 0; ///< of all of them
};

double cost_of_seeds(const problem& given, std::uint64_t spans, std::uint64_t targets, std::uint64_t length) {
    const long_sequences those(given, length);
    const std::uint64_t letters = std::max(length, those.letters / std::max<std::uint64_t>(1, those.number));
    const std::uint64_t starts = std::min(letters - length + 1, tuning::starts_per_span);
    const seed_plan plan =
        plan_seeds(length, given.mismatches, starts, letters, given.letters.planes(), given.chance_match);
    const double share =
        static_cast<double>(those.number) / static_cast<double>(std::max<std::uint64_t>(1, given.sequences()));
    return plan.cost * static_cast<double>(spans) * static_cast<double>(targets) * share;
}

/// Evenly spread spans of a scan, as many as a probe takes.
probed_scan probe_of(const comparison& compared) {
    return {sample_of(compared.sources, tuning::probed_spans), compared.sources.size(), compared.targets};
}

/// Instructions of following the survivors of a scan, from one of a few spans against some of the targets.
double probed_cost_of_following(const problem& given, const cpu_resources& resources, const probed_scan& probed,
                                std::uint64_t length) {
    const std::uint64_t targets = probed.targets.size(given);
    target_list some;
    const std::uint64_t number = std::clamp<std::uint64_t>(targets / 4, 1, tuning::probed_targets);
    for (std::uint64_t index = 0; index < number; ++index)
        some.sequences.push_back(probed.targets[index * targets / number]);
    std::vector<source_span> spans;
    for (const source_span& span : sample_of(probed.some, std::max<std::uint64_t>(1, probed.spans / 16)))
        if (const source_span part = shortened(given, span, length); part.starts > 0) spans.push_back(part);
    if (spans.empty()) return 0;
    scanner probe(given, resources.kernels, some);
    std::vector<std::vector<start_outcome>> outcomes;
    probe.scan(
        spans, length, wanted::longest, [&] { resources.workers.check_cancelled(); }, outcomes);
    const double pairs = static_cast<double>(probed.spans) * static_cast<double>(targets);
    return probe.cost_of_following() * pairs / static_cast<double>(spans.size() * number);
}

double probed_cost_of_seeds(const problem& given, const cpu_resources& resources, const probed_scan& probed,
                            std::uint64_t length, double worth_a_probe = tuning::worth_a_probe) {
    const double estimated = cost_of_seeds(given, probed.spans, probed.targets.size(given), length);
    const bool are_long = given.set.longest() > most_diagonal_letters;
    if (estimated < (are_long ? tuning::worth_a_probe_of_long : worth_a_probe)) return estimated;
    return estimated + probed_cost_of_following(given, resources, probed, length);
}

/// The quick way does not fit into memory. Throws error (resource) where the other one would take very long.
void require_bearable(const problem& given, const cpu_resources& resources, const comparison& compared,
                      std::uint64_t length, double quick, double bytes) {
    const double slow = probed_cost_of_seeds(given, resources, probe_of(compared), length);
    if (slow < tuning::unbearable_scan || slow < tuning::unbearable_factor * quick) return;
    throw error(error_code::resource, "tables for windows of length " + std::to_string(length) + " need " +
                                          std::to_string(static_cast<std::uint64_t>(bytes)) + " bytes of memory, and " +
                                          std::to_string(resources.memory) +
                                          " are allowed; without them it would take about " +
                                          std::to_string(static_cast<std::uint64_t>(slow / quick)) + " times as long");
}

/// Each thread has one of them.
double bytes_of_ring(const problem& given) {
    const auto rows = static_cast<double>((std::size_t{1} << given.letters.ordinary_planes()) + 2);
    return given.set.longest() > most_diagonal_letters ? 2 * rows * static_cast<double>(given.set.longest()) : 0;
}

/// Shards do not learn of each other's results, and so could not agree on the lengths to try.
bool is_along_diagonals(const problem& given, const cpu_resources& resources, const comparison& compared,
                        std::uint64_t length) {
    const task_sharing* sharing = resources.workers.options().sharing;
    if (compared.sources.empty() || resources.path == search_path::dense ||
        (sharing != nullptr && sharing->is_sharded()))
        return false;
    const std::uint64_t targets = compared.targets.size(given);
    const double cost = cost_of_diagonals(given, compared.sources.size(), targets, length);
    const double bytes = 2 * 2 * 8.0 * static_cast<double>((std::size_t{1} << given.letters.ordinary_planes()) + 4) *
                             (static_cast<double>(given.set.letters()) / 64 + static_cast<double>(targets)) +
                         bytes_of_ring(given) * resources.workers.threads();
    if (bytes > static_cast<double>(resources.memory)) {
        require_bearable(given, resources, compared, length, cost, bytes);
        return false;
    }
    if (resources.path == search_path::diagonals) return cost < std::numeric_limits<double>::infinity();
    if (cost == std::numeric_limits<double>::infinity()) return false;
    const double saved =
        cost_of_seeds(given, compared.sources.size(), targets, length) * tuning::saved_by_vectors_of_seeds;
    return cost < saved || cost < probed_cost_of_seeds(given, resources, probe_of(compared), length,
                                                       tuning::worth_a_probe_of_diagonals) -
                                      saved;
}

longest_windows longest_of(std::span<const source_span> spans,
                           const std::vector<std::vector<start_outcome>>& outcomes) {
    longest_windows part;
    for (std::size_t index = 0; index < spans.size(); ++index) {
        for (std::uint64_t start = 0; start < outcomes[index].size(); ++start) {
            const start_outcome& outcome = outcomes[index][start];
            if (outcome.length == 0 || outcome.length < part.length) continue;
            if (outcome.length > part.length) part = {outcome.length, {}};
            part.windows.push_back({spans[index].sequence, spans[index].first + start, outcome.support});
        }
    }
    return part;
}

/// Keeps the better of two candidates of one sequence: longer, then further to the left.
void keep_better(substring_candidate& kept, std::uint64_t start, const start_outcome& outcome) {
    if (outcome.length < kept.length || outcome.length == 0) return;
    if (outcome.length == kept.length && start > kept.start) return;
    kept = {kept.sequence, start, outcome.length, outcome.support};
}

/// Candidates of some sequences, in any order.
struct some_candidates {
    std::vector<substring_candidate> list;
};

void merge(some_candidates& into, some_candidates&& part) {
    into.list.insert(into.list.end(), part.list.begin(), part.list.end());
}
void write(runtime::byte_writer& to, const some_candidates& part) { to.list(part.list); }
void read(runtime::byte_reader& from, some_candidates& part) { part.list = from.list<substring_candidate>(); }

} // namespace

longest_windows scan_all(const problem& given, const cpu_resources& resources, const comparison& compared,
                         std::uint64_t threshold) {
    return is_along_diagonals(given, resources, compared, threshold)
               ? scan_along_diagonals(given, resources, compared, threshold)
               : scan_by_seeds(given, resources, compared, threshold);
}

namespace {

/// Of so few groups that threads would wait for the last one.
bool is_by_targets(const problem& given, const cpu_resources& resources, const comparison& compared,
                   std::uint64_t groups, std::uint64_t starts) {
    const unsigned threads = resources.workers.threads();
    return threads > 1 && groups <= std::uint64_t{2} * threads &&
           compared.sources.size() <= tuning::most_spans_together &&
           compared.sources.size() * starts * tuning::length_bins * sizeof(std::uint32_t) * (threads + 1) <=
               resources.memory / 8 && // histograms
           compared.targets.size(given) >= tuning::least_targets_shared &&
           resources.tile == 0 && resources.workers.options().sharing == nullptr;
}

/// All spans as one group, whose targets are shared by the threads.
longest_windows scan_by_targets(const problem& given, const cpu_resources& resources, const comparison& compared,
                                std::uint64_t threshold) {
    std::vector<source_span> useful;
    for (const source_span& span : compared.sources)
        if (const source_span part = shortened(given, span, threshold); part.starts > 0) useful.push_back(part);
    if (useful.empty()) return {};
    std::vector<std::vector<start_outcome>> outcomes;
    scanner(given, resources.kernels, compared.targets)
        .scan(
            useful, threshold, wanted::longest, [&] { resources.workers.check_cancelled(); }, outcomes,
            &resources.workers);
    return longest_of(useful, outcomes);
}

} // namespace

longest_windows scan_by_seeds(const problem& given, const cpu_resources& resources, const comparison& compared,
                              std::uint64_t threshold) {
    const std::span<const source_span> spans(compared.sources);
    if (spans.empty()) return {};
    std::uint64_t starts = 1;
    for (const source_span& span : spans)
        starts = std::max(starts, span.starts);
    const std::uint64_t group = spans_per_group(given, resources, spans.size(), starts, threshold);
    const std::uint64_t groups = (spans.size() + group - 1) / group;
    if (is_by_targets(given, resources, compared, groups, starts))
        return scan_by_targets(given, resources, compared, threshold);

    std::vector<std::unique_ptr<scanner>> scanner_of(resources.workers.threads());
    runtime::shared_maximum best(threshold);
    const runtime::step step{.name = compared.shown,
                             .unit = "spans",
                             .count = groups,
                             .total = compared.shown.empty() ? 0 : spans.size(),
                             .each = group,
                             .best = &best,
                             .division = compared.division};
    return runtime::fold<longest_windows>(resources.workers, step, [&](std::size_t task, unsigned worker) {
        if (!scanner_of[worker])
            scanner_of[worker] = std::make_unique<scanner>(given, resources.kernels, compared.targets);
        const auto of_group = spans.subspan(task * group, std::min<std::size_t>(group, spans.size() - task * group));
        const std::uint64_t length = best.get(); // windows that are shorter are of no interest
        std::vector<source_span> useful;
        for (const source_span& span : of_group)
            if (const source_span part = shortened(given, span, length); part.starts > 0) useful.push_back(part);
        std::vector<std::vector<start_outcome>> outcomes;
        scanner_of[worker]->scan(
            useful, length, wanted::longest, [&] { resources.workers.check_cancelled(); }, outcomes);
        longest_windows part = longest_of(useful, outcomes);
        best.offer(part.length);
        return part;
    });
}

longest_windows scan_groups(const problem& given, const cpu_resources& resources, std::uint64_t threshold) {
    constexpr auto divided = runtime::divided_among::shards;
    const equal_sequences groups(given);
    const longest_windows of_groups = scan_all(
        given, resources, {spans_of(given, threshold, resources.tile, &groups), groups.targets(), "comparing", divided},
        threshold);
    longest_windows all{of_groups.length, {}};
    for (const window& found : of_groups.windows)
        for (const std::uint64_t copy : groups.copies(groups.group_of(found.sequence)))
            all.windows.push_back({copy, found.start, found.support});
    return all;
}

void scan_each(const problem& given, const cpu_resources& resources, const target_list& targets,
               const std::vector<source_span>& spans, std::uint64_t length,
               std::vector<substring_candidate>& candidates) {
    std::vector<std::unique_ptr<scanner>> scanner_of(resources.workers.threads());
    const std::uint64_t group = resources.tile > 0 ? resources.tile : 64;
    const std::uint64_t tasks = (spans.size() + group - 1) / group;
    const runtime::step step{
        .name = "candidates of each sequence", .unit = "spans", .count = tasks, .total = spans.size(), .each = group};
    const auto scan_group = [&](std::size_t task, unsigned worker) {
        const std::span<const source_span> all(spans);
        const auto part = all.subspan(task * group, std::min<std::size_t>(group, spans.size() - task * group));
        if (!scanner_of[worker]) scanner_of[worker] = std::make_unique<scanner>(given, resources.kernels, targets);
        std::vector<std::vector<start_outcome>> outcomes;
        scanner_of[worker]->scan(
            part, length, wanted::each_span, [&] { resources.workers.check_cancelled(); }, outcomes);
        some_candidates of_group;
        for (std::size_t index = 0; index < part.size(); ++index) {
            substring_candidate best{part[index].sequence, 0, 0, 0};
            for (std::uint64_t start = 0; start < outcomes[index].size(); ++start)
                keep_better(best, part[index].first + start, outcomes[index][start]);
            if (best.length > 0) of_group.list.push_back(best);
        }
        return of_group;
    };
    const auto found = runtime::fold<some_candidates>(resources.workers, step, scan_group);
    for (const substring_candidate& best : found.list)
        keep_better(candidates[best.sequence], best.start, {best.length, best.support});
}

double probed_cost_of_scanning_each(const problem& given, const cpu_resources& resources, const comparison& compared,
                                    std::uint64_t length, double most) {
    const double seeds = cost_of_seeds(given, compared.sources.size(), compared.targets.size(given), length);
    return seeds < most
               ? probed_cost_of_seeds(given, resources, probe_of(compared), length, tuning::worth_a_probe_of_diagonals)
               : seeds;
}

double cost_of_candidates_along_diagonals(const problem& given, std::uint64_t spans, std::uint64_t targets,
                                          std::uint64_t length) {
    return cost_of_diagonals(given, spans, targets, length) / tuning::lengths_of_diagonals *
           tuning::lengths_of_candidates * tuning::time_of_diagonals;
}

std::uint64_t lowered_sample(const problem& given, std::uint64_t length) {
    const auto cost = [&](std::uint64_t of) { return cost_of_scanning(given, 1, given.sequences(), of); };
    const double most = cost(length) * tuning::growth_of_sample;
    std::uint64_t lower = lowered_length(given, length);
    for (std::uint64_t next = lower; lower > tuning::long_sample; lower = next) {
        next = lowered_length(given, lower);
        if (cost(next) > most) break;
    }
    return lower;
}

double cost_of_scanning(const problem& given, std::uint64_t spans, std::uint64_t targets, std::uint64_t length) {
    return std::min(cost_of_seeds(given, spans, targets, length), cost_of_diagonals(given, spans, targets, length));
}

double probed_cost_of_scanning_all(const problem& given, const cpu_resources& resources, std::uint64_t length) {
    const target_list all;
    const auto some = sample_of_all(given, resources.workers, length, tuning::probed_spans);
    return probed_cost_of_scanning(given, resources, {some, count_spans(given, resources.workers, length), all},
                                   length);
}

double probed_time_of_scanning_all(const problem& given, const cpu_resources& resources, std::uint64_t length) {
    const double scan = probed_cost_of_scanning_all(given, resources, length);
    const std::uint64_t spans = count_spans(given, resources.workers, length);
    return cost_of_diagonals(given, spans, given.sequences(), length) <= scan ? scan * tuning::time_of_diagonals : scan;
}

bool is_quick_scan(const problem& given, std::uint64_t spans, std::uint64_t length, double cost) {
    if (cost_of_diagonals(given, spans, given.sequences(), length) <= cost) return cost < tuning::diagonals_are_quick;
    // Where nearly all of it is following survivors, a join would follow the same windows.
    const bool is_following = cost_of_seeds(given, spans, given.sequences(), length) < cost / 10;
    const bool are_many = given.letters.ordinary_planes() > 2;
    // With more mismatches the filter has more combinations of blocks: 5,000 reads of 100 letters, uniform adapters,
    // both strands, t = 1 %, k = 4 / 5 0.56 and 0.61 s of a core filtered, 0.26 and 0.34 s scanned, k = 1 / 3 0.14 and
    // 0.25 s, 0.30 and 0.30 s.
    constexpr std::uint64_t many_mismatches = 4;
    const double filtering = given.mismatches >= many_mismatches ? 2 : 1;
    return cost < tuning::dense_is_quick * std::max(filtering, is_following ? 4
                                                               : are_many   ? tuning::quick_with_many_letters
                                                                            : 1);
}

bool has_many_survivors(const problem& given, const cpu_resources& resources, const comparison& compared,
                        std::uint64_t length) {
    return probed_cost_of_following(given, resources, probe_of(compared), length) >
           tuning::many_survivors * cost_of_seeds(given, compared.sources.size(), compared.targets.size(given), length);
}

std::uint64_t reach_along_diagonals(const problem& given, const cpu_resources& resources, std::uint64_t length) {
    const comparison sample{
        sample_of_all(given, resources.workers, given.min_length, tuning::sampled_spans), {}, "sampling"};
    const double cost = cost_of_diagonals(given, sample.sources.size(), given.sequences(), given.min_length);
    if (resources.path != search_path::automatic || resources.workers.options().sharing != nullptr ||
        cost > tuning::dense_is_quick || !has_many_survivors(given, resources, sample, length) ||
        scan_along_diagonals(given, resources, sample, long_window_of_diagonals, long_window_of_diagonals).length > 0)
        return not_along_diagonals;
    return scan_along_diagonals(given, resources, sample, given.min_length, long_window_of_diagonals).length;
}

double probed_cost_of_scanning(const problem& given, const cpu_resources& resources, const probed_scan& probed,
                               std::uint64_t length) {
    const std::uint64_t targets = probed.targets.size(given);
    const double diagonals = cost_of_diagonals(given, probed.spans, targets, length);
    if (diagonals <= cost_of_seeds(given, probed.spans, targets, length)) return diagonals; // a probe only adds to that
    return std::min(probed_cost_of_seeds(given, resources, probed, length), diagonals);
}

} // namespace concord::substring
