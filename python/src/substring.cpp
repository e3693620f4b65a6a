// The functions behind concord.longest_common_substring and max_lcp.
#include "bindings.hpp"
#include "running.hpp"
#include "sets.hpp"

#include <concord/error.hpp>
#include <concord/substring.hpp>
#include <nanobind/stl/vector.h>

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

nb::object substring(const held_set& held, std::uint64_t mismatches, std::uint64_t support, std::uint64_t min_length,
                     bool ties, bool occurrences, bool per_sequence, nb::handle requested) {
    watched_run run(arguments_of(requested));
    substring_options options;
    options.mismatches = mismatches;
    options.support = support;
    options.min_length = min_length;
    options.ties = ties;
    options.occurrences = occurrences;
    options.per_sequence = per_sequence;
    options.run = run.options();
    const substring_result found = run.call([&] { return longest_common_substring(held.set, options); });
    nb::list places;
    for (const substring_occurrence& one : found.occurrences)
        places.append(tuple_of(one));
    return nb::make_tuple(found.found, tuple_of(found.best), found.tied_positions, found.tied_sequences,
                          list_of(found.ties), places, list_of(found.per_sequence), report_of(found.run));
}

std::vector<std::uint64_t> prefixes(const held_set& held, std::uint64_t i, std::uint64_t j, std::uint64_t mismatches) {
    watched_run run({.device = device::cpu(), .progress = nb::none()});
    return run.call([&] { return max_lcp(held.set, i, j, mismatches, run.options().cancelled); });
}

} // namespace

void bind_substring(nb::module_& module) {
    module.def("substring", substring);
    module.def("max_lcp", prefixes);
    module.def("support_from_percent", support_from_percent);
}

} // namespace concord::python
