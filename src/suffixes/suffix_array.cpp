// The choice between keys and induced sorting, and ranks.
#include "suffixes/suffix_array.hpp"

#include "suffixes/dense_text.hpp"
#include "suffixes/periodic_order.hpp"
#include "suffixes/periodic_text.hpp"
#include "suffixes/repetition_estimate.hpp"
#include "suffixes/tuning.hpp"

#include <concord/error.hpp>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace concord::suffixes {

template <class Position>
runtime::far_array<Position> ranks_of(std::span<const Position> suffixes, runtime::thread_pool& workers) {
    runtime::far_array<Position> ranks(suffixes.size());
    const std::size_t tasks = (suffixes.size() + tuning::places_per_task - 1) / tuning::places_per_task;
    workers.run(tasks, [&](std::size_t task, unsigned) {
        const std::size_t first = task * tuning::places_per_task;
        const std::size_t end = std::min<std::size_t>(suffixes.size(), first + tuning::places_per_task);
        for (std::size_t at = first; at < end; ++at) {
            if (at + tuning::ahead_in_level_2 < end)
                __builtin_prefetch(&ranks[suffixes[at + tuning::ahead_in_level_2]], 1, 1);
            ranks[suffixes[at]] = static_cast<Position>(at);
        }
    });
    return ranks;
}

namespace {

/// False, and nothing is done, where there are no runs.
template <class Position>
bool order_by_periods(const text_view& text, runtime::thread_pool& workers, suffix_order<Position>& found,
                      std::vector<std::string>& notes) {
    const periodic_runs periodic = periodic_runs_of(text, tuning::longest_period);
    if (periodic.runs.empty()) return false;
    found.suffixes = runtime::far_array<Position>(text.size);
    found.prefixes = runtime::far_array<Position>(text.size);
    periodic_order<Position>(text, periodic).fill(workers, found.suffixes.view(), found.prefixes.view());
    const std::string runs = std::to_string(periodic.runs.size());
    notes.push_back(periodic.end_within ? "suffix array of a text of " + runs + " periodic runs"
                    : runs != "1"       ? "suffix array of " + runs + " sequences that are periodic"
                                  : "suffix array of a text of period " + std::to_string(periodic.runs.front().period));
    return true;
}

} // namespace

template <class Position>
suffix_order<Position> suffix_array(const text_view& text, const suffix_options& options, runtime::thread_pool& workers,
                                    std::vector<std::string>& notes) {
    suffix_order<Position> found;
    if (text.size == 0) return found;
    const bool is_chosen = options.path == suffix_path::chosen;
    if (options.path == suffix_path::phrases)
        if (auto by_phrases = order_by_phrases<Position>(text, options, workers, notes)) return *std::move(by_phrases);
    if (options.path == suffix_path::induced || options.path == suffix_path::phrases) {
        notes.emplace_back("suffix array by induced sorting");
        return order_by_induction<Position>(text, workers, options.least_in_block);
    }
    std::optional<dense_text> dense(std::in_place, text, workers);
    if (is_chosen && order_by_periods(dense->view(), workers, found, notes)) return found;
    key_order order;
    if (!is_chosen || !is_repetitive(dense->view(), options, workers)) {
        found.suffixes = runtime::far_array<Position>(text.size);
        found.prefixes = runtime::far_array<Position>(text.size);
        order = order_by_keys<Position>(dense->view(), options, workers, found.suffixes.view(), found.prefixes.view());
    }
    const auto most_doubled = static_cast<std::uint64_t>(tuning::most_doubled * static_cast<double>(text.size));
    if (order.finished && (order.tied_suffixes <= most_doubled || !is_chosen)) {
        notes.push_back("suffix array by keys of " + std::to_string(order.depth) + " letters" +
                        (order.tied.empty() ? ", which tell all suffixes apart"
                                            : "; " + std::to_string(order.tied_suffixes) +
                                                  " suffixes tied there, by prefix doubling"));
        if (!order.tied.empty()) {
            found.prefixes = {};
            runtime::far_array<Position> ranks = ranks_of<Position>(found.suffixes.view(), workers);
            order_by_doubling<Position>(text, order, workers, found.suffixes.view(), ranks.view());
        }
        return found;
    }
    found = {};
    if (options.induction_needs > 0)
        throw error(error_code::resource, "the text repeats itself, so its index takes " +
                                              std::to_string(options.induction_needs) +
                                              " bytes of memory, more than are allowed");
    if (is_chosen && options.may_parse)
        if (auto by_phrases = order_by_phrases<Position>(dense->view(), options, workers, notes))
            return *std::move(by_phrases);
    notes.emplace_back("suffix array by induced sorting: the text repeats itself");
    if (text.size > tuning::letters_of_dense_induction) dense.reset(); // whose memory is not counted
    return order_by_induction<Position>(dense ? dense->view() : text, workers, options.least_in_block);
}

template suffix_order<std::uint32_t> suffix_array<std::uint32_t>(const text_view&, const suffix_options&,
                                                                 runtime::thread_pool&, std::vector<std::string>&);
template suffix_order<std::uint64_t> suffix_array<std::uint64_t>(const text_view&, const suffix_options&,
                                                                 runtime::thread_pool&, std::vector<std::string>&);
template runtime::far_array<std::uint32_t> ranks_of<std::uint32_t>(std::span<const std::uint32_t>,
                                                                   runtime::thread_pool&);
template runtime::far_array<std::uint64_t> ranks_of<std::uint64_t>(std::span<const std::uint64_t>,
                                                                   runtime::thread_pool&);

} // namespace concord::suffixes
