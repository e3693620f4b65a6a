#include "problems/substring/dense_search.hpp"

#include "problems/substring/tuning.hpp"
#include "runtime/fold.hpp"

#include <algorithm>
#include <memory>
#include <optional>

namespace concord::substring {
namespace {

std::uint64_t spans_per_group(const problem& given, const search_means& means, std::uint64_t spans,
                              std::uint64_t starts, std::uint64_t length) {
    if (means.tile > 0) return means.tile;
    const std::uint64_t target_length =
        std::max(length, given.set.letters() / std::max<std::uint64_t>(1, given.sequences()));
    const piece_plan plan =
        plan_pieces(length, given.mismatches, starts, target_length, given.letters.planes(), given.chance_match);
    const std::uint64_t filling = tuning::pieces_per_group / std::max<std::uint64_t>(1, plan.pieces(starts, length));
    const std::uint64_t pool = means.pool > 0 ? means.pool : means.workers.threads();
    const std::uint64_t balanced = spans / (4 * pool); // a few groups for each
    return std::clamp<std::uint64_t>(std::min(filling, balanced), 1, tuning::pieces_per_group);
}

/// The part of a span whose windows of `length` letters fit into the sequence; starts may be 0.
source_span shortened(const problem& given, source_span span, std::uint64_t length) {
    const std::uint64_t letters = given.length(span.sequence);
    const std::uint64_t starts_in_all = letters < length ? 0 : letters - length + 1;
    span.starts = starts_in_all > span.first ? std::min(span.starts, starts_in_all - span.first) : 0;
    return span;
}

/// All spans of at most `tile` starts (0: chosen) that cover the windows of `length` letters.
template <class Visit>
void for_each_span(const problem& given, std::uint64_t length, std::uint64_t tile, Visit visit) {
    const std::uint64_t most = tile > 0 ? tile : tuning::starts_per_span;
    for (std::uint64_t sequence = 0; sequence < given.sequences(); ++sequence) {
        const source_span whole = shortened(given, {sequence, 0, given.length(sequence)}, length);
        for (std::uint64_t first = 0; first < whole.starts; first += most)
            visit(source_span{sequence, first, std::min(most, whole.starts - first)});
    }
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

std::vector<source_span> spans_among(const problem& given, std::uint64_t length, const target_list& among) {
    std::vector<source_span> spans;
    for_each_span(given, length, 0, [&](const source_span& span) {
        if (std::binary_search(among.sequences.begin(), among.sequences.end(), span.sequence)) spans.push_back(span);
    });
    return spans;
}

/// A sample of the spans of the given sequences.
std::vector<source_span> sample_among(const problem& given, std::uint64_t length, const target_list& among) {
    if (among.sequences.empty()) return sample_of_all(given, length, tuning::sampled_spans);
    return sample_of(spans_among(given, length, among), tuning::sampled_spans);
}

/// The longest that a sample of the spans reaches, from the greatest length downwards. The targets are the sources,
/// too.
longest_windows descend(const problem& given, const search_means& means, const target_list& among) {
    for (std::uint64_t length = longest_possible(given); length >= given.min_length;) {
        longest_windows found = scan_all(given, means, {sample_among(given, length, among), among, "sampling"}, length);
        if (found.length > 0) return found;
        if (length == given.min_length) break;
        length = lowered_length(given, length);
    }
    return {};
}

/// The answer of a few thousand sequences among themselves, with the support in proportion: a guess at the answer of
/// all, and sequences that are likely to reach it. Nothing where there are too few sequences, or too small a support.
std::optional<longest_windows> poll(const problem& given, const search_means& means) {
    const std::uint64_t wished = tuning::wished_polled_support * given.sequences() / given.support;
    const std::uint64_t size = std::clamp<std::uint64_t>(wished, 500, tuning::most_polled);
    problem polled = given;
    polled.support = given.support * size / given.sequences();
    if (size * 4 > given.sequences() || polled.support < tuning::least_polled_support) return std::nullopt;
    target_list among;
    for (std::uint64_t index = 0; index < size; ++index)
        among.sequences.push_back(index * given.sequences() / size);
    const longest_windows sampled = descend(polled, means, among);
    if (sampled.length == 0) return sampled;
    return scan_all(polled, means, {spans_among(polled, sampled.length, among), among, "sampling"}, sampled.length);
}

/// A length that some window reaches among all sequences, tried from the guess downwards; 0: none found.
std::uint64_t confirmed_length(const problem& given, const search_means& means, const longest_windows& guess) {
    std::uint64_t step = 1;
    for (std::uint64_t length = std::max(guess.length, given.min_length);;) {
        std::vector<source_span> likely;
        for (const window& near : guess.windows) {
            const source_span whole = shortened(given, {near.sequence, 0, given.length(near.sequence)}, length);
            const std::uint64_t first =
                near.start > tuning::starts_per_span / 2 ? near.start - tuning::starts_per_span / 2 : 0;
            if (first >= whole.starts || (!likely.empty() && likely.back().sequence == near.sequence)) continue;
            likely.push_back({near.sequence, first, std::min(tuning::starts_per_span, whole.starts - first)});
        }
        if (likely.empty()) likely = sample_of_all(given, length, tuning::sampled_spans);
        const longest_windows found =
            scan_all(given, means, {sample_of(likely, tuning::sampled_spans), {}, "sampling"}, length);
        if (found.length > 0) return found.length;
        if (length == given.min_length) return 0;
        length -= std::min(step, length - given.min_length);
        step *= 2;
    }
}

} // namespace

std::vector<source_span> spans_of(const problem& given, std::uint64_t length, std::uint64_t tile,
                                  const distinct_sequences* distinct) {
    std::vector<source_span> spans;
    for_each_span(given, length, tile, [&](const source_span& span) {
        if (distinct == nullptr || distinct->stands_for_others(span.sequence)) spans.push_back(span);
    });
    return spans;
}

std::uint64_t count_spans(const problem& given, std::uint64_t length) {
    std::uint64_t spans = 0;
    for_each_span(given, length, 0, [&](const source_span&) { ++spans; });
    return spans;
}

std::vector<source_span> sample_of_all(const problem& given, std::uint64_t length, std::uint64_t count) {
    const std::uint64_t spans = count_spans(given, length);
    const std::uint64_t size = std::min(count, spans);
    std::vector<source_span> sample;
    std::uint64_t index = 0;
    for_each_span(given, length, 0, [&](const source_span& span) { // ten million spans are not listed for 64 of them
        if (sample.size() < size && index++ == sample.size() * spans / size) sample.push_back(span);
    });
    return sample;
}

std::vector<source_span> sample_of(const std::vector<source_span>& spans, std::uint64_t count) {
    const std::uint64_t size = std::min<std::uint64_t>(count, spans.size());
    std::vector<source_span> sample;
    for (std::uint64_t index = 0; index < size; ++index)
        sample.push_back(spans[index * spans.size() / size]);
    return sample;
}

longest_windows scan_all(const problem& given, const search_means& means, const comparison& compared,
                         std::uint64_t threshold) {
    const std::span<const source_span> spans(compared.sources);
    if (spans.empty()) return {};
    std::uint64_t starts = 1;
    for (const source_span& span : spans)
        starts = std::max(starts, span.starts);
    const std::uint64_t group = spans_per_group(given, means, spans.size(), starts, threshold);
    const std::uint64_t groups = (spans.size() + group - 1) / group;

    std::vector<std::unique_ptr<scanner>> scanner_of(means.workers.threads());
    runtime::shared_maximum best(threshold);
    const runtime::step step{.name = compared.shown,
                             .unit = "spans",
                             .count = groups,
                             .total = compared.shown.empty() ? 0 : spans.size(),
                             .each = group,
                             .best = &best,
                             .division = compared.division};
    return runtime::fold<longest_windows>(means.workers, step, [&](std::size_t task, unsigned worker) {
        if (!scanner_of[worker]) scanner_of[worker] = std::make_unique<scanner>(given, means.kernels, compared.targets);
        const auto of_group = spans.subspan(task * group, std::min<std::size_t>(group, spans.size() - task * group));
        const std::uint64_t length = best.get(); // windows that are shorter are of no interest
        std::vector<source_span> useful;
        for (const source_span& span : of_group)
            if (const source_span part = shortened(given, span, length); part.starts > 0) useful.push_back(part);
        std::vector<std::vector<start_outcome>> outcomes;
        scanner_of[worker]->scan(
            useful, length, wanted::longest, [&] { means.workers.check_cancelled(); }, outcomes);
        longest_windows part = longest_of(useful, outcomes);
        best.offer(part.length);
        return part;
    });
}

longest_windows scan_distinct(const problem& given, const search_means& means, std::uint64_t threshold) {
    constexpr auto divided = runtime::divided_among::shards;
    const distinct_sequences distinct(given);
    const longest_windows of_groups = scan_all(
        given, means, {spans_of(given, threshold, means.tile, &distinct), distinct.targets(), "comparing", divided},
        threshold);
    longest_windows all{of_groups.length, {}};
    for (const window& found : of_groups.windows)
        for (const std::uint64_t copy : distinct.copies(distinct.group_of(found.sequence)))
            all.windows.push_back({copy, found.start, found.support});
    return all;
}

double cost_of_scanning(const problem& given, std::uint64_t spans, std::uint64_t targets, std::uint64_t length) {
    const std::uint64_t letters = std::max(length, given.set.letters() / std::max<std::uint64_t>(1, given.sequences()));
    const std::uint64_t starts = std::min(letters - length + 1, tuning::starts_per_span);
    const piece_plan plan =
        plan_pieces(length, given.mismatches, starts, letters, given.letters.planes(), given.chance_match);
    return plan.cost * static_cast<double>(spans) * static_cast<double>(targets);
}

std::uint64_t sampled_length(const problem& given, const search_means& means) {
    if (const auto guess = poll(given, means)) return confirmed_length(given, means, *guess);
    return descend(given, means, {}).length;
}

} // namespace concord::substring
