#include "similarities.hpp"

#include "arrow.hpp"
#include "bindings.hpp"
#include "calls.hpp"
#include "held_texts.hpp"
#include "letters.hpp"
#include "running.hpp"
#include "sets.hpp"

#include <concord/error.hpp>
#include <concord/similarity.hpp>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace concord::python {
namespace {

constexpr double default_prefix_weight = 0.1;

double real_of(nb::handle number) {
    const double value = PyFloat_AsDouble(number.ptr());
    if (value == -1.0 && PyErr_Occurred() != nullptr) throw nb::python_error();
    return value;
}

constexpr bool is_real(similarity_metric metric) {
    return metric == similarity_metric::jaro || metric == similarity_metric::jaro_winkler;
}

constexpr bool is_distance(score_kind kind) {
    return kind == score_kind::distance || kind == score_kind::normalized_distance;
}

/// A score of a distance from 0 to `most`, both whole.
double finished(score_kind kind, std::uint64_t apart, std::uint64_t most, std::optional<double> cutoff) {
    switch (kind) {
    case score_kind::distance: {
        const auto value = static_cast<double>(apart);
        return cutoff && value > *cutoff ? *cutoff + 1 : value;
    }
    case score_kind::similarity: {
        const auto value = static_cast<double>(most - std::min(most, apart));
        return cutoff && value < *cutoff ? 0.0 : value;
    }
    case score_kind::normalized_distance: {
        const double value = normalized(apart, most);
        return cutoff && value > *cutoff ? 1.0 : value;
    }
    default: {
        const double value = 1.0 - normalized(apart, most);
        return cutoff && value < *cutoff ? 0.0 : value;
    }
    }
}

/// A score of a similarity from 0 to 1. Cutoffs of distances become cutoffs of similarities and scores are taken from 1
/// in the order in which rapidfuzz does it, so that roundings are the same.
double finished(score_kind kind, double similarity, std::optional<double> cutoff) {
    const auto at_least = [](double value, double least) { return value >= least ? value : 0.0; };
    const auto distance = [&](double most) {
        const double value = 1.0 - at_least(similarity, most < 1.0 ? 1.0 - most : 0.0);
        return value <= most ? value : 1.0;
    };
    if (kind == score_kind::similarity) return at_least(similarity, cutoff.value_or(0.0));
    if (is_distance(kind)) return distance(cutoff.value_or(1.0));
    const double least = cutoff.value_or(0.0);
    return at_least(1.0 - distance(std::min(1.0, 1.0 - least + 1e-5)), least);
}

double score_of(similarity_metric metric, score_kind kind, symbol_view a, symbol_view b, double prefix_weight,
                std::optional<double> cutoff) {
    const sequence_ref ref_a(a);
    const sequence_ref ref_b(b);
    if (metric == similarity_metric::jaro) return finished(kind, jaro_similarity(ref_a, ref_b), cutoff);
    if (metric == similarity_metric::jaro_winkler)
        return finished(kind, jaro_winkler_similarity(ref_a, ref_b, prefix_weight), cutoff);
    const std::uint64_t most = std::max(a.size(), b.size());
    const std::uint64_t common =
        metric == similarity_metric::prefix ? common_prefix(ref_a, ref_b) : common_suffix(ref_a, ref_b);
    return finished(kind, most - common, most, cutoff);
}

/// The kind as calls for many compute it: as rapidfuzz does it there, without 1 - (1 - s) and its roundings.
score_kind kind_among_many(similarity_metric metric, unsigned kind) {
    const auto asked = static_cast<score_kind>(kind);
    return is_real(metric) && asked == score_kind::normalized_similarity ? score_kind::similarity : asked;
}

double worst(score_kind kind) { return is_distance(kind) ? 1.0 : 0.0; }

std::optional<double> cutoff_of(score_kind kind, bool real, nb::handle cutoff) {
    if (cutoff.is_none()) return std::nullopt;
    if (!real && is_whole(kind)) return static_cast<double>(whole_cutoff(cutoff));
    return real_of(cutoff);
}

nb::object number(score_kind kind, bool real, double value) {
    if (real || !is_whole(kind)) return nb::steal(PyFloat_FromDouble(value));
    return nb::steal(PyLong_FromUnsignedLongLong(static_cast<std::uint64_t>(value)));
}

nb::object score(similarity_metric metric, score_kind kind, nb::handle s1, nb::handle s2, double prefix_weight,
                 nb::handle processor, nb::handle cutoff) {
    const bool real = is_real(metric);
    if ((real || !is_whole(kind)) && (is_missing(s1) || is_missing(s2))) return number(kind, real, worst(kind));
    element_numbers numbers;
    const nb::object one = processor.is_none() ? nb::borrow(s1) : processor(s1);
    const nb::object other = processor.is_none() ? nb::borrow(s2) : processor(s2);
    const letters a(one, numbers);
    const letters b(other, numbers);
    return number(kind, real, score_of(metric, kind, a.view(), b.view(), prefix_weight, cutoff_of(kind, real, cutoff)));
}

template <similarity_metric Metric, score_kind Kind>
PyObject* call_score(PyObject*, PyObject* const* values, Py_ssize_t count, PyObject* names) {
    return guarded([&] {
        const scorer_arguments given = read_arguments("similarity", values, count, names,
                                                      {.prefix_weight = Metric == similarity_metric::jaro_winkler});
        const double weight = given.prefix_weight.is_valid() ? real_of(given.prefix_weight) : default_prefix_weight;
        return score(Metric, Kind, given.s1, given.s2, weight, given.processor, given.cutoff);
    });
}

template <similarity_metric Metric>
void bind_scores(nb::module_& module, const char* name, const char* home) {
    add_scorers(module, name, home, Metric == similarity_metric::jaro_winkler ? "prefix_weight=0.1, " : "",
                {&call_score<Metric, score_kind::distance>, &call_score<Metric, score_kind::similarity>,
                 &call_score<Metric, score_kind::normalized_distance>,
                 &call_score<Metric, score_kind::normalized_similarity>});
}

/// Letters that both begin with, or end with.
template <bool Ends>
std::size_t common_letters(const symbol_view& a, const symbol_view& b) {
    return a.visit([&](auto of_a) {
        return b.visit([&](auto of_b) {
            const std::size_t most = std::min(of_a.size(), of_b.size());
            std::size_t count = 0;
            if constexpr (Ends)
                while (count < most && of_a[of_a.size() - count - 1] == of_b[of_b.size() - count - 1])
                    ++count;
            else
                while (count < most && of_a[count] == of_b[count])
                    ++count;
            return count;
        });
    });
}

/// Calls row(index) for every index below `count` on some threads; rethrows the first exception.
void on_threads(std::uint64_t count, unsigned threads, const run_options& options,
                const std::function<void(std::uint64_t)>& row) {
    std::atomic<std::uint64_t> next{0};
    std::mutex failing;
    std::exception_ptr failure;
    const auto work = [&](bool is_caller) {
        try {
            for (std::uint64_t index = next++; index < count; index = next++) {
                if (is_caller && options.cancelled && options.cancelled())
                    throw error(error_code::cancelled, "cancelled");
                row(index);
            }
        } catch (...) {
            const std::lock_guard lock(failing);
            if (!failure) failure = std::current_exception();
            next = count;
        }
    };
    {
        std::vector<std::jthread> others;
        for (unsigned thread = 1; thread < std::min<std::uint64_t>(threads, count); ++thread)
            others.emplace_back(work, false);
        work(true);
    }
    if (failure) std::rethrow_exception(failure);
}

} // namespace

