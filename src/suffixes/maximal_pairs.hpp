// Places in two sequences from which on letters are equal, and before which they are not: where the maximal exact
// matches of a collection begin (Gusfield 1997, section 7.12.3, of different sequences instead of one).
//
//   q = 3     ACGT  at 7, 40, 95, 101      one group of suffixes that share q letters
//             before: T C T N              classes: {7, 95} behind T, {40} behind C, {101} behind a border
//
// Two places of different classes, or any two behind a border, are a pair. Those of one class are skipped at once: of
// sequences that are nearly equal only those pairs are visited that begin behind a difference.
#pragma once

#include "suffixes/packed_suffix.hpp"
#include "suffixes/shared_intervals.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

namespace concord::suffixes {

/// Equal letters in a row that are in every pair of windows of `length` letters with at most k differences: these
/// divide the letters that are equal into k + 1 runs at most. 0 where no letter needs to be equal.
[[nodiscard]] constexpr std::uint64_t seed_length(std::uint64_t length, std::uint64_t differences) {
    return length <= differences ? 0 : (length - differences - 1) / (differences + 1) + 1;
}

template <class Position>
class maximal_pairs {
  public:
    maximal_pairs(const text_view& text, const suffix_arrays<Position>& of) : text_(text), of_(of) {}

    /// Calls take(a, b) for each pair of different sequences with `letters` (>= 1) equal ones or more, each once, whose
    /// group begins at ranks [first, last). Before those of a group it calls admit(pairs) with a number that is no less
    /// than theirs; false where that does not admit them, and the rest is left out. Time O(ranks + members log members
    /// + pairs), memory 32 bytes a member of a group.
    template <class Admit, class Take>
    bool for_each(std::uint64_t first, std::uint64_t last, std::uint64_t letters, const Admit& admit,
                  const Take& take) {
        return for_each_group(first, last, letters, [&](std::uint64_t begin, std::uint64_t end) {
            if (!admits_group(begin, end, admit)) return false;
            take_all(take);
            return true;
        });
    }

    /// A number that is no less than that of the pairs whose group begins at these ranks.
    [[nodiscard]] std::uint64_t count(std::uint64_t first, std::uint64_t last, std::uint64_t letters) {
        std::uint64_t pairs = 0;
        const auto refuse = [&](std::uint64_t of_group) {
            pairs += of_group;
            return true;
        };
        for_each_group(first, last, letters,
                       [&](std::uint64_t begin, std::uint64_t end) { return admits_group(begin, end, refuse); });
        return pairs;
    }

  private:
    static constexpr std::uint32_t border = std::numeric_limits<std::uint32_t>::max(); ///< no code of a letter

    struct member {
        std::uint32_t before; ///< the letter
        std::uint64_t sequence;
        Position position;
    };
    struct bucket { ///< members with the same letter before them, of one sequence
        std::size_t first;
        std::size_t last;
    };

    template <class Each>
    bool for_each_group(std::uint64_t first, std::uint64_t last, std::uint64_t letters, const Each& each) {
        while (first < last && first > 0 && of_.prefixes[first] >= letters)
            ++first; // the group began before
        while (first < last) {
            std::uint64_t end = first + 1;
            while (end < of_.size() && of_.prefixes[end] >= letters)
                ++end;
            if (end - first > 1 && !each(first, end)) return false;
            first = end;
        }
        return true;
    }

    /// Divides the group, if it has pairs: else there are no classes.
    template <class Admit>
    bool admits_group(std::uint64_t first, std::uint64_t last, const Admit& admit) {
        members_.clear();
        buckets_.clear();
        classes_.clear();
        bool is_one_class = true;
        bool is_one_sequence = true;
        for (std::uint64_t rank = first; rank < last; ++rank) {
            const Position at = of_.suffixes[rank];
            const std::uint32_t before = text_.is_cut(at) ? border : static_cast<std::uint32_t>(text_.letter(at - 1));
            members_.push_back({before, of_.sequence_of(rank), at});
            is_one_class = is_one_class && before == members_.front().before;
            is_one_sequence = is_one_sequence && members_.back().sequence == members_.front().sequence;
        }
        if (is_one_sequence || (is_one_class && members_.front().before != border)) return true;
        std::ranges::sort(members_, [](const member& a, const member& b) {
            if (a.before != b.before) return a.before < b.before;
            return a.sequence != b.sequence ? a.sequence < b.sequence : a.position < b.position;
        });
        return admit(divide());
    }

    /// Finds the buckets and where the classes begin; returns pairs of different classes, or behind a border.
    std::uint64_t divide() {
        std::uint64_t pairs = 0;
        for (std::size_t at = 0; at < members_.size(); ++at) {
            const bool is_new_class = at == 0 || members_[at].before != members_[at - 1].before;
            if (is_new_class) classes_.push_back(buckets_.size());
            if (is_new_class || members_[at].sequence != members_[at - 1].sequence) buckets_.push_back({at, at});
            ++buckets_.back().last;
            pairs += members_[at].before == border ? at : buckets_[classes_.back()].first;
        }
        classes_.push_back(buckets_.size());
        return pairs;
    }

    template <class Take>
    void take_all(const Take& take) const {
        for (std::size_t of_class = 0; of_class + 1 < classes_.size(); ++of_class)
            for (std::size_t one = classes_[of_class]; one < classes_[of_class + 1]; ++one) {
                const bool is_border = members_[buckets_[one].first].before == border;
                for (std::size_t other = is_border ? one + 1 : classes_[of_class + 1]; other < buckets_.size(); ++other)
                    take_pairs(buckets_[one], buckets_[other], take);
            }
    }
    template <class Take>
    void take_pairs(const bucket& one, const bucket& other, const Take& take) const {
        if (members_[one.first].sequence == members_[other.first].sequence) return;
        for (std::size_t a = one.first; a < one.last; ++a)
            for (std::size_t b = other.first; b < other.last; ++b)
                take(std::uint64_t{members_[a].position}, std::uint64_t{members_[b].position});
    }

    const text_view& text_;
    const suffix_arrays<Position>& of_;
    std::vector<member> members_; ///< of the group, by class, sequence and position
    std::vector<bucket> buckets_;
    std::vector<std::size_t> classes_; ///< their first buckets, and the end
};

} // namespace concord::suffixes
