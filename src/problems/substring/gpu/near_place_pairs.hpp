// Windows that have the support for sure, by how many places are near to them (near_places.hpp) and how many pairs of
// places of one sequence are: no more are counted twice. Pairs differ in at most 2k letters, and what is near to both
// is spelled out.
//
//   near to ACGT    2 places of the first sequence, 1 of the second, 3 of the third
//   places          6    at most so many sequences
//   pairs           1 + 0 + 3
//   without         2    at least so many
//
// In random sequences few windows hold a word twice, so that hardly any window is left of which neither is known.
#pragma once

#include "problems/substring/gpu/device_windows.hpp"
#include "problems/substring/gpu/near_place_pair_steps.hpp"
#include "problems/substring/gpu/near_places.hpp"
#include "problems/substring/gpu/support_costs.hpp"
#include "problems/substring/tuning.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace concord::substring {

/// Words of so many nucleotides within `mismatches` of both of two that differ in `differing` of them.
[[nodiscard]] inline double words_near_both(unsigned length, unsigned mismatches, unsigned differing) {
    const auto choices = [](unsigned all, unsigned some) {
        double ways = 1;
        for (unsigned each = 0; each < some; ++each)
            ways *= static_cast<double>(all - each) / (each + 1);
        return ways;
    };
    double words = 0;
    for (unsigned third = 0; third <= std::min(differing, mismatches); ++third) // letters that are of neither
        for (unsigned both = 0; both <= std::min(length - differing, mismatches - third); ++both) {
            const unsigned left = mismatches - third - both;
            const unsigned mixed = differing - third;
            double mixtures = 0;
            for (unsigned taken = mixed > left ? mixed - left : 0; taken <= std::min(mixed, left); ++taken)
                mixtures += choices(mixed, taken);
            words += choices(differing, third) * std::exp2(third) * choices(length - differing, both) *
                     std::pow(3, both) * mixtures;
        }
    return words;
}

template <class Machine>
class near_place_pairs {
  public:
    /// Of the targets, windows of at most 32 letters. `copies`, by sequence on the machine: how many it represents;
    /// null: one each. Time: a list of the windows, and a look at some of their pairs.
    near_place_pairs(const device_windows<Machine>& input, const machine_windows<Machine>& targets,
                     const std::uint32_t* copies)
        : input_(input), length_(static_cast<unsigned>(targets.length)),
          mismatches_(static_cast<unsigned>(std::min<std::uint64_t>(input.given().mismatches, targets.length))) {
        if (!may_be(input, targets, copies)) return;
        if (copies == nullptr) at_once_ = std::max<std::uint64_t>(1, most_taken_off / input.given().set.longest());
        if (input.given().set.has_ambiguous()) {
            auto ordinary = input.machine().template make<std::uint64_t>(input.words());
            auto ambiguous = input.machine().template make<std::uint64_t>(input.words());
            input.machine().for_each(input.words(),
                                     part_ambiguous{input.letters().letters, targets.length, targets.bits.data(),
                                                    ordinary.data(), ambiguous.data()});
            ordinary_ = listed(input.made_of(targets.length, std::move(ordinary)), copies);
            ambiguous_ = listed(input.made_of(targets.length, std::move(ambiguous)), copies);
        } else {
            ordinary_ = listed(targets, copies);
        }
        estimate();
    }

    /// Nucleotides, few mismatches, and so few pairs that they can be looked through.
    [[nodiscard]] bool are_possible() const noexcept { return words_near_ < std::numeric_limits<double>::infinity(); }

    /// Seconds for so many tables.
    [[nodiscard]] double seconds(std::uint64_t tables) const {
        const machine_speed speed = input_.machine().speed();
        const double pairs =
            static_cast<double>(ordinary_.count) * static_cast<double>(input_.given().set.longest()) / 2;
        const double of_table = words_near_ * tuning::lookups_of_spelled + pairs * tuning::lookups_of_place_pair;
        return (words_near_ * tuning::lookups_of_taken_off + static_cast<double>(tables) * of_table) / speed.lookups;
    }

    /// Pairs that a word is near to both of, on average.
    [[nodiscard]] double of_word() const { return words_near_ / std::pow(4.0, length_); }

