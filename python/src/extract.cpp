// The best of many choices.
#include "bindings.hpp"
#include "calls.hpp"
#include "choice_scores.hpp"
#include "extracted_rows.hpp"
#include "letters.hpp"
#include "similarity_rule.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace concord::python {
namespace {

/// Those within the cutoff, `limit` of them at most, best first, in their order among equals.
void select_best(std::vector<scored>& found, const score_rule& rule, std::optional<double> cutoff, std::size_t limit) {
    const bool lower = is_lower_better(rule);
    if (cutoff) std::erase_if(found, [&](const scored& one) { return !is_within(one, rule, *cutoff); });
    const auto is_better = [lower](const scored& a, const scored& b) {
        if (a.score != b.score) return lower ? a.score < b.score : a.score > b.score;
        return a.index < b.index;
    };
    if (limit < found.size()) {
        const auto end = found.begin() + static_cast<std::ptrdiff_t>(limit);
        std::partial_sort(found.begin(), end, found.end(), is_better);
        found.resize(limit);
    } else {
        std::sort(found.begin(), found.end(), is_better);
    }
}

/// [(choice, score, key)]; `keys` is a list, too, or None for indexes.
nb::list rows_of(std::span<const scored> found, nb::handle choices, nb::handle keys, bool is_whole_score) {
    const nb::object made = nb::steal(PyList_New(static_cast<Py_ssize_t>(found.size())));
    if (!made.is_valid()) throw nb::python_error();
    Py_ssize_t next = 0;
    for (const auto& [score, index] : found) {
        const auto at = static_cast<Py_ssize_t>(index);
        PyObject* const key = keys.is_none() ? PyLong_FromSsize_t(at) : Py_NewRef(PyList_GET_ITEM(keys.ptr(), at));
        PyList_SET_ITEM(made.ptr(), next++,
                        row_of(PyList_GET_ITEM(choices.ptr(), at), score, is_whole_score, key).release().ptr());
    }
    return nb::borrow<nb::list>(made);
}

/// The best choices of a list, which is the caller's own. `limit` below 0: all.
nb::object extract(nb::handle query, nb::handle choices, nb::handle keys, unsigned metric, unsigned kind,
                   nb::handle processor, nb::handle cutoff, Py_ssize_t limit) {
    const score_rule rule = rule_of(metric, kind, cutoff, 1);
    std::vector<scored> found =
        scores_of(query, choices, 0, PyList_GET_SIZE(choices.ptr()), metric, kind, processor, cutoff, limit == 1, rule);
    select_best(found, rule, bound_of(cutoff), limit < 0 ? found.size() : static_cast<std::size_t>(limit));
    return rows_of(found, choices, keys, is_whole_score(metric, rule));
}

/// (query, choices, keys, metric, kind, processor, cutoff, limit): extract(), or nothing if the query is missing.
PyObject* call_extract(PyObject*, PyObject* const* values, Py_ssize_t count) {
    return guarded([&]() -> nb::object {
        if (count != 8) throw nb::type_error("extract() takes 8 arguments");
        const auto number = [&](std::size_t place) { return nb::cast<unsigned>(nb::handle(values[place])); };
        return extract(values[0], values[1], values[2], number(3), number(4), values[5], values[6],
                       nb::cast<Py_ssize_t>(nb::handle(values[7])));
    });
}

nb::object first_of(const nb::object& found) {
    return PyList_GET_SIZE(found.ptr()) == 0 ? nb::none() : nb::borrow(PyList_GET_ITEM(found.ptr(), 0));
}

/// The best choice of a dict: the first of them by themselves, as one of them may be perfect, and lists of all others
/// are not made then.
nb::object extract_one_of_dict(nb::handle query, nb::handle choices, unsigned metric, unsigned kind,
                               nb::handle processor, nb::handle cutoff) {
    constexpr Py_ssize_t first_ones = 16;
    const Py_ssize_t size = PyDict_GET_SIZE(choices.ptr());
    const score_rule rule = rule_of(metric, kind, cutoff, 1);
    const auto best_of = [&](nb::handle list, Py_ssize_t begin, nb::handle bound) {
        const score_rule bounded = rule_of(metric, kind, bound, 1);
        std::vector<scored> found = scores_of(query, list, begin, size, metric, kind, processor, bound, true, bounded);
        select_best(found, rule, bound_of(bound), 1);
        return found;
    };
    const Py_ssize_t of_head = std::min(size, first_ones);
    const nb::object head = nb::steal(PyList_New(of_head));
    const nb::object head_keys = nb::steal(PyList_New(of_head));
    if (!head.is_valid() || !head_keys.is_valid()) throw nb::python_error();
    PyObject* key = nullptr;
    PyObject* value = nullptr;
    Py_ssize_t at = 0;
    for (Py_ssize_t i = 0; i < of_head && PyDict_Next(choices.ptr(), &at, &key, &value) != 0; ++i) {
        PyList_SET_ITEM(head.ptr(), i, Py_NewRef(value));
        PyList_SET_ITEM(head_keys.ptr(), i, Py_NewRef(key));
    }
    const std::vector<scored> first = best_of(head, 0, cutoff);
    const bool is_perfect = !first.empty() && first.front().score == perfect_score(rule, is_whole_score(metric, rule));
    if (is_perfect || size <= first_ones)
        return first_of(rows_of(first, head, head_keys, is_whole_score(metric, rule)));
    const nb::object values = nb::steal(PyDict_Values(choices.ptr()));
    const nb::object keys = nb::steal(PyDict_Keys(choices.ptr()));
    if (!values.is_valid() || !keys.is_valid()) throw nb::python_error();
    if (PyList_GET_SIZE(values.ptr()) != size || PyList_GET_SIZE(keys.ptr()) != size) {
        PyErr_SetString(PyExc_RuntimeError, "dictionary changed size during iteration");
        throw nb::python_error();
    }
    const nb::object bound = first.empty() ? nb::borrow(cutoff) : nb::object(nb::float_(first.front().score));
    const std::vector<scored> rest = best_of(values, first_ones, bound);
    const bool is_in_head =
        !first.empty() && (rest.empty() || (is_lower_better(rule) ? first.front().score <= rest.front().score
                                                                  : first.front().score >= rest.front().score));
    return first_of(is_in_head ? rows_of(first, head, head_keys, is_whole_score(metric, rule))
                               : rows_of(rest, values, keys, is_whole_score(metric, rule)));
}

/// (query, choices, keys, metric, kind, processor, cutoff): the same with a limit of 1, the best one, or None; the
/// choices may be a dict.
PyObject* call_extract_one(PyObject*, PyObject* const* values, Py_ssize_t count) {
    return guarded([&]() -> nb::object {
        if (count != 7) throw nb::type_error("extract_one() takes 7 arguments");
        const auto number = [&](std::size_t place) { return nb::cast<unsigned>(nb::handle(values[place])); };
        if (PyDict_CheckExact(values[1]))
            return extract_one_of_dict(values[0], values[1], number(3), number(4), values[5], values[6]);
        return first_of(extract(values[0], values[1], values[2], number(3), number(4), values[5], values[6], 1));
    });
}

/// The scorers by the functions that compute them, as pairs of a metric and a kind. A call asks for one here, which
/// takes a fifth of the time of a short list less than to ask in Python; null until the package is imported.
PyObject* known_scorers = nullptr;

PyObject* know_scorers(PyObject*, PyObject* scorers) {
    Py_XDECREF(std::exchange(known_scorers, Py_NewRef(scorers)));
    Py_RETURN_NONE;
}

} // namespace

