#include "calls.hpp"

#include "running.hpp"

#include <concord/error.hpp>

#include <array>
#include <deque>
#include <string>
#include <typeinfo>

namespace concord::python {
namespace {

struct keyword {
    const char* name;
    nb::handle scorer_arguments::*place;
    bool taken_keywords::*condition; ///< null: always taken
};

constexpr std::array keywords{
    keyword{"score_cutoff", &scorer_arguments::cutoff, &taken_keywords::cutoff}, // the first: is_cutoff_alone()
    keyword{"processor", &scorer_arguments::processor, nullptr},
    keyword{"score_hint", &scorer_arguments::hint, nullptr},
    keyword{"weights", &scorer_arguments::weights, &taken_keywords::weights},
    keyword{"pad", &scorer_arguments::pad, &taken_keywords::pad},
    keyword{"prefix_weight", &scorer_arguments::prefix_weight, &taken_keywords::prefix_weight},
    keyword{"s1", &scorer_arguments::s1, nullptr},
    keyword{"s2", &scorer_arguments::s2, nullptr},
};

/// Those of a call in the source of a program are the same objects.
const std::array<PyObject*, keywords.size()>& names_of_keywords() noexcept {
    static const std::array<PyObject*, keywords.size()> made = [] {
        std::array<PyObject*, keywords.size()> names{};
        for (std::size_t i = 0; i < keywords.size(); ++i)
            names[i] = PyUnicode_InternFromString(keywords[i].name);
        return names;
    }();
    return made;
}

/// The index of a keyword; keywords.size(): unknown.
std::size_t index_of(PyObject* name) {
    const std::array<PyObject*, keywords.size()>& names = names_of_keywords();
    for (std::size_t i = 0; i < keywords.size(); ++i)
        if (names[i] == name) return i;
    for (std::size_t i = 0; i < keywords.size(); ++i)
        if (PyUnicode_CompareWithASCIIString(name, keywords[i].name) == 0) return i;
    return keywords.size();
}

[[noreturn]] void refuse(const std::string& what) { throw nb::type_error(what.c_str()); }

} // namespace

scorer_arguments read_arguments(const char* function, PyObject* const* values, Py_ssize_t positional, PyObject* names,
                                taken_keywords taken) {
    scorer_arguments made;
    if (positional > 2)
        refuse(std::string(function) + "() takes 2 positional arguments but " + std::to_string(positional) +
               " were given");
    if (positional > 0) made.s1 = values[0];
    if (positional > 1) made.s2 = values[1];
    const Py_ssize_t named = names == nullptr ? 0 : PyTuple_GET_SIZE(names);
    for (Py_ssize_t i = 0; i < named; ++i) {
        PyObject* const name = PyTuple_GET_ITEM(names, i);
        const std::size_t index = index_of(name);
        if (index == keywords.size() || (keywords[index].condition != nullptr && !(taken.*keywords[index].condition)))
            refuse(std::string(function) + "() got an unexpected keyword argument '" + nb::str(name).c_str() + "'");
        nb::handle& place = made.*keywords[index].place;
        if (place.is_valid() && !place.is_none())
            refuse(std::string(function) + "() got multiple values for argument '" + keywords[index].name + "'");
        place = values[positional + i];
    }
    if (!made.s1.is_valid() || !made.s2.is_valid())
        refuse(std::string(function) + "() missing a required positional argument: '" +
               (made.s1.is_valid() ? "s2" : "s1") + "'");
    return made;
}

bool is_cutoff_alone(Py_ssize_t positional, PyObject* names) noexcept {
    return positional == 2 && names != nullptr && PyTuple_GET_SIZE(names) == 1 &&
           PyTuple_GET_ITEM(names, 0) == names_of_keywords()[0];
}

void set_error() noexcept {
    try {
        try {
            throw;
        } catch (nb::python_error& problem) {
            problem.restore();
        } catch (const nb::builtin_exception& problem) {
            PyObject* type = PyExc_RuntimeError;
            if (problem.type() == nb::exception_type::type_error) type = PyExc_TypeError;
            if (problem.type() == nb::exception_type::value_error) type = PyExc_ValueError;
            PyErr_SetString(type, problem.what());
        } catch (const std::bad_cast&) { // nb::cast
            PyErr_SetString(PyExc_TypeError, "an argument has not the type that was expected");
        } catch (...) {
            raise_translated(std::current_exception());
        }
    } catch (nb::python_error& problem) {
        problem.restore();
    } catch (...) {
        PyErr_SetString(PyExc_RuntimeError, "an error could not be reported");
    }
}

void add_functions(nb::module_& module, PyMethodDef* functions, const char* home) {
    const nb::str name(home);
    for (PyMethodDef* one = functions; one->ml_name != nullptr; ++one) {
        const nb::object made = nb::steal(PyCFunction_NewEx(one, module.ptr(), name.ptr()));
        if (!made.is_valid()) throw nb::python_error();
        module.attr(one->ml_name) = made;
    }
}

void add_scorers(nb::module_& parent, const char* name, const char* home, const char* keywords,
                 const std::array<scorer_call, 4>& calls) {
    constexpr std::array names{"distance", "similarity", "normalized_distance", "normalized_similarity"};
    constexpr std::array texts{"How far apart two sequences are: 0 if they are equal.",
                               "The greatest distance that sequences of these lengths can have, less the distance.",
                               "The distance as a share of the greatest possible, from 0.0 to 1.0.",
                               "1.0 less the normalized distance: 1.0 if they are equal."};
    struct described {
        std::array<std::string, 4> texts;
        std::array<PyMethodDef, 5> functions{};
    };
    static std::deque<described> kept; // functions refer to them as long as the module lives
    described& one = kept.emplace_back();
    for (std::size_t kind = 0; kind < calls.size(); ++kind) {
        one.texts[kind] = std::string(names[kind]) + "(s1, s2, *, " + keywords +
                          "processor=None, score_cutoff=None, score_hint=None)\n--\n\n" + texts[kind];
        one.functions[kind] = {names[kind], reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(calls[kind])),
                               METH_FASTCALL | METH_KEYWORDS, one.texts[kind].c_str()};
    }
    nb::module_ module = parent.def_submodule(name);
    add_functions(module, one.functions.data(), home);
}

} // namespace concord::python
