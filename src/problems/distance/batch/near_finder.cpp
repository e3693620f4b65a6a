#include "problems/distance/batch/near_finder.hpp"

#include "problems/distance/batch/distance_rows.hpp"
#include "problems/distance/batch/tuning.hpp"

#include <algorithm>
#include <atomic>

namespace concord::edits {

near_finder::near_finder(batch_run& run, std::uint64_t bound, std::span<const std::uint32_t> rows, near_way way,
                         std::uint32_t part)
    : run_(run), bound_(bound) {
    if (rows.empty() || run.comparer().b().size() == 0) return;
    if (way == near_way::quicker)
        choose(rows);
    else
        force(way, part);
}

void near_finder::force(near_way way, std::uint32_t part) {
    const auto all = static_cast<std::uint32_t>(run_.comparer().b().size());
    by_pieces_ = way == near_way::pieces;
    part_ = part > 0 ? std::min(part, all) : all;
    if (by_pieces_ && part_ == all) index_ = std::make_unique<piece_index>(run_, bound_, 0, all);
}

/// Nanoseconds of comparing a row with all of b.
double near_finder::cost_of_all(std::span<const std::uint32_t> sample) const {
    const pair_comparer& comparer = run_.comparer();
    const sequence::packed_sequences& a = *comparer.letters().a().set;
    const sequence::packed_sequences& b = *comparer.letters().b().set;
    double letters = 0;
    for (const std::uint32_t row : sample)
        letters += static_cast<double>(a.length(row));
    letters /= static_cast<double>(sample.size());
    const double columns = static_cast<double>(b.letters()) / static_cast<double>(std::max<std::size_t>(1, b.size()));
    const double words = columns / 64 + 1;
    const double bound = static_cast<double>(bound_);
    double cost = tuning::cost_of_cell;
    if (comparer.metric() == distance_metric::hamming)
        cost += words * comparer.letters().planes();
    else if (comparer.is_narrow(bound_)) // lanes give up soon after the distance must exceed the bound
        cost += std::min(letters, 16 + 3 * bound) * tuning::cost_of_step * 2 / comparer.kernels().group_lanes;
    else
        cost += letters * std::min(words, bound / 64 + 2) * tuning::cost_of_step * 2 / comparer.kernels().group_lanes;
    return cost * static_cast<double>(b.size());
}

void near_finder::choose(std::span<const std::uint32_t> rows) {
    const pair_comparer& comparer = run_.comparer();
    const sequence_set& b = comparer.b();
    const auto all = static_cast<std::uint32_t>(b.size());
    std::vector<std::uint32_t> sample;
    const std::uint64_t sampled = std::min<std::uint64_t>(tuning::sampled_rows, rows.size());
    for (std::uint64_t index = 0; index < sampled; ++index)
        sample.push_back(rows[index * rows.size() / sampled]);
    const double to_compare = cost_of_all(sample);
    // First without an index: where many pieces are short, or there are many, nothing else need be known.
    const std::vector<std::uint64_t> lengths = lengths_to_cut(sequence::packed(b), bound_, 0, all);
    const auto many = static_cast<std::uint64_t>(to_compare / tuning::cost_of_list * static_cast<double>(sampled)) + 1;
    double lists = 0;
    for (const std::uint32_t row : sample)
        lists +=
            static_cast<double>(lists_to_look_up(comparer.metric(), bound_, comparer.a().length(row), lengths, many));
    double to_look_up = lists / static_cast<double>(sampled) * tuning::cost_of_list;
    const std::uint64_t memory = runtime::memory_budget(run_.options().run) / 2;
    const std::uint64_t bytes_each = piece_index::bytes_for(1, bound_);
    part_ = static_cast<std::uint32_t>(std::clamp<std::uint64_t>(memory / bytes_each, 1, all));
    const double building = static_cast<double>(b.size()) *
                            static_cast<double>(std::min<std::uint64_t>(bound_, b.longest()) + 1) *
                            tuning::cost_of_list * 2 / static_cast<double>(rows.size());
    if (to_look_up + building < to_compare && bytes_each <= memory) {
        auto index = std::make_unique<piece_index>(run_, bound_, 0, part_);
        double entries = 0;
        for (const std::uint32_t row : sample)
            entries += static_cast<double>(index->entries_to_read(row));
        const double share = static_cast<double>(part_) / all;
        to_look_up += building + entries / static_cast<double>(sampled) / share *
                                     (tuning::cost_of_entry + tuning::cost_of_candidate + to_compare / all);
        by_pieces_ = to_look_up < to_compare;
        if (by_pieces_ && part_ == all) index_ = std::move(index);
    }
    share_ = to_look_up / to_compare;
    why_ = "within " + std::to_string(bound_) + ": " +
           (by_pieces_ ? "pieces are looked up, " : "all are compared, looking pieces up would take ") +
           std::to_string(static_cast<std::uint64_t>(to_look_up / 1000)) + " us a sequence" +
           (by_pieces_ ? " instead of " : ", comparing ") +
           std::to_string(static_cast<std::uint64_t>(to_compare / 1000));
}

void near_finder::find(std::span<const std::uint32_t> rows, const near_pair_sink& sink) {
    if (by_pieces_)
        find_by_pieces(rows, sink);
    else
        find_by_comparing(rows, sink);
}

void near_finder::find_by_comparing(std::span<const std::uint32_t> rows, const near_pair_sink& sink) {
    std::vector<near_pair> near;
    distance_rows(run_).compare(rows, bound_, [&](std::uint64_t row, std::span<const std::uint32_t> distances) {
        near.clear();
        for (std::size_t index = 0; index < distances.size(); ++index)
            if (distances[index] != no_distance) near.push_back({row, index, distances[index]});
        if (!near.empty()) sink(near);
    });
}

void near_finder::find_by_pieces(std::span<const std::uint32_t> rows, const near_pair_sink& sink) {
    const auto all = static_cast<std::uint32_t>(run_.comparer().b().size());
    const std::uint64_t least = tuning::rows_looked_up * tuning::units_a_thread * run_.workers().threads();
    // Each block needs all parts anew: where there are several, blocks are large from the beginning.
    std::uint64_t block = index_ != nullptr ? least : tuning::most_rows_of_block;
    for (std::size_t first = 0; first < rows.size();) {
        const auto here = rows.subspan(first, std::min<std::size_t>(block, rows.size() - first));
        std::vector<std::vector<near_pair>> found((here.size() + tuning::rows_looked_up - 1) / tuning::rows_looked_up);
        for (std::uint32_t begin = 0; begin < all; begin += std::min(part_, all - begin)) {
            if (index_ != nullptr)
                look_up(*index_, here, found, first, rows.size());
            else
                look_up(piece_index(run_, bound_, begin, begin + std::min(part_, all - begin)), here, found, first,
                        rows.size());
        }
        std::uint64_t pairs = 1;
        for (std::vector<near_pair>& unit : found) {
            std::ranges::sort(unit);
            if (!unit.empty()) sink(unit);
            pairs += unit.size();
        }
        first += here.size();
        const std::uint64_t most_pairs = tuning::found_bytes / sizeof(near_pair);
        block = std::clamp<std::uint64_t>(most_pairs * here.size() / pairs, least,
                                          std::min<std::uint64_t>(block * 8, tuning::most_rows_of_block));
    }
}

void near_finder::look_up(const piece_index& index, std::span<const std::uint32_t> rows,
                          std::vector<std::vector<near_pair>>& found, std::uint64_t rows_before,
                          std::uint64_t all_rows) {
    std::vector<std::unique_ptr<worker_space>> spaces(run_.workers().threads());
    std::atomic<std::uint64_t> done{rows_before};
    run_.workers().run(found.size(), [&](std::size_t unit, unsigned worker) {
        if (spaces[worker] == nullptr)
            spaces[worker] = std::make_unique<worker_space>(run_.comparer(), index.last() - index.first());
        const std::size_t first = unit * tuning::rows_looked_up;
        const std::size_t end = std::min<std::size_t>(first + tuning::rows_looked_up, rows.size());
        for (std::size_t row = first; row < end; ++row)
            look_up(index, rows[row], *spaces[worker], found[unit]);
        run_.show("looking for near pairs", done.fetch_add(end - first) + end - first, all_rows, "sequences");
    });
}

void near_finder::look_up(const piece_index& index, std::uint32_t a, worker_space& space,
                          std::vector<near_pair>& found) const {
    space.candidates.clear();
    index.candidates(a, space.seen, space.candidates);
    if (space.candidates.empty()) return;
    space.lanes.set_columns(space.candidates);
    space.lanes.set_row(a);
    space.distances.resize(space.candidates.size());
    space.lanes.compare(bound_, space.distances.data());
    if (!space.lanes.too_long().empty()) {
        run_options alone = run_.options().run;
        alone.on_progress = {};
        alone.threads = 1;
        for (const std::uint32_t at : space.lanes.too_long())
            space.distances[at] = run_.comparer().compare_long({a, space.candidates[at]}, bound_, alone);
    }
    for (std::size_t at = 0; at < space.candidates.size(); ++at)
        if (space.distances[at] != no_distance) found.push_back({a, space.candidates[at], space.distances[at]});
}

} // namespace concord::edits
