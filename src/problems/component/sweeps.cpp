// The law of step.hpp over vectors, a shift in each lane. Functions that take vectors must be compiled for the
// instruction set that they use, so its lines are written here once more; component_sweeps_test holds both to each
// other on every target. Compiled once for every instruction set: Highway includes this file anew for each.
#define HWY_WANT_AVX3_DL // counts bits in vectors: Ice Lake and newer
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "problems/component/sweeps.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "exec/wavefront/vector_logic-inl.hpp"
#include "problems/component/sweeps.hpp"

HWY_BEFORE_NAMESPACE();
namespace concord::component::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
namespace vectors = exec::HWY_NAMESPACE;
using vectors::lanes;
using vectors::word_tag;
using vectors::words;

HWY_INLINE words load(const std::uint64_t* at, std::size_t index) { return hn::Load(word_tag(), at + index * lanes); }
HWY_INLINE void store(words value, std::uint64_t* at, std::size_t index) {
    hn::Store(value, word_tag(), at + index * lanes);
}
HWY_INLINE words from_left(words before, words here) { return vectors::shifted_up(here, before); }
HWY_INLINE words from_right(words here, words after) {
    return hn::Or(hn::ShiftRight<1>(here), hn::ShiftLeft<63>(after));
}

/// Three words of a row around word `word`, of which the middle one is meant.
struct three {
    HWY_INLINE three(const std::uint64_t* row, std::size_t word)
        : before(load(row, word - 1)), here(load(row, word)), after(load(row, word + 1)) {}
    HWY_INLINE words left() const { return from_left(before, here); }
    HWY_INLINE words right() const { return from_right(here, after); }
    words before;
    words here;
    words after;
};

/// One row of a board, from its border on, and the two beside it.
struct rows_around {
    const std::uint64_t* above;
    const std::uint64_t* row;
    const std::uint64_t* below;
};

template <bool Corners>
HWY_INLINE words joints(const rows_around& at, std::size_t word) {
    const three row(at.row, word);
    words one = load(at.above, word);
    words two = hn::Zero(word_tag());
    const auto add = [&](words neighbour) HWY_ATTR {
        two = vectors::or_and(two, one, neighbour);
        one = hn::Or(one, neighbour);
    };
    add(load(at.below, word));
    add(row.left());
    add(row.right());
    if constexpr (Corners) {
        const three above(at.above, word);
        const three below(at.below, word);
        add(above.left()), add(above.right()), add(below.left()), add(below.right());
    }
    return hn::And(row.here, two);
}

/// The words of a row of A as each lane sees them, plane after plane.
HWY_INLINE void shift_row(const plane_view& planes, const shift_group& group, std::size_t row, std::uint64_t* shifted) {
    const std::size_t bit = group.over.first_word * 64 + group.place;
    const words down = hn::Iota(word_tag(), bit % 64);
    const words up = hn::Sub(hn::Set(word_tag(), 63), down);
    const std::uint64_t* from = planes.row_a(row) + bit / 64;
    for (unsigned plane = 0; plane < planes.planes; ++plane, from += planes.words_a) {
        words here = hn::Set(word_tag(), from[0]);
        for (std::size_t word = 0; word < group.over.words; ++word) {
            const words next = hn::Set(word_tag(), from[word + 1]);
            // Up by 64 - down in two steps, as one by 64 is no shift.
            store(hn::Or(hn::Shr(here, down), hn::Shl(hn::Add(next, next), up)), shifted, 0);
            shifted += lanes;
            here = next;
        }
    }
}

/// A row of masks: `shifted` against row `row` of B. `to` is the border before it.
template <unsigned Planes, bool Intervals>
HWY_INLINE void agree_row(const plane_view& planes, const shift_group& group, const std::uint64_t* shifted,
                          std::size_t row, std::uint64_t* to) {
    const std::size_t count = group.over.words;
    const unsigned all = Planes == 0 ? planes.planes : Planes;
    const std::uint64_t* b = planes.row_b(row) + group.over.first_word;
    for (std::size_t word = 0; word < count; ++word) {
        words mask;
        if constexpr (Intervals) {
            words at_least = hn::Set(word_tag(), ~std::uint64_t{0});
            words at_most = at_least;
            for (unsigned plane = 0; plane < all; ++plane) {
                const words a = load(shifted, plane * count + word);
                const words lowest = hn::Set(word_tag(), b[(2 * plane) * planes.words_b + word]);
                const words highest = hn::Set(word_tag(), b[(2 * plane + 1) * planes.words_b + word]);
                at_least = vectors::choose(hn::Xor(a, lowest), a, at_least);
                at_most = vectors::choose(hn::Xor(a, highest), highest, at_most);
            }
            mask = hn::And(hn::And(at_least, at_most), load(group.valid, word));
        } else {
            words differ = hn::Zero(word_tag());
            for (unsigned plane = 0; plane < all; ++plane)
                differ = vectors::or_xor(differ, load(shifted, plane * count + word),
                                         hn::Set(word_tag(), b[plane * planes.words_b + word]));
            mask = hn::AndNot(differ, load(group.valid, word));
        }
        store(mask, to, word + 1);
    }
    store(hn::Zero(word_tag()), to, 0);
    store(hn::Zero(word_tag()), to, count + 1);
}

