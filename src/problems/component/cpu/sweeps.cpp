// The operations of mask_operations.hpp on vectors, a shift in each lane. Functions that take vectors must be compiled
// for their instruction set, so the operations are written here again; component_sweeps_test compares both on every
// target. Compiled once for every instruction set: Highway includes this file anew for each.
#define HWY_WANT_AVX3_DL // counts bits in vectors: Ice Lake and newer
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "problems/component/cpu/sweeps.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "problems/component/cpu/agreeing-inl.hpp"
#include "problems/component/cpu/board_rows-inl.hpp"
#include "problems/component/cpu/sweeps.hpp"
#include "simd/dispatch.hpp"

HWY_BEFORE_NAMESPACE();
namespace concord::component::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
namespace vectors = simd::HWY_NAMESPACE;
using vectors::lanes;
using vectors::word_tag;
using vectors::words;

template <bool Corners>
bool peel(const board& size, const std::uint64_t* from, std::uint64_t* to, std::uint8_t* awake) {
    const std::size_t stride = size.stride() * lanes;
    bool some = false;
    clear_row(to, size.stride());
    awake[0] = awake[1] = 0;
    for (std::size_t row = 0; row < size.rows; ++row) {
        from += stride;
        to += stride;
        words any = hn::Zero(word_tag());
        store(hn::Zero(word_tag()), to, 0);
        for (std::size_t word = 1; word <= size.words; ++word) {
            const words kept = joints<Corners>({from - stride, from, from + stride}, word);
            any = hn::Or(any, kept);
            store(kept, to, word);
        }
        store(hn::Zero(word_tag()), to, size.words + 1);
        awake[row + 2] = 0;
        if (is_zero(any)) continue;
        awake[row] = awake[row + 1] = awake[row + 2] = 1;
        some = true;
    }
    clear_row(to + stride, size.stride());
    return some;
}

/// Floods the words of a row from left to right; each word after all that reaches it from the left. Returns the
/// changes.
template <bool Corners>
HWY_INLINE words flood_row(const board& size, const std::uint64_t* mask, std::uint64_t* wet, std::ptrdiff_t stride) {
    words any = hn::Zero(word_tag());
    for (std::size_t word = 1; word <= size.words; ++word) {
        const three here(wet, word);
        const words dry = load(mask, word);
        words now = hn::Or(here.here, hn::Or(load(wet - stride, word), load(wet + stride, word)));
        if constexpr (Corners) {
            const three above(wet - stride, word);
            const three below(wet + stride, word);
            now = hn::Or(now, hn::Or(hn::Or(above.left(), above.right()), hn::Or(below.left(), below.right())));
        }
        now = hn::And(dry, hn::Or(now, hn::Or(here.left(), here.right())));
        now = vectors::or_and_not(now, dry, hn::Add(dry, now)); // a carry runs to the end of a run
        now = vectors::or_and(now, dry, hn::ShiftRight<1>(now));
        now = vectors::or_and(now, hn::And(dry, hn::ShiftRight<1>(dry)), hn::ShiftRight<2>(now));
        any = vectors::or_xor(any, now, here.here);
        store(now, wet, word);
    }
    return any;
}

template <bool Corners>
bool flood(const board& size, const std::uint64_t* mask, std::uint64_t* wet, std::uint8_t* awake, bool down) {
    const std::ptrdiff_t stride = static_cast<std::ptrdiff_t>(size.stride() * lanes);
    bool changed = false;
    for (std::size_t i = 0; i < size.rows; ++i) {
        const std::size_t row = down ? i : size.rows - 1 - i;
        if (awake[row + 1] == 0) continue;
        const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(row + 1) * stride;
        const words any = flood_row<Corners>(size, mask + at, wet + at, stride);
        awake[row + 1] = 0;
        if (is_zero(any)) continue;
        awake[row] = awake[row + 1] = awake[row + 2] = 1;
        changed = true;
    }
    return changed;
}

/// Calls row(its words, number) for every row of a board between the borders, which are cleared.
template <class Row>
HWY_INLINE void write_rows(const board& size, std::uint64_t* to, const Row& write) {
    const std::size_t stride = size.stride();
    clear_row(to, stride);
    for (std::size_t row = 0; row < size.rows; ++row) {
        const std::size_t first = (row + 1) * stride;
        store(hn::Zero(word_tag()), to, first);
        for (std::size_t word = 0; word < size.words; ++word)
            store(write(row, word, first + 1 + word), to, first + 1 + word);
        store(hn::Zero(word_tag()), to, first + 1 + size.words);
    }
    clear_row(to + (size.rows + 1) * stride * lanes, stride);
}