std::optional<std::pair<unsigned, unsigned>> known_scorer(PyObject* scorer) {
    PyObject* const known = known_scorers == nullptr ? nullptr : PyDict_GetItemWithError(known_scorers, scorer);
    if (known == nullptr) {
        PyErr_Clear();
        return {};
    }
    const auto number = [&](Py_ssize_t place) {
        return nb::cast<unsigned>(nb::handle(PyTuple_GET_ITEM(known, place)));
    };
    return std::pair(number(0), number(1));
}

namespace {

bool is_missing_query(nb::handle query) { return PyUnicode_CheckExact(query.ptr()) == 0 && is_missing(query); }

/// Choices as a list, those of a dict with their keys.
struct choices_of {
    nb::object list;
    nb::object keys = nb::none();

    explicit choices_of(nb::handle choices) : list(nb::borrow(choices)) {
        if (PyList_CheckExact(choices.ptr())) return;
        const bool is_dict = PyDict_CheckExact(choices.ptr());
        list = nb::steal(is_dict ? PyDict_Values(choices.ptr()) : PySequence_List(choices.ptr()));
        if (is_dict) keys = nb::steal(PyDict_Keys(choices.ptr()));
        if (!list.is_valid() || !keys.is_valid()) throw nb::python_error();
    }
};

[[nodiscard]] bool has_length(nb::handle choices) {
    return PyList_CheckExact(choices.ptr()) || PyDict_CheckExact(choices.ptr()) || PyTuple_CheckExact(choices.ptr());
}
/// Others may be mappings, or arrays of Arrow.
[[nodiscard]] bool is_known_kind(nb::handle choices) { return has_length(choices) || PyGen_CheckExact(choices.ptr()); }

[[nodiscard]] nb::object processed(nb::handle query, nb::handle processor) {
    return processor.is_none() ? nb::borrow(query) : nb::object(processor(query));
}

} // namespace

