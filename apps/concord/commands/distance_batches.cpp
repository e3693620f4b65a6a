// Many distances, written as they come.
#include "commands/output_files.hpp"
#include "commands/progress_plans.hpp"
#include "formats/npy.hpp"
#include "formats/npz.hpp"
#include "formats/sequence_lists.hpp"
#include "options/distance_arguments.hpp"
#include "output/pair_answers.hpp"
#include "output/rows_part.hpp"
#include "program_facts.hpp"
#include "report/reports.hpp"
#include "runtime/distributed/broadcast_input.hpp"
#include "runtime/distributed/communicator.hpp"
#include "runtime/thread_pool.hpp"

#include <concord/error.hpp>

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <memory>
#include <utility>

namespace concord::app {
namespace {

formats::sequence_lists read(const distance_arguments& arguments, batch_kind kind, const run_options& run) {
    formats::read_options options = reading(run);
    if (kind == batch_kind::table)
        return formats::read_pair_table(arguments.table, arguments.pair.asked_for(), options);
    options.lines = arguments.lines ? formats::line_files::always : formats::line_files::by_content;
    return formats::read_batch(arguments.pair.given, arguments.pair.asked_for(), kind == batch_kind::zip, options);
}

/// Rank 0 reads, all have the sets.
formats::sequence_lists read_for_all(const distance_arguments& arguments, batch_kind kind, const run_options& run) {
    formats::sequence_lists lists;
    if (ranks().is_root()) lists = read(arguments, kind, run);
    if (ranks().size() == 1) return lists;
    if (!ranks().is_root()) lists.files = arguments.pair.given; // their number says whether A is compared with itself
    const bool is_one = kind != batch_kind::table && kind != batch_kind::zip && arguments.pair.given.size() == 1;
    lists.a = runtime::read_once(ranks(), [&] { return lists.a; });
    lists.b = is_one ? lists.a : runtime::read_once(ranks(), [&] { return lists.b; });
    return lists;
}

/// Passes distances on to an output, and counts them.
class batch {
  public:
    batch(const distance_arguments& arguments, batch_kind kind, const formats::sequence_lists& lists,
          const batch_options& options, report::distances_summary* summary)
        : arguments_(arguments), kind_(kind), lists_(lists), options_(options), summary_(summary) {}

    /// Writes all but what is known at the end only; `rows` is null on ranks that take none. Throws what the
    /// computation does.
    void compute(row_writer* rows, run_report& report) {
        switch (kind_) {
        case batch_kind::table:
        case batch_kind::zip: return compare_zipped(rows, report);
        case batch_kind::all: return options_.max_distance ? compare_near(rows, report) : compare_all(rows, report);
        case batch_kind::nearest: return find_nearest(rows, report);
        }
    }

    /// The same of pairs by number, in one process, with a line of PAF for each that has a distance.
    void align_zipped(row_writer& rows, side_files& beside, run_report& report) {
        const formats::byte_sink sink = beside.sink(arguments_.paf);
        distance_options options;
        options.metric = options_.metric;
        options.weights = options_.weights;
        options.max_distance = options_.max_distance;
        options.run = options_.run;
        zipped_alignments(lists_.a, lists_.b, options, [&](std::uint64_t i, const distance_result& result) {
            stop_if_interrupted();
            if (i == 0) report = result.run;
            add(&rows, i, i, result.distance ? static_cast<std::uint32_t>(*result.distance) : no_distance);
            if (result.distance) write_pair_paf(lists_.a, lists_.b, i, result.alignment, sink);
        });
    }

    /// `out` is null on ranks that take no rows.
    void compute_matrix(formats::output_file* out, run_report& report) {
        if (out != nullptr) out->write(formats::npy_header(lists_.a.size(), lists_.b.size()));
        const auto write_row = [&](std::uint64_t a, std::span<const std::uint32_t> distances) {
            stop_if_interrupted();
            out->write(formats::npy_bytes(distances));
            note_row(a, distances);
        };
        all_distances(lists_.a, lists_.b, options_, write_row, &report);
    }

