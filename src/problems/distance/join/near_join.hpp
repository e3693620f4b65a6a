// All pairs of two lists, or of one, within a bound, by keys that near sequences share.
//
//   1. Each sequence lists its keys (join_plan.hpp): in partitions by their hashes, so that each fits a core's cache.
//   2. In a partition, sequences with an equal key are candidates, if their sketches are similar (sketches.hpp).
//   3. Candidates are compared (join_kernels.hpp, or the lanes of pair_comparer).
//   4. Pairs are put in order; those found by several keys are passed on once.
//
// Where there are copies, one sequence of each group takes part (copy_groups.hpp), and pairs of groups become pairs of
// sequences in the end (copied_pairs.hpp).
#pragma once

#include "alignment/batch/batch_run.hpp"
#include "problems/distance/join/copy_groups.hpp"
#include "problems/distance/join/equal_sequences.hpp"
#include "problems/distance/join/found_pairs.hpp"
#include "problems/distance/join/join_plan.hpp"
#include "problems/distance/join/join_side.hpp"
#include "problems/distance/join/key_chains.hpp"
#include "problems/distance/join/key_table.hpp"

#include <concord/distance.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace concord::edit_distance {

class near_join {
  public:
    /// Letters of the longest sequences that it takes.
    static constexpr std::uint64_t longest = 1U << 16U;

    /// For `rows` of a, ascending, or any of them, against all of b. The plan is the one that is estimated to be the
    /// quickest, and copies are grouped where there are enough; tests say both.
    near_join(batch_run& run, std::uint64_t bound, std::span<const std::uint32_t> rows, const join_plan* plan = nullptr,
              bool groups_copies = false);
    ~near_join();

    /// Estimated nanoseconds of one core.
    [[nodiscard]] double cost() const noexcept { return cost_; }
    [[nodiscard]] std::string describe() const;
    /// Whether all words are compared, whatever the bound.
    [[nodiscard]] bool compares_words() const noexcept { return is_chosen_ && plan_.compares_words; }

    /// Passes the near pairs of these rows on, in ascending order.
    void find(std::span<const std::uint32_t> rows, wanted_pairs wanted, const near_pair_sink& sink);

  private:
    struct scratch;
    struct task;    ///< one join of two sides
    struct listing; ///< of keys of one side

    /// Of this search: one thread, where more would take longer to wake than to do it.
    [[nodiscard]] runtime::thread_pool& pool() noexcept { return alone_ ? *alone_ : run_.workers(); }
    [[nodiscard]] bool are_all(std::span<const std::uint32_t> rows) const;
    [[nodiscard]] bool is_worth_grouping(const sequence::packed_sequences& set) const;
    [[nodiscard]] bool are_all_of_a(std::span<const std::uint32_t> rows) const;
    [[nodiscard]] bool equal_ones_are_all(std::span<const std::uint32_t> rows) const;
    void choose(std::span<const std::uint32_t> rows, const join_plan* plan);
    [[nodiscard]] listing entries_of(const task& now) const;
    [[nodiscard]] listing lookups_of(task& now, std::uint32_t first, std::uint32_t end) const;
    [[nodiscard]] listing listing_of(const std::map<std::uint64_t, std::vector<key_window>>& windows,
                                     const join_side& side, key_lists* lists) const;
    [[nodiscard]] std::vector<std::uint32_t> blocks_of_lookups(const task& now, double entries) const;
    void list_keys(task& now, std::uint32_t first, std::uint32_t end);
    void list_keys(join_side& side, std::span<const listing> listings);
    void list_word_keys(join_side& side, std::span<const listing> listings, std::uint32_t first_rank,
                        std::uint32_t last_rank, bool keep);
    [[nodiscard]] bool can_load_words(const join_windows& windows) const;
    [[nodiscard]] bool join(task& now);
    void join_partition(task& now, std::size_t partition, unsigned worker);
    void join_by_sketches(task& now, std::size_t partition, unsigned worker);
    void join_by_extensions(task& now, std::size_t partition, unsigned worker);
    using left_out_letters = std::vector<std::vector<std::uint32_t>>; ///< by the length of a sequence
    [[nodiscard]] bool can_leave_out_of_words() const;
    [[nodiscard]] left_out_letters left_out_of(const join_side& side, const join_side& other, bool is_self,
                                               bool is_a) const;
    [[nodiscard]] bool join_left_out(task& now);
    void keep_words(join_side& side);
    void list_left_out(const join_side& side, const left_out_letters& letters, word_key_lists& lists);
    void join_left_out(task& now, const word_key_lists& entries, const word_key_lists* lookups, std::size_t partition,
                       unsigned worker);
    void offer_equal(task& now, unsigned worker, std::span<const equal_word_keys> keys);
    [[nodiscard]] partition_layout layout_of(double keys, std::size_t bytes_of_key,
                                             std::uint64_t keys_of_partition) const;
    void join_without_keys(task& now);
    void compare_without_keys(task& now, std::size_t chunk, unsigned worker);
    void compare_words(task& now);
    void offer(task& now, unsigned worker, std::uint32_t a, std::uint32_t b);
    void compare_candidates(task& now, unsigned worker);
    void add(task& now, unsigned worker, std::uint32_t a, std::uint32_t b, std::uint32_t distance);
    [[nodiscard]] bool find_block(std::span<const std::uint32_t> rows, wanted_pairs wanted, std::uint64_t most,
                                  const near_pair_sink& sink);
    [[nodiscard]] double keys_of(const std::map<std::uint64_t, std::vector<key_window>>& windows,
                                 const join_side& side) const;

    batch_run& run_;
    std::uint64_t bound_;
    letter_numbers numbers_;
    sketch_rule rule_;
    std::unique_ptr<information_profile> profile_;
    piece_extension extension_;
    std::unique_ptr<extended_letters> extended_b_; ///< where pieces are extended
    const join_kernels& kernels_;
    unsigned most_bits_; ///< of sketches
    short_metric metric_;
    std::optional<short_metric> short_metric_; ///< with which join_kernels compare short sequences
    join_plan plan_;
    bool is_chosen_ = false; ///< the plan
    double cost_ = 0;
    run_options options_of_one_; ///< thread; alone_ refers to them
    std::optional<runtime::thread_pool> alone_;
    bool by_words_ = false;                  ///< letters are loaded as words
    std::unique_ptr<equal_sequences> equal_; ///< which are all pairs; null: there are others, or all is compared
    std::unique_ptr<copy_groups> copies_;    ///< of b; null: every sequence is compared, else the first of each group
    /// Of a, where that is another set and copies_ are grouped: the first of each group is compared, if all are rows.
    std::unique_ptr<copy_groups> row_copies_;
    std::unique_ptr<join_side> b_;
    bool b_is_kept_ = false; ///< its sketches are there
    std::vector<std::unique_ptr<scratch>> scratch_;
};

} // namespace concord::edit_distance
