// Equal windows of a set have one support, and a set of many occurrences has few distinct ones: where t is a large
// share of the sequences, millions of windows are some ten thousand words. The first of each group represents all of
// them.
//
//   sources      w0 w1 w2 w3 w4      sorted by hash, w0 = w3 and w1 = w2 = w4:   w3 w0 | w1 w2 w4
//   first        w0 w1               are counted                                 5       8
//   supports     5  8  8  5  8       are spread
//   weights      2  3                sequences of the windows of a group: as targets, all count at once
#pragma once

#include "problems/substring/gpu/device_windows.hpp"
#include "problems/substring/gpu/equal_letters.hpp"

#include <cstdint>
#include <memory>
#include <utility>

namespace concord::substring {

/// A hash of each window, and the windows in order.
struct hash_windows {
    sequence::letters_view letters;
    std::uint64_t length;
    const std::uint64_t* positions;
    std::uint64_t* hashes;
    std::uint32_t* ranks;

    CONCORD_HD void operator()(std::uint64_t index) const {
        hashes[index] = hash_of_letters(letters, positions[index], length);
        ranks[index] = static_cast<std::uint32_t>(index);
    }
};

/// Whether each window, in the order of the hashes, differs from the one before it; the first of a group is one of its
/// representatives, its only one unless another group has the same bits that are sorted by.
struct mark_first_windows {
    sequence::letters_view letters;
    std::uint64_t length;
    const std::uint64_t* positions;
    const std::uint64_t* hashes; ///< sorted
    const std::uint32_t* ranks;  ///< in the order of their hashes
    std::uint32_t* first;
    std::uint64_t* representatives; ///< a set, empty before

    CONCORD_HD counts operator()(std::uint64_t index) const {
        const std::uint64_t position = positions[ranks[index]];
        first[index] = index == 0 || hashes[index] != hashes[index - 1] ||
                       !are_equal(letters, position, positions[ranks[index - 1]], length);
        if (first[index] != 0)
            base::atomic_or(representatives[position / windows_per_word],
                            std::uint64_t{1} << (position % windows_per_word));
        return {first[index], 0};
    }
};

/// Where the representative of each group starts.
struct list_representatives {
    const std::uint64_t* positions;
    const std::uint32_t* ranks;
    const std::uint32_t* first;
    const std::uint64_t* firsts_before; ///< by index
    std::uint64_t* position_of_group;

    CONCORD_HD void operator()(std::uint64_t index) const {
        if (first[index] != 0) position_of_group[firsts_before[index]] = positions[ranks[index]];
    }
};

/// Every window has the support of its representative; 0 where that was not counted.
struct spread_supports {
    const std::uint32_t* ranks;
    const std::uint32_t* first;
    const std::uint64_t* firsts_before;
    const std::uint64_t* position_of_group;
    window_set_view counted;                  ///< some of the representatives
    const std::uint32_t* supports_of_counted; ///< by rank among these
    std::uint32_t* supports;                  ///< by rank among all

    CONCORD_HD void operator()(std::uint64_t index) const {
        const std::uint64_t position = position_of_group[firsts_before[index] + first[index] - 1];
        const bool is_counted = (counted.from(position) & 1U) != 0;
        supports[ranks[index]] = is_counted ? supports_of_counted[counted.rank(position)] : 0;
    }
};

/// How many sequences all windows of a group are in, some more than once.
struct add_weights {
    collection given;
    const std::uint32_t* copies; ///< by sequence; null: one each
    const std::uint64_t* positions;
    const std::uint32_t* ranks;
    const std::uint32_t* first;
    const std::uint64_t* firsts_before;
    const std::uint64_t* position_of_group;
    window_set_view representatives;
    std::uint32_t* weights; ///< by rank among the representatives; zeros before

