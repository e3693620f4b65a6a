#include "sets.hpp"

#include "arrow.hpp"
#include "bindings.hpp"
#include "narrow_texts.hpp"
#include "running.hpp"

#include "formats/fastx_reader.hpp"
#include "sequence/packed_sequences.hpp"
#include <concord/error.hpp>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>

namespace concord::python {
namespace {

alphabet alphabet_named(const std::string& name) {
    for (const alphabet kind : {alphabet::automatic, alphabet::dna, alphabet::protein, alphabet::bytes, alphabet::utf8})
        if (name == to_string(kind)) return kind;
    throw error(error_code::usage, "unknown alphabet '" + name + "': expected auto, dna, protein, bytes or utf8");
}

/// Calls `add` with the letters of an element of a collection; errors for invalid letters name the element.
template <class Add>
void add_one(std::size_t index, Add&& add) {
    try {
        add();
    } catch (const letter_error& problem) {
        throw error(error_code::bad_input, "sequence index " + std::to_string(index) + ", letter index " +
                                               std::to_string(problem.position()) + ": " + problem.what());
    }
}

/// A name for each sequence, or none at all.
class name_list {
  public:
    name_list(nb::handle names, std::size_t count) : is_given_(!names.is_none()) {
        if (!is_given_) return;
        names_ = nb::cast<std::vector<std::string>>(names);
        if (names_.size() != count)
            throw error(error_code::usage,
                        std::to_string(names_.size()) + " names for " + std::to_string(count) + " sequences");
    }
    [[nodiscard]] std::string_view operator[](std::size_t index) const {
        return is_given_ ? std::string_view(names_[index]) : std::string_view();
    }

