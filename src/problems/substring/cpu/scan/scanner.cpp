// Scans one group of spans, tile by tile of the targets: scan -> pass -> compare -> follow.
#include "problems/substring/cpu/scan/scan.hpp"

#include "problems/substring/cpu/scan/reach_histogram.hpp"
#include "problems/substring/cpu/scan/target_tile.hpp"
#include "problems/substring/lcp_with_mismatches.hpp"
#include "runtime/parts.hpp"

#include <algorithm>

namespace concord::substring {
namespace {

struct survivor {
    std::uint32_t entry;
    std::uint32_t seed;
};

template <class Lane>
near_seeds<Lane> kernel_of(const seed_kernels& kernels) {
    if constexpr (sizeof(Lane) == 2) return kernels.near_16;
    if constexpr (sizeof(Lane) == 4) return kernels.near_32;
    if constexpr (sizeof(Lane) == 8) return kernels.near_64;
}

} // namespace

struct scanner::state {
    state(const problem& problem_given, const seed_kernels& kernels_given, const target_list& targets_given)
        : given(problem_given), kernels(kernels_given), targets(targets_given), queue(problem_given.mismatches + 1),
          indices(tuning::entries_per_tile + lane_padding) {}

    /// Compares all seeds of the spans with the targets from `cursor` on and fills the histograms.
    template <class Lane>
    void pass(const seed_plan& plan, std::uint64_t length, tile_cursor cursor, const std::function<void()>& check);
    void pass(const seed_plan& plan, std::uint64_t length, tile_cursor cursor, const std::function<void()>& check);
    /// The same by threads, each of which takes some of the targets.
    void pass(const seed_plan& plan, std::uint64_t length, runtime::thread_pool& team);
    template <class Lane>
    void compare(const target_tile<Lane>& tile, const seed_plan& plan, std::uint64_t length,
                 reach_histogram& histogram);
    void sort_by_entry(std::size_t entries);
    void follow(reach_histogram& histogram, const seed_plan& plan, std::uint64_t seed, std::uint64_t target,
                std::uint64_t position);
    void pass(std::uint64_t length, const std::function<void()>& check, runtime::thread_pool* team);

    template <class Lane>
    target_tile<Lane>& tile() {
        if constexpr (sizeof(Lane) == 2) return tile_16;
        if constexpr (sizeof(Lane) == 4) return tile_32;
        if constexpr (sizeof(Lane) == 8) return tile_64;
    }

