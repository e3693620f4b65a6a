// What a search of variants is given beside its problem: threads, vector kernels, memory, and where notes are kept.
#pragma once

#include "problems/substring/variants/variant_search.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace concord::test {

struct variant_tools {
    explicit variant_tools(const run_options& given = {}) : run(given) {}

    run_options run; ///< which the threads refer to
    runtime::thread_pool workers{run};
    std::vector<std::string> notes;
    simd::vector_target vectors = simd::choose_vectors(run.vectors);
    substring::variant_resources resources{workers,
                                           substring::row_kernels_for(vectors),
                                           substring::reach_kernels_for(vectors),
                                           substring::neighbourhood_kernels_for(vectors),
                                           std::uint64_t{1} << 30U,
                                           notes};
};

} // namespace concord::test
