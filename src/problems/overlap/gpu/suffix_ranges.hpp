// The suffix array in ranges of its order, each sorted on its own, on a data-parallel device: for texts whose array
// does not fit its memory, and for several devices.
//
//   splitters      suffixes at random positions, sorted         s0  s1  s2  s3  s4  s5 ...
//   ranges         every few gaps between them                  | 0      | 1      | 2
//
//   range          mark the suffixes between two splitters in one pass over the text; list their positions; sort these
//   by
//                  windows of letters as long as that separates many; merge what is tied, by the sample's order
//
// Splitters divide any text evenly, as no two suffixes are equal. A range that is too large all the same is divided at
// a splitter inside it.
#pragma once

#include "problems/overlap/gpu/merged_groups.hpp"
#include "problems/overlap/gpu/sampled_order.hpp"
#include "problems/overlap/gpu/tied_suffixes.hpp"

#include <concord/error.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace concord::overlap {

/// A suffix before which others are asked to come.
struct range_border {
    std::uint64_t position = 0;
    std::uint64_t key = 0; ///< of its first window
    bool is_beyond = true; ///< there is no such suffix: all come before it, or behind it
};

struct border_order {
    sampled_order_view sample;
    window_shape shape;

    [[nodiscard]] CONCORD_HD std::uint64_t key_of(std::uint64_t position) const {
        return shape.key(key_at(sample.text, position, shape.letters));
    }
    [[nodiscard]] CONCORD_HD bool is_less(std::uint64_t position, std::uint64_t key, const range_border& border) const {
        if (key != border.key) return key < border.key;
        if (shape.reach_of(key) < shape.letters) return position < border.position;
        return sample.is_less(position, border.position, shape.letters);
    }
};

// Steps.

struct find_border {
    border_order order;
    range_border* border;

    CONCORD_HD void operator()(std::uint64_t /*only*/) const { border->key = order.key_of(border->position); }
};

/// Marks the suffixes of [first, last) among 64 positions.
struct mark_members {
    border_order order;
    const range_border* borders; ///< first, last
    std::uint64_t* members;

    CONCORD_HD void operator()(std::uint64_t word) const {
        const range_border first = borders[0];
        const range_border last = borders[1];
        const std::uint64_t begin = word * bits_per_word;
        const std::uint64_t size = order.sample.text.size;
        const std::uint64_t end = begin + bits_per_word < size ? begin + bits_per_word : size;
        std::uint64_t found = 0;
        for (std::uint64_t position = begin; position < end; ++position) {
            const std::uint64_t key = order.key_of(position);
            const bool is_in = (first.is_beyond || !order.is_less(position, key, first)) &&
                               (last.is_beyond || order.is_less(position, key, last));
            if (is_in) found |= std::uint64_t{1} << (position - begin);
        }
        members[word] = found;
    }
};

struct count_members {
    const std::uint64_t* members;
    CONCORD_HD runtime::counts operator()(std::uint64_t word) const { return {base::count_ones(members[word]), 0}; }
};

struct list_members {
    const std::uint64_t* members;
    const std::uint64_t* before;
    std::uint64_t* positions;

    CONCORD_HD void operator()(std::uint64_t word) const {
        std::uint64_t* to = positions + before[word];
        for (std::uint64_t left = members[word]; left != 0; left &= left - 1)
            *to++ = word * bits_per_word + base::lowest_one(left);
    }
};

template <class Position>
struct write_range {
    listed_positions position_of;
    const std::uint32_t* order;
    const std::uint32_t* shared;
    Position* suffixes;
    Position* prefixes;

    CONCORD_HD void operator()(std::uint64_t slot) const {
        suffixes[slot] = static_cast<Position>(position_of(order[slot]));
        prefixes[slot] = shared[slot];
    }
};

/// How the order is divided; the same on all devices.
struct range_plan {
    std::vector<std::uint64_t> splitters; ///< positions, in the order of their suffixes
    std::uint64_t gaps_of_range = 1;
    std::uint64_t capacity = 1; ///< suffixes that a device sorts at once

    /// Gap i lies before splitter i.
    [[nodiscard]] std::uint64_t gaps() const noexcept { return splitters.size() + 1; }
    [[nodiscard]] std::uint64_t ranges() const noexcept { return (gaps() + gaps_of_range - 1) / gaps_of_range; }
};

/// Sorts ranges of the suffixes of a text in the memory of a device, of 1 letter at least. Position: 32 bits, where
/// that suffices for the text, or 64.
template <runtime::data_parallel_device Machine, class Position>
class range_sorter {
  public:
    template <class Value>
    using array = typename Machine::template array<Value>;

    /// Orders the sample. Throws error: resource, cancelled.
    range_sorter(Machine& machine, const text_view& text, unsigned log_period)
        : machine_(machine), text_(text), sample_(machine, text, log_period),
          shape_(window_shape::of(text, text.size)) {}

    [[nodiscard]] const sampled_order<Machine>& sample() const noexcept { return sample_; }

    /// Suffixes that the device can sort at once; 0: it has no memory for any.
    [[nodiscard]] std::uint64_t capacity() const {
        const std::uint64_t of_marks = text_.size / 64 * 20 + 64; // marks, sums and counts of words
        const std::uint64_t free = machine_.free_memory() / 16 * 15;
        return free > of_marks ? std::min<std::uint64_t>((free - of_marks) / bytes_of_suffix, most_at_once) : 0;
    }

