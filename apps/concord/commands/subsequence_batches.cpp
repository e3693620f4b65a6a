// Lengths of many longest common subsequences, written as they come.
#include "commands/output_files.hpp"
#include "commands/progress_plans.hpp"
#include "formats/npy.hpp"
#include "formats/sequence_lists.hpp"
#include "options/subsequence_arguments.hpp"
#include "output/pair_answers.hpp"
#include "program_facts.hpp"
#include "runtime/thread_pool.hpp"

#include <concord/subsequence.hpp>

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace concord::app {
namespace {

/// Passes lengths on to an output, and notes whether anything is shared.
class subsequence_batch {
  public:
    subsequence_batch(const subsequence_arguments& arguments, const formats::sequence_lists& lists,
                      const run_options& options)
        : arguments_(arguments), lists_(lists), options_(options) {}

    /// Subsequences too, if a file is to hold them.
    void compare_zipped(row_writer& rows, side_files& beside, run_report& report) {
        if (!arguments_.subsequence.empty()) return write_subsequences(rows, beside, report);
        const std::vector<std::uint32_t> lengths = zipped_subsequence_lengths(lists_.a, lists_.b, options_, &report);
        for (std::uint64_t i = 0; i < lengths.size(); ++i) {
            if (i % 65'536 == 0) stop_if_interrupted();
            add(rows, i, i, lengths[i]);
        }
    }

    void compare_all(row_writer& rows, run_report& report) {
        const auto write_row = [&](std::uint64_t a, std::span<const std::uint32_t> lengths) {
            stop_if_interrupted();
            rows.add_matrix_row(a, lengths);
            note_row(lengths);
        };
        all_subsequence_lengths(lists_.a, lists_.b, options_, write_row, &report);
    }

    void compute_matrix(formats::output_file& out, run_report& report) {
        out.write(formats::npy_header(lists_.a.size(), lists_.b.size()));
        const auto write_row = [&](std::uint64_t, std::span<const std::uint32_t> lengths) {
            stop_if_interrupted();
            out.write(formats::npy_bytes(lengths));
            note_row(lengths);
        };
        all_subsequence_lengths(lists_.a, lists_.b, options_, write_row, &report);
    }

    [[nodiscard]] bool found() const noexcept { return found_; } ///< one pair at least shares a letter

  private:
    void note_row(std::span<const std::uint32_t> lengths) {
        found_ = found_ || std::ranges::any_of(lengths, [](std::uint32_t each) { return each > 0; });
    }

    void add(row_writer& rows, std::uint64_t a, std::uint64_t b, std::uint64_t length) {
        rows.add(std::array<std::uint64_t, 3>{a, b, length});
        found_ = found_ || length > 0;
    }

    void write_subsequences(row_writer& rows, side_files& beside, run_report& report) {
        const formats::byte_sink sink = beside.sink(arguments_.subsequence);
        subsequence_options options;
        options.alignment = true;
        options.run = options_;
        zipped_subsequences(lists_.a, lists_.b, options, [&](std::uint64_t i, const subsequence_result& result) {
            stop_if_interrupted();
            if (i == 0) report = result.run;
            add(rows, i, i, result.length);
            write_subsequence_record(lists_.a, lists_.b, i, result, sink);
        });
    }

    const subsequence_arguments& arguments_;
    const formats::sequence_lists& lists_;
    const run_options& options_;
    bool found_ = false;
};

} // namespace

int run_subsequence_batch(const subsequence_arguments& arguments, batch_kind kind) {
    note_one_rank(arguments.messages);
    row_run work(arguments.output, arguments.side_files(), arguments.messages,
                 plan_of_batch(arguments.pair.given, kind));
    const run_options options = arguments.run.options(work.progress);
    start_device(options);
    formats::read_options read = reading(options);
    read.lines = arguments.lines ? formats::line_files::always : formats::line_files::by_content;
    const formats::sequence_lists lists =
        formats::read_batch(arguments.pair.given, arguments.pair.asked_for(), kind == batch_kind::zip, read);
    work.measured.reading_is_over();
    work.progress.computing();
    arguments.messages.note(fmt::format("read {} and {} sequences, {} letters ({}) in {:.3f} s", lists.a.size(),
                                        lists.b.size(), lists.a.letters() + lists.b.letters(),
                                        to_string(lists.a.alphabet()), work.measured.read_seconds()));
    for (const std::string& hint : lists.hints)
        arguments.messages.hint(hint);
    row_stream stream = subsequence_stream(
        {.kind = kind, .lists = lists, .asked_for = arguments.pair.asked_for(), .lines = arguments.lines},
        arguments.show_text);
    stream.threads = runtime::thread_pool(options).threads(); // rows come outside of the threads that compute
    subsequence_batch compared(arguments, lists, options);
    run_report report;
    if (arguments.wants_matrix())
        compared.compute_matrix(*work.answer_file(), report);
    else if (kind == batch_kind::zip)
        compared.compare_zipped(*work.write_rows(stream), work.beside(), report);
    else
        compared.compare_all(*work.write_rows(stream), report);
    work.end(report, [](const run_facts&, side_files&) {});
    return arguments.exit_code && !compared.found() ? 1 : 0;
}

} // namespace concord::app
