// For every sequence of one set its nearest sequences in another.
#include "alignment/batch/all_rows.hpp"
#include "alignment/batch/batch_run.hpp"
#include "alignment/batch/trie_search.hpp"
#include "problems/distance/batch/distinct_sequences.hpp"
#include "problems/distance/batch/gram_profiles.hpp"
#include "problems/distance/batch/near_pairs.hpp"
#include "problems/distance/batch/nearest_few.hpp"
#include "problems/distance/tuning.hpp"
#include "problems/distance/weighted.hpp"
#include "runtime/test_settings.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>
#include <utility>

namespace concord {
namespace edit_distance {
namespace {

constexpr double unlimited_cost = std::numeric_limits<double>::max();

/// Rounds with growing bounds: once a sequence has enough neighbours within a bound, the nearest of these are its
/// nearest overall. At small bounds seeds are looked up. When that takes longer than to compare all, or when the rounds
/// of those that are still open would together take half as long, all are compared: at most twice the time that the
/// better of the two would have taken from the beginning (as in the ski rental problem: Karlin, Manasse, Rudolph,
/// Sleator, "Competitive Snoopy Caching", Algorithmica 3, 1988). A GPU compares all in little time, so that its rounds
/// go on; where it was not worth its start for keys, it is asked again when all have to be compared. Before all are,
/// the q-grams of long ones may show that most need not be.
class nearest_search {
  public:
    /// `gpu`: null, or one that has the sets of the run. `distinct`: null, or what b of the run consists of: copies
    /// count, too.
    nearest_search(batch_run& run, std::uint64_t count, std::unique_ptr<gpu_near_join> gpu,
                   const distinct_sequences* distinct)
        : run_(run), gpu_(std::move(gpu)), distinct_(distinct), may_start_gpu_(gpu_ == nullptr), wanted_(count) {
        const pair_comparer& comparer = run.comparer();
        const std::uint64_t longest = std::max(comparer.a().longest(), comparer.b().longest());
        count_ = std::min<std::uint64_t>(count, comparer.b().size());
        farthest_ = std::min(comparer.max_distance(), comparer.traits().most_of_letter * longest);
        is_refined_ = comparer.traits().is_refined;
        const std::uint64_t in_band = is_refined_ ? widest_band * 2 / 3 : widest_band; // two thirds: kernel_bound()
        are_long_ = longest > tuning::letters_compared_at_once;
        first_bound_of_all_ = are_long_ ? in_band : farthest_;
    }

    void find(std::span<const std::uint32_t> rows, const near_pair_sink& sink) {
        try {
            find(rows);
        } catch (const error& trouble) {
            if (gpu_ == nullptr) throw;
            run_.fall_back(trouble);
            gpu_.reset();
            find(rows);
        }
        for (const std::vector<near_pair>& near : found_)
            if (!near.empty()) sink(near);
    }

  private:
    void find(std::span<const std::uint32_t> rows) {
        first_row_ = rows.front();
        found_.assign(rows.size(), {});
        open_.assign(rows.begin(), rows.end());
        spent_ = 0;
        likely_bound_ = 0;
        may_count_grams_ = are_long_ && gpu_ == nullptr && run_.comparer().traits().has_matrix();
        // If most of b is requested, all of it has to be compared.
        bool by_seeds = count_ <= run_.comparer().b().size() / 4;
        std::uint64_t bound = by_seeds ? 0 : first_bound_of_all_;
        by_seeds = by_seeds || gpu_ != nullptr;
        while (!open_.empty()) {
            bound = std::min(bound, farthest_);
            if (by_seeds && !look_up(bound)) {
                if (starts_gpu()) continue;
                by_seeds = false;
                bound = std::max(bound, first_bound_of_all_);
                continue;
            }
            if (!by_seeds) {
                if (finds_by_grams(unlimited_cost)) return;
                const bool are_words = may_compare_words(run_, open_.size());
                if (are_words && !is_bound_worthwhile(bound)) return compare_words(open_, farthest_);
                bound = std::min(farthest_, std::max(bound, likely_bound_));
                compare(open_, bound, are_words);
            }
            if (bound >= farthest_) break;
            std::erase_if(open_, [&](std::uint32_t row) { return has_enough(found_[row - first_row_]); });
            if (by_seeds && next_ < 2 * bound && finds_by_grams(tuning::rounds_worth_grams * cost_of_round_)) return;
            // What has to be refined takes longer within a wide band than by a recurrence without one.
            bound = by_seeds ? next_ : is_refined_ ? farthest_ : 4 * bound;
        }
    }

    [[nodiscard]] bool has_enough(const std::vector<near_pair>& nearest) const {
        if (nearest.size() >= count_ || distinct_ == nullptr) return nearest.size() >= count_;
        std::uint64_t copies = 0;
        for (const near_pair& pair : nearest)
            copies += distinct_->copies(pair.b);
        return copies >= wanted_;
    }

