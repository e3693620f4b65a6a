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
//                 bucket if it is L (LMS: always); if not, this L suffix is LML, and goes to the list
//   walk left   : of each S suffix, then of each LML suffix of the bucket, the one before it goes to the end of its
//                 bucket if it is S (LML: always); if not, this S suffix is LMS, and goes to the list
//
// The first letter of a suffix is that of the bucket, so one comparison with the letter before it decides its type, and
// the walks have no branch that depends on letters. Each LMS suffix leads to one LML suffix and the other way round,
// and the list is never written before it is read: one list holds the LMS suffixes, then the LML, then the LMS suffixes
// again, now sorted by their LMS substrings (up to the next LMS position). So the same walks sort these first: marks
// say which of two neighbours were induced from unlike ones. Equal LMS substrings get equal names, and if there are
// any, the order of the LMS suffixes is that of the text of names.
//
// A sentinel is the letter 0. Sentinels are distinct: the earlier one is smaller, and all are smaller than other
// letters. So their order is known, every sentinel is of type S, no comparison passes one, the last letter has to be
// one, and there has to be another one in front of the first letter.
#pragma once

#include "problems/overlap/cpu/sais_reduced.hpp"
#include "runtime/far_array.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <type_traits>
#include <vector>

namespace concord::overlap {

template <class Index, class Letter>
class induction {
    static_assert(std::is_signed_v<Index>);

  public:
    /// Elements that `sorted` needs for a text of so many letters, sentinels included.
    static std::uint64_t space(std::uint64_t size) { return size + size / 256 + 4; }

    /// `text[-1]` and `text[-2]` are sentinels, too, which do not belong to the text. Letters are below `letters`.
    /// `sorted` has `space` elements; the first of them receive the suffixes that do not begin with a sentinel. `check`
    /// is called now and then.
    induction(std::span<const Letter> text, std::uint64_t letters, Index* sorted, const std::function<void()>& check)
        : text_(text.data()), size_(static_cast<Index>(text.size())), sorted_(sorted), check_(check), letters_(letters),
          begins_(letters + 1), lms_begins_(letters + 1), lml_ends_(letters + 1) {}
    induction(const induction&) = delete;
    induction& operator=(const induction&) = delete;
    ~induction() = default;

    void sort() {
        check_();
        group_lms(find_lms());
        check_();
        if (lms_ - lms_begins_[1] > 1) { // a text of one repeated letter has none
            sort_substrings();
            check_();
            order_lms();
        }
        check_();
        sort_suffixes();
        list_of_suffixes_ = {};
    }

  private:
    using Class = std::make_unsigned_t<Index>; ///< of suffixes that begin with the same LMS substring
    struct stream {
        Index* to;  ///< where the next suffix goes
        Class last; ///< the class of the one before it
    };
    static constexpr Index ahead = 32;
    static constexpr Index mark = std::numeric_limits<Index>::min();
    static constexpr Index position = std::numeric_limits<Index>::max(); ///< bits of an entry that are not the mark
    static constexpr bool many_letters = sizeof(Letter) >= 4;            ///< more than the cache has buckets for
    /// Names are ordered by this class if there are so many for each different one, else by reduced_induction.
    static constexpr std::uint64_t least_of_name = 8;
    static constexpr std::uint64_t least_names = 2048; ///< fewer would not fit `space`

    [[nodiscard]] std::uint64_t letter_at(Index at) const { return static_cast<std::uint64_t>(text_[at]); }

