#include "letters.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <span>
#include <string_view>

namespace concord::python {
namespace {

constexpr std::uint32_t first_made_number = 0x11'0000; ///< one more than the greatest code point

template <class Number>
std::span<const Number> numbers_of(const Py_buffer& buffer) {
    return {static_cast<const Number*>(buffer.buf), static_cast<std::size_t>(buffer.len) / sizeof(Number)};
}

template <class Signed, class Unsigned>
bool take_numbers(const Py_buffer& buffer, bool is_signed, symbol_view& view) {
    const std::span<const Unsigned> numbers = numbers_of<Unsigned>(buffer);
    // Numbers that collide with made numbers, or are negative, are converted element by element.
    if (is_signed && std::ranges::any_of(numbers_of<Signed>(buffer), [](Signed one) { return one < 0; })) return false;
    if constexpr (sizeof(Unsigned) == 4)
        if (std::ranges::any_of(numbers, [](Unsigned one) { return one >= first_made_number; })) return false;
    view = symbol_view(numbers);
    return true;
}

template <class Signed>
bool take_wide_numbers(const Py_buffer& buffer, std::vector<std::uint32_t>& made) {
    const std::span<const Signed> numbers = numbers_of<Signed>(buffer);
    if (std::ranges::any_of(numbers, [](Signed one) { return one < 0 || one >= Signed{first_made_number}; }))
        return false;
    made.assign(numbers.begin(), numbers.end());
    return true;
}

/// The number of an integer that is one itself, or of a letter; negative: of another element. Runs no code of Python.
long plain_number(PyObject* element) {
    if (PyLong_CheckExact(element)) {
        int overflow = 0;
        const long value = PyLong_AsLongAndOverflow(element, &overflow);
        return overflow == 0 && value < long{first_made_number} ? value : -1;
    }
    if (PyUnicode_CheckExact(element) && PyUnicode_GET_LENGTH(element) == 1)
        return static_cast<long>(PyUnicode_READ_CHAR(element, 0));
    return -1;
}

/// Elements that refuse to be compared are equal if their hashes are, as in rapidfuzz.
void forgive_missing_comparison() {
    if (PyErr_ExceptionMatches(PyExc_NotImplementedError) == 0) throw nb::python_error();
    PyErr_Clear();
}

} // namespace

std::uint32_t element_numbers::of(nb::handle element) {
    PyObject* const object = element.ptr();
    if (PyUnicode_Check(object) && PyUnicode_GET_LENGTH(object) == 1) return PyUnicode_READ_CHAR(object, 0);
    if (PyLong_CheckExact(object)) {
        int overflow = 0;
        const long value = PyLong_AsLongAndOverflow(object, &overflow);
        if (overflow == 0 && value >= 0 && value < long{first_made_number}) return static_cast<std::uint32_t>(value);
    }
    // Elements that equal a small integer get its number: 1.0, True, a NumPy scalar.
    const Py_hash_t hash = PyObject_Hash(object);
    if (hash == -1) throw nb::python_error();
    if (hash >= 0 && hash < Py_hash_t{first_made_number} && !PyTuple_CheckExact(object)) {
        const nb::object whole = nb::steal(PyLong_FromSsize_t(hash));
        const int equal = PyObject_RichCompareBool(object, whole.ptr(), Py_EQ);
        if (equal < 0) forgive_missing_comparison();
        if (equal > 0) return static_cast<std::uint32_t>(hash);
    }
    if (!known_.is_valid()) known_ = nb::steal(PyDict_New());
    const std::size_t count = static_cast<std::size_t>(PyDict_Size(known_.ptr()));
    const nb::object next = nb::int_(first_made_number + count);
    PyObject* const number = PyDict_SetDefault(known_.ptr(), object, next.ptr()); // borrowed
    if (number != nullptr) return static_cast<std::uint32_t>(PyLong_AsUnsignedLong(number));
    forgive_missing_comparison();
    PyObject* key = nullptr;
    PyObject* known = nullptr;
    for (Py_ssize_t at = 0; PyDict_Next(known_.ptr(), &at, &key, &known) != 0;)
        if (PyObject_Hash(key) == hash) return static_cast<std::uint32_t>(PyLong_AsUnsignedLong(known));
    throw nb::type_error("an element can be compared with no other");
}

letters::letters(nb::handle sequence, element_numbers& numbers) {
    if (PyUnicode_Check(sequence.ptr())) {
        view_ = text_view(sequence);
    } else if (!take_buffer(sequence)) {
        take_elements(sequence, numbers);
    }
}

letters::~letters() {
    if (buffer_.obj != nullptr) PyBuffer_Release(&buffer_);
}

bool letters::take_buffer(nb::handle array) {
    PyObject* const object = array.ptr();
    if (PyBytes_Check(object)) {
        view_ = bytes_view(array);
        return true;
    }
    if (PyList_Check(object) || PyTuple_Check(object) || PyObject_CheckBuffer(object) == 0) return false;
    if (PyObject_GetBuffer(object, &buffer_, PyBUF_FORMAT | PyBUF_C_CONTIGUOUS) != 0) {
        PyErr_Clear(); // with gaps between its elements, say
        return false;
    }
    if (buffer_.ndim != 1) throw nb::type_error("expected an array of one dimension");
    std::string_view format = buffer_.format == nullptr ? "B" : buffer_.format;
    if (format.size() > 1 && (format.front() == '=' || format.front() == '<' || format.front() == '@'))
        format.remove_prefix(1);
    if (format.size() != 1) return false;
    const bool is_signed = std::string_view("bhilq").find(format) != std::string_view::npos;
    if (!is_signed && std::string_view("BHILQcuw?").find(format) == std::string_view::npos) return false;
    switch (buffer_.itemsize) {
    case 1: return take_numbers<std::int8_t, std::uint8_t>(buffer_, is_signed, view_);
    case 2: return take_numbers<std::int16_t, std::uint16_t>(buffer_, is_signed, view_);
    case 4: return take_numbers<std::int32_t, std::uint32_t>(buffer_, is_signed, view_);
    case 8:
        if (is_signed ? !take_wide_numbers<std::int64_t>(buffer_, made_)
                      : !take_wide_numbers<std::uint64_t>(buffer_, made_))
            return false;
        view_ = symbol_view(std::span<const std::uint32_t>(made_));
        return true;
    default: return false;
    }
}

void letters::take_elements(nb::handle sequence, element_numbers& numbers) {
    nb::object list = nb::borrow(sequence);
    if (PyObject_CheckBuffer(sequence.ptr()) != 0 && nb::hasattr(sequence, "tolist")) {
        list = sequence.attr("tolist")(); // NumPy's scalars become Python's numbers
    } else if (PySequence_Check(sequence.ptr()) == 0) {
        throw nb::type_error(
            (std::string("expected str, bytes, an array or another sequence of hashable elements, got ") +
             Py_TYPE(sequence.ptr())->tp_name)
                .c_str());
    }
    const nb::object fast = nb::steal(PySequence_Fast(list.ptr(), "expected a sequence"));
    if (!fast.is_valid()) throw nb::python_error();
    const Py_ssize_t size = PySequence_Fast_GET_SIZE(fast.ptr());
    made_.reserve(static_cast<std::size_t>(size));
    for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(fast.ptr()); ++i) {
        if (const long plain = plain_number(PySequence_Fast_GET_ITEM(fast.ptr(), i)); plain >= 0) {
            made_.push_back(static_cast<std::uint32_t>(plain));
            continue;
        }
        const nb::object element = nb::borrow(PySequence_Fast_GET_ITEM(fast.ptr(), i)); // __eq__ may change the list
        made_.push_back(numbers.of(element));
    }
    view_ = symbol_view(std::span<const std::uint32_t>(made_));
}

bool is_missing(nb::handle value) {
    if (value.is_none()) return true;
    if (PyFloat_CheckExact(value.ptr())) return std::isnan(PyFloat_AS_DOUBLE(value.ptr()));
    if (PyUnicode_Check(value.ptr()) || PyBytes_Check(value.ptr())) return false;
    return std::strcmp(Py_TYPE(value.ptr())->tp_name, "pandas._libs.missing.NAType") == 0 ||
           std::strcmp(Py_TYPE(value.ptr())->tp_name, "NAType") == 0;
}

} // namespace concord::python
