// The suffixes of a set in order, with all that is asked about them.
#pragma once

#include "suffixes/shared_intervals.hpp"
#include "suffixes/suffix_array.hpp"
#include "suffixes/text.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace concord::suffixes {

/// The arrays, and what they refer to.
template <class Position>
struct sorted_suffixes {
    sorted_suffixes(const sequence::packed_sequences& set, runtime::thread_pool& workers,
                    std::vector<std::string>& notes)
        : letters(set, workers), order(suffix_array<Position>(letters.view(), {}, workers, notes)) {
        if (order.prefixes.size() != order.suffixes.size())
            order.prefixes =
                prefixes_of<Position>(letters.view(), order.suffixes.view(), workers, std::move(order.preceding));
    }
    [[nodiscard]] suffix_arrays<Position> arrays(std::span<const std::uint64_t> owners) const {
        return {order.suffixes.view(), order.prefixes.view(), letters.map(), owners};
    }

    text letters;
    suffix_order<Position> order;
};

} // namespace concord::suffixes