nb::object extract_list(nb::handle query, nb::handle choices, nb::handle scorer, nb::handle processor,
                        nb::handle cutoff, nb::handle limit) {
    const auto known = is_known_kind(choices) ? known_scorer(scorer.ptr()) : std::nullopt;
    const bool is_number = limit.is_none() || PyLong_CheckExact(limit.ptr());
    if (!known || !is_number) return nb::borrow(Py_NotImplemented);
    if (is_missing_query(query)) return nb::list();
    const Py_ssize_t most = limit.is_none() ? -1 : std::max<Py_ssize_t>(0, nb::cast<Py_ssize_t>(limit));
    const nb::object made = processed(query, processor);
    const choices_of all(choices);
    return extract(made, all.list, all.keys, known->first, known->second, processor, cutoff, most);
}

nb::object extract_first(nb::handle query, nb::handle choices, nb::handle scorer, nb::handle processor,
                         nb::handle cutoff) {
    const auto known = is_known_kind(choices) ? known_scorer(scorer.ptr()) : std::nullopt;
    if (!known) return nb::borrow(Py_NotImplemented);
    if (is_missing_query(query)) return nb::none();
    const auto [metric, kind] = *known;
    const nb::object made = processed(query, processor);
    if (PyDict_CheckExact(choices.ptr())) return extract_one_of_dict(made, choices, metric, kind, processor, cutoff);
    const choices_of all(choices);
    return first_of(extract(made, all.list, all.keys, metric, kind, processor, cutoff, 1));
}

