// What `concord component --report` writes.
#pragma once

#include "report/page.hpp"

#include "output/component_answer.hpp"

namespace concord::app::report {

void write_component_report(const component_answer& answer, const reproduction& how, const formats::byte_sink& sink);

} // namespace concord::app::report
