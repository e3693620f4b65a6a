// What `concord subsequence --report` and, for a pair, `concord distance --report` write.
#pragma once

#include "io/report/page.hpp"

#include <io/output_file.hpp>
#include <io/pair_output.hpp>

namespace concord::io::report {

/// `answer.result` holds the alignment, whether or not the user asked for it elsewhere.
void write_subsequence_report(const subsequence_answer& answer, const reproduction& how, const byte_sink& sink);
void write_distance_report(const distance_answer& answer, const reproduction& how, const byte_sink& sink);

} // namespace concord::io::report
