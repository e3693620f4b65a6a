#include "alignment/pair_solver.hpp"

#include "alignment/bit_parallel/corridor.hpp"
#include "alignment/bit_parallel/delta_rows.hpp"
#include "alignment/common_ends.hpp"
#include "alignment/costs.hpp"
#include "alignment/diagonal/bidirectional.hpp"
#include "alignment/diagonal/edit_estimate.hpp"
#include "alignment/diagonal/gpu/gpu_diagonals.hpp"
#include "alignment/pair_of_ranks.hpp"
#include "alignment/tuning.hpp"
#include "runtime/device_policy.hpp"
#include "runtime/distributed/task_sharing.hpp"
#include "runtime/test_settings.hpp"
#include "runtime/thread_pool.hpp"

#include <algorithm>
#include <atomic>
#include <functional>
#include <limits>
#include <utility>

namespace concord::pairwise {
namespace {

constexpr std::uint64_t any_number = std::numeric_limits<std::uint64_t>::max();

/// The lower bound given by the lengths alone.
std::uint64_t difference(std::uint64_t x, std::uint64_t y) { return x > y ? x - y : y - x; }

double cells_of(const sequence::coded_pair& pair) {
    return static_cast<double>(pair.a.length) * static_cast<double>(pair.b.length);
}

/// The speed at which a target fills matrices, relative to the best one.
double relative_speed(simd::vector_target target) {
    switch (target) {
    case simd::vector_target::automatic:
    case simd::vector_target::avx512: return 1;
    case simd::vector_target::avx2: return tuning::avx2_speed;
    case simd::vector_target::baseline: return tuning::baseline_speed;
    }
    return 1;
}

class pair_solver {
  public:
    pair_solver(const sequence::coded_pair& pair, const pair_recurrence& recurrence, const pair_options& wanted,
                const run_options& options, run_report& report)
        : pair_(pair), recurrence_(recurrence), wanted_(wanted), options_(options), report_(report), workers_(options),
          target_(simd::choose_vectors(options.vectors)), kernel_(recurrence.kernel_for(target_)),
          most_edits_(wanted.most_edits.value_or(any_number)) {
        report.threads = workers_.threads();
    }

    pair_outcome run() {
        const std::optional<runtime::device_costs> similar = costs_of_similar();
        if (options_.device.names_gpus()) return on_gpus(choose_device(similar.value_or(costs())));
        if (std::optional<pair_outcome> outcome = similar ? solve_similar(*similar) : few_edits())
            return std::move(*outcome);
        const runtime::device_choice chosen = choose_device(costs());
        return runtime::run_on(
            chosen, &report_.notes, [&] { return on_gpus(chosen); },
            [&] {
                on_cpu();
                return matrix_on_cpu();
            });
    }

    /// Collective: all ranks of the run. `stopped`: set when another rank ends the call.
    pair_outcome run_by_ranks(std::atomic<bool>& stopped) {
        const runtime::device_choice chosen = choose_device(costs()); // GPUs only if named: the same on all ranks
        rank_resources rank{.sharing = *options_.sharing,
                            .workers = workers_,
                            .stopped = stopped,
                            .kernel = kernel_,
                            .speed = chosen.on_gpus() ? speed_of_gpu() : speed_of_threads(),
                            .note = [&](const std::string& line) { report_.notes.push_back(line); }};
        if (chosen.on_gpus())
            rank.gpus = [&, chosen] {
                runtime::wait_for_device(chosen, report_);
                return resources_of(chosen);
            };
        else
            on_cpu();
        return solve_by_ranks(
            pair_, recurrence_, wanted_, rank,
            {.few_edits = [&](double times_faster) -> std::optional<pair_outcome> {
                 if (runtime::forced_tile() > 0) return std::nullopt; // tests that mean the matrix
                 matrix_is_faster_ = times_faster;
                 if (chosen.on_gpus()) return few_edits_on_gpu(chosen);
                 return few_edits();
             },
             .whole_matrix = [&] { return chosen.on_gpus() ? matrix_on_gpus(chosen) : whole_matrix(); }});
    }

  private:
    void on_cpu() {
        report_.device = "cpu";
        report_.vectors = simd::to_string(target_);
    }

