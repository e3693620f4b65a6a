// The functions behind concord.longest_common_substring and max_lcp.
#include "bindings.hpp"
#include "running.hpp"
#include "sets.hpp"

#include <concord/error.hpp>
#include <concord/substring.hpp>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <utility>
#include <vector>

namespace concord::python {
namespace {

nb::tuple tuple_of(const substring_candidate& one) {
    return nb::make_tuple(one.sequence, one.start, one.length, one.support);
}

template <class Each>
nb::list list_of(const std::vector<Each>& all) {
    nb::list made;
    for (const Each& one : all)
        made.append(tuple_of(one));
    return made;
}

nb::tuple tuple_of(const substring_occurrence& one) { return nb::make_tuple(one.sequence, one.start, one.mismatches); }

nb::object places_of(const substring_result& found, bool is_variant, bool has_edits) {
    nb::list places;
    for (std::size_t index = 0; index < found.occurrences.size(); ++index) {
        const substring_occurrence& one = found.occurrences[index];
        if (!is_variant)
            places.append(tuple_of(one));
        else
            places.append(nb::make_tuple(one.sequence, one.start, one.end, one.mismatches, one.is_reverse ? "-" : "+",
                                         has_edits ? cigar(found.alignments[index]) : std::string()));
    }
    return places;
}

nb::tuple answer_of(const substring_result& found, bool is_variant, bool has_edits) {
    return nb::make_tuple(found.found, tuple_of(found.best), found.tied_positions, found.tied_sequences,
                          list_of(found.ties), places_of(found, is_variant, has_edits), list_of(found.per_sequence));
}

/// Sets the fields that `variant` names: a dict of what is not as usual.
substring_options options_of(std::uint64_t mismatches, const nb::dict& variant) {
    substring_options options;
    options.mismatches = mismatches;
    for (const auto& [key, value] : variant) {
        const auto name = nb::cast<std::string>(key);
        if (name == "metric")
            options.metric = nb::cast<std::string>(value) == "levenshtein" ? substring_metric::levenshtein
                                                                           : substring_metric::hamming;
        else if (name == "both_strands")
            options.both_strands = nb::cast<bool>(value);
        else if (name == "iupac")
            options.iupac = nb::cast<bool>(value);
        else if (name == "from_start")
            options.from_start = nb::cast<std::uint64_t>(value);
        else if (name == "from_end")
            options.from_end = nb::cast<std::uint64_t>(value);
        else if (name == "top")
            options.top = nb::cast<std::uint64_t>(value);
        else if (name == "copies")
            options.copies = nb::cast<std::uint64_t>(value);
    }
    return options;
}

/// Answers, the first one and further ones, and the report of the run.
nb::object substring(const held_set& held, std::uint64_t mismatches, std::uint64_t support, std::uint64_t min_length,
                     bool ties, bool occurrences, bool per_sequence, const nb::dict& variant, nb::handle requested) {
    watched_run run(arguments_of(requested));
    substring_options options = options_of(mismatches, variant);
    options.support = support;
    options.min_length = min_length;
    options.ties = ties;
    options.occurrences = occurrences;
    options.per_sequence = per_sequence;
    options.run = run.options();
    const substring_result found = run.call([&] { return longest_common_substring(held.set, options); });
    const bool has_edits = options.metric == substring_metric::levenshtein;
    nb::list answers;
    answers.append(answer_of(found, variant.size() > 0, has_edits));
    for (const substring_result& next : found.further)
        answers.append(answer_of(next, variant.size() > 0, has_edits));
    return nb::make_tuple(answers, report_of(found.run));
}

/// Rows by start: the start, and the reach in each sequence.
nb::list prefix_reaches(const held_set& held, std::uint64_t i, std::uint64_t mismatches, const nb::dict& variant,
                        nb::handle requested) {
    watched_run run(arguments_of(requested));
    substring_options options = options_of(mismatches, variant);
    options.run = run.options();
    std::vector<std::pair<std::uint64_t, std::vector<std::uint64_t>>> rows;
    run.call([&] {
        for_each_prefix_reach(
            held.set, i, options,
            [&](std::uint64_t start, const std::vector<std::uint64_t>& reaches) { rows.emplace_back(start, reaches); });
        return true;
    });
    nb::list made;
    for (const auto& [start, reaches] : rows)
        made.append(nb::make_tuple(start, reaches));
    return made;
}

std::vector<std::uint64_t> prefixes(const held_set& held, std::uint64_t i, std::uint64_t j, std::uint64_t mismatches) {
    watched_run run({.device = device::cpu(), .progress = nb::none()});
    return run.call([&] { return max_lcp(held.set, i, j, mismatches, run.options().cancelled); });
}

} // namespace

void bind_substring(nb::module_& module) {
    module.def("substring", substring);
    module.def("max_lcp", prefixes);
    module.def("prefix_reaches", prefix_reaches);
    module.def("support_from_percent", support_from_percent);
    module.def("default_support", default_support);
}

} // namespace concord::python
