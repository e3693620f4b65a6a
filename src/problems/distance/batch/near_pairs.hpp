// All pairs within a bound: by the keys or seeds that near sequences share, by the q-grams that they have in common, or
// by comparing all, whichever is faster.
#pragma once

#include "alignment/batch/batch_run.hpp"
#include "alignment/batch/one_against_many.hpp"
#include "problems/distance/batch/gram_profiles.hpp"
#include "problems/distance/batch/seed_index.hpp"
#include "problems/distance/join/join_on_gpu.hpp"
#include "problems/distance/join/near_join.hpp"

#include <concord/distance.hpp>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace concord::edit_distance {

/// Keys for sequences of at most near_join::longest letters, seeds for longer ones.
/// `quicker_round`: the quicker one of a search that compares what its rounds leave, in order where there are few
/// words.
enum class near_pair_method : std::uint8_t { quicker, quicker_round, keys, seeds, grams, comparing_all };

class near_pair_search {
  public:
    /// For these rows of a, ascending, or any subset of them. Tests request a method, and fewer sequences of b at a
    /// time (0: as many as the memory allows).
    near_pair_search(batch_run& run, std::uint64_t bound, std::span<const std::uint32_t> rows,
                     near_pair_method method = near_pair_method::quicker, std::uint32_t part = 0);
    /// The same on a GPU that has the sets of the run.
    near_pair_search(batch_run& run, std::uint64_t bound, std::span<const std::uint32_t> rows, gpu_near_join& gpu);

    /// Whether keys or seeds are looked up, or a GPU is at work; else all pairs are compared.
    [[nodiscard]] bool is_selective() const noexcept {
        return by_seeds_ || (join_ != nullptr && !join_->compares_words()) || on_gpu_ != nullptr ||
               profiles_ != nullptr;
    }
    /// Estimated cost of looking up, as a share of the cost of comparing all.
    [[nodiscard]] double share_of_all() const noexcept { return share_; }
    /// Estimated nanoseconds of a row, on one thread.
    [[nodiscard]] double cost_of_row() const noexcept { return share_ * cost_of_all_; }
    [[nodiscard]] const std::string& why() const noexcept { return why_; }

    /// Passes the near pairs of these rows to the sink in ascending order, some rows at a time.
    void find(std::span<const std::uint32_t> rows, wanted_pairs wanted, const near_pair_sink& sink);

  private:
    struct worker_scratch {
        worker_scratch(const pair_comparer& comparer, std::uint64_t most_candidates)
            : lanes(comparer), seen(most_candidates) {}
        one_against_many lanes;
        seen_marks seen;
        gram_profiles::own_rows grams;
        std::vector<std::uint32_t> candidates;
        std::vector<std::vector<std::uint32_t>> candidates_of; ///< of some rows
        std::vector<std::uint32_t> distances;
    };

    /// Of Damerau-Levenshtein: the share of pairs whose distances lanes leave open, and what one of them costs.
    struct refining {
        double share = 0;
        double nanoseconds = 0;
    };

    void choose(std::span<const std::uint32_t> rows, bool is_round);
    void choose_keys(std::span<const std::uint32_t> rows, double to_compare, double in_lanes, bool is_round);
    void choose_seeds(std::span<const std::uint32_t> rows, std::span<const std::uint32_t> sample, double to_compare);
    void consider_grams(std::span<const std::uint32_t> rows, double to_compare, const refining& refined);
    void force(near_pair_method method, std::span<const std::uint32_t> rows, std::uint32_t part);
    /// Nanoseconds of comparing a row with all, from a sample of so many rows.
    [[nodiscard]] double cost_in_lanes_of_all(std::span<const std::uint32_t> sample, std::uint64_t rows) const;
    [[nodiscard]] refining estimate_refining(std::span<const std::uint32_t> rows) const;
    [[nodiscard]] double share_once(std::uint64_t rows) const;
    [[nodiscard]] double cost_of_words(std::uint64_t rows, bool is_round) const;
    void find_by_comparing(std::span<const std::uint32_t> rows, wanted_pairs wanted, const near_pair_sink& sink);
    void find_by_seeds(std::span<const std::uint32_t> rows, const near_pair_sink& sink);
    void look_up(const seed_index& index, std::span<const std::uint32_t> rows,
                 std::vector<std::vector<near_pair>>& found, std::uint64_t rows_before, std::uint64_t all_rows);
    void find_by_grams(std::span<const std::uint32_t> rows, wanted_pairs wanted, const near_pair_sink& sink);
    void look_up(const seed_index& index, std::uint32_t a, worker_scratch& scratch,
                 std::vector<near_pair>& found) const;
    void compare_candidates(std::uint32_t a, worker_scratch& scratch, std::vector<near_pair>& found) const;

    batch_run& run_;
    std::uint64_t bound_;
    std::uint64_t seed_bound_; ///< of insertions, deletions and substitutions, which seeds are made for
    bool by_seeds_ = false;
    double share_ = 0;
    double cost_of_all_ = 0; ///< nanoseconds of a row
    std::string why_;
    std::uint32_t part_ = 0;                  ///< sequences of b whose seeds fit into memory together
    std::unique_ptr<seed_index> index_;       ///< of all of b, if that is one part
    std::unique_ptr<near_join> join_;         ///< if keys are looked up
    std::unique_ptr<gram_profiles> profiles_; ///< if q-grams are counted
    std::unique_ptr<join_on_gpu> on_gpu_;
};

} // namespace concord::edit_distance
