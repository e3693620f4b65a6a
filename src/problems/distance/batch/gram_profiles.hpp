// How often sequences have each substring of q letters (q-gram), and how many edits two of them must be apart.
//
//   q = 2   GATTACA   GA AT TT TA AC CA      an insertion, deletion or substitution takes away at most q and adds at
//           GATACA    GA AT TA AC CA         most q: where c are common, (6 + 5 - 2 c) / 2 q edits are needed at least
//
// A transposition of neighbours takes away and adds at most q + 1. Edits follow each other, so each counts for itself.
//
// Unrelated sequences share few of the longer q-grams: of 1,000 random bases a fifth of those of six letters, which
// says that they are 130 edits apart. Source: Ukkonen, "Approximate String-Matching with q-Grams and Maximal Matches",
// Theoretical Computer Science 92(1), 1992.
#pragma once

#include "alignment/batch/batch_run.hpp"
#include "problems/distance/join/join_kernels.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace concord::edit_distance {

/// Of the sequences of b; those of a are profiled as they are compared.
class gram_profiles {
  public:
    /// Which q-grams are counted, and in how many bins, is chosen from samples of `rows` and b: those by which most of
    /// these are farthest apart. Null where the metric has no matrix, or memory is short.
    [[nodiscard]] static std::unique_ptr<gram_profiles> of(batch_run& run, std::span<const std::uint32_t> rows);

    /// Of b, on all threads, at first; time O(letters + bins).
    void make();

    /// Estimated share of the pairs that may be within so many edits, and nanoseconds of looking at a pair.
    [[nodiscard]] double share_within(std::uint64_t bound) const;
    [[nodiscard]] double nanoseconds_of_pair() const;
    [[nodiscard]] std::string describe() const;

    static constexpr std::size_t most_rows = 32; ///< that are looked at together
    /// Belongs to one thread.
    struct own_rows {
        std::vector<std::uint64_t> words;
        std::vector<std::uint32_t> codes;
        std::vector<std::uint8_t> profiles;
        std::vector<std::uint32_t> sizes;
        std::vector<std::uint32_t> common;
    };
    /// Calls visit(index of the row, sequence of b, q-grams that are not common) for up to most_rows rows and all of b
    /// from `first` on, for each row in ascending order.
    template <class Visit>
    void compare(std::span<const std::uint32_t> rows, std::uint32_t first, own_rows& own, const Visit& visit) const {
        load(rows, own);
        const auto all = static_cast<std::uint32_t>(sizes_.size());
        const auto at_once = static_cast<std::uint32_t>(at_once_for(bins()));
        own.common.resize(rows.size() * at_once);
        for (std::uint32_t begin = first; begin < all; begin += at_once) {
            const std::uint32_t end = std::min(all, begin + at_once);
            kernels_.common(own.profiles.data(), rows.size(), profiles_.data() + begin * bins(), bins(), end - begin,
                            own.common.data());
            const std::uint32_t* common = own.common.data();
            for (std::size_t row = 0; row < rows.size(); ++row)
                for (std::uint32_t b = begin; b < end; ++b)
                    visit(row, b, own.sizes[row] + sizes_[b] - 2 * *common++);
        }
    }
    /// Of sequences within so many edits, the most q-grams that are not common.
    [[nodiscard]] std::uint64_t most_changed(std::uint64_t bound) const noexcept;

  private:
    struct gram_shape {
        unsigned letters = 0;  ///< of a q-gram
        unsigned bin_bits = 0; ///< the logarithm of the number of bins
    };

    explicit gram_profiles(batch_run& run);
    [[nodiscard]] std::size_t bins() const noexcept { return std::size_t{1} << shape_.bin_bits; }
    [[nodiscard]] static std::size_t at_once_for(std::size_t bins) noexcept;
    void number_letters(std::span<const std::uint32_t> sequences);
    void choose_shape(std::span<const std::uint32_t> rows);
    void load(std::span<const std::uint32_t> rows, own_rows& own) const;
    std::uint32_t count(const compared_side& side, std::uint64_t sequence, own_rows& own, std::uint8_t* counts) const;

    batch_run& run_;
    const join_kernels& kernels_;
    unsigned bits_of_letter_;
    std::vector<std::uint8_t> number_of_; ///< a letter, by its code: the frequent ones differ; empty: the code itself
    bool transposes_;                     ///< a transposition is one edit
    gram_shape shape_;
    std::vector<std::uint32_t> sampled_; ///< q-grams that are not common to sampled pairs, in order
    std::vector<std::uint8_t> profiles_; ///< of b, one after the other
    std::vector<std::uint32_t> sizes_;   ///< sums of their counts
};

/// The `count` nearest within `bound` of each of these rows: those with the most q-grams in common first, then all that
/// the farthest of these leaves. Returns the share of the pairs that were compared.
double find_nearest_by_grams(batch_run& run, const gram_profiles& profiles, std::span<const std::uint32_t> rows,
                             std::uint64_t count, std::uint64_t bound,
                             const std::function<void(std::uint32_t row, std::vector<near_pair>&& nearest)>& take);

} // namespace concord::edit_distance
