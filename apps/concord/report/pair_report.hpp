// What `concord subsequence --report` and, for a pair, `concord distance --report` write.
#pragma once

#include "report/page.hpp"

#include "formats/output_file.hpp"
#include "output/pair_answers.hpp"

namespace concord::app::report {

/// `answer.result` holds the alignment, whether or not the user asked for it elsewhere.
void write_subsequence_report(const subsequence_answer& answer, const reproduction& how,
                              const formats::byte_sink& sink);
void write_distance_report(const distance_answer& answer, const reproduction& how, const formats::byte_sink& sink);

} // namespace concord::app::report
