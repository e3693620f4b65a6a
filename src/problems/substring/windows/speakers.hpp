// Equal sequences on a machine: one speaks for all of them, and counts as many times.
#pragma once

#include "problems/substring/windows/device_input.hpp"
#include "problems/substring/windows/equal_sequences.hpp"

#include <concord/cluster.hpp>

#include <vector>

namespace concord::substring {

template <class Machine>
class speakers {
  public:
    /// `part`: of the speakers, those of one shard are told apart. Time O(letters) and a sort of the sequences' hashes.
    explicit speakers(const device_input<Machine>& input, const shard& part = {}) : part_(part) {
        find_equals(input);
        if (!are_divided()) return;
        of_shard_ = input.machine().template make<std::uint8_t>(input.letters().sequences);
        input.machine().for_each(input.letters().sequences,
                                 keep_shard{speaks(), part_.index, part_.count, of_shard_.data()});
    }

    /// By sequence, on the machine; null where all sequences differ.
    [[nodiscard]] const std::uint32_t* copies() const { return some_are_equal_ ? copies_.data() : nullptr; }
    [[nodiscard]] const std::uint8_t* speaks() const { return some_are_equal_ ? speaks_.data() : nullptr; }

    [[nodiscard]] bool are_divided() const noexcept { return part_.count > 1; }
    /// The same, but only those of the shard; null where they are not divided.
    [[nodiscard]] const std::uint8_t* of_shard() const { return are_divided() ? of_shard_.data() : nullptr; }
    [[nodiscard]] bool is_of_shard(std::uint64_t speaker) const noexcept {
        return speaker % part_.count == part_.index;
    }

    [[nodiscard]] bool some_are_equal() const noexcept { return some_are_equal_; }
    /// By sequence, on the host: who speaks for it. Read where it is needed: that is much for many sequences.
    [[nodiscard]] std::vector<std::uint32_t> speaker_of_each(const device_input<Machine>& input) const {
        std::vector<std::uint32_t> speaker_of = input.read(group_of_, group_of_.size());
        const auto of_group = input.read(speaker_of_group_, speaker_of_group_.size());
        for (std::uint32_t& of : speaker_of)
            of = of_group[of];
        return speaker_of;
    }

  private:
    void find_equals(const device_input<Machine>& input) {
        Machine& machine = input.machine();
        const collection& given = input.letters();
        const std::uint64_t count = given.sequences;
        auto hashes = machine.template make<std::uint64_t>(count);
        auto order = machine.template make<std::uint32_t>(count);
        machine.for_each(count, hash_sequences{given, hashes.data(), order.data()});
        machine.sort(hashes.data(), order.data(), count);
        auto first = machine.template make<std::uint32_t>(count);
        auto before = machine.template make<std::uint64_t>(count);
        const std::uint64_t groups =
            machine
                .exclusive_scan(count, mark_first_of_equals{given, hashes.data(), order.data(), first.data()},
                                before.data())
                .count;
        if (groups == count) return;

        auto group_of = machine.template make<std::uint32_t>(count);
        auto copies_of_group = machine.template zeroed<std::uint32_t>(groups);
        auto speaker_of_group = machine.template make<std::uint32_t>(groups);
        machine.for_each(count, group_equals{order.data(), first.data(), before.data(), group_of.data(),
                                             copies_of_group.data(), speaker_of_group.data()});
        copies_ = machine.template make<std::uint32_t>(count);
        speaks_ = machine.template make<std::uint8_t>(count);
        machine.for_each(count, count_copies{group_of.data(), copies_of_group.data(), speaker_of_group.data(),
                                             copies_.data(), speaks_.data()});
        some_are_equal_ = true;
        group_of_ = std::move(group_of);
        speaker_of_group_ = std::move(speaker_of_group);
    }

    shard part_;
    bool some_are_equal_ = false;
    array_of<Machine, std::uint32_t> copies_;
    array_of<Machine, std::uint8_t> speaks_;
    array_of<Machine, std::uint8_t> of_shard_;
    array_of<Machine, std::uint32_t> group_of_;
    array_of<Machine, std::uint32_t> speaker_of_group_;
};

} // namespace concord::substring
