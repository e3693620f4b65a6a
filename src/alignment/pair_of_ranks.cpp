#include "alignment/pair_of_ranks.hpp"

#include "runtime/test_settings.hpp"

#include <span>
#include <string>
#include <utility>
#include <vector>

namespace concord::pairwise {
namespace {

using runtime::byte_reader;
using runtime::byte_string;
using runtime::byte_writer;
using runtime::pipeline_run;

void write_runs(byte_writer& to, const alignment& runs) {
    std::vector<std::uint64_t> counts;
    std::string operations;
    for (const alignment_run& run : runs) {
        operations.push_back(run.operation);
        counts.push_back(run.count);
    }
    to.text(operations);
    to.list(counts);
}

/// Appends runs to an alignment.
void read_runs(byte_reader& from, alignment& runs) {
    const std::string operations = from.text();
    const auto counts = from.list<std::uint64_t>();
    for (std::size_t i = 0; i < operations.size(); ++i) {
        if (!runs.empty() && runs.back().operation == operations[i]) {
            runs.back().count += counts[i];
        } else {
            runs.push_back({operations[i], counts[i]});
        }
    }
}

/// What rank 0 found alone, or the slabs in which all are to find it.
struct decision {
    bool is_solved = false;
    pair_outcome outcome{};
    slab_division slabs{};
};

byte_string written(const decision& made) {
    byte_writer to;
    to.number(made.is_solved ? 1 : 0);
    to.number(made.outcome.edits ? 1 : 0);
    to.number(made.outcome.edits.value_or(0));
    write_runs(to, made.outcome.aligned);
    to.number(made.slabs.is_turned ? 1 : 0);
    to.list(made.slabs.bounds);
    return to.take();
}

decision read_decision(std::span<const std::byte> content) {
    byte_reader from(content);
    decision made;
    made.is_solved = from.number() != 0;
    const bool has_edits = from.number() != 0;
    const std::uint64_t edits = from.number();
    if (has_edits) made.outcome.edits = edits;
    read_runs(from, made.outcome.aligned);
    made.slabs.is_turned = from.number() != 0;
    made.slabs.bounds = from.list<std::uint64_t>();
    return made;
}

/// The steps that ranks do together.
class pair_of_ranks {
  public:
    pair_of_ranks(const sequence::coded_pair& pair, const pair_recurrence& recurrence, const pair_options& wanted,
                  const rank_resources& rank)
        : pair_(pair), recurrence_(recurrence), wanted_(wanted), rank_(rank) {}

    pair_outcome run(const lone_rank& alone) {
        const decision made = decide(alone);
        if (made.is_solved) return made.outcome;
        rank_.note("the whole matrix in bits, divided among " + std::to_string(made.slabs.bounds.size() - 1) +
                   " ranks");
        slab_of_rank slab(pair_, recurrence_, wanted_.alignment, rank_, made.slabs);
        const std::uint64_t edits = fill(slab, made.slabs.is_turned ? pair_.a.length : pair_.b.length);
        pair_outcome outcome;
        if (wanted_.most_edits && edits > *wanted_.most_edits) return outcome;
        outcome.edits = edits;
        if (wanted_.alignment) outcome.aligned = trace(slab);
        return outcome;
    }

  private:
    byte_string step(runtime::pipeline_order order, const runtime::pipeline_work& work,
                     const runtime::pipeline_sum& combine) {
        return rank_.sharing.run_pipeline(rank_.workers, order, rank_.stopped, work, combine);
    }

    decision decide(const lone_rank& alone) {
        const decision planned = plan();
        const byte_string content = step(
            runtime::pipeline_order::ascending,
            [&](pipeline_run&) {
                if (!rank_.sharing.is_root()) return byte_string();
                decision made = planned;
                std::optional<pair_outcome> outcome = alone.few_edits(times_faster_);
                if (!outcome && made.slabs.bounds.size() <= 2) outcome = alone.whole_matrix();
                made.is_solved = outcome.has_value();
                if (outcome) made.outcome = std::move(*outcome);
                return written(made);
            },
            [](std::span<const byte_string> results) { return results.front(); });
        return read_decision(content);
    }

    /// The longer sequence may be either the rows or the columns, unless an alignment is wanted.
    decision plan() {
        const std::vector<rank_speed> speeds = speeds_of_all();
        const matrix_size given{pair_.a.length, pair_.b.length};
        if (given.columns == 0 || given.rows == 0) return {};
        if (runtime::forced_tile() > 0) return {.slabs = {.bounds = divide_columns(given, speeds).bounds}};
        const slab_plan as_given = plan_slabs(given, speeds, tuning::seconds_worth_sharing);
        const slab_plan turned = plan_slabs({given.rows, given.columns}, speeds, tuning::seconds_worth_sharing);
        const bool turn = !wanted_.alignment && turned.seconds < as_given.seconds;
        const slab_plan& chosen = turn ? turned : as_given;
        if (chosen.ranks() < 2) return {};
        times_faster_ = divide_columns(given, std::span(speeds).first(1)).seconds / chosen.seconds;
        return {.slabs = {.is_turned = turn, .bounds = chosen.bounds}};
    }

    std::vector<rank_speed> speeds_of_all() {
        runtime::communicator& ranks = rank_.sharing.ranks();
        const std::vector<std::uint64_t> cells = runtime::allgather(ranks, rank_.speed.megacells);
        const std::vector<std::uint64_t> first_rows = runtime::allgather(ranks, rank_.speed.first_row_ps);
        std::vector<rank_speed> speeds;
        for (std::size_t rank = 0; rank < cells.size(); ++rank)
            speeds.push_back({cells[rank], first_rows[rank]});
        return speeds;
    }

    std::uint64_t fill(slab_of_rank& slab, std::uint64_t rows) {
        const byte_string content = step(
            runtime::pipeline_order::ascending,
            [&](pipeline_run& neighbours) {
                byte_writer to;
                to.number(slab.fill(neighbours));
                return to.take();
            },
            [&](std::span<const byte_string> results) {
                std::uint64_t edits = rows; // before the first column
                for (const byte_string& result : results)
                    edits += byte_reader(result).number();
                byte_writer to;
                to.number(edits);
                return to.take();
            });
        return byte_reader(content).number();
    }

    alignment trace(slab_of_rank& slab) {
        const byte_string content = step(
            runtime::pipeline_order::descending,
            [&](pipeline_run& neighbours) {
                byte_writer to;
                write_runs(to, slab.trace(neighbours));
                return to.take();
            },
            [](std::span<const byte_string> results) {
                alignment all;
                for (const byte_string& result : results) {
                    byte_reader from(result);
                    read_runs(from, all);
                }
                byte_writer to;
                write_runs(to, all);
                return to.take();
            });
        alignment all;
        byte_reader from(content);
        read_runs(from, all);
        return all;
    }

    const sequence::coded_pair& pair_;
    const pair_recurrence& recurrence_;
    const pair_options& wanted_;
    const rank_resources& rank_;
    double times_faster_ = 1;
};

} // namespace

pair_outcome solve_by_ranks(const sequence::coded_pair& pair, const pair_recurrence& recurrence,
                            const pair_options& wanted, const rank_resources& rank, const lone_rank& alone) {
    rank.sharing.begin_unkept();
    return pair_of_ranks(pair, recurrence, wanted, rank).run(alone);
}

} // namespace concord::pairwise
