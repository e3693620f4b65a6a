// What steps count: numbers to be added up over all of them.
#pragma once

#include <cstdint>

namespace concord::runtime {

struct counts {
    std::uint32_t count;
    std::uint32_t runs; ///< of neighbours among those; for estimates
};

struct count_sums {
    std::uint64_t count = 0;
    std::uint64_t runs = 0;
};

} // namespace concord::runtime