    /// Of a thread, relative to the best vectors with letters of few planes.
    [[nodiscard]] double speed_of_thread() const {
        return relative_speed(target_) * (pair_.planes <= most_planes ? 1.0 : tuning::letters_as_table_speed);
    }
    [[nodiscard]] rank_speed speed_of_threads() const {
        const double cells = tuning::cpu_cells_a_second * speed_of_thread();
        return {static_cast<std::uint64_t>(cells * workers_.threads() / 1e6),
                static_cast<std::uint64_t>(static_cast<double>(most_block_rows) / cells * 1e12)};
    }
    [[nodiscard]] static rank_speed speed_of_gpu() {
        return {static_cast<std::uint64_t>(tuning::gpu_cells_a_second / 1e6), tuning::gpu_first_row_ps};
    }

    /// Furthest-reaching points that may be extended before the matrix is cheaper: threads share either, ranks only the
    /// matrix.
    [[nodiscard]] double worth_extending() const {
        return std::max(tuning::least_points,
                        cells_of(pair_) * share_on_cpu() /
                            (recurrence_.cells_a_diagonal * speed_of_thread() * matrix_is_faster_));
    }
    /// The same on `gpus` GPUs, of which one extends points.
    [[nodiscard]] double worth_extending_on_gpus(std::size_t gpus) const {
        return std::max(tuning::least_points,
                        points_on_gpu(costs().gpu / (static_cast<double>(gpus) * matrix_is_faster_)));
    }

    /// The outcome of a pair with few edits, or with lengths that differ too much.
    std::optional<pair_outcome> few_edits() {
        on_cpu();
        pair_outcome outcome;
        if (difference(pair_.a.length, pair_.b.length) > most_edits_) {
            report_.notes.emplace_back("the lengths alone differ by more than the greatest distance asked for");
            return outcome;
        }
        if (!recurrence_.by_diagonals || !by_diagonals(outcome)) return std::nullopt;
        return outcome;
    }

    /// On the device that the estimate prefers. Nothing where the sample was wrong: there are too many edits.
    std::optional<pair_outcome> solve_similar(const runtime::device_costs& estimated) {
        const runtime::device_choice chosen = choose_device(estimated);
        if (chosen.on_gpus())
            return runtime::run_on(
                chosen, &report_.notes, [&] { return std::optional(on_gpus(chosen)); },
                [&] { return few_edits_here(); });
        return runtime::compared_with(chosen.cpu_seconds, "the CPU", &report_.notes, [&] { return few_edits_here(); });
    }
    std::optional<pair_outcome> few_edits_here() {
        on_cpu();
        pair_outcome outcome;
        if (!by_diagonals(worth_extending(), outcome)) return std::nullopt;
        return outcome;
    }

    /// False: the pair has too many edits for it, or more than a GPU that would be chosen needs a start for. To look
    /// whether there is a GPU takes a while, too, so that few edits are counted before.
    bool by_diagonals(pair_outcome& outcome) {
        const double while_a_gpu_starts = points_while_a_gpu_starts(workers_.threads());
        const double points = worth_extending();
        if (points <= while_a_gpu_starts || !options_.device.is_automatic()) return by_diagonals(points, outcome);
        if (by_diagonals(while_a_gpu_starts, outcome)) return true;
        return !runtime::choose_device(options_, costs(), nullptr).on_gpus() && by_diagonals(points, outcome);
    }
    bool by_diagonals(double points, pair_outcome& outcome) {
        const auto check = [&] { workers_.check_cancelled(); };
        return take(compare_by_diagonals(
                        pair_,
                        {.substitutions = recurrence_.may_substitute, .transpositions = recurrence_.may_transpose},
                        wanted_.alignment, target_,
                        {.points = points, .most_edits = most_edits_, .check = check, .threads = workers_.threads()}),
                    outcome);
    }

    bool by_diagonals_on_gpu(const runtime::device_choice& chosen, pair_outcome& outcome) {
        const auto check = [&] { workers_.check_cancelled(); };
        return take(
            compare_by_diagonals_on_gpu(
                pair_, recurrence_.may_substitute, wanted_.alignment,
                {.gpu = chosen.gpus.front(),
                 .memory = options_.memory,
                 .threads = workers_.threads(),
                 .target = target_},
                {.points = worth_extending_on_gpus(chosen.gpus.size()), .most_edits = most_edits_, .check = check}),
            outcome);
    }

    bool take(diagonal_result counted, pair_outcome& outcome) {
        switch (counted.outcome) {
        case diagonal_outcome::gave_up: return false;
        case diagonal_outcome::too_many_edits:
            report_.notes.emplace_back("stopped at the greatest distance asked for, counting edits from both ends");
            return true;
        case diagonal_outcome::found: break;
        }
        report_.notes.emplace_back("few edits: counted diagonal by diagonal from both ends");
        outcome.edits = counted.edits;
        outcome.aligned = std::move(counted.aligned);
        return true;
    }

