#include "alignment/pair_solver.hpp"
#include "alignment/recurrences/levenshtein.hpp"
#include "alignment/recurrences/levenshtein_blocks.hpp"
#include "problems/distance/gpu/gpu.hpp"
#include "runtime/device_policy.hpp"

#include <concord/distance.hpp>
#include <concord/subsequence.hpp>

#include <algorithm>
#include <utility>

namespace concord {
namespace edits {
namespace {

constexpr unsigned plus = 0;
constexpr unsigned minus = 1;

/// Follows a cheapest alignment back: '=' wherever letters match, else 'I', 'X', 'D', whichever first is on a cheapest
/// way. With D(r, c) < D(r, c + 1) - 1 impossible: 'I' is where this row's `plus` is set, and 'D' beats 'X' where the
/// row above has `minus` set.
void follow(const sequence::coded_pair& pair, const pairwise::remembered_tile& tile, pairwise::path_end& at,
            pairwise::path_builder& path) {
    while (at.rows > tile.first_row && at.columns > tile.first_column) {
        if (pair.code_a(at.columns - 1) == pair.code_b(at.rows - 1)) {
            path.step('=');
            --at.rows, --at.columns;
        } else if (tile.bit(plus, at.rows, at.columns - 1)) {
            path.step('I');
            --at.columns;
        } else if (tile.bit(minus, at.rows - 1, at.columns - 1)) {
            path.step('D');
            --at.rows;
        } else {
            path.step('X');
            --at.rows, --at.columns;
        }
    }
}

pairwise::pair_law::column_steps steps(const std::uint64_t* state, std::size_t stride, std::size_t word) {
    return {state[word], state[stride + word]};
}

constexpr std::uint64_t one_down = std::uint64_t{1} << 63U;
constexpr pairwise::pair_law law{.table = {.states = pairwise::levenshtein::states,
                                           .signals = pairwise::levenshtein::signals,
                                           .top = {~std::uint64_t{0}, 0},
                                           .left = {one_down, 0}},
                                 .may_replace = true,
                                 .follow = follow,
                                 .steps = steps,
                                 .on_gpus = table_on_gpus,
                                 .table_speed = 140};

/// Replacements only. Time O(n).
distance_result hamming(const sequence::coded_pair& pair, const distance_options& options) {
    runtime::check_device(options.run, "a hamming distance is computed on the CPU only");
    distance_result result;
    result.run.device = "cpu";
    result.run.threads = 1;
    if (pair.a.length != pair.b.length) return result;
    std::uint64_t differing = 0;
    pairwise::path_builder path;
    for (std::uint64_t i = pair.a.length; i-- > 0;) {
        const bool equal = pair.code_a(i) == pair.code_b(i);
        differing += equal ? 0 : 1;
        if (options.alignment) path.step(equal ? '=' : 'X');
    }
    if (options.max_distance && differing > *options.max_distance) return result;
    result.distance = differing;
    result.alignment = std::move(path).take();
    return result;
}

/// The shortest common subsequence that leaves no more than so many letters over.
std::uint64_t shortest_within(std::uint64_t a_length, std::uint64_t b_length, std::uint64_t most_edits) {
    const std::uint64_t letters = a_length + b_length;
    return letters > most_edits ? (letters - most_edits + 1) / 2 : 0;
}

/// What the longest common subsequence leaves. An alignment of it has no 'X' to choose, so it is the same one.
distance_result indel(const sequence_ref& a, const sequence_ref& b, const distance_options& options) {
    subsequence_options wanted;
    wanted.alignment = options.alignment;
    wanted.run = options.run;
    if (options.max_distance) wanted.min_length = shortest_within(a.length(), b.length(), *options.max_distance);
    subsequence_result found = longest_common_subsequence(a, b, wanted);
    distance_result result;
    result.run = std::move(found.run);
    if (!found.found) return result;
    result.distance = a.length() + b.length() - 2 * found.length;
    result.alignment = std::move(found.alignment);
    return result;
}

} // namespace
} // namespace edits

distance_result distance(const sequence_ref& a, const sequence_ref& b, const distance_options& options) {
    if (options.metric == distance_metric::indel) return edits::indel(a, b, options);
    const sequence::coded_pair pair = sequence::code_pair(a, b);
    if (options.metric == distance_metric::hamming) return edits::hamming(pair, options);
    const pairwise::tile_kernel kernel = pairwise::levenshtein::tiles_for(simd::choose_vectors(options.run.vectors));
    distance_result result;
    pairwise::pair_outcome outcome = pairwise::solve_pair(
        pair, edits::law, kernel, {.alignment = options.alignment, .most_edits = options.max_distance}, options.run,
        result.run);
    result.distance = outcome.edits;
    result.alignment = std::move(outcome.path);
    return result;
}

} // namespace concord
