#include "problems/substring/sieve.hpp"

#include "exec/cluster/sharing.hpp"
#include "problems/substring/sieve_tables.hpp"
#include "problems/substring/tuning.hpp"

#include <algorithm>
#include <cmath>

namespace concord::substring {
namespace {

/// Index bits of a table of counters, so that windows which share one by chance add an eighth of t to a bound at most.
unsigned bits_of_counters(const problem& given, std::uint64_t targets, double tables, std::uint64_t memory) {
    const double wanted = 8 * static_cast<double>(targets) * tables / static_cast<double>(given.support);
    const double affordable = static_cast<double>(memory) / (sizeof(std::uint32_t) * tables);
    return static_cast<unsigned>(std::log2(std::clamp(std::min(wanted, affordable), 1024.0, 4294967296.0)));
}

/// Index bits of a table of marks: a target stays by chance in one of 16 cases at most, if there is memory for that.
unsigned bits_of_marks(std::uint64_t sources, double tables, std::uint64_t memory) {
    const double wanted = 16 * static_cast<double>(sources) * tables;
    const double affordable = static_cast<double>(memory) * 8 / tables;
    return static_cast<unsigned>(std::log2(std::clamp(std::min(wanted, affordable), 1024.0, 4294967296.0)));
}

} // namespace

std::vector<std::uint32_t> block_choices(std::uint32_t blocks, std::uint32_t chosen) {
    std::vector<std::uint32_t> all;
    std::vector<std::uint32_t> choice(chosen);
    for (std::uint32_t index = 0; index < chosen; ++index)
        choice[index] = index;
    for (;;) {
        all.insert(all.end(), choice.begin(), choice.end());
        std::uint32_t index = chosen;
        while (index > 0 && choice[index - 1] == blocks - chosen + index - 1)
            --index;
        if (index == 0) return all;
        ++choice[index - 1];
        for (; index < chosen; ++index)
            choice[index] = choice[index - 1] + 1;
    }
}

double choices_of(std::uint64_t mismatches, std::uint64_t intact) {
    double count = 1;
    for (std::uint64_t index = 1; index <= std::min(mismatches, intact); ++index) {
        count *= static_cast<double>(mismatches + intact - index + 1) / static_cast<double>(index);
        if (count > 1e12) break;
    }
    return std::round(count);
}

double cost_of_sifting(const problem& given, std::uint64_t memory, const sifted_windows& windows,
                       std::uint64_t intact) {
    const double tables = choices_of(given.mismatches, intact);
    const double counters = tables * std::exp2(bits_of_counters(given, windows.target_count, tables, memory / 2));
    const bool in_cache = counters * sizeof(std::uint32_t) < tuning::cache_bytes;
    const double each = tables * (in_cache ? tuning::cost_of_choice : tuning::cost_of_far_choice) +
                        tuning::cost_of_block * static_cast<double>(given.mismatches + intact);
    return each * static_cast<double>(2 * windows.target_count + windows.source_count) + counters;
}

std::uint64_t first_level(const problem& given, std::uint64_t length, std::uint64_t windows) {
    std::uint64_t drops_sources = 0; // the first level that does
    for (std::uint64_t intact = 1; given.mismatches + intact <= length; ++intact) {
        const double choices = choices_of(given.mismatches, intact);
        if (choices > tuning::most_choices) break;
        const std::uint64_t letters = length * intact / (given.mismatches + intact); // in the chosen blocks, at least
        const double agreeing_by_chance =
            choices * static_cast<double>(windows) * std::pow(given.chance_match, static_cast<double>(letters));
        if (agreeing_by_chance >= static_cast<double>(given.support) / 2) continue;
        if (drops_sources == 0) drops_sources = intact;
        if (agreeing_by_chance < 1) return intact; // drops targets as well
    }
    return drops_sources;
}

namespace {

// How the passes over the sequences are divided among ranks: each has its own sequences, and afterwards all have the
// same tables and the same windows.
class sieve_level {
  public:
    sieve_level(const problem& given, exec::workers& workers, std::uint64_t memory, std::uint64_t intact,
                sifted_windows& windows)
        : given_(given), workers_(workers), memory_(memory), windows_(windows), sharing_(workers.options().sharing),
          ours_(our_sequences()), hashers_(workers.threads(), choice_hasher(given, windows.length, intact)),
          tables_(hashers_[0].size()) {}

    void sift() {
        const choice_counters counters(
            tables_, bits_of_counters(given_, windows_.target_count, as_double(tables_), memory_ / 2));
        count(counters);
        bound(counters);
        choice_marks marks(tables_, bits_of_marks(windows_.source_count, as_double(tables_), memory_ / 2));
        mark(marks);
        leave_out(marks);
    }

  private:
    static double as_double(std::uint64_t count) { return static_cast<double>(count); }

    /// About the same number of letters for every rank.
    [[nodiscard]] exec::task_range our_sequences() const {
        if (sharing_ == nullptr) return {0, given_.sequences()};
        const exec::task_range letters = sharing_->share_of(given_.set.letters());
        const std::uint64_t* const offsets = given_.set.offsets();
        const auto first_from = [&](std::uint64_t letter) {
            if (letter == given_.set.letters()) return given_.sequences(); // with the empty ones at the end
            return static_cast<std::uint64_t>(std::lower_bound(offsets, offsets + given_.sequences(), letter) -
                                              offsets);
        };
        return {first_from(letters.first), first_from(letters.last)};
    }

