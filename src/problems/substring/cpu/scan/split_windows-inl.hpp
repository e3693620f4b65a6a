// Windows with few mismatches along diagonals, in two parts: no digits are counted, and nothing is taken away again.
//
//     windows that begin in a part     [. . . . . s s s s|. . . . . . . . . . .|p p p p . .
//     all of them hold its core                          |core of all windows  |
//     before                  S(i, e)  |<---------------------- i is in s: at most e mismatches on the diagonal
//     behind                  P(j, e)                                          |--> j is in p: the same
//
// The rows of up to e mismatches with one letter more are an AND and an OR, as in growth_block.hpp (Wu and Manber
// 1992); a window is near where the one part has e mismatches at most and the other one k - e, for any e. A part has
// as many starts as a window has letters at most, and where no diagonal is left, it is left.
//
// Compiled once for every instruction set, like all -inl.hpp files.

#if defined(CONCORD_SPLIT_WINDOWS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef CONCORD_SPLIT_WINDOWS_INL_HPP
#undef CONCORD_SPLIT_WINDOWS_INL_HPP
#else
#define CONCORD_SPLIT_WINDOWS_INL_HPP
#endif

#include <hwy/highway.h>

#include "problems/substring/cpu/scan/diagonal_kernels.hpp"
#include "problems/substring/cpu/scan/rotated_rows-inl.hpp"
#include "simd/vector_logic-inl.hpp"

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace concord::substring::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Diagonals on which up to 0, 1 … k letters are mismatches.
template <unsigned Mismatches, unsigned Words>
struct mismatch_rows {
    words up_to[Words][Mismatches + 1];

    HWY_INLINE mismatch_rows() {
        for (unsigned word = 0; word < Words; ++word)
            for (unsigned row = 0; row <= Mismatches; ++row)
                up_to[word][row] = hn::Set(word_tag(), ~std::uint64_t{0});
    }
    HWY_INLINE void add(const rotated_rows& table, std::uint32_t place, unsigned first_word) {
        for (unsigned word = 0; word < Words; ++word) {
            const words equal = table.word_at(place, first_word + word);
            for (unsigned row = Mismatches; row > 0; --row)
                up_to[word][row] = simd::HWY_NAMESPACE::or_and(up_to[word][row - 1], up_to[word][row], equal);
            up_to[word][0] = hn::And(up_to[word][0], equal);
        }
    }
    [[nodiscard]] HWY_INLINE bool is_any() const {
        words any = up_to[0][Mismatches];
        for (unsigned word = 1; word < Words; ++word)
            any = hn::Or(any, up_to[word][Mismatches]);
        return !hn::AllTrue(word_tag(), hn::Eq(any, hn::Zero(word_tag())));
    }
    HWY_INLINE void store(std::uint64_t* to) const {
        for (unsigned word = 0; word < Words; ++word)
            for (unsigned row = 0; row <= Mismatches; ++row, to += simd::HWY_NAMESPACE::lanes)
                hn::Store(up_to[word][row], word_tag(), to);
    }
    /// Where the window of these letters, and of those before whose rows were stored, is near and may end.
    [[nodiscard]] HWY_INLINE words near(const std::uint64_t* before, const rotated_rows& table, std::uint32_t end,
                                        unsigned first_word) const {
        const word_tag tag;
        words hit = hn::Zero(tag);
        for (unsigned word = 0; word < Words; ++word, before += rows_of_word * simd::HWY_NAMESPACE::lanes) {
            const auto row_before = [&](unsigned row)
                                        HWY_ATTR { return hn::Load(tag, before + row * simd::HWY_NAMESPACE::lanes); };
            words of_word = hn::And(row_before(0), up_to[word][Mismatches]);
            for (unsigned row = 1; row <= Mismatches; ++row)
                of_word = simd::HWY_NAMESPACE::or_and(of_word, row_before(row), up_to[word][Mismatches - row]);
            hit = simd::HWY_NAMESPACE::or_and(hit, of_word, table.word_at(end, first_word + word));
        }
        return hit;
    }

    static constexpr std::size_t rows_of_word = Mismatches + 1;
    static constexpr std::size_t stored = Words * rows_of_word; ///< vectors
};

