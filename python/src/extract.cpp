// The best of many choices, and utils.default_process.
#include "bindings.hpp"
#include "calls.hpp"
#include "held_texts.hpp"
#include "one_against_many.hpp"
#include "similarities.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace concord::python {
namespace {

using scored = edits_against_many::scored;

/// What a letter below 256 becomes: itself in lower case, or 0 for a space.
const std::array<std::uint8_t, 256>& narrow_letters() {
    static const std::array<std::uint8_t, 256> made = [] {
        std::array<std::uint8_t, 256> letters{};
        for (Py_UCS4 one = 0; one < letters.size(); ++one)
            if (Py_UNICODE_ISALNUM(one) != 0) letters[one] = static_cast<std::uint8_t>(Py_UNICODE_TOLOWER(one));
        return letters;
    }();
    return made;
}

/// The same for any other letter.
template <class Letter>
Letter processed(Letter letter) {
    const auto look_up = [](Py_UCS4 one) { return Py_UNICODE_ISALNUM(one) != 0 ? Py_UNICODE_TOLOWER(one) : 0; };
    // Letters of two bytes are looked up once: 0 here is not known yet, 1 a space.
    static std::array<std::uint16_t, 0x1'0000> known{};
    if (letter >= known.size()) return static_cast<Letter>(look_up(letter));
    std::uint16_t& lower = known[letter];
    if (lower == 0) lower = std::max<std::uint16_t>(1, static_cast<std::uint16_t>(look_up(letter)));
    return static_cast<Letter>(lower == 1 ? 0 : lower);
}

nb::object processed_ascii(std::span<const std::uint8_t> text) {
    const std::array<std::uint8_t, 256>& narrow = narrow_letters();
    std::size_t begin = 0;
    while (begin < text.size() && narrow[text[begin]] == 0)
        ++begin;
    std::size_t end = text.size();
    while (end > begin && narrow[text[end - 1]] == 0)
        --end;
    nb::object made = nb::steal(PyUnicode_New(static_cast<Py_ssize_t>(end - begin), 127));
    if (!made.is_valid() || begin == end) return made; // the empty text is one object for all
    auto* const to = static_cast<std::uint8_t*>(PyUnicode_DATA(made.ptr()));
    for (std::size_t i = begin; i < end; ++i)
        to[i - begin] = narrow[text[i]] == 0 ? std::uint8_t{0x20} : narrow[text[i]];
    return made;
}

/// rapidfuzz's default_process; texts only.
nb::object default_process(nb::handle text) {
    if (PyUnicode_Check(text.ptr()) == 0) throw nb::type_error("sentence must be a string");
    if (PyUnicode_IS_ASCII(text.ptr()) != 0)
        return processed_ascii(
            {PyUnicode_1BYTE_DATA(text.ptr()), static_cast<std::size_t>(PyUnicode_GET_LENGTH(text.ptr()))});
    return text_view(text).visit([](auto symbols) {
        using letter = typename decltype(symbols)::value_type;
        static thread_local std::vector<letter> kept;
        if (kept.size() < symbols.size()) kept.resize(symbols.size());
        const std::array<std::uint8_t, 256>& narrow = narrow_letters();
        letter* const to = kept.data();
        std::size_t size = 0;
        std::size_t end = 0; // behind the last letter that is no space
        for (const letter symbol : symbols) {
            const letter lower = symbol < 256 ? letter{narrow[symbol]} : processed(symbol);
            if (lower == 0 && size == 0) continue;
            to[size++] = lower == 0 ? letter{0x20} : lower;
            if (lower != 0) end = size;
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

/// The choices of a list one after the other: processed, and without those that are missing. A choice lives as long as
/// it is taken.
class choice_reader {
  public:
    /// The choices from `first` to before `end`.
    choice_reader(nb::handle list, nb::handle processor, Py_ssize_t first, Py_ssize_t end)
        : list_(list), processor_(processor), is_default_(is_default_process(processor)), first_(first), end_(end) {}

    [[nodiscard]] bool has_processor() const { return !processor_.is_none(); } ///< which may call anything
    [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(std::max<Py_ssize_t>(0, end_ - first_)); }

    /// Calls take(view, index) until it returns false.
    template <class Take>
    void read(element_numbers& numbers, const Take& take) {
        for (Py_ssize_t i = first_; i < end_; ++i) {
            let_others_run(static_cast<std::size_t>(i));
            if (i >= PyList_GET_SIZE(list_.ptr())) return; // another thread has made it shorter
            nb::object choice = nb::borrow(PyList_GET_ITEM(list_.ptr(), i));
            if (PyUnicode_Check(choice.ptr()) == 0 && PyBytes_Check(choice.ptr()) == 0 && is_missing(choice)) continue;
            if (!processor_.is_none()) choice = is_default_ ? default_process(choice) : processor_(choice);
            const auto index = static_cast<std::size_t>(i);
            const bool goes_on = PyUnicode_Check(choice.ptr()) != 0 ? take(text_view(choice), index)
                                 : PyBytes_Check(choice.ptr()) != 0 ? take(bytes_view(choice), index)
                                                                    : read_other(choice, numbers, take, index);
            if (!goes_on) return;
        }
    }

  private:
    /// Apart, for the room that it needs is cleared each time.
    template <class Take>
    [[gnu::noinline]] static bool read_other(nb::handle choice, element_numbers& numbers, const Take& take,
                                             std::size_t index) {
        const letters made(choice, numbers);
        return take(made.view(), index);
    }

    nb::handle list_;
    nb::handle processor_;
    bool is_default_;
    Py_ssize_t first_;
    Py_ssize_t end_;
};

/// All scores of a ratio; where only the best is wanted, the cutoff rises, and 100 is the end.
std::vector<scored> ratios_of(fuzz::ratio_kind kind, symbol_view query, double cutoff, bool only_best,
                              choice_reader& choices, element_numbers& numbers) {
    // A scorer has many buffers. One is kept; a call from within a processor of the caller's makes another.
    static thread_local std::unique_ptr<fuzz::text_scorer> kept;
    std::unique_ptr<fuzz::text_scorer> own = kept ? std::move(kept) : std::make_unique<fuzz::text_scorer>();
    fuzz::text_scorer& scorer = *own;
    std::vector<scored> found;
    scorer.assign(kind, query);
    choices.read(numbers, [&](const symbol_view& choice, std::size_t index) {
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
    constexpr std::size_t most_kept = 1U << 12U; // letters: greater buffers are freed
    if (query.size() <= most_kept) kept = std::move(own);
    return found;
}

bool is_lower_better(const score_rule& rule) {
    return rule.kind == score_kind::distance || rule.kind == score_kind::normalized_distance;
}

/// The score that no other choice can be better than, where it does not depend on lengths.
std::optional<double> perfect_score(const score_rule& rule, bool is_whole) {
    if (is_lower_better(rule)) return 0;
    return is_whole ? std::nullopt : std::optional(rule.scale);
}

/// Few choices, without a table of scores and without lanes.
std::vector<scored> by_edits_of_few(const symbol_view& query, const score_rule& rule, bool only_best,
                                    choice_reader& choices, element_numbers& numbers) {
    // A call from within, by the hash of an element, makes another.
    static thread_local std::unique_ptr<fuzz::pair_edits> kept;
    std::unique_ptr<fuzz::pair_edits> own = kept ? std::move(kept) : std::make_unique<fuzz::pair_edits>();
    fuzz::pair_edits& counter = *own;
    std::vector<scored> found;
    found.reserve(choices.size());
    const distance_metric metric = edits_of(rule.metric);
    const std::optional<double> last = only_best ? perfect_score(rule, is_whole(rule.kind)) : std::nullopt;
    counter.assign(query, metric);
    choices.read(numbers, [&](const symbol_view& choice, std::size_t index) {
        const std::uint64_t most =
            fuzz::pair_edits::has_bounds(metric) ? rule.most_edits(query.size(), choice.size()) : no_bound;
        std::uint64_t edits = 0;
        if (fuzz::pair_edits::is_worth_bounding(query.size(), choice.size(), metric, most)) {
            edits = counter.count_within(query, choice, metric, most);
        } else if (metric == distance_metric::damerau_levenshtein && choice.size() > lanes::longest_word) {
            edits = count_long_edits(query, choice, metric, no_bound);
        } else {
            edits = counter.count_with(query, choice, metric);
        }
        found.push_back({rule.of(query.size(), choice.size(), static_cast<std::uint32_t>(edits)), index});
        return found.back().score != last;
    });
    kept = std::move(own);
    return found;
}

std::vector<scored> by_edits(symbol_view query, const score_rule& rule, bool only_best, choice_reader& choices,
                             element_numbers& numbers) {
    constexpr std::size_t few = 32;
    if (choices.size() <= few && query.size() <= lanes::longest_word && !choices.has_processor())
        return by_edits_of_few(query, rule, only_best, choices, numbers);
    edits_against_many scores(query, rule, only_best);
    scores.reserve(choices.size());
    choices.read(numbers, [&](const symbol_view& choice, std::size_t index) {
        scores.add(choice, index);
        return !(only_best && scores.has_best());
    });
    scores.settle();
    return scores.found();
}

std::vector<scored> similarities(symbol_view query, similarity_scorer&& scorer, bool only_best, choice_reader& choices,
                                 element_numbers& numbers) {
    std::vector<scored> found;
    scorer.assign(query);
    if (!only_best) {
        found.reserve(choices.size());
        choices.read(numbers, [&](const symbol_view& choice, std::size_t index) {
            found.push_back({scorer.score(choice), index});
            return true;
        });
        return found;
    }
    choices.read(numbers, [&](const symbol_view& choice, std::size_t index) {
        const double score = scorer.score(choice);
        if (found.empty() || scorer.is_better(score, found.front().score)) {
            found.assign(1, {score, index});
            scorer.only_better();
        }
        return score != scorer.best();
    });
    return found;
}

bool is_within(const scored& one, const score_rule& rule, double cutoff) {
    return is_lower_better(rule) ? one.score <= cutoff : one.score >= cutoff;
}

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

/// The scores of a list's choices from `first` to before `end`, in any order.
std::vector<scored> scores_of(nb::handle query, nb::handle choices, Py_ssize_t first, Py_ssize_t end, unsigned metric,
                              unsigned kind, nb::handle processor, nb::handle cutoff, bool only_best,
                              const score_rule& rule) {
    element_numbers numbers;
    const letters own(query, numbers);
    const Py_ssize_t count = PyList_GET_SIZE(choices.ptr());
    choice_reader reader(choices, processor, first, std::min(end, count));
    std::vector<scored> found;
    if (is_similarity(metric))
        found = similarities(own.view(), similarity_scorer(rule_among_many(metric, kind, cutoff)), only_best, reader,
                             numbers);
    else if (is_by_edits(metric))
        found = by_edits(own.view(), rule, only_best, reader, numbers);
    else
        found = ratios_of(static_cast<fuzz::ratio_kind>(metric - first_ratio), own.view(),
                          cutoff.is_none() ? 0 : nb::cast<double>(cutoff), only_best, reader, numbers);
    if (PyList_GET_SIZE(choices.ptr()) != count) {
        PyErr_SetString(PyExc_RuntimeError, "the list of choices changed its size meanwhile");
        throw nb::python_error();
    }
    return found;
}

std::optional<double> bound_of(nb::handle cutoff) {
    return cutoff.is_none() ? std::nullopt : std::optional(nb::cast<double>(cutoff));
}

/// [(choice, score, key)]; `keys` is a list, too, or None for indexes.
nb::list matches(std::span<const scored> found, nb::handle choices, nb::handle keys, bool is_whole_score) {
    const nb::object made = nb::steal(PyList_New(static_cast<Py_ssize_t>(found.size())));
    if (!made.is_valid()) throw nb::python_error();
    Py_ssize_t next = 0;
    for (const auto& [score, index] : found) {
        const auto at = static_cast<Py_ssize_t>(index);
        PyObject* const value =
            is_whole_score ? PyLong_FromUnsignedLongLong(static_cast<std::uint64_t>(score)) : PyFloat_FromDouble(score);
        PyObject* const key = keys.is_none() ? PyLong_FromSsize_t(at) : Py_NewRef(PyList_GET_ITEM(keys.ptr(), at));
        PyObject* const match = PyTuple_New(3);
        if (value == nullptr || key == nullptr || match == nullptr) {
            Py_XDECREF(value);
            Py_XDECREF(key);
            Py_XDECREF(match);
            throw nb::python_error();
        }
        PyTuple_SET_ITEM(match, 0, Py_NewRef(PyList_GET_ITEM(choices.ptr(), at)));
        PyTuple_SET_ITEM(match, 1, value);
        PyTuple_SET_ITEM(match, 2, key);
        PyList_SET_ITEM(made.ptr(), next++, match);
    }
    return nb::borrow<nb::list>(made);
}

bool is_whole_score(unsigned metric, const score_rule& rule) {
    const bool is_real = metric == static_cast<unsigned>(similarity_metric::jaro) ||
                         metric == static_cast<unsigned>(similarity_metric::jaro_winkler);
    return is_whole(rule.kind) && !is_real;
}

/// The best choices of a list, which is the caller's own. `limit` below 0: all.
nb::object extract(nb::handle query, nb::handle choices, nb::handle keys, unsigned metric, unsigned kind,
                   nb::handle processor, nb::handle cutoff, Py_ssize_t limit) {
    const score_rule rule = rule_of(metric, kind, cutoff, 1);
    std::vector<scored> found =
        scores_of(query, choices, 0, PyList_GET_SIZE(choices.ptr()), metric, kind, processor, cutoff, limit == 1, rule);
    select_best(found, rule, bound_of(cutoff), limit < 0 ? found.size() : static_cast<std::size_t>(limit));
    return matches(found, choices, keys, is_whole_score(metric, rule));
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
    nb::list head;
    nb::list head_keys;
    PyObject* key = nullptr;
    PyObject* value = nullptr;
    for (Py_ssize_t at = 0; nb::len(head) < first_ones && PyDict_Next(choices.ptr(), &at, &key, &value) != 0;) {
        if (PyList_Append(head.ptr(), value) != 0 || PyList_Append(head_keys.ptr(), key) != 0) throw nb::python_error();
    }
    const std::vector<scored> first = best_of(head, 0, cutoff);
    const bool is_perfect = !first.empty() && first.front().score == perfect_score(rule, is_whole_score(metric, rule));
    if (is_perfect || size <= first_ones)
        return first_of(matches(first, head, head_keys, is_whole_score(metric, rule)));
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
    return first_of(is_in_head ? matches(first, head, head_keys, is_whole_score(metric, rule))
                               : matches(rest, values, keys, is_whole_score(metric, rule)));
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

PyMethodDef extract_functions[] = {
    {"extract", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(&call_extract)), METH_FASTCALL,
     "extract(query, choices, keys, metric, kind, processor, cutoff, limit)\n--\n\nThe best choices."},
    {"extract_one", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(&call_extract_one)), METH_FASTCALL,
     "extract_one(query, choices, keys, metric, kind, processor, cutoff)\n--\n\nThe best choice, or None."},
    {}};

/// All choices within the cutoff from `first` to before `end`, in their order.
nb::list extract_some(nb::handle query, nb::handle choices, nb::handle keys, Py_ssize_t first, Py_ssize_t end,
                      unsigned metric, unsigned kind, nb::handle processor, nb::handle cutoff) {
    const score_rule rule = rule_of(metric, kind, cutoff, 1);
    std::vector<scored> found = scores_of(query, choices, first, end, metric, kind, processor, cutoff, false, rule);
    if (const std::optional<double> bound = bound_of(cutoff))
        std::erase_if(found, [&](const scored& one) { return !is_within(one, rule, *bound); });
    std::ranges::sort(found, {}, &scored::index);
    return matches(found, choices, keys, is_whole_score(metric, rule));
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
    add_functions(parent, extract_functions, "concord._core");
    parent.def("extract_some", extract_some, nb::arg(), nb::arg(), nb::arg().none(), nb::arg(), nb::arg(), nb::arg(),
               nb::arg(), nb::arg().none(), nb::arg().none());
}

} // namespace concord::python