    /// Whether it is cheaper that each rank looks its own windows up and all words of the tables are exchanged than
    /// that each looks up all.
    [[nodiscard]] bool exchange_is_cheaper(std::uint64_t windows, std::size_t words) const {
        return sharing_ != nullptr && sharing_->ranks().size() > 1 &&
               as_double(words) * tuning::cost_of_exchange <
                   as_double(windows) * as_double(tables_) * tuning::cost_of_choice / 2;
    }

    /// Each table is counted by one thread alone, which spares it the price of atomic additions; few at a time, so that
    /// they stay in the cache.
    void count(const choice_counters& counters) {
        const bool exchanged = exchange_is_cheaper(windows_.target_count, counters.words().size());
        const exec::task_range of = exchanged ? ours_ : exec::task_range{0, given_.sequences()};
        const auto cachefuls = static_cast<std::size_t>(as_double(counters.bytes()) / tuning::cache_bytes) + 1;
        const std::size_t parts = std::min(tables_, std::max<std::size_t>(cachefuls, workers_.threads()));
        const exec::workers::stage counting{"counting blocks", "sequences", of.size() * parts};
        workers_.run(parts, counting, [&](std::size_t part, unsigned worker) -> std::uint64_t {
            const std::size_t first = part * tables_ / parts;
            const std::size_t last = (part + 1) * tables_ / parts;
            patient_adder adder;
            for (std::uint64_t sequence = of.first; sequence < of.last; ++sequence) {
                hashers_[worker].for_each(windows_.targets, sequence, first, last,
                                          [&](std::uint64_t, const std::uint64_t* hashes) {
                                              for (std::size_t table = first; table < last; ++table)
                                                  adder.add(counters.counter(table, hashes[table - first]));
                                          });
                if (sequence % 65536 == 0) workers_.check_cancelled();
            }
            adder.finish();
            return of.size();
        });
        if (exchanged) sharing_->ranks().sum(counters.words());
    }

    void bound(const choice_counters& counters) {
        for_each_window("bounding supports", windows_.sources, ours_,
                        [&](std::uint64_t position, const std::uint64_t* hashes) {
                            std::uint64_t bound = 1;
                            for (std::size_t table = 0; table < tables_; ++table)
                                bound += *counters.counter(table, hashes[table]) - 1; // less the window itself
                            if (bound < given_.support) windows_.sources.remove(position);
                        });
        if (sharing_ != nullptr) sharing_->ranks().intersect(windows_.sources.words());
        windows_.source_count = windows_.sources.count();
    }

    void mark(choice_marks& marks) {
        const bool exchanged = exchange_is_cheaper(windows_.source_count, marks.words().size());
        const exec::task_range of = exchanged ? ours_ : exec::task_range{0, given_.sequences()};
        for_each_window("bounding supports", windows_.sources, of, [&](std::uint64_t, const std::uint64_t* hashes) {
            for (std::size_t table = 0; table < tables_; ++table)
                marks.mark(table, hashes[table]);
        });
        if (exchanged) sharing_->ranks().unite(marks.words());
    }

    void leave_out(const choice_marks& marks) {
        for_each_window("leaving out", windows_.targets, ours_,
                        [&](std::uint64_t position, const std::uint64_t* hashes) {
                            for (std::size_t table = 0; table < tables_; ++table)
                                if (marks.marked(table, hashes[table])) return;
                            windows_.targets.remove(position);
                        });
        if (sharing_ != nullptr) sharing_->ranks().intersect(windows_.targets.words());
        windows_.target_count = windows_.targets.count();
    }

    template <class Visit>
    void for_each_window(std::string_view what, const window_bits& set, exec::task_range of, Visit visit) {
        constexpr std::uint64_t sequences_per_task = 1024;
        const std::uint64_t tasks = (of.size() + sequences_per_task - 1) / sequences_per_task;
        const exec::workers::stage shown{what, "sequences", of.size()};
        workers_.run(tasks, shown, [&](std::size_t task, unsigned worker) -> std::uint64_t {
            const std::uint64_t first = of.first + task * sequences_per_task;
            const std::uint64_t last = std::min(first + sequences_per_task, of.last);
            for (std::uint64_t sequence = first; sequence < last; ++sequence)
                hashers_[worker].for_each(set, sequence, 0, tables_, visit);
            return last - first;
        });
    }

    const problem& given_;
    exec::workers& workers_;
    std::uint64_t memory_;
    sifted_windows& windows_;
    task_sharing* sharing_;
    exec::task_range ours_;
    std::vector<choice_hasher> hashers_;
    std::size_t tables_;
};

} // namespace

void sift(const problem& given, exec::workers& workers, std::uint64_t memory, std::uint64_t intact,
          sifted_windows& windows) {
    const auto compute = [&] { sieve_level(given, workers, memory, intact, windows).sift(); };
    if (workers.options().sharing == nullptr) return compute();
    workers.options().sharing->run_once(
        compute,
        [&](exec::byte_writer& to) {
            to.list(std::span<const std::uint64_t>(windows.sources.words()));
            to.list(std::span<const std::uint64_t>(windows.targets.words()));
        },
        [&](exec::byte_reader& from) {
            windows.sources.replace(from.list<std::uint64_t>());
            windows.targets.replace(from.list<std::uint64_t>());
            windows.source_count = windows.sources.count();
            windows.target_count = windows.targets.count();
        });
}

} // namespace concord::substring
