#include "problems/substring/tuning.hpp"
#include "problems/substring/variants/cost_tuning.hpp"
#include "problems/substring/variants/count_among.hpp"
#include "problems/substring/variants/variant_engine.hpp"
#include "problems/substring/variants/variants.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>

namespace concord::substring {
namespace {

/// The parts of the text with all occurrences of words of so many letters that hold one of these letters.
std::vector<lane_text> parts_around(const variant_problem& given, std::span<const covered_letters> covered,
                                    std::uint64_t length) {
    const std::uint64_t beside = length + (given.allowed.indels ? given.allowed.edits : 0) - 1;
    std::vector<lane_text> parts;
    for (const covered_letters& each : covered)
        for (const piece& in : given.of.pieces(each.sequence)) {
            const std::uint64_t end = in.origin + in.length;
            if (each.first >= end || each.last <= in.origin) continue;
            std::uint64_t first = std::max(each.first, in.origin) - in.origin;
            std::uint64_t last = std::min(each.last, end) - in.origin;
            if (in.is_reverse) std::tie(first, last) = std::pair(in.length - last, in.length - first);
            first -= std::min(first, beside);
            last = std::min(last + beside, in.length);
            parts.push_back({each.sequence, in.first + first, last - first});
        }
    std::ranges::sort(parts, {}, &lane_text::first);
    std::size_t joined = 0;
    for (std::size_t index = 1; index < parts.size(); ++index) {
        lane_text& before = parts[joined];
        const lane_text& here = parts[index];
        const bool is_apart = here.first > before.first + before.length;
        if (is_apart)
            parts[++joined] = here;
        else
            before.length = std::max(before.first + before.length, here.first + here.length) - before.first;
    }
    if (!parts.empty()) parts.resize(joined + 1);
    return parts;
}

} // namespace

std::vector<std::uint64_t> sequences_of(std::span<const covered_letters> covered) {
    std::vector<std::uint64_t> sequences;
    sequences.reserve(covered.size());
    for (const covered_letters& each : covered)
        sequences.push_back(each.sequence);
    std::ranges::sort(sequences);
    sequences.erase(std::unique(sequences.begin(), sequences.end()), sequences.end());
    return sequences;
}

void window_supports::begin(const piece_collection& of, const longest_windows& found, bool are_all_wanted,
                            runtime::thread_pool& workers) {
    length_ = found.length;
    near_.clear();
    are_all_wanted_ = are_all_wanted;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> each; // starts and supports
    for (const window& one : found.windows)
        for (const piece& in : of.pieces(one.sequence))
            if (!in.is_reverse && one.start >= in.origin && one.start + length_ <= in.origin + in.length)
                each.emplace_back(in.first + one.start - in.origin, one.support);
    if (!std::ranges::is_sorted(each)) std::ranges::sort(each);
    window_starts starts;
    for (const auto& [start, support] : each)
        starts.push_back(start);
    classes_ = group_windows(of, starts, length_, reading::forward, workers);
    of_class_.clear();
    for (std::size_t index = 0; index < classes_.size(); ++index) {
        const std::uint64_t start = classes_.representative(index);
        const auto place = std::ranges::lower_bound(starts, start) - starts.begin();
        of_class_.push_back(
            {each[static_cast<std::size_t>(place)].second, of.count_nothing(of.letters(start, length_)), true});
    }
}

void window_supports::lose(const variant_problem& given, const variant_resources& resources,
                           std::span<const lane_text> texts) {
    if (!near_words::are_possible(given.of, given.allowed, length_, resources.memory / 4) ||
        classes_.size() * tuning::words_for_counted_class < std::uint64_t{1} << 2 * length_)
        return;
    const near_words near(given.of, texts, length_, given.allowed.edits, 0, resources.workers);
    std::vector<equal_windows> bounded = of_class_;
    std::size_t in_doubt = 0;
    for (std::size_t index = 0; index < classes_.size(); ++index) {
        equal_windows& each = bounded[index];
        // Of words with letters that match nothing it says nothing.
        const std::uint64_t lost = each.nothings == 0 ? near.at(classes_.representative(index)) : each.support;
        each.support -= std::min(each.support, lost);
        each.is_exact = each.is_exact && lost == 0;
        if (each.support < given.support) ++in_doubt;
    }
    if (static_cast<double>(in_doubt) > tuning::most_windows_in_doubt * static_cast<double>(classes_.size())) return;
    for (std::size_t index = 0; index < classes_.size(); ++index)
        if (bounded[index].support >= given.support) {
            of_class_[index] = bounded[index];
            recounted_[index] = 0;
        }
}

bool window_supports::are_masked_counted_sooner(const variant_problem& given,
                                                const variant_resources& resources) const {
    const auto all = static_cast<double>(given.of.sequences());
    if (static_cast<double>(masked_.size()) < tuning::most_masked_sequences * all) return true;
    const double words = all + static_cast<double>(given.of.text().size()) / sequence::letters_per_word;
    const double walking = static_cast<double>(std::ranges::count(recounted_, 1)) * words *
                           static_cast<double>(given.allowed.edits + 1) * tuning::cost_of_row_vector / row_padding;
    return !are_all_wanted_ && 2 * cost_of_neighbourhoods_among(given, resources, masked_, length_) < walking;
}

void window_supports::leave(const variant_problem& given, const variant_resources& resources,
                            std::span<const covered_letters> covered) {
    masked_ = sequences_of(covered);
    recounted_.assign(classes_.size(), 1);
    if (!are_all_wanted_) lose(given, resources, parts_around(given, covered, length_));
    is_masked_twice_ = are_masked_counted_sooner(given, resources);
    if (!is_masked_twice_) return;
    window_classes asked{reading::forward, {}, {0}};
    std::vector<std::size_t> places;
    for (std::size_t index = 0; index < classes_.size(); ++index) {
        if (recounted_[index] == 0) continue;
        asked.members.push_back(classes_.representative(index));
        asked.first.push_back(asked.members.size());
        places.push_back(index);
    }
    const std::vector<std::uint64_t> before = count_soonest(given, resources, masked_, asked, length_);
    for (std::size_t index = 0; index < places.size(); ++index) {
        std::uint64_t& support = of_class_[places[index]].support;
        support -= std::min(support, before[index]);
    }
}

void window_supports::count_after(const variant_problem& given, const variant_resources& resources,
                                  window_classes& same, std::vector<equal_windows>& of_same,
                                  const std::vector<std::uint8_t>& recounted, window_starts& others) const {
    window_classes asked{reading::forward, {}, {0}};
    std::vector<std::size_t> places;
    for (std::size_t index = 0; index < same.size(); ++index) {
        if (recounted[index] == 0) continue;
        asked.members.push_back(same.representative(index));
        asked.first.push_back(asked.members.size());
        places.push_back(index);
    }
    const std::vector<std::uint64_t> after = count_soonest(given, resources, masked_, asked, length_);
    for (std::size_t index = 0; index < places.size(); ++index)
        of_same[places[index]].support += after[index];
    window_classes left{reading::forward, {}, {0}};
    std::vector<equal_windows> of_left;
    for (std::size_t index = 0; index < same.size(); ++index) {
        const equal_windows& each = of_same[index];
        const auto first = same.members.begin() + static_cast<std::ptrdiff_t>(same.first[index]);
        const auto last = same.members.begin() + static_cast<std::ptrdiff_t>(same.first[index + 1]);
        if (each.support >= given.support) {
            left.members.insert(left.members.end(), first, last);
            left.first.push_back(left.members.size());
            of_left.push_back(each);
        } else if (!each.is_exact) {
            others.insert(others.end(), first, last);
        }
    }
    same = std::move(left);
    of_same = std::move(of_left);
}

void window_supports::join(const variant_problem& given, const variant_resources& resources) {
    const piece_collection& of = given.of;
    window_classes same{reading::forward, {}, {0}}; // windows of the letters that they had
    std::vector<equal_windows> of_same;
    std::vector<std::uint8_t> recounted;
    window_starts others;
    for (std::size_t index = 0; index < classes_.size(); ++index) {
        const bool is_lost = recounted_[index] != 0 && !is_masked_twice_;
        for (std::uint64_t at = classes_.first[index]; at < classes_.first[index + 1]; ++at) {
            const std::uint64_t start = classes_.members[at];
            const std::uint64_t nothings = of.count_nothing(of.letters(start, length_));
            // With more such letters than edits a window occurs where it stands, and nowhere else.
            if (nothings > given.allowed.edits && given.support > 1) continue;
            const bool is_same = !is_lost && nothings == of_class_[index].nothings;
            (is_same ? same.members : others).push_back(start);
        }
        if (same.members.size() == same.first.back()) continue;
        same.first.push_back(same.members.size());
        of_same.push_back(of_class_[index]);
        recounted.push_back(recounted_[index]);
    }
    count_after(given, resources, same, of_same, recounted, others);
    if (!are_all_wanted_ && same.size() > 0) { // the first of all is reported with its support
        std::size_t first = 0;
        for (std::size_t index = 1; index < same.size(); ++index)
            if (same.representative(index) < same.representative(first)) first = index;
        if (!of_same[first].is_exact) {
            const window_classes one{reading::forward, {same.representative(first)}, {0, 1}};
            std::vector<std::uint64_t> all(of.sequences());
            std::iota(all.begin(), all.end(), std::uint64_t{0});
            of_same[first].support = count_among(given, resources, all, one, length_).supports.front();
            of_same[first].is_exact = true;
        }
    }
    drop_rare_windows(given, resources, length_, true, near_, others);
    if (!others.empty()) {
        const std::unique_ptr<variant_engine> engine = make_cpu_engine(given, resources);
        std::ranges::sort(others);
        const supported_starts counted = count_supported(given, *engine, resources, {}, others, length_);
        const window_classes more = group_windows(of, counted.starts, length_, reading::forward, resources.workers);
        std::vector<equal_windows> of_more;
        for (std::size_t index = 0; index < more.size(); ++index) {
            const std::uint64_t start = more.representative(index);
            const auto place = std::ranges::lower_bound(counted.starts, start) - counted.starts.begin();
            of_more.push_back({counted.supports[static_cast<std::size_t>(place)],
                               of.count_nothing(of.letters(start, length_)), true});
        }
        keep_both(given, same, of_same, more, of_more);
    } else {
        keep_both(given, same, of_same, {reading::forward, {}, {0}}, {});
    }
}

void window_supports::keep_both(const variant_problem& given, const window_classes& one,
                                const std::vector<equal_windows>& of_one, const window_classes& other,
                                const std::vector<equal_windows>& of_other) {
    const piece_collection& of = given.of;
    classes_ = {reading::forward, {}, {0}};
    of_class_.clear();
    const auto members = [](const window_classes& classes, std::size_t index) {
        return std::span(classes.members)
            .subspan(classes.first[index], classes.first[index + 1] - classes.first[index]);
    };
    const auto letters = [&](const window_classes& classes, std::size_t index) {
        return of.letters(classes.representative(index), length_);
    };
    for (std::size_t a = 0, b = 0; a < one.size() || b < other.size();) {
        const bool is_one =
            b == other.size() ||
            (a < one.size() && !std::ranges::lexicographical_compare(letters(other, b), letters(one, a)));
        const bool is_other =
            a == one.size() ||
            (b < other.size() && !std::ranges::lexicographical_compare(letters(one, a), letters(other, b)));
        const equal_windows& known = is_other ? of_other[b] : of_one[a];
        if (known.support >= given.support) {
            const auto first = static_cast<std::ptrdiff_t>(classes_.members.size());
            if (is_one) classes_.members.insert(classes_.members.end(), members(one, a).begin(), members(one, a).end());
            if (is_other)
                classes_.members.insert(classes_.members.end(), members(other, b).begin(), members(other, b).end());
            if (is_one && is_other) std::sort(classes_.members.begin() + first, classes_.members.end());
            classes_.first.push_back(classes_.members.size());
            of_class_.push_back(known);
        }
        a += is_one ? 1 : 0;
        b += is_other ? 1 : 0;
    }
}

longest_windows window_supports::windows(const piece_collection& of) const {
    if (are_none()) return {};
    std::vector<std::pair<std::uint64_t, std::uint64_t>> each; // starts and supports
    each.reserve(classes_.members.size());
    const auto for_each = [&](auto visit) {
        for (std::size_t index = 0; index < classes_.size(); ++index)
            for (std::uint64_t at = classes_.first[index]; at < classes_.first[index + 1]; ++at)
                visit(classes_.members[at], of_class_[index].support);
    };
    if (classes_.members.size() * tuning::letters_for_placed_window >= of.text().size()) {
        std::vector<std::uint64_t> by_place(of.text().size(), 0);
        for_each([&](std::uint64_t start, std::uint64_t support) { by_place[start] = support; });
        for (std::uint64_t start = 0; start < by_place.size(); ++start)
            if (by_place[start] > 0) each.emplace_back(start, by_place[start]);
    } else {
        for_each([&](std::uint64_t start, std::uint64_t support) { each.emplace_back(start, support); });
        std::ranges::sort(each);
    }
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