/// The windows that begin in a part of the source, in so many words of the diagonals from one on: visit(start, lanes
/// that hold it) for those that some hold.
template <unsigned Mismatches, unsigned Words, class Visit>
HWY_INLINE void for_each_near(const diagonal_shape& shape, const rotated_rows& table, const placed_source& source,
                              unsigned first_word, std::size_t first, std::size_t end, std::uint64_t* stored,
                              const Visit& visit) {
    using rows = mismatch_rows<Mismatches, Words>;
    constexpr std::size_t letters_at_once = 16; // between looks at what is left
    constexpr std::size_t step = rows::stored * simd::HWY_NAMESPACE::lanes;
    rows before;
    for (std::size_t letter = first + shape.window; letter > end;) {
        for (const std::size_t last = letter - std::min(letter - end, letters_at_once); letter > last;)
            before.add(table, source.places[--letter], first_word);
        if (!before.is_any()) return;
    }
    std::size_t left = first; // windows that begin before it are near to nothing
    for (std::size_t start = end; start > left;) {
        for (const std::size_t last = start - std::min(start - left, letters_at_once); start > last;) {
            before.add(table, source.places[--start], first_word);
            before.store(stored + (end - 1 - start) * step);
        }
        if (!before.is_any()) left = start + 1;
    }
    if (left >= end) return;
    rows behind;
    for (std::size_t letter = first; letter < left; ++letter)
        behind.add(table, source.places[letter + shape.window], first_word);
    for (std::size_t start = left;; ++start) {
        visit(start,
              behind.near(stored + (end - 1 - start) * step, table, source.ends[start + shape.window - 1], first_word));
        if (start + 1 == end) return;
        behind.add(table, source.places[start + shape.window], first_word);
    }
}

/// A source against some lanes. `hits`: a vector for each of its letters; `stored`: so many vectors. `Mismatches`: k,
/// or less.
template <unsigned Mismatches>
void count_split(const diagonal_shape& shape, const rotated_rows& table, const placed_source& placed, std::size_t lane,
                 std::uint64_t* hits, std::uint64_t* stored, const diagonal_source& source) {
    if constexpr (Mismatches < most_split_mismatches)
        if (shape.mismatches > Mismatches)
            return count_split<Mismatches + 1>(shape, table, placed, lane, hits, stored, source);
    const word_tag tag;
    const std::size_t starts = source.letters.size() + 1 - shape.window;
    const std::size_t of_part =
        starts_of_part(shape.window, starts, std::min(placed.words, most_split_words), Mismatches);
    for (std::size_t first = 0; first < starts; first += of_part) {
        const std::size_t end = std::min(first + of_part, starts);
        const auto in_words = [&](unsigned first_word, unsigned number, const auto& visit) HWY_ATTR {
            switch (number) {
            case 1: return for_each_near<Mismatches, 1>(shape, table, placed, first_word, first, end, stored, visit);
            case 2: return for_each_near<Mismatches, 2>(shape, table, placed, first_word, first, end, stored, visit);
            case 3: return for_each_near<Mismatches, 3>(shape, table, placed, first_word, first, end, stored, visit);
            default: return for_each_near<Mismatches, 4>(shape, table, placed, first_word, first, end, stored, visit);
            }
        };
        if (placed.words <= most_split_words) {
            in_words(0, placed.words, [&](std::size_t start, words hit) HWY_ATTR {
                add_holders(shape, lane, hit, source.supports[start]);
            });
            continue;
        }
        for (std::size_t start = first; start < end; ++start)
            hn::Store(hn::Zero(tag), tag, hits + start * simd::HWY_NAMESPACE::lanes);
        for (unsigned word = 0; word < placed.words; word += most_split_words)
            in_words(word, std::min(placed.words - word, most_split_words), [&](std::size_t start, words hit) HWY_ATTR {
                std::uint64_t* const so_far = hits + start * simd::HWY_NAMESPACE::lanes;
                hn::Store(hn::Or(hit, hn::Load(tag, so_far)), tag, so_far);
            });
        for (std::size_t start = first; start < end; ++start)
            add_holders(shape, lane, hn::Load(tag, hits + start * simd::HWY_NAMESPACE::lanes), source.supports[start]);
    }
}

} // namespace concord::substring::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif // per-target include guard
