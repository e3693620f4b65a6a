// Orders the suffixes of the names of LMS substrings (sais.hpp) where few of them have the same first name. From the
// last one on, each is inserted among those of its first name. There two suffixes are in the order of the two that
// begin one name later, which have their places already: nothing is compared, however far they are equal. The order of
// all is kept as numbers, and a new suffix takes one between those of its neighbours (Dietz and Sleator, "Two
// algorithms for maintaining order in a list", without new numbers: of 64 bits there are enough for groups that are
// small).
//
//   names  3 2 3 2 3 1    from the right   1 | 3 1 | 2 3 1 | 3 2 3 1 | 2 3 2 3 1 | 3 2 3 2 3 1
//                         as one later       |     |       | 2 > 1   | 3 2 > 3 1 | 2 3 2 > 2 3 1
#pragma once

#include "base/unset_vector.hpp"
#include "suffixes/tuning.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace concord::suffixes {

template <class Index>
class inserted_names {
  public:
    /// Names are from 1 to `different`, each of which occurs.
    inserted_names(std::span<const Index> names, Index different)
        : names_(names), groups_(static_cast<std::size_t>(different) + 2), items_(names.size()),
          bits_(64 - static_cast<unsigned>(std::bit_width(groups_.size()))) {}

    /// The suffix array of the names, each suffix as its value, which may be in the same memory. False, and nothing is
    /// written, if that takes too many steps, or numbers that are closer together. Time O(names) in either case.
    bool sort(const Index* values, Index* order) {
        if (names_.size() / groups_.size() > tuning::most_of_a_name || !divide()) return false;
        std::uint64_t steps = tuning::steps_of_inserted_name * names_.size();
        std::uint64_t later = 0; // the number of the suffix that begins one name later
        for (std::size_t at = names_.size(); at-- > 0;) {
            const auto name = static_cast<std::size_t>(names_.data()[at]);
            group& of = groups_.data()[name];
            item* const begin = items_.data() + of.begin;
            item* const end = items_.data() + of.end;
            item* place = end;
            for (; place != begin && place[-1].later > later; --place)
                *place = place[-1];
            const auto moved = static_cast<std::uint64_t>(end - place);
            if (moved > steps) return false;
            steps -= moved;
            ++of.end;
            const std::uint64_t low = place != begin ? place[-1].number : name << bits_;
            const std::uint64_t high = place != end ? place[1].number : (name + 1) << bits_;
            // Of a period each is inserted at the same end: there the next ones are left room.
            const bool at_an_end = (place == begin) != (place == end);
            const auto left = groups_.data()[name + 1].begin - of.end;
            const std::uint64_t apart = (high - low) >> (at_an_end ? std::bit_width(left) + 1 : 1);
            if (apart == 0) return false;
            const std::uint64_t number = place == begin ? high - apart : low + apart;
            *place = {later, number, values[at]};
            later = number;
        }
        for (std::size_t at = 0; at < names_.size(); ++at)
            order[at] = items_[at].value;
        return true;
    }

  private:
    struct group {
        std::uint32_t begin; ///< in items_
        std::uint32_t end;   ///< of those that are inserted
    };
    struct item {
        std::uint64_t later; ///< the number of the suffix that begins one name later
        std::uint64_t number;
        Index value; ///< of the suffix
    };

    /// False if groups are too large.
    bool divide() {
        group* const groups = groups_.data();
        for (const Index name : names_)
            ++groups[name].end;
        std::uint32_t sum = 0;
        std::uint64_t pairs = 0;
        for (group& each : groups_) {
            const std::uint32_t count = each.end;
            each = {sum, sum};
            sum += count;
            pairs += std::uint64_t{count} * count;
        }
        return pairs <= tuning::most_of_a_name * names_.size();
    }

    std::span<const Index> names_;
    std::vector<group> groups_; ///< of each name, and behind the last
    base::unset_vector<item> items_;
    unsigned bits_; ///< of the numbers of suffixes of one name
};

} // namespace concord::suffixes
