// Orders the suffixes of the names of LMS substrings (sais.hpp) where few of them have the same first name. From the
// last one on, each is inserted among those of its first name. There two suffixes are in the order of the two that
// begin one name later, which have their places already: nothing is compared, however far they are equal. The order of
// all is kept as numbers, and a new suffix takes one between those of its neighbours; where there is none, all take new
// ones (Dietz and Sleator, "Two algorithms for maintaining order in a list"), which is rare, as numbers have 64 bits.
//
//   names  3 2 3 2 3 1    from the right   1 | 3 1 | 2 3 1 | 3 2 3 1 | 2 3 2 3 1 | 3 2 3 2 3 1
//                         as one later       |     |       | 2 > 1   | 3 2 > 3 1 | 2 3 2 > 2 3 1
#pragma once

#include "base/unset_vector.hpp"
#include "suffixes/tuning.hpp"

#include <algorithm>
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
    /// written, if that takes too many steps. Time O(names) in either case.
    bool sort(const Index* values, Index* order) {
        if (names_.size() / groups_.size() > tuning::most_of_a_name || !divide()) return false;
        const std::uint64_t most = tuning::steps_of_inserted_name(names_.size()) * names_.size();
        const auto* more = tuning::shares_of_steps.data();
        const std::size_t part = (names_.size() + tuning::shares_of_steps.size() - 1) / tuning::shares_of_steps.size();
        std::size_t begin_of_part = names_.size();
        std::uint64_t steps = 0;
        std::uint64_t later = 0; // the number of the suffix that begins one name later
        for (std::size_t at = names_.size(); at-- > 0;) {
            if (at + 1 == begin_of_part) {
                steps += most * *more++ / 64;
                begin_of_part -= part;
            }
            const auto name = static_cast<std::size_t>(names_.data()[at]);
            group& of = groups_.data()[name];
            item* const place = insert({later, 0, values[at], static_cast<std::uint32_t>(at)}, of);
            auto taken = static_cast<std::uint64_t>(items_.data() + of.end - place);
            if (!take_number(place, name)) {
                number_all();
                taken += names_.size();
            }
            if (taken > steps) return false;
            steps -= taken;
            later = place->number;
        }
        for (std::size_t at = 0; at < names_.size(); ++at)
            order[at] = items_[at].value;
        return true;
    }

  private:
    struct group {
        std::uint32_t begin; ///< its places
        std::uint32_t end;   ///< of those that are inserted
    };
    struct item {
        std::uint64_t later; ///< the number of the suffix that begins one name later
        std::uint64_t number;
        Index value;          ///< of the suffix
        std::uint32_t suffix; ///< its first name
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

    /// Its place, behind all whose later suffixes are smaller.
    item* insert(const item& added, group& of) {
        item* const begin = items_.data() + of.begin;
        item* const end = items_.data() + of.end++;
        item* place = end;
        item* const few = end - std::min<std::ptrdiff_t>(end - begin, tuning::few_steps);
        for (; place != few && place[-1].later > added.later; --place)
            *place = place[-1];
        if (place == few && place != begin && place[-1].later > added.later) {
            place = begin;
            for (std::ptrdiff_t count = few - begin; count > 0;) { // without a branch that would be hard to predict
                const std::ptrdiff_t half = count / 2;
                place += place[half].later < added.later ? count - half : 0;
                count = half;
            }
            std::copy_backward(place, few, few + 1);
        }
        *place = added;
        return place;
    }

    /// One between those of its neighbours; false if there is none.
    bool take_number(item* place, std::size_t name) {
        const group& of = groups_.data()[name];
        const bool is_first = place == items_.data() + of.begin;
        const bool is_last = place + 1 == items_.data() + of.end;
        const std::uint64_t low = is_first ? name << bits_ : place[-1].number;
        const std::uint64_t high = is_last ? (name + 1) << bits_ : place[1].number;
        // Of a period each is inserted at the same end: there the next ones are left room.
        const auto left = groups_.data()[name + 1].begin - of.end;
        const std::uint64_t apart = (high - low) >> (is_first != is_last ? std::bit_width(left) + 1 : 1);
        place->number = is_first ? high - apart : low + apart;
        return apart > 0;
    }

    /// Of each group at even distances.
    void number_all() {
        std::vector<std::uint64_t> numbers(names_.size() + 1); // of each suffix, and of the end
        for (std::size_t name = 1; name + 1 < groups_.size(); ++name) {
            const group& of = groups_[name];
            const std::uint64_t apart = (std::uint64_t{1} << bits_) / (of.end - of.begin + std::uint64_t{1});
            std::uint64_t next = name << bits_;
            for (std::uint32_t place = of.begin; place < of.end; ++place)
                numbers[items_[place].suffix] = items_[place].number = next += apart;
        }
        for (const group& of : groups_)
            for (std::uint32_t place = of.begin; place < of.end; ++place)
                items_[place].later = numbers[items_[place].suffix + std::size_t{1}];
    }

    std::span<const Index> names_;
    std::vector<group> groups_; ///< of each name, and behind the last
    base::unset_vector<item> items_;
    unsigned bits_; ///< of the numbers of suffixes of one name
};

} // namespace concord::suffixes
