#include "problems/substring/cpu/seeds/seeded_windows.hpp"

#include "problems/substring/cpu/seeds/near_letters.hpp"
#include "problems/substring/cpu/seeds/seed_reaches.hpp"
#include "problems/substring/suffix_tuning.hpp"
#include "suffixes/maximal_pairs.hpp"
#include "suffixes/sorted_suffixes.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

namespace concord::substring {
namespace {

using suffixes::seed_length;

template <class Position, class Reaches>
class seeded_search {
  public:
    seeded_search(const sequence::packed_sequences& set, const suffixes::wanted_support& wanted,
                  std::uint64_t differences, const seed_limits& limits, runtime::thread_pool& workers,
                  std::vector<std::string>& notes)
        : set_(set), wanted_(wanted), differences_(differences), limits_(limits), workers_(workers), notes_(notes),
          sorted_(set, workers, notes), arrays_(sorted_.arrays(wanted.owners)),
          least_(std::max(wanted.least, differences + 1)) {}

    seeded_windows find() {
        if (!find_longest_pair()) return {std::nullopt, reached()};
        if (longest_ < least_) return nothing();
        const std::uint64_t least = std::max(exact(), least_);
        for (std::uint64_t length = longest_, end = longest_ + 1;;) {
            if (!collect(length, seed_length(length, differences_))) return {std::nullopt, reached()};
            if (has_supported(length)) {
                const std::uint64_t greatest = greatest_supported(length, end);
                return {windows_of(greatest), greatest};
            }
            if (length == least) return nothing();
            end = length;
            length -= std::min(length - least, std::max<std::uint64_t>(1, length / 4));
        }
    }

  private:
    /// Shorter answers than least_ are not known where they are asked for.
    [[nodiscard]] seeded_windows nothing() const {
        return {least_ == wanted_.least ? std::optional<longest_windows>(longest_windows{}) : std::nullopt, 0};
    }

    /// Letters that the sequences share without mismatches; less than least_ where that is too little.
    [[nodiscard]] std::uint64_t exact() const {
        return suffixes::greatest_shared(arrays_, set_.size(), wanted_.support, least_, workers_);
    }

    /// longest_: what two sequences share, or least_ - 1; false where that takes too much. From long seeds to short
    /// ones, down to those that something longer would have.
    [[nodiscard]] bool find_longest_pair() {
        const std::uint64_t of_two = suffixes::greatest_shared(arrays_, set_.size(), 2, 1, workers_);
        longest_ = std::max(of_two, least_ - 1);
        for (std::uint64_t seed = of_two;;) {
            if (seed < seed_length(longest_ + 1, differences_)) return true;
            std::atomic<std::uint64_t> longest{longest_};
            const auto raise = [&](std::uint64_t before, std::uint64_t behind) {
                std::uint64_t known = longest.load(std::memory_order_relaxed);
                while (known < before + behind &&
                       !longest.compare_exchange_weak(known, before + behind, std::memory_order_relaxed)) {
                }
            };
            if (!for_each_seed(seed, [&](const seed_place&, const Reaches& reaches, std::size_t) {
                    reaches.of_a().for_each_window(differences_, raise);
                    reaches.of_b().for_each_window(differences_, raise);
                    return std::uint64_t{0};
                }))
                return false;
            longest_ = longest.load();
            affordable_ = seed;
            const std::uint64_t needed = seed_length(longest_ + 1, differences_);
            if (seed <= needed) return true;
            seed = std::max(needed, seed - std::max<std::uint64_t>(1, seed / 4));
        }
    }

    /// What the seeds that could be afforded tell.
    [[nodiscard]] std::uint64_t reached() {
        if (longest_ < least_) return 0;
        if (wanted_.support == 2) return longest_;
        std::uint64_t length = exact();
        // The same seeds once more; where what is near to them was too much, little of it.
        limits_.instructions *= kept_.load() == 0 ? 2 : tuning::seeds_beyond_limit;
        if (affordable_ == 0 || length < least_ || !collect(length + 1, affordable_))
            return length < least_ ? 0 : length;
        return greatest_supported(length, longest_ + 1);
    }

