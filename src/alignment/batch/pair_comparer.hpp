// Distances of lists of pairs of two sets, on one thread: sorts them by length so that the lanes of a group do the same
// work, and passes the groups to the vector kernels.
#pragma once

#include "alignment/batch/lane_kernels.hpp"
#include "alignment/batch/metrics.hpp"
#include "alignment/batch/tuning.hpp"
#include "sequence/packed_sequences.hpp"

#include <concord/distance.hpp>

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

namespace concord::edit_distance {

// The letters of two sets as the lanes need them: only the planes in which a letter of one set can differ from one of
// the other, and one more for ambiguous letters if there are any (sequence/letters_view.hpp).

/// One of the two sets.
struct compared_side {
    const sequence::packed_sequences* set = nullptr;
    const std::uint64_t* plane[most_kernel_planes] = {}; ///< `ordinary` of them
    const std::uint64_t* ambiguous = nullptr;            ///< null if the set has none
};

class compared_letters {
  public:
    /// Searches the planes of large alphabets for those that are the same everywhere.
    compared_letters(const sequence::packed_sequences& a, const sequence::packed_sequences& b);

    [[nodiscard]] const compared_side& a() const noexcept { return a_; }
    [[nodiscard]] const compared_side& b() const noexcept { return b_; }
    [[nodiscard]] unsigned ordinary() const noexcept { return ordinary_; }       ///< planes without the ambiguous one
    [[nodiscard]] unsigned planes() const noexcept { return planes_; }           ///< of the kernel
    [[nodiscard]] unsigned kernel() const noexcept { return kernel_; }           ///< index into kernel_planes
    [[nodiscard]] bool has_ambiguous() const noexcept { return has_ambiguous_; } ///< one of the sets has

    /// Copies all letters of a sequence into one of `lanes` lanes, in the layout of lane_group; `to` points to word 0
    /// of plane 0 of that lane.
    void put_columns(const compared_side& side, std::uint64_t sequence, unsigned lanes, std::uint64_t* to) const;
    void put_rows(const compared_side& side, std::uint64_t sequence, unsigned lanes, std::uint64_t* to) const;

  private:
    template <bool IsSource>
    void put(const compared_side& side, std::uint64_t sequence, unsigned lanes, std::uint64_t* to) const;

    compared_side a_;
    compared_side b_;
    unsigned ordinary_ = 0;
    unsigned planes_ = 0;
    unsigned kernel_ = 0;
    bool has_ambiguous_ = false;
};

struct sequence_pair {
    std::uint64_t a;
    std::uint64_t b;
};

inline constexpr std::uint64_t no_bound = std::numeric_limits<std::uint64_t>::max();

/// Letters as numbers, those of a row and of a column equal only where they match. `words`: working memory.
void load_codes(const compared_letters& letters, const compared_side& side, std::uint64_t sequence, bool is_row,
                std::vector<std::uint64_t>& words, std::vector<std::uint32_t>& codes);

class pair_comparer;
struct damerau_kernel;

/// The unrestricted distances of pairs whose optimal string alignment distances are known: in lanes
/// (damerau_lanes-inl.hpp), or alone where letters or lengths do not fit these (damerau_levenshtein.hpp). The working
/// memory of a thread.
class pair_refiner {
  public:
    /// Of each pair the optimal string alignment distance becomes the unrestricted one, or no_distance if that is
    /// greater than `bound`; no_distance and pair_comparer::unknown stay.
    void refine(const pair_comparer& comparer, std::span<const sequence_pair> pairs, std::uint64_t bound,
                std::uint32_t* distances);

  private:
    struct listed {
        std::uint32_t rows;
        std::uint32_t columns;
        std::uint32_t index; ///< of the pair
    };

    [[nodiscard]] std::uint32_t refine_alone(const pair_comparer& comparer, sequence_pair pair, std::uint32_t osa,
                                             std::uint64_t bound);
    /// Lists the pairs whose distance may be less, and settles all others.
    void list(const pair_comparer& comparer, std::span<const sequence_pair> pairs, bool fits_lanes, std::uint64_t bound,
              std::uint32_t* distances);
    /// put(index, lane) writes the letters of a pair into lane_rows_ and lane_columns_.
    template <class PutLetters>
    void refine_listed(const pair_comparer& comparer, std::uint64_t bound, std::uint32_t* distances,
                       const PutLetters& put);
    template <class PutLetters>
    void refine_group(const damerau_kernel& kernel, std::span<const listed> group, std::uint64_t bound,
                      std::uint32_t* distances, const PutLetters& put);
    void put_letters(const compared_letters& letters, const compared_side& side, std::uint64_t sequence, bool is_row,
                     unsigned lanes, std::uint16_t* to);

