#include "problems/substring/cpu/scan/spans.hpp"

#include "problems/substring/lcp_with_mismatches.hpp"
#include "problems/substring/tuning.hpp"
#include "runtime/parts.hpp"

#include <algorithm>
#include <atomic>
#include <functional>
#include <numeric>

namespace concord::substring {
namespace {

/// All spans of at most `tile` starts (0: chosen) that cover the windows of `length` letters.
template <class Visit>
void for_each_span(const problem& given, std::uint64_t sequence, std::uint64_t length, std::uint64_t tile,
                   Visit visit) {
    const std::uint64_t most = tile > 0 ? tile : tuning::starts_per_span;
    const source_span whole = shortened(given, {sequence, 0, given.length(sequence)}, length);
    for (std::uint64_t first = 0; first < whole.starts; first += most)
        visit(source_span{sequence, first, std::min(most, whole.starts - first)});
}

/// How many spans cover the windows of `length` letters in a sequence of so many.
std::uint64_t spans_of_letters(std::uint64_t letters, std::uint64_t length) {
    return letters < length ? 0 : (letters - length) / tuning::starts_per_span + 1;
}

/// How many there are in each part of the sequences.
std::vector<std::uint64_t> spans_by_part(const problem& given, runtime::thread_pool& workers,
                                         const runtime::equal_parts& parts, std::uint64_t length) {
    std::vector<std::uint64_t> spans(parts.size());
    workers.run(parts.size(), [&](std::size_t part, unsigned) {
        std::uint64_t here = 0;
        for (std::uint64_t sequence = parts.first(part); sequence < parts.last(part); ++sequence)
            here += spans_of_letters(given.length(sequence), length);
        spans[part] = here;
    });
    return spans;
}

/// Those of the greatest support, no two of the same letters, and at most `most` of them.
window_vector different_windows(const problem& given, const longest_windows& of, std::size_t most) {
    window_vector windows = of.windows;
    std::ranges::stable_sort(windows, std::ranges::greater(), &window::support);
    window_vector different;
    for (const window& each : windows) {
        const std::uint64_t here = given.offset(each.sequence) + each.start;
        const auto is_the_same = [&](const window& other) {
            return mismatches_within(given.letters, here, given.offset(other.sequence) + other.start, of.length, 0) ==
                   0;
        };
        if (std::ranges::none_of(different, is_the_same)) different.push_back(each);
        if (different.size() == most) break;
    }
    return different;
}

} // namespace

source_span shortened(const problem& given, source_span span, std::uint64_t length) {
    const std::uint64_t letters = given.length(span.sequence);
    const std::uint64_t starts_in_all = letters < length ? 0 : letters - length + 1;
    span.starts = starts_in_all > span.first ? std::min(span.starts, starts_in_all - span.first) : 0;
    return span;
}

std::vector<source_span> spans_of(const problem& given, std::uint64_t length, std::uint64_t tile,
                                  const equal_sequences* groups) {
    std::vector<source_span> spans;
    for (std::uint64_t sequence = 0; sequence < given.sources; ++sequence)
        if (groups == nullptr || groups->is_representative(sequence))
            for_each_span(given, sequence, length, tile, [&](const source_span& span) { spans.push_back(span); });
    return spans;
}

std::vector<source_span> spans_among(const problem& given, std::uint64_t length, const target_list& among) {
    std::vector<source_span> spans;
    for (const std::uint64_t sequence : among.sequences)
        if (sequence < given.sources)
            for_each_span(given, sequence, length, 0, [&](const source_span& span) { spans.push_back(span); });
    return spans;
}

std::uint64_t count_spans(const problem& given, runtime::thread_pool& workers, std::uint64_t length) {
    const runtime::equal_parts parts(workers, given.sources, tuning::least_sequences_of_part);
    const std::vector<std::uint64_t> spans = spans_by_part(given, workers, parts, length);
    return std::accumulate(spans.begin(), spans.end(), std::uint64_t{0});
}

std::vector<source_span> sample_of_all(const problem& given, runtime::thread_pool& workers, std::uint64_t length,
                                       std::uint64_t count) {
    const runtime::equal_parts parts(workers, given.sources, tuning::least_sequences_of_part);
    std::vector<std::uint64_t> before = spans_by_part(given, workers, parts, length);
    before.push_back(0);
    std::exclusive_scan(before.begin(), before.end(), before.begin(), std::uint64_t{0});
    const std::uint64_t spans = before.back();
    std::vector<source_span> sample(std::min(count, spans)); // ten million spans are not listed for 64 of them
    workers.run(parts.size(), [&](std::size_t part, unsigned) {
        std::uint64_t index = (before[part] * sample.size() + spans - 1) / std::max<std::uint64_t>(spans, 1);
        std::uint64_t here = before[part]; // the number of a sequence's first span
        for (std::uint64_t sequence = parts.first(part); sequence < parts.last(part); ++sequence) {
            const std::uint64_t letters = given.length(sequence);
            const std::uint64_t next = here + spans_of_letters(letters, length);
            for (; index < sample.size() && index * spans / sample.size() < next; ++index) {
                const std::uint64_t first = (index * spans / sample.size() - here) * tuning::starts_per_span;
                sample[index] = {sequence, first, std::min(tuning::starts_per_span, letters - length + 1 - first)};
            }
            here = next;
        }
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

std::vector<source_span> likely_spans(const problem& given, const longest_windows& guess, std::uint64_t length) {
    std::vector<source_span> likely;
    for (const window& near : different_windows(given, guess, tuning::likely_windows)) {
        const source_span whole = shortened(given, {near.sequence, 0, given.length(near.sequence)}, length);
        const std::uint64_t first = near.start - std::min(near.start, tuning::starts_before_likely);
        const std::uint64_t end = std::min(whole.starts, near.start + guess.length - std::min(length, guess.length) +
                                                             1 + tuning::starts_before_likely);
        for (std::uint64_t start = first; start < end; start += tuning::starts_per_span)
            likely.push_back({near.sequence, start, std::min(tuning::starts_per_span, end - start)});
    }
    return likely;
}

std::vector<source_span> spans_left(const problem& given, runtime::thread_pool& workers, const window_bits& windows) {
    const auto collect = [&](std::uint64_t first, std::uint64_t last, std::vector<source_span>& spans) {
        for (std::uint64_t sequence = first; sequence < last; ++sequence) {
            const std::uint64_t offset = given.offset(sequence);
            windows.for_each(offset, offset + given.length(sequence), [&](std::uint64_t position) {
                const std::uint64_t start = position - offset;
                if (spans.empty() || spans.back().sequence != sequence ||
                    start >= spans.back().first + tuning::starts_per_span)
                    spans.push_back({sequence, start, 1});
                spans.back().starts = start - spans.back().first + 1;
            });
        }
    };
    return runtime::collect_parts<source_span>(workers, given.sequences(), tuning::least_sequences_of_part, collect);
}

std::uint64_t count_spans_left(const problem& given, runtime::thread_pool& workers, const window_bits& windows) {
    std::atomic<std::uint64_t> all = 0;
    runtime::for_parts(workers, given.sequences(), tuning::least_sequences_of_part,
                       [&](std::uint64_t first, std::uint64_t last) {
                           std::uint64_t spans = 0;
                           for (std::uint64_t sequence = first; sequence < last; ++sequence) {
                               const std::uint64_t end = given.offset(sequence) + given.length(sequence);
                               std::uint64_t at = windows.first_in(given.offset(sequence), end);
                               for (; at < end; ++spans)
                                   at = windows.first_in(at + tuning::starts_per_span, end);
                           }
                           all += spans;
                       });
    return all;
}

std::uint64_t count_sequences_left(const problem& given, runtime::thread_pool& workers, const window_bits& windows) {
    std::atomic<std::uint64_t> all = 0;
    runtime::for_parts(workers, given.sequences(), tuning::least_sequences_of_part,
                       [&](std::uint64_t first, std::uint64_t last) {
                           std::uint64_t sequences = 0;
                           for (std::uint64_t sequence = first; sequence < last; ++sequence) {
                               const std::uint64_t offset = given.offset(sequence);
                               if (windows.any(offset, offset + given.length(sequence))) ++sequences;
                           }
                           all += sequences;
                       });
    return all;
}

std::vector<std::uint64_t> sequences_left(const problem& given, runtime::thread_pool& workers,
                                          const window_bits& windows) {
    const auto collect = [&](std::uint64_t first, std::uint64_t last, std::vector<std::uint64_t>& sequences) {
        for (std::uint64_t sequence = first; sequence < last; ++sequence) {
            const std::uint64_t offset = given.offset(sequence);
            if (windows.any(offset, offset + given.length(sequence))) sequences.push_back(sequence);
        }
    };
    return runtime::collect_parts<std::uint64_t>(workers, given.sequences(), tuning::least_sequences_of_part, collect);
}

} // namespace concord::substring