template <bool Corners>
bool drop_single(const board& size, const std::uint64_t* from, std::uint64_t* to) {
    const std::ptrdiff_t stride = static_cast<std::ptrdiff_t>(size.stride() * lanes);
    words any = hn::Zero(word_tag());
    write_rows(size, to, [&](std::size_t row, std::size_t word, std::size_t) HWY_ATTR {
        const std::uint64_t* const at = from + static_cast<std::ptrdiff_t>(row + 1) * stride;
        const three here(at, word + 1);
        words beside =
            hn::Or(hn::Or(here.left(), here.right()), hn::Or(load(at - stride, word + 1), load(at + stride, word + 1)));
        if constexpr (Corners) {
            const three above(at - stride, word + 1);
            const three below(at + stride, word + 1);
            beside = hn::Or(beside, hn::Or(hn::Or(above.left(), above.right()), hn::Or(below.left(), below.right())));
        }
        const words kept = hn::And(here.here, beside);
        any = hn::Or(any, kept);
        return kept;
    });
    return !is_zero(any);
}

void take_rows(const board& size, const std::uint64_t* from, std::size_t first, std::size_t every, std::uint64_t* to) {
    write_rows(size, to, [&](std::size_t row, std::size_t, std::size_t at) HWY_ATTR {
        return row % every == first ? load(from, at) : hn::Zero(word_tag());
    });
}

void take_columns(const board& size, const std::uint64_t* from, const std::uint64_t* pattern, std::uint64_t* to) {
    write_rows(size, to, [&](std::size_t, std::size_t word, std::size_t at) HWY_ATTR {
        return hn::And(load(from, at), hn::Set(word_tag(), pattern[word]));
    });
}

void without(const board& size, const std::uint64_t* from, const std::uint64_t* less, std::uint64_t* to) {
    write_rows(size, to, [&](std::size_t, std::size_t, std::size_t at) HWY_ATTR {
        return hn::AndNot(load(less, at), load(from, at));
    });
}

void join(const board& size, const std::uint64_t* more, std::uint64_t* to) {
    write_rows(size, to,
               [&](std::size_t, std::size_t, std::size_t at) HWY_ATTR { return hn::Or(load(more, at), load(to, at)); });
}

void weigh(const board& size, const std::uint64_t* mask, std::uint64_t* cells) {
    words sum = hn::Zero(word_tag());
    for (std::size_t index = 0; index < size.vectors(); ++index)
        sum = hn::Add(sum, hn::PopulationCount(load(mask, index)));
    store(sum, cells, 0);
}

/// The larger ones of numbers below 2^63: a vector of AVX2 compares signed ones.
HWY_INLINE words larger(words a, words b) {
    const hn::RebindToSigned<word_tag> numbers;
    return hn::BitCast(word_tag(), hn::Max(hn::BitCast(numbers, a), hn::BitCast(numbers, b)));
}

template <bool Corners>
void find_gaps(const board& size, const std::uint64_t* mask, row_parts* parts, std::uint64_t* joined) {
    const std::size_t stride = size.stride() * lanes;
    clear_row(joined, size.words);
    words most = hn::Zero(word_tag());
    words so_far = hn::Zero(word_tag());
    words highest = hn::Zero(word_tag());
    words rows_so_far = hn::Zero(word_tag());
    for (std::size_t row = 0; row < size.rows; ++row) {
        mask += stride;
        words linked = hn::Zero(word_tag());
        for (std::size_t word = 1; word <= size.words; ++word) {
            const three here(mask, word);
            words beneath = load(mask + stride, word);
            words across = hn::And(here.here, here.right());
            if constexpr (Corners) {
                const three below(mask + stride, word);
                across = vectors::or_and(across, here.here, below.right());
                across = vectors::or_and(across, below.here, here.right());
                beneath = hn::Or(beneath, hn::Or(below.left(), below.right()));
            }
            so_far = hn::Add(so_far, hn::PopulationCount(here.here));
            linked = vectors::or_and(linked, here.here, beneath);
            store(hn::Or(load(joined, word - 1), across), joined, word - 1);
        }
        rows_so_far = hn::Add(rows_so_far, hn::Set(word_tag(), 1));
        most = larger(most, so_far);
        highest = larger(highest, rows_so_far);
        const auto is_gap = hn::Eq(linked, hn::Zero(word_tag()));
        so_far = hn::IfThenZeroElse(is_gap, so_far);
        rows_so_far = hn::IfThenZeroElse(is_gap, rows_so_far);
    }
    store(most, parts->cells, 0);
    store(highest, parts->rows, 0);
}

template <bool Corners>
constexpr sweep_kernels kernels{
    lanes,         &count<Corners>, &build, &peel<Corners>, &drop_single<Corners>, &flood<Corners>,       &take_rows,
    &take_columns, &without,        &join,  &weigh,         &find_gaps<Corners>,   HWY_STR(HWY_NAMESPACE)};

const sweep_kernels& for_connectivity(unsigned connectivity) {
    return connectivity == 8 ? kernels<true> : kernels<false>;
}

} // namespace concord::component::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace concord::component {

const sweep_kernels& sweeps_for(simd::vector_target target, unsigned connectivity) {
    return CONCORD_DISPATCH(for_connectivity, target)(connectivity);
}

} // namespace concord::component
#endif
