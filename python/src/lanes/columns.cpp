// Compiled once for every instruction set: Highway includes this file anew for each.
//
// A column of 64 rows a word is one long number, to which the recurrences of Myers and Hyyrö add. Of a vector's words
// all are added at once; which of them overflow, and which are all ones and hand a carry on, are two numbers of a bit a
// word, and their sum has a bit for each word that a carry comes into. The window moves down by a word in 64 columns:
//
//                text →
//     pattern ↓  ┌──┐
//                │  │┌──┐
//                │  ││  │┌──┐
//                └──┘│  ││  │
//                    └──┘│  │
//                        └──┘
//
// Above it every letter of the text counts as an edit, and so does every row that comes in below: cells outside are
// never less than they are, and an alignment within the edits of interest has no cell outside.
#define HWY_WANT_AVX3_DL // counts the bits of words: Ice Lake and newer
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "lanes/columns.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h> // and what it includes of intrinsics, whose warnings it turns off

#include "lanes/columns.hpp"
#include "simd/dispatch.hpp"

HWY_BEFORE_NAMESPACE();
namespace concord::lanes::HWY_NAMESPACE {

#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3

constexpr std::size_t words_of_vector = 8;
constexpr std::size_t columns_at_once = 64; // then the window moves

/// The rows of a column, the first in the lowest bit.
template <std::size_t Vectors>
struct long_number {
    __m512i vectors[Vectors];

    HWY_INLINE explicit long_number(long long word) {
        for (__m512i& one : vectors)
            one = _mm512_set1_epi64(word);
    }
    HWY_INLINE __m512i& operator[](std::size_t at) { return vectors[at]; }
    HWY_INLINE const __m512i& operator[](std::size_t at) const { return vectors[at]; }

    HWY_INLINE void store(std::uint64_t* words) const {
        for (std::size_t v = 0; v < Vectors; ++v)
            _mm512_storeu_si512(words + words_of_vector * v, vectors[v]);
    }
    /// Moves down by a word: the lowest one leaves, and `entering` comes in.
    HWY_INLINE void move(long long entering) {
        for (std::size_t v = 0; v < Vectors; ++v)
            vectors[v] =
                _mm512_alignr_epi64(v + 1 < Vectors ? vectors[v + 1] : _mm512_set1_epi64(entering), vectors[v], 1);
    }
};

/// Adds `summand` to `sum`, which is then `summand` and what was there.
template <std::size_t Vectors>
HWY_INLINE void add(long_number<Vectors>& sum, const long_number<Vectors>& summand) {
    const __m512i ones = _mm512_set1_epi64(-1);
    std::uint64_t overflowing = 0;
    std::uint64_t full = 0;
    for (std::size_t v = 0; v < Vectors; ++v) {
        sum[v] = _mm512_add_epi64(sum[v], summand[v]);
        overflowing |= std::uint64_t{_cvtmask8_u32(_mm512_cmplt_epu64_mask(sum[v], summand[v]))} << words_of_vector * v;
        full |= std::uint64_t{_cvtmask8_u32(_mm512_cmpeq_epi64_mask(sum[v], ones))} << words_of_vector * v;
    }
    const std::uint64_t carried = ((overflowing << 1U) + full) ^ full;
    for (std::size_t v = 0; v < Vectors; ++v)
        sum[v] = _mm512_mask_sub_epi64(
            sum[v], _cvtu32_mask8(static_cast<std::uint32_t>(carried >> words_of_vector * v & 0xFFU)), sum[v], ones);
}

/// Words one row down: the highest bit of `before`, the vector above, comes in.
HWY_INLINE __m512i one_down(__m512i words, __m512i before) {
    const __m512i above = _mm512_alignr_epi64(words, before, 7);
    return _mm512_or_si512(_mm512_slli_epi64(words, 1), _mm512_srli_epi64(above, 63));
}

/// Where the window is, and whether it moves.
struct window_place {
    std::int64_t lowest; ///< diagonal (row less column) of an alignment
    std::size_t first = 0;
    bool is_moving;

