// Occurrences of the same q letters, by the letter before them: the seeds of matches with mismatches.
//
//   q = 3     ACGT  at 7, 40, 95, 101      one group of suffixes that share q letters
//             before: T C T N               classes: {7, 95} behind T, {40} behind C, {101} behind a border
//
// Two occurrences in different classes begin a maximal run of equal letters, as do any two behind a border. So all of
// a class that would only lengthen a run to the left are skipped at once; of sequences that are nearly equal most
// groups are one class, and are not kept.
#pragma once

#include "problems/overlap/cpu/context_join.hpp"
#include "problems/overlap/cpu/context_screen.hpp"
#include "problems/overlap/cpu/seed_contexts.hpp"
#include "problems/overlap/resources.hpp"
#include "problems/overlap/tables.hpp"
#include "runtime/far_array.hpp"
#include "runtime/parts.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace concord::overlap {

template <class Position>
class seed_groups {
  public:
    /// For windows of `length` letters with k mismatches. Groups keep the letters around their members if there is room
    /// for `bytes_of_contexts`. Time O(letters · log of the largest group / threads). q = seed_length >= 1.
    seed_groups(const index_tables& held, const arrays<Position>& arrays, std::uint64_t length,
                std::uint64_t mismatches, bool room_for_contexts, runtime::thread_pool& workers)
        : held_(held), filter_(held.text, length, mismatches, seed_length(length, mismatches)),
          members_(held.text.size), group_of_(held.text.size), classes_(held.text.size) {
        if (held.text.bits == 2) screen_ = context_screen_for(simd::choose_vectors(workers.options().vectors));
        const std::uint64_t q = seed_length(length, mismatches);
        if (room_for_contexts && filter_.is_of_use()) contexts_ = runtime::far_array<seed_context>(held.text.size);
        const std::uint64_t size = arrays.suffixes.size();
        const runtime::equal_parts parts(workers, size, places_of_task());
        first_class_ = runtime::far_array<Position>(size / 2 + 2 * parts.size() + 1);
        workers.run(parts.size(), [&](std::size_t part, unsigned) {
            std::uint64_t first = parts.first(part);
            while (first > 0 && first < parts.last(part) && arrays.prefixes[first] >= q)
                ++first; // of a group that begins in an earlier part
            // No two parts have the same numbers: a group has two members, and as many classes at most.
            group_list list{first / 2 + 2 * part, first, {}, {}, {}};
            while (first < parts.last(part)) {
                std::uint64_t last = first + 1;
                while (last < size && arrays.prefixes[last] >= q)
                    ++last;
                if (last - first > 1) add_group(arrays.suffixes.subspan(first, last - first), first, list);
                first = last;
            }
            first_class_[list.groups] = static_cast<Position>(list.classes);
        });
    }

    /// Bytes that the groups take at most: one group of all letters while it is sorted, and a class for each letter.
    [[nodiscard]] static std::uint64_t bytes_of(std::uint64_t letters) {
        return letters * (2 * sizeof(Position) + sizeof(letter_class) + sizeof(Position) + sizeof(record));
    }

    /// Bytes of the letters around members at most: of all letters, of one group of them all, and of a join of it.
    [[nodiscard]] static std::uint64_t bytes_of_contexts(std::uint64_t letters, std::uint64_t mismatches) {
        return letters * (2 * sizeof(seed_context) + context_join<Position>::bytes_of_member(mismatches));
    }

    /// False for most positions of unlike sequences.
    [[nodiscard]] bool may_have_seeds(std::uint64_t position) const { return group_of_[position] != 0; }

    /// Calls take(other) for each position of [from, until) with the same q letters as `position`, where a run of equal
    /// letters begins at both; some of those that are in no window with `position` are left out. The position has
    /// `before` letters of its sequence in front of it, and `left` from there on.
    template <class Take>
    void for_each_seed(std::uint64_t position, std::uint64_t before, std::uint64_t left, std::uint64_t from,
                       std::uint64_t until, Take take) const {
        const std::uint64_t group = group_of_[position];
        if (group == 0 || !filter_.has_windows(before, left)) return;
        const std::uint64_t first = first_class_[group - 1];
        const std::uint64_t last = first_class_[group];
        const std::uint32_t letter = letter_before(position);
        const std::uint64_t members = classes_[last - 1].first + classes_[last - 1].count - classes_[first].first;
        const bool with_contexts = contexts_.size() > 0 && members >= least_with_contexts_;
        const auto bounds = with_contexts ? filter_.bounds_of(position, before, left) : typename join::bounds{};
        for (std::uint64_t at = first; at < last; ++at) {
            const letter_class& each = classes_[at];
            if (each.letter == letter && letter != border) continue;
            const Position* const others = members_.data() + each.first;
            const auto begin = static_cast<std::uint64_t>(std::lower_bound(others, others + each.count, from) - others);
            if (with_contexts) {
                find_with_contexts(each, bounds, begin, until, take);
                continue;
            }
            for (std::uint64_t nth = begin; nth < each.count && others[nth] < until; ++nth)
                take(std::uint64_t{others[nth]});
        }
    }

