// What a search keeps on a machine: the letters, where the sequences begin, and sets of windows.
//
// A machine is whatever does many equal steps at once: a GPU (runtime/gpu/cuda/cuda_device.cuh, gpu/machine.cuh), or,
// to test the steps and what is made of them without one, the host in a loop (tests/support/serial_machine.hpp). It has
//
//   array<T>                     owns numbers: data(), size()
//   make<T>(n), zeroed<T>(n)     arrays of n numbers; error (resource) where there is no memory for them
//   put(data, host, n)           to the machine;    get(host, data, n) from it, and waits
//   for_each(n, step)            step(0) ... step(n - 1), in any order
//   exclusive_scan(n, step, before)   for_each with steps that return counts; before[i] = the sum of the counts of the
//                                steps before i; returns the sums of all
//   begin_exclusive_scan(…, slot), scan_sums(slot)      the same in two halves, for several at a time
//   sort(keys, values, n)        by the upper 40 bits of the keys; others stay in order
//   compare<Planes>(near_work)   follows all pairs of a seed and a position that are near
//   compare_balls<Planes>(ball_work)   the same of those that share a piece
//   count_along_diagonals<Planes>(diagonal_work)   adds up the supports of all windows
//   count_ball_unions(ball_union_work)   adds up the supports of words that begin alike
//   for_each_with_memory(n, m, step)   for_each of step(index, m numbers in fast memory)
//   spread_words(place_table)    from windows that are each word to windows near to each, in the last row
//   mark_sequences(marked_work)  counts the sequences that hold each word, exactly
//   bytes_of_block()             of fast memory for the rows of bits of one part of these
//   free_memory()                bytes for more arrays
//   speed()                      what it does in a second, for estimates
//   check()                      throws error (cancelled) where the caller wants to stop
#pragma once

#include "problems/substring/gpu/follow_pair.hpp"
#include "problems/substring/gpu/window_sets.hpp"
#include "problems/substring/problem.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace concord::substring {

/// Estimates for choosing between ways, never part of an answer.
struct machine_speed {
    double tests;     ///< of a seed against a position, a second
    double lookups;   ///< of an entry of a sketch or a Bloom filter, a second
    double step;      ///< seconds that any step takes at least
    double diagonals; ///< letters of a source against 32 positions of a target, a second; 0: it has no such counters
};

/// One comparison of many seeds with many positions.
template <unsigned Planes>
struct near_work {
    const seed_words<Planes>* seeds;
    std::uint64_t seed_count;
    const seed_words<Planes>* positions;
    std::uint64_t position_count;
    unsigned limit; ///< differing letters of a near pair
    follow_pair<Planes> follow;
};

template <class Machine, class Value>
using array_of = typename Machine::template array<Value>;

/// A set of windows of one length on a machine.
template <class Machine>
struct machine_windows {
    std::uint64_t length = 0;
    array_of<Machine, std::uint64_t> bits;
    array_of<Machine, std::uint64_t> before;
    std::uint64_t count = 0;
    std::uint64_t runs = 0; ///< of neighbouring windows, about
    part_of_groups of{};    ///< windows are in its sequences alone
    /// Of sequences_of_group sequences with a window, once they have been counted (device_windows::groups_of).
    mutable std::optional<std::uint64_t> groups{};

    [[nodiscard]] window_set_view view() const { return {bits.data(), before.data()}; }
};

template <class Machine>
class device_windows {
  public:
    device_windows(Machine& machine, const problem& given) : machine_(machine), given_(given) {
        const sequence::packed_sequences& set = given.set;
        const std::uint64_t words = set.letters() / sequence::letters_per_word + 2;
        std::array<const std::uint64_t*, sequence::most_planes> planes{};
        for (unsigned plane = 0; plane < set.planes(); ++plane) {
            planes_.push_back(copy_of(set.plane(plane), words));
            planes[plane] = planes_.back().data();
        }
        if (set.has_ambiguous()) planes_.push_back(copy_of(set.ambiguous_plane(), words));
        offsets_ = copy_of(set.offsets(), set.size() + 1);
        collection_ = {{planes.data(), set.planes(), set.has_ambiguous() ? planes_.back().data() : nullptr},
                       offsets_.data(),
                       set.size(),
                       set.letters(),
                       static_cast<double>(set.size()) /
                           static_cast<double>(std::max<std::uint64_t>(1, set.letters()))};
    }

