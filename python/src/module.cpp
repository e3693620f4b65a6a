// concord._core: the extension under the package's Python files. Its functions take arguments by position and return
// plain tuples; concord/*.py add names, defaults and types of results.
#include "bindings.hpp"
#include "running.hpp"

#include <concord/run.hpp>
#include <nanobind/stl/string_view.h>

NB_MODULE(_core, module) {
    using namespace concord;
    using namespace concord::python;
    nb::set_leak_warnings(false); // scorers are kept by name in Python's tables until the very end
    translate_errors();
    bind_pairs(module);
    bind_scripts(module);
    bind_alignments(module);
    bind_similarities(module);
    bind_sets(module);
    bind_batches(module);
    bind_weighted_scores(module);
    bind_near_pairs(module);
    bind_substring(module);
    bind_overlap(module);
    bind_component(module);
    bind_adapters(module);
    bind_default_process(module);
    bind_extract(module);
    bind_quick_functions(module);
    bind_find(module);
    bind_fuzz(module);
    bind_machine(module);
    module.def("version", [] { return version(); });
}
