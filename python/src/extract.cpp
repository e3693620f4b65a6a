// The best of many choices, and utils.default_process.
#include "bindings.hpp"
#include "calls.hpp"
#include "held_texts.hpp"
#include "one_against_many.hpp"
#include "similarities.hpp"

#include <algorithm>
#include <deque>
#include <optional>
#include <vector>

namespace concord::python {
namespace {

using scored = edits_against_many::scored;

/// rapidfuzz's default_process; texts only.
nb::object default_process(nb::handle text) {
    if (PyUnicode_Check(text.ptr()) == 0) throw nb::type_error("sentence must be a string");
    return text_view(text).visit([](auto symbols) {
        using letter = typename decltype(symbols)::value_type;
        static thread_local std::vector<letter> kept;
        kept.clear();
        std::size_t end = 0; // behind the last letter that is no space
        for (const letter symbol : symbols) {
            const bool is_kept = Py_UNICODE_ISALNUM(symbol) != 0;
            if (!is_kept && kept.empty()) continue;
            kept.push_back(is_kept ? static_cast<letter>(Py_UNICODE_TOLOWER(symbol)) : letter{0x20});
            if (is_kept) end = kept.size();
        }
        constexpr int kind = sizeof(letter) == 1   ? PyUnicode_1BYTE_KIND
                             : sizeof(letter) == 2 ? PyUnicode_2BYTE_KIND
                                                   : PyUnicode_4BYTE_KIND;
        return nb::steal(PyUnicode_FromKindAndData(kind, kept.data(), static_cast<Py_ssize_t>(end)));
    });
}

PyObject* call_default_process(PyObject*, PyObject* text) {
    return guarded([&] {
        nb::object made = default_process(text);
        if (!made.is_valid()) throw nb::python_error();
        return made;
    });
}

bool is_default_process(nb::handle function) {
    return PyCFunction_Check(function.ptr()) != 0 && PyCFunction_GET_FUNCTION(function.ptr()) == &call_default_process;
}

/// The choices of a list, which nobody else may change, one after the other: processed, and without those that miss.
class choice_reader {
  public:
    choice_reader(nb::handle list, nb::handle processor)
        : list_(list), processor_(processor), is_default_(is_default_process(processor)) {}

    /// Calls take(view, index) until it returns false.
    template <class Take>
    void read(element_numbers& numbers, const Take& take) {
        for (Py_ssize_t i = 0; i < PyList_GET_SIZE(list_.ptr()); ++i) {
            let_others_run(static_cast<std::size_t>(i));
            nb::handle choice = PyList_GET_ITEM(list_.ptr(), i);
            if (PyUnicode_Check(choice.ptr()) == 0 && is_missing(choice)) continue;
            if (!processor_.is_none())
                choice = processed_.emplace_back(is_default_ ? default_process(choice) : processor_(choice));
            const symbol_view view =
                PyUnicode_Check(choice.ptr()) != 0 ? text_view(choice) : made_.emplace_back(choice, numbers).view();
            if (!take(view, static_cast<std::size_t>(i))) return;
        }
    }

