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

/// Which of 64 letters are this one.
template <class Letter>
HWY_INLINE std::uint64_t equal_letters(const Letter* letters, hn::Vec<band_tag<Letter>> letter) {
    const band_tag<Letter> tag;
    const std::size_t lanes = hn::Lanes(tag);
    std::uint64_t equal = 0;
    for (std::size_t i = 0; i < 64; i += lanes)
        equal |= bits_of(tag, hn::Eq(hn::LoadU(tag, letters + i), letter)) << i;
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
constexpr std::size_t room = Words > 0 ? Words : words_of_band(most_edits_in_band);

/// a + b + carry, which becomes what is carried on.
HWY_INLINE std::uint64_t add_with_carry(std::uint64_t a, std::uint64_t b, unsigned char& carry) {
#ifdef __x86_64__
    unsigned long long sum = 0;
    carry = _addcarry_u64(carry, a, b, &sum);
#else
    const std::uint64_t partial = a + carry;
    const std::uint64_t sum = partial + b;
    carry = static_cast<unsigned char>(partial < a || sum < b);
#endif
    return sum;
}

/// Calls take(equal) for a column of the band, with what says of which of the 64 rows of a word the letter is.
template <class Letter, class Take>
HWY_INLINE void take_column(const band_task& task, std::size_t words, std::int64_t first, Letter letter,
                            const Take& take) {
    const auto* const pattern = static_cast<const Letter*>(task.pattern);
    const auto length = static_cast<std::int64_t>(task.length);
    const auto wanted = hn::Set(band_tag<Letter>(), letter);
    if (first >= 0 && first + static_cast<std::int64_t>(64 * words) <= length)
        take([&](std::size_t word) HWY_ATTR { return equal_letters(pattern + first + 64 * word, wanted); });
    else
        take([&](std::size_t word)
                 HWY_ATTR { return equal_at(pattern, length, first + static_cast<std::int64_t>(64 * word), wanted); });
}

/// Rows above the pattern are as its border. Cells outside count as if every step from the band were an edit. Along the
/// diagonal of the last cell no cell is less than the one before.
template <class Letter, std::size_t Words>
HWY_INLINE std::uint64_t levenshtein_in_band(const band_task& task) {
    const band_place place(task);
    if (!place.is_possible) return task.most + 1;
    const auto* const text = static_cast<const Letter*>(task.text);
    const auto last_bit = static_cast<std::size_t>(place.goal - place.lowest);
    const std::size_t words = Words > 0 ? Words : words_of_band(task.most);
    std::uint64_t vp[room<Words>];
    std::uint64_t vn[room<Words>];
    std::uint64_t d0[room<Words> + 1];
    for (std::size_t word = 0; word < words; ++word) {
        // Rows of the word that are above the pattern.
        const std::int64_t above = -place.lowest - static_cast<std::int64_t>(64 * word);
        vp[word] = above >= 64 ? 0 : ~std::uint64_t{0} << static_cast<unsigned>(HWY_MAX(std::int64_t{0}, above));
        vn[word] = 0;
    }
    d0[words] = 0;
    auto cell = static_cast<std::uint64_t>(HWY_MAX(std::int64_t{0}, place.goal)); // on the diagonal of the last one
    for (std::size_t column = 0; column < task.columns; ++column) {
        const std::int64_t first = static_cast<std::int64_t>(column) + place.lowest;
        take_column(task, words, first, text[column], [&](const auto& equal_in) HWY_ATTR {
            unsigned char carry = 0;
            for (std::size_t word = 0; word < words; ++word) {
                const std::uint64_t equal = equal_in(word);
                const std::uint64_t sum = add_with_carry(equal & vp[word], vp[word], carry);
                d0[word] = (sum ^ vp[word]) | equal | vn[word];
            }
        });
        for (std::size_t word = 0; word < words; ++word) {
            const std::uint64_t moved = d0[word] >> 1U | d0[word + 1] << 63U;
            const std::uint64_t rises = vn[word] | ~(d0[word] | vp[word]);
            vp[word] = (d0[word] & vp[word]) | ~(moved | rises);
            vn[word] = moved & rises;
        }
        cell += ~d0[last_bit / 64] >> last_bit % 64 & 1U;
        if (cell > task.most) return task.most + 1;
        // One edit in so few columns says little.
        if (column + 1 == task.look && cell * task.columns <= task.few * task.look + task.columns) return seem_few;
    }
    return cell;
}

/// A bit that is 0 is a row with one letter more in common than the row above. What is above the band stays as it is.
template <class Letter, std::size_t Words>
HWY_INLINE std::uint64_t indel_in_band(const band_task& task) {
    const band_place place(task);
    if (!place.is_possible) return task.most + 1;
    const auto* const text = static_cast<const Letter*>(task.text);
    const std::size_t words = Words > 0 ? Words : words_of_band(task.most);
    const std::uint64_t letters = task.length + task.columns;
    const std::uint64_t least_common = (letters - HWY_MIN(letters, task.most) + 1) / 2;
    std::uint64_t rows[room<Words>];
    for (std::size_t word = 0; word < words; ++word)
        rows[word] = ~std::uint64_t{0};
    std::uint64_t above = 0; // letters in common above the band
    const auto common = [&] {
        std::uint64_t count = above;
        for (std::size_t word = 0; word < words; ++word)
            count += hwy::PopCount(~rows[word]);
        return count;
    };
    for (std::size_t column = 0; column < task.columns; ++column) {
        const std::int64_t first = static_cast<std::int64_t>(column) + place.lowest;
        take_column(task, words, first, text[column], [&](const auto& equal_in) HWY_ATTR {
            unsigned char carry = 0;
            std::uint64_t before = 0; // the word before, which the next one's first row completes
            for (std::size_t word = 0; word < words; ++word) {
                const std::uint64_t matched = rows[word] & equal_in(word);
                const std::uint64_t here = add_with_carry(matched, rows[word], carry) | (rows[word] ^ matched);
                if (word > 0) rows[word - 1] = before >> 1U | here << 63U;
                if (word == 0) above += ~here & 1U;
                before = here;
            }
            rows[words - 1] = before >> 1U | std::uint64_t{1} << 63U;
        });
        constexpr std::size_t columns_between_looks = 32;
        if (column % columns_between_looks == columns_between_looks - 1 &&
            common() + (task.columns - 1 - column) < least_common)
            return task.most + 1;
    }
    const std::uint64_t edits = letters - 2 * common();
    return edits <= task.most ? edits : task.most + 1;
}

template <class Letter>
std::uint64_t levenshtein(const band_task& task) {
    switch (words_of_band(task.most)) {
    case 1: return levenshtein_in_band<Letter, 1>(task);
    case 2: return levenshtein_in_band<Letter, 2>(task);
    case 3: return levenshtein_in_band<Letter, 3>(task);
    case 4: return levenshtein_in_band<Letter, 4>(task);
    default: return levenshtein_in_band<Letter, 0>(task);
    }
}

template <class Letter>
std::uint64_t indel(const band_task& task) {
    switch (words_of_band(task.most)) {
    case 1: return indel_in_band<Letter, 1>(task);
    case 2: return indel_in_band<Letter, 2>(task);
    case 3: return indel_in_band<Letter, 3>(task);
    case 4: return indel_in_band<Letter, 4>(task);
    default: return indel_in_band<Letter, 0>(task);
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
