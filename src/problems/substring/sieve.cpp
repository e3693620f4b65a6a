#include "problems/substring/sieve.hpp"

#include "exec/cpu/far_array.hpp"
#include "problems/substring/tuning.hpp"
#include "problems/substring/window_hash.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace concord::substring {
namespace {

[[nodiscard]] std::uint64_t mixed(std::uint64_t hash) noexcept { return (hash ^ (hash >> 32)) * 0xD6E8FEB86659FD93U; }

/// How many windows have which hash, one table a choice. Windows that share a counter by chance only raise a bound.
class choice_counters {
  public:
    choice_counters(std::size_t tables, unsigned bits) : tables_(tables), bits_(bits), counters_(tables << bits) {}

    [[nodiscard]] std::uint32_t* counter(std::size_t table, std::uint64_t hash) const noexcept {
        return &counters_[(table << bits_) + (mixed(hash) >> (64 - bits_))];
    }

    [[nodiscard]] std::size_t bytes() const noexcept { return (tables_ << bits_) * sizeof(std::uint32_t); }

  private:
    std::size_t tables_;
    unsigned bits_;
    exec::far_array<std::uint32_t> counters_;
};

/// Adds to counters that are far away: asks for their cache lines first, and touches them a little later.
class patient_adder {
  public:
    void add(std::uint32_t* counter) {
        __builtin_prefetch(counter, 1);
        std::uint32_t*& slot = waiting_[next_++ % waiting_.size()];
        if (slot != nullptr) ++*slot;
        slot = counter;
    }
    void finish() {
        for (std::uint32_t*& slot : waiting_) {
            if (slot != nullptr) ++*slot;
            slot = nullptr;
        }
    }

  private:
    std::array<std::uint32_t*, 32> waiting_{};
    std::size_t next_ = 0;
};

/// Which hashes the sources that are left use. Windows that share a bit by chance only stay among the targets.
class choice_marks {
  public:
    choice_marks(std::size_t tables, unsigned bits) : bits_(bits), words_(tables << (bits - 6)) {}

    void mark(std::size_t table, std::uint64_t hash) {
        const auto shared = word(table, hash);
        if ((shared.load(std::memory_order_relaxed) & bit(hash)) == 0)
            shared.fetch_or(bit(hash), std::memory_order_relaxed);
    }
    [[nodiscard]] bool marked(std::size_t table, std::uint64_t hash) const {
        return (word(table, hash).load(std::memory_order_relaxed) & bit(hash)) != 0;
    }

  private:
    [[nodiscard]] std::atomic_ref<std::uint64_t> word(std::size_t table, std::uint64_t hash) const {
        return std::atomic_ref<std::uint64_t>(words_[(table << (bits_ - 6)) + (mixed(hash) >> (64 - bits_ + 6))]);
    }
    [[nodiscard]] std::uint64_t bit(std::uint64_t hash) const {
        return std::uint64_t{1} << ((mixed(hash) >> (64 - bits_)) % 64);
    }

    unsigned bits_;
    exec::far_array<std::uint64_t> words_;
};

/// The hashes of all choices of one window after the other.
class choice_hasher {
  public:
    choice_hasher(const problem& given, std::uint64_t length, std::uint64_t intact)
        : given_(given), length_(length), chosen_(static_cast<std::uint32_t>(intact)),
          blocks_(static_cast<std::uint32_t>(given.mismatches + intact)), choices_(block_choices(blocks_, chosen_)) {}

    [[nodiscard]] std::size_t size() const noexcept { return choices_.size() / chosen_; }

    /// Calls visit(position, hashes) for all windows of the set in one sequence; hashes are those of the choices
    /// [first_choice, last_choice).
    template <class Visit>
    void for_each(const window_bits& windows, std::uint64_t sequence, std::size_t first_choice, std::size_t last_choice,
                  Visit visit) {
        const std::uint64_t first = given_.offset(sequence);
        const std::uint64_t letters = given_.length(sequence);
        for (std::uint64_t stretch = 0; stretch + length_ <= letters; stretch += starts_at_once) {
            const std::uint64_t start = first + stretch;
            const std::uint64_t starts = std::min(letters - length_ + 1 - stretch, starts_at_once);
            bool prepared = false;
            windows.for_each(start, start + starts, [&](std::uint64_t position) {
                if (!prepared) hash_.prepare(given_, start, start + starts - 1 + length_);
                prepared = true;
                visit(position, of(position, first_choice, last_choice));
            });
        }
    }

  private:
    static constexpr std::uint64_t starts_at_once = 1U << 16U; // bounds the memory of the prefix hashes

