// Compiled once for every instruction set: Highway includes this file anew for each.
//
// The words hold 64 rows of a column each, and move down by a row with each letter of the text: bit b is the cell of
// diagonal (row less column) `lowest + b`. Nothing is known of cells outside: no letter is in common there.
//
//                text →
//     pattern ↓  ┌─┐
//                │ │┌─┐
//                │ ││ │┌─┐
//                └─┘│ ││ │
//                   └─┘│ │
//                      └─┘
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "lanes/band.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "lanes/band.hpp"
#include "simd/dispatch.hpp"

#ifdef __x86_64__
#include <immintrin.h>
#endif

HWY_BEFORE_NAMESPACE();
namespace concord::lanes::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class Letter>
using band_tag = hn::CappedTag<Letter, 64>;

/// The lanes that are true, as bits.
template <class Tag, class Mask>
HWY_INLINE std::uint64_t bits_of(Tag tag, Mask mask) {
    const auto stored = [&](auto bits) {
        static_cast<void>(hn::StoreMaskBits(tag, mask, reinterpret_cast<std::uint8_t*>(&bits)));
        return std::uint64_t{bits};
    };
    if constexpr (hn::MaxLanes(Tag()) <= 8)
        return stored(std::uint8_t{0});
    else if constexpr (hn::MaxLanes(Tag()) == 16)
        return stored(std::uint16_t{0});
    else if constexpr (hn::MaxLanes(Tag()) == 32)
        return stored(std::uint32_t{0});
    else
        return stored(std::uint64_t{0});
}

/// Keeps the compiler from computing a word by masks of vectors, which takes several times as long.
HWY_INLINE void keep_scalar([[maybe_unused]] std::uint64_t& word) {
#ifdef __x86_64__
    asm("" : "+r"(word));
#endif
}

/// Which of 64 letters are this one.
template <class Letter>
HWY_INLINE std::uint64_t equal_letters(const Letter* letters, hn::Vec<band_tag<Letter>> letter) {
    const band_tag<Letter> tag;
    const std::size_t lanes = hn::Lanes(tag);
    std::uint64_t equal = 0;
    for (std::size_t i = 0; i < 64; i += lanes)
        equal |= bits_of(tag, hn::Eq(hn::LoadU(tag, letters + i), letter)) << i;
    keep_scalar(equal);
    return equal;
}

/// The same of the letters from `first` on, some of which are outside of the pattern, where none is.
template <class Letter>
HWY_INLINE std::uint64_t equal_at(const Letter* pattern, std::int64_t length, std::int64_t first,
                                  hn::Vec<band_tag<Letter>> letter) {
    if (first >= 0 && first + 64 <= length) return equal_letters(pattern + first, letter);
    if (first <= -64 || first >= length) return 0;
    if (first < 0) return equal_letters(pattern, letter) << static_cast<unsigned>(-first);
    return equal_letters(pattern + length - 64, letter) >> static_cast<unsigned>(first + 64 - length);
}

/// The diagonals of a band.
struct band_place {
    std::int64_t goal; ///< the diagonal of the last cell
    std::int64_t lowest;
    bool is_possible;

    HWY_INLINE explicit band_place(const band_task& task)
        : goal(static_cast<std::int64_t>(task.length) - static_cast<std::int64_t>(task.columns)) {
        const auto bound = static_cast<std::int64_t>(task.most);
        const std::int64_t apart = goal < 0 ? -goal : goal;
        is_possible = apart <= bound;
        lowest = HWY_MIN(std::int64_t{0}, goal) - (bound - apart) / 2;
    }
};

/// Words that a band of `Words` words may have; 0 stands for a number that the compiler does not know.
template <std::size_t Words>
constexpr std::size_t room = Words > 0 ? Words : words_of_band(most_edits_in_band) + 1;

/// a + b + carry, which becomes what is carried on. Without the instruction for it, whose sum compilers put into
/// memory.
HWY_INLINE std::uint64_t add_with_carry(std::uint64_t a, std::uint64_t b, std::uint64_t& carry) {
    const std::uint64_t partial = a + b;
    const std::uint64_t sum = partial + carry;
    carry = static_cast<std::uint64_t>(partial < a) | static_cast<std::uint64_t>(sum < partial);
    return sum;
}

/// Rows above the pattern are as its border. Cells outside count as if every step from the band were an edit. Along the
/// diagonal of the last cell no cell is less than the one before.
template <class Letter, std::size_t Words>
class levenshtein_band {
  public:
    HWY_INLINE explicit levenshtein_band(const band_task& task)
        : task_(task), place_(task), words_(Words > 0 ? Words : words_of_band(task.most)),
          cell_(static_cast<std::uint64_t>(HWY_MAX(std::int64_t{0}, place_.goal))) {
        for (std::size_t word = 0; word < words_; ++word) {
            // Rows of the word that are above the pattern.
            const std::int64_t above = -place_.lowest - static_cast<std::int64_t>(64 * word);
            vp_[word] = above >= 64 ? 0 : ~std::uint64_t{0} << static_cast<unsigned>(HWY_MAX(std::int64_t{0}, above));
            vn_[word] = 0;
        }
        d0_[words_] = 0;
    }

