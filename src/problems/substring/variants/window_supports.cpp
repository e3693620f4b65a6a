#include "problems/substring/variants/cost_tuning.hpp"
#include "problems/substring/variants/variant_engine.hpp"
#include "problems/substring/variants/variants.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace concord::substring {

void window_supports::begin(const piece_collection& of, const longest_windows& found, runtime::thread_pool& workers) {
    length_ = found.length;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> each; // starts and supports
    for (const window& one : found.windows)
        for (const piece& in : of.pieces(one.sequence))
            if (!in.is_reverse && one.start >= in.origin && one.start + length_ <= in.origin + in.length)
                each.emplace_back(in.first + one.start - in.origin, one.support);
    std::ranges::sort(each);
    window_starts starts;
    for (const auto& [start, support] : each)
        starts.push_back(start);
    classes_ = group_windows(of, starts, length_, reading::forward, workers);
    of_class_.clear();
    for (std::size_t index = 0; index < classes_.size(); ++index) {
        const std::uint64_t start = classes_.representative(index);
        const auto place = std::ranges::lower_bound(starts, start) - starts.begin();
        of_class_.push_back(
            {each[static_cast<std::size_t>(place)].second, of.count_nothing(of.letters(start, length_))});
    }
}

void window_supports::leave(const variant_problem& given, const variant_resources& resources,
                            std::vector<std::uint64_t> sequences) {
    masked_ = std::move(sequences);
    are_few_ =
        static_cast<double>(masked_.size()) < tuning::most_masked_sequences * static_cast<double>(given.of.sequences());
    if (!are_few_) return;
    const counted_classes before = count_among(given, resources, masked_, classes_, length_);
    for (std::size_t index = 0; index < classes_.size(); ++index)
        of_class_[index].support -= std::min(of_class_[index].support, before.supports[index]);
}

void window_supports::join(const variant_problem& given, const variant_resources& resources) {
    const piece_collection& of = given.of;
    window_classes same{reading::forward, {}, {0}}; // windows of the letters that they had
    std::vector<equal_windows> of_same;
    window_starts others;
    for (std::size_t index = 0; index < classes_.size(); ++index) {
        for (std::uint64_t at = classes_.first[index]; at < classes_.first[index + 1]; ++at) {
            const std::uint64_t start = classes_.members[at];
            const std::uint64_t nothings = of.count_nothing(of.letters(start, length_));
            // With more such letters than edits a window occurs where it stands, and nowhere else.
            if (nothings > given.allowed.edits && given.support > 1) continue;
            const bool is_same = are_few_ && nothings == of_class_[index].nothings;
            (is_same ? same.members : others).push_back(start);
        }
        if (same.members.size() == same.first.back()) continue;
        same.first.push_back(same.members.size());
        of_same.push_back(of_class_[index]);
    }
    if (same.size() > 0) {
        const counted_classes after = count_among(given, resources, masked_, same, length_);
        for (std::size_t index = 0; index < same.size(); ++index)
            of_same[index].support += after.supports[index];
    }
    if (!others.empty()) {
        const std::unique_ptr<variant_engine> engine = make_cpu_engine(given, resources);
        std::ranges::sort(others);
        const supported_starts counted = count_supported(given, *engine, resources, {}, others, length_);
        for (std::size_t index = 0; index < counted.starts.size(); ++index) {
            const std::uint64_t start = counted.starts[index];
            same.members.push_back(start);
            same.first.push_back(same.members.size());
            of_same.push_back({counted.supports[index], of.count_nothing(of.letters(start, length_))});
        }
    }
    classes_ = {reading::forward, {}, {0}};
    of_class_.clear();
    for (std::size_t index = 0; index < same.size(); ++index) {
        if (of_same[index].support < given.support) continue;
        const auto members = same.members.begin();
        classes_.members.insert(classes_.members.end(), members + static_cast<std::ptrdiff_t>(same.first[index]),
                                members + static_cast<std::ptrdiff_t>(same.first[index + 1]));
        classes_.first.push_back(classes_.members.size());
        of_class_.push_back(of_same[index]);
    }
}

longest_windows window_supports::windows(const piece_collection& of) const {
    if (are_none()) return {};
    std::vector<std::pair<std::uint64_t, std::uint64_t>> each; // starts and supports
    each.reserve(classes_.members.size());
    for (std::size_t index = 0; index < classes_.size(); ++index)
        for (std::uint64_t at = classes_.first[index]; at < classes_.first[index + 1]; ++at)
            each.emplace_back(classes_.members[at], of_class_[index].support);
    std::ranges::sort(each);
    longest_windows found{length_, {}};
    found.windows.reserve(each.size());
    std::size_t in = 0; // the piece
    for (const auto& [start, support] : each) {
        while (start >= of.pieces()[in].first + of.pieces()[in].length)
            ++in;
        const piece& here = of.pieces()[in];
        found.windows.push_back({here.sequence, here.origin + start - here.first, support});
    }
    return found;
}

} // namespace concord::substring
