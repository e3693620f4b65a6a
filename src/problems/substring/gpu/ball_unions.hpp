// How many sequences hold each of some words of nucleotides, exactly: of each sequence the union of the balls around
// its windows, for all words that begin alike at once. Where words are short and mismatches many, a sequence holds a
// large share of all words, and to follow pairs, or to walk along words, is to ask for each of them.
#pragma once

#include "problems/substring/gpu/ball_union_steps.hpp"
#include "problems/substring/gpu/device_windows.hpp"
#include "problems/substring/gpu/sorted_words.hpp"
#include "problems/substring/gpu/support_costs.hpp"
#include "problems/substring/tuning.hpp"
#include "runtime/distributed/partition.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

namespace concord::substring {

static_assert(least_letters_of_ball == letters_of_suffix);

template <class Machine>
class ball_unions {
  public:
    /// The words are the windows of a set; equal ones cost little. Time: a sort of them.
    ball_unions(const device_windows<Machine>& input, const machine_windows<Machine>& words)
        : input_(input), words_(words), prefix_(static_cast<unsigned>(words.length - letters_of_suffix)) {
        Machine& machine = input.machine();
        const auto positions = machine.template make<std::uint64_t>(words.count);
        machine.for_each(list_windows::steps(input.words() - 1), list_windows{words.view(), 0, positions.data()});
        keys_ = machine.template make<std::uint64_t>(words.count + 1);
        ranks_ = machine.template make<std::uint32_t>(words.count);
        machine.for_each(words.count, key_words_by_prefix{input.letters().letters, words.length, positions.data(),
                                                          keys_.data(), ranks_.data()});
        if (prefix_ > 0)
            machine.sort(keys_.data(), ranks_.data(), words.count, 2 * letters_of_suffix,
                         2 * letters_of_suffix + 2 * prefix_);
        const auto before = machine.template make<std::uint64_t>(words.count + 1);
        const count_prefixes_of of{keys_.data(), words.count};
        prefixes_ = machine.exclusive_scan(words.count + 1, of, before.data()).count;
        first_ = machine.template make<std::uint64_t>(prefixes_ + 1);
        machine.for_each(words.count + 1, list_prefixes{of, before.data(), first_.data()});
        if (input.letters().letters.planes() > 2) find_ambiguous();
    }

    /// Seconds that it takes at most where no letter is ambiguous; infinite where words are not of nucleotides, too
    /// short or too long, or where there is no room.
    [[nodiscard]] static double seconds(const device_windows<Machine>& input, const machine_windows<Machine>& words,
                                        const machine_windows<Machine>& targets) {
        constexpr std::uint64_t bytes_of_word = 40;
        constexpr std::uint64_t bytes_of_window = 16;
        if (words.count > 0xFFFFFFFF ||
            words.count * bytes_of_word + targets.count * bytes_of_window > input.machine().free_memory() / 2)
            return std::numeric_limits<double>::infinity();
        const double all = std::pow(4.0, static_cast<double>(words.length) - letters_of_suffix);
        return seconds_of(input, words.length, std::min(all, static_cast<double>(words.count)), targets);
    }
    /// Seconds of these words.
    [[nodiscard]] double seconds(const machine_windows<Machine>& targets) const {
        const double letters = static_cast<double>(ambiguous_.count) * static_cast<double>(words_.length);
        const double walked =
            ambiguous_.count == 0 ? 0 : sorted_words<Machine>::seconds(input_, words_.length, letters);
        return seconds_of(input_, words_.length, static_cast<double>(prefixes_), targets) + walked;
    }

