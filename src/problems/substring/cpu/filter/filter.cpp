#include "problems/substring/cpu/filter/filter.hpp"

#include "base/bits.hpp"
#include "problems/substring/cpu/filter/combination_hashes.hpp"
#include "problems/substring/cpu/filter/filter_arrays.hpp"
#include "problems/substring/cpu/filter/refined_combinations.hpp"
#include "problems/substring/cpu/join/join_cost.hpp"
#include "problems/substring/tuning.hpp"
#include "runtime/test_settings.hpp"
#include "simd/vector_target.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace concord::substring {
namespace {

using runtime::task_scheduler;

/// One level. What each half of it does is divided among the scheduler's groups in one of two ways:
///
///   positions      each group adds its share of the windows to all rows; then the arrays are summed up, or united
///   combinations   each group adds all windows to its share of the rows; the bounds that these give are summed up
///
/// Positions are the better choice while the arrays are small beside the windows: by combinations every group hashes
/// all blocks.
class filter_level {
  public:
    filter_level(const problem& given, task_scheduler& scheduler, std::uint64_t memory, std::uint64_t intact,
                 candidate_windows& windows, filter_division wanted, const cost_of_windows& rest)
        : given_(given), scheduler_(scheduler), memory_(memory), intact_(intact), windows_(windows), wanted_(wanted),
          rest_(rest), kernels_(combination_kernels_for(simd::choose_vectors(scheduler.pool().options().vectors))),
          hashers_(scheduler.workers(), combination_hasher(given, windows.length, intact, kernels_)),
          all_rows_(hashers_[0].size()),
          cost_of_blocks_(tuning::cost_of_block * static_cast<double>(given.mismatches + intact)),
          cost_of_byte_(tuning::cost_of_exchanged_byte * scheduler.most_threads()) {}

    void run() {
        drop_sources();
        drop_targets();
    }

  private:
    /// Those whose bound is below the support.
    void drop_sources() {
        const unsigned bits =
            agreed(counting_sketch::index_bits(given_, windows_.target_count, rows_in_all(), memory_ / 2));
        const double bytes = std::exp2(bits) * rows_in_all() * sizeof(std::uint32_t);
        const double bounds = sizeof(std::uint32_t) * static_cast<double>(windows_.source_count);
        divide({.windows = windows_.target_count + windows_.source_count,
                .in_cache = bytes < tuning::cache_bytes,
                .bytes_by_positions = bytes + bytes_of_set(),
                .bytes_by_combinations = bounds});
        const counting_sketch sketch(scheduler_.zeros<std::uint32_t>(our_rows() << bits), bits);
        pass([&] { count_targets(sketch); });
        if (by_positions()) scheduler_.allreduce_sum(sketch.all());
        drop_by(sketch);
        if (rest_ && refined_hasher::can_refine(given_, windows_.length, intact_)) refine(sketch);
    }

    void drop_by(const counting_sketch& sketch) {
        pass([&] { by_combinations() ? drop_by_summed_bounds(sketch) : drop_by_bounds(sketch); });
        keep_what_no_process_dropped(windows_.sources);
        windows_.source_count = windows_.sources.count();
    }