    /// Whether the round was worthwhile.
    bool look_up(std::uint64_t bound) {
        near_pair_search finder = gpu_ != nullptr
                                      ? near_pair_search(run_, bound, open_, *gpu_)
                                      : near_pair_search(run_, bound, open_, near_pair_method::quicker_round);
        if (!finder.why().empty()) run_.note(finder.why());
        if (!finder.is_selective()) return false;
        spent_ += finder.share_of_all();
        if (spent_ > tuning::share_to_stop_at && gpu_ == nullptr) {
            run_.note("to look neighbours up would have taken half as long as to compare all");
            return false;
        }
        // If the next round may be expensive, take a small step.
        const bool is_cheap = finder.share_of_all() < tuning::share_to_double_at;
        next_ =
            is_cheap ? std::max<std::uint64_t>(1, 2 * bound) : bound + (gpu_ != nullptr ? bound / 2 : bound / 4) + 1;
        cost_of_round_ = finder.cost_of_row();
        finder.find(open_, wanted_pairs::all, [&](std::span<const near_pair> pairs) {
            nearest_few few(count_);
            for (std::size_t index = 0; index < pairs.size(); ++index) {
                few.offer(pairs[index]);
                if (index + 1 == pairs.size() || pairs[index + 1].a != pairs[index].a)
                    found_[pairs[index].a - first_row_] = few.take();
            }
        });
        return true;
    }

    /// Whether there is a GPU now, which was not worth its start before; asked once.
    bool starts_gpu() {
        if (!std::exchange(may_start_gpu_, false)) return false;
        gpu_ = start_gpu_for_nearest(run_, open_.size());
        return gpu_ != nullptr;
    }

    /// Whether long words within the first bound, which takes less time than to compare all columns, leave few of them:
    /// some are tried, and what they find is kept.
    bool is_bound_worthwhile(std::uint64_t bound) {
        if (!are_long_ || bound > first_bound_of_all_ || !run_.comparer().traits().has_matrix()) return false;
        if (bound == farthest_) return true;
        std::vector<std::uint32_t> tried;
        const std::size_t step = std::max(tuning::rows_for_one_tried, open_.size() / tuning::most_rows_tried);
        for (std::size_t index = 0; index < open_.size(); index += step)
            tried.push_back(open_[index]);
        compare(tried, bound, true);
        const auto enough =
            std::ranges::count_if(tried, [&](std::uint32_t row) { return has_enough(found_[row - first_row_]); });
        return static_cast<double>(enough) >= tuning::share_worth_bound * static_cast<double>(tried.size());
    }

    /// Within which these rows, of which the nearest are known, have enough, and likely most others: the farthest of
    /// theirs, and a little more. 0 where that says nothing.
    [[nodiscard]] std::uint64_t bound_like(std::span<const std::uint32_t> rows) const {
        std::uint64_t bound = 0;
        for (const std::uint32_t row : rows) {
            const std::vector<near_pair>& nearest = found_[row - first_row_];
            if (!has_enough(nearest)) return 0;
            bound = std::max<std::uint64_t>(bound, nearest.back().distance);
        }
        return is_refined_ ? 0 : bound + bound / 32 + 1;
    }

    /// Whether the nearest of all that are open were found by their q-grams, of which a row may take so many
    /// nanoseconds: some are tried, and what they find is kept.
    bool finds_by_grams(double most) {
        const auto columns = static_cast<double>(run_.comparer().b().size());
        if (!may_count_grams_ || open_.empty() || columns * columns < tuning::least_pairs_for_grams) return false;
        if (profiles_ == nullptr) {
            profiles_ = gram_profiles::of(run_, open_);
            may_count_grams_ = profiles_ != nullptr;
            if (profiles_ == nullptr) return false;
            profiles_->make();
        }
        if (columns * profiles_->nanoseconds_of_pair() > most) return false;
        may_count_grams_ = false;
        const auto find = [&](std::span<const std::uint32_t> rows) {
            return find_nearest_by_grams(run_, *profiles_, rows, count_, farthest_,
                                         [&](std::uint32_t row, std::vector<near_pair>&& nearest) {
                                             found_[row - first_row_] = std::move(nearest);
                                         });
        };
        const std::size_t tried =
            std::clamp(open_.size() / tuning::rows_for_one_tried_by_grams, std::size_t{1}, tuning::most_tried_by_grams);
        std::vector<std::uint32_t> rows;
        for (std::size_t index = 0; index < tried; ++index)
            rows.push_back(open_[index * open_.size() / tried]);
        const double compared = find(rows);
        std::erase_if(open_, [&](std::uint32_t row) { return std::ranges::binary_search(rows, row); });
        const bool are_words = may_compare_words(run_, open_.size());
        if (compared > (are_words ? tuning::share_of_words_worth_grams : tuning::share_worth_grams)) {
            likely_bound_ = are_words ? 0 : bound_like(rows);
            return false;
        }
        find(open_);
        run_.note(profiles_->describe() + ", and few of the sequences are left to compare");
        return true;
    }