    /// All LMS positions, in text order, in the lower half of `sorted`. Finds the borders of buckets, too.
    std::span<const Index> find_lms() {
        // Of each letter: of type L before an L, LML, LMS, of type S before an S. Not by branches on letters, which are
        // hard to predict.
        std::vector<Index> counts(4 * letters_);
        const Letter* const text = text_;
        Index* const sorted = sorted_;
        const Index end = size_ / 2 + 1;
        Index to = end;
        unsigned behind_is_smaller_type = 1; // of the letter at at + 1: is it of type S?
        Letter behind = 0;
        for (Index at = size_ - 2; at >= -1; --at) {
            const Letter here = text[at];
            const unsigned smaller =
                static_cast<unsigned>(here < behind) | (static_cast<unsigned>(here == behind) & behind_is_smaller_type);
            ++counts[4 * static_cast<std::uint64_t>(behind) + 2 * behind_is_smaller_type + smaller];
            sorted[to - 1] = at + 1; // stays only if it is one
            to -= static_cast<Index>(behind_is_smaller_type & (smaller ^ 1U));
            behind = here;
            behind_is_smaller_type = smaller;
        }
        lms_ = end - to;
        Index sum = 0;
        Index sum_of_lms = 0;
        for (std::uint64_t letter = 0; letter < letters_; ++letter) {
            const Index* const of = counts.data() + 4 * letter;
            begins_[letter] = sum;
            lms_begins_[letter] = sum_of_lms;
            if (letter > 0) sum += of[0] + of[1] + of[2] + of[3];
            sum_of_lms += of[2];
            lml_ends_[letter] = of[1]; // their number, as yet
        }
        begins_[letters_] = sum;
        lms_begins_[letters_] = sum_of_lms;
        return {sorted + to, sorted + end};
    }

    /// Puts the LMS positions into the list, by their first letters, else in text order.
    void group_lms(std::span<const Index> found) {
        list_of_suffixes_ = runtime::far_array<Index>(static_cast<std::size_t>(lms_ + ahead));
        list_ = list_of_suffixes_.data();
        std::vector<Index*> to(letters_);
        for (std::uint64_t letter = 0; letter < letters_; ++letter)
            to[letter] = list_ + lms_begins_[letter];
        for (const Index at : found)
            *to[letter_at(at)]++ = at;
        lms_stops_.assign(list_, list_ + lms_begins_[1]);
    }

    // To sort LMS substrings, an entry has a mark if it is of another class than the one that the walk put into the
    // same stream before it. Classes are numbers that grow along a walk. Each letter has two streams: of suffixes from
    // which the walk goes on, and of those at which it ends, which the other walk, or the list, begins with:
    //
    //   bucket      |  L ──▶      LML ──▶ |        then        |  L        ◀── S  |  LML  |

    void sort_substrings() {
        streams_.resize(2 * letters_);
        for (std::uint64_t letter = 1; letter < letters_; ++letter) {
            streams_[2 * letter] = {sorted_ + begins_[letter], 0};
            streams_[2 * letter + 1] = {sorted_ + begins_[letter + 1] - lml_ends_[letter], 0};
        }
        substrings_right();
        check_();
        streams_[0] = {sorted_ + size_, 0}; // sentinels, behind the other suffixes; not read
        streams_[1] = {list_ + lms_begins_[1], 0};
        for (std::uint64_t letter = 1; letter < letters_; ++letter) {
            streams_[2 * letter] = {sorted_ + begins_[letter + 1] - lml_ends_[letter], 0};
            streams_[2 * letter + 1] = {list_ + lms_begins_[letter + 1], 0};
        }
        substrings_left();
        streams_ = {};
    }

    template <bool Right>
    static void put_before(const Letter* text, stream* streams, Index suffix, Class of) {
        const auto before = static_cast<std::uint64_t>(text[suffix - 1]);
        const auto behind_that = static_cast<std::uint64_t>(text[suffix - 2]);
        const bool ends = Right ? behind_that < before : behind_that > before;
        stream& to = streams[2 * before + (ends ? 1 : 0)];
        const Index entry = (suffix - 1) | (to.last == of ? Index{0} : mark);
        to.last = of;
        if constexpr (Right)
            *to.to++ = entry;
        else
            *--to.to = entry;
    }

    /// What an entry some steps ahead will need, and, where it may not be in the cache, the stream of a nearer one.
    template <class Stream>
    void prefetch(const Letter* text, const Stream* streams, Index far, Index near) const {
        __builtin_prefetch(text + far - 1);
        if constexpr (many_letters) // a place may hold anything before a suffix goes there
            __builtin_prefetch(streams + text[std::min(near, size_) - 1], 1);
    }

