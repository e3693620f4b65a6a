// What `concord substring --report` writes.
#pragma once

#include "report/curve.hpp"
#include "report/page.hpp"

#include "formats/output_file.hpp"
#include "output/substring_answer.hpp"

#include "output/component_answer.hpp"
#include "output/pair_answers.hpp"
#include <string>

namespace concord::app::report {

/// `answer.result` holds the occurrences and the ties, whether or not the user asked for them elsewhere.
void write_substring_report(const substring_answer& answer, const support_curve& curve, const reproduction& how,
                            const formats::byte_sink& sink);

/// `answer.result` holds the alignment, whether or not the user asked for it elsewhere.
void write_subsequence_report(const subsequence_answer& answer, const reproduction& how,
                              const formats::byte_sink& sink);
void write_distance_report(const distance_answer& answer, const reproduction& how, const formats::byte_sink& sink);

void write_component_report(const component_answer& answer, const reproduction& how, const formats::byte_sink& sink);

} // namespace concord::app::report