    /// Sequences that hold each word among the targets, itself included, by rank among the words; of words that fewer
    /// than `support` hold not all may be counted. `copies`, by sequence on the machine: how many it represents; null:
    /// one each. Collective for the ranks that share it.
    [[nodiscard]] array_of<Machine, std::uint32_t> supports(const machine_windows<Machine>& targets,
                                                            std::uint64_t support, const std::uint32_t* copies,
                                                            const runtime::striped_division& all_ranks) const {
        Machine& machine = input_.machine();
        const bool is_shared = all_ranks.share(seconds(targets), words_.count);
        const runtime::striped_division ranks = is_shared ? all_ranks : runtime::striped_division{};
        ranks.check_same(std::array<std::uint64_t, 4>{words_.length, words_.count, prefixes_, targets.count});
        const collection& given = input_.letters();
        const count_windows_of of{given, targets.view(), copies};
        const auto first = machine.template make<std::uint64_t>(given.sequences + 1);
        const std::uint64_t windows = machine.exclusive_scan(given.sequences + 1, of, first.data()).count;
        const bool has_ambiguous = given.letters.planes() > 2;
        const auto letters = machine.template make<std::uint64_t>(windows);
        const auto ambiguous_letters = machine.template make<std::uint32_t>(has_ambiguous ? windows : 0);
        std::uint32_t* const ambiguous = has_ambiguous ? ambiguous_letters.data() : nullptr;
        const auto suffixes = machine.template make<std::uint32_t>(windows);
        machine.for_each(given.sequences,
                         list_windows_of{of, targets.length, first.data(), letters.data(), ambiguous, suffixes.data()});
        const auto rows = machine.template make<bits_of_radius>(ball_rows * radii_of_row);
        machine.for_each(ball_rows * radii_of_row, make_ball_row{rows.data()});

        auto sorted = machine.template zeroed<std::uint32_t>(words_.count);
        ball_union_work work{{letters.data(), ambiguous, suffixes.data(), first.data(), given.sequences, copies},
                             rows.data(),
                             keys_.data(),
                             first_.data(),
                             0,
                             0,
                             prefix_,
                             static_cast<unsigned>(std::min<std::uint64_t>(input_.given().mismatches, words_.length)),
                             given.sequences - std::min(support, given.sequences),
                             sorted.data()};
        const auto at_once = std::max<std::uint64_t>(
            1, static_cast<std::uint64_t>(static_cast<double>(prefixes_) *
                                          std::min(1.0, tuning::seconds_of_word_launch / seconds(targets))));
        for (const runtime::striped_division::range& ours : ranks.ours_of(prefixes_, 1))
            for (work.first_prefix = ours.first; work.first_prefix < ours.last; work.first_prefix += work.prefixes) {
                machine.check();
                work.prefixes = std::min(at_once, ours.last - work.first_prefix);
                machine.count_ball_unions(work);
            }
        ranks.allreduce_sum(machine, sorted.data(), words_.count);
        auto supports = machine.template make<std::uint32_t>(words_.count);
        machine.for_each(words_.count, unsort_supports{ranks_.data(), sorted.data(), supports.data()});
        if (ambiguous_.count > 0) count_ambiguous(targets, copies, all_ranks, supports.data());
        return supports;
    }

  private:
    [[nodiscard]] static double seconds_of(const device_windows<Machine>& input, std::uint64_t length, double prefixes,
                                           const machine_windows<Machine>& targets) {
        const machine_speed speed = input.machine().speed();
        return tests_of_ball_unions(input.given(), length, prefixes, static_cast<double>(targets.count)) / speed.tests +
               20 * speed.step;
    }

    void find_ambiguous() {
        auto bits = input_.machine().template zeroed<std::uint64_t>(input_.words());
        input_.machine().for_each(input_.words() - 1,
                                  mark_ambiguous_windows{input_.letters(), words_.view(), words_.length, bits.data()});
        ambiguous_ = input_.made_of(words_.length, std::move(bits));
    }

    /// Words with an ambiguous letter, which equals no letter of any window, are walked.
    void count_ambiguous(const machine_windows<Machine>& targets, const std::uint32_t* copies,
                         const runtime::striped_division& ranks, std::uint32_t* supports) const {
        Machine& machine = input_.machine();
        const auto counted = sorted_words<Machine>(input_, ambiguous_).supports(targets, copies, ranks);
        const auto positions = machine.template make<std::uint64_t>(ambiguous_.count);
        machine.for_each(list_windows::steps(input_.words() - 1), list_windows{ambiguous_.view(), 0, positions.data()});
        machine.for_each(ambiguous_.count, put_supports{words_.view(), positions.data(), counted.data(), supports});
    }

    const device_windows<Machine>& input_;
    const machine_windows<Machine>& words_;
    unsigned prefix_; ///< letters
    std::uint64_t prefixes_ = 0;
    machine_windows<Machine> ambiguous_;     ///< those of the words that have an ambiguous letter
    array_of<Machine, std::uint64_t> keys_;  ///< in order
    array_of<Machine, std::uint32_t> ranks_; ///< of the words, in order
    array_of<Machine, std::uint64_t> first_; ///< word of each prefix, and the end
};

} // namespace concord::substring
