// The scorers: of two sequences, and of one and many.
#include "bindings.hpp"
#include "letters.hpp"
#include "running.hpp"
#include "scores.hpp"
#include "similarities.hpp"

#include <concord/distance.hpp>
#include <concord/error.hpp>

#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>

namespace concord::python {

std::uint64_t whole_cutoff(nb::handle cutoff) {
    const nb::object whole = nb::steal(PyNumber_Long(cutoff.ptr()));
    if (!whole.is_valid()) throw nb::python_error();
    const std::uint64_t value = PyLong_AsUnsignedLongLong(whole.ptr());
    if (value == no_bound && PyErr_Occurred() != nullptr) throw nb::python_error();
    return value;
}

namespace {

/// The first letters of a view.
symbol_view first_of(symbol_view view, std::size_t count) {
    return view.visit([&](auto symbols) { return symbol_view(symbols.first(count)); });
}

/// Edits of a pair; for metrics of equal lengths, the rest of the longer sequence counts, too. Numbers greater than
/// `most` are any number greater than it.
std::uint64_t count_edits(symbol_view a, symbol_view b, distance_metric metric, std::uint64_t most) {
    std::uint64_t rest = 0;
    if (metric == distance_metric::hamming && a.size() != b.size()) {
        const std::size_t shorter = std::min(a.size(), b.size());
        rest = std::max(a.size(), b.size()) - shorter;
        a = first_of(a, shorter);
        b = first_of(b, shorter);
    }
    const sequence_ref ref_a(a);
    const sequence_ref ref_b(b);
    if (is_short_pair(ref_a, ref_b)) return rest + short_distance(ref_a, ref_b, metric).value_or(0);
    watched_run run({.device = device::automatic(), .progress = nb::none()});
    distance_options options;
    options.metric = metric;
    options.run = run.options();
    if (most != no_bound) options.max_distance = most;
    const distance_result found = run.call([&] { return distance(ref_a, ref_b, options); });
    return found.distance ? rest + *found.distance : most + 1;
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

template <score_metric Metric, score_kind Kind>
void bind_score(nb::module_& module, const char* name, const char* text) {
    using nb::arg;
    const nb::none none;
    if constexpr (Metric == score_metric::levenshtein) {
        module.def(
            name,
            [](nb::handle s1, nb::handle s2, nb::handle weights, nb::handle processor, nb::handle cutoff, nb::handle) {
                const edit_weights given = weights_of(weights);
                if (given != edit_weights{}) return weighted_score(Kind, s1, s2, given, processor, cutoff);
                return processed_score<Metric, Kind>(s1, s2, processor, cutoff);
            },
            arg("s1").none(), arg("s2").none(), nb::kw_only(), arg("weights").none() = nb::make_tuple(1, 1, 1),
            arg("processor").none() = none, arg("score_cutoff").none() = none, arg("score_hint").none() = none, text);
    } else if constexpr (Metric == score_metric::hamming) {
        module.def(
            name,
            [](nb::handle s1, nb::handle s2, bool pad, nb::handle processor, nb::handle cutoff, nb::handle) {
                if (!pad && processor.is_none() && !is_missing(s1) && !is_missing(s2)) require_equal_lengths(s1, s2);
                if (!pad && !processor.is_none()) {
                    const nb::object done1 = processor(s1);
                    const nb::object done2 = processor(s2);
                    require_equal_lengths(done1, done2);
                    return score<Metric, Kind>(done1, done2, cutoff);
                }
                return processed_score<Metric, Kind>(s1, s2, processor, cutoff);
            },
            arg("s1").none(), arg("s2").none(), nb::kw_only(), arg("pad") = true, arg("processor").none() = none,
            arg("score_cutoff").none() = none, arg("score_hint").none() = none, text);
    } else {
        module.def(
            name,
            [](nb::handle s1, nb::handle s2, nb::handle processor, nb::handle cutoff, nb::handle) {
                return processed_score<Metric, Kind>(s1, s2, processor, cutoff);
            },
            arg("s1").none(), arg("s2").none(), nb::kw_only(), arg("processor").none() = none,
            arg("score_cutoff").none() = none, arg("score_hint").none() = none, text);
    }
}

template <score_metric Metric>
void bind_scores(nb::module_& parent, const char* name) {
    nb::module_ module = parent.def_submodule(name);
    bind_score<Metric, score_kind::distance>(module, "distance",
                                             "How far apart two sequences are: 0 if they are equal.");
    bind_score<Metric, score_kind::similarity>(module, "similarity",
                                               "The greatest distance that sequences of these lengths can have, less "
                                               "the distance.");
    bind_score<Metric, score_kind::normalized_distance>(
        module, "normalized_distance", "The distance as a share of the greatest possible, from 0.0 to 1.0.");
    bind_score<Metric, score_kind::normalized_similarity>(module, "normalized_similarity",
                                                          "1.0 less the normalized distance: 1.0 if they are equal.");
}

/// The scorer of a metric and a kind for many choices, as a list; None where a choice is missing.
template <score_metric Metric, score_kind Kind>
nb::list scores_of(nb::handle query, nb::handle choices, nb::handle cutoff) {
    const nb::object fast = nb::steal(PySequence_Fast(choices.ptr(), "expected a sequence of choices"));
    if (!fast.is_valid()) throw nb::python_error();
    nb::list scores;
    for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(fast.ptr()); ++i) {
        const nb::object choice = nb::borrow(PySequence_Fast_GET_ITEM(fast.ptr(), i));
        if (is_missing(choice)) {
            scores.append(nb::none());
        } else {
            scores.append(score<Metric, Kind>(query, choice, cutoff));
        }
        let_others_run(static_cast<std::size_t>(i));
    }
    return scores;
}

template <score_metric Metric>
nb::list scores_of_metric(nb::handle query, nb::handle choices, unsigned kind, nb::handle cutoff) {
    switch (static_cast<score_kind>(kind)) {
    case score_kind::distance: return scores_of<Metric, score_kind::distance>(query, choices, cutoff);
    case score_kind::similarity: return scores_of<Metric, score_kind::similarity>(query, choices, cutoff);
    case score_kind::normalized_distance:
        return scores_of<Metric, score_kind::normalized_distance>(query, choices, cutoff);
    default: return scores_of<Metric, score_kind::normalized_similarity>(query, choices, cutoff);
    }
}

nb::list scores(nb::handle query, nb::handle choices, unsigned metric, unsigned kind, nb::handle cutoff) {
    if (is_similarity(metric)) return similarities_of(query, choices, metric, kind, cutoff);
    switch (static_cast<score_metric>(metric)) {
    case score_metric::levenshtein: return scores_of_metric<score_metric::levenshtein>(query, choices, kind, cutoff);
    case score_metric::indel: return scores_of_metric<score_metric::indel>(query, choices, kind, cutoff);
    case score_metric::lcs_seq: return scores_of_metric<score_metric::lcs_seq>(query, choices, kind, cutoff);
    case score_metric::osa: return scores_of_metric<score_metric::osa>(query, choices, kind, cutoff);
    case score_metric::damerau_levenshtein:
        return scores_of_metric<score_metric::damerau_levenshtein>(query, choices, kind, cutoff);
    default: return scores_of_metric<score_metric::hamming>(query, choices, kind, cutoff);
    }
}

} // namespace

void bind_pairs(nb::module_& module) {
    bind_scores<score_metric::levenshtein>(module, "levenshtein");
    bind_scores<score_metric::indel>(module, "indel");
    bind_scores<score_metric::lcs_seq>(module, "lcs_seq");
    bind_scores<score_metric::hamming>(module, "hamming");
    bind_scores<score_metric::osa>(module, "osa");
    bind_scores<score_metric::damerau_levenshtein>(module, "damerau_levenshtein");
    module.def("scores", scores, nb::arg(), nb::arg(), nb::arg(), nb::arg(), nb::arg().none());
    module.def("is_missing", is_missing, nb::arg().none());
}

} // namespace concord::python