    std::uint64_t row_ = no_bound; ///< of a, whose codes are there
    std::vector<std::uint32_t> rows_;
    std::vector<std::uint32_t> columns_;
    std::vector<std::uint64_t> planes_;
    std::vector<std::uint32_t> memory_;
    std::vector<listed> order_;
    std::vector<std::uint16_t> lane_rows_;
    std::vector<std::uint16_t> lane_columns_;
    std::vector<std::uint16_t> lane_memory_;
};

/// The working memory of a thread, reused for many lists.
class comparison_scratch {
  public:
    explicit comparison_scratch(std::uint64_t longest = tuning::longest_in_lanes);

    std::vector<std::uint64_t> order; ///< pairs sorted by cost
    std::vector<std::size_t> long_pairs;
    pair_refiner refiner;

    std::uint64_t* columns = nullptr;
    std::uint64_t* rows = nullptr;
    std::uint64_t* vertical = nullptr;
    std::uint32_t column_lengths[most_group_lanes] = {};
    std::uint32_t row_lengths[most_group_lanes] = {};
    std::uint32_t distances[most_group_lanes] = {};

  private:
    struct alignas(64) cache_line {
        std::uint64_t words[8];
    };
    std::unique_ptr<cache_line[]> memory_; ///< written before it is read
};

class pair_comparer {
  public:
    pair_comparer(const sequence_set& a, const sequence_set& b, const batch_options& options);

    /// distances[i] of pairs[i]; fewer than 2^31 of them. The indices of pairs too long for the lanes are listed in
    /// scratch.long_pairs, their distances unchanged.
    /// Time: rows * words of the columns vector steps for each group of pairs.
    void compare(std::span<const sequence_pair> pairs, std::uint32_t* distances, comparison_scratch& scratch) const;

    /// The same with a bound of at most max_distance; greater distances become no_distance.
    void compare_within(std::uint64_t bound, std::span<const sequence_pair> pairs, std::uint32_t* distances,
                        comparison_scratch& scratch) const;

    /// Distances of a metric that is refined, by its own recurrence: of pairs of at least one letter each, and of no
    /// more than the scratch is for.
    void compare_exactly(std::span<const sequence_pair> pairs, std::uint32_t* distances,
                         comparison_scratch& scratch) const;

    /// Of a pair that is too long for the lanes.
    [[nodiscard]] std::uint32_t compare_long(sequence_pair pair, std::uint64_t bound, const run_options& run) const;

    [[nodiscard]] std::uint64_t max_distance() const noexcept { return max_distance_; } ///< or no_bound
    [[nodiscard]] distance_metric metric() const noexcept { return metric_; }
    [[nodiscard]] const metric_traits& traits() const noexcept { return traits_of(metric_); }
    [[nodiscard]] const compared_letters& letters() const noexcept { return letters_; }
    [[nodiscard]] vector_target vectors() const noexcept { return vectors_; } ///< as requested
    [[nodiscard]] const lane_kernels& kernels() const noexcept { return kernels_; }
    [[nodiscard]] const sequence_set& a() const noexcept { return a_; }
    [[nodiscard]] const sequence_set& b() const noexcept { return b_; }

    /// The distance if the lengths alone determine it; else `unknown`.
    static constexpr std::uint32_t unknown = no_distance - 1;
    [[nodiscard]] std::uint32_t by_lengths(std::uint64_t a, std::uint64_t b, std::uint64_t bound) const noexcept;

    [[nodiscard]] compare_lanes kernel(std::uint64_t bound) const noexcept;
    /// Whether the kernel of a narrow band applies.
    [[nodiscard]] bool is_narrow(std::uint64_t bound) const noexcept;
    /// Whether a metric that is refined is computed by its own recurrence: where its kernels need no bound.
    [[nodiscard]] bool is_exact(std::uint64_t bound) const noexcept;
    /// The distances of at most `bound` from what the kernels found with kernel_bound(bound).
    void settle(std::uint64_t bound, std::span<const sequence_pair> pairs, std::uint32_t* distances,
                pair_refiner& refiner) const;
    /// The bound of the kernels for distances of at most `bound`: another one where a metric is refined.
    [[nodiscard]] std::uint64_t kernel_bound(std::uint64_t bound) const noexcept;

    [[nodiscard]] std::uint32_t hamming(sequence_pair pair, std::uint64_t bound) const;

  private:
    void compare_matrices(std::uint64_t bound, std::span<const sequence_pair> pairs, std::uint32_t* distances,
                          comparison_scratch& scratch) const;
    void compare_groups(std::uint64_t bound, std::span<const sequence_pair> pairs, std::uint32_t* distances,
                        comparison_scratch& scratch) const; ///< in the scratch's order
    void compare_group(std::uint64_t bound, std::span<const sequence_pair> pairs, std::span<const std::uint64_t> keys,
                       std::uint32_t* distances, comparison_scratch& scratch) const;

    sequence_set a_;
    sequence_set b_;
    distance_metric metric_;
    std::uint64_t max_distance_;
    vector_target vectors_;
    compared_letters letters_;
    const lane_kernels& kernels_;
};

} // namespace concord::edit_distance