    /// Drops more sources, by what windows with frequent combinations of blocks have in common beside these, where that
    /// costs much less than what is left to be done with the sources.
    void refine(const counting_sketch& sketch) {
        const double most_cost = cost_of_rest() / 4;
        const double looking = rows_in_all() * tuning::cost_of_lookup *
                               static_cast<double>(windows_.target_count + 2 * windows_.source_count);
        if (scheduler_.broadcast(looking < most_cost ? 1 : 0) == 0) return;
        const auto flags = scheduler_.shared_array<std::uint64_t>(refined_combinations::words_for(sketch.all().size()));
        const double rare =
            static_cast<double>(given_.support) / (2 * rows_in_all()); // all of them: half of the support
        refined_combinations refined(sketch, flags.view(), static_cast<std::uint32_t>(std::max(2.0, rare)));
        pass([&] {
            for_each_window("refining", windows_.sources, [&](combination_hasher& some) {
                for (std::size_t row = 0; row < our_rows(); ++row)
                    refined.flag(row, some.hashes(first_row_ + row));
            });
        });
        if (by_positions()) scheduler_.allreduce_or(flags.view());
        refined_hashers_ = std::vector<refined_hasher>(scheduler_.workers(),
                                                       refined_hasher(given_, windows_.length, intact_, kernels_));
        const std::size_t each = refined_hashers_[0].size();
        const auto flagged = static_cast<double>(refined.flagged_windows());
        const double counters = static_cast<double>(all_rows_ * each);
        const unsigned bits = agreed(
            counting_sketch::index_bits(given_, static_cast<std::uint64_t>(flagged / static_cast<double>(our_rows())),
                                        counters, memory_ / 4, tuning::precision_of_refinement));
        const bool in_cache = counters * std::exp2(bits) * sizeof(std::uint32_t) < tuning::cache_bytes;
        const double counting =
            flagged * static_cast<double>(each) * (in_cache ? tuning::cost_of_lookup : tuning::cost_of_far_lookup) +
            tuning::cost_of_new_counter * counters * std::exp2(bits);
        if (scheduler_.broadcast(looking + counting < most_cost ? 1 : 0) == 0) return;
        const auto counts = scheduler_.shared_array<std::uint32_t>(our_rows() * each << bits);
        refined.set_counts(counts.view(), bits);
        refined_ = &refined;
        pass([&] {
            count_rows("refining", refined.counts(),
                       [&](combination_hasher& some, std::size_t row, const counting_sketch& to, bool alone) {
                           refined.count(row, first_row_ + row, some.positions(), some.hashes(first_row_ + row), to,
                                         !alone, refined_hasher_of(some));
                       });
        });
        if (by_positions()) scheduler_.allreduce_sum(counts.view());
        drop_by(sketch);
        refined_ = nullptr;
    }

    /// With the different sources that a sample tells of, and with targets that agree with one of these.
    [[nodiscard]] double cost_of_rest() const {
        window_counts left = windows_.counts();
        left.sources = sampled_different(given_, windows_.sources, left);
        const double agreeing = agreeing_by_chance(given_, left.length, left.sources, intact_);
        left.targets = static_cast<std::uint64_t>(static_cast<double>(left.targets) * std::min(1.0, agreeing)) + 1;
        return rest_(left);
    }

    /// Those that agree with no source in any combination.
    void drop_targets() {
        const unsigned bits = agreed(bloom_filter::index_bits(windows_.source_count, rows_in_all(), memory_ / 2));
        const double bytes = std::exp2(bits) * rows_in_all() * sizeof(std::uint64_t);
        divide({.windows = windows_.source_count + windows_.target_count,
                .in_cache = bytes < tuning::cache_bytes,
                .bytes_by_positions = tuning::cost_of_bloom_copy * bytes + bytes_of_set(),
                .bytes_by_combinations = bytes_of_set()});
        const bloom_filter bloom(scheduler_.zeros<std::uint64_t>(our_rows() << bits), bits);
        pass([&] { insert_sources(bloom); });
        if (by_positions()) scheduler_.allreduce_or(bloom.all());
        if (share_present(bloom) > tuning::most_targets_present) return;
        pass([&] { drop_absent(bloom); });
        keep_what_no_process_dropped(windows_.targets);
        if (by_combinations())
            scheduler_.allreduce_or_of_each(windows_.targets.words(), task_scheduler::scope::all); // present in any row
        windows_.target_count = windows_.targets.count();
    }

    /// Each process has looked at some of the windows of its group, which has all of them unless it has a share of the
    /// positions.
    void keep_what_no_process_dropped(window_bits& set) {
        scheduler_.allreduce_and_of_each(set.words(),
                                         by_positions() ? task_scheduler::scope::all : task_scheduler::scope::group);
    }

    [[nodiscard]] double rows_in_all() const { return static_cast<double>(all_rows_); }
    [[nodiscard]] std::size_t our_rows() const { return last_row_ - first_row_; }
    [[nodiscard]] double bytes_of_set() const { return static_cast<double>(given_.set.letters()) / 8; }
    [[nodiscard]] bool by_positions() const { return division_ == filter_division::positions; }
    [[nodiscard]] bool by_combinations() const { return division_ == filter_division::combinations; }