    /// The matrix of near pairs; `out` is null on ranks that take no rows.
    void compute_sparse(formats::output_file* out, run_report& report) {
        formats::sparse_rows matrix(lists_.a.size(), lists_.b.size());
        const auto keep = [&](std::span<const near_pair> pairs) {
            stop_if_interrupted();
            for (const near_pair& each : pairs) {
                matrix.add(each.a, each.b, each.distance);
                if (summary_ != nullptr) summary_->add(each.a, each.b, each.distance);
            }
            found_ += pairs.size();
        };
        near_pairs(lists_.a, lists_.b, options_, keep, &report);
        if (out != nullptr) matrix.write_npz(out->sink());
    }

    [[nodiscard]] std::uint64_t found() const noexcept { return found_; } ///< distances, without those that are none

  private:
    void note_row(std::uint64_t a, std::span<const std::uint32_t> distances) {
        if (summary_ != nullptr)
            for (std::uint64_t b = 0; b < distances.size(); ++b)
                summary_->add(a, b, distances[b]);
        found_ += static_cast<std::uint64_t>(
            std::ranges::count_if(distances, [](std::uint32_t each) { return each != no_distance; }));
    }

    /// Distances beyond the greatest one are left out.
    void add(row_writer* rows, std::uint64_t a, std::uint64_t b, std::uint32_t distance) {
        if (distance == no_distance && options_.max_distance) return;
        rows->add(std::array<std::uint64_t, 3>{a, b, distance == no_distance ? no_value : distance});
        if (summary_ != nullptr) summary_->add(a, b, distance);
        if (distance != no_distance) ++found_;
    }