  private:
    using join = context_join<Position>;
    static constexpr std::uint32_t border = std::numeric_limits<std::uint32_t>::max(); ///< no code of a letter

    struct letter_class {
        Position first; ///< its members in ascending order
        Position count;
        std::uint32_t letter; ///< before all of them
    };

    struct record {
        std::uint32_t letter;
        Position position;
        friend auto operator<=>(const record&, const record&) = default;
    };

    [[nodiscard]] std::uint32_t letter_before(std::uint64_t position) const {
        return held_.text.is_cut(position) ? border : static_cast<std::uint32_t>(held_.text.letter(position - 1));
    }

    /// Of a part: the numbers of its next group and of that group's first class.
    struct group_list {
        std::uint64_t groups;
        std::uint64_t classes;
        // Scratch: the members of the group, the letters around them, and whether they are in a pair.
        std::vector<record> sorted;
        std::vector<seed_context> contexts;
        std::vector<bool> is_paired;
    };

    /// Of the members of a class from a number on and up to a position, those that the filter admits.
    template <class Take>
    void find_with_contexts(const letter_class& each, const typename join::bounds& bounds, std::uint64_t begin,
                            std::uint64_t until, Take take) const {
        const Position* const others = members_.data() + each.first;
        const seed_context* const contexts = contexts_.data() + each.first;
        const auto end =
            static_cast<std::uint64_t>(std::lower_bound(others + begin, others + each.count, until) - others);
        const context_filter filter = filter_; // which the compiler then knows not to change
        if (each.count >= least_joined_) {
            const auto joined = joins_.find(each.first);
            if (joined != joins_.end() && joined->second.serves(bounds))
                return joined->second.for_each(filter, bounds, contexts, begin, end,
                                               [&](std::uint64_t nth) { take(std::uint64_t{others[nth]}); });
        }
        const auto take_if_admitted = [&](std::uint64_t nth) {
            if (filter.admits(bounds, filter.differences(bounds.context, contexts[nth])))
                take(std::uint64_t{others[nth]});
        };
        if (screen_ == nullptr || begin + tuning::least_members_screened > end) {
            for (std::uint64_t nth = begin; nth < end; ++nth)
                take_if_admitted(nth);
            return;
        }
        const screened_position one = filter.screened(bounds);
        std::array<std::uint32_t, 256> left; // NOLINT(cppcoreguidelines-pro-type-member-init): filled below
        for (std::uint64_t first = begin; first < end; first += left.size()) {
            const std::uint64_t count = std::min<std::uint64_t>(left.size(), end - first);
            const std::size_t passed = screen_(one, contexts + first, count, left.data());
            for (std::size_t at = 0; at < passed; ++at)
                take_if_admitted(first + left[at]);
        }
    }

    void add_group(std::span<const Position> suffixes, std::uint64_t first, group_list& list) {
        list.sorted.clear();
        bool is_one_class = true;
        for (const Position position : suffixes) {
            list.sorted.push_back({letter_before(position), position});
            is_one_class = is_one_class && list.sorted.back().letter == list.sorted.front().letter;
        }
        if (is_one_class && list.sorted.front().letter != border) return;
        const auto [least, greatest] = std::ranges::minmax(suffixes);
        if (held_.map.sequence_of(least) == held_.map.sequence_of(greatest)) return; // no pair of sequences
        std::ranges::sort(list.sorted);
        const bool with_contexts = contexts_.size() > 0 && list.sorted.size() >= least_with_contexts_;
        list.contexts.clear(); // memory of their own is for groups that are kept
        for (std::uint64_t nth = 0; with_contexts && nth < list.sorted.size(); ++nth)
            list.contexts.push_back(filter_.context_of(list.sorted[nth].position));
        const bool compared = with_contexts && list.sorted.size() <= tuning::most_members_compared;
        if (compared && !compare_members(list)) return;
        first_class_[list.groups++] = static_cast<Position>(list.classes);
        for (std::uint64_t nth = 0; nth < list.sorted.size(); ++nth) {
            const auto [letter, position] = list.sorted[nth];
            members_[first + nth] = position;
            if (!compared || list.is_paired[nth]) group_of_[position] = static_cast<Position>(list.groups);
            if (nth == 0 || list.sorted[nth - 1].letter != letter)
                classes_[list.classes++] = {static_cast<Position>(first + nth), 0, letter};
            ++classes_[list.classes - 1].count;
        }
        if (!with_contexts) return;
        std::ranges::copy(list.contexts, contexts_.data() + first);
        for (std::uint64_t at = first_class_[list.groups - 1]; at < list.classes; ++at)
            add_join(classes_[at], list.sorted.size());
    }

