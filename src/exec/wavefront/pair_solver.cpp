#include "exec/wavefront/pair_solver.hpp"

#include "exec/wavefront/similar.hpp"

#include <algorithm>
#include <limits>

namespace concord::exec {
namespace {

constexpr std::uint64_t any_number = std::numeric_limits<std::uint64_t>::max();

/// The lower bound that lengths alone give.
std::uint64_t difference(std::uint64_t x, std::uint64_t y) { return x > y ? x - y : y - x; }

/// How fast a target fills tables, the best one being 1.
double relative_speed(vector_target target) {
    switch (target) {
    case vector_target::avx512: return 1;
    case vector_target::avx2: return 0.45;
    case vector_target::baseline: return 0.27;
    }
    return 1;
}

/// Diagonals that may be extended before the table is cheaper.
double worth_extending(const data::coded_pair& pair, const pair_law& law, double speed, const pair_wishes& wishes) {
    const double cells = static_cast<double>(pair.a.length) * static_cast<double>(pair.b.length);
    constexpr double at_least = 1e4; // a tile is a tile, however few letters there are in it
    const double diagonals = cells / (law.table_speed * speed);
    return std::max(at_least, wishes.alignment ? diagonals / 2 : diagonals);
}

} // namespace

pair_outcome solve_pair(const data::coded_pair& pair, const pair_law& law, const tile_kernel& kernel,
                        const pair_wishes& wishes, const run_options& options, run_report& report) {
    workers workers(options);
    report.device = "cpu";
    report.threads = workers.threads();
    pair_outcome outcome;
    const std::uint64_t most_edits = wishes.most_edits.value_or(any_number);
    if (difference(pair.a.length, pair.b.length) > most_edits) {
        report.notes.emplace_back("the lengths alone differ by more than the greatest distance asked for");
        return outcome;
    }

    const double speed =
        relative_speed(choose_vectors(options.vectors)) * workers.threads() * (pair.planes <= most_planes ? 1 : 0.5);
    const auto check = [&] { workers.check_cancelled(); };
    const similar_distance similar = similar_pair_distance(
        pair, law.may_replace,
        {.cells = worth_extending(pair, law, speed, wishes), .most_edits = most_edits, .check = check});
    if (similar.outcome == similar_outcome::too_many_edits) {
        report.notes.emplace_back("stopped at the greatest distance asked for, counting edits from both ends");
        return outcome;
    }
    if (similar.outcome == similar_outcome::found) {
        report.notes.emplace_back("similar: edits counted diagonal by diagonal from both ends");
        outcome.edits = similar.edits;
        if (wishes.alignment) outcome.path = similar_pair_alignment(pair, law.may_replace, similar.edits, check);
        return outcome;
    }

    report.notes.emplace_back("not similar enough to count edits: the whole table, in bits");
    table table(pair, law.table, kernel, workers);
    std::optional<kept_edges> edges;
    if (wishes.alignment) edges.emplace(law.table, table.all(), table.sparseness());
    const std::vector<std::uint64_t> state = table.fill(edges ? &*edges : nullptr);
    const std::uint64_t edits = law.edits(pair, state.data(), table.state_stride());
    if (edits > most_edits) return outcome;
    outcome.edits = edits;
    if (edges) outcome.path = table.trace(*edges, law.follow);
    return outcome;
}

} // namespace concord::exec
