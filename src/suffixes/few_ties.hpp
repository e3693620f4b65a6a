// Orders the names of LMS substrings (sais.hpp) where few suffixes of that text have equal first names, and few more
// names tell these apart: by comparison, two names at a time. That takes a third of the time of inducing their order.
//
//   names    5 2 7 2 9 2 7 1     suffixes by their first name   7 | 1 3 5 | 0 | 2 6 | 4
//                                those of equal names           by 7 2, 9 2 and 7 1:  5 1 3 ...
#pragma once

#include "suffixes/tuning.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace concord::suffixes {

template <class Index>
class few_ties {
  public:
    /// Names are from 1 to `different`, each of which occurs. Behind the last one there is a 0, and behind that any
    /// number.
    few_ties(std::span<const Index> names, Index different)
        : names_(names), next_(static_cast<std::size_t>(different) + 2) {}

    /// The suffix array of the names. False if that takes too many comparisons. Time O(names) in either case, but for
    /// the logarithm of the suffixes of one name.
    bool sort(Index* order) {
        if (names_.size() / next_.size() > tuning::few_tied) return false;
        group_by_first_name(order);
        std::uint64_t allowed = names_.size() / tuning::share_compared_beyond;
        for (std::size_t name = 1; name + 1 < next_.size(); ++name) {
            const auto first = static_cast<std::size_t>(next_[name - 1]);
            const auto count = static_cast<std::size_t>(next_[name]) - first;
            if (count < 2) continue;
            allowed += tuning::comparisons_of_tied * count;
            groups_.push_back({order + first, count, 1});
            while (!groups_.empty()) {
                const group next = groups_.back();
                groups_.pop_back();
                const std::uint64_t work = next.count == 2 ? order_pair(next, names_of_comparison * allowed)
                                           : next.count <= tuning::few_tied ? next.count
                                                                            : next.count * std::bit_width(next.count);
                if (work > allowed) return false;
                allowed -= work;
                if (next.count > 2) order_group(next);
            }
        }
        return true;
    }

  private:
    struct group {
        Index* first;
        std::size_t count;
        std::uint64_t shared; ///< names that all have in common
    };
    struct item {
        std::uint64_t key; ///< the next two names
        Index suffix;
    };

    /// next_[name] is then where the suffixes that begin with it end.
    void group_by_first_name(Index* order) {
        for (const Index name : names_)
            ++next_[static_cast<std::size_t>(name) + 1];
        for (std::size_t name = 1; name < next_.size(); ++name)
            next_[name] += next_[name - 1];
        Index* const next = next_.data();
        for (std::size_t at = 0; at < names_.size(); ++at)
            order[next[names_[at]]++] = static_cast<Index>(at);
    }

    static constexpr std::uint64_t names_of_comparison = 8; ///< that are compared one by one meanwhile

    /// Returns the work. Gives up after `most` names. Pairs of copies are equally far apart, and all in front of a
    /// difference are decided by it.
    std::uint64_t order_pair(const group& of, std::uint64_t most) {
        const Index low = std::min(of.first[0], of.first[1]);
        const Index high = std::max(of.first[0], of.first[1]);
        const auto distance = static_cast<std::size_t>(high - low);
        const auto first = static_cast<std::size_t>(low) + of.shared;
        std::size_t at = first;
        const bool is_as_known = distance == known_.distance && first <= known_.differs;
        const std::size_t known_from = is_as_known ? known_.first : names_.size();
        while (at < known_from && names_.data()[at] == names_.data()[at + distance] && at - first <= most)
            ++at;
        const std::size_t compared = at - first;
        if (is_as_known && at >= known_from)
            known_.first = std::min(known_.first, first);
        else
            known_ = {distance, first, at, names_.data()[at] < names_.data()[at + distance]};
        of.first[0] = known_.lower_is_less ? low : high;
        of.first[1] = known_.lower_is_less ? high : low;
        return 2 + compared / names_of_comparison;
    }

    /// The end of the names is a 0, at which two suffixes are never compared further: one of them is longer.
    void order_group(const group& of) {
        const Index* const behind = names_.data() + of.shared;
        items_.resize(of.count);
        item* const items = items_.data();
        for (std::size_t at = 0; at < of.count; ++at) {
            const Index suffix = of.first[at];
            const item moved = {static_cast<std::uint64_t>(behind[suffix]) << 32U |
                                    static_cast<std::uint32_t>(behind[suffix + 1]),
                                suffix};
            std::size_t to = at;
            if (of.count <= tuning::few_tied)
                for (; to > 0 && items[to - 1].key > moved.key; --to)
                    items[to] = items[to - 1];
            items[to] = moved;
        }
        if (of.count > tuning::few_tied)
            std::sort(items_.begin(), items_.end(), [](const item& a, const item& b) { return a.key < b.key; });
        for (std::size_t begin = 0, end = 0; begin < of.count; begin = end) {
            for (end = begin; end < of.count && items[end].key == items[begin].key; ++end)
                of.first[end] = items[end].suffix;
            if (end - begin > 1) groups_.push_back({of.first + begin, end - begin, of.shared + 2});
        }
    }

    /// Two parts of the names that are equal, but for the last ones.
    struct equal_names {
        std::size_t distance = 0;
        std::size_t first = 0;   ///< of the one in front
        std::size_t differs = 0; ///< the last of it
        bool lower_is_less = false;
    };

    std::span<const Index> names_;
    equal_names known_;
    std::vector<Index> next_;
    std::vector<item> items_;
    std::vector<group> groups_;
};

} // namespace concord::suffixes