    CONCORD_HD void operator()(std::uint64_t index) const {
        const std::uint64_t group = firsts_before[index] + first[index] - 1;
        const std::uint32_t weight = copies == nullptr ? 1U : copies[given.sequence_at(positions[ranks[index]])];
        base::atomic_add(weights[representatives.rank(position_of_group[group])], weight);
    }
};

template <class Machine>
class distinct_windows {
  public:
    /// Bytes that it needs for each window, with a sort of them.
    static constexpr std::uint64_t bytes_each = 6 * sizeof(std::uint64_t);
    static constexpr std::uint64_t most_windows = 0xFFFFFFFF;

    /// Of at most most_windows. Time O(windows length) and a sort.
    distinct_windows(const device_windows<Machine>& input, const machine_windows<Machine>& all)
        : input_(input), count_(all.count) {
        Machine& machine = input.machine();
        positions_ = machine.template make<std::uint64_t>(count_);
        machine.for_each(list_windows::steps(input.words() - 1), list_windows{all.view(), 0, positions_.data()});
        const auto hashes = machine.template make<std::uint64_t>(count_);
        ranks_ = machine.template make<std::uint32_t>(count_);
        const sequence::letters_view& letters = input.letters().letters;
        machine.for_each(count_, hash_windows{letters, all.length, positions_.data(), hashes.data(), ranks_.data()});
        machine.sort(hashes.data(), ranks_.data(), count_);
        first_ = machine.template make<std::uint32_t>(count_);
        firsts_before_ = machine.template make<std::uint64_t>(count_);
        auto representatives = machine.template zeroed<std::uint64_t>(input.words());
        const std::uint64_t groups =
            machine
                .exclusive_scan(count_,
                                mark_first_windows{letters, all.length, positions_.data(), hashes.data(), ranks_.data(),
                                                   first_.data(), representatives.data()},
                                firsts_before_.data())
                .count;
        position_of_group_ = machine.template make<std::uint64_t>(groups);
        machine.for_each(count_, list_representatives{positions_.data(), ranks_.data(), first_.data(),
                                                      firsts_before_.data(), position_of_group_.data()});
        set_ = std::make_shared<const machine_windows<Machine>>(input.made_of(all.length, std::move(representatives)));
    }

    /// The representatives.
    [[nodiscard]] const std::shared_ptr<const machine_windows<Machine>>& set() const noexcept { return set_; }

    /// From the supports of some representatives, by rank among them, those of all windows that they represent.
    [[nodiscard]] array_of<Machine, std::uint32_t> spread(const machine_windows<Machine>& counted,
                                                          const std::uint32_t* supports_of_counted) const {
        auto supports = input_.machine().template make<std::uint32_t>(count_);
        input_.machine().for_each(count_, spread_supports{ranks_.data(), first_.data(), firsts_before_.data(),
                                                          position_of_group_.data(), counted.view(),
                                                          supports_of_counted, supports.data()});
        return supports;
    }

    /// By rank among the representatives, how many sequences their groups are in: a sequence that holds a word twice
    /// counts twice. `copies`, by sequence on the machine: how many it represents; null: one each.
    [[nodiscard]] array_of<Machine, std::uint32_t> weights(const std::uint32_t* copies) const {
        auto weights = input_.machine().template zeroed<std::uint32_t>(set_->count);
        input_.machine().for_each(count_, add_weights{input_.letters(), copies, positions_.data(), ranks_.data(),
                                                      first_.data(), firsts_before_.data(), position_of_group_.data(),
                                                      set_->view(), weights.data()});
        return weights;
    }

  private:
    const device_windows<Machine>& input_;
    std::uint64_t count_;
    array_of<Machine, std::uint64_t> positions_; ///< of the windows, in order
    array_of<Machine, std::uint32_t> ranks_;     ///< of the windows, in the order of their hashes
    array_of<Machine, std::uint32_t> first_;
    array_of<Machine, std::uint64_t> firsts_before_;
    array_of<Machine, std::uint64_t> position_of_group_;
    std::shared_ptr<const machine_windows<Machine>> set_;
};

} // namespace concord::substring