    [[nodiscard]] Machine& machine() const noexcept { return machine_; }
    [[nodiscard]] const problem& given() const noexcept { return given_; }
    [[nodiscard]] const collection& letters() const noexcept { return collection_; }
    [[nodiscard]] std::uint64_t words() const noexcept { return words_of_set(collection_.size); }

    /// Groups of neighbouring sequences with a window of a set. They are counted once.
    [[nodiscard]] std::uint64_t groups_of(const machine_windows<Machine>& set) const {
        if (!set.groups) {
            const std::uint64_t all = (collection_.sequences + sequences_of_group - 1) / sequences_of_group;
            const auto before = machine_.template make<std::uint64_t>(all);
            set.groups = machine_.exclusive_scan(all, count_groups{collection_, set.view()}, before.data()).count;
        }
        return *set.groups;
    }

    /// All windows of `length` letters of the sequences whose `member` is not 0 (null: of all).
    [[nodiscard]] machine_windows<Machine> windows(std::uint64_t length, const std::uint8_t* member) const {
        machine_windows<Machine> made = blank(length);
        count(made, mark_windows{collection_, length, member, made.bits.data()});
        return made;
    }

    /// Windows `by` letters longer each of whose windows of the old length is in the set.
    [[nodiscard]] machine_windows<Machine> lengthened(const machine_windows<Machine>& set, std::uint64_t by) const {
        machine_windows<Machine> made = blank(set.length + by);
        const mark_windows all{collection_, made.length, nullptr, made.bits.data()};
        count(made, lengthen_windows{all, by, set.bits.data()});
        return made;
    }

    /// Windows `by` letters shorter that lie in one of the set.
    [[nodiscard]] machine_windows<Machine> shortened(const machine_windows<Machine>& set, std::uint64_t by) const {
        machine_windows<Machine> made = blank(set.length - by);
        const mark_windows all{collection_, made.length, nullptr, made.bits.data()};
        count(made, shorten_windows{all, by, set.bits.data()});
        return made;
    }

    /// The windows at these positions.
    [[nodiscard]] machine_windows<Machine> at(std::uint64_t length, const std::vector<std::uint64_t>& positions) const {
        machine_windows<Machine> made = from_bits(length, machine_.template zeroed<std::uint64_t>(words()));
        const auto list = copy_of(positions.data(), positions.size());
        machine_.for_each(positions.size(), set_windows{list.data(), made.bits.data()});
        count(made, count_kept_windows{made.bits.data()});
        return made;
    }

    /// About `wanted` of the set, evenly spread.
    [[nodiscard]] machine_windows<Machine> sample(const machine_windows<Machine>& set, std::uint64_t wanted) const {
        machine_windows<Machine> made = blank(set.length);
        const std::uint64_t step = std::max<std::uint64_t>(1, set.count / std::max<std::uint64_t>(1, wanted));
        count(made, keep_every{set.view(), step, made.bits.data()});
        return made;
    }

    /// The windows whose value, by rank, is at least `least`.
    [[nodiscard]] machine_windows<Machine> at_least(const machine_windows<Machine>& set, const std::uint32_t* values,
                                                    std::uint64_t least) const {
        machine_windows<Machine> made = blank(set.length);
        const auto bound = static_cast<std::uint32_t>(std::min<std::uint64_t>(least, 0xFFFFFFFF));
        count(made, keep_at_least{set.view(), values, bound, made.bits.data()});
        return made;
    }

