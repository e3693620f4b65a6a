// Windows of one group (window_join.hpp) with what pairs of them are compared by: the first word of each, and the
// letter before it. A match begins where these letters differ, so a large group is sorted by them, and only windows of
// different ones are compared: of a run of one letter all but the first window are behind that letter.
#pragma once

#include "problems/overlap/tuning.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace concord::overlap {

template <class Position>
class window_group {
  public:
    static constexpr std::uint32_t border = std::numeric_limits<std::uint32_t>::max(); ///< no code of a letter

    struct member {
        std::uint64_t word;
        std::uint32_t before; ///< the letter, or `border`, which differs from every letter and from itself
        Position position;
    };

    void clear() { members_.clear(); }
    void add(const member& each) { members_.push_back(each); }

    /// Has to be called when all are added. Returns an upper bound of the pairs of for_each_pair(). Time O(windows ·
    /// log windows).
    double sort() {
        const auto all = static_cast<double>(members_.size());
        is_sorted_ = members_.size() >= tuning::least_windows_by_letter;
        if (!is_sorted_) return all * all / 2;
        std::ranges::sort(members_, {}, &member::before);
        double pairs = all * all;
        for (std::size_t first = 0; first < members_.size();) {
            const std::size_t last = end_of_class(first);
            const auto equal = static_cast<double>(last - first);
            pairs -= members_[first].before == border ? equal : equal * equal;
            first = last;
        }
        return pairs / 2;
    }

    /// Calls each(one, other) for every pair of windows that are not behind the same letter, and whose words `agree`.
    template <class Agree, class Each>
    void for_each_pair(const Agree& agree, const Each& each) const {
        std::size_t first_of_class = 0;
        std::size_t end = 0;
        for (std::size_t one = 0; one < members_.size(); ++one) {
            const member& here = members_[one];
            if (is_sorted_ && one == end) {
                first_of_class = one;
                end = end_of_class(one);
            }
            const std::size_t others = is_sorted_ && here.before != border ? first_of_class : one;
            for (std::size_t other = 0; other < others; ++other) {
                const member& there = members_[other];
                if (agree(here.word, there.word) && (here.before != there.before || here.before == border))
                    each(here.position, there.position);
            }
        }
    }

  private:
    [[nodiscard]] std::size_t end_of_class(std::size_t first) const {
        const auto behind = std::upper_bound(
            members_.begin() + static_cast<std::ptrdiff_t>(first), members_.end(), members_[first].before,
            [](std::uint32_t letter, const member& each) { return letter < each.before; });
        return static_cast<std::size_t>(behind - members_.begin());
    }

    std::vector<member> members_;
    bool is_sorted_ = false;
};

} // namespace concord::overlap