edit_weights weights_of(nb::handle weights) {
    if (weights.is_none()) return {};
    const nb::object three = nb::steal(PySequence_Tuple(weights.ptr()));
    if (!three.is_valid()) throw nb::python_error();
    if (PyTuple_GET_SIZE(three.ptr()) != 3)
        throw error(error_code::usage, "expected three weights: of inserting, deleting and replacing a letter");
    const auto weight = [&](Py_ssize_t place) { return whole_cutoff(PyTuple_GET_ITEM(three.ptr(), place)); };
    return {.insertion = weight(0), .deletion = weight(1), .substitution = weight(2)};
}

nb::object weighted_score(score_kind kind, nb::handle s1, nb::handle s2, const edit_weights& weights,
                          nb::handle processor, nb::handle cutoff) {
    if (!is_whole(kind) && (is_missing(s1) || is_missing(s2))) return number(kind, false, worst(kind));
    element_numbers numbers;
    const nb::object one = processor.is_none() ? nb::borrow(s1) : processor(s1);
    const nb::object other = processor.is_none() ? nb::borrow(s2) : processor(s2);
    const letters a(one, numbers);
    const letters b(other, numbers);
    const std::uint64_t cost = weighted_distance(sequence_ref(a.view()), sequence_ref(b.view()), weights).value();
    const std::uint64_t most = greatest_weighted_distance(a.view().size(), b.view().size(), weights);
    return number(kind, false, finished(kind, cost, most, cutoff_of(kind, false, cutoff)));
}

