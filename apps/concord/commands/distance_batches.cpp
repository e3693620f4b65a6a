// Many distances, written as they come.
#include "invocation.hpp"
#include "options/distance_arguments.hpp"
#include "output/row_parts.hpp"
#include "output/side_files.hpp"
#include "terminal.hpp"

#include "formats/npy.hpp"
#include "formats/sequence_lists.hpp"
#include "report/distances_report.hpp"
#include "runtime/distributed/broadcast_input.hpp"
#include "runtime/distributed/communicator.hpp"
#include <concord/error.hpp>

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <utility>

namespace concord::app {
namespace {

formats::sequence_lists read(const distance_wishes& wishes, batch_kind kind, const run_options& run) {
    formats::read_options options = reading(run);
    if (kind == batch_kind::table) return formats::read_pair_table(wishes.table, wishes.pair.asked_for(), options);
    options.lines = wishes.lines ? formats::line_files::always : formats::line_files::by_content;
    formats::sequence_lists lists = formats::read_lists(wishes.pair.given, wishes.pair.asked_for(), options);
    if (kind == batch_kind::zip && lists.files.size() == 1) return formats::pair_neighbours(lists);
    if (kind == batch_kind::zip && lists.a.size() != lists.b.size())
        throw error(error_code::bad_input,
                    fmt::format("--zip needs as many sequences in B as in A, found {} in {} and {} in {}",
                                lists.a.size(), lists.files[0], lists.b.size(), lists.files[1]));
    return lists;
}

/// Rank 0 reads, all have the sets.
formats::sequence_lists read_for_all(const distance_wishes& wishes, batch_kind kind, const run_options& run) {
    formats::sequence_lists lists;
    if (ranks().is_root()) lists = read(wishes, kind, run);
    if (ranks().size() == 1) return lists;
    if (!ranks().is_root())
        lists.files = wishes.pair.given; // how many there are says whether A is compared with itself
    const bool is_one = kind != batch_kind::table && kind != batch_kind::zip && wishes.pair.given.size() == 1;
    lists.a = runtime::read_once(ranks(), [&] { return lists.a; });
    lists.b = is_one ? lists.a : runtime::read_once(ranks(), [&] { return lists.b; });
    return lists;
}

/// Hands distances on to an output, and keeps count.
class batch {
  public:
    batch(const distance_wishes& wishes, batch_kind kind, const formats::sequence_lists& lists,
          const batch_options& options, report::distances_summary* summary)
        : wishes_(wishes), kind_(kind), lists_(lists), options_(options), summary_(summary) {}

    /// Writes all but what is known at the end only; `rows` is null where nobody here takes them. Throws what the
    /// computation does.
    void compute(distance_rows* rows, run_report& report) {
        switch (kind_) {
        case batch_kind::table:
        case batch_kind::zip: return compare_zipped(rows, report);
        case batch_kind::all: return options_.max_distance ? compare_near(rows, report) : compare_all(rows, report);
        case batch_kind::nearest: return find_nearest(rows, report);
        }
    }

    /// `out` is null where nobody here takes the rows.
    void compute_matrix(formats::output_file* out, run_report& report) {
        if (out != nullptr) out->write(formats::npy_header(lists_.a.size(), lists_.b.size()));
        const auto write_row = [&](std::uint64_t a, std::span<const std::uint32_t> distances) {
            stop_if_interrupted();
            out->write(formats::npy_bytes(distances));
            if (summary_ != nullptr)
                for (std::uint64_t b = 0; b < distances.size(); ++b)
                    summary_->add(a, b, distances[b]);
            found_ += static_cast<std::uint64_t>(
                std::ranges::count_if(distances, [](std::uint32_t each) { return each != no_distance; }));
        };
        all_distances(lists_.a, lists_.b, options_, write_row, &report);
    }

    [[nodiscard]] std::uint64_t found() const noexcept { return found_; } ///< distances, those that are none left out

