// How many sequences hold each of some words, exactly: words in order, so that those that begin alike share the work.
// Where few distinct words are held by many sequences this takes less than to compare windows, which follows every
// near pair, and needs no rows of bits to count a sequence once.
#pragma once

#include "problems/substring/gpu/device_windows.hpp"
#include "problems/substring/gpu/sorted_words_steps.hpp"
#include "problems/substring/gpu/support_costs.hpp"
#include "problems/substring/tuning.hpp"
#include "runtime/distributed/partition.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace concord::substring {

template <class Machine>
class sorted_words {
  public:
    /// The words are the windows of a set, distinct ones best. Time O(words length) and a sort of them.
    sorted_words(const device_windows<Machine>& input, const machine_windows<Machine>& words)
        : input_(input), count_(words.count), length_(words.length) {
        Machine& machine = input.machine();
        const sequence::letters_view& letters = input.letters().letters;
        const auto positions = machine.template make<std::uint64_t>(count_);
        machine.for_each(list_windows::steps(input.words() - 1), list_windows{words.view(), 0, positions.data()});
        const auto keys = machine.template make<std::uint64_t>(count_);
        ranks_ = machine.template make<std::uint32_t>(count_);
        machine.for_each(count_, key_words{letters, positions.data(), length_, keys.data(), ranks_.data()});
        machine.sort(keys.data(), ranks_.data(), count_, 0, 64);
        bits_ = machine.template make<std::uint64_t>(count_ * letters.planes());
        shared_ = machine.template make<std::uint32_t>(count_);
        kept_ = machine.template make<std::uint64_t>(count_);
        letters_ = machine
                       .exclusive_scan(
                           count_,
                           spell_words{letters, positions.data(), ranks_.data(), length_, bits_.data(), shared_.data()},
                           keys.data())
                       .count;
        machine.for_each(chunks(), mark_kept_rows{count_, shared_.data(), kept_.data()});
    }

    /// Seconds that counting words of `letters` letters, those of shared beginnings once, takes at least; infinite
    /// where they cannot be counted.
    [[nodiscard]] static double seconds(const device_windows<Machine>& input, std::uint64_t length, double letters) {
        const machine_speed speed = input.machine().speed();
        return tests_of_sorted_words(input.given(), length, letters) / speed.tests + 20 * speed.step;
    }
    /// Of these words.
    [[nodiscard]] double seconds() const { return seconds(input_, length_, static_cast<double>(letters_)); }

    /// Sequences that hold each word among the targets, itself included, by rank among the words. `copies`, by sequence
    /// on the machine: how many it represents; null: one each. Collective for the ranks that share it.
    [[nodiscard]] array_of<Machine, std::uint32_t> supports(const machine_windows<Machine>& targets,
                                                            const std::uint32_t* copies,
                                                            const runtime::striped_division& ranks) const {
        switch (input_.given().letters.planes()) {
        case 2: return supports_in<2>(targets, copies, ranks);
        case 3: return supports_in<3>(targets, copies, ranks);
        default: return supports_in<8>(targets, copies, ranks);
        }
    }

  private:
    [[nodiscard]] std::uint64_t chunks() const { return (count_ + words_of_chunk - 1) / words_of_chunk; }

    template <unsigned Planes>
    [[nodiscard]] array_of<Machine, std::uint32_t> supports_in(const machine_windows<Machine>& targets,
                                                               const std::uint32_t* copies,
                                                               const runtime::striped_division& ranks) const {
        const std::uint64_t mismatches = input_.given().mismatches;
        if (mismatches <= 1) return counted<Planes, 1>(targets, copies, ranks);
        if (mismatches <= 3) return counted<Planes, 3>(targets, copies, ranks);
        return counted<Planes, most_mismatches_of_sorted_words>(targets, copies, ranks);
    }

    template <unsigned Planes, unsigned Mismatches>
    [[nodiscard]] array_of<Machine, std::uint32_t> counted(const machine_windows<Machine>& targets,
                                                           const std::uint32_t* copies,
                                                           const runtime::striped_division& all_ranks) const {
        Machine& machine = input_.machine();
        const collection& given = input_.letters();
        const bool is_shared = all_ranks.share(seconds(), count_);
        const runtime::striped_division ranks = is_shared ? all_ranks : runtime::striped_division{};
        ranks.check_same(std::array<std::uint64_t, 4>{length_, count_, letters_, targets.count});

        const auto before = machine.template make<std::uint64_t>(given.sequences);
        const auto listed = machine.template make<std::uint32_t>(given.sequences);
        const std::uint64_t sequences =
            machine.exclusive_scan(given.sequences, count_holders_of{given, targets.view()}, before.data()).count;
        machine.for_each(given.sequences, list_holders_of{{given, targets.view()}, before.data(), listed.data()});

        auto sorted = machine.template zeroed<std::uint32_t>(count_);
        const std::uint64_t wanted = tuning::threads_of_words / std::max<std::uint64_t>(1, chunks());
        const std::uint64_t least = (sequences + most_lanes_of_thread - 1) / most_lanes_of_thread;
        const std::uint64_t lanes = (std::max<std::uint64_t>({1, least, std::min(wanted, sequences)}) + 31) / 32 * 32;
        const auto at_once = std::max<std::uint64_t>(
            1, static_cast<std::uint64_t>(static_cast<double>(chunks()) * tuning::seconds_of_word_launch / seconds()));
        for (const runtime::striped_division::range& ours : ranks.ours_of(chunks(), 1))
            for (std::uint64_t first = ours.first; first < ours.last; first += at_once) {
                machine.check();
                machine.for_each(std::min(at_once, ours.last - first) * lanes,
                                 count_sorted_words<Planes, Mismatches>{
                                     {count_, length_, bits_.data(), shared_.data(), kept_.data()},
                                     {given, targets.view(), listed.data(), sequences, copies, lanes},
                                     input_.given().mismatches,
                                     first,
                                     sorted.data()});
            }
        ranks.allreduce_sum(machine, sorted.data(), count_);
        auto supports = machine.template make<std::uint32_t>(count_);
        machine.for_each(count_, unsort_supports{ranks_.data(), sorted.data(), supports.data()});
        return supports;
    }

    const device_windows<Machine>& input_;
    std::uint64_t count_;
    std::uint64_t length_;
    std::uint64_t letters_ = 0;              ///< of all words, those of shared beginnings once
    array_of<Machine, std::uint32_t> ranks_; ///< of the words, in order
    array_of<Machine, std::uint64_t> bits_;
    array_of<Machine, std::uint32_t> shared_;
    array_of<Machine, std::uint64_t> kept_;
};

} // namespace concord::substring
