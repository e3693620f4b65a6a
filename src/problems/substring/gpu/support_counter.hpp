// How many sequences support each window of a set: seeds of the sources against positions of the targets.
//
//   upper bound   every near position counts                       quick, and nearly always the support itself
//   exact         each target once: remembered in a row of bits for each window where there is memory for the rows,
//                 else looked up among its positions
//   words         distinct windows as a trie, along which each sequence is walked: exact, for few of many sequences
//   balls         words that begin alike against the union of the balls around a sequence's windows: exact, for short
//                 words
//   marks         windows that share a piece with a word but for a few letters mark their sequences in a row of bits of
//                 the word beside a multiprocessor: exact, for words of two pieces that many windows are near to
//   lacking       of each sequence the words that it lacks: exact, where nearly all must hold an answer
//   diagonals     counters that need no seeds, also exact: for short windows, or many mismatches, of short sequences
//
// Of equal windows one is counted, where they are many (distinct_windows.hpp).
//
// Long comparisons are done in parts of their sources, and a checkpoint keeps what they have counted so far; the rest
// of a search takes moments, and is repeated by a run that goes on.
#pragma once

#include "problems/substring/gpu/ambiguous_windows.hpp"
#include "problems/substring/gpu/ball_unions.hpp"
#include "problems/substring/gpu/checkpointed_counts.hpp"
#include "problems/substring/gpu/device_windows.hpp"
#include "problems/substring/gpu/distinct_windows.hpp"
#include "problems/substring/gpu/enough_sequences.hpp"
#include "problems/substring/gpu/lacking_sequences.hpp"
#include "problems/substring/gpu/likely_sources.hpp"
#include "problems/substring/gpu/marked_sequences.hpp"
#include "problems/substring/gpu/near_place_pairs.hpp"
#include "problems/substring/gpu/sorted_words.hpp"
#include "problems/substring/gpu/window_comparison.hpp"
#include "problems/substring/tuning.hpp"
#include "runtime/distributed/partition.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace concord::substring {

template <class Machine>
class support_counter {
  public:
    using windows = machine_windows<Machine>;
    using supported = windows_with_support<Machine>;

    /// `tile` bounds what is compared at a time (0: chosen here); it changes no answer. `ranks`: processes that share
    /// long comparisons; their machines have the same speed() and the same free_memory(). `kept`: where counts are
    /// kept. `always_bounded`: few windows, too, are bounded before they are counted; for tests.
    support_counter(const device_windows<Machine>& input, std::uint64_t tile,
                    const runtime::striped_division& ranks = {}, const checkpointed_counts& kept = {},
                    bool always_bounded = false)
        : input_(input), compared_(input, tile, ranks, kept, always_bounded), ranks_(ranks), kept_(kept),
          always_bounded_(always_bounded) {}

    /// Both sets are of one length; they may be one. `copies`, by sequence on the machine: how many it represents, 0
    /// where another represents it; null: one each. `about`: an upper bound of the supports is good enough. Memory: at
    /// most half of what the machine has free.
    [[nodiscard]] supported count(const std::shared_ptr<const windows>& sources,
                                  const std::shared_ptr<const windows>& targets, std::uint64_t support,
                                  const std::uint32_t* copies, bool about = false) const {
        const comparison all{sources, targets, support, copies};
        if (auto known = by_lacking_sequences(all)) return std::move(*known);
        // Bounds drop nothing where most windows have the support.
        const std::vector<std::uint32_t> sampled = sampled_supports(all);
        if (most_have(sampled, all.support)) {
            if (auto known = by_pairs_of_places(all, sampled)) return std::move(*known);
            if (auto enough = by_enough_sequences(all, sampled, false)) return std::move(*enough);
            return count_likely(all.sources, all.targets, all.support, all.copies, false);
        }
        const comparison left{likely(all), all.targets, all.support, all.copies};
        const bool is_known = left.sources == all.sources || input_.given().are_supports_exact;
        const std::vector<std::uint32_t> of_left = is_known ? sampled : sampled_supports(left);
        if (auto known = by_pairs_of_places(left, of_left)) return std::move(*known);
        if (auto enough = by_enough_sequences(left, of_left, about)) return std::move(*enough);
        return count_likely(left.sources, all.targets, all.support, all.copies, about);
    }

