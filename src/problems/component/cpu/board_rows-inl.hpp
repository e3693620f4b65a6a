// Rows of boards in vectors, and the neighbours of their cells. Compiled once for every instruction set.

#if defined(CONCORD_COMPONENT_BOARD_ROWS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef CONCORD_COMPONENT_BOARD_ROWS_INL_HPP
#undef CONCORD_COMPONENT_BOARD_ROWS_INL_HPP
#else
#define CONCORD_COMPONENT_BOARD_ROWS_INL_HPP
#endif

#include <hwy/highway.h>

#include "problems/component/cpu/sweeps.hpp"
#include "simd/vector_logic-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace concord::component::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
namespace vectors = simd::HWY_NAMESPACE;
using vectors::lanes;
using vectors::word_tag;
using vectors::words;

HWY_INLINE words load(const std::uint64_t* at, std::size_t index) { return hn::Load(word_tag(), at + index * lanes); }
HWY_INLINE void store(words value, std::uint64_t* at, std::size_t index) {
    hn::Store(value, word_tag(), at + index * lanes);
}
HWY_INLINE bool is_zero(words value) { return hn::AllTrue(word_tag(), hn::Eq(value, hn::Zero(word_tag()))); }
HWY_INLINE words from_left(words before, words here) { return vectors::shifted_up(here, before); }
HWY_INLINE words from_right(words here, words after) {
    return hn::Or(hn::ShiftRight<1>(here), hn::ShiftLeft<63>(after));
}

/// Three words of a row around word `word`, the middle one.
struct three {
    HWY_INLINE three(const std::uint64_t* row, std::size_t word)
        : before(load(row, word - 1)), here(load(row, word)), after(load(row, word + 1)) {}
    HWY_INLINE words left() const { return from_left(before, here); }
    HWY_INLINE words right() const { return from_right(here, after); }
    words before;
    words here;
    words after;
};

/// One row of a board, from its border on, and the rows above and below.
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
HWY_INLINE void clear_row(std::uint64_t* row, std::size_t vectors_of_row) {
    for (std::size_t word = 0; word < vectors_of_row; ++word)
        store(hn::Zero(word_tag()), row, word);
}

} // namespace concord::component::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