    HWY_INLINE window_place(const column_task& task, std::size_t vectors)
        : is_moving((task.length + 63) / 64 > words_of_vector * vectors) {
        const auto goal = static_cast<std::int64_t>(task.length) - static_cast<std::int64_t>(task.columns);
        const std::int64_t apart = goal < 0 ? -goal : goal;
        lowest = HWY_MIN(std::int64_t{0}, goal) - (static_cast<std::int64_t>(task.most) - apart) / 2;
    }
    /// Whether the window moves down before this column.
    HWY_INLINE bool moves_before(std::size_t column) {
        if (!is_moving || static_cast<std::int64_t>(column) + lowest < static_cast<std::int64_t>(64 * (first + 1)))
            return false;
        ++first;
        return true;
    }
};

HWY_INLINE std::int64_t bits_of(const std::uint64_t* words, std::size_t bits) {
    std::int64_t count = 0;
    std::size_t word = 0;
    for (; 64 * (word + 1) <= bits; ++word)
        count += _mm_popcnt_u64(words[word]);
    if (bits % 64 != 0) count += _mm_popcnt_u64(words[word] & ~(~std::uint64_t{0} << bits % 64));
    return count;
}

HWY_INLINE bool is_possible(const column_task& task) {
    return HWY_MAX(task.length, task.columns) - HWY_MIN(task.length, task.columns) <= task.most;
}

template <bool MaySwap, std::size_t Vectors>
std::uint64_t count_edits(const column_task& task) {
    if (!is_possible(task)) return task.most + 1;
    column_task wide = task;
    if (MaySwap) wide.most += 2; // a swap leaves its diagonal
    window_place place(wide, Vectors);
    long_number<Vectors> vp(-1);
    long_number<Vectors> vn(0);
    [[maybe_unused]] long_number<Vectors> d0_before(0);
    [[maybe_unused]] long_number<Vectors> equal_before(0);
    alignas(64) std::uint64_t rises[words_of_vector * Vectors];
    alignas(64) std::uint64_t falls[words_of_vector * Vectors];
    std::int64_t above = 0; // of the cell above the window, less its column
    const auto cell_in = [&](std::size_t row, std::size_t column) {
        const std::size_t rows = row - 64 * place.first;
        return static_cast<std::int64_t>(column) + above + bits_of(rises, rows) - bits_of(falls, rows);
    };
    for (std::size_t column = 0; column < task.columns;) {
        if (column > 0) {
            vp.store(rises);
            vn.store(falls);
            // Along the diagonal of the last cell no cell is less than the one before.
            const std::size_t row = column + task.length - task.columns; // above the pattern it is a great number
            const bool is_inside = row >= 64 * place.first && row <= task.length;
            if (is_inside && row <= 64 * (place.first + words_of_vector * Vectors) &&
                cell_in(row, column) > static_cast<std::int64_t>(task.most))
                return task.most + 1;
            if (place.moves_before(column)) {
                above += _mm_popcnt_u64(rises[0]) - _mm_popcnt_u64(falls[0]);
                vp.move(-1);
                vn.move(0);
                if constexpr (MaySwap) {
                    d0_before.move(0);
                    equal_before.move(0);
                }
            }
        }
        const std::size_t end = HWY_MIN(task.columns, column + columns_at_once);
        for (; column < end; ++column) {
            const std::uint64_t* const equal = task.equal[column] + place.first;
            long_number<Vectors> sum(0);
            for (std::size_t v = 0; v < Vectors; ++v)
                sum[v] = _mm512_and_si512(_mm512_loadu_si512(equal + words_of_vector * v), vp[v]);
            add(sum, vp);
            __m512i rises_before = _mm512_set1_epi64(static_cast<long long>(std::uint64_t{1} << 63U));
            __m512i falls_before = _mm512_setzero_si512();
            [[maybe_unused]] __m512i missed_before = _mm512_setzero_si512();
            for (std::size_t v = 0; v < Vectors; ++v) {
                const __m512i here = _mm512_loadu_si512(equal + words_of_vector * v);
                __m512i d0 = _mm512_or_si512(_mm512_xor_si512(sum[v], vp[v]), _mm512_or_si512(here, vn[v]));
                if constexpr (MaySwap) {
                    const __m512i missed = _mm512_andnot_si512(d0_before[v], here);
                    d0 = _mm512_or_si512(d0, _mm512_and_si512(one_down(missed, missed_before), equal_before[v]));
                    missed_before = missed;
                    d0_before[v] = d0;
                    equal_before[v] = here;
                }
                const __m512i hn = _mm512_and_si512(d0, vp[v]);
                const __m512i hp =
                    _mm512_or_si512(vn[v], _mm512_andnot_si512(_mm512_or_si512(d0, vp[v]), _mm512_set1_epi64(-1)));
                const __m512i hp_down = one_down(hp, rises_before);
                const __m512i hn_down = one_down(hn, falls_before);
                rises_before = hp;
                falls_before = hn;
                vp[v] =
                    _mm512_or_si512(hn_down, _mm512_andnot_si512(_mm512_or_si512(d0, hp_down), _mm512_set1_epi64(-1)));
                vn[v] = _mm512_and_si512(hp_down, d0);
            }
        }
    }
    vp.store(rises);
    vn.store(falls);
    return static_cast<std::uint64_t>(cell_in(task.length, task.columns));
}

/// A bit that is 0 is a row with one letter more in common than the row above.
template <std::size_t Vectors>
std::uint64_t count_indels(const column_task& task) {
    if (!is_possible(task)) return task.most + 1;
    window_place place(task, Vectors);
    long_number<Vectors> rows(-1);
    alignas(64) std::uint64_t words[words_of_vector * Vectors];
    std::uint64_t above = 0; // letters in common above the window
    const std::uint64_t letters = task.length + task.columns;
    const std::uint64_t least_common = (letters - HWY_MIN(letters, task.most) + 1) / 2;
    const auto common = [&] {
        const std::size_t bits = HWY_MIN(task.length - 64 * place.first, 64 * words_of_vector * Vectors);
        return above + bits - static_cast<std::uint64_t>(bits_of(words, bits));
    };
    for (std::size_t column = 0; column < task.columns;) {
        if (column > 0) {
            rows.store(words);
            if (common() + (task.columns - column) < least_common) return task.most + 1;
            if (place.moves_before(column)) {
                above += 64 - static_cast<std::uint64_t>(_mm_popcnt_u64(words[0]));
                rows.move(-1);
            }
        }
        const std::size_t end = HWY_MIN(task.columns, column + columns_at_once);
        for (; column < end; ++column) {
            const std::uint64_t* const equal = task.equal[column] + place.first;
            long_number<Vectors> sum(0);
            long_number<Vectors> others(0);
            for (std::size_t v = 0; v < Vectors; ++v) {
                const __m512i here = _mm512_loadu_si512(equal + words_of_vector * v);
                sum[v] = _mm512_and_si512(here, rows[v]);
                others[v] = _mm512_andnot_si512(here, rows[v]);
            }
            add(sum, rows);
            for (std::size_t v = 0; v < Vectors; ++v)
                rows[v] = _mm512_or_si512(sum[v], others[v]);
        }
    }
    rows.store(words);
    return letters - 2 * common();
}

template <template <std::size_t> class Kernel>
std::uint64_t with_vectors(const column_task& given) {
    column_task task = given;
    task.most = HWY_MIN(given.most, static_cast<std::uint64_t>(given.length) + given.columns); // no pair has more
    switch ((words_of_window(task.length, task.most) + words_of_vector - 1) / words_of_vector) {
    case 1: return Kernel<1>::run(task);
    case 2: return Kernel<2>::run(task);
    case 3: return Kernel<3>::run(task);
    case 4: return Kernel<4>::run(task);
    case 5:
    case 6: return Kernel<6>::run(task);
    default: return Kernel<8>::run(task);
    }
}

template <std::size_t Vectors>
struct levenshtein {
    static std::uint64_t run(const column_task& task) { return count_edits<false, Vectors>(task); }
};
template <std::size_t Vectors>
struct osa {
    static std::uint64_t run(const column_task& task) { return count_edits<true, Vectors>(task); }
};
template <std::size_t Vectors>
struct indel {
    static std::uint64_t run(const column_task& task) { return count_indels<Vectors>(task); }
};

static constexpr column_kernels all_column_kernels{&with_vectors<levenshtein>, &with_vectors<osa>,
                                                   &with_vectors<indel>};

#else

static constexpr column_kernels all_column_kernels{nullptr, nullptr, nullptr};

#endif

} // namespace concord::lanes::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace concord::lanes {

const column_kernels& column_kernels_for(simd::vector_target target) {
    return CONCORD_DISPATCH(all_column_kernels, target);
}

} // namespace concord::lanes
#endif
