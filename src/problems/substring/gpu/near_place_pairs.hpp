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
        Machine& machine = input.machine();
        const collection& given = input.letters();
        const count_windows_of of{given, targets.view(), copies};
        const auto before = machine.template make<std::uint64_t>(given.sequences + 1);
        count_ = machine.exclusive_scan(given.sequences + 1, of, before.data()).count;
        if (copies == nullptr) at_once_ = std::max<std::uint64_t>(1, most_taken_off / input.given().set.longest());
        words_ = machine.template make<std::uint64_t>(count_);
        ends_ = machine.template make<std::uint32_t>(count_);
        if (copies != nullptr) weights_ = machine.template make<std::uint32_t>(count_);
        machine.for_each(given.sequences, list_places{of, targets.length, before.data(), words_.data(), ends_.data(),
                                                      copies != nullptr ? weights_.data() : nullptr});
        estimate();
    }

    /// Nucleotides without ambiguous letters, few mismatches, and so few pairs that they can be looked through.
    [[nodiscard]] bool are_possible() const noexcept { return words_near_ < std::numeric_limits<double>::infinity(); }

    /// Seconds for so many tables.
    [[nodiscard]] double seconds(std::uint64_t tables) const {
        const machine_speed speed = input_.machine().speed();
        const double pairs = static_cast<double>(count_) * static_cast<double>(input_.given().set.longest()) / 2;
        const double of_table = words_near_ * tuning::lookups_of_spelled + pairs * tuning::lookups_of_place_pair;
        return (words_near_ * tuning::lookups_of_taken_off + static_cast<double>(tables) * of_table) / speed.lookups;
    }

    /// Pairs that a word is near to both of, on average.
    [[nodiscard]] double of_word() const { return words_near_ / std::pow(4.0, length_); }

    /// Takes off how many places are near to each word of a table the pairs of places of one sequence that are. What
    /// would be below 0 may be any number below 0.
    void subtract_from(const words_behind& words, std::uint32_t* near) const {
        for (std::uint64_t first = 0; first < count_; first += at_once_) {
            input_.machine().check();
            const std::uint64_t here = std::min(at_once_, count_ - first);
            input_.machine().for_each(here, subtract_pairs{view(), words, mismatches_, near, first});
            if (first + here < count_) input_.machine().for_each(words.count(), stop_below_zero{near});
        }
    }

  private:
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
               given.mismatches <= most_mismatches_of_pairs && given.set.planes() == 2 && !given.set.has_ambiguous() &&
               given.sequences() < 0xFFFFFFFF && pairs <= tuning::most_pairs_of_places &&
               targets.count * bytes_each <= input.machine().free_memory() / 4;
    }
    [[nodiscard]] places_in_order view() const {
        return {words_.data(), ends_.data(), weights_.size() == 0 ? nullptr : weights_.data(), length_};
    }

    void estimate() {
        Machine& machine = input_.machine();
        const unsigned most = 2 * mismatches_;
        const std::uint64_t every = std::max<std::uint64_t>(1, count_ / tuning::places_asked_for_pairs);
        const auto there = machine.template zeroed<std::uint32_t>(most + 1);
        machine.for_each((count_ + every - 1) / every, count_differing_pairs{view(), every, most, there.data()});
        const std::vector<std::uint32_t> pairs = input_.read(there, most + 1);
        words_near_ = 0;
        for (unsigned differing = 0; differing <= std::min(most, length_); ++differing) {
            const double all = static_cast<double>(pairs[differing]) * static_cast<double>(every);
            words_near_ += all * words_near_both(length_, mismatches_, differing);
        }
    }

    const device_windows<Machine>& input_;
    unsigned length_;
    unsigned mismatches_;
    std::uint64_t count_ = 0;
    std::uint64_t at_once_ = 0xFFFFFFFF; ///< windows whose pairs are taken off before a look
    array_of<Machine, std::uint64_t> words_;
    array_of<Machine, std::uint32_t> ends_;
    array_of<Machine, std::uint32_t> weights_;
    double words_near_ = std::numeric_limits<double>::infinity(); ///< to both of a pair, of all pairs
};

} // namespace concord::substring
