// Induced sorting (SA-IS: Nong, Zhang, Chan, "Two efficient algorithms for linear time suffix array construction") of
// letters that are numbers, with sentinels.
//
// A suffix is of type S if it is smaller than the next one, else of type L; it is LMS if it is S and the one before it
// is L, and LML if it is L and the one before it is S. A bucket holds the suffixes that begin with the same letter,
// those of type L in front. From the sorted LMS suffixes, one walk from the left induces the order of all L suffixes,
// and one from the right that of all S suffixes:
//
//   bucket      |  L suffixes ──▶      ◀── S suffixes |
//   walk right  : of each L suffix, then of each LMS suffix of the bucket, the one before it goes to the front of its
//                 bucket if it is L (of an LMS suffix it always is); if not, this L suffix is LML
//   walk left   : of each S suffix, then of each LML suffix of the bucket, the one before it goes to the end of its
//                 bucket if it is S (of an LML suffix it always is); if not, this S suffix is LMS
//
// A walk looks at the text once for a suffix: the letter before it says, when it is put into its bucket, whether the
// walk ends there, and that letter shares a cache line with its own.
//
// First the LMS suffixes are sorted by their LMS substrings, up to the next LMS position (sais_substrings.hpp). Equal
// LMS substrings get equal names, and if there are any, the order of the LMS suffixes is that of the text of names.
// Then all suffixes are sorted (sais_suffixes.hpp).
//
// A sentinel is the letter 0. Sentinels are distinct: the earlier one is smaller, and all are smaller than other
// letters. So their order is known, every sentinel is of type S, no comparison passes one, the last letter has to be
// one, and there have to be two more in front of the first letter.
#pragma once

#include "base/bits.hpp"
#include "runtime/far_array.hpp"
#include "suffixes/inserted_names.hpp"
#include "suffixes/sais_blocks.hpp"
#include "suffixes/sais_lms_blocks.hpp"
#include "suffixes/sais_names_blocks.hpp"
#include "suffixes/sais_substrings.hpp"
#include "suffixes/sais_suffixes.hpp"
#include "suffixes/suffix_types.hpp"
#include "suffixes/tuning.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

namespace concord::suffixes {

template <class Index, class Letter>
class induction {
    static_assert(std::is_signed_v<Index>);

  public:
    /// Elements that `sorted` needs for a text of so many letters, sentinels included.
    static std::uint64_t space(std::uint64_t size) { return size + 4; }

    /// `text[-1]` and `text[-2]` are sentinels, too, which do not belong to the text. Letters are below `letters`.
    /// `sorted` has `space` elements; the first of them receive the suffixes that do not begin with a sentinel. `room`,
    /// zeros, is for the list of LMS suffixes, if it is large enough, and is overwritten. Threads of `sizes` share
    /// the walks where letters are bytes or pairs of them. `check` is called now and then.
    induction(std::span<const Letter> text, std::uint64_t letters, Index* sorted, std::span<Index> room,
              const block_sizes& sizes, const std::function<void()>& check)
        : text_(text.data()), size_(static_cast<Index>(text.size())), sorted_(sorted), sizes_(sizes), check_(check),
          letters_(letters), room_(room), buckets_(text.data(), size_, letters, sorted) {}
    induction(const induction&) = delete;
    induction& operator=(const induction&) = delete;
    ~induction() = default;

    /// If `preceding` is not null (for letters of one byte only), it receives the letter in front of each suffix of
    /// `sorted`, 0 for a sentinel, and has room for one of each letter of the text.
    void sort(std::uint8_t* preceding = nullptr) {
        check_();
        if (shared_lms<Index, Letter>::is_worth_it(size_, letters_, sizes_)) {
            shared_.emplace(text_, size_, letters_, sizes_.workers);
            lms_ = shared_->count();
            shared_->divide(buckets_);
            make_list();
            shared_->group(list_);
        } else {
            group_lms(find_lms());
        }
        lms_stops_.assign(list_, list_ + buckets_.lms_begins[1]);
        check_();
        if (lms_ - buckets_.lms_begins[1] > 1) { // a text of one repeated letter has none
            with_prefetches([&](auto prefetches) {
                substring_walks<Index, Letter, prefetches>(buckets_, list_, sizes_).sort(check_);
            });
            check_();
            order_lms();
        }
        check_();
        shared_.reset();
        with_prefetches([&](auto prefetches) {
            suffix_walks<Index, Letter, prefetches>(buckets_, list_, preceding, sizes_).sort(check_);
        });
        list_of_suffixes_ = {};
    }

  private:
    static constexpr Index ahead = 32;
    static constexpr Index position = std::numeric_limits<Index>::max(); ///< bits of an entry that are not the mark

