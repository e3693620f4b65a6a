// The functions behind concord.overlap, suffix_array and lcp_array.
#include "bindings.hpp"
#include "running.hpp"
#include "sets.hpp"

#include <concord/error.hpp>
#include <concord/overlap.hpp>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <vector>

namespace concord::python {
namespace {

nb::tuple tuple_of(const overlap_place& place) { return nb::make_tuple(place.sequence, place.start); }
nb::tuple tuple_of(const shared_region& region) {
    return nb::make_tuple(region.length, region.first.sequence, region.first.start, region.support);
}

template <class Each>
nb::list list_of(const std::vector<Each>& all) {
    nb::list made;
    for (const Each& one : all)
        made.append(tuple_of(one));
    return made;
}

nb::tuple shared(const held_set& held, const overlap_index* index, std::uint64_t support, std::uint64_t min_length,
                 bool occurrences, bool every_support, nb::handle requested) {
    watched_run run(arguments_of(requested));
    shared_region_options options;
    options.support = support;
    options.min_length = min_length;
    options.occurrences = occurrences;
    options.every_support = every_support;
    options.run = run.options();
    const shared_region_result found = run.call([&] {
        return index == nullptr ? longest_shared_region(held.set, options) : longest_shared_region(*index, options);
    });
    return nb::make_tuple(found.found, tuple_of(found.best), list_of(found.occurrences), list_of(found.by_support),
                          report_of(found.run));
}

overlap_index build(const held_set& held, nb::handle requested) {
    watched_run run(arguments_of(requested));
    return run.call([&] { return overlap_index::build(held.set, run.options()); });
}

nb::tuple repeat(const overlap_index& index, std::uint64_t min_length, bool occurrences, nb::handle requested) {
    watched_run run(arguments_of(requested));
    repeat_options options;
    options.min_length = min_length;
    options.occurrences = occurrences;
    options.run = run.options();
    const repeat_result found = run.call([&] { return longest_repeat(index, options); });
    return nb::make_tuple(found.found, found.length, tuple_of(found.first), found.count, list_of(found.occurrences));
}

/// Rows of numbers as bytes that NumPy takes for an array of uint64.
nb::bytes bytes_of(const std::vector<std::uint64_t>& numbers) {
    return nb::bytes(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(std::uint64_t));
}

/// Five columns: sequence and start in a, sequence and start in b, length.
nb::bytes matches(const overlap_index& index, std::uint64_t sequences_of_a, std::uint64_t min_length,
                  nb::handle requested) {
    watched_run run(arguments_of(requested));
    std::vector<std::uint64_t> rows;
    run.call([&] {
        maximal_exact_matches(index, sequences_of_a, min_length, run.options(), [&](const exact_match& one) {
            rows.insert(rows.end(), {one.a.sequence, one.a.start, one.b.sequence, one.b.start, one.length});
        });
    });
    return bytes_of(rows);
}

/// Six columns: sequence and start in a, sequence and start in b, mismatches, length.
nb::bytes near_matches(const overlap_index& index, std::uint64_t min_length, std::uint64_t mismatches,
                       nb::handle requested) {
    watched_run run(arguments_of(requested));
    std::vector<std::uint64_t> rows;
    run.call([&] {
        mismatch_matches(index, min_length, mismatches, run.options(), [&](const mismatch_match& one) {
            rows.insert(rows.end(),
                        {one.a.sequence, one.a.start, one.b.sequence, one.b.start, one.mismatches, one.length});
        });
    });
    return bytes_of(rows);
}

/// Three columns: from, to, length.
nb::bytes ends(const overlap_index& index, std::uint64_t min_length, nb::handle requested) {
    watched_run run(arguments_of(requested));
    std::vector<std::uint64_t> rows;
    run.call([&] {
        suffix_prefix_overlaps(index, min_length, run.options(), [&](const end_overlap& one) {
            rows.insert(rows.end(), {one.from, one.to, one.length});
        });
    });
    return bytes_of(rows);
}

nb::bytes suffixes(const overlap_index& index) {
    std::vector<std::uint64_t> positions(index.sequences().letters());
    suffix_array(index, positions);
    return bytes_of(positions);
}

nb::bytes prefixes(const overlap_index& index) {
    std::vector<std::uint64_t> lengths(index.sequences().letters());
    lcp_array(index, lengths);
    return bytes_of(lengths);
}

} // namespace

void bind_overlap(nb::module_& module) {
    nb::class_<overlap_index>(module, "OverlapIndex")
        .def("memory_bytes", [](const overlap_index& index) { return index.memory_bytes(); })
        .def("sequences", [](const overlap_index& index) { return held_set{index.sequences()}; })
        .def("save",
             [](const overlap_index& index, const nb::bytes& path) {
                 const std::string given(path.c_str(), path.size());
                 const nb::gil_scoped_release released;
                 index.save(given);
             })
        .def("suffixes", suffixes)
        .def("prefixes", prefixes)
        .def("repeat", repeat)
        .def("matches", matches)
        .def("near_matches", near_matches)
        .def("ends", ends);
    module.def("load_index", [](const nb::bytes& path) {
        const std::string given(path.c_str(), path.size());
        const nb::gil_scoped_release released;
        return overlap_index::load(given);
    });
    module.def("build_index", build);
    module.def("shared_region", shared, nb::arg(), nb::arg().none(), nb::arg(), nb::arg(), nb::arg(), nb::arg(),
               nb::arg());
}

} // namespace concord::python
