// The oracle of both strands and of unique matches: strings and their reverse complements, searched letter by letter.
#pragma once

#include <concord/overlap.hpp>
#include <concord/unique_matches.hpp>

#include <cstdint>
#include <vector>

namespace concord::overlap {

[[nodiscard]] shared_region_result reference_region_on_both_strands(const sequence_set& set,
                                                                    const shared_region_options& options);
[[nodiscard]] repeat_result reference_repeat_on_both_strands(const sequence_set& set, const repeat_options& options);

/// In the order of maximal_exact_matches() and mismatch_matches().
[[nodiscard]] std::vector<exact_match>
reference_matches_on_both_strands(const sequence_set& set, std::uint64_t sequences_of_a, std::uint64_t min_length);
[[nodiscard]] std::vector<mismatch_match>
reference_mismatch_matches_on_both_strands(const sequence_set& set, std::uint64_t min_length, std::uint64_t mismatches);

/// Those of `matches`, which are all of them, whose letters occur once in A and once in B's strand.
[[nodiscard]] std::vector<exact_match> reference_unique_matches(const sequence_set& set, std::uint64_t sequences_of_a,
                                                                const std::vector<exact_match>& matches);

/// In order; on one strand or on both, which must be dna.
[[nodiscard]] std::vector<multi_match> reference_multi_matches(const sequence_set& set,
                                                               const multi_match_options& options, bool both_strands);

} // namespace concord::overlap
