// Alignments of two sequences, and edit scripts: as runs, or as the operations of rapidfuzz.
#include "bindings.hpp"
#include "letters.hpp"
#include "running.hpp"
#include "scores.hpp"

#include <concord/distance.hpp>
#include <concord/error.hpp>
#include <nanobind/stl/string.h>

#include <array>
#include <optional>
#include <string>
#include <utility>

namespace concord::python {
namespace {

distance_metric metric_named(const std::string& name) {
    if (name == "levenshtein") return distance_metric::levenshtein;
    if (name == "indel") return distance_metric::indel;
    if (name == "hamming") return distance_metric::hamming;
    if (name == "osa") return distance_metric::osa;
    if (name == "damerau_levenshtein") return distance_metric::damerau_levenshtein;
    throw error(error_code::usage,
                "unknown metric '" + name + "': expected levenshtein, indel, hamming, osa or damerau_levenshtein");
}

nb::list runs_of(const alignment& path) {
    nb::list runs;
    for (const alignment_run& run : path)
        runs.append(nb::make_tuple(std::string(1, run.operation), run.count));
    return runs;
}

/// (edits or None, runs of the alignment, report, lengths). `right_aligned`: the alignment of rapidfuzz, if the
/// DP matrix is small enough.
nb::tuple align(nb::handle s1, nb::handle s2, const std::string& metric, nb::handle cutoff, bool alignment_wanted,
                bool right_aligned, nb::handle requested) {
    element_numbers numbers;
    const letters a(s1, numbers);
    const letters b(s2, numbers);
    const sequence_ref ref_a(a.view());
    const sequence_ref ref_b(b.view());
    distance_options options;
    options.metric = metric_named(metric);
    options.alignment = alignment_wanted;
    if (!cutoff.is_none()) options.max_distance = whole_cutoff(cutoff);
    watched_run run(arguments_of(requested));
    options.run = run.options();
    distance_result found;
    run.call([&] {
        if (right_aligned) {
            std::optional<alignment> late = right_aligned_gaps(ref_a, ref_b, options.metric);
            if (late) {
                found.alignment = std::move(*late);
                return;
            }
        }
        found = distance(ref_a, ref_b, options);
    });
    nb::object edits = nb::none();
    if (found.distance) edits = nb::steal(PyLong_FromUnsignedLongLong(*found.distance));
    return nb::make_tuple(edits, runs_of(found.alignment), report_of(found.run), a.view().size(), b.view().size());
}

/// Makes tuples of a subclass of tuple without further state, such as a NamedTuple.
class operation_list {
  public:
    explicit operation_list(nb::handle type) : type_(reinterpret_cast<PyTypeObject*>(type.ptr())) {
        for (const auto& [letter, name] : {std::pair{'=', "equal"}, {'X', "replace"}, {'I', "delete"}, {'D', "insert"}})
            tags_[static_cast<unsigned char>(letter) % 16] = nb::steal(PyUnicode_InternFromString(name));
    }

    void add(char operation, std::initializer_list<std::uint64_t> places) {
        const nb::object made = nb::steal(type_->tp_alloc(type_, static_cast<Py_ssize_t>(places.size() + 1)));
        if (!made.is_valid()) throw nb::python_error();
        nb::object tag = tags_[static_cast<unsigned char>(operation) % 16];
        PyTuple_SET_ITEM(made.ptr(), 0, tag.release().ptr());
        Py_ssize_t at = 1;
        for (const std::uint64_t place : places)
            PyTuple_SET_ITEM(made.ptr(), at++, PyLong_FromUnsignedLongLong(place));
        list_.append(made);
    }
    [[nodiscard]] const nb::list& list() const { return list_; }

  private:
    PyTypeObject* type_;
    std::array<nb::object, 16> tags_; ///< by the lowest bits of '=', 'X', 'I' and 'D', which differ
    nb::list list_;
};

/// A shortest edit script as a list of `type`, with the lengths: (tag, src_pos, dest_pos) for each edit, or where
/// `runs` is set (tag, src_start, src_end, dest_start, dest_end) for each run, equal ones included.
nb::tuple script(nb::handle s1, nb::handle s2, const std::string& metric, bool runs, nb::handle type) {
    element_numbers numbers;
    const letters a(s1, numbers);
    const letters b(s2, numbers);
    const sequence_ref ref_a(a.view());
    const sequence_ref ref_b(b.view());
    watched_run run({.device = device::automatic(), .progress = nb::none()});
    distance_options options;
    options.metric = metric_named(metric);
    options.alignment = true;
    options.run = run.options();
    const alignment path = run.call([&] {
        std::optional<alignment> late = right_aligned_gaps(ref_a, ref_b, options.metric);
        return late ? std::move(*late) : distance(ref_a, ref_b, options).alignment;
    });
    operation_list made(type);
    std::uint64_t src = 0;
    std::uint64_t dest = 0;
    for (const auto& [operation, count] : path) {
        const std::uint64_t src_step = operation == 'D' ? 0 : 1;
        const std::uint64_t dest_step = operation == 'I' ? 0 : 1;
        if (runs) made.add(operation, {src, src + count * src_step, dest, dest + count * dest_step});
        for (std::uint64_t i = 0; i < count && !runs && operation != '='; ++i)
            made.add(operation, {src + i * src_step, dest + i * dest_step});
        src += count * src_step;
        dest += count * dest_step;
    }
    return nb::make_tuple(made.list(), src, dest);
}

} // namespace

void bind_scripts(nb::module_& module) {
    module.def("align", align, nb::arg(), nb::arg(), nb::arg(), nb::arg().none(), nb::arg(), nb::arg(), nb::arg());
    module.def("script", script);
}

} // namespace concord::python
