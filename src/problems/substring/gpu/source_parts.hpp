// The parts in which the sources of a comparison are done: where rows of bits must fit the memory, or a checkpoint
// keeps what is counted so far.
#pragma once

#include "problems/substring/gpu/checkpointed_counts.hpp"
#include "problems/substring/gpu/device_windows.hpp"
#include "problems/substring/gpu/seed_comparison.hpp"
#include "problems/substring/tuning.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace concord::substring {

template <class Machine>
class source_parts {
  public:
    using task = counting_task<Machine>;

    /// `tile` bounds how many windows have rows at a time (0: chosen here). `kept`: where counts are kept.
    source_parts(const device_windows<Machine>& input, std::uint64_t tile, const checkpointed_counts& kept)
        : input_(input), tile_(tile), kept_(kept) {}

    /// Calls compare_part for parts of the sources that together are all: for one where neither rows of bits must fit
    /// the memory nor counts are kept in between; for this rank's, where there are rows. `tests`: what the comparison
    /// is estimated to take.
    template <class ComparePart>
    void for_each(const task& all, double tests, ComparePart compare_part) const {
        const bool is_kept = kept_.keeps(tests);
        std::uint64_t most = kept_.windows_per_part(tests, all.sources.count);
        if (all.with_rows()) most = std::min(most, windows_with_rows(all, is_kept));
        std::vector<part_of_sources> parts;
        input_.for_each_part(all.sources, most,
                             [&](std::uint64_t first_word, std::uint64_t last_word, std::uint64_t first_window,
                                 std::uint64_t windows_here) {
                                 parts.push_back({first_word, last_word, first_window, windows_here});
                             });
        const auto compare_parts = [&](std::uint64_t first, std::uint64_t last) {
            for (std::uint64_t part = first; part < last; ++part)
                if (!all.with_rows() || all.ranks.is_ours(part)) compare_part(parts[part]);
        };
        if (!is_kept) return compare_parts(0, parts.size());
        const std::uint64_t at_once = all.with_rows() ? 2 * all.ranks.size() : 1; // a share for each
        std::vector<std::uint64_t> about = checkpointed_counts::identity_of(input_, all.sources, all.targets);
        about.insert(about.end(), {static_cast<std::uint64_t>(all.manner), most});
        kept_.run(input_.machine(), all.ranks, about, {all.supports, all.sources.count}, parts.size(), at_once,
                  compare_parts);
    }

  private:
    /// How many windows have rows of bits at a time.
    [[nodiscard]] std::uint64_t windows_with_rows(const task& all, bool is_kept) const {
        const std::uint64_t affordable = input_.machine().free_memory() / tuning::part_of_memory_for_rows /
                                         (all.words_per_row * sizeof(std::uint32_t));
        std::uint64_t most = std::max<std::uint64_t>(windows_per_word, affordable);
        if (tile_ > 0) most = std::min(most, std::max<std::uint64_t>(windows_per_word, tile_));
        constexpr std::uint64_t parts_of_any_ranks = 64; // a run with more ranks may go on
        const std::uint64_t parts = is_kept ? parts_of_any_ranks : 4 * all.ranks.size();
        if (is_kept || all.ranks.size() > 1)
            most = std::clamp<std::uint64_t>(all.sources.count / parts, windows_per_word, most);
        return most;
    }

    const device_windows<Machine>& input_;
    std::uint64_t tile_;
    const checkpointed_counts& kept_;
};

} // namespace concord::substring
