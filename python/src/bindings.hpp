// The parts of the module, which module.cpp combines: each file binds its own topic.
#pragma once

#include <nanobind/nanobind.h>

namespace concord::python {

void bind_pairs(nanobind::module_& module);
void bind_scripts(nanobind::module_& module);
void bind_alignments(nanobind::module_& module);
void bind_similarities(nanobind::module_& module);
void bind_sets(nanobind::module_& module);
void bind_weighted_scores(nanobind::module_& module);
void bind_batches(nanobind::module_& module);
void bind_near_pairs(nanobind::module_& module);
void bind_substring(nanobind::module_& module);
void bind_overlap(nanobind::module_& module);
void bind_component(nanobind::module_& module);
void bind_adapters(nanobind::module_& module);
void bind_default_process(nanobind::module_& module);
void bind_extract(nanobind::module_& module);
void bind_quick_functions(nanobind::module_& module);
void bind_find(nanobind::module_& module);
void bind_fuzz(nanobind::module_& module);
void bind_machine(nanobind::module_& module);

} // namespace concord::python
