#include "alignment/pair_solver.hpp"
#include "alignment/recurrences/lcs.hpp"
#include "alignment/recurrences/lcs_blocks.hpp"
#include "problems/subsequence/gpu/gpu.hpp"

#include <concord/subsequence.hpp>

#include <algorithm>
#include <utility>

namespace concord {
namespace subsequence {
namespace {

/// Follows a longest common subsequence back: '=' wherever letters match, 'I' where a column adds nothing, else 'D'.
void follow(const sequence::coded_pair& pair, const pairwise::remembered_tile& tile, pairwise::path_end& at,
            pairwise::path_builder& path) {
    while (at.rows > tile.first_row && at.columns > tile.first_column) {
        if (pair.code_a(at.columns - 1) == pair.code_b(at.rows - 1)) {
            path.step('=');
            --at.rows, --at.columns;
        } else if (tile.bit(0, at.rows, at.columns - 1)) {
            path.step('I');
            --at.columns;
        } else {
            path.step('D');
            --at.rows;
        }
    }
}

/// A column that adds a letter to the common subsequence takes back the edit that its row was.
pairwise::pair_law::column_steps steps(const std::uint64_t* state, std::size_t, std::size_t word) {
    return {state[word], ~state[word]};
}

constexpr pairwise::pair_law law{.table = {.states = pairwise::lcs::states,
                                           .signals = pairwise::lcs::signals,
                                           .top = {~std::uint64_t{0}, 0},
                                           .left = {0, 0}},
                                 .may_replace = false,
                                 .follow = follow,
                                 .steps = steps,
                                 .on_gpus = table_on_gpus,
                                 .table_speed = 200};

} // namespace
} // namespace subsequence

subsequence_result longest_common_subsequence(const sequence_ref& a, const sequence_ref& b,
                                              const subsequence_options& options) {
    const sequence::coded_pair pair = sequence::code_pair(a, b);
    const pairwise::tile_kernel kernel = pairwise::lcs::tiles_for(simd::choose_vectors(options.run.vectors));
    subsequence_result result;
    const std::uint64_t letters = pair.a.length + pair.b.length;
    if (options.min_length > std::min(pair.a.length, pair.b.length)) {
        result.run.device = "cpu";
        result.run.threads = 1;
        return result;
    }
    pairwise::pair_wishes wishes{.alignment = options.alignment, .most_edits = {}};
    if (options.min_length > 0) wishes.most_edits = letters - 2 * options.min_length;
    pairwise::pair_outcome outcome =
        pairwise::solve_pair(pair, subsequence::law, kernel, wishes, options.run, result.run);
    result.found = outcome.edits.has_value();
    if (outcome.edits) result.length = (letters - *outcome.edits) / 2;
    result.alignment = std::move(outcome.path);
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