    /// Of a comparison of all sources with all targets.
    [[nodiscard]] const seed_estimates<Machine>& estimates() const noexcept { return compared_.estimates(); }

    /// Seconds of it where equal sources are counted once, as far as it pays to find out.
    [[nodiscard]] double seconds_of_distinct(const windows& sources, const windows& targets) const {
        const double all = compared_.seconds_with_near(sources, targets);
        if (all <= 4 * seconds_of_grouping(sources)) return all;
        return std::min(all, compared_.seconds_with_near(*distinct(input_, sources).set(), targets));
    }

  private:
    using distinct = distinct_windows<Machine>;

    /// What count() is asked.
    struct comparison {
        std::shared_ptr<const windows> sources;
        std::shared_ptr<const windows> targets;
        std::uint64_t support;
        const std::uint32_t* copies;
    };

    /// Those of the sources that may have the support, by bounds that take little beside a comparison.
    [[nodiscard]] std::shared_ptr<const windows> likely(const comparison& all) const {
        likely_sources<Machine> left(input_, all.sources, all.targets, all.copies, always_bounded_);
        left.drop_by_places(all.support, [&] { return seconds_of_distinct(*left.sources(), *all.targets); });
        left.drop_by_sequences(all.support, [&](const std::shared_ptr<const windows>& some, std::uint64_t support) {
            return std::move(count_likely(left.sources(), some, support, all.copies, false).set);
        });
        return left.sources();
    }

    /// Where nearly all sequences must hold a window, by those that lack it.
    [[nodiscard]] std::optional<supported> by_lacking_sequences(const comparison& all) const {
        using lacking = lacking_sequences<Machine>;
        // Where half may lack a window, there is more to count than what holds it.
        if (!is_enough(all) || all.support < 2 || 2 * all.support < input_.given().sequences() ||
            are_few_pairs(*all.sources, *all.targets, always_bounded_))
            return std::nullopt;
        const windows targets = input_.united(*all.sources, *all.targets); // each window is in its own sequence
        const std::uint64_t sequences = sequence_samples<Machine>(input_, targets, all.copies).all();
        if (sequences < all.support) return std::nullopt;
        const std::uint64_t allowed = sequences - all.support;
        const auto words = static_cast<double>(all.sources->count);
        const double seconds = lacking::seconds(input_, words, targets, allowed);
        if (seconds == std::numeric_limits<double>::infinity()) return std::nullopt;
        if (!always_bounded_) {
            const double marked = marked_sequences<Machine>::seconds(input_, words, *all.targets);
            if (seconds > tuning::lacking_beside_comparison * std::min(marked, seconds_of_comparison(all)) ||
                kept_.keeps(seconds * input_.machine().speed().tests))
                return std::nullopt;
        }
        const auto counted = [&](const windows& some, const lettering& by) {
            return lacking(input_, some, by).supports(targets, all.copies, sequences, allowed);
        };
        auto supports = supports_of_parts(
            input_, *all.sources, [&](const windows& some) { return counted(some, ordinary_letters); },
            [&](const std::shared_ptr<const windows>& some) {
                return supported{some, counted(*some, letters_with_ambiguous), {}};
            });
        windows set = input_.at_least(*all.sources, supports.data(), all.support);
        return supported{all.sources, std::move(supports), std::move(set)};
    }