  private:
    /// Beyond the greatest distance there is nothing to tell.
    void add(distance_rows* rows, std::uint64_t a, std::uint64_t b, std::uint32_t distance) {
        if (distance == no_distance && options_.max_distance) return;
        rows->add(a, b, distance);
        if (summary_ != nullptr) summary_->add(a, b, distance);
        if (distance != no_distance) ++found_;
    }

    void compare_zipped(distance_rows* rows, run_report& report) {
        const std::vector<std::uint32_t> distances = zipped_distances(lists_.a, lists_.b, options_, &report);
        if (rows == nullptr) return;
        for (std::uint64_t i = 0; i < distances.size(); ++i) {
            if (i % 65'536 == 0) stop_if_interrupted();
            add(rows, i, i, distances[i]);
        }
    }

    void compare_all(distance_rows* rows, run_report& report) {
        const auto write_row = [&](std::uint64_t a, std::span<const std::uint32_t> distances) {
            stop_if_interrupted();
            for (std::uint64_t b = 0; b < distances.size(); ++b)
                add(rows, a, b, distances[b]);
        };
        all_distances(lists_.a, lists_.b, options_, write_row, &report);
    }

    void compare_near(distance_rows* rows, run_report& report) {
        const auto write = [&](std::span<const near_pair> pairs) {
            stop_if_interrupted();
            for (const near_pair& each : pairs)
                add(rows, each.a, each.b, each.distance);
        };
        near_pairs(lists_.a, lists_.b, options_, write, &report);
    }

    /// Where A is compared with itself, nothing is its own neighbour: one more is asked for, and it is left out.
    void find_nearest(distance_rows* rows, run_report& report) {
        const bool with_itself = lists_.files.size() == 1;
        std::uint64_t current = 0;
        std::uint64_t written = 0;
        const auto write = [&](std::span<const near_pair> pairs) {
            stop_if_interrupted();
            for (const near_pair& each : pairs) {
                if (each.a != std::exchange(current, each.a)) written = 0;
                if ((with_itself && each.a == each.b) || written == wishes_.nearest) continue;
                add(rows, each.a, each.b, each.distance);
                ++written;
            }
        };
        nearest(lists_.a, lists_.b, wishes_.nearest + (with_itself ? 1 : 0), options_, write, &report);
    }

    const distance_wishes& wishes_;
    batch_kind kind_;
    const formats::sequence_lists& lists_;
    const batch_options& options_;
    report::distances_summary* summary_; ///< of what a page shows, or none
    std::uint64_t found_ = 0;
};

std::unique_ptr<distance_rows> make_rows(const distance_wishes& wishes, const batch_facts& facts,
                                         formats::output_file& out) {
    switch (wishes.output.chosen_format()) {
    case output_format::text:
        return make_text_rows(facts, {wishes.output.coloured(), wishes.output.columns()}, out.sink());
    case output_format::tsv: return make_tsv_rows(facts, wishes.show_text, out.sink());
    case output_format::json: return make_json_rows(facts, out.sink());
    }
    return nullptr;
}

void write_beside(const distance_wishes& wishes, const report::distances_summary& summary, const run_facts& facts,
                  side_files& beside) {
    beside.write(wishes.report, [&](const formats::byte_sink& sink) {
        report::write_distances_report(summary, {invocation(), facts}, sink);
    });
    beside.write(wishes.multiqc,
                 [&](const formats::byte_sink& sink) { report::write_distances_multiqc(summary, sink); });
}

} // namespace

namespace {

/// Where a run's rows come from, if it does not compute them.
struct merged_parts {
    const std::vector<part>& parts;
    merged_rows rows;
};

int run_batch(const distance_wishes& wishes, batch_kind kind, merged_parts* merged) {
    measurement measured;
    std::optional<formats::output_file> out;
    std::optional<side_files> beside;
    if (ranks().is_root()) {
        out.emplace(wishes.output.path);
        beside.emplace(wishes.side_files());
    }
    // Rows come while the work goes on: on one terminal the two would stand in each other's way.
    const bool rows_fill_terminal = wishes.output.path == "-" && stdout_is_terminal();
    progress_line progress = rows_fill_terminal ? progress_line(false, false) : wishes.messages.make_progress_line();

    batch_options options;
    options.metric = wishes.chosen_metric();
    options.max_distance = wishes.max_distance;
    options.run = wishes.run.options(progress);
    runtime::one_process alone;
    const std::unique_ptr<task_sharing> sharing =
        merged != nullptr ? std::make_unique<task_sharing>(alone) : wishes.cluster.make_sharing();
    options.run.sharing = sharing.get();
    if (merged != nullptr) take_rows_from(merged->rows, *sharing);
    start_device(options.run);
    const formats::sequence_lists lists = read_for_all(wishes, kind, options.run);
    measured.reading_is_over();
    wishes.messages.note(fmt::format("read {} and {} sequences, {} letters ({}) in {:.3f} s", lists.a.size(),
                                     lists.b.size(), lists.a.letters() + lists.b.letters(),
                                     to_string(lists.a.alphabet()), measured.read_seconds()));
    if (merged != nullptr) {
        const std::string name = lists.files.empty() ? wishes.table : lists.files.front();
        require_fact(merged->parts, "first input", runtime::digest_of(lists.a), name);
        require_fact(merged->parts, "second input", runtime::digest_of(lists.b),
                     lists.files.empty() ? name : lists.files.back());
    }

    const batch_facts facts{.kind = kind,
                            .lists = lists,
                            .options = options,
                            .nearest = wishes.nearest,
                            .asked_for = wishes.pair.asked_for(),
                            .lines = wishes.lines};
    report::distances_summary summary(facts);
    const bool summarizes = !wishes.report.empty() || !wishes.multiqc.empty();
    batch work(wishes, kind, lists, options, summarizes ? &summary : nullptr);
    run_report report;
    if (wishes.cluster.is_part()) {
        row_part part("distance", *sharing, {{"files", lists.files}}, wishes.told(), out ? &*out : nullptr);
        work.compute(nullptr, report);
        progress.clear();
        measured.computing_is_over(report, wishes.messages);
        part.finish();
        stop_if_interrupted();
        if (out) out->commit();
        return 0;
    }
    std::unique_ptr<distance_rows> rows;
    if (wishes.wants_matrix()) {
        work.compute_matrix(out ? &*out : nullptr, report);
    } else {
        if (out) rows = make_rows(wishes, facts, *out);
        work.compute(rows.get(), report);
    }
    if (merged != nullptr) {
        merged->rows.end();
        report.device = fmt::format("{} shards", merged->parts.size());
    }
    progress.clear();
    measured.computing_is_over(report, wishes.messages);
    const bool found = runtime::broadcast(ranks(), work.found()) > 0;
    if (out) {
        if (rows) rows->end(measured.facts(report));
        write_beside(wishes, summary, measured.facts(report), *beside);
        out->finish();
        stop_if_interrupted();
        beside->commit();
        out->commit();
    }
    return wishes.exit_code && !found ? 1 : 0;
}

} // namespace

int run_batch(const distance_wishes& wishes, batch_kind kind) { return run_batch(wishes, kind, nullptr); }

int merge_batch(const std::vector<part>& parts, const output_wishes& output, const message_wishes& messages,
                bool exit_code) {
    distance_wishes wishes = distance_wishes::of_told(parts.front().body["wishes"]);
    wishes.output = output;
    wishes.messages = messages;
    wishes.exit_code = exit_code;
    // What is about a table alone does not keep a whole from being told otherwise.
    wishes.show_text = wishes.show_text && !wishes.wants_matrix() && output.chosen_format() == output_format::tsv;
    wishes.check();
    merged_parts merged{parts, merged_rows(parts)};
    return run_batch(wishes, wishes.batch().value(), &merged);
}

} // namespace concord::app
