#include "similarities.hpp"

#include "bindings.hpp"
#include "calls.hpp"
#include "kept_scorer.hpp"
#include "letters.hpp"

#include <concord/error.hpp>
#include <concord/similarity.hpp>

#include <algorithm>
#include <limits>
#include <optional>

namespace concord::python {
namespace {

constexpr double default_prefix_weight = 0.1;

double real_of(nb::handle number) {
    const double value = PyFloat_AsDouble(number.ptr());
    if (value == -1.0 && PyErr_Occurred() != nullptr) throw nb::python_error();
    return value;
}

double score_of(const similarity_rule& rule, const symbol_view& a, const symbol_view& b, double prefix_weight) {
    if (is_real(rule.metric) && prefix_weight == default_prefix_weight) {
        auto& kept = own_of_thread<fuzz::jaro_scorer>();
        kept.assign(a);
        const double least = rule.least_similarity();
        return rule.of_similarity(rule.metric == similarity_metric::jaro ? kept.similarity(b, least)
                                                                         : kept.winkler_similarity(b, least));
    }
    if (rule.metric == similarity_metric::jaro)
        return rule.of_similarity(jaro_similarity(sequence_ref(a), sequence_ref(b)));
    if (rule.metric == similarity_metric::jaro_winkler)
        return rule.of_similarity(jaro_winkler_similarity(sequence_ref(a), sequence_ref(b), prefix_weight));
    const std::uint64_t most = std::max(a.size(), b.size());
    const std::uint64_t common =
        rule.metric == similarity_metric::prefix ? common_letters<false>(a, b) : common_letters<true>(a, b);
    return rule.of_distance(most - common, most);
}

/// The kind as calls for many compute it: as rapidfuzz does it there, without 1 - (1 - s) and its roundings.
score_kind kind_among_many(similarity_metric metric, unsigned kind) {
    const auto asked = static_cast<score_kind>(kind);
    return is_real(metric) && asked == score_kind::normalized_similarity ? score_kind::similarity : asked;
}

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
    similarity_rule rule{.metric = metric, .kind = kind};
    if (!rule.is_whole() && (is_missing(s1) || is_missing(s2))) return number(kind, real, rule.worst());
    element_numbers numbers;
    const nb::object one = processor.is_none() ? nb::borrow(s1) : processor(s1);
    const nb::object other = processor.is_none() ? nb::borrow(s2) : processor(s2);
    const letters a(one, numbers);
    const letters b(other, numbers);
    rule.cutoff = cutoff_of(kind, real, cutoff);
    return number(kind, real, score_of(rule, a.view(), b.view(), prefix_weight));
}

template <similarity_metric Metric, score_kind Kind>
PyObject* call_score(PyObject*, PyObject* const* values, Py_ssize_t count, PyObject* names) {
    return guarded([&] {
        const bool is_plain = count == 2 && names == nullptr;
        if (is_plain || is_cutoff_alone(count, names))
            return score(Metric, Kind, values[0], values[1], default_prefix_weight, nb::none(),
                         is_plain ? nb::handle(Py_None) : nb::handle(values[2]));
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

similarity_rule weighted_rule(score_kind kind, nb::handle cutoff) {
    // As any other whole distance.
    return {.metric = similarity_metric::prefix, .kind = kind, .cutoff = cutoff_of(kind, false, cutoff)};
}

double weighted_score_of(const similarity_rule& rule, const symbol_view& a, const symbol_view& b,
                         const edit_weights& weights) {
    const std::uint64_t cost = weighted_distance(sequence_ref(a), sequence_ref(b), weights).value();
    return rule.of_distance(cost, greatest_weighted_distance(a.size(), b.size(), weights));
}

nb::object weighted_score(score_kind kind, nb::handle s1, nb::handle s2, const edit_weights& weights,
                          nb::handle processor, nb::handle cutoff) {
    if (!is_whole(kind) && (is_missing(s1) || is_missing(s2)))
        return number(kind, false, kind == score_kind::normalized_distance ? 1.0 : 0.0);
    element_numbers numbers;
    const nb::object one = processor.is_none() ? nb::borrow(s1) : processor(s1);
    const nb::object other = processor.is_none() ? nb::borrow(s2) : processor(s2);
    const letters a(one, numbers);
    const letters b(other, numbers);
    return number(kind, false, weighted_score_of(weighted_rule(kind, cutoff), a.view(), b.view(), weights));
}

similarity_rule rule_among_many(unsigned metric, unsigned kind, nb::handle cutoff) {
    similarity_rule rule{.metric = static_cast<similarity_metric>(metric),
                         .kind = kind_among_many(static_cast<similarity_metric>(metric), kind)};
    rule.cutoff = cutoff_of(rule.kind, is_real(rule.metric), cutoff);
    return rule;
}

similarity_scorer::similarity_scorer(const similarity_rule& rule) : rule_(rule), least_(rule.least_similarity()) {
    if (is_real(rule.metric)) jaro_.emplace();
}

void similarity_scorer::assign(const symbol_view& own) {
    own_ = own;
    if (jaro_) (*jaro_)->assign(own);
}

double similarity_scorer::score(const symbol_view& other) {
    if (is_real(rule_.metric)) {
        last_ = rule_.metric == similarity_metric::jaro ? (*jaro_)->similarity(other, least_)
                                                        : (*jaro_)->winkler_similarity(other, least_);
        return rule_.of_similarity(last_);
    }
    const std::size_t most = std::max(own_.size(), other.size());
    const std::size_t common = rule_.metric == similarity_metric::prefix ? common_letters<false>(own_, other)
                                                                         : common_letters<true>(own_, other);
    return rule_.of_distance(most - common, most);
}

double similarity_scorer::best() const noexcept {
    if (rule_.is_distance()) return 0;
    return rule_.is_whole() ? std::numeric_limits<double>::infinity() : 1;
}

void bind_similarities(nb::module_& module) {
    bind_scores<similarity_metric::jaro>(module, "jaro", "concord.distance.Jaro");
    bind_scores<similarity_metric::jaro_winkler>(module, "jaro_winkler", "concord.distance.JaroWinkler");
    bind_scores<similarity_metric::prefix>(module, "prefix", "concord.distance.Prefix");
    bind_scores<similarity_metric::postfix>(module, "postfix", "concord.distance.Postfix");
}

} // namespace concord::python