    [[nodiscard]] double seconds_of_windows(const comparison& all, bool about) const {
        return compared_.seconds_with_near(*all.sources, *all.targets) +
               compared_.seconds_of_looking_up(*all.sources, *all.targets, all.support, about);
    }
    [[nodiscard]] double seconds_of_comparison(const comparison& all) const {
        return std::min({seconds_of_windows(all, false),
                         ball_unions<Machine>::seconds(input_, *all.sources, *all.targets),
                         compared_.seconds_along_diagonals(*all.sources, *all.targets)});
    }
    [[nodiscard]] bool is_worth_a_sample(const comparison& all) const {
        if (are_few_pairs(*all.sources, *all.targets, false)) return false;
        return std::min(seconds_of_windows(all, false),
                        compared_.seconds_along_diagonals(*all.sources, *all.targets)) >= tuning::seconds_worth_enough;
    }
    /// Exact supports of some of the sources; none where that is not worth it.
    [[nodiscard]] std::vector<std::uint32_t> sampled_supports(const comparison& all) const {
        if (always_bounded_ || !is_worth_a_sample(all)) return {};
        const auto some =
            std::make_shared<const windows>(input_.sample(*all.sources, tuning::sources_asked_for_enough));
        const supported counted = count_likely(some, all.targets, 0, all.copies, false);
        return input_.read(counted.supports, counted.counted->count);
    }
    [[nodiscard]] static bool most_have(const std::vector<std::uint32_t>& sampled, std::uint64_t support) {
        const auto held = std::ranges::count_if(sampled, [&](std::uint32_t one) { return one >= support; });
        return !sampled.empty() &&
               static_cast<double>(held) >= tuning::most_of_sampled * static_cast<double>(sampled.size());
    }

    /// Whether only that windows have the support is asked for, by one process, as ranks and checkpoints share what is
    /// counted in all sequences.
    [[nodiscard]] bool is_enough(const comparison& all) const {
        const problem& given = input_.given();
        return !given.are_supports_exact && given.strands == 0 && ranks_.size() == 1 && all.sources->count > 0;
    }

    /// Of windows with these supports, how many places and pairs do not tell whether they have the support, where
    /// `pairs` are near to one.
    [[nodiscard]] static double share_undecided(const std::vector<std::uint32_t>& sampled, std::uint64_t support,
                                                double pairs) {
        const auto undecided = std::ranges::count_if(sampled, [&](std::uint32_t one) {
            const double beyond = static_cast<double>(one) - static_cast<double>(support);
            return beyond >= -pairs && beyond <= pairs / 2;
        });
        return sampled.empty() ? 0 : static_cast<double>(undecided) / static_cast<double>(sampled.size());
    }

    /// Then how many places are near to a window, and how many pairs of these, tells it of nearly all short ones, and
    /// the others are counted.
    [[nodiscard]] std::optional<supported> by_pairs_of_places(const comparison& all,
                                                              const std::vector<std::uint32_t>& sampled) const {
        if (!is_enough(all) || (!always_bounded_ && sampled.empty())) return std::nullopt;
        constexpr unsigned letters_in_tests = 4;
        if (always_bounded_ && all.sources->length > letters_in_tests + 3) return std::nullopt; // too many tables
        const near_places<Machine> places(input_, all.sources->length,
                                          always_bounded_ ? letters_in_tests : tuning::most_letters_of_near_places);
        if (!places.are_possible()) return std::nullopt;
        const near_place_pairs<Machine> pairs(input_, *all.targets, all.copies);
        if (!pairs.are_possible()) return std::nullopt;
        if (!always_bounded_) {
            const double whole = std::min(seconds_of_comparison(all), seconds_of_parts(all, sampled));
            const double undecided = share_undecided(sampled, all.support, pairs.of_word()) * whole;
            const double bounds = places.seconds() + pairs.seconds(places.tables());
            if (bounds + undecided > tuning::place_pairs_beside_comparison * whole) return std::nullopt;
            if (kept_.keeps(whole * input_.machine().speed().tests)) return std::nullopt;
        }
        const auto found = places.bounded(*all.sources, *all.targets, all.support, all.copies, pairs);
        auto supports = input_.machine().template zeroed<std::uint32_t>(all.sources->count);
        input_.machine().for_each(input_.words(),
                                  put_sure_support{all.sources->view(), found.sure.bits.data(),
                                                   static_cast<std::uint32_t>(all.support), supports.data()});
        const auto unknown = std::make_shared<const windows>(input_.kept(
            all.sources->length, keep_undecided{found.likely.bits.data(), found.sure.bits.data(), nullptr}));
        if (unknown->count > 0) {
            const supported counted = count_likely(unknown, all.targets, 0, all.copies, false);
            input_.machine().for_each(input_.words(), overwrite_supports{{all.sources->view(), counted.counted->view(),
                                                                          counted.supports.data()},
                                                                         supports.data()});
        }
        windows set = input_.at_least(*all.sources, supports.data(), all.support);
        return supported{all.sources, std::move(supports), std::move(set)};
    }