    /// For ranges of two thirds of `capacity` (>= 1) suffixes. `oversampled` splitters (>= 1) a range; more are more
    /// even.
    [[nodiscard]] range_plan plan(std::uint64_t capacity, std::uint64_t oversampled) const {
        range_plan made;
        made.capacity = capacity;
        made.gaps_of_range = oversampled;
        const std::uint64_t wanted = std::max<std::uint64_t>(capacity - capacity / 3, 1);
        const std::uint64_t ranges = (text_.size + wanted - 1) / wanted;
        std::vector<std::uint64_t> positions;
        if (ranges * oversampled >= text_.size) { // all positions: every gap has one suffix
            positions.resize(text_.size);
            for (std::uint64_t position = 0; position < text_.size; ++position)
                positions[position] = position;
        } else {
            std::mt19937_64 chance(text_.size);
            for (std::uint64_t splitter = 1; splitter < ranges * oversampled; ++splitter)
                positions.push_back(chance() % text_.size);
            std::sort(positions.begin(), positions.end());
            positions.erase(std::unique(positions.begin(), positions.end()), positions.end());
        }
        if (positions.empty()) return made;
        const auto there = machine_.template make<std::uint64_t>(positions.size());
        machine_.put(there.data(), positions.data(), positions.size());
        const auto order = ordered(there.data(), positions.size()).order;
        std::vector<std::uint32_t> here(positions.size());
        machine_.get(here.data(), order.data(), here.size());
        for (const std::uint32_t suffix : here)
            made.splitters.push_back(positions[suffix]);
        return made;
    }

    /// Calls deliver(suffixes, prefixes, count) with arrays of the device, one piece of the range after the other, in
    /// order, unless it is empty. The first prefix is 0 instead of what is shared with the piece before. Throws error:
    /// resource, cancelled, and what `deliver` throws.
    template <class Deliver>
    void sort_range(const range_plan& plan, std::uint64_t range, const Deliver& deliver) const {
        sort_gaps(plan, range * plan.gaps_of_range, std::min((range + 1) * plan.gaps_of_range, plan.gaps()), deliver);
    }

  private:
    /// The peak is where all are tied: position, order, prefix, slots and groups; keys and indices, twice.
    static constexpr std::uint64_t bytes_of_suffix = 8 + 4 + 4 + 2 * 4 + 2 * (8 + 4) + 4;
    static constexpr std::uint64_t most_at_once = std::uint64_t{1} << 31U;

    template <class Deliver>
    void sort_gaps(const range_plan& plan, std::uint64_t first, std::uint64_t last, const Deliver& deliver) const {
        array<std::uint64_t> positions;
        std::uint64_t count = 0;
        {
            const std::uint64_t words = (text_.size + bits_per_word - 1) / bits_per_word;
            const auto members = machine_.template make<std::uint64_t>(words);
            mark(border(plan, first), border(plan, last), words, members.data());
            const auto before = machine_.template make<std::uint64_t>(words);
            count = machine_.exclusive_scan(words, count_members{members.data()}, before.data()).count;
            machine_.check();
            if (count <= plan.capacity) {
                positions = machine_.template make<std::uint64_t>(count);
                if (count > 0) machine_.for_each(words, list_members{members.data(), before.data(), positions.data()});
            }
        }
        if (count > plan.capacity) {
            if (last - first < 2)
                throw error(error_code::resource, std::to_string(count) + " suffixes between two splitters, and " +
                                                      std::to_string(plan.capacity) + " fit the memory");
            const std::uint64_t middle = first + (last - first) / 2;
            sort_gaps(plan, first, middle, deliver);
            sort_gaps(plan, middle, last, deliver);
            return;
        }
        if (count == 0) return;
        array<Position> suffixes;
        array<Position> prefixes;
        {
            const order_by_windows<Machine> made = ordered(positions.data(), count);
            suffixes = machine_.template make<Position>(count);
            prefixes = machine_.template make<Position>(count);
            machine_.for_each(
                count,
                write_range<Position>{
                    {positions.data()}, made.order.data(), made.shared.data(), suffixes.data(), prefixes.data()});
        }
        positions = {};
        deliver(suffixes.data(), prefixes.data(), count);
    }

    [[nodiscard]] static range_border border(const range_plan& plan, std::uint64_t gap) {
        if (gap == 0 || gap == plan.gaps()) return {};
        return {plan.splitters[gap - 1], 0, false};
    }

    void mark(const range_border& first, const range_border& last, std::uint64_t words, std::uint64_t* members) const {
        const border_order order{sample_.view(), shape_};
        const range_border here[2] = {first, last};
        const auto borders = machine_.template make<range_border>(2);
        machine_.put(borders.data(), here, 2);
        for (const unsigned which : {0U, 1U})
            if (!here[which].is_beyond) machine_.for_each(1, find_border{order, borders.data() + which});
        machine_.for_each(words, mark_members{order, borders.data(), members});
    }

    /// The suffixes at ascending positions, in order, and what neighbours share.
    [[nodiscard]] order_by_windows<Machine> ordered(const std::uint64_t* positions, std::uint64_t count) const {
        const listed_positions position_of{positions};
        order_by_windows<Machine> made =
            sort_by_windows(machine_, text_, position_of, count, sample_.worthwhile(), false);
        if (made.tied.size == 0) return made;
        merge_tied(machine_, sample_.view(), position_of, made);
        machine_.check();
        return made;
    }

    Machine& machine_;
    text_view text_;
    sampled_order<Machine> sample_;
    window_shape shape_;
};

} // namespace concord::overlap
