// The functions behind concord.adapters.
#include "bindings.hpp"
#include "running.hpp"
#include "sets.hpp"

#include <concord/adapters.hpp>
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <utility>
#include <vector>

namespace concord::python {
namespace {

nb::tuple tuple_of(const found_adapter& one) {
    return nb::make_tuple(one.letters, std::string(to_string(one.verdict)), one.name, std::string(1, one.strand),
                          one.reads, one.whole, one.at_start, one.at_end, one.cut_left, one.several, one.confirmed,
                          one.denied, one.followed_by, one.gap, one.errors_per_letter, one.expected, one.starts,
                          one.by_errors, one.columns);
}

nb::tuple tuple_of(const adapter_result& result) {
    nb::list found;
    for (const found_adapter& each : result.found)
        found.append(tuple_of(each));
    return nb::make_tuple(found, result.reads, result.threshold, result.long_reads, result.left_out,
                          report_of(result.run));
}

/// `mates` may be None.
nb::object adapters(const held_set& reads, nb::handle mates, double min_share, std::uint64_t min_reads,
                    std::uint64_t most, const std::vector<std::pair<std::string, std::string>>& known,
                    nb::handle requested) {
    watched_run run(arguments_of(requested));
    adapter_options options;
    options.min_share = min_share;
    options.min_reads = min_reads;
    options.most = most;
    for (const auto& [name, letters] : known)
        options.known.push_back({name, letters});
    options.run = run.options();
    if (mates.is_none()) return tuple_of(run.call([&] { return find_adapters(reads.set, options); }));
    const auto& second = nb::cast<const held_set&>(mates);
    const paired_adapter_result found = run.call([&] { return find_adapters(reads.set, second.set, options); });
    return nb::make_tuple(tuple_of(found.first), tuple_of(found.second), found.short_inserts);
}

} // namespace

void bind_adapters(nb::module_& module) {
    module.def("adapters", adapters, nb::arg(), nb::arg().none(), nb::arg(), nb::arg(), nb::arg(), nb::arg(),
               nb::arg());
}

} // namespace concord::python
