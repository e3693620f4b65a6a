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
        : names_(names), groups_(static_cast<std::size_t>(different) + 2),
          memory_(2 * names.size() + 1 + names.size() / 2 + 1), laters_(memory_.data()),
          numbers_(laters_ + names.size()), suffixes_(reinterpret_cast<std::uint32_t*>(numbers_ + names.size() + 1)),
          bits_(64 - static_cast<unsigned>(std::bit_width(groups_.size()))) {}

    inserted_names(const inserted_names&) = delete;
    inserted_names& operator=(const inserted_names&) = delete;
    ~inserted_names() = default;

    /// The suffix array of the names, each suffix as its value, which may be in the same memory. False, and nothing is
    /// written, if that takes too many steps. Time O(names) in either case.
    bool sort(const Index* values, Index* order) {
        if (names_.size() / groups_.size() > tuning::most_of_a_name(names_.size()) || !divide()) return false;
        const std::uint64_t most = tuning::steps_of_inserted_name(names_.size()) * names_.size();
        const auto* more = tuning::shares_of_steps.data();
        const std::size_t part = (names_.size() + tuning::shares_of_steps.size() - 1) / tuning::shares_of_steps.size();
        std::size_t begin_of_part = names_.size();
        std::uint64_t steps = 0;
        numbers_[names_.size()] = 0;
        for (std::size_t at = names_.size(); at-- > 0;) {
            if (at + 1 == begin_of_part) {
                steps += most * *more++ / 16;
                begin_of_part -= part;
            }
            const auto name = static_cast<std::size_t>(names_.data()[at]);
            group& of = groups_.data()[name];
            const std::uint32_t place = insert(at, of);
            std::uint64_t taken = of.end - place;
            if (!take_number(at, name, place)) {
                number_all();
                taken += names_.size();
            }
            if (taken > steps) return false;
            steps -= taken;
        }
        std::copy_n(values, names_.size(), laters_); // which are not needed any more
        for (std::size_t at = 0; at < names_.size(); ++at)
            order[at] = static_cast<Index>(laters_[suffixes_[at]]);
        return true;
    }

  private:
    struct group {
        std::uint32_t begin; ///< its places
        std::uint32_t end;   ///< of those that are inserted
    };

    static constexpr unsigned halvings_within = 3; ///< 300 fit behind each other

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
        return pairs <= tuning::most_of_a_name(names_.size()) * names_.size();
    }

    /// Its place, behind all whose later suffixes are smaller.
    std::uint32_t insert(std::size_t at, group& of) {
        const std::uint64_t later = numbers_[at + 1];
        std::uint64_t* const laters = laters_;
        std::uint32_t* const suffixes = suffixes_;
        std::uint32_t place = of.end;
        const std::uint32_t few = of.end - std::min(of.end - of.begin, tuning::few_steps);
        for (; place != few && laters[place - 1] > later; --place) {
            laters[place] = laters[place - 1];
            suffixes[place] = suffixes[place - 1];
        }
        if (place == few && place != of.begin && laters[place - 1] > later) {
            const std::uint32_t moved = place;
            place = of.begin;
            for (std::uint32_t count = moved - of.begin; count > 0;) { // without a branch that would be hard to predict
                const std::uint32_t half = count / 2;
                place += laters[place + half] < later ? count - half : 0;
                count = half;
            }
            std::copy_backward(laters + place, laters + moved, laters + moved + 1);
            std::copy_backward(suffixes + place, suffixes + moved, suffixes + moved + 1);
        }
        laters[place] = later;
        suffixes[place] = static_cast<std::uint32_t>(at);
        ++of.end;
        return place;
    }

    /// One between those of its neighbours; false if there is none.
    bool take_number(std::size_t at, std::size_t name, std::uint32_t place) {
        std::uint64_t* const numbers = numbers_;
        const std::uint32_t* const suffixes = suffixes_;
        const group& of = groups_.data()[name];
        const bool is_first = place == of.begin;
        const bool is_last = place + 1 == of.end;
        const std::uint64_t low = is_first ? name << bits_ : numbers[suffixes[place - 1]];
        const std::uint64_t high = is_last ? (name + 1) << bits_ : numbers[suffixes[place + 1]];
        // In a period each is inserted beside the one before, which is the neighbour nearer in the text: behind it, the
        // next ones are left room. At an end they are known to be no more than what is left of the group.
        const bool is_behind = !is_first && (is_last || suffixes[place - 1] < suffixes[place + 1]);
        const std::uint32_t left = groups_.data()[name + 1].begin - of.end;
        const auto halvings = static_cast<unsigned>(is_first && is_last   ? 1
                                                    : is_first != is_last ? std::bit_width(left) + 1
                                                                          : halvings_within);
        const std::uint64_t apart = (high - low) >> halvings;
        numbers[at] = is_behind ? low + apart : high - apart;
        return apart > 0;
    }

    /// Of each group at even distances.
    void number_all() {
        for (std::size_t name = 1; name + 1 < groups_.size(); ++name) {
            const group& of = groups_[name];
            const std::uint64_t apart = (std::uint64_t{1} << bits_) / (of.end - of.begin + std::uint64_t{1});
            std::uint64_t next = name << bits_;
            for (std::uint32_t place = of.begin; place < of.end; ++place)
                numbers_[suffixes_[place]] = next += apart;
        }
        for (const group& of : groups_)
            for (std::uint32_t place = of.begin; place < of.end; ++place)
                laters_[place] = numbers_[suffixes_[place] + std::size_t{1}];
    }

    std::span<const Index> names_;
    std::vector<group> groups_; ///< of each name, and behind the last
    base::unset_vector<std::uint64_t> memory_;
    std::uint64_t* laters_;   ///< at each place the number of the suffix that begins one name later
    std::uint64_t* numbers_;  ///< of each suffix, and of the end
    std::uint32_t* suffixes_; ///< at each place
    unsigned bits_;           ///< of the numbers of suffixes of one name
};

} // namespace concord::suffixes
