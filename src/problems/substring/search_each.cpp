// The paper's candidates C_i: for every sequence the longest of its substrings that has the support.
#include "problems/substring/search.hpp"

#include "problems/substring/dense_search.hpp"
#include "problems/substring/tuning.hpp"
#include "runtime/distributed/task_sharing.hpp"
#include "runtime/fold.hpp"

#include <algorithm>
#include <memory>
#include <span>

namespace concord::substring {
namespace {

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

std::vector<substring_candidate> search_each(const problem& given, std::uint64_t longest, const search_means& means) {
    std::vector<substring_candidate> candidates(given.sequences());
    for (std::uint64_t sequence = 0; sequence < given.sequences(); ++sequence)
        candidates[sequence].sequence = sequence;
    if (longest < given.min_length) return candidates;

    // At each length the sequences that reach it are settled for good; the others go on to the next lower one.
    std::vector<std::unique_ptr<scanner>> scanner_of(means.workers.threads());
    const distinct_sequences distinct(given);
    const target_list targets = distinct.targets();
    const task_sharing* sharing = means.workers.options().sharing;
    const auto is_ours = [&](std::uint64_t sequence) { // of the shard: whole groups of equal sequences
        return sharing == nullptr || sharing->is_ours(distinct.group_of(sequence));
    };
    std::uint64_t groups_of_ours = 0;
    for (std::uint64_t each = 0; each < distinct.size(); ++each)
        if (sharing == nullptr || sharing->is_ours(each)) ++groups_of_ours;
    std::uint64_t settled = 0;
    for (std::uint64_t length = longest;; length = lowered_length(given, length)) {
        std::vector<source_span> spans = spans_of(given, length, means.tile, &distinct);
        std::erase_if(spans, [&](const source_span& span) {
            return candidates[span.sequence].length > 0 || !is_ours(span.sequence);
        });
        const std::uint64_t group = means.tile > 0 ? means.tile : 64;
        const std::uint64_t groups = (spans.size() + group - 1) / group;
        const runtime::step step{.name = "candidates of each sequence",
                                 .unit = "spans",
                                 .count = groups,
                                 .total = spans.size(),
                                 .each = group};
        const auto found = runtime::fold<some_candidates>(means.workers, step, [&](std::size_t task, unsigned worker) {
            const std::span<const source_span> all(spans);
            const auto part = all.subspan(task * group, std::min<std::size_t>(group, spans.size() - task * group));
            if (!scanner_of[worker]) scanner_of[worker] = std::make_unique<scanner>(given, means.kernels, targets);
            std::vector<std::vector<start_outcome>> outcomes;
            scanner_of[worker]->scan(
                part, length, wanted::each_span, [&] { means.workers.check_cancelled(); }, outcomes);
            some_candidates of_group;
            for (std::size_t index = 0; index < part.size(); ++index) {
                substring_candidate best{part[index].sequence, 0, 0, 0};
                for (std::uint64_t start = 0; start < outcomes[index].size(); ++start)
                    keep_better(best, part[index].first + start, outcomes[index][start]);
                if (best.length > 0) of_group.list.push_back(best);
            }
            return of_group;
        });
        for (const substring_candidate& best : found.list)
            keep_better(candidates[best.sequence], best.start, {best.length, best.support});
        settled = static_cast<std::uint64_t>(
            std::count_if(candidates.begin(), candidates.end(), [](const auto& c) { return c.length > 0; }));
        if (length == given.min_length || settled == groups_of_ours) break;
    }
    for (std::uint64_t sequence = 0; sequence < given.sequences(); ++sequence) {
        const substring_candidate& first = candidates[distinct.copies(distinct.group_of(sequence)).front()];
        candidates[sequence] = {sequence, first.start, first.length, first.support};
    }
    std::erase_if(candidates, [&](const substring_candidate& each) { return !is_ours(each.sequence); });
    return candidates;
}

} // namespace concord::substring