HWY_INLINE void clear_row(std::uint64_t* row, std::size_t vectors_of_row) {
    for (std::size_t word = 0; word < vectors_of_row; ++word)
        store(hn::Zero(word_tag()), row, word);
}

template <bool Corners, unsigned Planes, bool Intervals>
void count_as(const plane_view& planes, const shift_group& group, std::size_t count, std::uint64_t* scratch,
              cell_counts* counts) {
    const std::size_t width = group.over.words;
    const std::size_t stride = (width + 2) * lanes;
    std::uint64_t* const shifted = scratch;
    std::uint64_t* const none = shifted + planes.planes * width * lanes;
    std::uint64_t* const rings = none + stride; // of each row shift the last three rows
    clear_row(none, width + 2);
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t lane = 0; lane < most_lanes; ++lane)
            counts[i].cells[lane] = counts[i].joints[lane] = 0;
    if (width == 0) return;
    const auto rows_a = static_cast<std::int64_t>(planes.rows_a);
    const auto rows_b = static_cast<std::int64_t>(planes.rows_b);
    const auto last_down = group.down + static_cast<std::int64_t>(count) - 1;
    const auto add = [&](cell_counts& to, const rows_around& at) HWY_ATTR {
        words cells = load(to.cells, 0);
        words bent = load(to.joints, 0);
        for (std::size_t word = 1; word <= width; ++word) {
            cells = hn::Add(cells, hn::PopulationCount(load(at.row, word)));
            bent = hn::Add(bent, hn::PopulationCount(joints<Corners>(at, word)));
        }
        store(cells, to.cells, 0);
        store(bent, to.joints, 0);
    };
    const std::int64_t first = group.down > 0 ? group.down : 0;
    const std::int64_t end = rows_b + last_down < rows_a ? rows_b + last_down : rows_a;
    for (std::int64_t row_a = first; row_a < end; ++row_a) {
        shift_row(planes, group, static_cast<std::size_t>(row_a), shifted);
        for (std::size_t i = 0; i < count; ++i) {
            const std::int64_t down = group.down + static_cast<std::int64_t>(i);
            const std::int64_t row_b = row_a - down;
            if (row_b < 0 || row_b >= rows_b) continue;
            const std::int64_t top = down < 0 ? -down : 0;
            std::uint64_t* const ring = rings + i * 3 * stride;
            const auto row_of = [&](std::int64_t row) { return ring + static_cast<std::size_t>(row % 3) * stride; };
            agree_row<Planes, Intervals>(planes, group, shifted, static_cast<std::size_t>(row_b), row_of(row_b));
            if (row_b > top)
                add(counts[i], {row_b - 1 > top ? row_of(row_b - 2) : none, row_of(row_b - 1), row_of(row_b)});
            if (row_b + 1 == rows_b || row_a + 1 == rows_a)
                add(counts[i], {row_b > top ? row_of(row_b - 1) : none, row_of(row_b), none});
        }
    }
}

template <unsigned Planes, bool Intervals>
void build_as(const plane_view& planes, const shift_group& group, std::uint64_t* scratch, std::uint64_t* mask) {
    const std::size_t stride = (group.over.words + 2) * lanes;
    clear_row(mask, group.over.words + 2);
    for (std::size_t row = 0; row < group.over.rows; ++row) {
        mask += stride;
        const std::size_t row_b = group.over.first_row + row;
        shift_row(planes, group, static_cast<std::size_t>(static_cast<std::int64_t>(row_b) + group.down), scratch);
        agree_row<Planes, Intervals>(planes, group, scratch, row_b, mask);
    }
    clear_row(mask + stride, group.over.words + 2);
}

/// Calls what(number of planes, 0 for any) with constants, so that the loops over few planes are unrolled.
template <class What>
HWY_INLINE void with_planes(const plane_view& planes, const What& what) {
    if (planes.intervals) return what.template run<0, true>();
    switch (planes.planes) {
    case 1: return what.template run<1, false>();
    case 2: return what.template run<2, false>();
    case 3: return what.template run<3, false>();
    case 4: return what.template run<4, false>();
    case 5: return what.template run<5, false>();
    case 8: return what.template run<8, false>();
    default: return what.template run<0, false>();
    }
}

