// What the commands do, step by step, and how long each step usually takes: for the progress bar.
#pragma once

#include "options/distance_arguments.hpp"
#include "options/overlap_arguments.hpp"
#include "output/overall_progress.hpp"

#include <string>
#include <vector>

namespace concord::app {

/// `whole`, divided among files that are read one after the other by their sizes; a stream counts as the smallest.
[[nodiscard]] std::vector<double> by_size(const std::vector<std::string>& files, double whole);

/// `makes_page`: for which it searches again, with other supports.
[[nodiscard]] progress_plan plan_of_substring(bool makes_page, bool is_variant);
[[nodiscard]] progress_plan plan_of_overlap(const overlap_arguments& arguments);
[[nodiscard]] progress_plan plan_of_index(bool writes_arrays);
/// Of one pair; `searches`: how often the pair is gone through.
[[nodiscard]] progress_plan plan_of_pair(const std::vector<std::string>& files, unsigned searches);
[[nodiscard]] progress_plan plan_of_batch(const std::vector<std::string>& files, batch_kind kind);
[[nodiscard]] progress_plan plan_of_find();
[[nodiscard]] progress_plan plan_of_component();
[[nodiscard]] progress_plan plan_of_adapters(const std::vector<std::string>& files);
/// Of a command that does nothing but write.
[[nodiscard]] progress_plan plan_of_writing();

} // namespace concord::app
