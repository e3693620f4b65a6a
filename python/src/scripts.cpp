// Alignments of two sequences, and edit scripts: as runs, or as the operations of rapidfuzz.
#include "bindings.hpp"
#include "calls.hpp"
#include "fuzz/short_script.hpp"
#include "kept_scorer.hpp"
#include "letters.hpp"
#include "running.hpp"
#include "scores.hpp"
#include "scripts/operations.hpp"
#include "scripts/script_object.hpp"

#include <concord/distance.hpp>
#include <concord/error.hpp>
#include <nanobind/stl/string.h>

#include <array>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

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

/// The edits of an alignment, one by one.
std::vector<fuzz::edit> edits_of(const alignment& path) {
    using fuzz::edit_kind;
    std::vector<fuzz::edit> made;
    std::uint32_t src = 0;
    std::uint32_t dest = 0;
    for (const auto& [operation, count] : path) {
        for (std::uint64_t i = 0; i < count; ++i) {
            const edit_kind kind = operation == 'X'   ? edit_kind::replaces
                                   : operation == 'I' ? edit_kind::deletes
                                   : operation == 'D' ? edit_kind::inserts
                                                      : edit_kind::equal;
            if (kind != edit_kind::equal) made.push_back({kind, src, dest});
            if (operation != 'D') ++src;
            if (operation != 'I') ++dest;
        }
    }
    return made;
}

/// The edits of a pair of any lengths, for which other threads need not wait.
std::vector<fuzz::edit> long_script(symbol_view a, symbol_view b, distance_metric metric) {
    const sequence_ref ref_a(a);
    const sequence_ref ref_b(b);
    watched_run run({.device = device::automatic(), .progress = nb::none()});
    if (metric == distance_metric::hamming)
        return run.call([&] {
            fuzz::short_script longer;
            const std::span<const fuzz::edit> found = longer.find(a, b, metric);
            return std::vector<fuzz::edit>(found.begin(), found.end());
        });
    distance_options options;
    options.metric = metric;
    options.alignment = true;
    options.run = run.options();
    return run.call([&] {
        std::optional<alignment> late = right_aligned_gaps(ref_a, ref_b, metric);
        return edits_of(late ? *late : distance(ref_a, ref_b, options).alignment);
    });
}

nb::object script(nb::handle s1, nb::handle s2, distance_metric metric, bool of_runs, bool pad) {
    auto& kept = own_of_thread<fuzz::short_script>();
    element_numbers numbers;
    const letters a(s1, numbers);
    const letters b(s2, numbers);
    if (!pad && a.view().size() != b.view().size())
        throw error(error_code::usage, "Sequences are not the same length.");
    const bool is_short = fuzz::short_script::is_short(a.view(), b.view(), metric);
    std::vector<fuzz::edit> found;
    if (!is_short) found = long_script(a.view(), b.view(), metric);
    const std::span<const fuzz::edit> edits = is_short ? kept.find(a.view(), b.view(), metric) : found;
    return of_runs ? script_of_runs(edits, a.view().size(), b.view().size())
                   : script_of_edits(edits, a.view().size(), b.view().size());
}

template <distance_metric Metric, bool OfRuns>
PyObject* call_script(PyObject*, PyObject* const* values, Py_ssize_t count, PyObject* names) {
    return guarded([&]() -> nb::object {
        if (count == 2 && names == nullptr) return script(values[0], values[1], Metric, OfRuns, true);
        const scorer_arguments given = read_arguments(OfRuns ? "opcodes" : "editops", values, count, names,
                                                      {.pad = Metric == distance_metric::hamming, .cutoff = false});
        const bool pad = !given.pad.is_valid() || nb::cast<bool>(given.pad);
        if (given.processor.is_none()) return script(given.s1, given.s2, Metric, OfRuns, pad);
        const nb::object s1 = given.processor(given.s1);
        return script(s1, given.processor(given.s2), Metric, OfRuns, pad);
    });
}

template <distance_metric Metric, bool OfRuns>
PyMethodDef described(const char* name, const char* text) {
    return {name, reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(&call_script<Metric, OfRuns>)),
            METH_FASTCALL | METH_KEYWORDS, text};
}

} // namespace

void bind_scripts(nb::module_& module) {
    module.def("align", align, nb::arg(), nb::arg(), nb::arg(), nb::arg().none(), nb::arg(), nb::arg(), nb::arg());
    static PyMethodDef functions[] = {
        described<distance_metric::levenshtein, false>(
            "levenshtein_editops",
            "levenshtein_editops(s1, s2, *, processor=None, score_hint=None)\n--\n\n"
            "Edits, one by one, that turn s1 into s2, as few as possible; the same script as the opcodes."),
        described<distance_metric::levenshtein, true>(
            "levenshtein_opcodes",
            "levenshtein_opcodes(s1, s2, *, processor=None, score_hint=None)\n--\n\n"
            "Edits in runs that turn s1 into s2, as few as possible.\n\n"
            "Of several shortest scripts it is the one of rapidfuzz, for pairs of up to 4 million cells (such as 2,000 "
            "by "
            "2,000\nelements) without common prefix and suffix; for larger pairs it is the library's own, with gaps as "
            "far to the left\nas possible."),
        described<distance_metric::indel, false>(
            "indel_editops", "indel_editops(s1, s2, *, processor=None, score_hint=None)\n--\n\n"
                             "Insertions and deletions, one by one, that turn s1 into s2, as few as possible."),
        described<distance_metric::indel, true>(
            "indel_opcodes",
            "indel_opcodes(s1, s2, *, processor=None, score_hint=None)\n--\n\n"
            "Insertions and deletions in runs that turn s1 into s2, as few as possible; chosen as for Levenshtein."),
        described<distance_metric::hamming, false>(
            "hamming_editops", "hamming_editops(s1, s2, *, pad=True, processor=None, score_hint=None)\n--\n\n"
                               "Replacements that turn s1 into s2; behind the shorter one insertions or deletions "
                               "(`pad=False`: UsageError)."),
        described<distance_metric::hamming, true>(
            "hamming_opcodes", "hamming_opcodes(s1, s2, *, pad=True, processor=None, score_hint=None)\n--\n\n"
                               "The same in runs, equal ones included."),
        {}};
    add_functions(module, functions, "concord._alignments");
    module.attr("EditScript") = script_type();
    module.def("tuple_type_like", tuple_type_like);
    module.def("script_type_like", script_type_like);
    module.def("use_script_classes", [](nb::object edits, nb::object runs, nb::object edit, nb::object run) {
        use_script_classes({std::move(edits), std::move(runs), std::move(edit), std::move(run)});
    });
}

} // namespace concord::python
