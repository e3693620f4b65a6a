#include "commands/progress_plans.hpp"

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <system_error>

namespace concord::app {

// Weights are from runs of some seconds on two cores: a wrong one makes the bar uneven, never the answer.

std::vector<double> by_size(const std::vector<std::string>& files, double whole) {
    std::vector<double> sizes;
    for (const std::string& file : files) {
        std::error_code failure;
        const auto bytes = std::filesystem::file_size(file, failure);
        sizes.push_back(failure || bytes == 0 ? 1.0 : static_cast<double>(bytes));
    }
    const double all = std::accumulate(sizes.begin(), sizes.end(), 0.0);
    for (double& each : sizes)
        each *= whole / all;
    return sizes;
}

progress_plan plan_of_substring(bool makes_page, bool is_variant) {
    progress_plan plan{.reading = {5},
                       .computing = {{"counting", 15},
                                     {"growing words", 20},
                                     {"sampling", 5},
                                     {"counting blocks", 8},
                                     {"bounding supports", 10},
                                     {"refining", 10},
                                     {"leaving out", 10},
                                     {"comparing", 30}},
                       .writing = 2};
    if (is_variant) plan.computing = {{"counting", 1}};
    if (makes_page) plan.writing = plan.computing_weight; // about as long again, or two seconds
    return plan;
}

progress_plan plan_of_overlap(const overlap_arguments& arguments) {
    const bool looks_for_rows =
        arguments.query() != overlap_query::region && arguments.query() != overlap_query::repeat;
    progress_plan plan{
        .reading = {10}, .computing = {{"sorting suffixes", 60}, {"comparing neighbours", 25}}, .writing = 3};
    if (looks_for_rows) plan.computing.push_back({"looking for rows", 40});
    if (!arguments.report.empty() && !looks_for_rows) plan.writing = plan.computing_weight;
    return plan;
}

progress_plan plan_of_index(bool writes_arrays) {
    return {.reading = {10},
            .computing = {{"sorting suffixes", 60}, {"comparing neighbours", 25}},
            .computing_weight = 70,
            .writing = writes_arrays ? 40.0 : 20.0};
}

progress_plan plan_of_pair(const std::vector<std::string>& files, unsigned searches) {
    progress_plan plan{.reading = by_size(files, 2), .computing_weight = 95, .writing = 3};
    plan.computing.assign(searches, {"", 1});
    return plan;
}

progress_plan plan_of_batch(const std::vector<std::string>& files, batch_kind kind) {
    progress_plan plan{.reading = by_size(files, 10), .computing_weight = 88, .writing = 2};
    if (kind == batch_kind::nearest)
        plan.computing = {{"looking for near pairs", 10},
                          {"looking for near pairs", 10},
                          {"looking for near pairs", 15},
                          {"comparing", 50}};
    return plan;
}

progress_plan plan_of_find() { return {.reading = {1}, .computing = {{"", 1}}, .computing_weight = 97, .writing = 2}; }

progress_plan plan_of_component() {
    return {.reading = {2}, .computing = {{"counting", 20}, {"searching", 70}}, .computing_weight = 95, .writing = 3};
}

progress_plan plan_of_adapters(const std::vector<std::string>& files) {
    progress_plan plan{.reading = by_size(files, 8), .writing = 2};
    if (files.size() > 1) plan.computing.push_back({"comparing mates", 10});
    for (std::size_t i = 0; i < files.size(); ++i)
        for (const planned_step& each : std::initializer_list<planned_step>{
                 {"counting words", 35}, {"aligning reads", 20}, {"counting words", 30}, {"counting reads", 10}})
            plan.computing.push_back(each);
    return plan;
}

progress_plan plan_of_writing() { return {.reading = {0}, .computing_weight = 0, .writing = 1}; }

} // namespace concord::app
