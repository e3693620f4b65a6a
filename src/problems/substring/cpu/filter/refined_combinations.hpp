// The filter's refinement. A combination of blocks that very many windows have in common, an adapter's, says too much
// about windows that merely begin or end with it. For such a combination, and for it alone, the rest of the window is
// cut into blocks as well: what is near and agrees in the combination has its mismatches in the rest, and so agrees in
// `intact` of its k + `intact` blocks (the pigeonhole principle once more).
//
//     window          TTGACGTCA|AGATCGGA          the second block: an adapter's, in every third sequence
//     rest            TT|GA|C|GT|CA               k = 3: five blocks, ten combinations of two of them
//     refined         TT GA . . . + AGATCGGA      counted only for windows with AGATCGGA there: few of all
//                     TT . C . . + AGATCGGA       ...
//
//     windows that agree in the combination <= the least of its own count and the sum of the refined counts
//
// Most windows have no frequent combination, so a refinement takes little more than to look for them, and tells as much
// as several levels of the filter with ever more blocks of all windows.
#pragma once

#include "problems/substring/cpu/filter/combination_hashes.hpp"
#include "problems/substring/cpu/filter/filter_arrays.hpp"
#include "problems/substring/problem.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace concord::substring {

/// The hashes of all refined combinations of some windows, for one thread.
class refined_hasher {
  public:
    /// Blocks of the rest that must agree.
    static constexpr std::uint64_t intact_of_rest = 2;

    /// For a level of the filter with r = `intact`.
    refined_hasher(const problem& given, std::uint64_t length, std::uint64_t intact,
                   const combination_kernels& kernels);

    /// Whether the rest of every combination has a letter for each block, and windows are short.
    [[nodiscard]] static bool can_refine(const problem& given, std::uint64_t length, std::uint64_t intact);

    /// Refined combinations of each combination.
    [[nodiscard]] std::size_t size() const { return combinations_.size() / intact_of_rest; }

    /// Some windows, by their positions, with their hashes of a combination. Time O(windows * blocks).
    void read(std::size_t combination, std::span<const std::uint64_t> positions, std::span<const std::uint64_t> hashes);
    /// Of the windows read: their hashes of one refined combination. Valid until the next call.
    [[nodiscard]] std::span<const std::uint64_t> hashes(std::size_t refined);

  private:
    std::size_t blocks_;
    const combination_kernels& kernels_;
    packed_windows packed_;
    std::vector<std::uint32_t> combinations_;
    std::vector<std::vector<std::uint64_t>> rest_; ///< letters of each block, by combination of the level
    std::size_t stride_ = 0;
    std::size_t windows_ = 0;
    std::vector<std::uint64_t> block_hashes_; ///< of block b and window w: [b * stride_ + w]
    std::vector<std::uint64_t> hashes_;
};

/// Which counters of a sketch are to be refined, and the counts of their refined combinations.
class refined_combinations {
  public:
    /// `flags`: zeros, a bit a counter. Counters of at least `least` are frequent.
    refined_combinations(const counting_sketch& sketch, std::span<std::uint64_t> flags, std::uint32_t least)
        : sketch_(sketch), flags_(flags), least_(least) {}

    /// Words of flags for a sketch of so many counters.
    [[nodiscard]] static std::size_t words_for(std::size_t counters) { return counters / 64 + 1; }

    /// Flags the frequent counters of these windows. Safe beside other threads that do this.
    void flag(std::size_t row, std::span<const std::uint64_t> hashes) const;
    [[nodiscard]] std::span<std::uint64_t> flags() const noexcept { return flags_; }
    /// Windows in flagged counters, of all rows.
    [[nodiscard]] std::uint64_t flagged_windows() const;

    /// `zeros`: 2^bits counters for each row and refined combination.
    void set_counts(std::span<std::uint32_t> zeros, unsigned bits) { counts_ = counting_sketch(zeros, bits); }

    [[nodiscard]] const counting_sketch& counts() const noexcept { return counts_; }

    /// Counts those of these windows that have a frequent combination, in counts() or one like it. `beside_others`:
    /// other threads add to this row.
    void count(std::size_t row, std::size_t combination, std::span<const std::uint64_t> positions,
               std::span<const std::uint64_t> hashes, const counting_sketch& counts, bool beside_others,
               refined_hasher& hasher) const;
    /// Adds to each window's bound how many others may agree with it in the combination; to bounds of at least `most`,
    /// which need not be tight, perhaps more.
    void add_others(std::size_t row, std::size_t combination, std::span<const std::uint64_t> positions,
                    std::span<const std::uint64_t> hashes, refined_hasher& hasher, std::uint64_t most,
                    std::span<std::uint64_t> bounds) const;

  private:
    /// Some windows that are flagged and wanted.
    struct flagged {
        std::vector<std::uint32_t> windows;
        std::vector<std::uint64_t> positions;
        std::vector<std::uint64_t> hashes;
    };
    template <class Wanted>
    [[nodiscard]] flagged pick(std::size_t row, std::span<const std::uint64_t> positions,
                               std::span<const std::uint64_t> hashes, Wanted wanted) const;

    const counting_sketch& sketch_;
    std::span<std::uint64_t> flags_;
    std::uint32_t least_;
    counting_sketch counts_{{}, 0};
};

} // namespace concord::substring
