// Induced sorting of a reduced text (sais_names.hpp) by several threads: the same arrays and walks, which are divided
// into blocks (sais_names_walks.hpp). What is between them are loops over suffixes or letters, which are divided, too:
// types are bits, so that threads find the LMS suffixes and the place of each name in the next text by themselves.
#pragma once

#include "runtime/parts.hpp"
#include "suffixes/lms_bits.hpp"
#include "suffixes/names_blocks.hpp"
#include "suffixes/sais_blocks.hpp"
#include "suffixes/sais_names.hpp"
#include "suffixes/sais_names_walks.hpp"
#include "suffixes/sais_room.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace concord::suffixes {

template <class Index>
class shared_names_induction {
  public:
    static constexpr std::uint64_t space(std::uint64_t size) { return names_induction<Index>::space(size); }

    /// As names_induction. Threads of `sizes` share the work; `ranges` is used by one text at a time.
    shared_names_induction(std::span<const Index> text, std::uint64_t letters, Index* sorted,
                           const sais_room<Index>& room, const block_sizes& sizes, stream_ranges<Index>& ranges,
                           const std::function<void()>& check)
        : sizes_(sizes), ranges_(ranges), check_(check), room_(room), in_{.text = text.data(),
                                                                          .size = static_cast<Index>(text.size()),
                                                                          .letters = static_cast<Index>(letters),
                                                                          .sorted = sorted,
                                                                          .streams = room_.take(4 * letters),
                                                                          .begins = room_.take(letters + 1),
                                                                          .left_begins = room_.take(letters + 1),
                                                                          .lms_ends = room_.take(letters + 1)} {}
    shared_names_induction(const shared_names_induction&) = delete;
    shared_names_induction& operator=(const shared_names_induction&) = delete;
    ~shared_names_induction() = default;

    void sort() {
        std::optional<lms_bits<Index>> types(std::in_place, in_.text, in_.size, false, sizes_.workers);
        list_lms(*types);
        count_letters(*types);
        divide();
        if (lms_ > 1) {
            sort_substrings();
            order_lms(types);
        }
        place_lms();
        sort_suffixes();
    }

    /// Sorts a text of names by several threads if it is worth it.
    static void sort(std::span<const Index> text, std::uint64_t letters, Index* sorted, const sais_room<Index>& room,
                     const block_sizes& sizes, stream_ranges<Index>& ranges, const std::function<void()>& check) {
        if (sizes.are_shared() && text.size() >= sizes.least * tuning::least_blocks_of_names)
            shared_names_induction(text, letters, sorted, room, sizes, ranges, check).sort();
        else
            names_induction<Index>(text, letters, sorted, room, check).sort();
    }

  private:
    using arrays = names_arrays<Index>;
    using entry = typename stream_ranges<Index>::entry;
    static constexpr Index ahead = tuning::names_ahead;
    static constexpr Index mark = arrays::mark;
    static constexpr Index position = arrays::position;

    /// Of a letter while letters are counted, and while LMS suffixes are placed, as in names_induction.
    enum field : unsigned { ll, lml, lms, ss };
    enum place : unsigned { next_lms = arrays::last_on, first_lms = arrays::last_end };

    /// Calls each(first, last) for parts of [begin, end).
    template <class Each>
    void for_parts(Index begin, Index end, const Each& each) const {
        runtime::for_parts(sizes_.workers, static_cast<std::uint64_t>(end - begin), tuning::places_per_task,
                           [&](std::uint64_t first, std::uint64_t last) {
                               each(begin + static_cast<Index>(first), begin + static_cast<Index>(last));
                           });
    }
    void fill(Index begin, Index end, Index value) const {
        for_parts(begin, end, [&](Index first, Index last) { std::fill_n(in_.sorted + first, last - first, value); });
    }

    /// The LMS positions in text order.
    void list_lms(const lms_bits<Index>& types) {
        lms_ = types.lms();
        found_ = room_.take(static_cast<std::uint64_t>(lms_));
        sizes_.workers.run(types.parts(), [&](std::size_t part, unsigned) {
            if (types.first_of(part) == in_.size) return;
            Index* to = found_ + types.rank_of(types.first_of(part));
            types.for_lms(part, [&to](Index at) { *to++ = at; });
        });
    }

