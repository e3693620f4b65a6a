// Compiled once for every instruction set: Highway includes this file anew for each.
//
// A lane goes through a text of its own, 64 letters at a time, and down all rows of the pattern: what is carried from a
// word to the next are two bits a row, Ph and Mh at the border. So the work of a row does not depend on the number of
// edits, but no row is left out.
//
//             lane 0                   lane 1
//   row 0    | word |-> | word |      | word |-> ...      Several vectors side by side, because a row waits for the
//   row 1    | word |-> | word |      | word |-> ...      addition of the row above.
//   ...          v Pv, Mv of the last row: how the cost rises and falls along the text
#define HWY_WANT_AVX3_DL // shifts two words as one: Ice Lake and newer
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "problems/distance/find/delta_kernels.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "alignment/recurrences/levenshtein-inl.hpp"
#include "problems/distance/find/delta_kernels.hpp"
#include "simd/dispatch.hpp"
#include "simd/vector_logic-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace concord::edit_distance::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using namespace simd::HWY_NAMESPACE; // NOLINT(google-build-using-namespace): words, lanes and their logic

namespace {

using recurrence = pairwise::HWY_NAMESPACE::levenshtein<vector_word>;
static_assert(recurrence::horizontal == deltas_carried && recurrence::vertical == deltas_carried);

constexpr auto lanes_of_vector = static_cast<unsigned>(lanes);
// A row waits for the addition of the one above. Four vectors take a fifth less a row, but more words are searched in
// vain: a tenth more in all (AVX-512, AMD EPYC).
constexpr unsigned vectors_at_once = 2;
constexpr unsigned lanes_at_once = vectors_at_once * lanes_of_vector;
static_assert(lanes_at_once <= most_delta_lanes);

/// Of every class, the letters that it does not match.
void find_differing(const pattern_rows& pattern, const delta_lanes& own) {
    const word_tag tag;
    const std::uint64_t* const ambiguous = own.letters + std::size_t{own.planes} * lanes_at_once;
    std::uint64_t* to = own.differ;
    for (const letter_class& letters : pattern.classes)
        for (unsigned first = 0; first < lanes_at_once; first += lanes_of_vector, to += lanes_of_vector) {
            words differ = hn::Set(tag, ~std::uint64_t{0});
            for (unsigned code = 0; code < letters.count; ++code) {
                words from_code = own.are_some_ambiguous ? hn::Load(tag, ambiguous + first) : hn::Zero(tag);
                for (unsigned plane = 0; plane < own.planes; ++plane)
                    from_code =
                        or_xor(from_code, hn::Load(tag, own.letters + std::size_t{plane} * lanes_at_once + first),
                               hn::Set(tag, std::uint64_t{0} - (letters.codes[code] >> plane & 1U)));
                differ = hn::And(differ, from_code);
            }
            hn::Store(differ, tag, to);
        }
}

/// What stays in registers for a vector.
struct unit_state {
    words v[deltas_carried];
    words carried[deltas_carried]; ///< into the word in the highest bit, for the next row; out of it in the lowest one
};

HWY_INLINE void next_row(unit_state& now, const std::uint64_t* differ) {
    words h[deltas_carried] = {now.carried[0], now.carried[1]};
    recurrence::row(hn::Load(word_tag(), differ), now.v, h);
    for (unsigned delta = 0; delta < deltas_carried; ++delta)
        now.carried[delta] = shifted_up(now.carried[delta], h[delta]);
}

// Each vector by itself, and not in a loop, which the compiler would not unroll: they stay in registers.
template <unsigned From = 0>
HWY_INLINE void next_row_of_all(unit_state (&now)[vectors_at_once], const std::uint64_t* differ) {
    next_row(now[From], differ + From * lanes_of_vector);
    if constexpr (From + 1 < vectors_at_once) next_row_of_all<From + 1>(now, differ);
}

} // namespace

static void find_deltas(const pattern_rows& pattern, const delta_lanes& own) {
    const word_tag tag;
    find_differing(pattern, own);
    unit_state now[vectors_at_once];
    for (unit_state& unit : now)
        unit.v[0] = unit.v[1] = hn::Zero(tag); // any letter may come first: no cost above the first row
    const std::size_t rows = pattern.rows.size();
    std::uint64_t* carried = own.carried;
    for (std::size_t first = 0; first < rows; first += rows_carried_together) {
        const std::size_t end = HWY_MIN(rows, first + rows_carried_together);
        for (unsigned unit = 0; unit < vectors_at_once; ++unit)
            for (unsigned delta = 0; delta < deltas_carried; ++delta)
                now[unit].carried[delta] = hn::Load(tag, carried + delta * lanes_at_once + unit * lanes_of_vector);
        for (std::size_t row = first; row < end; ++row)
            next_row_of_all(now, own.differ + std::size_t{pattern.rows[row]} * lanes_at_once);
        const auto unused = static_cast<int>(first + rows_carried_together - end);
        for (unsigned unit = 0; unit < vectors_at_once; ++unit)
            for (unsigned delta = 0; delta < deltas_carried; ++delta)
                hn::Store(hn::ShiftLeftSame(now[unit].carried[delta], unused), tag,
                          carried + delta * lanes_at_once + unit * lanes_of_vector);
        carried += std::size_t{deltas_carried} * lanes_at_once;
    }
    for (unsigned unit = 0; unit < vectors_at_once; ++unit)
        for (unsigned delta = 0; delta < deltas_carried; ++delta)
            hn::Store(now[unit].v[delta], tag, own.deltas + delta * lanes_at_once + unit * lanes_of_vector);
}

static constexpr delta_kernel by_deltas{&find_deltas, lanes_at_once};

} // namespace concord::edit_distance::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace concord::edit_distance {

const delta_kernel& delta_kernel_for(simd::vector_target target) { return CONCORD_DISPATCH(by_deltas, target); }

} // namespace concord::edit_distance
#endif
