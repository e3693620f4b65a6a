// An alignment as a person wants to see it.
#pragma once

#include "formats/output_file.hpp"
#include "formats/sequence_pair.hpp"
#include "output/run_facts.hpp"
#include <concord/pairs.hpp>

namespace concord::app {

/// Of letters: one sequence above the other, wrapped, at most some lines of it.
///
///   flaw  0  flaw-  4
///             |||
///   lawn  0  -lawn  4
///
/// Of lines and tokens: what has to be taken out ('-') and put in ('+') to make B of A, in the unified format of diff.
void write_picture(const formats::sequence_pair& pair, const alignment& runs, const text_style& style,
                   const formats::byte_sink& sink);

} // namespace concord::app
