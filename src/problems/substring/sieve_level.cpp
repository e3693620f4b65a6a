// One level of the sieve, by threads and by ranks.
#include "problems/substring/choice_hasher.hpp"
#include "problems/substring/sieve.hpp"
#include "problems/substring/sieve_tables.hpp"
#include "problems/substring/sieve_workplace.hpp"
#include "problems/substring/tuning.hpp"
#include "runtime/distributed/communicator.hpp"
#include "runtime/distributed/task_sharing.hpp"
#include "simd/vector_target.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace concord::substring {
namespace {

/// One level, alone or with other ranks. Those that see the same memory fill and read the same tables, like threads of
/// one process. Of what each half of a level does, neighbourhoods divide
///
///   sequences   each counts, or marks, its own in all tables; then the tables are added up, or united
///   tables      each counts, or marks, all sequences in its own tables; what these say of windows is added up
///
/// Sequences are the better choice while tables are small beside the windows: by tables everybody hashes all blocks.
class sieve_level {
  public:
    sieve_level(const problem& given, sieve_workplace& place, std::uint64_t memory, std::uint64_t intact,
                sifted_windows& windows, sieve_division wished)
        : given_(given), place_(place), here_(place.here()), memory_(memory), windows_(windows), wished_(wished),
          hashers_(place.workers().threads(),
                   choice_hasher(given, windows.length, intact,
                                 choice_kernel_for(simd::choose_vectors(place.workers().options().vectors)))),
          all_tables_(hashers_[0].size()),
          cost_of_blocks_(tuning::cost_of_block * static_cast<double>(given.mismatches + intact)),
          cost_of_byte_(here_ == nullptr ? 0 : tuning::cost_of_exchanged_byte * here_->most_threads()) {}

    void sift() {
        drop_sources();
        drop_targets();
    }

  private:
    void drop_sources() {
        const unsigned bits = agreed(bits_of_counters(given_, windows_.target_count, tables_in_all(), memory_ / 2));
        const double tables = std::exp2(bits) * tables_in_all() * sizeof(std::uint32_t);
        const double bounds = sizeof(std::uint32_t) * static_cast<double>(windows_.source_count);
        divide({.windows = windows_.target_count + windows_.source_count,
                .in_cache = tables < tuning::cache_bytes,
                .bytes_by_sequences = tables + bytes_of_set(),
                .bytes_by_tables = bounds});
        const choice_counters counters(place_.zeros<std::uint32_t>((last_ - first_) << bits), bits);
        pass([&] { count(counters); });
        if (by_sequences()) here_->exchange([&](runtime::rank_group& all) { all.allreduce_sum(counters.all()); });
        pass([&] { bound(counters); });
        keep_what_all_keep(windows_.sources);
        windows_.source_count = windows_.sources.count();
    }

    void drop_targets() {
        const unsigned bits = agreed(bits_of_marks(windows_.source_count, tables_in_all(), memory_ / 2));
        const double tables = std::exp2(bits) * tables_in_all() * sizeof(std::uint64_t);
        divide({.windows = windows_.source_count + windows_.target_count,
                .in_cache = tables < tuning::cache_bytes,
                .bytes_by_sequences = tuning::copy_of_marks * tables + bytes_of_set(),
                .bytes_by_tables = bytes_of_set()});
        const choice_marks marks(place_.zeros<std::uint64_t>((last_ - first_) << bits), bits);
        pass([&] { mark(marks); });
        if (by_sequences()) here_->exchange([&](runtime::rank_group& all) { all.allreduce_or(marks.all()); });
        pass([&] { leave_out(marks); });
        keep_what_all_keep(windows_.targets);
        if (by_tables()) ranks().allreduce_or(windows_.targets.words()); // marked in any table
        windows_.target_count = windows_.targets.count();
    }

    /// Each rank has looked at some of the windows of its neighbourhood, which has all of them unless it has some
    /// sequences.
    void keep_what_all_keep(window_bits& set) const {
        if (here_ == nullptr) return;
        runtime::rank_group& all = by_sequences() ? ranks() : ranks().node_local();
        if (all.size() > 1) all.allreduce_and(set.words());
    }

    [[nodiscard]] runtime::communicator& ranks() const { return here_->ranks(); }
    [[nodiscard]] double tables_in_all() const { return static_cast<double>(all_tables_); }
    [[nodiscard]] double bytes_of_set() const { return static_cast<double>(given_.set.letters()) / 8; }
    [[nodiscard]] bool by_sequences() const { return division_ == sieve_division::sequences; }
    [[nodiscard]] bool by_tables() const { return division_ == sieve_division::tables; }

