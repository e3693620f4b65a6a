// The longest common subsequence for the solver of pairs: its blocks in vectors, its traceback and its deltas. Compiled
// once for every instruction set: Highway includes this file anew for each.
#define HWY_WANT_AVX3_DL // shifts two words as one: Ice Lake and newer
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "alignment/recurrences/lcs.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "alignment/bit_parallel/systolic-inl.hpp"
#include "alignment/recurrences/lcs-inl.hpp"
#include "alignment/recurrences/pair_recurrence.hpp"
#include "alignment/tuning.hpp"
#include "simd/dispatch.hpp"

HWY_BEFORE_NAMESPACE();
namespace concord::pairwise::HWY_NAMESPACE {

using recurrence = lcs<simd::HWY_NAMESPACE::vector_word>;

static constexpr block_kernel lcs_kernel{&run_block<recurrence>, &pack_horizontal, strip_words, HWY_STR(HWY_NAMESPACE)};
static constexpr matrix_boundary lcs_boundary = boundary_of<recurrence>();

} // namespace concord::pairwise::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace concord::pairwise {
namespace {

block_kernel kernel_for(simd::vector_target target) { return CONCORD_DISPATCH(lcs_kernel, target); }

/// Traces a longest common subsequence back: '=' wherever letters match, 'I' where a column adds nothing, else 'D'.
void trace(const sequence::coded_pair& pair, const stored_block& within, matrix_cell& at, alignment_builder& aligned) {
    while (at.rows > within.first_row && at.columns > within.first_column) {
        if (pair.code_a(at.columns - 1) == pair.code_b(at.rows - 1)) {
            aligned.prepend('=');
            --at.rows, --at.columns;
        } else if (within.bit(0, at.rows, at.columns - 1)) {
            aligned.prepend('I');
            --at.columns;
        } else {
            aligned.prepend('D');
            --at.rows;
        }
    }
}

/// For the indel distance: a column that adds a letter to the common subsequence saves the edit of its row.
column_deltas deltas(const std::uint64_t* vertical, std::size_t /*stride*/, std::size_t word) {
    return {vertical[word], ~vertical[word]};
}

} // namespace

constinit const pair_recurrence lcs_recurrence{.boundary = HWY_STATIC_DISPATCH(lcs_boundary),
                                               .by_diagonals = true,
                                               .may_substitute = false,
                                               .cells_a_diagonal = tuning::lcs_cells_a_diagonal,
                                               .kernel_for = kernel_for,
                                               .trace = trace,
                                               .deltas = deltas,
                                               .on_gpus = lcs_on_gpus};

} // namespace concord::pairwise
#endif