  private:
    nb::handle list_;
    nb::handle processor_;
    bool is_default_;
    std::deque<nb::object> processed_;
    std::deque<letters> made_;
};

/// All scores of a ratio; where only the best is wanted, the cutoff rises, and 100 is the end.
std::vector<scored> ratios_of(fuzz::ratio_kind kind, symbol_view query, double cutoff, bool only_best,
                              choice_reader& choices, element_numbers& numbers) {
    std::vector<scored> found;
    fuzz::text_scorer scorer;
    scorer.assign(kind, query);
    choices.read(numbers, [&](symbol_view choice, std::size_t index) {
        const double score = scorer.score(choice, cutoff);
        if (!only_best) {
            if (score >= cutoff) found.push_back({score, index});
            return true;
        }
        if (score >= cutoff && (found.empty() || score > found.front().score)) {
            found.assign(1, {score, index});
            cutoff = score;
        }
        return score != 100;
    });
    return found;
}

std::vector<scored> by_edits(symbol_view query, const score_rule& rule, bool only_best, choice_reader& choices,
                             element_numbers& numbers) {
    edits_against_many scores(query, rule);
    choices.read(numbers, [&](symbol_view choice, std::size_t index) {
        scores.add(choice, index);
        return !(only_best && scores.has_best());
    });
    scores.settle();
    return scores.found();
}

/// By scorers that only take lists.
std::vector<scored> similarities(nb::handle query, unsigned metric, unsigned kind, nb::handle cutoff,
                                 nb::handle choices, nb::handle processor) {
    nb::list ready;
    for (const nb::handle choice : nb::borrow<nb::list>(choices))
        ready.append(processor.is_none() || is_missing(choice) ? nb::borrow(choice) : processor(choice));
    std::vector<scored> found;
    std::size_t index = 0;
    for (const nb::handle score : similarities_of(query, ready, metric, kind, cutoff)) {
        if (!score.is_none()) found.push_back({nb::cast<double>(score), index});
        ++index;
    }
    return found;
}

/// Those within the cutoff, `limit` of them at most, best first, in their order among equals.
void select_best(std::vector<scored>& found, const score_rule& rule, std::optional<double> cutoff, std::size_t limit) {
    const bool lower = rule.kind == score_kind::distance || rule.kind == score_kind::normalized_distance;
    if (cutoff)
        std::erase_if(found, [&](const scored& one) { return lower ? one.score > *cutoff : one.score < *cutoff; });
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

/// [(choice, score, key)] of a list of choices; `keys` is a list, too, or None for indexes. `limit` below 0: all.
nb::list extract(nb::handle query, nb::handle choices, nb::handle keys, unsigned metric, unsigned kind,
                 nb::handle processor, nb::handle cutoff, Py_ssize_t limit) {
    const bool is_real = metric == static_cast<unsigned>(similarity_metric::jaro) ||
                         metric == static_cast<unsigned>(similarity_metric::jaro_winkler);
    const score_rule rule = rule_of(metric, kind, cutoff, 1);
    std::optional<double> bound;
    if (!cutoff.is_none()) bound = nb::cast<double>(cutoff);
    element_numbers numbers;
    const letters own(query, numbers);
    choice_reader reader(choices, processor);
    std::vector<scored> found;
    if (is_similarity(metric))
        found = similarities(query, metric, kind, cutoff, choices, processor);
    else if (is_by_edits(metric))
        found = by_edits(own.view(), rule, limit == 1, reader, numbers);
    else
        found = ratios_of(static_cast<fuzz::ratio_kind>(metric - first_ratio), own.view(), bound.value_or(0),
                          limit == 1, reader, numbers);
    select_best(found, rule, bound, limit < 0 ? found.size() : static_cast<std::size_t>(limit));
    nb::list made;
    for (const auto& [score, index] : found) {
        const auto at = static_cast<Py_ssize_t>(index);
        const nb::object value =
            nb::steal(is_whole(rule.kind) && !is_real ? PyLong_FromUnsignedLongLong(static_cast<std::uint64_t>(score))
                                                      : PyFloat_FromDouble(score));
        const nb::object key =
            keys.is_none() ? nb::steal(PyLong_FromSsize_t(at)) : nb::borrow(PyList_GET_ITEM(keys.ptr(), at));
        made.append(nb::make_tuple(nb::handle(PyList_GET_ITEM(choices.ptr(), at)), value, key));
    }
    return made;
}

} // namespace

void bind_extract(nb::module_& parent) {
    static PyMethodDef functions[] = {{"default_process", &call_default_process, METH_O,
                                       "default_process(sentence, /)\n--\n\nThe text in lower case, with a space for "
                                       "everything that is neither letter "
                                       "nor digit, and none at the ends."},
                                      {}};
    nb::module_ module = parent.def_submodule("utils");
    add_functions(module, functions, "concord.utils");
    parent.def("extract", extract, nb::arg(), nb::arg(), nb::arg().none(), nb::arg(), nb::arg(), nb::arg().none(),
               nb::arg().none(), nb::arg());
}

} // namespace concord::python
