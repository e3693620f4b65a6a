#include "problems/substring/cpu/scan/distinct_spans.hpp"

#include "problems/substring/cpu/polynomial_hash.hpp"
#include "problems/substring/cpu/window_bits.hpp"
#include "problems/substring/tuning.hpp"

#include <algorithm>

namespace concord::substring {
namespace {

bool are_many_equal(const problem& given, std::span<const source_span> spans, std::uint64_t length) {
    std::uint64_t windows = 0;
    for (const source_span& span : spans)
        windows += shortened(given, span, length).starts;
    if (windows < tuning::least_windows_in_classes) return false;
    const std::uint64_t apart = windows / tuning::sampled_windows_of_classes;
    std::vector<std::uint64_t> hashes;
    polynomial_hash hash;
    std::uint64_t next = 0; // of the windows of a span
    for (const source_span& span : spans) {
        const std::uint64_t starts = shortened(given, span, length).starts;
        for (; next < starts; next += apart) {
            const std::uint64_t first = given.offset(span.sequence) + span.first + next;
            hashes.push_back(hash.of_all(given, first, first + length));
        }
        next -= starts;
    }
    const auto sampled = static_cast<double>(hashes.size());
    std::ranges::sort(hashes);
    const auto behind = std::ranges::unique(hashes);
    return static_cast<double>(behind.size()) > tuning::least_share_of_equal_windows * sampled;
}

} // namespace

std::optional<distinct_spans> distinct_spans::of(const problem& given, std::span<const source_span> spans,
                                                 std::uint64_t length, runtime::thread_pool& workers) {
    // Of both strands, one of two equal windows may have its support by the other strand of its own sequence alone.
    if (given.strands > 0 || !are_many_equal(given, spans, length)) return std::nullopt;
    return distinct_spans(given, spans, length, workers);
}

distinct_spans::distinct_spans(const problem& given, std::span<const source_span> spans, std::uint64_t length,
                               runtime::thread_pool& workers)
    : given_(given) {
    window_bits windows(given, length, 0);
    for (const source_span& span : spans) {
        const source_span part = shortened(given, span, length);
        const std::uint64_t first = given.offset(part.sequence) + part.first;
        windows.set(first, first + part.starts);
    }
    classes_.emplace(given, windows, length, workers);
    std::vector<window_occurrence> firsts;
    for (std::size_t index = 0; index < classes_->size(); ++index)
        firsts.push_back(classes_->occurrences(index).front());
    std::ranges::sort(firsts, {}, &window_occurrence::position);
    for (const window_occurrence& at : firsts) {
        const std::uint64_t start = at.position - given.offset(at.sequence);
        // To count those between takes less than to begin anew.
        if (!spans_.empty() && spans_.back().sequence == at.sequence &&
            start < spans_.back().first + spans_.back().starts + length / 4 &&
            start < spans_.back().first + tuning::starts_per_span)
            spans_.back().starts = start + 1 - spans_.back().first;
        else
            spans_.push_back({at.sequence, start, 1});
    }
}

longest_windows distinct_spans::all_equal_to(const longest_windows& found) const {
    window_vector sorted = found.windows;
    std::ranges::sort(sorted);
    longest_windows all{found.length, {}};
    for (std::size_t index = 0; index < classes_->size(); ++index) {
        const auto occurrences = classes_->occurrences(index);
        const std::uint64_t sequence = occurrences.front().sequence;
        const window first{sequence, occurrences.front().position - given_.offset(sequence), 0};
        const auto at = std::ranges::lower_bound(sorted, first);
        if (at == sorted.end() || at->sequence != first.sequence || at->start != first.start) continue;
        for (const window_occurrence& each : occurrences)
            all.windows.push_back({each.sequence, each.position - given_.offset(each.sequence), at->support});
    }
    std::ranges::sort(all.windows);
    return all;
}

} // namespace concord::substring