    void count_letters(const lms_bits<Index>& types) {
        for_parts(0, in_.letters, [&](Index first, Index last) {
            std::fill_n(in_.of_letter(first), std::ptrdiff_t{4} * (last - first), Index{0});
        });
        ranges_.distribute(
            static_cast<std::uint64_t>(in_.size), static_cast<std::uint64_t>(in_.letters),
            [&](std::uint64_t first, std::uint64_t last, entry* entries) {
                for (auto at = static_cast<Index>(first); at < static_cast<Index>(last); ++at)
                    *entries++ = {0, in_.text[at],
                                  (types.is_smaller(at) ? 2U : 0U) + (types.is_smaller(at - 1) ? 1U : 0U)};
            },
            [&](const entry& each) { ++in_.of_letter(each.stream)[each.of]; });
    }

    /// Divides `sorted` among the streams of the walk to the right.
    void divide() {
        struct sums {
            Index right = 0;
            Index left = 0;
            Index list = 0;
        };
        const runtime::equal_parts parts(sizes_.workers, static_cast<std::uint64_t>(in_.letters),
                                         tuning::places_per_task);
        std::vector<sums> of_part(parts.size() + 1);
        const auto letters_of = [&](std::size_t part, const auto& each) {
            for (auto letter = static_cast<Index>(std::max<std::uint64_t>(parts.first(part), 1));
                 letter < static_cast<Index>(parts.last(part)); ++letter)
                each(letter, in_.of_letter(letter));
        };
        sizes_.workers.run(parts.size(), [&](std::size_t part, unsigned) {
            sums sum;
            letters_of(part, [&sum](Index, const Index* of) {
                sum.right += of[ll] + of[lms];
                sum.left += of[lml] + of[ss];
                sum.list += of[lms];
            });
            of_part[part + 1] = sum;
        });
        for (std::size_t part = 0; part < parts.size(); ++part) {
            of_part[part + 1].right += of_part[part].right;
            of_part[part + 1].left += of_part[part].left;
            of_part[part + 1].list += of_part[part].list;
        }
        in_.behind_larger = of_part.back().right;
        sizes_.workers.run(parts.size(), [&](std::size_t part, unsigned) {
            sums sum = of_part[part];
            letters_of(part, [&](Index letter, Index* of) {
                const Index lls = of[ll];
                const Index lmls = of[lml];
                const Index lms_here = of[lms];
                const Index sss = of[ss];
                in_.begins[letter] = sum.right + sum.left;
                in_.left_begins[letter] = in_.behind_larger + sum.left;
                sum.list += lms_here;
                in_.lms_ends[letter] = sum.list;
                of[arrays::goes_on] = sum.right;
                of[next_lms] = of[first_lms] = sum.right + lls;
                of[arrays::ends] = in_.behind_larger + sum.left;
                sum.right += lls + lms_here;
                sum.left += lmls + sss;
            });
        });
        in_.begins[in_.letters] = in_.size;
        in_.left_begins[in_.letters] = in_.size;
    }

    /// The first lms_ elements of `sorted` are then the LMS suffixes by their LMS substrings, with marks.
    void sort_substrings() {
        const Index middle = in_.behind_larger;
        fill(0, in_.size + 1, arrays::empty);
        ranges_.distribute(
            static_cast<std::uint64_t>(lms_), static_cast<std::uint64_t>(in_.letters),
            [&](std::uint64_t first, std::uint64_t last, entry* entries) {
                for (std::uint64_t nth = first; nth < last; ++nth)
                    *entries++ = {found_[nth], in_.text[found_[nth]], 0};
            },
            [&](const entry& each) {
                Index* const of = in_.of_letter(each.stream);
                const Index to = of[next_lms]++;
                in_.sorted[to] = each.value | arrays::marked_if(to == of[first_lms]);
            });
        names_walks<Index> walks(in_, ranges_, check_);
        walks.template put_last<true>();
        walks.template walk<true, true>(0, middle);
        // The mark moves from the first LML suffix of a class to the last.
        const runtime::equal_parts parts(sizes_.workers, static_cast<std::uint64_t>(in_.size - middle),
                                         tuning::places_per_task);
        std::vector<Index> behind(parts.size());
        for (std::size_t part = 0; part < parts.size(); ++part)
            behind[part] = in_.sorted[middle + static_cast<Index>(parts.last(part))] & mark;
        sizes_.workers.run(parts.size(), [&](std::size_t part, unsigned) {
            Index at = middle + static_cast<Index>(parts.first(part));
            for (const Index end = middle + static_cast<Index>(parts.last(part)) - 1; at < end; ++at)
                in_.sorted[at] = (in_.sorted[at] & position) | (in_.sorted[at + 1] & mark);
            in_.sorted[at] = (in_.sorted[at] & position) | behind[part];
        });
        for_parts(1, in_.letters, [&](Index first, Index end) {
            for (Index letter = first; letter < end; ++letter) {
                in_.of_letter(letter)[arrays::goes_on] = in_.left_begins[letter + 1];
                in_.of_letter(letter)[arrays::ends] = in_.lms_ends[letter];
            }
        });
        walks.template walk<false, true>(middle, in_.size);
    }

