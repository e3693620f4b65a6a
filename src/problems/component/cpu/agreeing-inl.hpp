// The cells that agree under several shifts at once: masks that are stored, or only counted. Compiled once for every
// instruction set.

#if defined(CONCORD_COMPONENT_AGREEING_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef CONCORD_COMPONENT_AGREEING_INL_HPP
#undef CONCORD_COMPONENT_AGREEING_INL_HPP
#else
#define CONCORD_COMPONENT_AGREEING_INL_HPP
#endif

#include <hwy/highway.h>

#include "problems/component/cpu/board_rows-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace concord::component::HWY_NAMESPACE {
/// The words of a row of A shifted for each lane, plane after plane.
HWY_INLINE void shift_row(const plane_view& planes, const shift_group& group, std::size_t row, std::uint64_t* shifted) {
    const std::size_t bit = group.over.first_word * 64 + group.place;
    const words down = hn::Iota(word_tag(), bit % 64);
    const words up = hn::Sub(hn::Set(word_tag(), 63), down);
    const std::uint64_t* from = planes.row_a(row) + bit / 64;
    for (unsigned plane = 0; plane < planes.planes; ++plane, from += planes.words_a) {
        words here = hn::Set(word_tag(), from[0]);
        for (std::size_t word = 0; word < group.over.words; ++word) {
            const words next = hn::Set(word_tag(), from[word + 1]);
            // A shift by 64 - down in two steps, because a shift by 64 is undefined.
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
            mask = load(group.valid, word);
            for (unsigned plane = 0; plane < all;) {
                words at_least = hn::Set(word_tag(), ~std::uint64_t{0});
                words at_most = at_least;
                for (const unsigned end = plane + planes.channel_planes; plane < end; ++plane) {
                    const words a = load(shifted, plane * count + word);
                    const words lowest = hn::Set(word_tag(), b[(2 * plane) * planes.words_b + word]);
                    const words highest = hn::Set(word_tag(), b[(2 * plane + 1) * planes.words_b + word]);
                    at_least = vectors::choose(hn::Xor(a, lowest), a, at_least);
                    at_most = vectors::choose(hn::Xor(a, highest), highest, at_most);
                }
                mask = hn::And(mask, hn::And(at_least, at_most));
            }
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

/// The last three rows of masks of one row shift, and of their joints, whose cells are counted as rows arrive.
template <bool Corners>
class passing_rows {
  public:
    HWY_INLINE passing_rows(std::uint64_t* ring, const std::uint64_t* none, std::size_t width, std::int64_t top,
                            std::int64_t last, cell_counts& counts)
        : ring_(ring), none_(none), width_(width), top_(top), last_(last), counts_(counts) {}

    /// The buffer of the mask of a row; the next row to follow it is `arrived`.
    HWY_INLINE std::uint64_t* mask(std::int64_t row) const { return at(0, row); }
    HWY_INLINE void arrived(std::int64_t row) const {
        if (row > top_) find_joints(row - 1);
        if (row > top_ + 1) find_firm(row - 2);
        if (row < last_) return;
        find_joints(row);
        if (row > top_) find_firm(row - 1);
        find_firm(row);
    }

  private:
    HWY_INLINE std::uint64_t* at(std::size_t kind, std::int64_t row) const {
        return ring_ + (3 * kind + static_cast<std::size_t>(row % 3)) * (width_ + 2) * lanes;
    }
    HWY_INLINE rows_around around(std::size_t kind, std::int64_t row) const {
        return {row > top_ ? at(kind, row - 1) : none_, at(kind, row), row < last_ ? at(kind, row + 1) : none_};
    }
    HWY_INLINE void find_joints(std::int64_t row) const {
        const rows_around masks = around(0, row);
        std::uint64_t* const to = at(1, row);
        words cells = load(counts_.cells, 0);
        words bent = load(counts_.joints, 0);
        store(hn::Zero(word_tag()), to, 0);
        for (std::size_t word = 1; word <= width_; ++word) {
            const words found = joints<Corners>(masks, word);
            store(found, to, word);
            cells = hn::Add(cells, hn::PopulationCount(load(masks.row, word)));
            bent = hn::Add(bent, hn::PopulationCount(found));
        }
        store(hn::Zero(word_tag()), to, width_ + 1);
        store(cells, counts_.cells, 0);
        store(bent, counts_.joints, 0);
    }
    HWY_INLINE void find_firm(std::int64_t row) const {
        const rows_around bent = around(1, row);
        words any = hn::Zero(word_tag());
        for (std::size_t word = 1; word <= width_; ++word)
            any = hn::Or(any, load(bent.row, word));
        if (is_zero(any)) return;
        words firm = load(counts_.firm, 0);
        for (std::size_t word = 1; word <= width_; ++word)
            firm = hn::Add(firm, hn::PopulationCount(joints<Corners>(bent, word)));
        store(firm, counts_.firm, 0);
    }

    std::uint64_t* ring_;
    const std::uint64_t* none_;
    std::size_t width_;
    std::int64_t top_;
    std::int64_t last_;
    cell_counts& counts_;
};

template <bool Corners, unsigned Planes, bool Intervals>
void count_as(const plane_view& planes, const shift_group& group, std::size_t count, std::uint64_t* scratch,
              cell_counts* counts) {
    const std::size_t width = group.over.words;
    const std::size_t stride = (width + 2) * lanes;
    std::uint64_t* const shifted = scratch;
    std::uint64_t* const none = shifted + planes.planes * width * lanes;
    std::uint64_t* const rings = none + stride;
    clear_row(none, width + 2);
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t lane = 0; lane < most_lanes; ++lane)
            counts[i].cells[lane] = counts[i].joints[lane] = counts[i].firm[lane] = 0;
    if (width == 0) return;
    const auto rows_a = static_cast<std::int64_t>(planes.rows_a);
    const auto rows_b = static_cast<std::int64_t>(planes.rows_b);
    const auto last_down = group.down + static_cast<std::int64_t>(count) - 1;
    const std::int64_t first = group.down > 0 ? group.down : 0;
    const std::int64_t end = rows_b + last_down < rows_a ? rows_b + last_down : rows_a;
    for (std::int64_t row_a = first; row_a < end; ++row_a) {
        shift_row(planes, group, static_cast<std::size_t>(row_a), shifted);
        for (std::size_t i = 0; i < count; ++i) {
            const std::int64_t down = group.down + static_cast<std::int64_t>(i);
            const std::int64_t row_b = row_a - down;
            if (row_b < 0 || row_b >= rows_b) continue;
            const passing_rows<Corners> rows(rings + i * 6 * stride, none, width, down < 0 ? -down : 0,
                                             (rows_b < rows_a - down ? rows_b : rows_a - down) - 1, counts[i]);
            agree_row<Planes, Intervals>(planes, group, shifted, static_cast<std::size_t>(row_b), rows.mask(row_b));
            rows.arrived(row_b);
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

/// Calls what(number of planes, 0 for any) with constants, so that loops over few planes are unrolled.
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

inline void build(const plane_view& planes, const shift_group& group, std::uint64_t* scratch, std::uint64_t* mask) {
    with_planes(planes, building{planes, group, scratch, mask});
}

} // namespace concord::component::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
