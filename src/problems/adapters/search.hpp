// Rounds of the search: cores, their consensus, and masks over the reads that hold them.
#pragma once

#include "problems/adapters/background.hpp"
#include "problems/adapters/consensus.hpp"
#include "problems/adapters/read_passes.hpp"

#include <cstdint>
#include <vector>

namespace concord::adapters {

/// A consensus, on the strand of its core.
struct found_sequence {
    codes letters;
    double expected = 0; ///< words as frequent as its core that chance gives
};

/// What a search looks for. It depends on the number of reads and on their platform, not on what they hold.
struct search_terms {
    std::uint64_t core_reads = 0; ///< that hold the word of a core
    double max_expected = 0;
    bool may_shift = false;
    simd::vector_target vectors = simd::vector_target::automatic;
};

/// Sequences that many reads of the passes hold, from the most frequent core on; none is a variant of one before it.
/// `is_complete` becomes false where rounds ended before cores did.
[[nodiscard]] std::vector<found_sequence> search(const sequence::packed_sequences& set, const search_terms& terms,
                                                 read_passes& passes, bool& is_complete);

} // namespace concord::adapters