    /// Arrays that are summed up have one size, and the last bit of a logarithm may differ from machine to machine.
    [[nodiscard]] unsigned agreed(unsigned bits) { return static_cast<unsigned>(scheduler_.broadcast(bits)); }

    /// What one half of a level has to do.
    struct half {
        std::uint64_t windows; ///< hashed
        bool in_cache;         ///< the array is
        double bytes_by_positions;
        double bytes_by_combinations; ///< exchanged
    };

    void divide(const half& work) {
        first_row_ = 0;
        last_row_ = all_rows_;
        first_ = 0;
        last_ = given_.set.letters();
        if (scheduler_.groups() == 1) return;
        division_ = wanted_ == filter_division::best ? best_division(work) : wanted_;
        division_ = static_cast<filter_division>(scheduler_.broadcast(static_cast<std::uint64_t>(division_)));
        if (!by_combinations()) return;
        first_row_ = all_rows_ * scheduler_.group() / scheduler_.groups();
        last_row_ = all_rows_ * (scheduler_.group() + std::size_t{1}) / scheduler_.groups();
    }

    /// The quickest by an estimate.
    [[nodiscard]] filter_division best_division(const half& work) const {
        const std::uint64_t groups = scheduler_.groups();
        const bool may_sum_bounds = given_.support <= 0x7FFFFFFF / groups; // in 32 bits
        const double share = 1 / static_cast<double>(groups);
        const auto windows = static_cast<double>(work.windows);
        const double blocks = cost_of_blocks_ * windows;
        const double lookups =
            rows_in_all() * (work.in_cache ? tuning::cost_of_lookup : tuning::cost_of_far_lookup) * windows;
        const double alone = blocks + lookups;
        const double by_positions = alone * share + cost_of_byte_ * work.bytes_by_positions;
        const double by_combinations = blocks + lookups * share + cost_of_byte_ * work.bytes_by_combinations;
        if (by_positions <= alone && (by_positions <= by_combinations || !may_sum_bounds))
            return filter_division::positions;
        const bool rows_for_all = may_sum_bounds && all_rows_ >= 2 * groups;
        return by_combinations < alone && rows_for_all ? filter_division::combinations : filter_division::none;
    }

    /// Over all windows, or over this group's share of them.
    template <class Work>
    void pass(Work work) {
        if (!by_positions()) return work();
        scheduler_.divide(given_.set.letters(), [&](runtime::task_range ours) {
            first_ = ours.first;
            last_ = ours.last;
            work();
        });
    }

    void count_targets(const counting_sketch& sketch) {
        count_rows("counting blocks", sketch,
                   [&](combination_hasher& some, std::size_t row, const counting_sketch& to, bool alone) {
                       const std::span<const std::uint64_t> hashes = some.hashes(first_row_ + row);
                       alone ? to.add(row, hashes) : to.add_beside_others(row, hashes);
                   });
    }

    /// Calls count(windows, row, sketch, alone) for all targets and our rows. Each row is counted by one thread alone,
    /// which spares it atomic additions; few rows at a time, so that their counters stay in the cache. Where threads
    /// would be left without a row, each takes some windows instead, and counts them alone in a sketch of its own.
    template <class Count>
    void count_rows(std::string_view what, const counting_sketch& sketch, Count count) {
        const std::size_t rows = our_rows();
        if (scheduler_.threads() > rows) {
            const bool is_one_process = scheduler_.threads() == scheduler_.workers();
            own_sketches own(sketch, scheduler_.workers(),
                             is_one_process ? std::min(memory_ / 4, tuning::most_bytes_of_own_sketches) : 0);
            for_each_window(what, windows_.targets, [&](combination_hasher& some) {
                const counting_sketch* const mine = own.of(worker_of(some));
                for (std::size_t row = 0; row < rows; ++row)
                    count(some, row, mine != nullptr ? *mine : sketch, mine != nullptr);
            });
            own.add_up(scheduler_.pool());
            return;
        }
        const auto cachefuls = static_cast<std::size_t>(static_cast<double>(sketch.bytes()) / tuning::cache_bytes) + 1;
        const std::size_t parts = std::min(rows, std::max<std::size_t>(cachefuls, scheduler_.threads()));
        const std::uint64_t letters = last_ - first_;
        const runtime::thread_pool::stage counting{what, "letters", letters * parts};
        scheduler_.run(parts, counting, [&](std::size_t part, unsigned worker) -> std::uint64_t {
            const std::size_t first = part * rows / parts;
            const std::size_t last = (part + 1) * rows / parts;
            hashers_[worker].for_each(windows_.targets, first_, last_, [&](combination_hasher& some) {
                for (std::size_t row = first; row < last; ++row)
                    count(some, row, sketch, true);
                scheduler_.pool().check_cancelled();
            });
            return letters;
        });
    }