    const problem& given;
    const seed_kernels& kernels;
    const target_list& targets;
    std::vector<std::uint64_t> queue; // of mismatches, for for_each_reach
    std::vector<std::uint32_t> indices;
    std::vector<survivor> survivors;
    std::vector<survivor> sorted;              // scratch
    std::vector<std::uint32_t> first_of_entry; // scratch
    std::uint64_t followed = 0;                // survivors
    std::uint64_t near = 0;                    // mismatches with those near to a window, and starts that these reach
    std::vector<reach_histogram> histograms;   // of the spans of the group that are still of interest
    std::vector<std::size_t> span_of;          // which span each histogram belongs to
    std::vector<std::unique_ptr<state>> of_thread; // where several share the targets
    target_tile<std::uint16_t> tile_16;
    target_tile<std::uint32_t> tile_32;
    target_tile<std::uint64_t> tile_64;
};

scanner::scanner(const problem& given, const seed_kernels& kernels, const target_list& targets)
    : state_(std::make_unique<state>(given, kernels, targets)) {}
scanner::~scanner() = default;
double scanner::cost_of_following() const noexcept {
    return tuning::cost_of_survivor * static_cast<double>(state_->followed) +
           tuning::cost_of_near_place * static_cast<double>(state_->near);
}

template <class Lane>
void scanner::state::pass(const seed_plan& plan, std::uint64_t length, tile_cursor cursor,
                          const std::function<void()>& check) {
    while (tile<Lane>().fill(given, targets, plan, length, cursor)) {
        for (std::size_t active = 0; active < span_of.size(); ++active)
            compare(tile<Lane>(), plan, length, histograms[active]);
        if (check) check();
    }
    for (std::size_t active = 0; active < span_of.size(); ++active)
        histograms[active].end();
}

template <class Lane>
void scanner::state::compare(const target_tile<Lane>& tile, const seed_plan& plan, std::uint64_t length,
                             reach_histogram& histogram) {
    const source_span& span = histogram.span();
    const unsigned planes = given.letters.planes();
    const std::uint64_t offset = given.offset(span.sequence) + span.first;
    const std::uint64_t seeds = plan.seeds(span.starts, length);
    const Lane mask = base::low_bits<Lane>(plan.letters);
    survivors.clear();
    for (std::uint64_t q = 0; q < seeds; ++q) {
        const std::uint64_t position = plan.seed_start(q, span.starts);
        std::array<Lane, sequence::most_planes + 1> source{};
        for (unsigned plane = 0; plane < planes; ++plane)
            source[plane] = static_cast<Lane>(static_cast<Lane>(given.letters.source(plane, offset + position)) & mask);
        const std::size_t found =
            kernel_of<Lane>(kernels)(tile.planes(), source.data(), planes, tile.entries(), plan.limit, indices.data());
        for (std::size_t index = 0; index < found; ++index)
            survivors.push_back({indices[index], static_cast<std::uint32_t>(q)});
    }
    followed += survivors.size();
    // Target by target, so that a sequence is counted once however many of its positions are near.
    if (seeds > 1) sort_by_entry(tile.entries());
    const std::uint64_t other = given.other_strand_of(span.sequence);
    const bool is_alone = targets.copies_of(span.sequence) == 1;
    const bool is_other_alone = targets.copies_of(other) == 1;
    const tile_segment* at = tile.segments().data();
    for (const survivor& near : survivors) {
        while (near.entry >= at->first_entry + at->entries)
            ++at;
        const tile_segment& segment = *at;
        if ((segment.target == span.sequence && is_alone) || (segment.target == other && is_other_alone))
            continue; // the source holds its own windows, which are counted already
        follow(histogram, plan, span.first + plan.seed_start(near.seed, span.starts), segment.target,
               segment.first_position + near.entry - segment.first_entry);
    }
}

/// By counting where there are many of them.
void scanner::state::sort_by_entry(std::size_t entries) {
    if (survivors.size() < entries) {
        std::sort(survivors.begin(), survivors.end(),
                  [](const survivor& a, const survivor& b) { return a.entry < b.entry; });
        return;
    }
    first_of_entry.assign(entries + 1, 0);
    for (const survivor& near : survivors)
        ++first_of_entry[near.entry + 1];
    for (std::size_t entry = 1; entry < entries; ++entry)
        first_of_entry[entry] += first_of_entry[entry - 1];
    sorted.resize(survivors.size());
    for (const survivor& near : survivors)
        sorted[first_of_entry[near.entry]++] = near;
    survivors.swap(sorted);
}

// The seed at `seed` of the source is near the letters at `position` of the target: which windows around it, on this
// diagonal, have few mismatches?
void scanner::state::follow(reach_histogram& histogram, const seed_plan& plan, std::uint64_t seed, std::uint64_t target,
                            std::uint64_t position) {
    const source_span& span = histogram.span();
    const std::uint64_t length = histogram.shortest();
    const std::uint64_t lead = plan.lead(length);
    std::uint64_t first = std::max(span.first, seed > lead ? seed - lead : 0);
    if (seed > position) first = std::max(first, seed - position);
    const std::uint64_t target_end = given.length(target) + seed; // minus position: where it ends in the source
    if (target_end < position + length) return;
    const std::uint64_t last = std::min({span.first + span.starts - 1, seed, target_end - position - length});
    if (first > last) return;
    const std::uint64_t end = std::min(given.length(span.sequence), target_end - position);

    diagonal along(given.letters, given.offset(span.sequence), given.offset(target) + position - seed);
    // Far before the seed there may be mismatches by the hundred.
    if (seed - first > sequence::letters_per_word) first = along.first_within(first, seed, given.mismatches);
    along.start_at(first);
    if (first <= last && length <= sequence::letters_per_word)
        first = along.first_window_within(first, last, static_cast<unsigned>(length), given.mismatches);
    if (first > last) return;
    near += given.mismatches + 1;
    for_each_reach(
        first, last, end, given.mismatches, length, [&](std::uint64_t at) { return along.next_mismatch(at, end); },
        queue.data(),
        [&](std::uint64_t from, std::uint64_t to, std::uint64_t reach) {
            near += to - from + 1;
            histogram.reached(target, from, to, reach);
        });
}

void scanner::state::pass(const seed_plan& plan, std::uint64_t length, tile_cursor cursor,
                          const std::function<void()>& check) {
    switch (plan.lane_bits) {
    case 16: return pass<std::uint16_t>(plan, length, cursor, check);
    case 32: return pass<std::uint32_t>(plan, length, cursor, check);
    default: return pass<std::uint64_t>(plan, length, cursor, check);
    }
}

void scanner::state::pass(const seed_plan& plan, std::uint64_t length, runtime::thread_pool& team) {
    constexpr std::uint64_t least_targets_of_part = 1024;
    const runtime::equal_parts parts(team, targets.size(given), least_targets_of_part);
    of_thread.resize(team.threads());
    std::vector<const state*> used(team.threads(), nullptr);
    team.run(parts.size(), [&](std::size_t part, unsigned worker) {
        std::unique_ptr<state>& mine = of_thread[worker];
        if (!mine) mine = std::make_unique<state>(given, kernels, targets);
        if (used[worker] == nullptr) {
            mine->span_of = span_of;
            mine->histograms.resize(std::max(mine->histograms.size(), span_of.size()));
            for (std::size_t active = 0; active < span_of.size(); ++active)
                mine->histograms[active].begin_as(histograms[active]);
            used[worker] = mine.get();
        }
        mine->pass(plan, length, {parts.first(part), 0, parts.last(part)}, [&] { team.check_cancelled(); });
    });
    team.run(span_of.size(), [&](std::size_t active, unsigned) {
        for (const state* each : used)
            if (each != nullptr) histograms[active].add(each->histograms[active]);
    });
}

void scanner::state::pass(std::uint64_t length, const std::function<void()>& check, runtime::thread_pool* team) {
    std::uint64_t starts = 0;
    for (std::size_t active = 0; active < span_of.size(); ++active)
        starts = std::max(starts, histograms[active].span().starts);
    const std::uint64_t target_length = given.set.letters() / std::max<std::uint64_t>(1, given.sequences());
    const seed_plan plan = plan_seeds(length, given.mismatches, starts, std::max(target_length, length),
                                      given.letters.planes(), given.chance_match);
    if (team != nullptr) return pass(plan, length, *team);
    pass(plan, length, {0, 0, targets.size(given)}, check);
}

void scanner::scan(std::span<const source_span> spans, std::uint64_t threshold, wanted what,
                   const std::function<void()>& check, std::vector<std::vector<start_outcome>>& outcomes,
                   runtime::thread_pool* team) {
    state& work = *state_;
    const problem& given = work.given;
    outcomes.assign(spans.size(), {});
    if (work.histograms.size() < spans.size()) work.histograms.resize(spans.size());
    work.span_of.clear();
    for (std::size_t index = 0; index < spans.size(); ++index) {
        const source_span& span = spans[index];
        outcomes[index].assign(span.starts, {});
        work.histograms[index].begin(span, work.targets, threshold, given.length(span.sequence) - span.first);
        work.span_of.push_back(index);
    }

    // Where the lengths do not fit into the bins, each pass narrows them down by a factor of tuning::length_bins.
    while (!work.span_of.empty()) {
        std::uint64_t shortest = ~std::uint64_t{0};
        for (std::size_t active = 0; active < work.span_of.size(); ++active)
            shortest = std::min(shortest, work.histograms[active].shortest());
        work.pass(shortest, check, team);

        struct narrowed {
            std::size_t index;
            source_span span;
            std::uint64_t shortest;
            std::uint64_t top;
        };
        std::vector<narrowed> again;
        std::uint64_t group_longest = 0;
        for (std::size_t active = 0; active < work.span_of.size(); ++active) {
            const reach_histogram& histogram = work.histograms[active];
            const source_span& span = histogram.span();
            const std::uint64_t after_first = given.length(span.sequence) - span.first;
            auto& outcome = outcomes[work.span_of[active]];
            std::fill(outcome.begin(), outcome.end(), start_outcome{});
            std::uint64_t longest = 0;
            for (std::uint64_t start = 0; start < span.starts; ++start) {
                outcome[start] = histogram.outcome(start, given.support, after_first - start);
                longest = std::max(longest, outcome[start].length);
            }
            group_longest = std::max(group_longest, longest);
            if (longest > 0 && histogram.width() > 1)
                again.push_back({work.span_of[active], span, longest, longest + histogram.width() - 1});
        }
        work.span_of.clear();
        for (const narrowed& next : again) {
            // Bins of long sequences are wider: what lies in one may be longer than its lower end says.
            if (what == wanted::longest && next.top < group_longest) continue;
            const std::uint64_t after_first = given.length(next.span.sequence) - next.span.first;
            source_span span = next.span;
            span.starts = std::min(span.starts, after_first - next.shortest + 1);
            work.histograms[work.span_of.size()].begin(span, work.targets, next.shortest,
                                                       std::min(next.top, after_first));
            work.span_of.push_back(next.index);
        }
    }
}

} // namespace concord::substring
