// What tests of real GPUs share.
#pragma once

#include "runtime/gpu/gpus.hpp"

#include <gtest/gtest.h>

#include <string>

/// Ends a test where there is no GPU, and says why there is none.
#define CONCORD_GPU_OR_SKIP()                                                                                          \
    if (concord::runtime::usable_gpus().empty())                                                                       \
    GTEST_SKIP() << "skipped: no GPU (" << concord::runtime::list_gpus().why_none << ")"

namespace concord::test {

/// Every one that can be used, as `--device` names them: "cuda:0,1".
inline std::string all_gpus() {
    std::string name = "cuda:";
    for (const int index : runtime::usable_gpus())
        name.append(name.back() == ':' ? "" : ",").append(std::to_string(index));
    return name;
}

} // namespace concord::test
