// All pairs of two sets that are near each other.
#include "problems/distance/batch/batch_run.hpp"
#include "problems/distance/batch/block_sharing.hpp"
#include "problems/distance/batch/near_finder.hpp"
#include "problems/distance/tuning.hpp"

#include <concord/error.hpp>

#include <numeric>
#include <optional>

namespace concord {

void near_pairs(const sequence_set& a, const sequence_set& b, const batch_options& options, const near_pair_sink& sink,
                run_report* report) {
    if (!options.max_distance) throw error(error_code::usage, "near pairs need a greatest distance");
    edit_distance::block_sharing shared(a, b, options, "near ones");
    edit_distance::batch_run run(a, b, shared.options(), report);
    run.need_cpu();
    run.check_countable();
    std::vector<std::uint32_t> all(a.size());
    std::iota(all.begin(), all.end(), std::uint32_t{0});
    std::optional<edit_distance::near_finder> finder;
    const auto find = [&](std::uint64_t first, std::uint64_t last, const near_pair_sink& take) {
        if (!finder) {
            finder.emplace(run, *options.max_distance, all);
            if (!finder->why().empty()) run.note(finder->why());
        }
        finder->find(std::span<const std::uint32_t>(all).subspan(first, last - first), take);
    };
    if (!shared.is_shared()) return find(0, a.size(), sink);
    shared.run_pairs(
        a.size(),
        shared.rows_of_block(edit_distance::tuning::near_cells_of_block, edit_distance::tuning::least_rows_of_block),
        find, sink);
}

} // namespace concord
