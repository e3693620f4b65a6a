// The candidates of sequences by counters along diagonals: which lengths are tried with which sequences.
//
//     a few sequences     by bisection: their lengths tell which ones most of the others have
//     all others          the length that half of what is open has; those that have a window of it go on with longer
//                         ones, around these windows, and the others with shorter ones
#include "problems/substring/cpu/scan/diagonal_scan.hpp"
#include "problems/substring/diagonal_tuning.hpp"

#include <algorithm>
#include <vector>

namespace concord::substring {
namespace {

/// Sequences whose longest windows have at least `shortest` letters if any, and fewer than `too_long`: all of them lie
/// in these spans, around windows that are shorter.
struct open_spans {
    std::vector<source_span> spans;
    longest_windows shorter; ///< of length 0: none are known
    std::uint64_t shortest;
    std::uint64_t too_long;
};

class candidate_scan {
  public:
    candidate_scan(const problem& given, const cpu_resources& resources, const comparison& compared,
                   std::vector<substring_candidate>& candidates)
        : scan_(given, resources, compared), candidates_(candidates) {}

    void settle(open_spans&& all) {
        std::vector<open_spans> left;
        left.push_back(std::move(all));
        while (!left.empty()) {
            open_spans open = std::move(left.back());
            left.pop_back();
            if (open.spans.empty() || open.shortest >= open.too_long) continue;
            open_spans longer = try_length(open, next_length(open));
            left.push_back(std::move(open));
            left.push_back(std::move(longer));
        }
    }

    /// From now on, lengths are chosen by those of these sequences.
    void choose_by(const std::vector<std::uint64_t>& sequences) {
        for (const std::uint64_t sequence : sequences)
            lengths_.push_back(candidates_[sequence].length);
        std::ranges::sort(lengths_);
    }

  private:
    /// Takes those out of `open` that have a window of that length.
    [[nodiscard]] open_spans try_length(open_spans& open, std::uint64_t length) {
        longest_windows found =
            open.shorter.length == 0
                ? scan_.supported(open.spans, length)
                : scan_.supported(spans_of_longer(open.spans, open.shorter, length - open.shorter.length), length);
        for (const window& each : found.windows)
            if (substring_candidate& best = candidates_[each.sequence]; best.length < length)
                best = {each.sequence, each.start, length, each.support};
        const auto is_found = [&](std::uint64_t sequence) { return candidates_[sequence].length >= length; };
        open_spans longer{{}, std::move(found), length + 1, open.too_long};
        std::ranges::copy_if(open.spans, std::back_inserter(longer.spans),
                             [&](const source_span& span) { return is_found(span.sequence); });
        open.too_long = length;
        std::erase_if(open.spans, [&](const source_span& span) { return is_found(span.sequence); });
        window_vector& left = open.shorter.windows;
        left.erase(
            std::remove_if(left.begin(), left.end(), [&](const window& each) { return is_found(each.sequence); }),
            left.end());
        return longer;
    }

    /// The greatest length that half of the sample's sequences have which are open as well; in the middle where none
    /// are.
    [[nodiscard]] std::uint64_t next_length(const open_spans& open) const {
        // Those one below the shortest have a window that is known, and those that are too long none.
        const auto first = std::ranges::lower_bound(lengths_, open.shortest - 1);
        const auto last = std::ranges::lower_bound(lengths_, open.too_long);
        if (first == last) return open.shortest + (open.too_long - open.shortest) / 2;
        return std::max(open.shortest, first[(last - first) / 2]);
    }

    diagonal_scan scan_;
    std::vector<substring_candidate>& candidates_;
    std::vector<std::uint64_t> lengths_; ///< of a sample, ascending
};

} // namespace

void candidates_along_diagonals(const problem& given, const cpu_resources& resources, const comparison& compared,
                                const longest_windows& known, std::uint64_t shortest, std::uint64_t longest,
                                std::vector<substring_candidate>& candidates) {
    if (compared.sources.empty()) return;
    candidate_scan scan(given, resources, compared, candidates);
    std::vector<std::uint64_t> sequences;
    for (const source_span& span : compared.sources)
        if (sequences.empty() || sequences.back() != span.sequence) sequences.push_back(span.sequence);
    const std::size_t number =
        std::clamp<std::size_t>(sequences.size() / tuning::sequences_to_one_sampled, 1, tuning::most_sequences_sampled);
    std::vector<std::uint64_t> sample;
    for (std::size_t index = 0; index < number; ++index)
        sample.push_back(sequences[(2 * index + 1) * sequences.size() / (2 * number)]);
    open_spans sampled{{}, known, shortest, longest + 1};
    open_spans rest{{}, known, shortest, longest + 1};
    for (const source_span& span : compared.sources)
        (std::ranges::binary_search(sample, span.sequence) ? sampled : rest).spans.push_back(span);
    scan.settle(std::move(sampled));
    scan.choose_by(sample);
    scan.settle(std::move(rest));
}

} // namespace concord::substring