    /// Calls each(std::bool_constant): whether walks over this text prefetch.
    template <class Each>
    void with_prefetches(const Each& each) const {
        if constexpr (sizeof(Letter) == 1 && sizeof(Index) == 4)
            if (!is_worth_prefetching(static_cast<std::uint64_t>(size_))) return each(std::false_type{});
        each(std::true_type{});
    }

    [[nodiscard]] std::uint64_t letter_at(Index at) const { return static_cast<std::uint64_t>(text_[at]); }

    /// All LMS positions, in text order, in the lower half of `sorted`. Finds the borders of buckets, too.
    std::span<const Index> find_lms() {
        type_counts<Index, Letter> counts(letters_);
        Index* const end = sorted_ + size_ / 2 + 1;
        Index* to = end;
        for_words_of_types(text_, size_, [&](Index first, unsigned count, std::uint64_t types, std::uint64_t in_front) {
            const std::uint64_t lms = types & ~in_front;
            const std::uint64_t lml = ~types & in_front;
            counts.add(text_ + first, count, lms, lml);
            to -= base::count_ones(lms);
            Index* place = to;
            for (std::uint64_t left = lms; left != 0; left &= left - 1)
                *place++ = first + static_cast<Index>(base::lowest_one(left));
        });
        lms_ = static_cast<Index>(end - to);
        Index sum = 0;
        Index sum_of_lms = 0;
        for (std::uint64_t letter = 0; letter < letters_; ++letter) {
            buckets_.begins[letter] = sum;
            buckets_.lms_begins[letter] = sum_of_lms;
            if (letter > 0) sum += counts.all(letter);
            sum_of_lms += counts.lms(letter);
            buckets_.lml_counts[letter] = counts.lml(letter);
        }
        buckets_.begins[letters_] = sum;
        buckets_.lms_begins[letters_] = sum_of_lms;
        return {to, end};
    }

    void make_list() {
        const auto needed = static_cast<std::size_t>(lms_ + ahead); // what is prefetched behind the last stays zero
        if (room_.size() >= needed) {
            list_ = room_.data();
            room_ = room_.subspan(needed);
        } else {
            list_of_suffixes_ = runtime::far_array<Index>(needed);
            list_ = list_of_suffixes_.data();
            return;
        }
        std::fill_n(list_ + lms_, ahead, Index{0});
    }

    /// Puts the LMS positions into the list, by their first letters, else in text order.
    void group_lms(std::span<const Index> found) {
        make_list();
        std::vector<Index*> to(letters_);
        for (std::uint64_t letter = 0; letter < letters_; ++letter)
            to[letter] = list_ + buckets_.lms_begins[letter];
        for (const Index at : found)
            *to[letter_at(at)]++ = at;
    }

    /// Sorts the LMS suffixes in the list, which are sorted by their LMS substrings. Overwrites `sorted`.
    void order_lms() {
        const auto stops = static_cast<Index>(lms_stops_.size());
        std::ranges::copy(lms_stops_, list_);
        if (shared_) return order_lms_by_threads(stops);
        Index different = stops;
        for (Index at = stops; at < lms_; ++at)
            different += list_[at] < 0 ? 1 : 0;
        if (different == lms_) {
            for (Index at = stops; at < lms_; ++at)
                list_[at] &= position;
            return;
        }
        name_lms(stops, different);
        if (static_cast<std::uint64_t>(size_) <= tuning::letters_of_inserted_names) {
            const std::span<const Index> names(sorted_ + 2, static_cast<std::size_t>(lms_));
            if (inserted_names<Index>(names, different).sort(list_, list_)) return;
        }
        const Index* const order = order_names(static_cast<std::uint64_t>(different) + 1);
        Index* const found = sorted_;
        std::copy_n(list_, lms_, found);
        for (Index at = 0; at < lms_; ++at) {
            if (at + ahead < lms_) __builtin_prefetch(found + order[at + ahead]);
            list_[at] = found[order[at]];
        }
    }

    void order_lms_by_threads(Index stops) {
        const std::vector<Index> classes = shared_->classes(list_, stops);
        const Index different = stops + classes.back();
        if (different == lms_) {
            shared_->for_list(stops, [&](Index first, Index last) {
                for (Index at = first; at < last; ++at)
                    list_[at] &= position;
            });
            return;
        }
        Index* const names = sorted_ + 2;
        std::fill_n(sorted_, 2, Index{0});
        shared_->name(list_, stops, classes, stops + 1, names);
        for (Index at = 0; at < stops; ++at)
            names[shared_->rank_of(list_[at])] = at + 1;
        names[lms_] = 0;
        shared_->put(list_);
        const Index* const order = order_names(static_cast<std::uint64_t>(different) + 1);
        Index* const found = sorted_;
        shared_->for_list(0, [&](Index first, Index last) { std::copy(list_ + first, list_ + last, found + first); });
        shared_->for_list(0, [&](Index first, Index last) {
            for (Index at = first; at < last; ++at) {
                if (at + ahead < last) __builtin_prefetch(found + order[at + ahead]);
                list_[at] = found[order[at]];
            }
        });
    }

