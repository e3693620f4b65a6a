// Some of the sequences that have targets: where nearly all sequences must hold an answer, a window that some of a few
// sequences lack cannot be one, and most windows are dropped before all targets are compared.
//
//   m sequences, support t      a window may be lacking in m - t of them
//   s of them                   so at least s - (m - t) of these hold it
#pragma once

#include "problems/substring/gpu/device_windows.hpp"

#include <cstdint>
#include <memory>
#include <utility>

namespace concord::substring {

/// One group of so many, whatever order they are in; a group has a few neighbours.
struct choose_sequences {
    std::uint64_t one_of;
    std::uint64_t neighbours;
    std::uint8_t* member;

    CONCORD_HD void operator()(std::uint64_t sequence) const {
        member[sequence] = (sequence / neighbours * 0x9E3779B97F4A7C15U >> 32U) % one_of == 0 ? 1 : 0;
    }
};

/// Every so-manieth group, from one on.
struct choose_part {
    std::uint64_t index;
    std::uint64_t parts;
    std::uint64_t neighbours;
    std::uint8_t* member;

    CONCORD_HD void operator()(std::uint64_t sequence) const {
        member[sequence] = sequence / neighbours % parts == index ? 1 : 0;
    }
};

/// How many sequences those with a window of a set represent.
struct count_held_sequences {
    collection given;
    window_set_view set;
    const std::uint32_t* copies; ///< null: one each

    CONCORD_HD counts operator()(std::uint64_t sequence) const {
        if (!has_window(set, given.offsets[sequence], given.offsets[sequence + 1])) return {0, 0};
        return {copies == nullptr ? 1U : copies[sequence], 0};
    }
};

template <class Machine>
class sequence_samples {
  public:
    using windows = machine_windows<Machine>;

    /// `copies`, by sequence on the machine: how many it represents; null: one each.
    sequence_samples(const device_windows<Machine>& input, const windows& targets, const std::uint32_t* copies)
        : input_(input), targets_(targets), copies_(copies), all_(sequences_of(targets)) {}

    /// Sequences that a target is in.
    [[nodiscard]] std::uint64_t all() const noexcept { return all_; }

    struct sample {
        std::shared_ptr<const windows> targets;
        std::uint64_t sequences;
    };
    /// Targets of about one of so many, in groups of `neighbours`: those that a warp takes along diagonals.
    [[nodiscard]] sample one_of(std::uint64_t many, std::uint64_t neighbours = sequences_of_group) const {
        return of([&](std::uint8_t* member) { return choose_sequences{many, neighbours, member}; });
    }
    /// Those of part `index` of 2^bits, which together are all.
    [[nodiscard]] sample part(std::uint64_t index, unsigned bits) const {
        const std::uint64_t parts = std::uint64_t{1} << bits;
        const bool are_many = input_.letters().sequences >= parts * sequences_of_group;
        const std::uint64_t neighbours = are_many ? sequences_of_group : 1;
        return of(
            [&](std::uint8_t* member) {
                return choose_part{index, parts, neighbours, member};
            },
            are_many ? part_of_groups{bits, index} : part_of_groups{});
    }

  private:
    template <class Choose>
    [[nodiscard]] sample of(Choose choose, const part_of_groups& groups = {}) const {
        const std::uint64_t sequences = input_.letters().sequences;
        const auto member = input_.machine().template make<std::uint8_t>(sequences);
        input_.machine().for_each(sequences, choose(member.data()));
        windows some = input_.of_members(targets_, member.data());
        some.of = groups;
        const std::uint64_t held = sequences_of(some);
        return {std::make_shared<const windows>(std::move(some)), held};
    }
    [[nodiscard]] std::uint64_t sequences_of(const windows& set) const {
        const std::uint64_t sequences = input_.letters().sequences;
        const auto before = input_.machine().template make<std::uint64_t>(sequences);
        return input_.machine()
            .exclusive_scan(sequences, count_held_sequences{input_.letters(), set.view(), copies_}, before.data())
            .count;
    }

    const device_windows<Machine>& input_;
    const windows& targets_;
    const std::uint32_t* copies_;
    std::uint64_t all_;
};

} // namespace concord::substring