similarity_scorer::similarity_scorer(unsigned metric, unsigned kind, nb::handle cutoff)
    : metric_(static_cast<similarity_metric>(metric)), kind_(kind_among_many(metric_, kind)),
      cutoff_(cutoff_of(kind_, is_real(metric_), cutoff)) {}

void similarity_scorer::assign(const symbol_view& own) {
    own_ = own;
    if (is_real(metric_)) jaro_.assign(own);
}

double similarity_scorer::score(const symbol_view& other) const {
    switch (metric_) {
    case similarity_metric::jaro: return finished(kind_, jaro_.similarity(other), cutoff_);
    case similarity_metric::jaro_winkler: return finished(kind_, jaro_.winkler_similarity(other), cutoff_);
    default: break;
    }
    const std::size_t most = std::max(own_.size(), other.size());
    const std::size_t common =
        metric_ == similarity_metric::prefix ? common_letters<false>(own_, other) : common_letters<true>(own_, other);
    return finished(kind_, most - common, most, cutoff_);
}

double similarity_scorer::worst() const noexcept { return python::worst(kind_); }

double similarity_scorer::best() const noexcept {
    if (is_distance(kind_)) return 0;
    return is_whole() ? std::numeric_limits<double>::infinity() : 1;
}

bool similarity_scorer::is_whole() const noexcept { return !is_real(metric_) && python::is_whole(kind_); }

nb::dict similarities_of_all(nb::handle queries, nb::handle choices, unsigned metric, unsigned kind, nb::handle cutoff,
                             double multiplier, bool zipped, const score_sink& sink, nb::handle requested) {
    const similarity_scorer first_scorer(metric, kind, cutoff);
    element_numbers numbers;
    const nb::object held_queries = is_arrow(queries) ? list_of(queries) : nb::borrow(queries);
    const nb::object held_choices = is_arrow(choices) ? list_of(choices) : nb::borrow(choices);
    const held_texts a(held_queries, numbers);
    const held_texts b(held_choices, numbers);
    if (zipped && a.size() != b.size())
        throw error(error_code::usage, "Length of queries and choices must be the same! " + std::to_string(a.size()) +
                                           " and " + std::to_string(b.size()) + " were given");
    if (first_scorer.is_whole() && (a.has_missing() || b.has_missing()))
        throw error(error_code::usage, "passed unsupported element None: only normalized scores have a value for it");
    watched_run run(arguments_of(requested));
    run_report report;
    report.device = "cpu";
    report.threads = run.options().threads == 0 ? usable_cores() : run.options().threads;
    if (run.options().device.names_gpus())
        throw error(error_code::resource, "similarities are computed on the CPU only");
    const auto value = [&](const similarity_scorer& scorer, std::size_t i, std::size_t j) {
        return multiplier * (a.is_missing_at(i) || b.is_missing_at(j) ? scorer.worst() : scorer.score(b[j]));
    };
    run.call([&] {
        if (zipped) {
            constexpr std::uint64_t pairs_at_once = 4096;
            on_threads(
                (a.size() + pairs_at_once - 1) / pairs_at_once, report.threads, run.options(), [&](std::uint64_t part) {
                    similarity_scorer scorer = first_scorer;
                    std::vector<double> scores;
                    const std::uint64_t first = part * pairs_at_once;
                    for (std::uint64_t i = first; i < std::min<std::uint64_t>(a.size(), first + pairs_at_once); ++i) {
                        scorer.assign(a[i]);
                        scores.push_back(value(scorer, i, i));
                    }
                    sink(first, scores);
                });
            return;
        }
        constexpr std::uint64_t rows_at_once = 16;
        on_threads((a.size() + rows_at_once - 1) / rows_at_once, report.threads, run.options(),
                   [&](std::uint64_t part) {
                       similarity_scorer scorer = first_scorer;
                       std::vector<double> scores(b.size());
                       const std::uint64_t end = std::min<std::uint64_t>(a.size(), (part + 1) * rows_at_once);
                       for (std::uint64_t row = part * rows_at_once; row < end; ++row) {
                           scorer.assign(a[row]);
                           for (std::size_t j = 0; j < b.size(); ++j)
                               scores[j] = value(scorer, row, j);
                           sink(row * b.size(), scores);
                       }
                   });
    });
    return report_of(report);
}

void bind_similarities(nb::module_& module) {
    bind_scores<similarity_metric::jaro>(module, "jaro", "concord.distance.Jaro");
    bind_scores<similarity_metric::jaro_winkler>(module, "jaro_winkler", "concord.distance.JaroWinkler");
    bind_scores<similarity_metric::prefix>(module, "prefix", "concord.distance.Prefix");
    bind_scores<similarity_metric::postfix>(module, "postfix", "concord.distance.Postfix");
}

} // namespace concord::python
