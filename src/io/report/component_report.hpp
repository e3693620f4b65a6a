// What `concord component --report` writes.
#pragma once

#include "io/report/page.hpp"

#include <io/component_output.hpp>

namespace concord::io::report {

void write_component_report(const component_answer& answer, const reproduction& how, const byte_sink& sink);

} // namespace concord::io::report
