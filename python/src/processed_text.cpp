#include "processed_text.hpp"

#include "bindings.hpp"
#include "calls.hpp"
#include "letters.hpp"
#include "running.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace concord::python {
namespace {

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
    if (letter >= known.size()) { // the last one of each of some places is known
        struct looked_up {
            Py_UCS4 letter = 0;
            Py_UCS4 lower = 0;
        };
        static std::array<looked_up, 512> last{};
        looked_up& one = last[letter % last.size()];
        if (one.letter != letter) one = {static_cast<Py_UCS4>(letter), static_cast<Py_UCS4>(look_up(letter))};
        return static_cast<Letter>(one.lower);
    }
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
    text = text.subspan(begin, end - begin);
    nb::object made = nb::steal(PyUnicode_New(static_cast<Py_ssize_t>(text.size()), 127));
    if (!made.is_valid() || text.empty()) return made; // the empty text is one object for all
    auto* const to = static_cast<std::uint8_t*>(PyUnicode_DATA(made.ptr()));
    for (std::size_t i = 0; i < text.size(); ++i) { // without a table, so that vectors take it
        const auto is_among = [](std::uint8_t letter, std::uint8_t first, std::uint8_t last) {
            return static_cast<std::uint8_t>(letter - first) <= last - first;
        };
        const std::uint8_t lower = text[i] | (is_among(text[i], 'A', 'Z') ? 0x20 : 0);
        to[i] = is_among(lower, 'a', 'z') || is_among(lower, '0', '9') ? lower : std::uint8_t{0x20};
    }
    return made;
}

PyObject* call_default_process(PyObject*, PyObject* text) {
    return guarded([&] {
        nb::object made = default_process(text);
        if (!made.is_valid()) throw nb::python_error();
        return made;
    });
}

/// (sequences, processor): a list of what the processor makes of those of a list that are not missing, which stay.
PyObject* call_processed_list(PyObject*, PyObject* const* values, Py_ssize_t count) {
    return guarded([&]() -> nb::object {
        if (count != 2 || PyList_Check(values[0]) == 0)
            throw nb::type_error("processed_list() takes a list and a function");
        const nb::handle processor = values[1];
        const bool is_default = is_default_process(processor);
        nb::list made;
        for (Py_ssize_t i = 0; i < PyList_GET_SIZE(values[0]); ++i) {
            let_others_run(static_cast<std::size_t>(i));
            const nb::object one = nb::borrow(PyList_GET_ITEM(values[0], i));
            const nb::object text = PyUnicode_Check(one.ptr()) == 0 && is_missing(one) ? one
                                    : is_default                                       ? default_process(one)
                                                                                       : nb::object(processor(one));
            if (!text.is_valid()) throw nb::python_error();
            made.append(text);
        }
        return made;
    });
}

} // namespace

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

bool is_default_process(nb::handle function) {
    return PyCFunction_Check(function.ptr()) != 0 && PyCFunction_GET_FUNCTION(function.ptr()) == &call_default_process;
}

void bind_default_process(nb::module_& parent) {
    static PyMethodDef functions[] = {{"default_process", &call_default_process, METH_O,
                                       "default_process(sentence, /)\n--\n\nThe text in lower case, with a space for "
                                       "everything that is neither letter "
                                       "nor digit, and none at the ends."},
                                      {}};
    nb::module_ module = parent.def_submodule("utils");
    add_functions(module, functions, "concord.utils");
    static PyMethodDef core_functions[] = {
        {"processed_list", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(&call_processed_list)),
         METH_FASTCALL, "processed_list(sequences, processor)\n--\n\nA list of what is not missing, processed."},
        {}};
    add_functions(parent, core_functions, "concord._core");
}

} // namespace concord::python