    HWY_INLINE std::uint64_t distance() {
        if (!place_.is_possible) return task_.most + 1;
        if (task_.look > 0 && task_.look <= task_.columns) {
            if (!take_until(task_.look)) return task_.most + 1;
            // One edit in so few columns says little.
            if (cell_ * task_.columns <= task_.few * task_.look + task_.columns) return seem_few;
        }
        return take_until(task_.columns) ? cell_ : task_.most + 1;
    }

  private:
    /// Whether there may be no more edits than are of interest after the columns before `end`.
    HWY_INLINE bool take_until(std::size_t end) {
        const auto* const pattern = static_cast<const Letter*>(task_.pattern);
        const auto length = static_cast<std::int64_t>(task_.length);
        const auto at_edge = [&](std::int64_t first, hn::Vec<band_tag<Letter>> letter)
                                 HWY_ATTR { return equal_at(pattern, length, first, letter); };
        const auto inside = [&](std::int64_t first, hn::Vec<band_tag<Letter>> letter)
                                HWY_ATTR { return equal_letters(pattern + first, letter); };
        // Columns from which on no row is above the pattern, and before which none is below it.
        const std::int64_t begin_inside = -place_.lowest;
        const std::int64_t end_inside = length - static_cast<std::int64_t>(64 * words_) - place_.lowest + 1;
        const auto within = [&](std::int64_t column) {
            return static_cast<std::size_t>(HWY_MIN(HWY_MAX(column, std::int64_t{0}), static_cast<std::int64_t>(end)));
        };
        return take(within(begin_inside), at_edge) && take(within(end_inside), inside) && take(end, at_edge);
    }

    /// The same, where equal_in(row, letter) says which of 64 rows have the letter.
    template <class EqualIn>
    HWY_INLINE bool take(std::size_t end, const EqualIn& equal_in) {
        constexpr std::size_t between_looks = 4;
        for (; column_ + between_looks <= end;) {
            for (std::size_t i = 0; i < between_looks; ++i)
                take_column(equal_in);
            if (cell_ > task_.most) return false;
        }
        while (column_ < end)
            take_column(equal_in);
        return cell_ <= task_.most;
    }

    template <class EqualIn>
    HWY_INLINE void take_column(const EqualIn& equal_in) {
        const std::int64_t first = static_cast<std::int64_t>(column_) + place_.lowest;
        const auto letter = hn::Set(band_tag<Letter>(), static_cast<const Letter*>(task_.text)[column_]);
        std::uint64_t carry = 0;
        for (std::size_t word = 0; word < words_; ++word) {
            const std::uint64_t equal = equal_in(first + static_cast<std::int64_t>(64 * word), letter);
            // The steps that wait for the sum are few: what is known before it is put together first.
            std::uint64_t known = equal | vn_[word];
            std::uint64_t known_not_rises = ~vn_[word] & (known | vp_[word]);
            keep_scalar(known);
            keep_scalar(known_not_rises);
            const std::uint64_t changed = add_with_carry(equal & vp_[word], vp_[word], carry) ^ vp_[word];
            d0_[word] = changed | known;
            not_rises_[word] = (changed & ~vn_[word]) | known_not_rises;
        }
        for (std::size_t word = 0; word < words_; ++word) {
            const std::uint64_t moved = d0_[word] >> 1U | d0_[word + 1] << 63U;
            vp_[word] = (d0_[word] & vp_[word]) | (~moved & not_rises_[word]);
            vn_[word] = moved & ~not_rises_[word];
        }
        const auto last_bit = static_cast<std::size_t>(place_.goal - place_.lowest);
        cell_ += ~d0_[last_bit / 64] >> last_bit % 64 & 1U;
        ++column_;
    }

    const band_task& task_;
    const band_place place_;
    const std::size_t words_;
    std::uint64_t cell_; ///< on the diagonal of the last one
    std::size_t column_ = 0;
    std::uint64_t vp_[room<Words>];
    std::uint64_t vn_[room<Words>];
    std::uint64_t d0_[room<Words> + 1];
    std::uint64_t not_rises_[room<Words>];
};

/// Letters of the pattern that stand still while some columns are computed, 64 a word.
template <class Letter, std::size_t Words>
struct still_rows {
    const Letter* letters[room<Words>];
    std::uint64_t inside[room<Words>]; ///< rows that are in the pattern
    Letter edges[2][64];               ///< of the words that its ends are in

