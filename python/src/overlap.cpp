// The functions behind concord.overlap, suffix_array and lcp_array.
#include "bindings.hpp"
#include "running.hpp"
#include "sets.hpp"

#include <concord/error.hpp>
#include <concord/overlap.hpp>
#include <concord/range_minimum.hpp>
#include <concord/unique_matches.hpp>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <memory>
#include <span>
#include <vector>

namespace concord::python {
namespace {

nb::tuple tuple_of(const overlap_place& place) {
    return nb::make_tuple(place.sequence, place.start, place.on == strand::forward ? "+" : "-");
}
std::uint64_t number_of(strand on) { return on == strand::forward ? 1 : ~std::uint64_t{0}; } // 1 or -1
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
                 bool occurrences, bool every_support, bool both_strands, nb::handle requested) {
    watched_run run(arguments_of(requested));
    shared_region_options options;
    options.support = support;
    options.min_length = min_length;
    options.occurrences = occurrences;
    options.every_support = every_support;
    options.both_strands = both_strands;
    options.run = run.options();
    const shared_region_result found = run.call([&] {
        return index == nullptr ? longest_shared_region(held.set, options) : longest_shared_region(*index, options);
    });
    return nb::make_tuple(found.found, tuple_of(found.best), list_of(found.occurrences), list_of(found.by_support),
                          report_of(found.run));
}

overlap_index build(const held_set& held, bool both_strands, nb::handle requested) {
    watched_run run(arguments_of(requested));
    const index_strands strands = both_strands ? index_strands::both : index_strands::forward;
    return run.call([&] { return overlap_index::build(held.set, run.options(), strands); });
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

/// Columns: sequence and start in a, sequence and start in b, with both strands that of b, length.
nb::bytes matches(const overlap_index& index, std::uint64_t sequences_of_a, std::uint64_t min_length, bool unique,
                  nb::handle requested) {
    watched_run run(arguments_of(requested));
    const bool both = index.strands() == index_strands::both;
    std::vector<std::uint64_t> rows;
    const auto take = [&](const exact_match& one) {
        rows.insert(rows.end(), {one.a.sequence, one.a.start, one.b.sequence, one.b.start});
        if (both) rows.push_back(number_of(one.b.on));
        rows.push_back(one.length);
    };
    run.call([&] {
        if (unique)
            maximal_unique_matches(index, sequences_of_a, min_length, run.options(), take);
        else
            maximal_exact_matches(index, sequences_of_a, min_length, run.options(), take);
    });
    return bytes_of(rows);
}

/// Columns: number of the match, sequence, start, with both strands the strand, length.
nb::bytes rare_matches(const overlap_index& index, std::uint64_t support, std::uint64_t max_copies,
                       std::uint64_t min_length, nb::handle requested) {
    watched_run run(arguments_of(requested));
    const bool both = index.strands() == index_strands::both;
    const multi_match_options options{
        .support = support, .max_copies = max_copies, .min_length = min_length, .run = run.options()};
    std::vector<std::uint64_t> rows;
    std::uint64_t number = 0;
    run.call([&] {
        multi_matches(index, options, [&](const multi_match& one) {
            for (const overlap_place& at : one.places) {
                rows.insert(rows.end(), {number, at.sequence, at.start});
                if (both) rows.push_back(number_of(at.on));
                rows.push_back(one.length);
            }
            ++number;
        });
    });
    return bytes_of(rows);
}

/// Columns: sequence and start in a, sequence and start in b, mismatches, with both strands that of b, length.
nb::bytes near_matches(const overlap_index& index, std::uint64_t min_length, std::uint64_t mismatches,
                       nb::handle requested) {
    watched_run run(arguments_of(requested));
    const bool both = index.strands() == index_strands::both;
    std::vector<std::uint64_t> rows;
    run.call([&] {
        mismatch_matches(index, min_length, mismatches, run.options(), [&](const mismatch_match& one) {
            rows.insert(rows.end(), {one.a.sequence, one.a.start, one.b.sequence, one.b.start, one.mismatches});
            if (both) rows.push_back(number_of(one.b.on));
            rows.push_back(one.length);
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

nb::bytes ranks(const overlap_index& index) {
    std::vector<std::uint64_t> places(index.sequences().letters());
    inverse_suffix_array(index, places);
    return bytes_of(places);
}

nb::bytes letters_before(const overlap_index& index) {
    std::vector<std::int32_t> letters(index.sequences().letters());
    burrows_wheeler_transform(index, letters);
    return nb::bytes(reinterpret_cast<const char*>(letters.data()), letters.size() * sizeof(std::int32_t));
}

/// Of a buffer in C order: int64 from Python, which has checked that they are not negative.
std::vector<std::uint64_t> indices_of(nb::handle array) {
    Py_buffer buffer{};
    if (PyObject_GetBuffer(array.ptr(), &buffer, PyBUF_FORMAT | PyBUF_C_CONTIGUOUS) != 0) throw nb::python_error();
    std::vector<std::uint64_t> numbers(static_cast<std::size_t>(buffer.len) / sizeof(std::uint64_t));
    if (!numbers.empty()) std::memcpy(numbers.data(), buffer.buf, numbers.size() * sizeof(std::uint64_t));
    PyBuffer_Release(&buffer);
    return numbers;
}

nb::bytes extensions(const overlap_index& index, nb::handle a, nb::handle b, nb::handle requested) {
    const std::vector<std::uint64_t> first = indices_of(a);
    const std::vector<std::uint64_t> second = indices_of(b);
    std::vector<std::uint64_t> lengths(first.size());
    watched_run run(arguments_of(requested));
    run.call([&] { longest_common_extensions(index, first, second, lengths, run.options()); });
    return bytes_of(lengths);
}

template <class Number>
range_minimum minima_of_type(const Py_buffer& buffer, const run_options& run) {
    return range_minimum(
        std::span(static_cast<const Number*>(buffer.buf), static_cast<std::size_t>(buffer.len) / sizeof(Number)), run);
}

/// Of an array of integers in C order.
range_minimum minima_of(nb::handle array, nb::handle requested) {
    Py_buffer buffer{};
    if (PyObject_GetBuffer(array.ptr(), &buffer, PyBUF_FORMAT | PyBUF_C_CONTIGUOUS) != 0) throw nb::python_error();
    const std::unique_ptr<Py_buffer, void (*)(Py_buffer*)> held(&buffer, PyBuffer_Release);
    const bool is_signed = std::strchr("bhilq", *buffer.format) != nullptr;
    watched_run run(arguments_of(requested));
    const auto made = [&]<class Signed, class Unsigned>(Signed, Unsigned) {
        return is_signed ? minima_of_type<Signed>(buffer, run.options())
                         : minima_of_type<Unsigned>(buffer, run.options());
    };
    return run.call([&] {
        switch (buffer.itemsize) {
        case 1: return made(std::int8_t{}, std::uint8_t{});
        case 2: return made(std::int16_t{}, std::uint16_t{});
        case 4: return made(std::int32_t{}, std::uint32_t{});
        default: return made(std::int64_t{}, std::uint64_t{});
        }
    });
}

nb::bytes minima_in(const range_minimum& minima, nb::handle first, nb::handle last, nb::handle requested) {
    const std::vector<std::uint64_t> from = indices_of(first);
    const std::vector<std::uint64_t> to = indices_of(last);
    std::vector<std::uint64_t> found(from.size());
    watched_run run(arguments_of(requested));
    run.call([&] { minima.argmin(from, to, found, run.options()); });
    return bytes_of(found);
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
        .def("ranks", ranks)
        .def("letters_before", letters_before)
        .def("extensions", extensions)
        .def("both_strands", [](const overlap_index& index) { return index.strands() == index_strands::both; })
        .def("rare_matches", rare_matches)
        .def("repeat", repeat)
        .def("matches", matches)
        .def("near_matches", near_matches)
        .def("ends", ends);
    nb::class_<range_minimum>(module, "RangeMinimum")
        .def("__len__", [](const range_minimum& minima) { return minima.size(); })
        .def("memory_bytes", [](const range_minimum& minima) { return minima.memory_bytes(); })
        .def("argmin", minima_in);
    module.def("range_minimum", minima_of);
    module.def("load_index", [](const nb::bytes& path) {
        const std::string given(path.c_str(), path.size());
        const nb::gil_scoped_release released;
        return overlap_index::load(given);
    });
    module.def("build_index", build);
    module.def("shared_region", shared, nb::arg(), nb::arg().none(), nb::arg(), nb::arg(), nb::arg(), nb::arg(),
               nb::arg(), nb::arg());
}

} // namespace concord::python
