// Matches, overlaps of ends, common prefixes: many rows, of which a page shows the distribution and the longest.
#include "formats/printable.hpp"
#include "output/exporters/exporter.hpp"
#include "report/markup.hpp"
#include "report/page.hpp"
#include "report/reports.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>
#include <utility>

namespace concord::app::report {
namespace {

constexpr std::size_t longest_kept = 20;

/// What the rows are, by the name of their list: one of it, and the title of the page.
std::pair<std::string, std::string> words_for(const overlap_row_facts& facts) {
    if (facts.stream.list_name == "matches") return {"match", "between A and B"};
    if (facts.stream.list_name == "mismatch_matches") return {"match", "between two sequences each"};
    if (facts.stream.list_name == "multi_matches") return {"place", "of matches of several sequences"};
    if (facts.stream.list_name == "overlaps") return {"overlap", "of an end with a beginning"};
    return {"pair of places", "looked up"};
}

std::string plural(std::uint64_t number, const std::string& noun) {
    if (noun == "pair of places")
        return formats::grouped(number) + (number == 1 ? " pair of places" : " pairs of places");
    return formats::counted(number, noun);
}

std::string json_of(const rows_summary& summary, const run_facts& run) {
    std::string written;
    const auto rows = json_rows(summary.facts().stream, {}, [&](std::string_view bytes) { written += bytes; });
    for (const std::vector<std::uint64_t>& row : summary.first_rows())
        rows->add(row);
    rows->end(run);
    return with_all_rows(written, summary.facts().stream.list_name, summary.count());
}

void add_longest(page& on, const rows_summary& summary) {
    const overlap_row_facts& facts = summary.facts();
    std::vector<std::string> header;
    for (const stream_column& column : facts.stream.columns) {
        std::string title = column.title;
        std::ranges::replace(title, '_', ' ');
        header.push_back(title);
    }
    html_rows rows;
    for (const std::vector<std::uint64_t>& row : summary.longest_rows()) {
        std::vector<std::string> cells;
        for (std::size_t i = 0; i < row.size(); ++i)
            cells.push_back(
                facts.stream.columns[i].is_strand ? std::string(strand_sign(row[i]))
                : facts.stream.columns[i].sequences != nullptr
                    ? name_markup(facts.input.sequences.name(row[i] + facts.stream.columns[i].first_sequence), 40)
                    : formats::grouped(row[i]));
        rows.push_back(std::move(cells));
    }
    on.figure("longest", "The longest", table(header, rows, facts.stream.columns.size() - 1),
              fmt::format("The {} longest of {}.", rows.size(), plural(summary.count(), words_for(facts).first)), true);
}

} // namespace

rows_summary::rows_summary(const overlap_row_facts& facts) : facts_(facts) {
    if (facts.stream.list_name != "matches") return;
    const sequence_set& set = facts.input.sequences;
    const std::uint64_t first_of_b = facts.stream.columns[2].first_sequence;
    std::uint64_t lengths[2] = {0, 0};
    for (std::size_t i = 0; i < set.size(); ++i) {
        std::uint64_t& side = lengths[i < first_of_b ? 0 : 1];
        starts_.push_back(side);
        side += set.length(i);
    }
    grid_.emplace(lengths[0], lengths[1]);
}

std::uint64_t rows_summary::longest() const noexcept { return longest_.empty() ? 0 : longest_.front().back(); }

void rows_summary::add(std::span<const std::uint64_t> row) {
    ++count_;
    const std::uint64_t length = row.back();
    lengths_.add(length);
    if (first_rows_.size() < rows_kept) first_rows_.emplace_back(row.begin(), row.end());
    if (grid_)
        grid_->add_match(starts_[row[0]] + row[1], starts_[row[2] + facts_.stream.columns[2].first_sequence] + row[3],
                         length);
    if (longest_.size() == longest_kept && longest_.back().back() >= length) return;
    const auto is_longer = [](const std::vector<std::uint64_t>& x, const std::vector<std::uint64_t>& y) {
        return x.back() > y.back();
    };
    std::vector<std::uint64_t> kept(row.begin(), row.end());
    longest_.insert(std::ranges::upper_bound(longest_, kept, is_longer), std::move(kept));
    if (longest_.size() > longest_kept) longest_.pop_back();
}

void write_rows_report(const rows_summary& summary, const reproduction& how, const formats::byte_sink& sink) {
    const overlap_row_facts& facts = summary.facts();
    const auto [noun, where] = words_for(facts);
    const std::string headline = fmt::format("{} {}", plural(summary.count(), noun), where);
    page made("overlap", "concord overlap: " + headline, headline);
    json figures = json::object();
    made.question(fmt::format("All {} {} in {} ({}, {}) were computed exactly", plural(2, noun).substr(2), where,
                              formats::counted(facts.input.sequences.size(), "sequence"),
                              formats::counted(facts.input.sequences.letters(), "letter"),
                              to_string(facts.input.sequences.alphabet())));
    figures["count"] = summary.count();
    if (summary.count() > 0) {
        made.numbers({{formats::grouped(summary.count()), "in all"},
                      {formats::grouped(summary.longest()), "letters, the longest"}});
        if (summary.grid()) {
            figures["dot_plot"] = {{"columns", summary.grid()->columns()},
                                   {"rows", summary.grid()->rows()},
                                   {"filled", summary.grid()->filled()}};
            const auto side = [](const char* name, std::uint64_t letters) {
                return fmt::format("{} ({})", name, formats::counted(letters, "letter"));
            };
            made.figure("dot-plot", "Where they match",
                        draw_dot_plot(*summary.grid(), {},
                                      {"dot-plot-drawing", "Dot plot of the matches of A and B",
                                       side("A", summary.grid()->length_a()), side("B", summary.grid()->length_b())}),
                        "The sequences of A one behind the other from left to right, those of B from top to bottom.");
        }
        const histogram lengths = summary.lengths().value();
        figures["match_lengths"] = lengths.as_json();
        made.figure("match-lengths", "How long they are",
                    draw_histogram(lengths, {"match-lengths-drawing", "Histogram of lengths", "length (letters)",
                                             plural(2, noun).substr(2)}),
                    fmt::format("The lengths of {}.", plural(summary.count(), noun)));
        add_longest(made, summary);
    }
    add_input(made, facts.input.files, facts.input.sequences, figures);
    sink(made.whole(json_of(summary, how.run), figures, how));
}

} // namespace concord::app::report
