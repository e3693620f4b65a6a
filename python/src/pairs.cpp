// The scorers: of two sequences, and of one and many.
#include "bindings.hpp"
#include "calls.hpp"
#include "fuzz/pair_edits.hpp"
#include "kept_scorer.hpp"
#include "letters.hpp"
#include "running.hpp"
#include "scores.hpp"
#include "similarities.hpp"

#include <concord/distance.hpp>
#include <concord/error.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

namespace concord::python {

std::uint64_t whole_cutoff(nb::handle cutoff) {
    const nb::object whole = nb::steal(PyNumber_Long(cutoff.ptr()));
    if (!whole.is_valid()) throw nb::python_error();
    const std::uint64_t value = PyLong_AsUnsignedLongLong(whole.ptr());
    if (value == no_bound && PyErr_Occurred() != nullptr) throw nb::python_error();
    return value;
}

std::uint64_t count_long_edits(symbol_view a, symbol_view b, distance_metric metric, std::uint64_t most) {
    if (metric == distance_metric::hamming) {
        const nb::gil_scoped_release released;
        return fuzz::pair_edits().count(a, b, metric);
    }
    const std::uint64_t apart = std::max(a.size(), b.size()) - std::min(a.size(), b.size());
    if (apart > most) return apart;
    constexpr std::size_t most_held = 1U << 20U; // letters that are compared while no other thread runs
    if (a.size() + b.size() <= most_held) {
        auto& kept = own_of_thread<fuzz::pair_edits>();
        if (const std::optional<std::uint64_t> edits = kept.count_if_quick(a, b, metric, most)) return *edits;
    }
    if (metric == distance_metric::damerau_levenshtein) std::tie(a, b) = fuzz::without_common_ends(a, b);
    const sequence_ref ref_a(a);
    const sequence_ref ref_b(b);
    if (is_short_pair(ref_a, ref_b)) {
        if (most == no_bound) return short_distance(ref_a, ref_b, metric).value_or(0);
        return short_distance(ref_a, ref_b, metric, most).value_or(most + 1);
    }
    watched_run run({.device = device::automatic(), .progress = nb::none()});
    distance_options options;
    options.metric = metric;
    options.run = run.options();
    if (most != no_bound) options.max_distance = most;
    const distance_result found = run.call([&] { return distance(ref_a, ref_b, options); });
    return found.distance ? *found.distance : most + 1;
}

namespace {

/// Edits of a pair; for metrics of equal lengths, the rest of the longer sequence counts, too. Numbers greater than
/// `most` are any number greater than it.
std::uint64_t count_edits(const symbol_view& a, const symbol_view& b, distance_metric metric, std::uint64_t most) {
    auto& kept = own_of_thread<fuzz::pair_edits>();
    constexpr std::size_t most_held = 1U << 16U; // letters that are compared while no other thread runs
    if (a.size() + b.size() <= most_held && fuzz::pair_edits::can_count_within(a.size(), b.size(), metric, most))
        return kept.count_within(a, b, metric, most);
    return count_long_edits(a, b, metric, most);
}

double real_cutoff(nb::handle cutoff) {
    const double value = PyFloat_AsDouble(cutoff.ptr());
    if (value == -1.0 && PyErr_Occurred() != nullptr) throw nb::python_error();
    return value;
}

nb::object whole_number(std::uint64_t value) { return nb::steal(PyLong_FromUnsignedLongLong(value)); }
nb::object real_number(double value) { return nb::steal(PyFloat_FromDouble(value)); }

/// A score with rapidfuzz's cutoff: beyond it a distance is one more, a similarity 0, normalized ones 1.0 or 0.0.
template <score_metric Metric, score_kind Kind>
nb::object score(nb::handle s1, nb::handle s2, nb::handle cutoff) {
    if constexpr (!is_whole(Kind))
        if (is_missing(s1) || is_missing(s2)) return real_number(Kind == score_kind::normalized_distance ? 1.0 : 0.0);
    element_numbers numbers;
    const letters a(s1, numbers);
    const letters b(s2, numbers);
    const std::uint64_t length_a = a.view().size();
    const std::uint64_t length_b = b.view().size();
    const std::uint64_t most = greatest(Metric, length_a, length_b);
    const bool is_cut = !cutoff.is_none();
    std::uint64_t within = no_bound; // the greatest distance of interest
    std::uint64_t whole_cut = 0;
    double real_cut = 0;
    if (is_cut) {
        if constexpr (is_whole(Kind)) {
            whole_cut = whole_cutoff(cutoff);
            within = Kind == score_kind::distance ? whole_cut : most - std::min(most, whole_cut);
        } else {
            real_cut = real_cutoff(cutoff);
            const double share = Kind == score_kind::normalized_distance ? real_cut : 1.0 - real_cut;
            // A little more than requested: the score itself is compared with the cutoff in the end.
            if (share < 1.0)
                within = static_cast<std::uint64_t>(std::ceil(std::max(0.0, share + 1e-5) * static_cast<double>(most)));
        }
    }
    const std::uint64_t edits =
        count_edits(a.view(), b.view(), edits_of(Metric),
                    within >= most ? no_bound : edits_within(Metric, length_a, length_b, within));
    const std::uint64_t apart = std::min(most, distance_from(Metric, length_a, length_b, edits));
    if constexpr (Kind == score_kind::distance) {
        return whole_number(is_cut && apart > whole_cut ? whole_cut + 1 : apart);
    } else if constexpr (Kind == score_kind::similarity) {
        return whole_number(is_cut && most - apart < whole_cut ? 0 : most - apart);
    } else if constexpr (Kind == score_kind::normalized_distance) {
        const double value = normalized(apart, most);
        return real_number(is_cut && value > real_cut ? 1.0 : value);
    } else {
        const double value = 1.0 - normalized(apart, most);
        return real_number(is_cut && value < real_cut ? 0.0 : value);
    }
}

template <score_metric Metric, score_kind Kind>
nb::object processed_score(nb::handle s1, nb::handle s2, nb::handle processor, nb::handle cutoff) {
    if (processor.is_none()) [[likely]]
        return score<Metric, Kind>(s1, s2, cutoff);
    if constexpr (!is_whole(Kind))
        if (is_missing(s1) || is_missing(s2)) return score<Metric, Kind>(s1, s2, cutoff);
    return score<Metric, Kind>(processor(s1), processor(s2), cutoff);
}

void require_equal_lengths(nb::handle s1, nb::handle s2) {
    if (nb::len(s1) != nb::len(s2))
        throw error(error_code::usage, "Sequences are not the same length: " + std::to_string(nb::len(s1)) + " and " +
                                           std::to_string(nb::len(s2)) + " letters, and pad is False");
}

template <score_metric Metric>
constexpr taken_keywords taken{.weights = Metric == score_metric::levenshtein, .pad = Metric == score_metric::hamming};

template <score_metric Metric, score_kind Kind>
PyObject* call_score(PyObject*, PyObject* const* values, Py_ssize_t count, PyObject* names) {
    return guarded([&]() -> nb::object {
        if (count == 2 && names == nullptr) return score<Metric, Kind>(values[0], values[1], nb::none());
        if (is_cutoff_alone(count, names)) return score<Metric, Kind>(values[0], values[1], values[2]);
        constexpr std::array function{"distance", "similarity", "normalized_distance", "normalized_similarity"};
        const scorer_arguments given =
            read_arguments(function[static_cast<std::size_t>(Kind)], values, count, names, taken<Metric>);
        if (given.weights.is_valid()) {
            const edit_weights weights = weights_of(given.weights);
            if (weights != edit_weights{})
                return weighted_score(Kind, given.s1, given.s2, weights, given.processor, given.cutoff);
        }
        if (!given.pad.is_valid() || nb::cast<bool>(given.pad))
            return processed_score<Metric, Kind>(given.s1, given.s2, given.processor, given.cutoff);
        if (given.processor.is_none()) {
            if (!is_missing(given.s1) && !is_missing(given.s2)) require_equal_lengths(given.s1, given.s2);
            return score<Metric, Kind>(given.s1, given.s2, given.cutoff);
        }
        const nb::object done1 = given.processor(given.s1);
        const nb::object done2 = given.processor(given.s2);
        require_equal_lengths(done1, done2);
        return score<Metric, Kind>(done1, done2, given.cutoff);
    });
}

template <score_metric Metric>
void bind_scores(nb::module_& module, const char* name, const char* home) {
    add_scorers(module, name, home,
                Metric == score_metric::levenshtein ? "weights=(1, 1, 1), "
                : Metric == score_metric::hamming   ? "pad=True, "
                                                    : "",
                {&call_score<Metric, score_kind::distance>, &call_score<Metric, score_kind::similarity>,
                 &call_score<Metric, score_kind::normalized_distance>,
                 &call_score<Metric, score_kind::normalized_similarity>});
}

/// concord.distance(s1, s2): without options at once, else by the Python function.
PyObject* call_distance(PyObject*, PyObject* const* values, Py_ssize_t count, PyObject* names) {
    return guarded([&]() -> nb::object {
        if (count == 2 && names == nullptr)
            return score<score_metric::levenshtein, score_kind::distance>(values[0], values[1], nb::none());
        const nb::object with_options = nb::module_::import_("concord.distance").attr("_with_options");
        const nb::object found =
            nb::steal(PyObject_Vectorcall(with_options.ptr(), values, static_cast<std::size_t>(count), names));
        if (!found.is_valid()) throw nb::python_error();
        return found;
    });
}

PyMethodDef distance_functions[] = {
    {"distance", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(&call_distance)),
     METH_FASTCALL | METH_KEYWORDS,
     "distance(s1, s2, *, metric='levenshtein', weights=(1, 1, 1), processor=None, score_cutoff=None, score_hint=None, "
     "device='auto', threads=None, memory=None, progress=None)\n--\n\n"
     "The edit distance of two sequences: the fewest edits that turn one into the other."},
    {}};

} // namespace

void bind_pairs(nb::module_& module) {
    bind_scores<score_metric::levenshtein>(module, "levenshtein", "concord.distance.Levenshtein");
    bind_scores<score_metric::indel>(module, "indel", "concord.distance.Indel");
    bind_scores<score_metric::lcs_seq>(module, "lcs_seq", "concord.distance.LCSseq");
    bind_scores<score_metric::hamming>(module, "hamming", "concord.distance.Hamming");
    bind_scores<score_metric::osa>(module, "osa", "concord.distance.OSA");
    bind_scores<score_metric::damerau_levenshtein>(module, "damerau_levenshtein",
                                                   "concord.distance.DamerauLevenshtein");
    add_functions(module, distance_functions, "concord");
    module.def("is_missing", is_missing, nb::arg().none());
}

} // namespace concord::python