    /// Tables that are added up have one size, and the last bit of a logarithm may differ from machine to machine.
    [[nodiscard]] unsigned agreed(unsigned bits) const {
        return here_ == nullptr ? bits : static_cast<unsigned>(runtime::broadcast(ranks(), bits));
    }

    /// What one half of a level has to do.
    struct half {
        std::uint64_t windows; ///< hashed
        bool in_cache;         ///< the tables are
        double bytes_by_sequences;
        double bytes_by_tables; ///< exchanged
    };

    void divide(const half& work) {
        first_ = 0;
        last_ = all_tables_;
        first_sequence_ = 0;
        last_sequence_ = given_.sequences();
        if (here_ == nullptr || here_->count() == 1) return;
        division_ = wished_ == sieve_division::best ? best_division(work) : wished_;
        division_ = static_cast<sieve_division>(runtime::broadcast(ranks(), static_cast<std::uint64_t>(division_)));
        if (!by_tables()) return;
        first_ = all_tables_ * here_->number() / here_->count();
        last_ = all_tables_ * (here_->number() + std::size_t{1}) / here_->count();
    }

    /// The quickest by an estimate.
    [[nodiscard]] sieve_division best_division(const half& work) const {
        const std::uint64_t size = here_->count();
        const bool may_add_bounds = given_.support <= 0x7FFFFFFF / size; // in 32 bits
        const double share = 1 / static_cast<double>(size);
        const auto windows = static_cast<double>(work.windows);
        const double blocks = cost_of_blocks_ * windows;
        const double choices =
            tables_in_all() * (work.in_cache ? tuning::cost_of_choice : tuning::cost_of_far_choice) * windows;
        const double alone = blocks + choices;
        const double by_sequences = alone * share + cost_of_byte_ * work.bytes_by_sequences;
        const double by_tables = blocks + choices * share + cost_of_byte_ * work.bytes_by_tables;
        if (by_sequences <= alone && (by_sequences <= by_tables || !may_add_bounds)) return sieve_division::sequences;
        const bool tables_for_all = may_add_bounds && all_tables_ >= 2 * size;
        return by_tables < alone && tables_for_all ? sieve_division::tables : sieve_division::none;
    }

    /// Over all sequences, or over this neighbourhood's share of them.
    template <class Work>
    void pass(Work work) {
        if (!by_sequences()) return work();
        runtime::adaptive_partition& shares = place_.sharing()->shares_of_node_groups(here_->count());
        const runtime::task_range ours = shares.of(here_->number(), given_.set.letters());
        first_sequence_ = sequence_from(ours.first);
        last_sequence_ = ours.last == given_.set.letters() ? given_.sequences() : sequence_from(ours.last);
        const auto begin = runtime::adaptive_partition::clock::now();
        work();
        shares.learn(here_->allgather(
            runtime::adaptive_partition::nanoseconds(runtime::adaptive_partition::clock::now() - begin)));
    }

    /// The first sequence that begins at this letter or behind it.
    [[nodiscard]] std::uint64_t sequence_from(std::uint64_t letter) const {
        const std::uint64_t* const offsets = given_.set.offsets();
        return static_cast<std::uint64_t>(std::lower_bound(offsets, offsets + given_.sequences(), letter) - offsets);
    }

    /// Each table is counted by one thread alone, which spares it the price of atomic additions; few at a time, so that
    /// they stay in the cache.
    void count(const choice_counters& counters) {
        const std::size_t tables = last_ - first_;
        const auto cachefuls =
            static_cast<std::size_t>(static_cast<double>(counters.bytes()) / tuning::cache_bytes) + 1;
        const std::size_t parts = std::min(tables, std::max<std::size_t>(cachefuls, place_.threads()));
        const std::uint64_t sequences = last_sequence_ - first_sequence_;
        const runtime::thread_pool::stage counting{"counting blocks", "sequences", sequences * parts};
        place_.run(parts, counting, [&](std::size_t part, unsigned worker) -> std::uint64_t {
            const std::size_t first = part * tables / parts;
            const std::size_t last = (part + 1) * tables / parts;
            hashers_[worker].for_each(windows_.targets, first_sequence_, last_sequence_, [&](choice_hasher& these) {
                for (std::size_t table = first; table < last; ++table)
                    counters.count(table, these.hashes(first_ + table));
                place_.workers().check_cancelled();
            });
            return sequences;
        });
    }

    /// What our tables say of the supports of windows, less the windows themselves; no more than the support that is
    /// asked for.
    [[nodiscard]] std::vector<std::uint64_t> bounds_of(choice_hasher& these, const choice_counters& counters) const {
        std::vector<std::uint64_t> bounds(these.positions().size());
        for (std::size_t table = 0; table < last_ - first_; ++table)
            counters.add_others(table, these.hashes(first_ + table), bounds);
        for (std::uint64_t& bound : bounds)
            bound = std::min(bound, given_.support);
        return bounds;
    }

