// All pairs of two sets that are near each other.
#include "problems/distance/batch/batch_run.hpp"
#include "problems/distance/batch/near_finder.hpp"

#include <concord/error.hpp>

#include <numeric>

namespace concord {

void near_pairs(const sequence_set& a, const sequence_set& b, const batch_options& options, const near_pair_sink& sink,
                run_report* report) {
    if (!options.max_distance) throw error(error_code::usage, "near pairs need a greatest distance");
    edits::batch_run run(a, b, options, report);
    run.need_cpu();
    run.check_countable();
    std::vector<std::uint32_t> all(a.size());
    std::iota(all.begin(), all.end(), std::uint32_t{0});
    edits::near_finder finder(run, *options.max_distance, all);
    if (!finder.why().empty()) run.note(finder.why());
    finder.find(all, sink);
}

} // namespace concord
