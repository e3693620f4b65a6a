// Every sequence of one set with every sequence of another.
#include "problems/distance/batch/batch_run.hpp"
#include "problems/distance/batch/distance_rows.hpp"

#include <numeric>

namespace concord {

void all_distances(const sequence_set& a, const sequence_set& b, const batch_options& options, const distance_row& row,
                   run_report* report) {
    edits::batch_run run(a, b, options, report);
    run.check_countable();
    std::vector<std::uint32_t> all(a.size());
    std::iota(all.begin(), all.end(), std::uint32_t{0});
    edits::distance_rows(run).compare(all, run.comparer().max_distance(), row);
}

} // namespace concord