    /// The part of the matrix that a CPU fills: less than 1 where a greatest distance leaves much of it out.
    [[nodiscard]] double share_on_cpu() const {
        const std::uint64_t apart = difference(pair_.a.length, pair_.b.length);
        if (wanted_.alignment || runtime::forced_tile() > 0 || apart > most_edits_) return 1;
        const double share = corridor(pair_.b.length, pair_.a.length, most_edits_).share();
        return share < tuning::most_of_corridor ? share : 1;
    }

    pair_outcome matrix_on_cpu() {
        if (share_on_cpu() == 1) return whole_matrix();
        report_.notes.push_back(
            std::string("too many edits to count them: the diagonals of the greatest distance asked "
                        "for, in bits, with kernels compiled for ") +
            kernel_.compiled_for);
        pair_outcome outcome;
        outcome.edits =
            distance_in_corridor(pair_, recurrence_.boundary, kernel_, recurrence_.deltas, workers_, most_edits_);
        return outcome;
    }

    pair_outcome whole_matrix() {
        report_.notes.push_back(std::string("too many edits to count them: the whole matrix in bits, with kernels "
                                            "compiled for ") +
                                kernel_.compiled_for);
        block_matrix matrix(pair_, recurrence_.boundary, kernel_, workers_);
        std::optional<kept_edges> edges;
        if (wanted_.alignment) edges.emplace(recurrence_.boundary, matrix.all(), matrix.sparseness());
        const std::vector<std::uint64_t> vertical = matrix.fill(edges ? &*edges : nullptr);
        pair_outcome outcome = within(distance_at({pair_.b.length, vertical.data(), matrix.vertical_stride()},
                                                  pair_.a.length, recurrence_.deltas));
        if (edges && outcome.edits) outcome.aligned = matrix.trace(*edges, recurrence_.trace);
        return outcome;
    }

    [[nodiscard]] pair_outcome within(std::uint64_t edits) const {
        pair_outcome outcome;
        if (edits <= most_edits_) outcome.edits = edits;
        return outcome;
    }

    /// Of the matrix.
    [[nodiscard]] runtime::device_costs costs() const {
        runtime::device_costs costs = costs_of_matrix(cells_of(pair_), workers_.threads());
        if (const double share = share_on_cpu(); share < 1)
            costs.cpu = costs_of_matrix(share * cells_of(pair_), workers_.threads()).cpu;
        if (recurrence_.on_gpus == nullptr) costs.cpu_only = "this distance is computed on the CPU only";
        return costs;
    }

    /// Of a pair that a sample shows to be similar, where that is cheaper than the whole matrix on one device at least.
    [[nodiscard]] std::optional<runtime::device_costs> costs_of_similar() const {
        if (!recurrence_.by_diagonals || runtime::forced_tile() > 0) return std::nullopt;
        const std::optional<double> edited = estimated_edits(pair_);
        if (!edited) return std::nullopt;
        // Without substitutions each of them is two edits.
        const double edits = std::min(*edited * (recurrence_.may_substitute ? 1 : 2), static_cast<double>(most_edits_));
        const runtime::device_costs matrix = costs();
        runtime::device_costs few =
            costs_of_few_edits(static_cast<double>(pair_.a.length + pair_.b.length), edits, workers_.threads());
        if (few.cpu > matrix.cpu && few.gpu > matrix.gpu) return std::nullopt;
        few.cpu = std::min(few.cpu, matrix.cpu);
        few.gpu = std::min(few.gpu, matrix.gpu);
        few.cpu_only = matrix.cpu_only;
        return few;
    }

    [[nodiscard]] runtime::device_choice choose_device(const runtime::device_costs& costs) const {
        return runtime::choose_device(options_, costs, &report_.notes);
    }

    [[nodiscard]] gpu_matrix_resources resources_of(const runtime::device_choice& chosen) {
        return {.gpus = chosen.gpus,
                .memory = options_.memory,
                .check = [&] { workers_.check_cancelled(); },
                .words = static_cast<unsigned>(runtime::forced_tile())};
    }

    pair_outcome on_gpus(const runtime::device_choice& chosen) {
        if (std::optional<pair_outcome> outcome = few_edits_on_gpu(chosen)) return std::move(*outcome);
        return matrix_on_gpus(chosen);
    }