    void bound(const choice_counters& counters) {
        if (!by_tables()) {
            for_each_window("bounding supports", windows_.sources, [&](choice_hasher& these) {
                const std::vector<std::uint64_t> bounds = bounds_of(these, counters);
                for (std::size_t window = 0; window < bounds.size(); ++window)
                    if (1 + bounds[window] < given_.support) windows_.sources.remove(these.positions()[window]);
            });
        } else {
            const std::vector<std::uint64_t> before = windows_.sources.counts_before();
            const runtime::shared_array<std::uint32_t> bounds(&ranks(), windows_.source_count);
            for_each_window("bounding supports", windows_.sources, [&](choice_hasher& these) {
                const std::vector<std::uint64_t> ours = bounds_of(these, counters);
                for (std::size_t window = 0; window < ours.size(); ++window)
                    bounds[windows_.sources.index_of(these.positions()[window], before)] =
                        static_cast<std::uint32_t>(ours[window]);
            });
            here_->exchange([&](runtime::rank_group& all) { all.allreduce_sum(bounds.view()); });
            std::uint64_t index = 0;
            windows_.sources.for_each(0, given_.set.letters(), [&](std::uint64_t position) {
                if (std::uint64_t{1} + bounds[index++] < given_.support) windows_.sources.remove(position);
            });
        }
    }

    void mark(const choice_marks& marks) {
        for_each_window("bounding supports", windows_.sources, [&](choice_hasher& these) {
            for (std::size_t table = 0; table < last_ - first_; ++table)
                marks.mark(table, these.hashes(first_ + table));
        });
    }

    void leave_out(const choice_marks& marks) {
        for_each_window("leaving out", windows_.targets, [&](choice_hasher& these) {
            std::vector<std::uint32_t> unmarked(these.positions().size());
            std::iota(unmarked.begin(), unmarked.end(), 0);
            for (std::size_t table = 0; table < last_ - first_ && !unmarked.empty(); ++table)
                marks.keep_unmarked(table, these.hashes(first_ + table), unmarked);
            for (const std::uint32_t window : unmarked)
                windows_.targets.remove(these.positions()[window]);
        });
    }

    /// Calls visit(hasher) for all windows of the set, some thousand at a time.
    template <class Visit>
    void for_each_window(std::string_view what, const window_bits& set, Visit visit) {
        constexpr std::uint64_t sequences_per_task = 1024;
        const std::uint64_t sequences = last_sequence_ - first_sequence_;
        const std::uint64_t tasks = (sequences + sequences_per_task - 1) / sequences_per_task;
        const runtime::thread_pool::stage shown{what, "sequences", sequences};
        place_.run(tasks, shown, [&](std::size_t task, unsigned worker) -> std::uint64_t {
            const std::uint64_t first = first_sequence_ + task * sequences_per_task;
            const std::uint64_t last = std::min(first + sequences_per_task, last_sequence_);
            hashers_[worker].for_each(set, first, last, visit);
            return last - first;
        });
    }

    const problem& given_;
    sieve_workplace& place_;
    runtime::node_group* here_; ///< where there are other ranks
    std::uint64_t memory_;
    sifted_windows& windows_;
    sieve_division wished_;
    std::vector<choice_hasher> hashers_;
    std::size_t all_tables_;
    double cost_of_blocks_; ///< instructions a window
    double cost_of_byte_;   ///< exchanged, in instructions
    sieve_division division_ = sieve_division::none;
    std::size_t first_ = 0; ///< of our tables
    std::size_t last_ = all_tables_;
    std::uint64_t first_sequence_ = 0; ///< of ours
    std::uint64_t last_sequence_ = given_.sequences();
};

} // namespace

void sift(const problem& given, sieve_workplace& place, std::uint64_t memory, std::uint64_t intact,
          sifted_windows& windows, sieve_division division) {
    const auto compute = [&] { sieve_level(given, place, memory, intact, windows, division).sift(); };
    task_sharing* const sharing = place.workers().options().sharing; // one process may keep a checkpoint, too
    if (sharing == nullptr) return compute();
    sharing->run_once(
        compute,
        [&](runtime::byte_writer& to) {
            to.list(std::span<const std::uint64_t>(windows.sources.words()));
            to.list(std::span<const std::uint64_t>(windows.targets.words()));
        },
        [&](runtime::byte_reader& from) {
            windows.sources.replace(from.list<std::uint64_t>());
            windows.targets.replace(from.list<std::uint64_t>());
            windows.source_count = windows.sources.count();
            windows.target_count = windows.targets.count();
        });
}

} // namespace concord::substring