    /// The windows `by` letters longer that start where those of the set start.
    [[nodiscard]] machine_windows<Machine> stretched(const machine_windows<Machine>& set, std::uint64_t by) const {
        machine_windows<Machine> made = windows(set.length + by, nullptr);
        count(made, intersect_windows{made.bits.data(), set.bits.data()});
        return made;
    }

    /// What a step keeps, which writes the words of a set and says how many windows each has.
    template <class Keep>
    [[nodiscard]] machine_windows<Machine> kept(std::uint64_t length, Keep keep) const {
        machine_windows<Machine> made = blank(length);
        keep.kept = made.bits.data();
        count(made, keep);
        return made;
    }

    /// Those of the set that lie in sequences whose `member` is not 0.
    [[nodiscard]] machine_windows<Machine> of_members(const machine_windows<Machine>& set,
                                                      const std::uint8_t* member) const {
        machine_windows<Machine> made = windows(set.length, member);
        count(made, intersect_windows{made.bits.data(), set.bits.data()});
        return made;
    }

    /// Those of either set; of one length.
    [[nodiscard]] machine_windows<Machine> united(const machine_windows<Machine>& one,
                                                  const machine_windows<Machine>& other) const {
        return kept(one.length, unite_windows{one.bits.data(), other.bits.data(), nullptr});
    }

    /// The windows that these bits say.
    [[nodiscard]] machine_windows<Machine> made_of(std::uint64_t length, array_of<Machine, std::uint64_t> bits) const {
        machine_windows<Machine> made = from_bits(length, std::move(bits));
        count(made, count_kept_windows{made.bits.data()});
        return made;
    }

    /// Calls visit(first word, last word, rank of the first window, how many) for parts of the set of at most `most` >=
    /// 64 windows that together are all.
    template <class Visit>
    void for_each_part(const machine_windows<Machine>& set, std::uint64_t most, Visit visit) const {
        if (set.count == 0) return;
        if (set.count <= most) return visit(0, words() - 1, 0, set.count);
        const std::vector<std::uint64_t> before = read(set.before, words()); // the last: all of them
        for (std::uint64_t word = 0; word + 1 < words();) {
            const auto end = std::upper_bound(before.begin() + static_cast<std::ptrdiff_t>(word) + 1, before.end(),
                                              before[word] + most);
            const auto next = static_cast<std::uint64_t>(end - before.begin()) - 1;
            if (before[next] > before[word]) visit(word, next, before[word], before[next] - before[word]);
            word = next;
        }
    }

    template <class Value>
    [[nodiscard]] array_of<Machine, Value> copy_of(const Value* host, std::uint64_t count) const {
        auto made = machine_.template make<Value>(count);
        machine_.put(made.data(), host, count);
        return made;
    }

    template <class Value>
    [[nodiscard]] std::vector<Value> read(const array_of<Machine, Value>& from, std::uint64_t count) const {
        std::vector<Value> values(count);
        machine_.get(values.data(), from.data(), count);
        return values;
    }

  private:
    [[nodiscard]] machine_windows<Machine> from_bits(std::uint64_t length,
                                                     array_of<Machine, std::uint64_t> bits) const {
        machine_windows<Machine> made;
        made.length = length;
        made.bits = std::move(bits);
        made.before = machine_.template make<std::uint64_t>(words());
        return made;
    }
    [[nodiscard]] machine_windows<Machine> blank(std::uint64_t length) const {
        return from_bits(length, machine_.template make<std::uint64_t>(words()));
    }
    template <class Step>
    void count(machine_windows<Machine>& set, const Step& step) const {
        const runtime::count_sums sums = machine_.exclusive_scan(words(), step, set.before.data());
        set.count = sums.count;
        set.runs = sums.runs;
    }

    Machine& machine_;
    const problem& given_;
    std::vector<array_of<Machine, std::uint64_t>> planes_;
    array_of<Machine, std::uint64_t> offsets_;
    collection collection_{{nullptr, 0, nullptr}, nullptr, 0, 0, 0};
};

} // namespace concord::substring
