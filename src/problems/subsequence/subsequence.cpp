// The public calls. The recurrence is in alignment/recurrences/lcs-inl.hpp, the solver in alignment/pair_solver.hpp.
#include <concord/subsequence.hpp>

#include "alignment/pair_solver.hpp"

#include <utility>

namespace concord {

subsequence_result longest_common_subsequence(const sequence_ref& a, const sequence_ref& b,
                                              const subsequence_options& options) {
    const sequence::coded_pair pair = pairwise::code_pair(a, b, options.run);
    subsequence_result result;
    pairwise::lcs_outcome outcome = pairwise::solve_lcs(
        pair, options.min_length, {.alignment = options.alignment, .by_ranks = true}, options.run, result.run);
    result.found = outcome.length.has_value();
    if (outcome.length) result.length = *outcome.length;
    result.alignment = std::move(outcome.aligned);
    return result;
}

std::vector<std::uint64_t> kept_positions(const alignment& runs) {
    std::vector<std::uint64_t> kept;
    std::uint64_t position = 0;
    for (const alignment_run& run : runs) {
        if (run.operation == 'D') continue;
        for (std::uint64_t i = 0; i < run.count && run.operation == '='; ++i)
            kept.push_back(position + i);
        position += run.count;
    }
    return kept;
}

} // namespace concord
