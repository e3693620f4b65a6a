// Pairs of windows of one sequence, and the words that both are near to, step by step (near_place_pairs.hpp).
//
//   a, b    ACGTACG, ACCTATG     differ in two letters, say; within one mismatch of both are
//           ACCTACG, ACGTATG     mixtures of the two in these letters, as far as neither is left out too often;
//                                and with more mismatches, other letters, which count against both
#pragma once

#include "base/atomic.hpp"
#include "base/bits.hpp"
#include "problems/substring/gpu/ball_union_steps.hpp"
#include "problems/substring/gpu/near_place_steps.hpp"

#include <cstdint>

namespace concord::substring {

/// Mismatches at most with which pairs are walked: the words near to both become too many.
inline constexpr unsigned most_mismatches_of_pairs = 4;

/// Two words of nucleotides: the low plane, and the high one above it.
struct word_pair {
    std::uint64_t a;
    std::uint64_t b;
    unsigned length; ///< letters, at most 32

    /// The letters in which they differ.
    [[nodiscard]] CONCORD_HD std::uint32_t differing() const {
        const std::uint64_t differ = a ^ b;
        return static_cast<std::uint32_t>(differ | differ >> 32U);
    }

    /// visit(word) for every word within so many mismatches of both, once.
    template <class Visit>
    CONCORD_HD void for_each_near(unsigned mismatches, const Visit& visit) const {
        if (base::count_ones(differing()) <= 2 * mismatches)
            change_letters<most_mismatches_of_pairs>(0, a, differing(), mismatches, visit);
    }

  private:
    /// `word` has letters that neither word has, all before `from`; `differ`: letters that are of the one word or of
    /// the other; `left`: mismatches with either that these may make. Changes up to `Changes` more.
    template <unsigned Changes, class Visit>
    CONCORD_HD void change_letters(unsigned from, std::uint64_t word, std::uint32_t differ, unsigned left,
                                   const Visit& visit) const {
        visit_mixtures(word, differ, left, visit);
        if constexpr (Changes > 0) {
            if (left == 0) return;
            for (unsigned letter = from; letter < length; ++letter) {
                const std::uint32_t others = differ & ~(1U << letter);
                if (base::count_ones(others) > 2 * (left - 1)) continue;
                for (std::uint64_t by = 1; by < 4; ++by) {
                    const std::uint64_t other = word ^ ((by & 1U) << letter | (by >> 1U) << (32 + letter));
                    const std::uint64_t still = other ^ b;
                    if (((still | still >> 32U) >> letter & 1U) == 0) continue; // is a mixture
                    change_letters<Changes - 1>(letter + 1, other, others, left - 1, visit);
                }
            }
        }
    }

    template <class Visit>
    CONCORD_HD void visit_mixtures(std::uint64_t word, std::uint32_t differ, unsigned left, const Visit& visit) const {
        const unsigned all = base::count_ones(differ);
        for (std::uint32_t of_b = differ;; of_b = (of_b - 1) & differ) {
            const unsigned taken = base::count_ones(of_b);
            if (taken <= left && all - taken <= left) visit(word ^ ((a ^ b) & (of_b | std::uint64_t{of_b} << 32U)));
            if (of_b == 0) return;
        }
    }
};

/// The windows of all sequences, one sequence after the other.
struct places_in_order {
    const std::uint64_t* words;   ///< the low plane, and the high one above it
    const std::uint32_t* ends;    ///< behind the last window of the same sequence
    const std::uint32_t* weights; ///< how many sequences each stands for; null: one
    unsigned length;

    [[nodiscard]] CONCORD_HD word_pair pair(std::uint64_t one, std::uint64_t other) const {
        return {words[one], words[other], length};
    }
    [[nodiscard]] CONCORD_HD std::uint32_t weight(std::uint64_t one) const {
        return weights == nullptr ? 1U : weights[one];
    }
};

/// Step: the windows of a sequence, an ambiguous letter as an A.
struct list_places {
    count_windows_of of;
    std::uint64_t length;
    const std::uint64_t* before; ///< by sequence, and the end
    std::uint64_t* words;
    std::uint32_t* ends;
    std::uint32_t* weights; ///< null: one each