    void compare(std::span<const std::uint32_t> rows, std::uint64_t bound, bool are_words) {
        if (are_words && !run_.comparer().is_narrow(bound))
            compare_words(rows, bound);
        else
            compare_all(rows, bound);
    }

    void compare_all(std::span<const std::uint32_t> rows, std::uint64_t bound) {
        distance_rows(run_).compare_in_any_order(rows, bound,
                                                 [&](std::uint64_t row, std::span<const std::uint32_t> distances) {
                                                     nearest_few few(count_);
                                                     for (std::size_t index = 0; index < distances.size(); ++index)
                                                         if (distances[index] != no_distance)
                                                             few.offer({row, index, distances[index]});
                                                     found_[row - first_row_] = few.take();
                                                 });
    }

    void compare_words(std::span<const std::uint32_t> rows, std::uint64_t bound) {
        find_nearest_words(run_, rows, count_, bound, [&](std::uint32_t row, std::vector<near_pair>&& nearest) {
            found_[row - first_row_] = std::move(nearest);
        });
    }

    batch_run& run_;
    std::unique_ptr<gpu_near_join> gpu_;
    const distinct_sequences* distinct_;
    bool may_start_gpu_;
    std::uint64_t wanted_;             ///< by the caller
    std::uint64_t count_;              ///< of the sequences that are compared, at most
    bool is_refined_ = false;          ///< the metric
    bool are_long_ = false;            ///< some of the sequences, for comparing them at once
    std::uint64_t farthest_;           ///< that is possible or requested
    std::uint64_t first_bound_of_all_; ///< the first bound for which all are compared
    std::uint64_t next_ = 1;           ///< bound, after a round by seeds
    std::uint64_t likely_bound_ = 0;   ///< of all, by rows that q-grams were tried on: smaller ones leave them open
    double cost_of_round_ = 0;         ///< nanoseconds of a row in the last round by seeds
    bool may_count_grams_ = false;
    std::unique_ptr<gram_profiles> profiles_;
    double spent_ = 0; ///< on a row that is still open, of the time that comparing it with all takes
    std::uint32_t first_row_ = 0;
    std::vector<std::vector<near_pair>> found_; ///< of each row
    std::vector<std::uint32_t> open_;           ///< rows that do not have enough yet
};

} // namespace
} // namespace edit_distance

void nearest(const sequence_set& a, const sequence_set& b, std::uint64_t count, const batch_options& options,
             const near_pair_sink& sink, run_report* report) {
    if (!edit_distance::are_plain(options.weights))
        return edit_distance::weighted_nearest(a, b, count, options, sink, report);
    edit_distance::block_sharing shared(a, b, options, "nearest ones", count);
    runtime::thread_pool pool(options.run);
    const auto distinct =
        count == 0 ? nullptr : edit_distance::distinct_sequences::of(b, runtime::memory_budget(options.run) / 4, pool);
    edit_distance::batch_run run(a, distinct ? distinct->set() : b, shared.options(), report);
    run.check_countable();
    if (count == 0 || b.size() == 0) return;
    if (distinct)
        run.note(std::to_string(b.size()) + " sequences are " + std::to_string(distinct->set().size()) +
                 " and copies of them: copies share distances");
    std::vector<std::uint32_t> all(a.size());
    std::iota(all.begin(), all.end(), std::uint32_t{0});
    // As many at a time as the memory allows, because each block looks up the seeds of b again.
    const std::uint64_t bytes_a_row = std::min<std::uint64_t>(count, b.size()) * sizeof(near_pair) + 64;
    const std::uint64_t bound = options.max_distance.value_or(edit_distance::tuning::likely_nearest_bound);
    edit_distance::nearest_search search(run, count, edit_distance::start_gpu_for_near_pairs(run, bound),
                                         distinct.get());
    const auto find = [&](std::uint64_t first, std::uint64_t last, const near_pair_sink& take) {
        const auto rows = std::span<const std::uint32_t>(all).subspan(first, last - first);
        if (!distinct) return search.find(rows, take);
        search.find(rows, [&](std::span<const near_pair> row) { take(distinct->with_copies(row, count)); });
    };
    if (!shared.is_shared()) {
        const std::uint64_t block =
            std::max(edit_distance::tuning::least_nearest_rows, runtime::memory_budget(options.run) / 4 / bytes_a_row);
        for (std::uint64_t first = 0; first < all.size(); first += block)
            find(first, std::min<std::uint64_t>(first + block, all.size()), sink);
        return;
    }
    const std::uint64_t in_memory = edit_distance::tuning::found_bytes / bytes_a_row;
    const std::uint64_t block =
        std::min(edit_distance::tuning::most_rows_of_block, a.size() / edit_distance::tuning::nearest_blocks);
    shared.run_pairs(a.size(),
                     runtime::forced_tile() > 0
                         ? runtime::forced_tile()
                         : std::max(edit_distance::tuning::least_nearest_rows, std::min(block, in_memory)),
                     find, sink);
}

} // namespace concord