    /// Then parts of the sequences show it for less, where a count of all is not at hand anyway.
    [[nodiscard]] std::optional<supported>
    by_enough_sequences(const comparison& all, const std::vector<std::uint32_t>& sampled, bool about) const {
        if (!is_enough(all)) return std::nullopt;
        if (!always_bounded_ && (all.support < tuning::least_support_of_enough || !parts_pay(all, sampled, about)))
            return std::nullopt;
        const enough_sequences<Machine> parts(input_, all.sources, all.targets, all.copies);
        return parts.template supports<supported>(
            all.support, bits_of_parts(*all.sources),
            [&](const std::shared_ptr<const windows>& some, const std::shared_ptr<const windows>& others) {
                return count_likely(some, others, 0, all.copies, false);
            });
    }
    /// Of the number of parts: so many more that there is memory for a bit for each window and sequence of a part.
    [[nodiscard]] unsigned bits_of_parts(const windows& sources) const {
        for (unsigned bits = tuning::bits_of_parts; bits <= tuning::most_bits_of_parts; ++bits)
            if (compared_.have_rows(sources, bits)) return bits;
        return tuning::bits_of_parts;
    }
    [[nodiscard]] bool parts_pay(const comparison& all, const std::vector<std::uint32_t>& sampled, bool about) const {
        if (sampled.empty()) return false;
        const windows& sources = *all.sources;
        const windows& targets = *all.targets;
        const double along = compared_.seconds_along_diagonals(sources, targets);
        const double near = compared_.seconds_with_near(sources, targets);
        const double by_windows = near + compared_.seconds_of_looking_up(sources, targets, all.support, about);
        const double whole = std::min(along, by_windows);
        // Upper bounds are no counts, and balls take as long for a part.
        if (about && along >= by_windows && !compared_.is_exact_at_once(sources, targets, all.support, true))
            return false;
        if (ball_unions<Machine>::seconds(input_, sources, targets) <= whole) return false;
        if (kept_.keeps(whole * input_.machine().speed().tests)) return false;
        return seconds_of_parts(all, sampled) <= tuning::enough_beside_all * whole;
    }
    /// Of windows whose supports are distributed as those of the sample.
    [[nodiscard]] double seconds_of_parts(const comparison& all, const std::vector<std::uint32_t>& sampled) const {
        const windows& sources = *all.sources;
        const windows& targets = *all.targets;
        const bool both_ways = all.sources == all.targets && estimates().plan_for(sources, targets).pieces.count == 0;
        const double by_parts = std::min(
            compared_.seconds_along_diagonals(sources, targets),
            compared_.seconds_with_near(sources, targets) * (both_ways ? 2 : 1) + // else once for both of a pair
                compared_.seconds_of_remembering(sources, targets, bits_of_parts(sources)));
        const sequence_samples<Machine> samples(input_, targets, all.copies);
        return by_parts *
               share_that_is_compared(sampled, all.support, samples.all(), std::uint64_t{1} << tuning::bits_of_parts);
    }