    std::optional<pair_outcome> few_edits_on_gpu(const runtime::device_choice& chosen) {
        runtime::wait_for_device(chosen, report_);
        // Tests that force the width of strips mean the matrix.
        pair_outcome outcome;
        if (!recurrence_.by_diagonals || runtime::forced_tile() > 0 || !by_diagonals_on_gpu(chosen, outcome))
            return std::nullopt;
        return outcome;
    }

    /// By GPUs that have started.
    pair_outcome matrix_on_gpus(const runtime::device_choice& chosen) {
        report_.notes.push_back("the whole matrix in bits on " + report_.device);
        // Strips of columns are the unit of parallelism on GPUs, so the longer sequence becomes the columns. Swapping
        // the sequences keeps the number of edits, but not the alignment.
        sequence::coded_pair turned;
        const bool turn = !wanted_.alignment && pair_.a.length < pair_.b.length;
        if (turn) turned = {pair_.b, pair_.a, pair_.planes, pair_.is_narrow};
        const sequence::coded_pair& pair = turn ? turned : pair_;
        const auto filled = recurrence_.on_gpus(pair, recurrence_.boundary, resources_of(chosen));
        if (!wanted_.alignment) {
            const matrix_halves halves = filled->fill_halves();
            return within(distance_of_halves({halves.rows_before, halves.before.words.data(), halves.before.stride},
                                             {halves.rows_behind, halves.behind.words.data(), halves.behind.stride},
                                             pair.a.length, recurrence_.deltas));
        }
        const delta_row last = filled->fill_and_keep();
        pair_outcome outcome =
            within(distance_at({pair.b.length, last.words.data(), last.stride}, pair.a.length, recurrence_.deltas));
        if (outcome.edits)
            outcome.aligned =
                block_matrix(pair, recurrence_.boundary, kernel_, workers_).trace(filled->edges(), recurrence_.trace);
        return outcome;
    }

    const sequence::coded_pair& pair_;
    const pair_recurrence& recurrence_;
    const pair_options& wanted_;
    const run_options& options_;
    run_report& report_;
    runtime::thread_pool workers_;
    simd::vector_target target_;
    block_kernel kernel_;
    std::uint64_t most_edits_;
    double matrix_is_faster_ = 1; ///< than by this process, because ranks share it
};

} // namespace

sequence::coded_pair code_pair(const sequence_ref& a, const sequence_ref& b, const run_options& options) {
    run_options whole = options;
    whole.cancelled = {}; // a rank that gave up here would leave the others waiting
    return sequence::code_pair(a, b, [&](std::size_t count, const std::function<void(std::size_t)>& task) {
        runtime::thread_pool(whole).run(count, [&](std::size_t index, unsigned) { task(index); });
    });
}

pair_outcome solve_pair(const sequence::coded_pair& whole, const pair_recurrence& recurrence,
                        const pair_options& wanted, const run_options& options, run_report& report) {
    // Tests that force the size of tiles mean the whole matrix.
    const std::optional<sequence::coded_pair> middle =
        wanted.alignment || runtime::forced_tile() > 0 ? std::nullopt : without_common_ends(whole);
    if (middle) report.notes.emplace_back("the sequences begin and end alike: what is between is compared");
    const sequence::coded_pair& pair = middle ? *middle : whole;
    if (!wanted.by_ranks || options.sharing == nullptr || options.sharing->ranks().size() == 1)
        return pair_solver(pair, recurrence, wanted, options, report).run();
    std::atomic<bool> stopped{false};
    run_options shared = options;
    shared.cancelled = [&] { return stopped || (options.cancelled && options.cancelled()); };
    return pair_solver(pair, recurrence, wanted, shared, report).run_by_ranks(stopped);
}

lcs_outcome solve_lcs(const sequence::coded_pair& pair, std::uint64_t min_length, const lcs_options& asked,
                      const run_options& options, run_report& report) {
    static_cast<void>(simd::choose_vectors(options.vectors)); // throws if they cannot be used, whatever the lengths
    lcs_outcome outcome;
    if (min_length > std::min(pair.a.length, pair.b.length)) {
        report.device = "cpu";
        report.threads = 1;
        return outcome;
    }
    const std::uint64_t letters = pair.a.length + pair.b.length;
    pair_options wanted{.alignment = asked.alignment, .most_edits = {}, .by_ranks = asked.by_ranks};
    if (min_length > 0) wanted.most_edits = letters - 2 * min_length;
    pair_outcome solved = solve_pair(pair, lcs_recurrence, wanted, options, report);
    if (solved.edits) outcome.length = (letters - *solved.edits) / 2;
    outcome.aligned = std::move(solved.aligned);
    return outcome;
}

} // namespace concord::pairwise