    HWY_INLINE void assign(const band_task& task, std::size_t words, std::int64_t first) {
        const auto* const pattern = static_cast<const Letter*>(task.pattern);
        const auto length = static_cast<std::int64_t>(task.length);
        for (std::size_t word = 0; word < words; ++word, first += 64) {
            letters[word] = pattern + first;
            inside[word] = ~std::uint64_t{0};
            if (first >= 0 && first + 64 <= length) continue;
            letters[word] = pattern; // of a word that is outside, whatever they are
            inside[word] = 0;
            if (first <= -64 || first >= length) continue;
            const std::int64_t begin = HWY_MAX(first, std::int64_t{0});
            const std::int64_t end = HWY_MIN(first + 64, length);
            Letter* const edge = edges[first < 0 ? 0 : 1];
            for (std::int64_t row = begin; row < end; ++row)
                edge[row - first] = pattern[row];
            letters[word] = edge;
            inside[word] = ~std::uint64_t{0} >> (64 - (end - begin)) << (begin - first);
        }
    }
};

/// A bit that is 0 is a row with one letter more in common than the row above. What is above the band stays as it is.
/// The rows stand still for some columns, as many as the words have more bits than the band has diagonals, and move
/// down by as many then: a column takes three operations that wait for each other.
template <class Letter, std::size_t Words>
HWY_INLINE std::uint64_t indel_in_band(const band_task& task, std::size_t count) {
    const band_place place(task);
    if (!place.is_possible) return task.most + 1;
    const auto* const text = static_cast<const Letter*>(task.text);
    const std::size_t words = Words > 0 ? Words : count;
    const std::size_t still = HWY_MIN(std::size_t{32}, 64 * words - static_cast<std::size_t>(task.most));
    const std::uint64_t letters = task.length + task.columns;
    const std::uint64_t least_common = (letters - HWY_MIN(letters, task.most) + 1) / 2;
    std::uint64_t rows[room<Words>];
    for (std::size_t word = 0; word < words; ++word)
        rows[word] = ~std::uint64_t{0};
    still_rows<Letter, Words> pattern;
    std::uint64_t above = 0; // letters in common above the band
    const auto common = [&] {
        std::uint64_t found = above;
        for (std::size_t word = 0; word < words; ++word)
            found += hwy::PopCount(~rows[word]);
        return found;
    };
    for (std::size_t column = 0; column < task.columns;) {
        pattern.assign(task, words, static_cast<std::int64_t>(column) + place.lowest);
        const std::size_t end = HWY_MIN(task.columns, column + still);
        for (std::size_t at = column; at < end; ++at) {
            const auto wanted = hn::Set(band_tag<Letter>(), text[at]);
            std::uint64_t carry = 0;
            for (std::size_t word = 0; word < words; ++word) {
                const std::uint64_t matched =
                    rows[word] & equal_letters(pattern.letters[word], wanted) & pattern.inside[word];
                rows[word] = add_with_carry(matched, rows[word], carry) | (rows[word] ^ matched);
            }
        }
        const std::uint64_t found = common();
        if (found + (task.columns - end) < least_common) return task.most + 1;
        if (column < task.look && end >= task.look &&
            2 * (end - HWY_MIN(end, found)) * task.columns <= task.few * end + task.columns)
            return seem_few;
        if (end < task.columns) {
            const auto moved = static_cast<unsigned>(end - column);
            above += hwy::PopCount(~rows[0] & ~(~std::uint64_t{0} << moved));
            for (std::size_t word = 0; word < words; ++word)
                rows[word] = rows[word] >> moved | (word + 1 < words ? rows[word + 1] : ~std::uint64_t{0})
                                                       << (64 - moved);
        }
        column = end;
    }
    const std::uint64_t edits = letters - 2 * common();
    return edits <= task.most ? edits : task.most + 1;
}

template <class Letter>
std::uint64_t levenshtein(const band_task& task) {
    switch (words_of_band(task.most)) {
    case 1: return levenshtein_band<Letter, 1>(task).distance();
    case 2: return levenshtein_band<Letter, 2>(task).distance();
    case 3: return levenshtein_band<Letter, 3>(task).distance();
    case 4: return levenshtein_band<Letter, 4>(task).distance();
    default: return levenshtein_band<Letter, 0>(task).distance();
    }
}

template <class Letter>
std::uint64_t indel(const band_task& task) {
    const std::size_t words = words_of_indel_band(task.most);
    switch (words) {
    case 1: return indel_in_band<Letter, 1>(task, words);
    case 2: return indel_in_band<Letter, 2>(task, words);
    case 3: return indel_in_band<Letter, 3>(task, words);
    case 4: return indel_in_band<Letter, 4>(task, words);
    case 5: return indel_in_band<Letter, 5>(task, words);
    default: return indel_in_band<Letter, 0>(task, words);
    }
}

static constexpr band_kernels all_band_kernels{
    {&levenshtein<std::uint8_t>, &levenshtein<std::uint16_t>, &levenshtein<std::uint32_t>},
    {&indel<std::uint8_t>, &indel<std::uint16_t>, &indel<std::uint32_t>}};

} // namespace concord::lanes::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace concord::lanes {

const band_kernels& band_kernels_for(simd::vector_target target) { return CONCORD_DISPATCH(all_band_kernels, target); }

} // namespace concord::lanes
#endif