    [[nodiscard]] supported count_likely(const std::shared_ptr<const windows>& sources,
                                         const std::shared_ptr<const windows>& targets, std::uint64_t support,
                                         const std::uint32_t* copies, bool about) const {
        const double compared = compared_.seconds_with_near(*sources, *targets);
        if (const auto few = distinct_if_cheaper(*sources, *targets, compared)) {
            const supported counted = count_distinct(*few, sources == targets, targets, support, copies, about);
            auto supports = few->spread(*counted.counted, counted.supports.data());
            windows set = input_.at_least(*sources, supports.data(), support);
            return {sources, std::move(supports), std::move(set), counted.is_exact};
        }
        const double by_windows = compared + compared_.seconds_of_looking_up(*sources, *targets, support, about);
        if (auto counted = by_words_if_cheaper(sources, targets, by_windows, support, copies))
            return std::move(*counted);
        return count_each(sources, targets, compared, support, copies, about, nullptr);
    }

    /// Seconds of finding the distinct ones of a set; infinite where there is no room for that.
    [[nodiscard]] double seconds_of_grouping(const windows& set) const {
        const machine_speed speed = input_.machine().speed();
        if (set.count > std::min(distinct::most_windows, input_.machine().free_memory() / 2 / distinct::bytes_each))
            return std::numeric_limits<double>::infinity();
        return static_cast<double>(set.count) * tuning::lookups_of_grouping / speed.lookups + 10 * speed.step;
    }

    /// The distinct ones of the sources, where to find them and to count only these is estimated to be cheaper: where t
    /// is a large share of the sequences, equal windows are many. The same for all ranks.
    [[nodiscard]] std::optional<distinct> distinct_if_cheaper(const windows& sources, const windows& targets,
                                                              double compared) const {
        const double all = std::min(compared, compared_.seconds_along_diagonals(sources, targets));
        if (all <= 4 * seconds_of_grouping(sources)) return std::nullopt;
        std::optional<distinct> found(std::in_place, input_, sources);
        // Windows that stand alone need more seeds, but what half as many are near to is followed half as often.
        const windows& few = *found->set();
        const double rest =
            std::min(compared_.seconds_with_near(few, targets), compared_.seconds_along_diagonals(few, targets));
        if (rest > all / 2 && (rest > 1.5 * all || few.count > sources.count / 2)) return std::nullopt;
        return found;
    }

    [[nodiscard]] std::optional<supported> by_words_if_cheaper(const std::shared_ptr<const windows>& set,
                                                               const std::shared_ptr<const windows>& targets,
                                                               double compared, std::uint64_t support,
                                                               const std::uint32_t* copies) const {
        const double by_windows = std::min(compared, compared_.seconds_along_diagonals(*set, *targets));
        const auto counted = [&](array_of<Machine, std::uint32_t> supports) {
            windows found = input_.at_least(*set, supports.data(), support);
            return supported{set, std::move(supports), std::move(found)};
        };
        // What takes so long that a checkpoint keeps parts of it is left to the ways that have parts.
        const auto is_bearable = [&](double seconds, double most) {
            return seconds <= most && !kept_.keeps(seconds * input_.machine().speed().tests);
        };
        const double walked_at_least =
            sorted_words<Machine>::seconds(input_, set->length, static_cast<double>(set->count));
        const double united_at_most = ball_unions<Machine>::seconds(input_, *set, *targets);
        const double marked = marked_sequences<Machine>::seconds(input_, static_cast<double>(set->count), *targets);
        if (marked <= std::min({by_windows / 2, walked_at_least, united_at_most}) && is_bearable(marked, by_windows))
            return counted(supports_by_marks(input_, *set, *targets, copies, ranks_, [&](const auto& ambiguous) {
                const double of_ambiguous = compared_.seconds_with_near(*ambiguous, *targets);
                return count_each(ambiguous, targets, of_ambiguous, support, copies, false, nullptr);
            }));
        std::optional<sorted_words<Machine>> walked;
        if (walked_at_least <= std::min(by_windows / 2, united_at_most)) walked.emplace(input_, *set);
        const double by_walks = walked ? walked->seconds() : std::numeric_limits<double>::infinity();
        if (united_at_most <= std::min(by_windows / 2, by_walks)) {
            const ball_unions<Machine> words(input_, *set);
            if (is_bearable(words.seconds(*targets), by_windows))
                return counted(words.supports(*targets, support, copies, ranks_));
        }
        if (!walked && walked_at_least <= by_windows / 2) walked.emplace(input_, *set);
        if (!walked || !is_bearable(walked->seconds(), by_windows)) return std::nullopt;
        return counted(walked->supports(*targets, copies, ranks_));
    }

