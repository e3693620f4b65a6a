#include "problems/substring/variants/cost_tuning.hpp"
#include "problems/substring/variants/variant_engine.hpp"
#include "problems/substring/variants/variants.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace concord::substring {
namespace {

/// visit(index, how many of the sequences hold it) for each window.
template <class Visit>
void count_each(const variant_problem& given, const variant_resources& resources,
                const std::vector<std::uint64_t>& sequences, const window_starts& starts, std::uint64_t length,
                Visit visit) {
    if (starts.empty()) return;
    const window_classes classes = group_windows(given.of, starts, length, reading::forward, resources.workers);
    const counted_classes counted = count_among(given, resources, sequences, classes, length);
    for (std::size_t index = 0; index < classes.size(); ++index)
        for (std::uint64_t at = classes.first[index]; at < classes.first[index + 1]; ++at) {
            const auto place = std::ranges::lower_bound(starts, classes.members[at]) - starts.begin();
            visit(static_cast<std::size_t>(place), counted.supports[index]);
        }
}

} // namespace

void window_supports::begin(const piece_collection& of, const longest_windows& found) {
    known_ = {found.length, {}, {}};
    std::vector<std::pair<std::uint64_t, std::uint64_t>> each;
    for (const window& one : found.windows)
        for (const piece& in : of.pieces(one.sequence))
            if (!in.is_reverse && one.start >= in.origin && one.start + found.length <= in.origin + in.length)
                each.emplace_back(in.first + one.start - in.origin, one.support);
    std::ranges::sort(each);
    for (const auto& [start, support] : each) {
        known_.starts.push_back(start);
        known_.supports.push_back(support);
    }
}

void window_supports::leave(const variant_problem& given, const variant_resources& resources,
                            const std::vector<std::uint64_t>& sequences) {
    masked_ = sequences;
    are_few_ = given.copies == 1 && static_cast<double>(sequences.size()) <
                                        tuning::most_masked_sequences * static_cast<double>(given.of.sequences());
    nothings_.clear();
    for (const std::uint64_t start : known_.starts)
        if (std::ranges::binary_search(masked_, given.of.piece_at(start).sequence))
            nothings_.push_back(given.of.count_nothing(given.of.letters(start, known_.length)));
    if (are_few_)
        count_each(given, resources, masked_, known_.starts, known_.length,
                   [&](std::size_t index, std::uint64_t holders) { known_.supports[index] -= holders; });
}

void window_supports::join(const variant_problem& given, const variant_resources& resources) {
    supported_starts same{known_.length, {}, {}}; // windows of the letters that they had
    window_starts others;
    std::size_t next = 0;
    for (std::size_t index = 0; index < known_.starts.size(); ++index) {
        const std::uint64_t start = known_.starts[index];
        const std::uint64_t nothings = given.of.count_nothing(given.of.letters(start, known_.length));
        const bool is_in_masked = std::ranges::binary_search(masked_, given.of.piece_at(start).sequence);
        const bool has_changed = is_in_masked && nothings_[next++] < nothings;
        // With more such letters than edits a window occurs where it stands, and nowhere else.
        if (nothings > given.allowed.edits && given.support > 1) continue;
        if (has_changed || !are_few_) {
            others.push_back(start);
        } else {
            same.starts.push_back(start);
            same.supports.push_back(known_.supports[index]);
        }
    }
    count_each(given, resources, masked_, same.starts, known_.length,
               [&](std::size_t index, std::uint64_t holders) { same.supports[index] += holders; });
    std::vector<std::pair<std::uint64_t, std::uint64_t>> left;
    for (std::size_t index = 0; index < same.starts.size(); ++index)
        if (same.supports[index] >= given.support) left.emplace_back(same.starts[index], same.supports[index]);
    if (!others.empty()) {
        const std::unique_ptr<variant_engine> engine = make_cpu_engine(given, resources);
        const supported_starts counted = count_supported(given, *engine, resources, {}, others, known_.length);
        for (std::size_t index = 0; index < counted.starts.size(); ++index)
            left.emplace_back(counted.starts[index], counted.supports[index]);
    }
    std::ranges::sort(left);
    known_.starts.clear();
    known_.supports.clear();
    for (const auto& [start, support] : left) {
        known_.starts.push_back(start);
        known_.supports.push_back(support);
    }
}

} // namespace concord::substring
