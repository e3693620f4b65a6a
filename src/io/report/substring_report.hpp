// What `concord substring --report` writes.
#pragma once

#include "io/report/curve.hpp"
#include "io/report/page.hpp"

#include <io/output_file.hpp>
#include <io/substring_output.hpp>

#include <string>

namespace concord::io::report {

/// `answer.result` holds the occurrences and the ties, whether or not the user asked for them elsewhere.
void write_substring_report(const substring_answer& answer, const support_curve& curve, const reproduction& how,
                            const byte_sink& sink);

} // namespace concord::io::report