    void substrings_right() {
        const Letter* const text = text_;
        stream* const streams = streams_.data();
        const Index* const end = sorted_ + size_;
        Class of = 0;
        for (std::uint64_t letter = 0; letter < letters_; ++letter) {
            for (const Index* at = sorted_ + begins_[letter]; letter > 0 && at != streams[2 * letter].to; ++at) {
                prefetch(text, pairs(), at[std::min<std::ptrdiff_t>(ahead, end - at)] & position,
                         at[std::min<std::ptrdiff_t>(ahead / 2, end - at)] & position);
                const Index entry = *at;
                of += entry < 0 ? 1U : 0U;
                put_before<true>(text, streams, entry & position, of);
            }
            ++of;
            for (const Index *at = list_ + lms_begins_[letter], *const last = list_ + lms_begins_[letter + 1];
                 at != last; ++at) {
                prefetch(text, pairs(), at[ahead], at[ahead / 2]);
                put_before<true>(text, streams, *at, of);
                if (letter == 0) ++of; // sentinels are distinct
            }
        }
    }

    /// The list then holds the LMS suffixes, by their LMS substrings; instead of sentinels anything.
    void substrings_left() {
        const Letter* const text = text_;
        stream* const streams = streams_.data();
        const Index* const sorted = sorted_;
        const auto visit = [&](const Index* at) {
            prefetch(text, pairs(), *(at - std::min<std::ptrdiff_t>(ahead, at - sorted)) & position,
                     *(at - std::min<std::ptrdiff_t>(ahead / 2, at - sorted)) & position);
            return *at;
        };
        Class of = 0;
        for (std::uint64_t letter = letters_ - 1; letter > 0; --letter) {
            ++of;
            const Index* const lml_end = sorted + begins_[letter + 1];
            const Index* const lml_begin = lml_end - lml_ends_[letter];
            for (const Index* at = lml_begin; at != streams[2 * letter].to;) {
                const Index entry = visit(--at);
                of += entry < 0 ? 1U : 0U;
                put_before<false>(text, streams, entry & position, of);
            }
            ++of;
            for (const Index* at = lml_end; at != lml_begin;) {
                const Index entry = visit(--at);
                put_before<false>(text, streams, entry & position, of);
                of += entry < 0 ? 1U : 0U;
            }
        }
    }
    /// For `prefetch`: the streams of a letter.
    [[nodiscard]] const std::array<stream, 2>* pairs() const {
        return reinterpret_cast<const std::array<stream, 2>*>(streams_.data());
    }

    // To sort suffixes, an entry has a mark if the walk does not go on from it, as it is LML or LMS. Such an entry
    // leads to the letter 0, whose stream is the list; every other one leads to the bucket of the letter before it.

    void sort_suffixes() {
        to_.resize(letters_);
        to_[0] = list_;
        for (std::uint64_t letter = 1; letter < letters_; ++letter)
            to_[letter] = sorted_ + begins_[letter];
        suffixes_right();
        check_();
        to_[0] = list_ + lms_;
        for (std::uint64_t letter = 1; letter < letters_; ++letter)
            to_[letter] = sorted_ + begins_[letter + 1];
        suffixes_left();
        to_ = {};
    }

    template <bool Right>
    static void put(const Letter* text, Index** streams, Index entry) {
        const Index goes_on = ~(entry >> (std::numeric_limits<Index>::digits)); // all ones, or 0
        const Index from = entry & goes_on;
        const auto before = static_cast<std::uint64_t>(text[from - 1]);
        const auto behind_that = static_cast<std::uint64_t>(text[from - 2]);
        const bool ends = Right ? behind_that < before : behind_that > before;
        const Index found = ((entry & position) + goes_on) | (ends ? mark : Index{0});
        if constexpr (Right)
            *streams[before]++ = found;
        else
            *--streams[before] = found;
    }
    /// 0 of an entry with a mark.
    static Index unmarked(Index entry) { return entry & ~(entry >> (std::numeric_limits<Index>::digits)); }

