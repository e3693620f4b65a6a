// concord.fuzz: ratios of two texts.
#include "bindings.hpp"
#include "calls.hpp"
#include "fuzz/text_scorer.hpp"
#include "kept_scorer.hpp"
#include "letters.hpp"
#include "scores.hpp"

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>

namespace concord::python {
namespace {

using fuzz::ratio_kind;

double cutoff_of(nb::handle cutoff) {
    if (cutoff.is_none()) return 0;
    const double value = PyFloat_AsDouble(cutoff.ptr());
    if (value == -1.0 && PyErr_Occurred() != nullptr) throw nb::python_error();
    return value;
}

/// Calls `take` with a scorer for `a` and the letters of `b`. Short texts share the buffers of one scorer, which are
/// not small.
template <class Take>
auto with_texts(ratio_kind kind, nb::handle s1, nb::handle s2, const Take& take) {
    constexpr std::size_t most_kept = 1U << 12U;
    auto& kept = own_of_thread<fuzz::text_scorer>();
    element_numbers numbers;
    const letters a(s1, numbers);
    const letters b(s2, numbers);
    if (a.view().size() + b.view().size() <= most_kept) {
        kept.assign(kind, a.view());
        return take(kept, b.view());
    }
    const auto own = std::make_unique<fuzz::text_scorer>();
    own->assign(kind, a.view());
    const nb::gil_scoped_release released;
    return take(*own, b.view());
}

double score(ratio_kind kind, nb::handle s1, nb::handle s2, double cutoff) {
    if (is_missing(s1) || is_missing(s2)) return 0;
    return with_texts(kind, s1, s2,
                      [&](fuzz::text_scorer& scorer, symbol_view other) { return scorer.score(other, cutoff); });
}

nb::object real(double value) { return nb::steal(PyFloat_FromDouble(value)); }

template <ratio_kind Kind>
PyObject* call_ratio(PyObject*, PyObject* const* values, Py_ssize_t count, PyObject* names) {
    return guarded([&] {
        if (count == 2 && names == nullptr) return real(score(Kind, values[0], values[1], 0));
        const scorer_arguments given = read_arguments("a ratio", values, count, names, {});
        const double cutoff = cutoff_of(given.cutoff);
        if (given.processor.is_none()) return real(score(Kind, given.s1, given.s2, cutoff));
        if (is_missing(given.s1) || is_missing(given.s2)) return real(0);
        const nb::object s1 = given.processor(given.s1);
        return real(score(Kind, s1, given.processor(given.s2), cutoff));
    });
}

/// (score, src_start, src_end, dest_start, dest_end), or None below the cutoff.
nb::object partial_alignment(nb::handle s1, nb::handle s2, nb::handle score_cutoff) {
    const double cutoff = cutoff_of(score_cutoff);
    const fuzz::score_alignment found =
        with_texts(ratio_kind::partial_ratio, s1, s2, [&](fuzz::text_scorer& scorer, symbol_view other) {
            return scorer.partial_alignment(other, cutoff);
        });
    if (found.score < cutoff) return nb::none();
    return nb::make_tuple(found.score, found.src_start, found.src_end, found.dest_start, found.dest_end);
}

using function = PyObject* (*)(PyObject*, PyObject* const*, Py_ssize_t, PyObject*);

struct described_ratio {
    const char* name;
    function call;
    const char* text;
};

constexpr std::array described_ratios{
    described_ratio{"ratio", &call_ratio<ratio_kind::ratio>,
                    "The normalized Indel similarity, from 0 to 100.\n\n"
                    ">>> ratio(\"this is a test\", \"this is a test!\")\n96.55172413793103\n"},
    described_ratio{"partial_ratio", &call_ratio<ratio_kind::partial_ratio>,
                    "The greatest ratio of the shorter text and a slice of the longer one.\n\n"
                    ">>> partial_ratio(\"this is a test\", \"this is a test!\")\n100.0\n"},
    described_ratio{"token_sort_ratio", &call_ratio<ratio_kind::token_sort_ratio>, "The ratio of the words, sorted."},
    described_ratio{"token_set_ratio", &call_ratio<ratio_kind::token_set_ratio>,
                    "The greatest ratio of the words of both, and those with the other words of each."},
    described_ratio{"token_ratio", &call_ratio<ratio_kind::token_ratio>,
                    "The greater one of token_set_ratio and token_sort_ratio."},
    described_ratio{"partial_token_sort_ratio", &call_ratio<ratio_kind::partial_token_sort_ratio>,
                    "The partial_ratio of the words, sorted."},
    described_ratio{"partial_token_set_ratio", &call_ratio<ratio_kind::partial_token_set_ratio>,
                    "The partial_ratio of the words that only one has; 100 if both share a word."},
    described_ratio{"partial_token_ratio", &call_ratio<ratio_kind::partial_token_ratio>,
                    "The greater one of partial_token_set_ratio and partial_token_sort_ratio."},
    described_ratio{
        "WRatio", &call_ratio<ratio_kind::weighted_ratio>,
        "The greatest of ratio, 0.95 of token_ratio and, where the lengths differ by half and more, partial "
        "ratios for 0.9 (from 8 times the length on 0.6)."},
    described_ratio{"QRatio", &call_ratio<ratio_kind::quick_ratio>, "The ratio, but 0 for an empty text."},
};

} // namespace

void bind_fuzz(nb::module_& parent) {
    nb::module_ module = parent.def_submodule("fuzz");
    static std::array<std::string, described_ratios.size()> texts;
    static std::array<PyMethodDef, described_ratios.size() + 1> functions{};
    for (std::size_t i = 0; i < described_ratios.size(); ++i) {
        const described_ratio& one = described_ratios[i];
        texts[i] = std::string(one.name) + "(s1, s2, *, processor=None, score_cutoff=None, score_hint=None)\n--\n\n" +
                   one.text;
        functions[i] = {one.name, reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(one.call)),
                        METH_FASTCALL | METH_KEYWORDS, texts[i].c_str()};
    }
    add_functions(module, functions.data(), "concord.fuzz");
    module.def("partial_alignment", partial_alignment, nb::arg(), nb::arg(), nb::arg().none());
}

} // namespace concord::python