namespace {

PyObject* call_extract_list(PyObject*, PyObject* const* values, Py_ssize_t count) {
    return guarded([&]() -> nb::object {
        if (count != 6) throw nb::type_error("extract_list() takes 6 arguments");
        return extract_list(values[0], values[1], values[2], values[3], values[4], values[5]);
    });
}

PyObject* call_extract_first(PyObject*, PyObject* const* values, Py_ssize_t count) {
    return guarded([&]() -> nb::object {
        if (count != 5) throw nb::type_error("extract_first() takes 5 arguments");
        return extract_first(values[0], values[1], values[2], values[3], values[4]);
    });
}

/// All choices within the cutoff from `first` to before `end`, in their order.
nb::list extract_some(nb::handle query, nb::handle choices, nb::handle keys, Py_ssize_t first, Py_ssize_t end,
                      unsigned metric, unsigned kind, nb::handle processor, nb::handle cutoff) {
    const score_rule rule = rule_of(metric, kind, cutoff, 1);
    std::vector<scored> found = scores_of(query, choices, first, end, metric, kind, processor, cutoff, false, rule);
    if (const std::optional<double> bound = bound_of(cutoff))
        std::erase_if(found, [&](const scored& one) { return !is_within(one, rule, *bound); });
    std::ranges::sort(found, {}, &scored::index);
    return rows_of(found, choices, keys, is_whole_score(metric, rule));
}

/// (query, choices, scorer, processor, cutoff, most): all choices within the cutoff of a list or dict of at most
/// `most`, by a scorer that is known; else NotImplemented.
PyObject* call_extract_all(PyObject*, PyObject* const* values, Py_ssize_t count) {
    return guarded([&]() -> nb::object {
        if (count != 6) throw nb::type_error("extract_all() takes 6 arguments");
        const auto scorer = has_length(values[1]) && PyObject_Size(values[1]) <= PyLong_AsSsize_t(values[5])
                                ? known_scorer(values[2])
                                : std::nullopt;
        if (!scorer) return nb::borrow(Py_NotImplemented);
        if (is_missing_query(values[0])) return nb::list();
        const nb::object query = processed(values[0], values[3]);
        const choices_of choices(values[1]);
        return extract_some(query, choices.list, choices.keys, 0, PyList_GET_SIZE(choices.list.ptr()), scorer->first,
                            scorer->second, values[3], values[4]);
    });
}

/// (query, choices, keys, first, end, metric, kind, processor, cutoff): extract_some().
PyObject* call_extract_some(PyObject*, PyObject* const* values, Py_ssize_t count) {
    return guarded([&]() -> nb::object {
        if (count != 9) throw nb::type_error("extract_some() takes 9 arguments");
        const auto number = [&](std::size_t place) { return nb::cast<Py_ssize_t>(nb::handle(values[place])); };
        return extract_some(values[0], values[1], values[2], number(3), number(4), static_cast<unsigned>(number(5)),
                            static_cast<unsigned>(number(6)), values[7], values[8]);
    });
}

PyMethodDef extract_functions[] = {
    {"know_scorers", &know_scorers, METH_O, "know_scorers(scorers)\n--\n\nWhich functions are scorers."},
    {"extract_list", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(&call_extract_list)), METH_FASTCALL,
     "extract_list(query, choices, scorer, processor, cutoff, limit)\n--\n\nThe best choices of a list or dict, or "
     "NotImplemented."},
    {"extract_first", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(&call_extract_first)), METH_FASTCALL,
     "extract_first(query, choices, scorer, processor, cutoff)\n--\n\nThe best choice, None, or NotImplemented."},
    {"extract_all", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(&call_extract_all)), METH_FASTCALL,
     "extract_all(query, choices, scorer, processor, cutoff, most)\n--\n\nAll choices of a short list or dict, or "
     "NotImplemented."},
    {"extract", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(&call_extract)), METH_FASTCALL,
     "extract(query, choices, keys, metric, kind, processor, cutoff, limit)\n--\n\nThe best choices."},
    {"extract_one", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(&call_extract_one)), METH_FASTCALL,
     "extract_one(query, choices, keys, metric, kind, processor, cutoff)\n--\n\nThe best choice, or None."},
    {"extract_some", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(&call_extract_some)), METH_FASTCALL,
     "extract_some(query, choices, keys, first, end, metric, kind, processor, cutoff)\n--\n\nAll choices of a part."},
    {}};

} // namespace

void bind_extract(nb::module_& parent) {
    add_functions(parent, extract_functions, "concord._core");
    bind_choice_iterators(parent);
}

} // namespace concord::python
