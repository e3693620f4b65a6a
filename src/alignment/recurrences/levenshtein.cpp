// The Levenshtein distance for the solver of pairs: its blocks in vectors, its traceback and its deltas. Compiled once
// for every instruction set: Highway includes this file anew for each.
#define HWY_WANT_AVX3_DL // shifts two words as one: Ice Lake and newer
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "alignment/recurrences/levenshtein.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "alignment/bit_parallel/systolic-inl.hpp"
#include "alignment/recurrences/levenshtein-inl.hpp"
#include "alignment/recurrences/pair_recurrence.hpp"
#include "alignment/tuning.hpp"
#include "simd/dispatch.hpp"

HWY_BEFORE_NAMESPACE();
namespace concord::pairwise::HWY_NAMESPACE {

using recurrence = levenshtein<simd::HWY_NAMESPACE::vector_word>;

static constexpr block_kernel levenshtein_kernel{&run_block<recurrence>, &pack_horizontal, strip_words,
                                                 HWY_STR(HWY_NAMESPACE)};
static constexpr matrix_boundary levenshtein_boundary = boundary_of<recurrence>();

} // namespace concord::pairwise::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace concord::pairwise {
namespace {

block_kernel kernel_for(simd::vector_target target) { return CONCORD_DISPATCH(levenshtein_kernel, target); }

constexpr unsigned pv = 0;
constexpr unsigned mv = 1;

/// Traces a best alignment back: '=' wherever letters match, else the first of 'I', 'X', 'D' that is on an optimal
/// path. D(r, c) < D(r, c + 1) - 1 is impossible, so it is 'I' where Pv of this row is set, and 'D' instead of 'X'
/// where Mv of the row above is set.
void trace(const sequence::coded_pair& pair, const stored_block& within, matrix_cell& at, alignment_builder& aligned) {
    while (at.rows > within.first_row && at.columns > within.first_column) {
        if (pair.code_a(at.columns - 1) == pair.code_b(at.rows - 1)) {
            aligned.prepend('=');
            --at.rows, --at.columns;
        } else if (within.bit(pv, at.rows, at.columns - 1)) {
            aligned.prepend('I');
            --at.columns;
        } else if (within.bit(mv, at.rows - 1, at.columns - 1)) {
            aligned.prepend('D');
            --at.rows;
        } else {
            aligned.prepend('X');
            --at.rows, --at.columns;
        }
    }
}

column_deltas deltas(const std::uint64_t* vertical, std::size_t stride, std::size_t word) {
    return {vertical[word], vertical[stride + word]};
}

} // namespace

constinit const pair_recurrence levenshtein_recurrence{.boundary = HWY_STATIC_DISPATCH(levenshtein_boundary),
                                                       .by_diagonals = true,
                                                       .may_substitute = true,
                                                       .cells_a_diagonal = tuning::levenshtein_cells_a_diagonal,
                                                       .kernel_for = kernel_for,
                                                       .trace = trace,
                                                       .deltas = deltas,
                                                       .on_gpus = levenshtein_on_gpus};

} // namespace concord::pairwise
#endif