    /// near_: all of `length` letters or more around seeds.
    [[nodiscard]] bool collect(std::uint64_t length, std::uint64_t seed) {
        near_parts of_part(parts().size());
        const std::uint64_t most = kept_.load() + limits_.bytes / bytes_of_near_letters;
        const bool is_done = for_each_seed(seed, [&](const seed_place& at, const Reaches& reaches, std::size_t part) {
            std::uint64_t kept = 0;
            const auto add = [&](const seed_reach& reach, std::uint64_t source, std::uint64_t target) {
                reach.for_each_window(differences_, [&](std::uint64_t before, std::uint64_t behind) {
                    if (before + behind < length) return;
                    if (kept_.load(std::memory_order_relaxed) < most)
                        of_part[part].value.push_back({source - before, before + behind, owner_of(target)});
                    ++kept;
                });
            };
            add(reaches.of_a(), at.a, at.b);
            add(reaches.of_b(), at.b, at.a);
            return kept;
        });
        if (!is_done || kept_.load() > most) return false;
        near_ = {std::move(of_part), set_.letters(), workers_};
        return true;
    }

    [[nodiscard]] bool has_supported(std::uint64_t length) const {
        if (wanted_.support == 2) return true; // of a pair that was found
        bool is_found = false;
        near_.for_each(length, set_.size(), wanted_.support - 1, [&](std::uint64_t, std::uint64_t, std::uint64_t) {
            is_found = true;
            return false;
        });
        return is_found;
    }

    /// The greatest length in [length, end) that has the support; `length` is known to.
    [[nodiscard]] std::uint64_t greatest_supported(std::uint64_t length, std::uint64_t end) const {
        while (length + 1 < end) {
            const std::uint64_t middle = length + (end - length) / 2;
            (has_supported(middle) ? length : end) = middle;
        }
        return length;
    }

    /// All windows of that length that have the support.
    [[nodiscard]] longest_windows windows_of(std::uint64_t length) const {
        longest_windows found{length, {}};
        near_.for_each(length, set_.size(), wanted_.support - 1,
                       [&](std::uint64_t first, std::uint64_t last, std::uint64_t others) {
                           const std::uint64_t sequence = sorted_.letters.map().sequence_of(first);
                           for (std::uint64_t position = first; position < last; ++position)
                               found.windows.push_back({sequence, position - set_.offset(sequence), others + 1});
                           return true;
                       });
        notes_.push_back("windows of " + std::to_string(length) + " letters by seeds of " +
                         std::to_string(seed_length(length, differences_)) + ": " + std::to_string(seeds_.load()) +
                         " seeds in all");
        return found;
    }

    /// Calls take(place, reaches, part) for each pair of places of different sequences where at least `seed` equal
    /// letters begin; it returns how many near letters it keeps. False where that takes too much.
    template <class Take>
    [[nodiscard]] bool for_each_seed(std::uint64_t seed, const Take& take) {
        if (seed == 0) return false;
        if (!are_affordable(expected_seeds(seed))) return false;
        std::atomic<bool> is_admitted{true};
        workers_.run(parts().size(), [&](std::size_t part, unsigned) {
            suffixes::maximal_pairs<Position> pairs(sorted_.letters.view(), arrays_);
            Reaches reaches(set_, differences_);
            std::uint64_t seeds = 0;
            std::uint64_t words = 0;
            std::uint64_t kept = 0;
            const auto spend = [&] {
                workers_.check_cancelled();
                kept_.fetch_add(std::exchange(kept, 0), std::memory_order_relaxed);
                words_.fetch_add(std::exchange(words, 0), std::memory_order_relaxed);
                const std::uint64_t before = std::exchange(seeds, 0);
                const std::uint64_t all = seeds_.fetch_add(before, std::memory_order_relaxed) + before;
                if (cost_of(all) > limits_.instructions) is_admitted.store(false, std::memory_order_relaxed);
                return is_admitted.load(std::memory_order_relaxed);
            };
            const auto admit = [&](std::uint64_t count) {
                seeds += count;
                return seeds < tuning::seeds_between_checks || spend();
            };
            pairs.for_each(parts().first(part), parts().last(part), seed, admit, [&](std::uint64_t a, std::uint64_t b) {
                const std::uint64_t of_a = sorted_.letters.map().sequence_of(a);
                const std::uint64_t of_b = sorted_.letters.map().sequence_of(b);
                const seed_place at{a,
                                    b,
                                    seed,
                                    a - set_.offset(of_a),
                                    set_.offset(of_a + 1) - a,
                                    b - set_.offset(of_b),
                                    set_.offset(of_b + 1) - b};
                reaches.read(at);
                words += reaches.of_a().behind.back() / sequence::letters_per_word;
                kept += take(at, reaches, part);
            });
            static_cast<void>(spend());
        });
        return is_admitted.load();
    }

