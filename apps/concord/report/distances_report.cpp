#include "formats/multiqc.hpp"
#include "formats/printable.hpp"
#include "output/exporters/exporter.hpp"
#include "output/pair_answers.hpp"
#include "report/markup.hpp"
#include "report/reports.hpp"
#include "runtime/distributed/broadcast_input.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <tuple>

namespace concord::app::report {
namespace {

constexpr std::size_t pairs_kept = 20;

bool is_nearer(const near_pair& x, const near_pair& y) {
    return std::tie(x.distance, x.a, x.b) < std::tie(y.distance, y.a, y.b);
}

/// Of the same distance the first in the input.
bool is_farther(const near_pair& x, const near_pair& y) {
    return std::tie(y.distance, x.a, x.b) < std::tie(x.distance, y.a, y.b);
}

/// The first pairs in an order.
template <typename Order>
void keep_first(std::vector<near_pair>& kept, const near_pair& found, const Order& is_before) {
    if (kept.size() == pairs_kept && !is_before(found, kept.back())) return;
    kept.insert(std::ranges::upper_bound(kept, found, is_before), found);
    if (kept.size() > pairs_kept) kept.pop_back();
}

std::string json_of(const distances_summary& summary, const run_facts& run) {
    std::string written;
    const row_stream stream = distance_stream(summary.facts(), false);
    const auto rows = json_rows(stream, {}, [&](std::string_view bytes) { written += bytes; });
    for (const near_pair& each : summary.first_rows())
        rows->add(
            std::array<std::uint64_t, 3>{each.a, each.b, each.distance == no_distance ? no_value : each.distance});
    rows->end(run);
    return with_all_rows(written, "pairs", summary.rows());
}

std::string shown(const sequence_set& set, std::uint64_t sequence) {
    const std::string_view name = set.name(sequence);
    constexpr std::uint64_t letters = 40;
    if (!name.empty() && set.alphabet() != alphabet::utf8) return name_markup(name, letters);
    return name_markup(set.text(sequence, 0, std::min(set.length(sequence), letters)), letters);
}

/// A table of the pairs that are "nearest" or "farthest".
void add_pairs(page& on, const distances_summary& summary, const std::string& which, json& figures) {
    const formats::sequence_lists& lists = summary.facts().lists;
    html_rows rows;
    json listed = json::array();
    for (const near_pair& each : which == "nearest" ? summary.nearest() : summary.farthest()) {
        rows.push_back({shown(lists.a, each.a), shown(lists.b, each.b), formats::grouped(each.a),
                        formats::grouped(each.b), formats::grouped(each.distance)});
        listed.push_back({each.a, each.b, each.distance});
    }
    figures[which] = listed;
    on.figure(which, fmt::format("The {} pairs", which), table({"A", "B", "index of A", "of B", "distance"}, rows, 2),
              fmt::format("The {} {} of {}.", rows.size(), which, formats::counted(summary.pairs(), "pair")), true);
}

void add_input(page& on, const batch_facts& facts) {
    const formats::sequence_lists& lists = facts.lists;
    html_rows rows;
    for (std::size_t i = 0; i < lists.files.size(); ++i)
        rows.push_back({lists.files.size() == 1 ? "File" : fmt::format("File {}", i == 0 ? 'A' : 'B'),
                        lists.files[i] == "-" ? std::string("standard input") : name_markup(lists.files[i], 120)});
    const auto described = [](const sequence_set& set) {
        if (set.shortest() == set.longest())
            return fmt::format("{} of {}", formats::counted(set.size(), "sequence"),
                               formats::counted(set.longest(), "letter"));
        return fmt::format("{} of {} to {}", formats::counted(set.size(), "sequence"), formats::grouped(set.shortest()),
                           formats::counted(set.longest(), "letter"));
    };
    std::string digests = runtime::digest_of(lists.a);
    if (lists.files.size() > 1) digests.append(" ").append(runtime::digest_of(lists.b));
    rows.push_back({"Checksum", checksum_text(digests)});
    rows.push_back({"A", described(lists.a)});
    rows.push_back({"B", described(lists.b)});
    rows.push_back({"Letters", std::string(to_string(lists.a.alphabet()))});
    on.facts("input", "Input", rows);
}

} // namespace

distances_summary::distances_summary(const batch_facts& facts)
    : facts_(facts), with_itself_(facts.lists.files.size() == 1 &&
                                  (facts.kind == batch_kind::all || facts.kind == batch_kind::nearest)) {
    const formats::sequence_lists& lists = facts.lists;
    if (facts.kind == batch_kind::all && !facts.options.max_distance && lists.a.size() > 0 && lists.b.size() > 0)
        map_.emplace(lists.a.size(), lists.b.size());
}

void distances_summary::add(std::uint64_t a, std::uint64_t b, std::uint32_t distance) {
    ++rows_;
    if (first_rows_.size() < rows_kept) first_rows_.push_back({a, b, distance});
    if (map_ && distance != no_distance) {
        map_->add(a, b, distance);
        if (facts_.options.each_pair_once && with_itself_ && a != b) map_->add(b, a, distance);
    }
    // The nearest of one are not those of the other: of these all rows count.
    const bool is_repeated = with_itself_ && (facts_.kind == batch_kind::all ? b <= a : a == b);
    if (distance == no_distance || is_repeated) return;
    ++pairs_;
    sum_ += distance;
    greatest_ = std::max(greatest_, distance);
    distances_.add(distance);
    const near_pair found{a, b, distance};
    keep_first(nearest_, found, is_nearer);
    keep_first(farthest_, found, is_farther);
}

double distances_summary::mean() const noexcept { return pairs_ == 0 ? 0 : sum_ / static_cast<double>(pairs_); }

void write_distances_report(const distances_summary& summary, const reproduction& how, const formats::byte_sink& sink) {
    const batch_facts& facts = summary.facts();
    const std::string metric(to_string(facts.options.metric));
    const std::string a = formats::counted(facts.lists.a.size(), "sequence");
    const std::string distances_found = formats::counted(summary.pairs(), "distance");
    const std::string headline =
        facts.lists.files.size() == 1 && facts.kind != batch_kind::zip
            ? fmt::format("{} among {}", distances_found, a)
            : fmt::format("{} between {} and {}", distances_found, a, formats::grouped(facts.lists.b.size()));
    page made("distance", "concord distance: " + headline, headline);
    made.question(fmt::format("The {} distances of {} and {} were computed exactly", metric, a,
                              formats::counted(facts.lists.b.size(), "sequence")));
    json figures = json::object();
    figures["pairs"] = summary.pairs();
    if (summary.pairs() > 0) {
        made.numbers({{formats::grouped(summary.least()), "the least " + metric + " distance"},
                      {readable(summary.mean()), "the mean"},
                      {formats::grouped(summary.greatest()), "the greatest"}});
        const histogram distances = summary.distances().value();
        figures["distances"] = distances.as_json();
        std::string caption = facts.options.max_distance
                                  ? fmt::format("Pairs further apart than {} are not among them.",
                                                formats::grouped(*facts.options.max_distance))
                              : facts.kind == batch_kind::nearest ? std::string("Of every sequence of A its nearest.")
                                                                  : std::string("All pairs.");
        if (facts.lists.files.size() == 1 && facts.kind == batch_kind::all)
            caption += " Each pair counts once, and no sequence with itself.";
        made.figure(
            "distances", "How far apart they are",
            draw_histogram(distances, {"distances-drawing", "Histogram of distances", metric + " distance", "pairs"}),
            caption);
        if (summary.map() && !summary.map()->empty()) {
            figures["heat_map"] = summary.map()->as_json();
            made.figure("heat-map", "Which are near each other", summary.map()->draw("heat-map-drawing"),
                        fmt::format("The mean distance of the pairs of each cell: dark where it is least ({}), pale "
                                    "where it is greatest ({}).",
                                    readable(summary.map()->least()), readable(summary.map()->greatest())));
        }
        add_pairs(made, summary, "nearest", figures);
        if (facts.kind != batch_kind::nearest) add_pairs(made, summary, "farthest", figures);
    }
    add_input(made, facts);
    sink(made.whole(json_of(summary, how.run), figures, how));
}

void write_distances_multiqc(const distances_summary& summary, const formats::byte_sink& sink) {
    const json whole = {{"format", "{:,.0f}"}};
    formats::write_multiqc(
        "distance", "How many edits apart sequences are.", formats::sample_name(summary.facts().lists.files),
        {{"pairs", "Pairs", "That have a distance within what was asked for", summary.pairs(), whole},
         {"least", "Least", "The least distance", summary.least(), whole},
         {"mean", "Mean", "The mean distance", summary.mean(), {{"format", "{:,.2f}"}}},
         {"greatest", "Greatest", "The greatest distance", summary.greatest(), whole}},
        sink);
}

} // namespace concord::app::report