    CONCORD_HD void operator()(std::uint64_t sequence) const {
        if (of.copies != nullptr && of.copies[sequence] == 0) return;
        const auto mask = base::low_bits<std::uint64_t>(static_cast<unsigned>(length));
        const std::uint64_t last = of.given.offsets[sequence + 1];
        std::uint64_t to = before[sequence];
        for (std::uint64_t at = of.given.offsets[sequence]; at < last; at += windows_per_word)
            for (std::uint64_t bits = of.windows_from(at, last); bits != 0; bits &= bits - 1, ++to) {
                const std::uint64_t position = at + base::lowest_one(bits);
                words[to] = (of.given.letters.source(0, position) & mask) |
                            (of.given.letters.source(1, position) & mask) << 32U;
                ends[to] = static_cast<std::uint32_t>(before[sequence + 1]);
                if (weights != nullptr) weights[to] = of.copies[sequence];
            }
    }
};

/// Step: how many letters one of some windows differs in from those behind it in its sequence.
struct count_differing_pairs {
    places_in_order places;
    std::uint64_t every; ///< windows of which one is looked at
    unsigned most;       ///< letters in which pairs may differ
    std::uint32_t* pairs;

    CONCORD_HD void operator()(std::uint64_t index) const {
        const std::uint64_t one = index * every;
        for (std::uint64_t other = one + 1; other < places.ends[one]; ++other) {
            const unsigned differ = base::count_ones(places.pair(one, other).differing());
            if (differ <= most) base::atomic_add(pairs[differ], 1U);
        }
    }
};

/// Counts of words that begin alike, from which those near to both of two words are taken off.
struct near_word_counts {
    words_behind words;
    unsigned mismatches;
    std::uint32_t* counts;

    CONCORD_HD void subtract(const word_pair& pair, std::uint32_t weight) const {
        pair.for_each_near(mismatches, [&](std::uint64_t word) {
            if (words.begins(word)) base::atomic_add(counts[words.behind(word)], 0U - weight);
        });
    }
};

/// Step: takes a place off the counts of all words near to it.
struct subtract_places {
    places_in_order places;
    near_word_counts near;
    std::uint64_t first; ///< window

    CONCORD_HD void operator()(std::uint64_t index) const {
        const std::uint64_t one = first + index;
        near.subtract(places.pair(one, one), places.weight(one));
    }
};

/// Step: takes one place off the counts of all words that a window and another one behind it are near to.
struct subtract_pairs {
    places_in_order places;
    near_word_counts near;
    std::uint64_t first; ///< window

    CONCORD_HD void operator()(std::uint64_t index) const {
        const std::uint64_t one = first + index;
        for (std::uint64_t other = one + 1; other < places.ends[one]; ++other)
            near.subtract(places.pair(one, other), places.weight(one));
    }
};

/// Step: a number below 0 becomes one from which as much can be taken off again.
struct stop_below_zero {
    std::uint32_t* counts;

    CONCORD_HD void operator()(std::uint64_t word) const {
        if (static_cast<std::int32_t>(counts[word]) < 0) counts[word] = 0U - (1U << 30U);
    }
};

/// Step: the windows of a set without an ambiguous letter, and those with one. `ambiguous`: null where they are not
/// asked for.
struct part_ambiguous {
    sequence::letters_view letters;
    std::uint64_t length;
    const std::uint64_t* set;
    std::uint64_t* ordinary;
    std::uint64_t* ambiguous;

    CONCORD_HD void operator()(std::uint64_t index) const {
        std::uint64_t with_one = 0;
        for (std::uint64_t rest = set[index]; rest != 0; rest &= rest - 1) {
            const std::uint64_t position = index * windows_per_word + base::lowest_one(rest);
            if (window_at(letters, length, position).ambiguous != 0) with_one |= rest & (~rest + 1);
        }
        ordinary[index] = set[index] & ~with_one;
        if (ambiguous != nullptr) ambiguous[index] = with_one;
    }
};

/// Step: windows of a set that are likely, and not sure, to have the support.
struct keep_undecided {
    const std::uint64_t* likely;
    const std::uint64_t* sure;
    std::uint64_t* kept;

    CONCORD_HD counts operator()(std::uint64_t index) const {
        return counts_of(kept[index] = likely[index] & ~sure[index]);
    }
};

/// Step: the windows of a set that are sure to have the support get it.
struct put_sure_support {
    window_set_view set;
    const std::uint64_t* sure;
    std::uint32_t support;
    std::uint32_t* supports; ///< by rank in the set

    CONCORD_HD void operator()(std::uint64_t index) const {
        for (std::uint64_t rest = sure[index]; rest != 0; rest &= rest - 1)
            supports[set.rank(index * windows_per_word + base::lowest_one(rest))] = support;
    }
};

} // namespace concord::substring