    void compare_zipped(row_writer* rows, run_report& report) {
        const std::vector<std::uint32_t> distances = zipped_distances(lists_.a, lists_.b, options_, &report);
        if (rows == nullptr) return;
        for (std::uint64_t i = 0; i < distances.size(); ++i) {
            if (i % 65'536 == 0) stop_if_interrupted();
            add(rows, i, i, distances[i]);
        }
    }

    void compare_all(row_writer* rows, run_report& report) {
        const auto write_row = [&](std::uint64_t a, std::span<const std::uint32_t> distances) {
            stop_if_interrupted();
            rows->add_matrix_row(a, distances);
            note_row(a, distances);
        };
        all_distances(lists_.a, lists_.b, options_, write_row, &report);
    }

    void compare_near(row_writer* rows, run_report& report) {
        const auto write = [&](std::span<const near_pair> pairs) {
            stop_if_interrupted();
            for (const near_pair& each : pairs)
                add(rows, each.a, each.b, each.distance);
        };
        near_pairs(lists_.a, lists_.b, options_, write, &report);
    }

    /// Where A is compared with itself, no sequence is its own neighbour: one more is asked for, and itself is left
    /// out.
    void find_nearest(row_writer* rows, run_report& report) {
        const bool with_itself = lists_.files.size() == 1;
        std::uint64_t current = 0;
        std::uint64_t written = 0;
        const auto write = [&](std::span<const near_pair> pairs) {
            stop_if_interrupted();
            for (const near_pair& each : pairs) {
                if (each.a != std::exchange(current, each.a)) written = 0;
                if ((with_itself && each.a == each.b) || written == arguments_.nearest) continue;
                add(rows, each.a, each.b, each.distance);
                ++written;
            }
        };
        const std::uint64_t most = lists_.b.size(); // any greater number means all of them
        const std::uint64_t wanted = std::min(arguments_.nearest, most) + (with_itself ? 1 : 0);
        nearest(lists_.a, lists_.b, wanted, options_, write, &report);
    }

    const distance_arguments& arguments_;
    batch_kind kind_;
    const formats::sequence_lists& lists_;
    const batch_options& options_;
    report::distances_summary* summary_; ///< of what a page shows, or null
    std::uint64_t found_ = 0;
};

void write_beside(const distance_arguments& arguments, const report::distances_summary& summary, const run_facts& facts,
                  side_files& beside) {
    beside.write(arguments.report, [&](const formats::byte_sink& sink) {
        report::write_distances_report(summary, {invocation(), facts}, sink);
    });
    beside.write(arguments.multiqc,
                 [&](const formats::byte_sink& sink) { report::write_distances_multiqc(summary, sink); });
}

/// Where a run's rows come from, if it does not compute them.
struct merged_parts {
    const std::vector<part>& parts;
    merged_rows rows;
};

int run_batch(const distance_arguments& arguments, batch_kind kind, merged_parts* merged) {
    row_run work(arguments.output, arguments.side_files(), arguments.messages,
                 plan_of_batch(arguments.table.empty() ? arguments.pair.given : std::vector{arguments.table}, kind));
    batch_options options;
    options.metric = arguments.chosen_metric();
    options.weights = arguments.chosen_weights();
    options.max_distance = arguments.max_distance;
    options.each_pair_once = arguments.each_pair_once();
    options.run = arguments.run.options(work.progress);
    runtime::one_process alone;
    const std::unique_ptr<task_sharing> sharing =
        merged != nullptr ? std::make_unique<task_sharing>(alone) : arguments.cluster.make_sharing();
    options.run.sharing = sharing.get();
    if (merged != nullptr) take_rows_from(merged->rows, *sharing);
    start_device(options.run);
    const formats::sequence_lists lists = read_for_all(arguments, kind, options.run);
    work.measured.reading_is_over();
    work.progress.computing();
    arguments.messages.note(fmt::format("read {} and {} sequences, {} letters ({}) in {:.3f} s", lists.a.size(),
                                        lists.b.size(), lists.a.letters() + lists.b.letters(),
                                        to_string(lists.a.alphabet()), work.measured.read_seconds()));
    for (const std::string& hint : lists.hints)
        arguments.messages.hint(hint);
    if (merged != nullptr) {
        const std::string name = lists.files.empty() ? arguments.table : lists.files.front();
        require_fact(merged->parts, "first input", runtime::digest_of(lists.a), name);
        require_fact(merged->parts, "second input", runtime::digest_of(lists.b),
                     lists.files.empty() ? name : lists.files.back());
    }

    const batch_facts facts{.kind = kind,
                            .lists = lists,
                            .options = options,
                            .nearest = arguments.nearest,
                            .asked_for = arguments.pair.asked_for(),
                            .lines = arguments.lines};
    row_stream stream = distance_stream(facts, arguments.show_text);
    const bool is_alone = sharing == nullptr && ranks().size() == 1;
    // Rows come while no thread computes, so that all may turn them into text: a million take one thread longer than a
    // GPU their distances, and of 13 million near pairs a fifth of the time.
    if (is_alone) stream.threads = runtime::thread_pool(options.run).threads();
    report::distances_summary summary(facts);
    const bool summarizes = !arguments.report.empty() || !arguments.multiqc.empty();
    batch compared(arguments, kind, lists, options, summarizes ? &summary : nullptr);
    run_report report;
    if (arguments.cluster.is_part()) {
        row_part part("distance", *sharing, {{"files", lists.files}}, arguments.to_json(), work.answer_file());
        compared.compute(nullptr, report);
        return work.end_part(part, report);
    }
    if (arguments.wants_sparse())
        compared.compute_sparse(work.answer_file(), report);
    else if (arguments.wants_matrix())
        compared.compute_matrix(work.answer_file(), report);
    else if (!arguments.paf.empty())
        compared.align_zipped(*work.write_rows(stream), work.beside(), report);
    else
        compared.compute(work.write_rows(stream), report);
    if (merged != nullptr) {
        merged->rows.end();
        report.device = fmt::format("{} shards", merged->parts.size());
    }
    const bool found = runtime::broadcast(ranks(), compared.found()) > 0;
    work.end(report,
             [&](const run_facts& of_run, side_files& beside) { write_beside(arguments, summary, of_run, beside); });
    return arguments.exit_code && !found ? 1 : 0;
}

} // namespace

int run_batch(const distance_arguments& arguments, batch_kind kind) { return run_batch(arguments, kind, nullptr); }

int merge_batch(const std::vector<part>& parts, const output_arguments& output, const message_arguments& messages,
                bool exit_code) {
    distance_arguments arguments =
        from_content(parts, [&] { return distance_arguments::from_json(parts.front().body.at("arguments")); });
    arguments.output = output;
    arguments.messages = messages;
    arguments.exit_code = exit_code;
    // An option for tables alone does not forbid the whole to be written in another format.
    arguments.show_text = arguments.show_text && !arguments.wants_matrix() && !arguments.wants_sparse() &&
                          output.chosen_format().is_table;
    arguments.check();
    merged_parts merged{parts, merged_rows(parts)};
    return run_batch(arguments, arguments.batch().value(), &merged);
}

} // namespace concord::app
