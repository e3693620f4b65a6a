// The oracle: letters compared one by one, from the definitions, quadratic and worse, too simple to be wrong.
#pragma once

#include <concord/overlap.hpp>

#include <cstdint>
#include <vector>

namespace concord::overlap {

/// Letters that the suffixes at two places share.
[[nodiscard]] std::uint64_t reference_common_prefix(const sequence_set& set, const overlap_place& a,
                                                    const overlap_place& b);

/// All places but the ends of sequences, in the order that step.hpp defines.
[[nodiscard]] std::vector<overlap_place> reference_suffixes(const sequence_set& set);

[[nodiscard]] shared_region_result reference_shared_region(const sequence_set& set,
                                                           const shared_region_options& options);

[[nodiscard]] repeat_result reference_repeat(const sequence_set& set, const repeat_options& options);

[[nodiscard]] std::vector<exact_match> reference_matches(const sequence_set& set, std::uint64_t sequences_of_a,
                                                         std::uint64_t min_length);

[[nodiscard]] std::vector<mismatch_match> reference_mismatch_matches(const sequence_set& set, std::uint64_t min_length,
                                                                     std::uint64_t mismatches);

[[nodiscard]] std::vector<end_overlap> reference_overlaps(const sequence_set& set, std::uint64_t min_length);

} // namespace concord::overlap