    const std::uint64_t* of(std::uint64_t position, std::size_t first_choice, std::size_t last_choice) {
        block_hash_.resize(blocks_);
        for (std::uint32_t block = 0; block < blocks_; ++block) {
            const std::uint64_t start = block * length_ / blocks_;
            const std::uint64_t end = (block + 1) * length_ / blocks_;
            // Each block has its own multiplier: the same letters in another block are something else.
            block_hash_[block] = hash_.of(position + start, end - start) * (2 * block + 0xA0761D6478BD642FU);
        }
        hashes_.resize(last_choice - first_choice);
        const std::uint32_t* choice = choices_.data() + first_choice * chosen_;
        for (std::uint64_t& hash : hashes_) {
            hash = 0;
            for (std::uint32_t index = 0; index < chosen_; ++index)
                hash += block_hash_[*choice++];
        }
        return hashes_.data();
    }

    const problem& given_;
    std::uint64_t length_;
    std::uint32_t chosen_;
    std::uint32_t blocks_;
    std::vector<std::uint32_t> choices_;
    window_hash hash_;
    std::vector<std::uint64_t> block_hash_;
    std::vector<std::uint64_t> hashes_;
};

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

void sift(const problem& given, exec::workers& workers, std::uint64_t memory, std::uint64_t intact,
          sifted_windows& windows) {
    std::vector<choice_hasher> hashers(workers.threads(), choice_hasher(given, windows.length, intact));
    const std::size_t tables = hashers[0].size();
    const auto tables_in_all = static_cast<double>(tables);
    const choice_counters counters(tables, bits_of_counters(given, windows.target_count, tables_in_all, memory / 2));

    // Each table is counted by one thread alone, which spares it the price of atomic additions; few at a time, so that
    // they stay in the cache.
    const auto cachefuls = static_cast<std::size_t>(static_cast<double>(counters.bytes()) / tuning::cache_bytes) + 1;
    const std::size_t parts = std::min(tables, std::max<std::size_t>(cachefuls, workers.threads()));
    const exec::workers::stage counting{"counting blocks", "sequences", given.sequences() * parts};
    workers.run(parts, counting, [&](std::size_t part, unsigned worker) -> std::uint64_t {
        const std::size_t first = part * tables / parts;
        const std::size_t last = (part + 1) * tables / parts;
        patient_adder adder;
        for (std::uint64_t sequence = 0; sequence < given.sequences(); ++sequence) {
            hashers[worker].for_each(windows.targets, sequence, first, last,
                                     [&](std::uint64_t, const std::uint64_t* hashes) {
                                         for (std::size_t table = first; table < last; ++table)
                                             adder.add(counters.counter(table, hashes[table - first]));
                                     });
            if (sequence % 65536 == 0) workers.check_cancelled();
        }
        adder.finish();
        return given.sequences();
    });

    constexpr std::uint64_t sequences_per_task = 1024;
    const std::uint64_t tasks = (given.sequences() + sequences_per_task - 1) / sequences_per_task;
    const auto for_each_window = [&](std::string_view what, const window_bits& set, auto visit) {
        const exec::workers::stage shown{what, "sequences", given.sequences()};
        workers.run(tasks, shown, [&](std::size_t task, unsigned worker) -> std::uint64_t {
            const std::uint64_t first = task * sequences_per_task;
            const std::uint64_t last = std::min(first + sequences_per_task, given.sequences());
            for (std::uint64_t sequence = first; sequence < last; ++sequence)
                hashers[worker].for_each(set, sequence, 0, tables, visit);
            return last - first;
        });
    };

    for_each_window("bounding supports", windows.sources, [&](std::uint64_t position, const std::uint64_t* hashes) {
        std::uint64_t bound = 1;
        for (std::size_t table = 0; table < tables; ++table)
            bound += *counters.counter(table, hashes[table]) - 1; // less the window itself
        if (bound < given.support) windows.sources.remove(position);
    });
    windows.source_count = windows.sources.count();

    choice_marks marks(tables, bits_of_marks(windows.source_count, tables_in_all, memory / 2));
    for_each_window("bounding supports", windows.sources, [&](std::uint64_t, const std::uint64_t* hashes) {
        for (std::size_t table = 0; table < tables; ++table)
            marks.mark(table, hashes[table]);
    });
    for_each_window("leaving out", windows.targets, [&](std::uint64_t position, const std::uint64_t* hashes) {
        for (std::size_t table = 0; table < tables; ++table)
            if (marks.marked(table, hashes[table])) return;
        windows.targets.remove(position);
    });
    windows.target_count = windows.targets.count();
}

} // namespace concord::substring