    /// Takes off how many places are near to each word of a table the pairs of places of one sequence that are, and the
    /// places with an ambiguous letter, which count as if it were an A. What would be below 0 may be any number below
    /// 0.
    void subtract_from(const words_behind& words, std::uint32_t* near) const {
        Machine& machine = input_.machine();
        const auto in_parts = [&](const list& places, std::uint64_t at_once, auto step) {
            for (std::uint64_t first = 0; first < places.count; first += at_once) {
                machine.check();
                step.first = first;
                machine.for_each(std::min(at_once, places.count - first), step);
                machine.for_each(words.count(), stop_below_zero{near});
            }
        };
        const near_word_counts counts{words, mismatches_, near};
        in_parts(ambiguous_, most_taken_off, subtract_places{view(ambiguous_), counts, 0});
        in_parts(ordinary_, at_once_, subtract_pairs{view(ordinary_), counts, 0});
    }

    /// Takes windows with an ambiguous letter, of which these counts say too much, out of a set.
    void drop_ambiguous(std::uint64_t* set) const {
        if (!input_.given().set.has_ambiguous()) return;
        input_.machine().for_each(input_.words(), part_ambiguous{input_.letters().letters, length_, set, set, nullptr});
    }

  private:
    struct list {
        std::uint64_t count = 0;
        array_of<Machine, std::uint64_t> words;
        array_of<Machine, std::uint32_t> ends;
        array_of<Machine, std::uint32_t> weights;
    };
    static constexpr std::uint64_t bytes_each = 16;
    static constexpr std::uint64_t most_taken_off = std::uint64_t{1} << 30U; ///< before a look whether it is too much

    [[nodiscard]] static bool may_be(const device_windows<Machine>& input, const machine_windows<Machine>& targets,
                                     const std::uint32_t* copies) {
        const problem& given = input.given();
        const std::uint64_t longest = given.set.longest();
        const double pairs = static_cast<double>(targets.count) * static_cast<double>(longest);
        if (longest > most_taken_off || (copies != nullptr && given.set.letters() > most_taken_off / longest))
            return false;
        return targets.count > 0 && targets.count < 0xFFFFFFFF && targets.length <= most_letters_of_ball &&
               given.mismatches <= most_mismatches_of_pairs && given.set.planes() == 2 &&
               given.sequences() < 0xFFFFFFFF && pairs <= tuning::most_pairs_of_places &&
               targets.count * bytes_each <= input.machine().free_memory() / 4;
    }
    [[nodiscard]] list listed(const machine_windows<Machine>& set, const std::uint32_t* copies) const {
        Machine& machine = input_.machine();
        const collection& given = input_.letters();
        const count_windows_of of{given, set.view(), copies};
        const auto before = machine.template make<std::uint64_t>(given.sequences + 1);
        list made;
        made.count = machine.exclusive_scan(given.sequences + 1, of, before.data()).count;
        made.words = machine.template make<std::uint64_t>(made.count);
        made.ends = machine.template make<std::uint32_t>(made.count);
        if (copies != nullptr) made.weights = machine.template make<std::uint32_t>(made.count);
        machine.for_each(given.sequences,
                         list_places{of, set.length, before.data(), made.words.data(), made.ends.data(),
                                     copies != nullptr ? made.weights.data() : nullptr});
        return made;
    }
    [[nodiscard]] places_in_order view(const list& places) const {
        return {places.words.data(), places.ends.data(), places.weights.size() == 0 ? nullptr : places.weights.data(),
                length_};
    }

    void estimate() {
        Machine& machine = input_.machine();
        const unsigned most = 2 * mismatches_;
        const std::uint64_t every = std::max<std::uint64_t>(1, ordinary_.count / tuning::places_asked_for_pairs);
        const auto there = machine.template zeroed<std::uint32_t>(most + 1);
        machine.for_each((ordinary_.count + every - 1) / every,
                         count_differing_pairs{view(ordinary_), every, most, there.data()});
        const std::vector<std::uint32_t> pairs = input_.read(there, most + 1);
        words_near_ = static_cast<double>(ambiguous_.count) * words_near_both(length_, mismatches_, 0);
        for (unsigned differing = 0; differing <= std::min(most, length_); ++differing) {
            const double all = static_cast<double>(pairs[differing]) * static_cast<double>(every);
            words_near_ += all * words_near_both(length_, mismatches_, differing);
        }
    }

    const device_windows<Machine>& input_;
    unsigned length_;
    unsigned mismatches_;
    std::uint64_t at_once_ = most_taken_off; ///< windows whose pairs are taken off before a look whether it is too much
    list ordinary_;
    list ambiguous_;
    double words_near_ =
        std::numeric_limits<double>::infinity(); ///< to both of a pair, or to an ambiguous place, of all
};

} // namespace concord::substring
