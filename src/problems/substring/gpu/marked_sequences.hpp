// How many sequences hold each of some words of nucleotides, exactly: of two pieces of a word one has few of the
// mismatches, so the windows that are near share one of the pieces but for these (pigeonhole), and are found by sorting
// them by either. Each marks its sequence in a row of bits that a multiprocessor keeps beside it. For words that many
// windows are near to, of which to follow each in the letters of its sequence would take most of the time.
#pragma once

#include "problems/substring/gpu/ambiguous_windows.hpp"
#include "problems/substring/gpu/device_windows.hpp"
#include "problems/substring/gpu/likely_sources.hpp"
#include "problems/substring/gpu/marked_sequences_steps.hpp"
#include "problems/substring/gpu/near_place_pair_steps.hpp"
#include "problems/substring/gpu/sorted_words.hpp"
#include "problems/substring/gpu/support_costs.hpp"
#include "problems/substring/tuning.hpp"
#include "runtime/distributed/partition.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace concord::substring {

template <class Machine>
class marked_sequences {
  public:
    using windows = machine_windows<Machine>;

    /// Seconds of so many words against these windows; infinite where they cannot be counted so.
    [[nodiscard]] static double seconds(const device_windows<Machine>& input, double words, const windows& targets) {
        constexpr double never = std::numeric_limits<double>::infinity();
        const problem& given = input.given();
        const auto length = static_cast<unsigned>(targets.length);
        if (length < least_letters_of_marking || length > most_letters_of_marking || given.mismatches == 0 ||
            given.mismatches >= length || given.set.planes() != 2 || given.sequences() >= 0xFFFFFFFF ||
            targets.count >= 0xFFFFFFFF || targets.count * bytes_each > input.machine().free_memory() / 2 ||
            words_of_marking(given.sequences(), input.machine().bytes_of_block()) == 0)
            return never;
        const auto all = static_cast<double>(targets.count);
        const double near = near_by_chance(given, targets, length);
        if (near < tuning::least_share_marked * all) return never; // to follow them takes less
        const double row = static_cast<double>(given.sequences()) * tuning::tests_of_marked_row;
        const double tested = pieces_of(length, given.mismatches, all).taken * tuning::tests_of_marked_window;
        return (words * (tested + near * tuning::tests_of_mark + row) + all * tuning::tests_of_sorted_window) /
                   input.machine().speed().tests +
               30 * input.machine().speed().step;
    }

    /// The words are the windows of a set, without ambiguous letters; equal ones are better given once.
    marked_sequences(const device_windows<Machine>& input, const windows& words) : input_(input), words_(words) {}

    /// Sequences that hold each word among the targets, itself included, by rank among the words. `copies`, by sequence
    /// on the machine: how many it represents; null: one each. Collective for the ranks that share it.
    [[nodiscard]] array_of<Machine, std::uint32_t> supports(const windows& targets, const std::uint32_t* copies,
                                                            const runtime::striped_division& all_ranks) const {
        if (!input_.given().set.has_ambiguous()) return supports(targets, nullptr, copies, all_ranks);
        const parted_windows<Machine> parts = parted_by_ambiguity(input_, targets);
        return supports(parts.ordinary, &parts.ambiguous, copies, all_ranks);
    }

  private:
    static constexpr std::uint64_t bytes_each = 48; ///< of a target, with a sort of them
    static constexpr double many_near_of_tested = 1.0 / 16;
    static constexpr std::uint64_t words_of_stripe = 1024; ///< at least of a launch, too

    [[nodiscard]] array_of<Machine, std::uint64_t> positions_of(const windows& set) const {
        auto positions = input_.machine().template make<std::uint64_t>(set.count);
        input_.machine().for_each(list_windows::steps(input_.words() - 1),
                                  list_windows{set.view(), 0, positions.data()});
        return positions;
    }
    /// The targets by one of their pieces.
    struct side {
        array_of<Machine, std::uint32_t> rests;
        array_of<Machine, std::uint32_t> sequences;
        array_of<Machine, std::uint32_t> first;
        array_of<Machine, std::uint32_t> ball;
        windows_by_piece view;
    };
    /// `words_at_once`: of a block, with pieces of their own.
    [[nodiscard]] side sorted(const windows& targets, const piece_keys& keys, unsigned radius,
                              unsigned words_at_once) const {
        Machine& machine = input_.machine();
        const auto positions = positions_of(targets);
        const auto sorted = machine.template make<std::uint64_t>(targets.count);
        side made{machine.template make<std::uint32_t>(targets.count),
                  machine.template make<std::uint32_t>(targets.count),
                  machine.template make<std::uint32_t>((std::uint64_t{1} << 2 * keys.size) + 1),
                  {},
                  {}};
        machine.for_each(targets.count,
                         key_by_piece{input_.letters(), keys, positions.data(), sorted.data(), made.sequences.data()});
        machine.sort(sorted.data(), made.sequences.data(), targets.count, 2 * keys.left(), 2 * keys.length);
        machine.for_each(targets.count + 1, list_pieces{keys, sorted.data(), targets.count, made.first.data()});
        machine.for_each(targets.count, leave_rests{keys, sorted.data(), made.rests.data()});
        const std::vector<std::uint32_t> ball = ball_of(keys.size, radius);
        made.ball = machine.template make<std::uint32_t>(ball.size());
        machine.put(made.ball.data(), ball.data(), ball.size());
        const double of_piece = static_cast<double>(targets.count) / std::exp2(2 * keys.size);
        made.view = {keys,
                     made.rests.data(),
                     made.sequences.data(),
                     made.first.data(),
                     made.ball.data(),
                     static_cast<std::uint32_t>(ball.size()),
                     parts_of_windows(of_piece, static_cast<double>(ball.size()) * words_at_once)};
        return made;
    }

