// Windows of nucleotides that cannot have the support, by how many places are near to them: a table of all words of
// their length, or of fewer letters that they begin with, says how many windows are within k mismatches of each, a
// letter in a step (spread_words_steps.hpp), and a sequence has one at least where it holds the word. To compare
// windows is quadratic, this is not.
//
//   words     AC·······   all words that begin alike have a table of their own where one of all has no room:
//   windows   AGTTCAGCT   a window whose beginning differs in d letters counts from row d on, as it has d
//             ↑d = 1      mismatches before the table's letters are compared
//
// In random sequences few windows hold a word twice, so that one letter behind the answer no window is left.
#pragma once

#include "problems/substring/gpu/device_windows.hpp"
#include "problems/substring/gpu/near_place_steps.hpp"
#include "problems/substring/gpu/spread_words_steps.hpp"
#include "problems/substring/tuning.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace concord::substring {

template <class Machine>
class near_places {
  public:
    using windows = machine_windows<Machine>;

    /// By the first `length` letters of windows, or all. `most_of_table`: its letters at most, for tests.
    near_places(const device_windows<Machine>& input, std::uint64_t length,
                unsigned most_of_table = tuning::most_letters_of_near_places)
        : input_(input), rows_(static_cast<unsigned>(std::min(input.given().mismatches, length)) + 1) {
        if (input.given().letters.ordinary_planes() != 2 || input.given().set.letters() > 0x7FFFFFFF) return;
        if (length == 0 || length > most_of_table + tuning::most_letters_before_near_places) return;
        unsigned letters = static_cast<unsigned>(std::min<std::uint64_t>(length, most_of_table));
        const std::uint64_t room = input.machine().free_memory() / 4;
        while (letters > 0 && entries_of(letters) * sizeof(std::uint32_t) > room)
            --letters;
        if (letters == 0 || length - letters > tuning::most_letters_before_near_places) return;
        letters_ = letters;
        before_ = static_cast<unsigned>(length) - letters;
    }

    /// Nucleotides, and few enough of them.
    [[nodiscard]] bool are_possible() const noexcept { return letters_ > 0; }

    /// Seconds that it takes to bound all windows.
    [[nodiscard]] double seconds() const {
        const machine_speed speed = input_.machine().speed();
        const double spread = static_cast<double>(entries_of(letters_)) * letters_ * tuning::lookups_of_near_word;
        const double listed = static_cast<double>(input_.given().set.letters()) * tuning::lookups_of_bounded_window;
        return static_cast<double>(tables()) * ((spread + listed) / speed.lookups + (letters_ + 3) * speed.step);
    }

    /// Those of the sources that at least `support` places of targets may be near to: are, by their first letters.
    /// `copies`, by sequence on the
    /// machine: how many it represents; null: one each.
    [[nodiscard]] windows near_to_many(const windows& sources, const windows& targets, std::uint64_t support,
                                       const std::uint32_t* copies) const {
        auto kept = input_.machine().template zeroed<std::uint64_t>(input_.words());
        for_each_table(targets, copies, [&](const words_behind& words, std::uint32_t* near) {
            keep(words, sources, near, support, kept.data());
        });
        return input_.made_of(sources.length, std::move(kept));
    }

    struct bounds {
        windows likely; ///< at least so many places are near to them
        windows sure;   ///< so many sequences hold them
    };
    /// The same, and those that have the support for sure: where c places of a sequence are near, c - 1 are no more
    /// than their pairs, which are taken off. Nothing may be ambiguous.
    template <class Pairs>
    [[nodiscard]] bounds bounded(const windows& sources, const windows& targets, std::uint64_t support,
                                 const std::uint32_t* copies, const Pairs& pairs) const {
        auto likely = input_.machine().template zeroed<std::uint64_t>(input_.words());
        auto sure = input_.machine().template zeroed<std::uint64_t>(input_.words());
        for_each_table(targets, copies, [&](const words_behind& words, std::uint32_t* near) {
            keep(words, sources, near, support, likely.data());
            pairs.subtract_from(words, near);
            keep(words, sources, near, support, sure.data());
        });
        pairs.drop_ambiguous(sure.data());
        return {input_.made_of(sources.length, std::move(likely)), input_.made_of(sources.length, std::move(sure))};
    }

    /// So many parts of the words, each of which begins otherwise, have a table.
    [[nodiscard]] std::uint64_t tables() const { return std::uint64_t{1} << 2 * before_; }

  private:
    [[nodiscard]] std::uint64_t entries_of(unsigned letters) const { return (std::uint64_t{1} << 2 * letters) * rows_; }

    /// visit(words, how many places of targets are near to each) for all tables.
    template <class Visit>
    void for_each_table(const windows& targets, const std::uint32_t* copies, Visit visit) const {
        Machine& machine = input_.machine();
        const std::uint64_t of_row = std::uint64_t{1} << 2 * letters_;
        const auto table = machine.template make<std::uint32_t>(of_row * rows_);
        for (std::uint64_t beginning = 0; beginning < tables(); ++beginning) {
            machine.check();
            const words_behind words{input_.letters().letters, before_, letters_, beginning};
            machine.for_each(of_row / 2 * rows_, clear_pairs{table.data()});
            machine.for_each(input_.words(),
                             count_words_behind{
                                 words, {input_.letters(), copies}, targets.bits.data(), rows_, of_row, table.data()});
            machine.spread_words({table.data(), rows_, letters_});
            visit(words, table.data() + (rows_ - 1) * of_row);
        }
    }
    void keep(const words_behind& words, const windows& sources, const std::uint32_t* near, std::uint64_t support,
              std::uint64_t* kept) const {
        const auto least = static_cast<std::int32_t>(std::min<std::uint64_t>(support, 0x7FFFFFFF));
        input_.machine().for_each(input_.words(), keep_near_to_many{words, sources.bits.data(), near, least, kept});
    }

    const device_windows<Machine>& input_;
    unsigned rows_;        ///< k + 1
    unsigned letters_ = 0; ///< of the words of a table; 0: there is none
    unsigned before_ = 0;  ///< letters before these, which all words of a table begin with
};

} // namespace concord::substring
