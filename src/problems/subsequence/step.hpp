// The law of the longest common subsequence, which the indel distance shares.
#pragma once

#include "exec/wavefront/indel_step.hpp"

namespace concord::subsequence {

using exec::indel::row_law;
using exec::indel::signals;
using exec::indel::states;
using exec::indel::step;

} // namespace concord::subsequence