    void suffixes_right() {
        const Letter* const text = text_;
        Index** const streams = to_.data();
        const Index* const end = sorted_ + size_;
        for (std::uint64_t letter = 0; letter < letters_; ++letter) {
            for (Index* at = sorted_ + begins_[letter]; letter > 0 && at != streams[letter]; ++at) {
                prefetch(text, streams, unmarked(at[std::min<std::ptrdiff_t>(ahead, end - at)]),
                         unmarked(at[std::min<std::ptrdiff_t>(ahead / 2, end - at)]));
                const Index entry = *at;
                *at = entry & position;
                put<true>(text, streams, entry);
            }
            lml_ends_[letter] = static_cast<Index>(streams[0] - list_);
            for (Index *at = list_ + lms_begins_[letter], *const last = list_ + lms_begins_[letter + 1]; at != last;
                 ++at) {
                prefetch(text, streams, at[ahead], at[ahead / 2]);
                put<true>(text, streams, *at);
            }
        }
    }

    void suffixes_left() {
        const Letter* const text = text_;
        Index** const streams = to_.data();
        Index* const sorted = sorted_;
        for (std::uint64_t letter = letters_ - 1; letter > 0; --letter) {
            for (Index* at = sorted + begins_[letter + 1]; at != streams[letter];) {
                --at;
                prefetch(text, streams, unmarked(*(at - std::min<std::ptrdiff_t>(ahead, at - sorted))),
                         unmarked(*(at - std::min<std::ptrdiff_t>(ahead / 2, at - sorted))));
                const Index entry = *at;
                *at = entry & position;
                put<false>(text, streams, entry);
            }
            for (Index at = lml_ends_[letter] - 1; at >= lml_ends_[letter - 1]; --at) {
                prefetch(text, streams, list_[std::max<Index>(at - ahead, 0)],
                         list_[std::max<Index>(at - ahead / 2, 0)]);
                put<false>(text, streams, list_[at]);
            }
        }
    }

    /// Sorts the LMS suffixes in the list, which are sorted by their LMS substrings. Overwrites `sorted`.
    void order_lms() {
        const auto stops = static_cast<Index>(lms_stops_.size());
        std::ranges::copy(lms_stops_, list_);
        Index different = stops;
        for (Index at = stops; at < lms_; ++at)
            different += list_[at] < 0 ? 1 : 0;
        if (different == lms_) {
            for (Index at = stops; at < lms_; ++at)
                list_[at] &= position;
            return;
        }
        name_lms(stops, different);
        const Index* const order = order_names(static_cast<std::uint64_t>(different) + 1);
        Index* const found = sorted_;
        std::copy_n(list_, lms_, found);
        for (Index at = 0; at < lms_; ++at) {
            if (at + ahead < lms_) __builtin_prefetch(found + order[at + ahead]);
            list_[at] = found[order[at]];
        }
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
        const Index* const names = sorted_ + 2;
        Index* const end = sorted_ + space(static_cast<std::uint64_t>(size_));
        if (lms >= least_names && letters * least_of_name <= lms) {
            Index* const order = end - induction::space(lms + 1);
            induction<Index, Index>({names, lms + 1}, letters, order, check_).sort();
            return order;
        }
        reduced_induction<Index>({names, lms}, letters, end - lms, check_).sort();
        return end - lms;
    }

    const Letter* text_;
    Index size_;
    Index* sorted_;
    const std::function<void()>& check_;
    std::uint64_t letters_;
    Index lms_ = 0; ///< their number
    runtime::far_array<Index> list_of_suffixes_;
    Index* list_ = nullptr;
    std::vector<Index> lms_stops_;  ///< sentinels that are LMS
    std::vector<Index> begins_;     ///< of buckets
    std::vector<Index> lms_begins_; ///< of each letter in the list, before the walk from the left
    std::vector<Index> lml_ends_;   ///< the same after it
    std::vector<stream> streams_;
    std::vector<Index*> to_; ///< where the next suffix of a letter goes
};

} // namespace concord::overlap
