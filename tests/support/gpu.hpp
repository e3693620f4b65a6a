// What tests of real GPUs share.
#pragma once

#include "runtime/gpu/gpus.hpp"

#include <gtest/gtest.h>

/// Ends a test where there is no GPU, and says why there is none.
#define CONCORD_GPU_OR_SKIP()                                                                                          \
    if (concord::runtime::usable_gpus().empty())                                                                       \
    GTEST_SKIP() << "skipped: no GPU (" << concord::runtime::list_gpus().why_none << ")"

namespace concord::test {

/// Every one that can be used, by number.
inline device all_gpus() { return device::gpus(runtime::usable_gpus()); }

} // namespace concord::test
