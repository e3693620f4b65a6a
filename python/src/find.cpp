// A pattern in a text.
#include "bindings.hpp"
#include "letters.hpp"
#include "running.hpp"

#include <concord/error.hpp>
#include <concord/find.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace concord::python {
namespace {

/// As a sequence has it: of bytes the number of the one byte.
std::uint32_t number_of(nb::handle element, element_numbers& numbers) {
    if (PyBytes_Check(element.ptr()) == 0) return numbers.of(element);
    if (PyBytes_GET_SIZE(element.ptr()) != 1)
        throw error(error_code::usage, "an equality of bytes is of one byte each");
    return static_cast<std::uint8_t>(PyBytes_AS_STRING(element.ptr())[0]);
}

/// A list of `type`: (start, end, distance, cigar).
nb::list find(nb::handle pattern, nb::handle text, nb::handle bound, bool at_start, bool every_minimum,
              const nb::list& equalities, nb::handle type, nb::handle requested) {
    element_numbers numbers;
    const letters of_pattern(pattern, numbers);
    const letters of_text(text, numbers);
    watched_run run(arguments_of(requested));
    text_search_options options;
    if (!bound.is_none()) options.max_edits = nb::cast<std::uint64_t>(bound);
    options.at_start = at_start;
    options.every_minimum = every_minimum;
    options.run = run.options();
    for (const nb::handle pair : equalities) {
        if (nb::len(pair) != 2) throw error(error_code::usage, "an equality is of two elements");
        options.equalities.push_back({number_of(pair[0], numbers), number_of(pair[1], numbers)});
    }
    const sequence_ref ref_pattern(of_pattern.view());
    const sequence_ref ref_text(of_text.view());
    const std::vector<pattern_occurrence> found =
        run.call([&] { return find_in_text(ref_pattern, ref_text, options); });
    nb::list made;
    for (const pattern_occurrence& each : found)
        made.append(type(each.start, each.end, each.edits, cigar(each.alignment)));
    return made;
}

} // namespace

void bind_find(nb::module_& module) {
    module.def("find", find, nb::arg(), nb::arg(), nb::arg().none(), nb::arg(), nb::arg(), nb::arg(), nb::arg(),
               nb::arg());
}

} // namespace concord::python
