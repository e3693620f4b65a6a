#include "problems/overlap/suffix_array.hpp"

#include "problems/overlap/tuning.hpp"

#include <concord/error.hpp>

#include <algorithm>
#include <utility>

namespace concord::overlap {

template <class Position>
runtime::far_array<Position> ranks_of(std::span<const Position> suffixes, runtime::thread_pool& workers) {
    runtime::far_array<Position> ranks(suffixes.size());
    const std::size_t tasks = (suffixes.size() + tuning::places_per_task - 1) / tuning::places_per_task;
    workers.run(tasks, [&](std::size_t task, unsigned) {
        const std::size_t first = task * tuning::places_per_task;
        const std::size_t end = std::min<std::size_t>(suffixes.size(), first + tuning::places_per_task);
        for (std::size_t at = first; at < end; ++at) {
            if (at + tuning::far_ahead < end) __builtin_prefetch(&ranks[suffixes[at + tuning::far_ahead]], 1);
            ranks[suffixes[at]] = static_cast<Position>(at);
        }
    });
    return ranks;
}

template <class Position>
runtime::far_array<Position> suffix_array(const text_view& text, const suffix_options& options,
                                          runtime::thread_pool& workers, std::vector<std::string>& notes,
                                          runtime::far_array<Position>& prefixes) {
    if (text.size == 0) return {};
    if (options.path != suffix_path::induced) {
        runtime::far_array<Position> suffixes(text.size);
        runtime::far_array<Position> found_prefixes(text.size);
        const key_order order = order_by_keys<Position>(text, options, workers, suffixes.view(), found_prefixes.view());
        const auto most_doubled = static_cast<std::uint64_t>(tuning::most_doubled * static_cast<double>(text.size));
        const bool forced = options.path == suffix_path::keys;
        if (order.finished && (order.tied_suffixes <= most_doubled || forced)) {
            notes.push_back("suffix array by keys of " + std::to_string(order.depth) + " letters" +
                            (order.tied.empty() ? ", which tell all suffixes apart"
                                                : "; " + std::to_string(order.tied_suffixes) +
                                                      " suffixes tied there, by prefix doubling"));
            if (order.tied.empty()) {
                prefixes = std::move(found_prefixes);
            } else {
                found_prefixes = {};
                runtime::far_array<Position> ranks = ranks_of<Position>(suffixes.view(), workers);
                order_by_doubling<Position>(text, order, workers, suffixes.view(), ranks.view());
            }
            return suffixes;
        }
        if (options.induction_needs > 0)
            throw error(error_code::resource, "the text repeats itself, so its index takes " +
                                                  std::to_string(options.induction_needs) +
                                                  " bytes of memory, more than are allowed");
        notes.emplace_back("suffix array by induced sorting: the text repeats itself");
    } else {
        notes.emplace_back("suffix array by induced sorting");
    }
    return order_by_induction<Position>(text, workers);
}

template runtime::far_array<std::uint32_t> suffix_array<std::uint32_t>(const text_view&, const suffix_options&,
                                                                       runtime::thread_pool&, std::vector<std::string>&,
                                                                       runtime::far_array<std::uint32_t>&);
template runtime::far_array<std::uint64_t> suffix_array<std::uint64_t>(const text_view&, const suffix_options&,
                                                                       runtime::thread_pool&, std::vector<std::string>&,
                                                                       runtime::far_array<std::uint64_t>&);
template runtime::far_array<std::uint32_t> ranks_of<std::uint32_t>(std::span<const std::uint32_t>,
                                                                   runtime::thread_pool&);
template runtime::far_array<std::uint64_t> ranks_of<std::uint64_t>(std::span<const std::uint64_t>,
                                                                   runtime::thread_pool&);

} // namespace concord::overlap
