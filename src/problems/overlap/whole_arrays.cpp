// The arrays of an index as they are, for those who go on from there.
#include "problems/overlap/tables.hpp"

#include <concord/error.hpp>
#include <concord/overlap.hpp>

#include <algorithm>
#include <string>

namespace concord {
namespace {

void require_room(const overlap_index& index, std::size_t elements) {
    if (elements == index.sequences().letters()) return;
    throw error(error_code::usage, "an array of " + std::to_string(index.sequences().letters()) +
                                       " elements is needed, one for each letter; this one has " +
                                       std::to_string(elements));
}

} // namespace

void suffix_array(const overlap_index& index, std::span<std::uint64_t> positions) {
    require_room(index, positions.size());
    std::visit([&](const auto& arrays) { std::ranges::copy(arrays.suffixes, positions.begin()); },
               index.inner().arrays);
}

void lcp_array(const overlap_index& index, std::span<std::uint64_t> lengths) {
    require_room(index, lengths.size());
    std::visit([&](const auto& arrays) { std::ranges::copy(arrays.prefixes, lengths.begin()); }, index.inner().arrays);
}

} // namespace concord