    /// `with_ambiguous`: more targets, with ambiguous letters; null: none.
    [[nodiscard]] array_of<Machine, std::uint32_t> supports(const windows& targets, const windows* with_ambiguous,
                                                            const std::uint32_t* copies,
                                                            const runtime::striped_division& all_ranks) const {
        Machine& machine = input_.machine();
        const windows& words = words_;
        const auto length = static_cast<unsigned>(words.length);
        const auto mismatches = static_cast<unsigned>(input_.given().mismatches);
        const two_pieces pieces = pieces_of(length, mismatches, static_cast<double>(targets.count));
        const side first = sorted(targets, {length, 0, pieces.first}, pieces.radius_of_first, 1);
        const side last = sorted(targets, {length, length - pieces.last, pieces.last}, pieces.radius_of_last,
                                 words_of_marking(input_.given().sequences(), machine.bytes_of_block()));

        const auto positions = positions_of(words);
        const auto keys = machine.template make<std::uint64_t>(words.count);
        const auto other_keys = machine.template make<std::uint64_t>(words.count);
        const auto letters = machine.template make<std::uint64_t>(words.count);
        const auto ranks_of_words = machine.template make<std::uint32_t>(words.count);
        const auto own = machine.template make<std::uint32_t>(words.count);
        machine.for_each(words.count, number_by_piece{input_.letters(), first.view.keys, positions.data(), keys.data(),
                                                      ranks_of_words.data()});
        machine.sort(keys.data(), ranks_of_words.data(), words.count, 2 * first.view.keys.left(), 2 * length);
        machine.for_each(words.count,
                         complete_words{input_.letters(), last.view.keys, positions.data(), ranks_of_words.data(),
                                        other_keys.data(), letters.data(), own.data()});
        const std::uint64_t ambiguous_count = with_ambiguous == nullptr ? 0 : with_ambiguous->count;
        const auto ambiguous = machine.template make<word_and_ambiguous>(ambiguous_count);
        const auto of_ambiguous = machine.template make<std::uint32_t>(ambiguous_count);
        if (ambiguous_count > 0) {
            const auto there = positions_of(*with_ambiguous);
            machine.for_each(ambiguous_count, list_ambiguous{input_.letters(), words.length, there.data(),
                                                             ambiguous.data(), of_ambiguous.data()});
        }

        const auto counted = machine.template zeroed<std::uint32_t>(words.count);
        marked_work work{{first.view, last.view},
                         {keys.data(), other_keys.data()},
                         letters.data(),
                         own.data(),
                         0,
                         0,
                         mismatches,
                         near_by_chance(input_.given(), targets, length) > pieces.tested * many_near_of_tested,
                         input_.given().sequences(),
                         ambiguous.data(),
                         of_ambiguous.data(),
                         ambiguous_count,
                         copies,
                         counted.data()};
        const double all_seconds = seconds(input_, static_cast<double>(words.count), targets);
        const bool is_shared = all_ranks.share(all_seconds, words.count);
        const runtime::striped_division ranks = is_shared ? all_ranks : runtime::striped_division{};
        ranks.check_same(std::array<std::uint64_t, 3>{words.length, words.count, targets.count});
        const auto at_once = std::max<std::uint64_t>(
            words_of_stripe, static_cast<std::uint64_t>(static_cast<double>(words.count) *
                                                        std::min(1.0, tuning::seconds_of_word_launch / all_seconds)));
        for (const runtime::striped_division::range& ours : ranks.ours_of(words.count, words_of_stripe))
            for (work.first = ours.first; work.first < ours.last; work.first += work.count) {
                machine.check();
                work.count = std::min(at_once, ours.last - work.first);
                machine.mark_sequences(work);
            }
        ranks.allreduce_sum(machine, counted.data(), words.count);
        auto by_rank = machine.template make<std::uint32_t>(words.count);
        machine.for_each(words.count, unsort_supports{ranks_of_words.data(), counted.data(), by_rank.data()});
        return by_rank;
    }

    const device_windows<Machine>& input_;
    const windows& words_;
};

/// The same of all words of a set. count(words): those with ambiguous letters, by another way (ambiguous_windows.hpp).
template <class Machine, class Count>
[[nodiscard]] array_of<Machine, std::uint32_t>
supports_by_marks(const device_windows<Machine>& input, const machine_windows<Machine>& set,
                  const machine_windows<Machine>& targets, const std::uint32_t* copies,
                  const runtime::striped_division& ranks, const Count& count) {
    return supports_of_parts(
        input, set,
        [&](const machine_windows<Machine>& words) {
            return marked_sequences<Machine>(input, words).supports(targets, copies, ranks);
        },
        count);
}

} // namespace concord::substring