  private:
    bool is_given_;
    std::vector<std::string> names_;
};

std::string_view bytes_of(nb::handle sequence, element_numbers& numbers, std::optional<letters>& held) {
    if (PyUnicode_Check(sequence.ptr())) {
        Py_ssize_t size = 0;
        const char* const text = PyUnicode_AsUTF8AndSize(sequence.ptr(), &size);
        if (text == nullptr) throw nb::python_error();
        return {text, static_cast<std::size_t>(size)};
    }
    held.emplace(sequence, numbers);
    return held->view().visit([&](auto symbols) -> std::string_view {
        if constexpr (sizeof(symbols[0]) == 1) return {reinterpret_cast<const char*>(symbols.data()), symbols.size()};
        throw nb::type_error("expected str, bytes or an array of single bytes for this alphabet");
    });
}

/// What a builder has packed is put together without the interpreter's lock.
sequence_set finished(sequence_set_builder&& builder) {
    const nb::gil_scoped_release released;
    return std::move(builder).finish();
}

sequence_set finished(const std::shared_ptr<sequence::packed_sequences>& packed) {
    const nb::gil_scoped_release released;
    packed->finish();
    return sequence::make_set(packed);
}

/// Letters of a biological alphabet, or of one to be detected.
sequence_set pack_letters(nb::handle sequences, nb::handle names, alphabet kind) {
    sequence_set_builder builder(kind);
    element_numbers numbers;
    const nb::list list = nb::cast<nb::list>(list_of(sequences));
    const name_list named(names, list.size());
    for (std::size_t index = 0; index < list.size(); ++index) {
        let_others_run(index);
        std::optional<letters> held;
        const std::string_view text = bytes_of(list[index], numbers, held);
        add_one(index, [&] { builder.add(named[index], text); });
    }
    return finished(std::move(builder));
}

/// A list of texts of a byte a letter, without names; nothing if it is another one.
std::optional<sequence_set> pack_narrow(const nb::list& list) {
    const auto packed = std::make_shared<sequence::packed_sequences>(alphabet::bytes);
    narrow_texts texts;
    for (std::size_t at = 0, turn = 0; at < list.size(); ++turn) {
        let_others_run(turn);
        PyObject* const* const items = PySequence_Fast_ITEMS(list.ptr());
        const auto some = texts.in(items + at, items + list.size());
        if (some.empty()) return std::nullopt;
        for (const std::span<const std::uint8_t> each : some)
            packed->add({}, {reinterpret_cast<const char*>(each.data()), each.size()});
        at += some.size();
    }
    return finished(packed);
}

/// Elements of any kind: as bytes if their numbers fit, or if at most 256 different ones occur (then recoded in their
/// order); else as code points.
held_set pack_exactly(nb::handle sequences, nb::handle names) {
    const nb::list list = nb::cast<nb::list>(list_of(sequences));
    if (names.is_none())
        if (std::optional<sequence_set> made = pack_narrow(list)) return {*std::move(made), false};
    const name_list named(names, list.size());
    element_numbers numbers;
    std::vector<std::unique_ptr<letters>> all;
    bool fits = true;
    for (std::size_t index = 0; index < list.size(); ++index) {
        let_others_run(index);
        const nb::object sequence = list[index];
        if (is_missing(sequence)) throw nb::type_error("a sequence is missing (None or NaN)");
        all.push_back(std::make_unique<letters>(sequence, numbers));
        fits = fits && all.back()->view().visit([](auto symbols) {
            return sizeof(symbols[0]) == 1 || std::ranges::all_of(symbols, [](auto one) { return one <= 0xFF; });
        });
    }
    std::map<std::uint32_t, char> byte_of;
    if (!fits) {
        std::set<std::uint32_t> found;
        for (const auto& one : all)
            one->view().visit([&](auto symbols) {
                std::uint32_t last = 0xFFFF'FFFF; // runs and small alphabets are looked up rarely
                for (const std::uint32_t symbol : symbols)
                    if (symbol != std::exchange(last, symbol) && found.size() <= 256) found.insert(symbol);
            });
        if (found.size() > 256) {
            sequence_set_builder builder(alphabet::utf8);
            for (std::size_t index = 0; index < all.size(); ++index) {
                let_others_run(index);
                add_one(index, [&] { builder.add(named[index], all[index]->view()); });
            }
            return {finished(std::move(builder)), true};
        }
        for (const std::uint32_t symbol : found)
            byte_of.emplace(symbol, static_cast<char>(byte_of.size()));
    }
    sequence_set_builder builder(alphabet::bytes);
    std::string bytes;
    for (std::size_t index = 0; index < all.size(); ++index) {
        let_others_run(index);
        all[index]->view().visit([&](auto symbols) {
            if constexpr (sizeof(symbols[0]) == 1) {
                if (fits) {
                    builder.add(named[index], {reinterpret_cast<const char*>(symbols.data()), symbols.size()});
                    return;
                }
            }
            bytes.clear();
            for (const std::uint32_t symbol : symbols)
                bytes.push_back(fits ? static_cast<char>(symbol) : byte_of.at(symbol));
            builder.add(named[index], bytes);
        });
    }
    return {finished(std::move(builder)), !fits};
}

held_set make_set(nb::handle sequences, nb::handle names, nb::handle kind) {
    if (kind.is_none()) return pack_exactly(sequences, names);
    return {pack_letters(sequences, names, alphabet_named(nb::cast<std::string>(kind))), false};
}

/// Paths are bytes, as the system has them.
nb::tuple read_files(const nb::list& files, const std::string& kind, bool lines, nb::handle requested) {
    std::vector<std::string> paths;
    for (const nb::handle file : files) {
        const auto path = nb::cast<nb::bytes>(file);
        paths.emplace_back(path.c_str(), path.size());
    }
    watched_run run(arguments_of(requested));
    formats::read_options options;
    options.lines = lines ? formats::line_files::always : formats::line_files::never;
    options.threads = run.options().threads == 0 ? usable_cores() : run.options().threads;
    options.on_progress = run.options().on_progress;
    options.cancelled = run.options().cancelled;
    const alphabet chosen = alphabet_named(kind);
    std::vector<std::uint64_t> counts;
    held_set made{run.call([&] { return formats::read_sequences(paths, chosen, options, &counts); })};
    return nb::make_tuple(nb::cast(std::move(made)), counts);
}

/// Bytes that are no UTF-8 are written as the program writes them.
nb::object name_of(std::string_view name) {
    PyObject* const made = PyUnicode_DecodeUTF8(name.data(), static_cast<Py_ssize_t>(name.size()), "backslashreplace");
    if (made == nullptr) throw nb::python_error();
    return nb::steal(made);
}

/// Bytes that are a text of one byte a letter, as Python's text.
nb::object text_of(const held_set& held, std::size_t sequence, std::uint64_t start, std::uint64_t end) {
    const std::string text = held.set.text(sequence, start, end);
    const auto size = static_cast<Py_ssize_t>(text.size());
    PyObject* const made = held.set.alphabet() == alphabet::utf8
                               ? PyUnicode_DecodeUTF8(text.data(), size, "surrogatepass")
                               : PyUnicode_DecodeLatin1(text.data(), size, nullptr);
    if (made == nullptr) throw nb::python_error();
    return nb::steal(made);
}

} // namespace

nb::object list_of(nb::handle sequences) {
    if (!is_arrow(sequences)) {
        if (PyUnicode_Check(sequences.ptr()) || PyBytes_Check(sequences.ptr()))
            throw nb::type_error("expected a collection of sequences, got a single one: put it into a list");
        const nb::object fast = nb::steal(PySequence_List(sequences.ptr()));
        if (!fast.is_valid()) throw nb::python_error();
        return fast;
    }
    nb::list made;
    for_each_arrow_text(sequences, [&](std::optional<std::string_view> text, bool is_text) {
        if (!text) {
            made.append(nb::none());
        } else if (is_text) {
            made.append(nb::str(text->data(), text->size()));
        } else {
            made.append(nb::bytes(text->data(), text->size()));
        }
    });
    return made;
}

code_point_set pack_code_points(nb::handle sequences, element_numbers& numbers, const padding& pad) {
    code_point_set made;
    const auto packed = std::make_shared<sequence::packed_sequences>(alphabet::utf8);
    std::vector<std::uint32_t> padded;
    const auto note_missing = [&](bool is_missing_one) {
        made.missing.push_back(is_missing_one);
        made.any_missing |= is_missing_one;
    };
    const auto add = [&](symbol_view view) {
        if (pad.padded_to == 0) return packed->add({}, view);
        view.visit([&](auto symbols) { padded.assign(symbols.begin(), symbols.end()); });
        padded.resize(pad.padded_to, pad.letter);
        packed->add({}, symbol_view(std::span<const std::uint32_t>(padded)));
    };
    if (is_arrow(sequences) && pad.padded_to == 0) {
        std::size_t index = 0;
        for_each_arrow_text(sequences, [&](std::optional<std::string_view> text, bool is_text) {
            let_others_run(index);
            note_missing(!text);
            const std::string_view bytes = text.value_or(std::string_view());
            add_one(index++, [&] {
                if (is_text) {
                    packed->add({}, bytes);
                } else {
                    packed->add(
                        {}, symbol_view(std::span(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size())));
                }
            });
        });
        made.set = finished(packed);
        return made;
    }
    const bool is_in_place = PyList_CheckExact(sequences.ptr()) || PyTuple_CheckExact(sequences.ptr());
    const nb::object list = is_in_place ? nb::borrow(sequences) : list_of(sequences);
    const auto size = static_cast<std::size_t>(PySequence_Fast_GET_SIZE(list.ptr()));
    if (pad.padded_to == 0) packed->expect_sequences(size);
    narrow_texts texts;
    for (std::size_t at = 0, turn = 0; at < size; ++turn) {
        let_others_run(turn);
        if (PySequence_Fast_GET_SIZE(list.ptr()) != static_cast<Py_ssize_t>(size))
            throw std::runtime_error("the list changed while it was read");
        PyObject* const* const items = PySequence_Fast_ITEMS(list.ptr());
        if (pad.padded_to == 0) {
            const auto some = texts.in(items + at, items + size);
            packed->add_narrow(some);
            at += some.size();
            made.missing.resize(at);
            if (!some.empty()) continue;
        }
        const std::size_t index = at++;
        if (PyUnicode_CheckExact(items[index]) && pad.padded_to == 0) { // runs no Python code
            note_missing(false);
            packed->add({}, text_view(items[index]));
            continue;
        }
        const nb::object sequence = nb::borrow(items[index]);
        note_missing(is_missing(sequence));
        if (made.missing.back()) {
            add({});
            continue;
        }
        const letters held(sequence, numbers);
        add_one(index, [&] { add(held.view()); });
    }
    made.set = finished(packed);
    return made;
}

void bind_sets(nb::module_& module) {
    nb::class_<held_set>(module, "SequenceSet")
        .def("size", [](const held_set& held) { return held.set.size(); })
        .def("letters", [](const held_set& held) { return held.set.letters(); })
        .def("ambiguous", [](const held_set& held) { return held.set.ambiguous(); })
        .def("shortest", [](const held_set& held) { return held.set.shortest(); })
        .def("longest", [](const held_set& held) { return held.set.longest(); })
        .def("memory_bytes", [](const held_set& held) { return held.set.memory_bytes(); })
        .def("alphabet", [](const held_set& held) { return to_string(held.set.alphabet()); })
        .def("is_recoded", [](const held_set& held) { return held.is_recoded; })
        .def("length", [](const held_set& held, std::size_t sequence) { return held.set.length(sequence); })
        .def("name", [](const held_set& held, std::size_t sequence) { return name_of(held.set.name(sequence)); })
        .def("text", text_of);
    module.def("make_set", make_set, nb::arg(), nb::arg().none(), nb::arg().none());
    module.def("list_of", list_of);
    module.def("read_files", read_files);
}

} // namespace concord::python
