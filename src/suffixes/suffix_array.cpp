// The choice between keys and induced sorting, and what the paths need: ranks and prefix doubling.
#include "suffixes/suffix_array.hpp"

#include "suffixes/dense_text.hpp"
#include "suffixes/periodic_order.hpp"
#include "suffixes/periodic_text.hpp"
#include "suffixes/repetition_estimate.hpp"
#include "suffixes/tuning.hpp"

#include <concord/error.hpp>

#include <algorithm>
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

template <class Position>
suffix_order<Position> suffix_array(const text_view& text, const suffix_options& options, runtime::thread_pool& workers,
                                    std::vector<std::string>& notes) {
    suffix_order<Position> found;
    if (text.size == 0) return found;
    if (options.path == suffix_path::chosen) {
        const periodic_runs periodic = periodic_runs_of(text, tuning::longest_period);
        if (!periodic.runs.empty()) {
            found.suffixes = runtime::far_array<Position>(text.size);
            found.prefixes = runtime::far_array<Position>(text.size);
            periodic_order<Position>(text, periodic).fill(workers, found.suffixes.view(), found.prefixes.view());
            const std::string runs = std::to_string(periodic.runs.size());
            notes.push_back(periodic.end_within ? "suffix array of a text of " + runs + " periodic runs"
                            : runs != "1"
                                ? "suffix array of " + runs + " sequences that are periodic"
                                : "suffix array of a text of period " + std::to_string(periodic.runs.front().period));
            return found;
        }
    }
    if (options.path != suffix_path::induced) {
        const dense_text dense(text, workers);
        const bool forced = options.path == suffix_path::keys;
        key_order order;
        if (forced || !is_repetitive(dense.view(), options, workers)) {
            found.suffixes = runtime::far_array<Position>(text.size);
            found.prefixes = runtime::far_array<Position>(text.size);
            order =
                order_by_keys<Position>(dense.view(), options, workers, found.suffixes.view(), found.prefixes.view());
        }
        const auto most_doubled = static_cast<std::uint64_t>(tuning::most_doubled * static_cast<double>(text.size));
        if (order.finished && (order.tied_suffixes <= most_doubled || forced)) {
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
        notes.emplace_back("suffix array by induced sorting: the text repeats itself");
    } else {
        notes.emplace_back("suffix array by induced sorting");
    }
    return order_by_induction<Position>(text, workers, options.least_in_block);
}

template suffix_order<std::uint32_t> suffix_array<std::uint32_t>(const text_view&, const suffix_options&,
                                                                 runtime::thread_pool&, std::vector<std::string>&);
template suffix_order<std::uint64_t> suffix_array<std::uint64_t>(const text_view&, const suffix_options&,
                                                                 runtime::thread_pool&, std::vector<std::string>&);
template runtime::far_array<std::uint32_t> ranks_of<std::uint32_t>(std::span<const std::uint32_t>,
                                                                   runtime::thread_pool&);
template runtime::far_array<std::uint64_t> ranks_of<std::uint64_t>(std::span<const std::uint64_t>,
                                                                   runtime::thread_pool&);

// Prefix doubling of suffixes that are tied after the keys: suffixes share 2 h letters if they share h, and the
// suffixes h letters behind share h again (Manber and Myers; Larsson and Sadakane, who process tied suffixes only).

namespace {

template <class Position>
struct ranked {
    std::uint64_t behind;
    Position position;

    friend bool operator<(const ranked& a, const ranked& b) {
        return a.behind < b.behind || (a.behind == b.behind && a.position < b.position);
    }
};

} // namespace

template <class Position>
void order_by_doubling(const text_view& text, const key_order& order, const runtime::thread_pool& workers,
                       std::span<Position> suffixes, std::span<Position> ranks) {
    // The rank of a tied suffix is the index of the first of its group, so ties have equal ranks.
    for (const tied_group& group : order.tied)
        for (std::uint64_t at = group.first; at < group.first + group.count; ++at)
            ranks[suffixes[at]] = static_cast<Position>(group.first);
    std::vector<tied_group> tied = order.tied;
    std::vector<tied_group> still_tied;
    std::vector<ranked<Position>> records;
    for (std::uint64_t depth = order.depth; !tied.empty(); depth *= 2) {
        workers.check_cancelled();
        still_tied.clear();
        for (const tied_group& group : tied) {
            records.clear();
            for (std::uint64_t at = group.first; at < group.first + group.count; ++at)
                records.push_back({rank_behind(text, ranks.data(), suffixes[at], depth), suffixes[at]});
            std::sort(records.begin(), records.end());
            for (std::uint64_t begin = 0; begin < group.count;) {
                const std::uint64_t behind = records[begin].behind;
                std::uint64_t end = begin + 1;
                // Suffixes that end here are in the order of their positions already.
                while (behind != 0 && end < group.count && records[end].behind == behind)
                    ++end;
                for (std::uint64_t at = begin; at < end; ++at) {
                    suffixes[group.first + at] = records[at].position;
                    ranks[records[at].position] = static_cast<Position>(group.first + begin);
                }
                if (end - begin > 1) still_tied.push_back({group.first + begin, end - begin});
                begin = end;
            }
        }
        tied.swap(still_tied);
    }
}

template void order_by_doubling<std::uint32_t>(const text_view&, const key_order&, const runtime::thread_pool&,
                                               std::span<std::uint32_t>, std::span<std::uint32_t>);
template void order_by_doubling<std::uint64_t>(const text_view&, const key_order&, const runtime::thread_pool&,
                                               std::span<std::uint64_t>, std::span<std::uint64_t>);

} // namespace concord::suffixes