    /// `are_targets`: they are the distinct ones of the targets, too.
    [[nodiscard]] supported count_distinct(const distinct& sources, bool are_targets,
                                           const std::shared_ptr<const windows>& targets, std::uint64_t support,
                                           const std::uint32_t* copies, bool about) const {
        const std::shared_ptr<const windows>& set = sources.set();
        const double compared = compared_.seconds_with_near(*set, *targets);
        const double by_windows = compared + compared_.seconds_of_looking_up(*set, *targets, support, about);
        if (auto counted = by_words_if_cheaper(set, targets, by_windows, support, copies)) return std::move(*counted);
        return count_each(set, targets, compared, support, copies, about, are_targets ? &sources : nullptr);
    }

    [[nodiscard]] supported count_each(const std::shared_ptr<const windows>& sources,
                                       const std::shared_ptr<const windows>& targets, double compared,
                                       std::uint64_t support, const std::uint32_t* copies, bool about,
                                       const distinct* of_targets) const {
        const double looked_up = compared_.seconds_of_looking_up(*sources, *targets, support, about);
        if (compared_.seconds_along_diagonals(*sources, *targets) < compared + looked_up)
            return compared_.along_diagonals(sources, targets, support, copies);
        const bool at_once = compared_.is_exact_at_once(*sources, *targets, support, about);
        if (at_once || (!about && sources->count <= tuning::few_windows))
            return compared_.exact(sources, targets, support, copies);
        supported bound = bounded(sources, targets, compared, support, copies, of_targets);
        if (about || bound.set.count == 0) return bound;
        if (2 * bound.set.count > sources->count) return compared_.exact(sources, targets, support, copies);
        return compared_.exact(std::make_shared<const windows>(std::move(bound.set)), targets, support, copies);
    }

    /// Upper bounds: every near position counts, all equal ones at once where to find them costs little. What many
    /// windows are near to would be followed many times. `of_targets`: the distinct ones, where they are known.
    [[nodiscard]] supported bounded(const std::shared_ptr<const windows>& sources,
                                    const std::shared_ptr<const windows>& targets, double compared,
                                    std::uint64_t support, const std::uint32_t* copies,
                                    const distinct* of_targets) const {
        std::optional<distinct> found;
        if (of_targets == nullptr && compared > 4 * seconds_of_grouping(*targets))
            of_targets = &found.emplace(input_, *targets);
        if (of_targets == nullptr || compared_.seconds_with_near(*sources, *of_targets->set()) > compared)
            return compared_.of_manner(counting::positions, sources, targets, support, copies);
        const auto weights = of_targets->weights(copies);
        return compared_.of_manner(counting::positions, sources, of_targets->set(), support, copies, weights.data());
    }

    const device_windows<Machine>& input_;
    window_comparison<Machine> compared_;
    runtime::striped_division ranks_;
    checkpointed_counts kept_;
    bool always_bounded_;
};

} // namespace concord::substring