    [[nodiscard]] refined_hasher& refined_hasher_of(const combination_hasher& some) {
        return refined_hashers_[worker_of(some)];
    }
    [[nodiscard]] unsigned worker_of(const combination_hasher& some) const {
        return static_cast<unsigned>(&some - hashers_.data());
    }

    /// What our rows say of the supports of windows, less the windows themselves; no more than the support that is
    /// asked for.
    [[nodiscard]] std::vector<std::uint64_t> bounds_of(combination_hasher& some, const counting_sketch& sketch) {
        std::vector<std::uint64_t> bounds(some.positions().size());
        for (std::size_t row = 0; row < our_rows(); ++row) {
            const std::span<const std::uint64_t> hashes = some.hashes(first_row_ + row);
            if (refined_ == nullptr)
                sketch.add_others(row, hashes, bounds);
            else
                refined_->add_others(row, first_row_ + row, some.positions(), hashes, refined_hasher_of(some),
                                     given_.support, bounds);
        }
        for (std::uint64_t& bound : bounds)
            bound = std::min(bound, given_.support);
        return bounds;
    }

    void drop_by_bounds(const counting_sketch& sketch) {
        for_each_window("bounding supports", windows_.sources, [&](combination_hasher& some) {
            const std::vector<std::uint64_t> bounds = bounds_of(some, sketch);
            for (std::size_t window = 0; window < bounds.size(); ++window)
                if (1 + bounds[window] < given_.support) windows_.sources.remove(some.positions()[window]);
        });
    }

    /// The same where each group knows some of the rows.
    void drop_by_summed_bounds(const counting_sketch& sketch) {
        const std::vector<std::uint64_t> before = windows_.sources.counts_before();
        const auto bounds = scheduler_.shared_array<std::uint32_t>(windows_.source_count);
        for_each_window("bounding supports", windows_.sources, [&](combination_hasher& some) {
            const std::vector<std::uint64_t> ours = bounds_of(some, sketch);
            for (std::size_t window = 0; window < ours.size(); ++window)
                bounds[windows_.sources.index_of(some.positions()[window], before)] =
                    static_cast<std::uint32_t>(ours[window]);
        });
        scheduler_.allreduce_sum(bounds.view());
        std::uint64_t index = 0;
        windows_.sources.for_each(0, given_.set.letters(), [&](std::uint64_t position) {
            if (std::uint64_t{1} + bounds[index++] < given_.support) windows_.sources.remove(position);
        });
    }

    void insert_sources(const bloom_filter& bloom) {
        for_each_window("bounding supports", windows_.sources, [&](combination_hasher& some) {
            for (std::size_t row = 0; row < our_rows(); ++row)
                bloom.insert(row, some.hashes(first_row_ + row));
        });
    }