template <bool Corners>
struct counting {
    const plane_view& planes;
    const shift_group& group;
    std::size_t count;
    std::uint64_t* scratch;
    cell_counts* counts;
    template <unsigned Planes, bool Intervals>
    void run() const {
        count_as<Corners, Planes, Intervals>(planes, group, count, scratch, counts);
    }
};

struct building {
    const plane_view& planes;
    const shift_group& group;
    std::uint64_t* scratch;
    std::uint64_t* mask;
    template <unsigned Planes, bool Intervals>
    void run() const {
        build_as<Planes, Intervals>(planes, group, scratch, mask);
    }
};

template <bool Corners>
void count(const plane_view& planes, const shift_group& group, std::size_t count, std::uint64_t* scratch,
           cell_counts* counts) {
    with_planes(planes, counting<Corners>{planes, group, count, scratch, counts});
}

void build(const plane_view& planes, const shift_group& group, std::uint64_t* scratch, std::uint64_t* mask) {
    with_planes(planes, building{planes, group, scratch, mask});
}

template <bool Corners>
bool peel(const board& size, const std::uint64_t* from, std::uint64_t* to) {
    const std::size_t stride = size.stride() * lanes;
    words any = hn::Zero(word_tag());
    clear_row(to, size.stride());
    for (std::size_t row = 0; row < size.rows; ++row) {
        from += stride;
        to += stride;
        store(hn::Zero(word_tag()), to, 0);
        for (std::size_t word = 1; word <= size.words; ++word) {
            const words kept = joints<Corners>({from - stride, from, from + stride}, word);
            any = hn::Or(any, kept);
            store(kept, to, word);
        }
        store(hn::Zero(word_tag()), to, size.words + 1);
    }
    clear_row(to + stride, size.stride());
    return !hn::AllTrue(word_tag(), hn::Eq(any, hn::Zero(word_tag())));
}

template <bool Corners>
bool flood(const board& size, const std::uint64_t* mask, std::uint64_t* wet, bool down) {
    const std::ptrdiff_t stride = static_cast<std::ptrdiff_t>(size.stride() * lanes);
    const std::ptrdiff_t step = down ? stride : -stride;
    const std::ptrdiff_t first = down ? stride : static_cast<std::ptrdiff_t>(size.rows) * stride;
    words any = hn::Zero(word_tag());
    mask += first;
    wet += first;
    for (std::size_t row = 0; row < size.rows; ++row, mask += step, wet += step) {
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
            now = vectors::or_and(now, dry, hn::Or(from_left(here.before, now), from_right(now, here.after)));
            any = vectors::or_xor(any, now, here.here);
            store(now, wet, word);
        }
    }
    return !hn::AllTrue(word_tag(), hn::Eq(any, hn::Zero(word_tag())));
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

void meet(const board& size, const std::uint64_t* a, const std::uint64_t* b, bool add, std::uint64_t* to) {
    write_rows(size, to, [&](std::size_t, std::size_t, std::size_t at) HWY_ATTR {
        const words before = add ? load(to, at) : hn::Zero(word_tag());
        return vectors::or_and(before, load(a, at), load(b, at));
    });
}

void weigh(const board& size, const std::uint64_t* mask, std::uint64_t* cells) {
    words sum = hn::Zero(word_tag());
    for (std::size_t index = 0; index < size.vectors(); ++index)
        sum = hn::Add(sum, hn::PopulationCount(load(mask, index)));
    store(sum, cells, 0);
}

template <bool Corners>
constexpr sweep_kernels kernels{lanes,      &count<Corners>, &build, &peel<Corners>, &flood<Corners>,
                                &take_rows, &take_columns,   &meet,  &weigh,         HWY_STR(HWY_NAMESPACE)};

const sweep_kernels& for_connectivity(unsigned connectivity) {
    return connectivity == 8 ? kernels<true> : kernels<false>;
}

} // namespace concord::component::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace concord::component {

const sweep_kernels& sweeps_for(exec::vector_target target, unsigned connectivity) {
#if HWY_ARCH_X86
    const auto here = hwy::SupportedTargets();
    if (target == exec::vector_target::avx512) {
#if HWY_TARGETS & HWY_AVX3_DL
        if ((here & HWY_AVX3_DL) != 0) return N_AVX3_DL::for_connectivity(connectivity);
#endif
#if HWY_TARGETS & HWY_AVX3
        if ((here & HWY_AVX3) != 0) return N_AVX3::for_connectivity(connectivity);
#endif
    }
#if HWY_TARGETS & HWY_AVX2
    if (target != exec::vector_target::baseline && (here & HWY_AVX2) != 0)
        return N_AVX2::for_connectivity(connectivity);
#endif
#endif
    static_cast<void>(target);
    return HWY_STATIC_DISPATCH(for_connectivity)(connectivity);
}

} // namespace concord::component
#endif
