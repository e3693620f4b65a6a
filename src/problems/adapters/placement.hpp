// Where reads hold consensus sequences, either strand, whole or cut by an end of the read.
#pragma once

#include "problems/adapters/consensus.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace concord::adapters {

/// A consensus in a read. Letters [first, last) of the consensus, as it stands or as its reverse complement, lie at
/// letters [start, end) of the read.
struct placement {
    std::uint32_t which = 0; ///< consensus
    bool reversed = false;
    std::uint32_t first = 0;
    std::uint32_t last = 0;
    std::uint32_t start = 0;
    std::uint32_t end = 0;
    std::uint32_t differences = 0;

    [[nodiscard]] int score() const noexcept {
        return static_cast<int>(last - first) - 4 * static_cast<int>(differences);
    }
};

/// A set of sequences that reads are searched for. It finds every placement that holds eight equal letters side by side
/// (with insertions and deletions, two such seeds near one diagonal) and has no more differences than the thresholds
/// allow; where some overlap by more than half of the shorter one, the best: most letters after four for each
/// difference are taken off, then the longest consensus, then the first.
class placer {
  public:
    /// `may_shift`: with insertions and deletions.
    placer(const std::vector<codes>& consensus, bool may_shift);

    /// The placements in a read, from left to right. `found` is cleared.
    void place(std::span<const std::uint8_t> read, std::vector<placement>& found) const;
    /// How many letters at the end of the read are a beginning of a sequence, and at the start an end of one, where
    /// they are too few to be placed: 6 at least, and equal. 0: none.
    [[nodiscard]] std::uint32_t short_end(std::span<const std::uint8_t> read) const;
    [[nodiscard]] std::uint32_t short_start(std::span<const std::uint8_t> read) const;

    /// The letters of a consensus as they stand, or reversed.
    [[nodiscard]] const codes& letters(std::uint32_t which, bool reversed) const noexcept {
        return strands_[2 * which + (reversed ? 1 : 0)];
    }

  private:
    struct seed {
        std::uint32_t strand; ///< index of `strands_`
        std::uint32_t offset;
    };
    void place_at(std::span<const std::uint8_t> read, const seed& by, std::size_t at,
                  std::vector<placement>& found) const;
    void align_at(std::span<const std::uint8_t> read, const seed& by, std::size_t at,
                  std::vector<placement>& found) const;

    bool may_shift_;
    std::vector<codes> strands_;          ///< each consensus and its reverse complement
    std::vector<std::uint32_t> first_of_; ///< by word of 8 letters: in `seeds_`
    std::vector<seed> seeds_;
};

/// Whether the differences are as few as those of a read of this platform may be.
[[nodiscard]] bool few_differences(std::uint64_t differences, std::uint64_t overlap, bool may_shift) noexcept;

} // namespace concord::adapters
