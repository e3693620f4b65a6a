// The passes over all reads that a search makes. The search decides, the passes look at the reads: on the threads of
// this process, on a GPU, or each rank of a run at a share of them. All give the same.
#pragma once

#include "problems/adapters/read_statistics.hpp"
#include "problems/adapters/word_counts.hpp"
#include "simd/vector_target.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace concord::adapters {

/// The reads of a search.
struct searched_reads {
    const sequence::packed_sequences& set;
    std::span<const std::uint32_t> inserts; ///< where mates show that inserts end, a number a read; or empty
    bool may_shift = false;                 ///< they have insertions and deletions
    read_range ours{};                      ///< passes are over these; a pass that is shared adds up all of them
    simd::vector_target vectors = simd::vector_target::automatic;
};

class read_passes {
  public:
    virtual ~read_passes() = default;

    /// For each word the number of reads that hold it where no letter of it is masked; valid until the next call.
    /// Throws error: resource, cancelled; as all passes.
    [[nodiscard]] virtual const std::vector<std::uint32_t>& count_words() = 0;
    /// Some places of each word of a list, as adapters::sample_places. `counts` are those of the last count_words().
    [[nodiscard]] virtual std::vector<std::vector<word_place>>
    sample_places(const std::vector<std::uint32_t>& words, const std::vector<std::uint32_t>& counts) = 0;
    /// Masks what reads hold of the sequences: whole, cut, or a few letters at an end of the read.
    virtual void mask_held(const std::vector<codes>& sequences) = 0;
    /// What all letters of the reads, masked ones too, say of the sequences.
    [[nodiscard]] virtual read_statistics statistics_of(const std::vector<codes>& sequences) = 0;
    /// Throws error (cancelled) where the caller cancelled and no other process has to be informed.
    virtual void check_cancelled() const = 0;
};

} // namespace concord::adapters