    /// Of some targets, spread evenly: how many agree with a source.
    [[nodiscard]] double share_present(const bloom_filter& bloom) {
        constexpr std::uint64_t parts = 64;
        constexpr std::uint64_t letters_of_part = 1024;
        const std::uint64_t letters = given_.set.letters();
        std::uint64_t all = 0;
        std::vector<std::uint64_t> present(parts * letters_of_part / 64, 0); // a bit for each
        for (std::uint64_t part = 0; part < parts; ++part) {
            const std::uint64_t first = part * letters / parts;
            const std::uint64_t last = std::min(first + letters_of_part, (part + 1) * letters / parts);
            hashers_[0].for_each(windows_.targets, first, last, [&](combination_hasher& some) {
                const std::uint64_t before = all;
                for (; all < before + some.positions().size(); ++all)
                    present[all / 64] |= std::uint64_t{1} << (all % 64);
                for (const std::uint32_t window : absent_from(bloom, some))
                    present[(before + window) / 64] &= ~(std::uint64_t{1} << ((before + window) % 64));
            });
        }
        if (by_combinations()) scheduler_.allreduce_or_of_each(present, task_scheduler::scope::all);
        std::uint64_t found = 0;
        for (const std::uint64_t word : present)
            found += base::count_ones(word);
        return static_cast<double>(found) / static_cast<double>(std::max<std::uint64_t>(1, all));
    }

    /// Which of these windows agree with no source.
    [[nodiscard]] std::vector<std::uint32_t> absent_from(const bloom_filter& bloom, combination_hasher& some) const {
        std::vector<std::uint32_t> absent(some.positions().size());
        std::iota(absent.begin(), absent.end(), 0);
        for (std::size_t row = 0; row < our_rows() && !absent.empty(); ++row)
            bloom.keep_absent(row, some.hashes(first_row_ + row), absent);
        return absent;
    }

    void drop_absent(const bloom_filter& bloom) {
        for_each_window("leaving out", windows_.targets, [&](combination_hasher& some) {
            for (const std::uint32_t window : absent_from(bloom, some))
                windows_.targets.remove(some.positions()[window]);
        });
    }

    /// Calls visit(hasher) for all windows of the set, some thousand at a time.
    template <class Visit>
    void for_each_window(std::string_view what, const window_bits& set, Visit visit) {
        const std::uint64_t each = runtime::forced_tile() > 0 ? runtime::forced_tile() : tuning::letters_of_filter_task;
        const std::uint64_t letters = last_ - first_;
        const std::uint64_t tasks = (letters + each - 1) / each;
        const runtime::thread_pool::stage shown{what, "letters", letters};
        scheduler_.run(tasks, shown, [&](std::size_t task, unsigned worker) -> std::uint64_t {
            const std::uint64_t first = first_ + task * each;
            const std::uint64_t last = std::min(first + each, last_);
            hashers_[worker].for_each(set, first, last, visit);
            return last - first;
        });
    }

    const problem& given_;
    task_scheduler& scheduler_;
    std::uint64_t memory_;
    std::uint64_t intact_;
    candidate_windows& windows_;
    filter_division wanted_;
    const cost_of_windows& rest_;
    const combination_kernels& kernels_;
    std::vector<combination_hasher> hashers_;       ///< by worker
    std::vector<refined_hasher> refined_hashers_;   ///< the same
    const refined_combinations* refined_ = nullptr; ///< while sources are dropped by them
    std::size_t all_rows_;
    double cost_of_blocks_; ///< instructions a window
    double cost_of_byte_;   ///< exchanged, in instructions
    filter_division division_ = filter_division::none;
    std::size_t first_row_ = 0; ///< of our group's
    std::size_t last_row_ = all_rows_;
    std::uint64_t first_ = 0; ///< of our group's letters, where windows begin
    std::uint64_t last_ = given_.set.letters();
};

} // namespace

void filter_windows(const problem& given, task_scheduler& scheduler, std::uint64_t memory, std::uint64_t intact,
                    candidate_windows& windows, const cost_of_windows& rest, filter_division division) {
    scheduler.run_once([&] { filter_level(given, scheduler, memory, intact, windows, division, rest).run(); },
                       [&](runtime::byte_writer& to) {
                           to.list(std::span<const std::uint64_t>(windows.sources.words()));
                           to.list(std::span<const std::uint64_t>(windows.targets.words()));
                       },
                       [&](runtime::byte_reader& from) {
                           windows.sources.replace(from.list<std::uint64_t>());
                           windows.targets.replace(from.list<std::uint64_t>());
                           windows.count();
                       });
}

} // namespace concord::substring