    /// Which members of a small group, all of which are in the cache now, are a pair with one behind them; false if
    /// there is none.
    bool compare_members(group_list& list) const {
        const std::span<const std::uint64_t> offsets = offsets_of(held_.set);
        const context_filter filter = filter_; // which the compiler then knows not to change
        list.is_paired.assign(list.sorted.size(), false);
        bool any = false;
        for (std::uint64_t one = 0; one < list.sorted.size(); ++one) {
            const auto [letter, position] = list.sorted[one];
            const std::uint64_t sequence = held_.map.sequence_of(position);
            const std::uint64_t before = position - offsets[sequence];
            const std::uint64_t left = offsets[sequence + 1] - position;
            if (!filter.has_windows(before, left)) continue;
            const auto bounds = filter.bounds_of(position, before, left);
            for (std::uint64_t other = 0; other < list.sorted.size() && !list.is_paired[one]; ++other) {
                if (list.sorted[other].position <= position) continue;
                if (list.sorted[other].letter == letter && letter != border) continue;
                list.is_paired[one] =
                    filter.admits(bounds, filter.differences(list.contexts[one], list.contexts[other]));
            }
            any = any || list.is_paired[one];
        }
        return any;
    }

    /// Of a class of a group with so many members, if it is paired with many.
    void add_join(const letter_class& each, std::uint64_t members) {
        const std::uint64_t others = each.letter == border ? members : members - each.count;
        if (std::min<std::uint64_t>(each.count, others) < least_joined_) return;
        // Most positions of a large group are at the same distance from the ends of their sequences: the majority vote
        // of Boyer and Moore finds the bounds of one of them.
        typename join::bounds typical{};
        std::uint64_t votes = 0;
        const std::span<const std::uint64_t> offsets = offsets_of(held_.set);
        for (std::uint64_t nth = each.first; nth < each.first + each.count; ++nth) {
            const std::uint64_t sequence = held_.map.sequence_of(members_[nth]);
            const std::uint64_t before = members_[nth] - offsets[sequence];
            const std::uint64_t left = offsets[sequence + 1] - members_[nth];
            if (!filter_.has_windows(before, left)) continue;
            const auto bounds = filter_.bounds_of(members_[nth], before, left);
            if (votes == 0) typical = bounds;
            const bool agrees =
                typical.below_middle == bounds.below_middle && typical.from_middle == bounds.from_middle;
            votes = agrees ? votes + 1 : votes - 1;
        }
        if (votes == 0) return;
        std::optional<join> made = join::of(filter_, {contexts_.data() + each.first, each.count}, typical);
        if (!made) return;
        const std::scoped_lock lock(joining_);
        joins_.emplace(each.first, std::move(*made));
    }

    /// Tests have small groups.
    [[nodiscard]] static std::uint64_t least_members(std::uint64_t tuned) {
        return runtime::forced_tile() > 0 ? std::min(runtime::forced_tile(), tuned) : tuned;
    }

    const index_tables& held_;
    const std::uint64_t least_with_contexts_ = least_members(tuning::least_members_with_contexts);
    const std::uint64_t least_joined_ = least_members(tuning::least_members_joined);
    context_filter filter_;
    context_screen screen_ = nullptr;           ///< of letters of two bits
    runtime::far_array<Position> members_;      ///< the suffix array, each group by class and position
    runtime::far_array<Position> group_of_;     ///< of each position, from 1 on; 0: none
    runtime::far_array<letter_class> classes_;  ///< those of a group in a row
    runtime::far_array<Position> first_class_;  ///< of each group, and the end of a part's last
    runtime::far_array<seed_context> contexts_; ///< of members; empty if there is no room
    std::map<std::uint64_t, join> joins_;       ///< of classes, by their first members
    std::mutex joining_;
};

} // namespace concord::overlap