    [[nodiscard]] bool are_affordable(std::uint64_t expected) const {
        const double kept_of_seed =
            static_cast<double>(kept_.load()) / static_cast<double>(std::max<std::uint64_t>(1, seeds_.load()));
        return cost_of(seeds_.load() + expected) +
                   static_cast<double>(expected) * kept_of_seed * tuning::cost_of_near_letters <=
               limits_.instructions;
    }

    /// By a sample, or where they may be many and are to be counted, all: of unequal letters most seeds lie in few
    /// stretches of the suffix array.
    [[nodiscard]] std::uint64_t expected_seeds(std::uint64_t seed) {
        const std::uint64_t sampled = estimated_seeds(seed, tuning::stretches_of_estimate);
        const double counting = tuning::cost_of_counted_rank * static_cast<double>(arrays_.size());
        return limits_.are_counted && cost_of(sampled) > counting ? estimated_seeds(seed, arrays_.size()) : sampled;
    }

    /// By so many stretches of ranks at most: by a quarter of them, or by all.
    [[nodiscard]] std::uint64_t estimated_seeds(std::uint64_t seed, std::uint64_t most) {
        const std::uint64_t stretches = arrays_.size() / tuning::ranks_of_estimate;
        const std::uint64_t sampled = most >= stretches ? stretches : std::min(most, stretches / 4);
        std::atomic<std::uint64_t> seeds{0};
        workers_.run(sampled, [&](std::size_t index, unsigned) {
            const std::uint64_t first = index * stretches / sampled * tuning::ranks_of_estimate;
            suffixes::maximal_pairs<Position> pairs(sorted_.letters.view(), arrays_);
            seeds.fetch_add(pairs.count(first, first + tuning::ranks_of_estimate, seed), std::memory_order_relaxed);
        });
        return sampled == 0 ? 0 : seeds.load() / sampled * stretches;
    }

    [[nodiscard]] double cost_of(std::uint64_t seeds) const {
        return static_cast<double>(seeds) * tuning::cost_of_seed +
               static_cast<double>(kept_.load(std::memory_order_relaxed)) * tuning::cost_of_near_letters +
               static_cast<double>(words_.load(std::memory_order_relaxed)) * tuning::cost_of_seed_word;
    }

    [[nodiscard]] runtime::equal_parts parts() const {
        return {workers_, arrays_.size(), std::min(suffixes::places_of_task(), tuning::suffixes_of_seed_task),
                tuning::seed_tasks_of_thread};
    }
    [[nodiscard]] std::uint64_t owner_of(std::uint64_t position) const {
        const std::uint64_t sequence = sorted_.letters.map().sequence_of(position);
        return wanted_.owners.empty() ? sequence : wanted_.owners[sequence];
    }

    const sequence::packed_sequences& set_;
    const suffixes::wanted_support& wanted_;
    std::uint64_t differences_;
    seed_limits limits_;
    runtime::thread_pool& workers_;
    std::vector<std::string>& notes_;
    suffixes::sorted_suffixes<Position> sorted_;
    suffixes::suffix_arrays<Position> arrays_;
    std::uint64_t least_; ///< letters of what can be found
    std::uint64_t longest_ = 0;
    std::uint64_t affordable_ = 0; ///< the shortest seeds that were all looked at; 0: none
    support_counts near_;
    std::atomic<std::uint64_t> seeds_{0};
    std::atomic<std::uint64_t> kept_{0};  ///< near letters, of all that were collected
    std::atomic<std::uint64_t> words_{0}; ///< of letters behind them
};

template <class Position>
[[nodiscard]] seeded_windows find_with(const sequence::packed_sequences& set, const suffixes::wanted_support& wanted,
                                       const seed_differences& allowed, const seed_limits& limits,
                                       runtime::thread_pool& workers, std::vector<std::string>& notes) {
    if (allowed.indels)
        return seeded_search<Position, edit_reaches>(set, wanted, allowed.most, limits, workers, notes).find();
    return seeded_search<Position, mismatch_reaches>(set, wanted, allowed.most, limits, workers, notes).find();
}

} // namespace

seeded_windows find_by_seeds(const sequence::packed_sequences& set, const suffixes::wanted_support& wanted,
                             const seed_differences& allowed, const seed_limits& limits, runtime::thread_pool& workers,
                             std::vector<std::string>& notes) {
    if (set.letters() == 0) return {longest_windows{}, 0};
    return suffixes::needs_wide(set) ? find_with<std::uint64_t>(set, wanted, allowed, limits, workers, notes)
                                     : find_with<std::uint32_t>(set, wanted, allowed, limits, workers, notes);
}

} // namespace concord::substring
