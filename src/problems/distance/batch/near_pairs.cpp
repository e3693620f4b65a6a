// Near pairs by keys, by seeds or by comparing all: the searches, and the public call.
#include "problems/distance/batch/near_pairs.hpp"

#include "alignment/batch/all_rows.hpp"
#include "alignment/batch/batch_run.hpp"
#include "alignment/batch/trie_search.hpp"
#include "alignment/batch/tuning.hpp"
#include "problems/distance/costs.hpp"
#include "problems/distance/tuning.hpp"
#include "problems/distance/weighted.hpp"
#include "runtime/test_settings.hpp"

#include <concord/error.hpp>

#include <algorithm>
#include <atomic>
#include <iterator>
#include <limits>
#include <numeric>
#include <optional>

namespace concord::edit_distance {

near_pair_search::near_pair_search(batch_run& run, std::uint64_t bound, std::span<const std::uint32_t> rows,
                                   near_pair_method method, std::uint32_t part)
    : run_(run), bound_(bound),
      seed_bound_(bound < longest_comparable ? bound * run.comparer().traits().levenshtein_edits : bound) {
    if (rows.empty() || run.comparer().b().size() == 0) return;
    if (method == near_pair_method::quicker || method == near_pair_method::quicker_round)
        choose(rows, method == near_pair_method::quicker_round);
    else
        force(method, rows, part);
}

near_pair_search::near_pair_search(batch_run& run, std::uint64_t bound, std::span<const std::uint32_t> rows,
                                   gpu_near_join& gpu)
    : run_(run), bound_(bound), seed_bound_(bound) {
    if (rows.empty() || run.comparer().b().size() == 0) return;
    on_gpu_ = std::make_unique<join_on_gpu>(run, gpu, bound, rows);
    share_ = on_gpu_->share_of_all();
    why_ = "within " + std::to_string(bound) + ": " + on_gpu_->describe();
}

void near_pair_search::force(near_pair_method method, std::span<const std::uint32_t> rows, std::uint32_t part) {
    const auto all = static_cast<std::uint32_t>(run_.comparer().b().size());
    if (method == near_pair_method::keys) join_ = std::make_unique<near_join>(run_, bound_, rows);
    if (method == near_pair_method::grams) profiles_ = gram_profiles::of(run_, rows);
    if (profiles_ != nullptr) profiles_->make();
    by_seeds_ = method == near_pair_method::seeds;
    part_ = part > 0 ? std::min(part, all) : all;
    if (by_seeds_ && part_ == all) index_ = std::make_unique<seed_index>(run_, seed_bound_, 0, all);
}

void near_pair_search::find(std::span<const std::uint32_t> rows, wanted_pairs wanted, const near_pair_sink& sink) {
    if (rows.empty() || run_.comparer().b().size() == 0) return;
    if (join_ != nullptr) return join_->find(rows, wanted, sink);
    if (on_gpu_ != nullptr) return on_gpu_->find(rows, wanted, sink);
    if (profiles_ != nullptr) return find_by_grams(rows, wanted, sink);
    if (!by_seeds_) return find_by_comparing(rows, wanted, sink);
    std::vector<near_pair> kept;
    const auto once = [&](std::span<const near_pair> pairs) {
        kept.clear();
        std::ranges::copy_if(pairs, std::back_inserter(kept), [](const near_pair& pair) { return pair.a < pair.b; });
        if (!kept.empty()) sink(kept);
    };
    find_by_seeds(rows, wanted == wanted_pairs::all ? sink : near_pair_sink(once));
}

void near_pair_search::find_by_comparing(std::span<const std::uint32_t> rows, wanted_pairs wanted,
                                         const near_pair_sink& sink) {
    const bool is_once = wanted == wanted_pairs::each_once;
    std::vector<near_pair> near;
    const auto take = [&](std::uint64_t row, std::span<const std::uint32_t> distances) {
        near.clear();
        for (std::size_t index = is_once ? row + 1 : 0; index < distances.size(); ++index)
            if (distances[index] != no_distance) near.push_back({row, index, distances[index]});
        if (!near.empty()) sink(near);
    };
    distance_rows all(run_);
    if (is_once)
        all.compare_behind(rows, bound_, take);
    else
        all.compare(rows, bound_, take);
}

void near_pair_search::find_by_seeds(std::span<const std::uint32_t> rows, const near_pair_sink& sink) {
    const auto all = static_cast<std::uint32_t>(run_.comparer().b().size());
    const std::uint64_t least = tuning::rows_looked_up * tuning::units_a_thread * run_.workers().threads();
    // Each block visits all parts again: if there are several parts, blocks are large from the beginning.
    std::uint64_t block = index_ != nullptr ? least : tuning::most_rows_of_block;
    for (std::size_t first = 0; first < rows.size();) {
        const auto here = rows.subspan(first, std::min<std::size_t>(block, rows.size() - first));
        std::vector<std::vector<near_pair>> found((here.size() + tuning::rows_looked_up - 1) / tuning::rows_looked_up);
        for (std::uint32_t begin = 0; begin < all; begin += std::min(part_, all - begin)) {
            if (index_ != nullptr)
                look_up(*index_, here, found, first, rows.size());
            else
                look_up(seed_index(run_, seed_bound_, begin, begin + std::min(part_, all - begin)), here, found, first,
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

void near_pair_search::look_up(const seed_index& index, std::span<const std::uint32_t> rows,
                               std::vector<std::vector<near_pair>>& found, std::uint64_t rows_before,
                               std::uint64_t all_rows) {
    std::vector<std::unique_ptr<worker_scratch>> scratch(run_.workers().threads());
    std::atomic<std::uint64_t> done{rows_before};
    run_.workers().run(found.size(), [&](std::size_t unit, unsigned worker) {
        if (scratch[worker] == nullptr)
            scratch[worker] = std::make_unique<worker_scratch>(run_.comparer(), index.last() - index.first());
        const std::size_t first = unit * tuning::rows_looked_up;
        const std::size_t end = std::min<std::size_t>(first + tuning::rows_looked_up, rows.size());
        for (std::size_t row = first; row < end; ++row)
            look_up(index, rows[row], *scratch[worker], found[unit]);
        run_.show("looking for near pairs", done.fetch_add(end - first) + end - first, all_rows, "sequences");
    });
}

void near_pair_search::find_by_grams(std::span<const std::uint32_t> rows, wanted_pairs wanted,
                                     const near_pair_sink& sink) {
    constexpr std::size_t unit_rows = gram_profiles::most_rows;
    const bool is_once = wanted == wanted_pairs::each_once;
    const std::uint64_t most_changed = profiles_->most_changed(std::min<std::uint64_t>(bound_, near_join::longest));
    std::vector<std::unique_ptr<worker_scratch>> scratch(run_.workers().threads());
    const std::size_t units_at_once = 4 * scratch.size();
    std::atomic<std::uint64_t> done{0};
    for (std::size_t first = 0; first < rows.size(); first += units_at_once * unit_rows) {
        const auto here = rows.subspan(first, std::min(units_at_once * unit_rows, rows.size() - first));
        std::vector<std::vector<near_pair>> found((here.size() + unit_rows - 1) / unit_rows);
        run_.workers().run(found.size(), [&](std::size_t unit, unsigned worker) {
            if (scratch[worker] == nullptr) scratch[worker] = std::make_unique<worker_scratch>(run_.comparer(), 0);
            worker_scratch& own = *scratch[worker];
            const auto some = here.subspan(unit * unit_rows, std::min(unit_rows, here.size() - unit * unit_rows));
            own.candidates_of.resize(unit_rows);
            for (std::vector<std::uint32_t>& each : own.candidates_of)
                each.clear();
            profiles_->compare(some, is_once ? some.front() + 1 : 0, own.grams,
                               [&](std::size_t row, std::uint32_t b, std::uint32_t changed) {
                                   if (changed <= most_changed && (!is_once || b > some[row]))
                                       own.candidates_of[row].push_back(b);
                               });
            for (std::size_t row = 0; row < some.size(); ++row) {
                own.candidates.swap(own.candidates_of[row]);
                compare_candidates(some[row], own, found[unit]);
            }
            run_.show("looking for near pairs", done.fetch_add(some.size()) + some.size(), rows.size(), "sequences");
        });
        for (const std::vector<near_pair>& unit : found)
            if (!unit.empty()) sink(unit);
    }
}

void near_pair_search::look_up(const seed_index& index, std::uint32_t a, worker_scratch& scratch,
                               std::vector<near_pair>& found) const {
    scratch.candidates.clear();
    index.candidates(a, scratch.seen, scratch.candidates);
    compare_candidates(a, scratch, found);
}

void near_pair_search::compare_candidates(std::uint32_t a, worker_scratch& scratch,
                                          std::vector<near_pair>& found) const {
    if (scratch.candidates.empty()) return;
    scratch.lanes.set_columns(scratch.candidates);
    scratch.lanes.set_row(a);
    scratch.distances.resize(scratch.candidates.size());
    scratch.lanes.compare(bound_, scratch.distances.data());
    if (!scratch.lanes.too_long().empty()) {
        run_options alone = run_.options().run;
        alone.on_progress = {};
        alone.threads = 1;
        for (const std::uint32_t at : scratch.lanes.too_long())
            scratch.distances[at] = run_.comparer().compare_long({a, scratch.candidates[at]}, bound_, alone);
    }
    for (std::size_t at = 0; at < scratch.candidates.size(); ++at)
        if (scratch.distances[at] != no_distance) found.push_back({a, scratch.candidates[at], scratch.distances[at]});
}

} // namespace concord::edit_distance

namespace concord {

void near_pairs(const sequence_set& a, const sequence_set& b, const batch_options& options, const near_pair_sink& sink,
                run_report* report) {
    if (!edit_distance::are_plain(options.weights)) return edit_distance::weighted_near(a, b, options, sink, report);
    if (!options.max_distance) throw error(error_code::usage, "near pairs need a greatest distance");
    edit_distance::block_sharing shared(a, b, options, "near ones");
    edit_distance::batch_run run(a, b, shared.options(), report);
    run.check_countable();
    std::vector<std::uint32_t> all(a.size());
    std::iota(all.begin(), all.end(), std::uint32_t{0});
    const std::uint64_t bound = *options.max_distance;
    const auto wanted =
        options.each_pair_once ? edit_distance::wanted_pairs::each_once : edit_distance::wanted_pairs::all;
    std::unique_ptr<edit_distance::gpu_near_join> gpu = edit_distance::start_gpu_for_near_pairs(run, bound);
    std::optional<edit_distance::near_pair_search> finder;
    const auto find_there = [&](std::uint64_t first, std::uint64_t last, const near_pair_sink& take) {
        if (!finder) {
            if (gpu != nullptr)
                finder.emplace(run, bound, all, *gpu);
            else
                finder.emplace(run, bound, all);
            if (!finder->why().empty()) run.note(finder->why());
        }
        finder->find(std::span<const std::uint32_t>(all).subspan(first, last - first), wanted, take);
    };
    const auto find = [&](std::uint64_t first, std::uint64_t last, const near_pair_sink& take) {
        if (gpu == nullptr) return find_there(first, last, take);
        std::uint64_t passed = 0;
        bool is_taking = false; // what fails then is not the GPU
        try {
            return find_there(first, last, [&](std::span<const near_pair> pairs) {
                is_taking = true;
                take(pairs);
                is_taking = false;
                passed += pairs.size();
            });
        } catch (const error& trouble) {
            if (is_taking) throw;
            run.fall_back(trouble);
        }
        finder.reset();
        gpu.reset();
        // The CPU finds the same pairs in the same order.
        find_there(first, last, [&](std::span<const near_pair> pairs) {
            const std::uint64_t known = std::min<std::uint64_t>(passed, pairs.size());
            passed -= known;
            if (known < pairs.size()) take(pairs.subspan(known));
        });
    };
    if (!shared.is_shared()) return find(0, a.size(), sink);
    // Each block lists the keys of b again: few blocks, where keys may be quicker than comparing all.
    const std::uint64_t by_cells =
        shared.rows_of_block(edit_distance::tuning::near_cells_of_block, edit_distance::tuning::least_rows_of_block);
    const std::uint64_t block =
        runtime::forced_tile() > 0 ? by_cells : std::max(by_cells, a.size() / edit_distance::tuning::near_blocks);
    shared.run_pairs(a.size(), block, find, sink);
}

} // namespace concord