    /// Writes the names of the LMS substrings, from 1 on, in text order to `sorted`, between sentinels, and the LMS
    /// positions in text order to the list.
    void name_lms(Index stops, Index different) {
        const Index half = size_ / 2 + 1;
        Index* const names = sorted_ + 2;
        std::fill_n(sorted_, half + 2, Index{0});
        // No two LMS positions are neighbours, so one half of a position tells them apart; the name is beside the bit
        // that is lost. There are at most half as many names as positions.
        const auto put_name = [names](Index at, Index name) { names[at / 2] = 2 * name | (at & 1); };
        Index name = different + 1;
        for (Index at = lms_ - 1; at >= stops; --at) {
            if (at >= ahead) __builtin_prefetch(names + (list_[at - ahead] & position) / 2, 1);
            name -= list_[at] < 0 ? 1 : 0;
            put_name(list_[at] & position, name);
        }
        for (Index at = 0; at < stops; ++at)
            put_name(list_[at], at + 1);
        Index to = 0;
        for (Index at = 0; at < half; ++at) {
            const Index found = names[at];
            names[to] = found / 2; // these stay only if they are one
            list_[to] = 2 * at | (found & 1);
            to += found > 0 ? 1 : 0;
        }
        names[lms_] = 0;
    }

    /// The suffix array of the names that name_lms has left, in the upper half of `sorted`.
    const Index* order_names(std::uint64_t letters) {
        const auto lms = static_cast<std::uint64_t>(lms_);
        if (letters <= most_letters_of_bytes)
            if (const Index* const order = order_bytes(letters)) return order;
        Index* const names = sorted_ + 2;
        Index* const names_end = names + lms;
        Index* const order = sorted_ + space(static_cast<std::uint64_t>(size_)) - names_induction<Index>::space(lms);
        sais_room<Index> room;
        room.add(room_);
        if (order > names_end) room.add({names_end, order});
        stream_ranges<Index> ranges(sizes_);
        shared_names_induction<Index>::sort({names, lms}, letters, order, room, sizes_, ranges, check_);
        return order;
    }

    /// The same of few names: as bytes they are a text like any other. Two Fibonacci words or two of Thue and Morse of
    /// 5 million letters take a fifth less time (AMD EPYC). Null where there is no room.
    const Index* order_bytes(std::uint64_t letters) {
        const auto lms = static_cast<std::uint64_t>(lms_);
        Index* const names_end = sorted_ + 2 + lms;
        Index* const order = sorted_ + space(static_cast<std::uint64_t>(size_)) - space(lms + 1);
        if (order < names_end) return nullptr;
        std::span<Index> of_bytes(names_end, order);
        std::span<Index> of_list = room_;
        constexpr std::uint64_t stops = 2; // in front of the names
        const std::uint64_t needed = (stops + lms + 1) / sizeof(Index) + 1;
        const bool is_smaller = of_list.size() < of_bytes.size();
        if (of_list.size() >= needed && (is_smaller || of_bytes.size() < needed)) std::swap(of_list, of_bytes);
        if (of_bytes.size() < needed) return nullptr;
        auto* const bytes = reinterpret_cast<std::uint8_t*>(of_bytes.last(needed).data()) + stops;
        std::copy_n(sorted_, stops + lms, bytes - stops); // with the sentinels in front of them
        bytes[lms] = 0;
        of_bytes = of_bytes.first(of_bytes.size() - needed);
        if (of_list.size() < of_bytes.size()) of_list = of_bytes;
        induction<Index, std::uint8_t>({bytes, lms + 1}, letters, order, of_list, sizes_, check_).sort();
        return order;
    }

    static constexpr std::uint64_t most_letters_of_bytes = 256; ///< with the sentinel

    const Letter* text_;
    Index size_;
    Index* sorted_;
    const block_sizes sizes_;
    const std::function<void()>& check_;
    std::uint64_t letters_;
    Index lms_ = 0; ///< their number
    std::span<Index> room_;
    runtime::far_array<Index> list_of_suffixes_; ///< where there was no room
    Index* list_ = nullptr;
    std::vector<Index> lms_stops_;                    ///< sentinels that are LMS
    std::optional<shared_lms<Index, Letter>> shared_; ///< where threads share what is between the walks
    induced_buckets<Index, Letter> buckets_;
};

} // namespace concord::suffixes