    /// Sorts the LMS suffixes at the front of `sorted`, which are sorted by their LMS substrings: into their list.
    void order_lms(std::optional<lms_bits<Index>>& types) {
        const runtime::equal_parts parts(sizes_.workers, static_cast<std::uint64_t>(lms_), tuning::places_per_task);
        const auto for_list = [&](const auto& each) {
            sizes_.workers.run(parts.size(), [&](std::size_t part, unsigned) {
                each(static_cast<Index>(parts.first(part)), static_cast<Index>(parts.last(part)), part);
            });
        };
        std::vector<Index> marks(parts.size() + 1);
        for_list([&](Index first, Index last, std::size_t part) {
            marks[part + 1] = static_cast<Index>(
                std::count_if(in_.sorted + first, in_.sorted + last, [](Index each) { return each < 0; }));
        });
        for (std::size_t part = 0; part < parts.size(); ++part)
            marks[part + 1] += marks[part];
        const Index different = marks.back();
        if (different == lms_) {
            for_list([&](Index first, Index last, std::size_t) {
                for (Index at = first; at < last; ++at)
                    found_[at] = in_.sorted[at] & position;
            });
            return;
        }
        const auto reduced = static_cast<std::uint64_t>(lms_);
        Index* const names = in_.sorted + space(static_cast<std::uint64_t>(in_.size)) - lms_; // behind the list
        names[-1] = 0;
        for_list([&](Index first, Index last, std::size_t part) {
            Index name = 1 + marks[part];
            for (Index at = first; at < last; ++at) {
                names[types->rank_of(in_.sorted[at] & position)] = name;
                name += in_.sorted[at] < 0 ? 1 : 0;
            }
        });
        types.reset();
        sais_room<Index> room = room_;
        Index* const free = in_.sorted + space(reduced);
        if (names - 1 > free) room.add({free, names - 1});
        room.add({in_.streams, std::size_t{4} * static_cast<std::size_t>(in_.letters)}); // not needed meanwhile
        sort({names, reduced}, static_cast<std::uint64_t>(different) + 1, in_.sorted, room, sizes_, ranges_, check_);
        Index* const ordered = in_.sorted + in_.size - lms_; // names are not needed any longer
        for_list([&](Index first, Index last, std::size_t) {
            for (Index at = first; at < last; ++at) {
                if (at + ahead < last) __builtin_prefetch(found_ + in_.sorted[at + ahead]);
                ordered[at] = found_[in_.sorted[at]];
            }
        });
        for_list(
            [&](Index first, Index last, std::size_t) { std::copy(ordered + first, ordered + last, found_ + first); });
    }

    /// Puts the sorted LMS suffixes to the ends of their buckets, and clears all other places.
    void place_lms() {
        fill(0, in_.size + 1, 0);
        for_parts(0, lms_, [&](Index first, Index last) {
            auto letter = static_cast<Index>(std::upper_bound(in_.lms_ends + 1, in_.lms_ends + in_.letters, first) -
                                             in_.lms_ends);
            for (Index at = first; at < last; ++at) {
                while (at >= in_.lms_ends[letter])
                    ++letter;
                in_.sorted[in_.begins[letter + 1] - (in_.lms_ends[letter] - at)] = found_[at];
            }
        });
    }

    /// As names_induction does it.
    void sort_suffixes() {
        const auto set_streams = [&](const Index* borders) {
            for_parts(1, in_.letters, [&](Index first, Index last) {
                std::copy(borders + first, borders + last, in_.streams + first);
            });
        };
        set_streams(in_.begins);
        names_walks<Index> walks(in_, ranges_, check_);
        walks.template put_last<false>();
        walks.template walk<true, false>(0, in_.size);
        set_streams(in_.begins + 1);
        walks.template walk<false, false>(0, in_.size);
    }

    const block_sizes& sizes_;
    stream_ranges<Index>& ranges_;
    const std::function<void()>& check_;
    sais_room<Index> room_;
    arrays in_;
    Index lms_ = 0;          ///< their number
    Index* found_ = nullptr; ///< LMS positions: in text order, then sorted
};

} // namespace concord::suffixes
