// Where reads hold consensus sequences, either strand, whole or cut by an end of the read.
#pragma once

#include "base/host_device.hpp"
#include "problems/adapters/consensus.hpp"
#include "problems/adapters/letter_planes.hpp"
#include "simd/vector_target.hpp"

#include <bitset>
#include <cstdint>
#include <span>
#include <vector>

namespace concord::adapters {

struct band_kernels;
struct placed_starts;

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

    [[nodiscard]] CONCORD_HD int score() const noexcept {
        return static_cast<int>(last - first) - 4 * static_cast<int>(differences);
    }
};

/// Letters of the words that reads and sequences share where a placement is tried; and of an end of a read that is
/// masked although it is too short to be placed, at least.
inline constexpr unsigned seed_letters = 8;
inline constexpr std::uint32_t seed_count = 1U << 2 * seed_letters;
inline constexpr unsigned least_short_end = 6;

/// Whether only one of two placements may stand: they share more than half of the shorter one.
[[nodiscard]] CONCORD_HD inline bool overlap_too_much(const placement& a, const placement& b) noexcept {
    const std::uint32_t from = a.start > b.start ? a.start : b.start;
    const std::uint32_t to = a.end < b.end ? a.end : b.end;
    const std::uint32_t of_a = a.end - a.start;
    const std::uint32_t of_b = b.end - b.start;
    return to > from && 2 * (to - from) > (of_a < of_b ? of_a : of_b);
}

/// Differences that a placement of so many letters may have at most, where there are no insertions and deletions.
[[nodiscard]] CONCORD_HD inline std::uint32_t most_substitutions(std::uint64_t overlap) noexcept {
    return static_cast<std::uint32_t>(threshold::short_read_differences * static_cast<double>(overlap));
}

/// Where a seed stands: a consensus and its strand, 2 · which + reversed, and the first of its letters.
struct seed_place {
    std::uint32_t strand;
    std::uint32_t offset;
};

/// A set of sequences that reads are searched for. It finds every placement that holds eight equal letters side by side
/// (with insertions and deletions, two such seeds near one diagonal) and has no more differences than the thresholds
/// allow; where some overlap by more than half of the shorter one, the best: most letters after four for each
/// difference are taken off, then the longest consensus, then the first.
class placer {
  public:
    /// `may_shift`: with insertions and deletions, of sequences of most_band_letters at most.
    placer(const std::vector<codes>& consensus, bool may_shift,
           simd::vector_target vectors = simd::vector_target::automatic);

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

    [[nodiscard]] const std::vector<codes>& strands() const noexcept { return strands_; }
    /// The seeds by their letters: those of word w are [first_seeds()[w], first_seeds()[w + 1]) of seeds().
    [[nodiscard]] const std::vector<std::uint32_t>& first_seeds() const noexcept { return first_of_; }
    [[nodiscard]] const std::vector<seed_place>& seeds() const noexcept { return seeds_; }

  private:
    /// The seeds of one place of a read: a range of `seeds_`.
    struct seeds_at {
        std::uint32_t first, last;
    };
    /// A read that shares seeds with the sequences nearly everywhere, as one of tandem repeats does with others.
    struct crowded_read {
        std::span<const std::uint8_t> letters;
        const letter_planes& planes;
        std::span<const seeds_at> seeds; ///< of each letter that a word begins at
        std::size_t all_seeds;
    };

    /// The placement along the diagonal of a seed at letter `at` of a read of so many letters, its differences still
    /// unknown.
    [[nodiscard]] placement along(const seed_place& by, std::size_t at, std::size_t letters) const noexcept;
    /// Counts the differences, at most those of the thresholds; false where they are more.
    [[nodiscard]] bool count_differences(const letter_planes& read, placement& at) const noexcept;
    // Without insertions and deletions.
    void place_unshifted(std::span<const std::uint8_t> read, std::vector<placement>& found) const;
    /// Adds the placements along all diagonals of seeds, `with_short` those of strands of most_short_letters at most,
    /// too.
    void place_seeds(std::span<const std::uint8_t> read, const letter_planes& planes, std::span<const seeds_at> seeds,
                     bool with_short, std::vector<placement>& found) const;
    /// Where seeds are many: the best placement, if it is all of the read, from a few of them; or with short strands at
    /// all starts together. So a read of a repeat takes no time for the thousands of placements that one rules out.
    void place_crowded(const crowded_read& read, std::vector<placement>& found) const;
    [[nodiscard]] bool place_covering(const crowded_read& read, std::vector<placement>& found) const;
    /// Placements of short strands: whole ones by their starts, and those that an end of the read cuts.
    void add_short(const crowded_read& read, std::vector<placed_starts>& whole, std::vector<placement>& cut) const;
    /// Of `whole` and `found` together.
    void keep_best(const crowded_read& read, const std::vector<placed_starts>& whole,
                   std::vector<placement>& found) const;
    [[nodiscard]] bool is_better(const placement& a, const placement& b) const noexcept;
    /// Where both are as good, the one whose seed comes first, as that of placements in the order of place_seeds.
    [[nodiscard]] bool is_better(const crowded_read& read, const placement& a, const placement& b) const noexcept;
    void align_at(std::span<const std::uint8_t> read, const seed_place& by, std::size_t at,
                  std::vector<placement>& found) const;
    /// Of those that overlap too much, the best.
    void keep_best(std::vector<placement>& found) const;

    bool may_shift_;
    const band_kernels* kernels_;
    std::vector<codes> strands_;          ///< each consensus and its reverse complement
    std::vector<letter_planes> planes_;   ///< of the strands, where there are no insertions and deletions
    std::vector<std::size_t> lengths_;    ///< of the strands
    std::vector<std::size_t> ends_;       ///< letters of each strand and those before it
    std::size_t longest_ = 0;             ///< letters of a strand
    std::size_t short_letters_ = 0;       ///< of all strands of most_short_letters at most together
    std::vector<std::uint32_t> first_of_; ///< by word of 8 letters: in `seeds_`
    std::vector<seed_place> seeds_;
    std::vector<std::uint8_t> before_; ///< the letter before each seed; no_letter at the start of its strand
    /// The first and the last letters of the strands, as many as a short end has at least; the last bit stands for
    /// letters that are none, and is never set.
    std::bitset<(1U << 2 * least_short_end) + 1> beginnings_, endings_;
};

/// Whether the differences are as few as those of a read of this platform may be.
[[nodiscard]] bool few_differences(std::uint64_t differences, std::uint64_t overlap, bool may_shift) noexcept;

} // namespace concord::adapters
