#include "alignment/pair_solver.hpp"

#include "alignment/bit_parallel/row_sums.hpp"
#include "alignment/diagonal/bidirectional.hpp"
#include "runtime/device_policy.hpp"
#include "runtime/test_settings.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace concord::pairwise {
namespace {

constexpr std::uint64_t any_number = std::numeric_limits<std::uint64_t>::max();

/// Cells of a table that are filled in a second, for choosing a device: by a thread of the CPU with AVX-512, and by one
/// H200 (docs/performance.md, «Pairs on GPUs»).
constexpr double cpu_cells_a_second = 2e11;
constexpr double gpu_cells_a_second = 1e14;

/// The lower bound that lengths alone give.
std::uint64_t difference(std::uint64_t x, std::uint64_t y) { return x > y ? x - y : y - x; }

double cells_of(const sequence::coded_pair& pair) {
    return static_cast<double>(pair.a.length) * static_cast<double>(pair.b.length);
}

/// How fast a target fills tables, the best one being 1.
double relative_speed(simd::vector_target target) {
    switch (target) {
    case simd::vector_target::automatic:
    case simd::vector_target::avx512: return 1;
    case simd::vector_target::avx2: return 0.45;
    case simd::vector_target::baseline: return 0.27;
    }
    return 1;
}

class pair_solver {
  public:
    pair_solver(const sequence::coded_pair& pair, const pair_law& law, const pair_wishes& wishes,
                const run_options& options, run_report& report)
        : pair_(pair), law_(law), wishes_(wishes), options_(options), report_(report), workers_(options),
          target_(simd::choose_vectors(options.vectors)), most_edits_(wishes.most_edits.value_or(any_number)) {
        report.threads = workers_.threads();
    }

    pair_outcome run(const tile_kernel& kernel) {
        if (options_.device.names_gpus()) return on_gpus(choose_device(), kernel);
        on_cpu();
        if (difference(pair_.a.length, pair_.b.length) > most_edits_) {
            report_.notes.emplace_back("the lengths alone differ by more than the greatest distance asked for");
            return {};
        }
        pair_outcome outcome;
        if (count_edits(outcome)) return outcome;
        const runtime::device_choice chosen = choose_device();
        return runtime::run_on(
            chosen, &report_.notes, [&] { return on_gpus(chosen, kernel); },
            [&] {
                on_cpu();
                return whole_table(kernel);
            });
    }

  private:
    void on_cpu() {
        report_.device = "cpu";
        report_.vectors = simd::to_string(target_);
    }

    /// Diagonals that may be extended before the table is cheaper.
    [[nodiscard]] double worth_extending() const {
        const double speed = relative_speed(target_) * workers_.threads() * (pair_.planes <= most_planes ? 1.0 : 0.5);
        constexpr double at_least = 1e4; // a tile is a tile, however few letters there are in it
        const double diagonals = cells_of(pair_) / (law_.table_speed * speed);
        return std::max(at_least, diagonals);
    }

    /// False: not similar enough.
    bool count_edits(pair_outcome& outcome) {
        const auto check = [&] { workers_.check_cancelled(); };
        similar_result similar =
            compare_similar(pair_, law_.may_replace, wishes_.alignment, target_,
                            {.cells = worth_extending(), .most_edits = most_edits_, .check = check});
        switch (similar.outcome) {
        case similar_outcome::gave_up: return false;
        case similar_outcome::too_many_edits:
            report_.notes.emplace_back("stopped at the greatest distance asked for, counting edits from both ends");
            return true;
        case similar_outcome::found: break;
        }
        report_.notes.emplace_back("similar: edits counted diagonal by diagonal from both ends");
        outcome.edits = similar.edits;
        outcome.path = std::move(similar.path);
        return true;
    }

    pair_outcome whole_table(const tile_kernel& kernel) {
        report_.notes.push_back(std::string("not similar enough to count edits: the whole table in bits, with kernels "
                                            "compiled for ") +
                                kernel.compiled_for);
        table table(pair_, law_.table, kernel, workers_);
        std::optional<kept_edges> edges;
        if (wishes_.alignment) edges.emplace(law_.table, table.all(), table.sparseness());
        const std::vector<std::uint64_t> state = table.fill(edges ? &*edges : nullptr);
        pair_outcome outcome =
            within(edits_behind({pair_.b.length, state.data(), table.state_stride()}, pair_.a.length, law_));
        if (edges && outcome.edits) outcome.path = table.trace(*edges, law_.follow);
        return outcome;
    }

    [[nodiscard]] pair_outcome within(std::uint64_t edits) const {
        pair_outcome outcome;
        if (edits <= most_edits_) outcome.edits = edits;
        return outcome;
    }

    [[nodiscard]] runtime::device_choice choose_device() const {
        const double cells = cells_of(pair_);
        return runtime::choose_device(
            options_, {.cpu = cells / (cpu_cells_a_second * workers_.threads()), .gpu = cells / gpu_cells_a_second},
            &report_.notes);
    }

    pair_outcome on_gpus(const runtime::device_choice& chosen, const tile_kernel& kernel) {
        runtime::wait_for_device(chosen, report_);
        report_.notes.push_back("the whole table in bits on " + report_.device);
        // Strips of columns are what GPUs do at once: the longer sequence has more of them. Turned round, the edits are
        // the same; an alignment would not be.
        sequence::coded_pair turned;
        const bool turn = !wishes_.alignment && pair_.a.length < pair_.b.length;
        if (turn) turned = {pair_.b, pair_.a, pair_.planes, pair_.is_narrow};
        const sequence::coded_pair& pair = turn ? turned : pair_;
        const auto filled = law_.on_gpus(pair, law_.table,
                                         {.gpus = chosen.gpus,
                                          .memory = options_.memory,
                                          .check = [&] { workers_.check_cancelled(); },
                                          .words = static_cast<unsigned>(runtime::forced_tile())});
        if (!wishes_.alignment) {
            const met_halves met = filled->fill_halves();
            return within(least_sum({met.rows_before, met.before.words.data(), met.before.stride},
                                    {met.rows_behind, met.behind.words.data(), met.behind.stride}, pair.a.length,
                                    law_));
        }
        const row_of_states last = filled->fill_and_keep();
        pair_outcome outcome =
            within(edits_behind({pair.b.length, last.words.data(), last.stride}, pair.a.length, law_));
        if (outcome.edits) outcome.path = table(pair, law_.table, kernel, workers_).trace(filled->edges(), law_.follow);
        return outcome;
    }

    const sequence::coded_pair& pair_;
    const pair_law& law_;
    const pair_wishes& wishes_;
    const run_options& options_;
    run_report& report_;
    runtime::thread_pool workers_;
    simd::vector_target target_;
    std::uint64_t most_edits_;
};

} // namespace

pair_outcome solve_pair(const sequence::coded_pair& pair, const pair_law& law, const tile_kernel& kernel,
                        const pair_wishes& wishes, const run_options& options, run_report& report) {
    return pair_solver(pair, law, wishes, options, report).run(kernel);
}

} // namespace concord::pairwise
