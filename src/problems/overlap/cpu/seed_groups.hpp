// Occurrences of the same q letters, by the letter before them: the seeds of matches with mismatches.
//
//   q = 3     ACGT  at 7, 40, 95, 101      one group of suffixes that share q letters
//             before: T C T N               classes: {7, 95} behind T, {40} behind C, {101} behind a border
//
// Two occurrences in different classes begin a maximal run of equal letters, as do any two behind a border. So all of
// a class that would only lengthen a run to the left are skipped at once; of sequences that are nearly equal most
// groups are one class, and are not kept.
#pragma once

#include "problems/overlap/resources.hpp"
#include "problems/overlap/tables.hpp"
#include "runtime/far_array.hpp"
#include "runtime/parts.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

namespace concord::overlap {

template <class Position>
class seed_groups {
  public:
    /// Time O(letters · log of the largest group / threads). q >= 1.
    seed_groups(const index_tables& held, const arrays<Position>& arrays, std::uint64_t q,
                runtime::thread_pool& workers)
        : held_(held), members_(held.text.size), group_of_(held.text.size), classes_(held.text.size) {
        const std::uint64_t size = arrays.suffixes.size();
        const runtime::equal_parts parts(workers, size, places_of_task());
        first_class_ = runtime::far_array<Position>(size / 2 + 2 * parts.size() + 1);
        workers.run(parts.size(), [&](std::size_t part, unsigned) {
            std::uint64_t first = parts.first(part);
            while (first > 0 && first < parts.last(part) && arrays.prefixes[first] >= q)
                ++first; // of a group that begins in an earlier part
            // No two parts have the same numbers: a group has two members, and as many classes at most.
            group_list list{first / 2 + 2 * part, first, {}};
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

    /// Calls take(other) for each position of [from, until) with the same q letters as `position`, where a run of equal
    /// letters begins at both.
    template <class Take>
    void for_each_seed(std::uint64_t position, std::uint64_t from, std::uint64_t until, Take take) const {
        const std::uint64_t group = group_of_[position];
        if (group == 0) return;
        const std::uint32_t letter = letter_before(position);
        for (std::uint64_t at = first_class_[group - 1]; at < first_class_[group]; ++at) {
            const letter_class& each = classes_[at];
            if (each.letter == letter && letter != border) continue;
            const Position* const begin = members_.data() + each.first;
            const Position* const end = begin + each.count;
            for (const Position* other = std::lower_bound(begin, end, from); other != end && *other < until; ++other)
                take(std::uint64_t{*other});
        }
    }

  private:
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
        std::vector<record> sorted; ///< scratch
    };

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
        first_class_[list.groups++] = static_cast<Position>(list.classes);
        for (std::uint64_t nth = 0; nth < list.sorted.size(); ++nth) {
            const auto [letter, position] = list.sorted[nth];
            members_[first + nth] = position;
            group_of_[position] = static_cast<Position>(list.groups);
            if (nth == 0 || list.sorted[nth - 1].letter != letter)
                classes_[list.classes++] = {static_cast<Position>(first + nth), 0, letter};
            ++classes_[list.classes - 1].count;
        }
    }

    const index_tables& held_;
    runtime::far_array<Position> members_;     ///< the suffix array, each group by class and position
    runtime::far_array<Position> group_of_;    ///< of each position, from 1 on; 0: none
    runtime::far_array<letter_class> classes_; ///< those of a group in a row
    runtime::far_array<Position> first_class_; ///< of each group, and the end of a part's last
};

} // namespace concord::overlap
