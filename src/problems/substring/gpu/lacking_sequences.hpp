// How many sequences lack each of some words, where nearly all must hold an answer: of each sequence, the words that it
// lacks are found by a walk along the beginnings of all words (lacking_sequences_steps.hpp), which ends soon where
// nearly all are held. Words that too many sequences lack are dropped on the way.
#pragma once

#include "problems/substring/gpu/device_windows.hpp"
#include "problems/substring/gpu/lacking_sequences_steps.hpp"
#include "problems/substring/gpu/sorted_words_steps.hpp"
#include "problems/substring/seed_plan.hpp"
#include "problems/substring/tuning.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

namespace concord::substring {

template <class Machine>
class lacking_sequences {
  public:
    using windows = machine_windows<Machine>;

    /// Seconds for so many words, of which `allowed` sequences may lack one; infinite where they cannot be counted so.
    [[nodiscard]] static double seconds(const device_windows<Machine>& input, double words, const windows& targets,
                                        std::uint64_t allowed) {
        constexpr double never = std::numeric_limits<double>::infinity();
        const problem& given = input.given();
        const auto length = static_cast<unsigned>(targets.length);
        const lettering by = given.set.has_ambiguous() ? letters_with_ambiguous : ordinary_letters;
        if (length == 0 || length > by.most_letters() || given.mismatches >= length ||
            length - given.mismatches > most_agreeing_of_lacking || given.set.planes() != 2 ||
            given.set.longest() > length - 1 + most_windows_of_lacking || given.sequences() >= 0xFFFFFFFF ||
            words >= 0xFFFFFFFF || words * bytes_each > static_cast<double>(input.machine().free_memory() / 2))
            return never;
        const auto all = static_cast<double>(given.sequences());
        const double walked = beginnings_walked(given, words, targets, length);
        // A sequence lacks a word by chance; after so many hardly one is left.
        const double lacked = static_cast<double>(allowed);
        const double until =
            (lacked + 3 * std::sqrt(lacked) + std::log(words)) / share_going_on(given, targets, length, length);
        const double asked = std::min(all, until + sequences_at_first);
        const double letter = tuning::tests_of_lacked_letter + tuning::tests_of_lacked_word * words_of(given, length);
        return (asked * walked * letter + words * tuning::tests_of_sorted_window) / input.machine().speed().tests +
               60 * input.machine().speed().step;
    }

    /// The words are the windows of a set, `by` letters that are ordinary or may be ambiguous. Time a sort of them.
    lacking_sequences(const device_windows<Machine>& input, const windows& words,
                      const lettering& by = ordinary_letters)
        : input_(input), by_(by), count_(words.count), length_(static_cast<unsigned>(words.length)) {
        Machine& machine = input.machine();
        const auto positions = machine.template make<std::uint64_t>(count_);
        machine.for_each(list_windows::steps(input.words() - 1), list_windows{words.view(), 0, positions.data()});
        numbers_ = machine.template make<std::uint64_t>(count_);
        ranks_ = machine.template make<std::uint32_t>(count_);
        machine.for_each(count_, number_words{input.letters().letters, by_, length_, positions.data(), numbers_.data(),
                                              ranks_.data()});
        machine.sort(numbers_.data(), ranks_.data(), count_, 0, by_.bits * length_);
        before_ = machine.template make<std::uint64_t>(count_);
        different_ = machine.exclusive_scan(count_, count_different{numbers_.data()}, before_.data()).count;
    }

    /// Sequences that hold each word among the targets, by rank among the words; 0 where more than `allowed` of the
    /// sequences that have targets, `sequences` of them, lack it. `copies`, by sequence on the machine: how many it
    /// represents; null: one each.
    [[nodiscard]] array_of<Machine, std::uint32_t> supports(const windows& targets, const std::uint32_t* copies,
                                                            std::uint64_t sequences, std::uint64_t allowed) const {
        Machine& machine = input_.machine();
        const collection& given = input_.letters();
        const auto lacking = machine.template zeroed<std::uint32_t>(different_);
        words_left left = all_words();
        auto first =
            machine.template make<std::uint32_t>((std::uint64_t{1} << by_.bits * letters_of_table(different_)) + 1);
        list(left, first.data());

        const auto before = machine.template make<std::uint64_t>(given.sequences);
        const auto listed = machine.template make<std::uint32_t>(given.sequences);
        const std::uint64_t count =
            machine.exclusive_scan(given.sequences, count_holders_of{given, targets.view()}, before.data()).count;
        machine.for_each(given.sequences, list_holders_of{{given, targets.view()}, before.data(), listed.data()});
        const double in_all = seconds(input_, static_cast<double>(different_), targets, allowed);
        const auto at_once = static_cast<std::uint64_t>(
            std::clamp(static_cast<double>(count) * tuning::seconds_of_word_launch / in_all, sequences_at_first, 1e6));
        std::uint64_t some = static_cast<std::uint64_t>(sequences_at_first);
        for (std::uint64_t asked = 0; asked < count && left.count > 0; asked += some) {
            machine.check();
            if (asked > 0) some = std::min(2 * some, at_once);
            some = std::min(some, count - asked);
            const double walked = beginnings_walked(input_.given(), static_cast<double>(left.count), targets, length_);
            ask({{given, targets.view(), listed.data(), copies}, asked, some, walked}, table(left, first.data()),
                static_cast<std::uint32_t>(allowed), lacking.data());
            drop_lacking(left, lacking.data(), static_cast<std::uint32_t>(allowed), first.data());
        }
        auto supports = machine.template make<std::uint32_t>(count_);
        machine.for_each(count_, put_supports_of_words{{numbers_.data()},
                                                       before_.data(),
                                                       ranks_.data(),
                                                       lacking.data(),
                                                       static_cast<std::uint32_t>(allowed),
                                                       static_cast<std::uint32_t>(sequences),
                                                       supports.data()});
        return supports;
    }

  private:
    static constexpr double bytes_each = 352; ///< of a word, with a sort of them and up to 64 beginnings
    static constexpr double sequences_at_first = 256;
    static constexpr double dropped_much = 0.2;

    /// Words that no more than the allowed sequences are known to lack.
    struct words_left {
        array_of<Machine, std::uint64_t> words;
        array_of<Machine, std::uint32_t> counters;
        std::uint64_t count;
    };

    /// Of the beginnings of so many letters, by chance, those in which no window of a sequence agrees in enough
    /// letters.
    [[nodiscard]] static double share_going_on(const problem& given, const windows& targets, unsigned length,
                                               unsigned letters) {
        const auto enough = static_cast<unsigned>(length - given.mismatches);
        if (letters < enough) return 1;
        const double near = chance_of_survival(letters, letters - enough, given.chance_match);
        return std::pow(1 - near, static_cast<double>(targets.count) / static_cast<double>(given.sequences()));
    }
    /// In one sequence.
    [[nodiscard]] static double beginnings_walked(const problem& given, double words, const windows& targets,
                                                  unsigned length) {
        double walked = 0;
        for (unsigned letters = 0; letters < length; ++letters)
            walked += std::min(std::exp2(2 * letters), words) * share_going_on(given, targets, length, letters);
        return walked;
    }
    /// Of 32 windows each.
    [[nodiscard]] static unsigned words_of(const problem& given, unsigned length) {
        const std::uint64_t most = given.set.longest() < length ? 1 : given.set.longest() - length + 1;
        return most <= 64 ? 2 : most <= 96 ? 3 : most <= 160 ? 5 : words_of_lacking;
    }
    /// So many that few of them have more than one word, which is looked at letter by letter.
    [[nodiscard]] unsigned letters_of_table(std::uint64_t words) const {
        unsigned letters = 1;
        while (by_.bits * (letters + 1) <= most_bits_of_beginning &&
               std::uint64_t{1} << by_.bits * letters < 16 * words)
            ++letters;
        return std::min(letters, length_);
    }
    /// From which on most beginnings have no word.
    [[nodiscard]] unsigned letters_of_dense(std::uint64_t words) const {
        unsigned letters = 0;
        while (by_.letters == 1U << by_.bits && std::uint64_t{1} << by_.bits * letters < 4 * words)
            ++letters;
        return letters;
    }
    [[nodiscard]] words_left all_words() const {
        Machine& machine = input_.machine();
        words_left all{machine.template make<std::uint64_t>(different_),
                       machine.template make<std::uint32_t>(different_), different_};
        machine.for_each(count_,
                         list_different{{numbers_.data()}, before_.data(), {all.words.data(), all.counters.data()}});
        return all;
    }
    [[nodiscard]] words_by_beginning table(const words_left& left, const std::uint32_t* first) const {
        return {by_,
                length_,
                letters_of_table(left.count),
                letters_of_dense(left.count),
                left.words.data(),
                left.counters.data(),
                first};
    }
    void list(const words_left& left, std::uint32_t* first) const {
        const words_by_beginning words = table(left, first);
        input_.machine().for_each((std::uint64_t{1} << by_.bits * words.letters) + 1,
                                  list_beginnings{words, static_cast<std::uint32_t>(left.count), first});
    }
    void drop_lacking(words_left& left, const std::uint32_t* lacking, std::uint32_t allowed,
                      std::uint32_t* first) const {
        Machine& machine = input_.machine();
        const auto before = machine.template make<std::uint64_t>(left.count);
        const count_not_lacking likely{{left.words.data(), left.counters.data()}, lacking, allowed};
        const std::uint64_t count = machine.exclusive_scan(left.count, likely, before.data()).count;
        if (static_cast<double>(count) > (1 - dropped_much) * static_cast<double>(left.count)) return;
        words_left kept{machine.template make<std::uint64_t>(count), machine.template make<std::uint32_t>(count),
                        count};
        machine.for_each(left.count,
                         list_not_lacking{likely, before.data(), {kept.words.data(), kept.counters.data()}});
        left = std::move(kept);
        if (count > 0) list(left, first);
    }

    struct asked_sequences {
        sequences_with_windows in;
        std::uint64_t first;
        std::uint64_t count;
        double walked; ///< beginnings, in each
    };
    void ask(const asked_sequences& asked, const words_by_beginning& words, std::uint32_t allowed,
             std::uint32_t* lacking) const {
        switch (words_of(input_.given(), length_)) {
        case 2: return ask_in<2>(asked, words, allowed, lacking);
        case 3: return ask_in<3>(asked, words, allowed, lacking);
        case 5: return ask_in<5>(asked, words, allowed, lacking);
        default: return ask_in<words_of_lacking>(asked, words, allowed, lacking);
        }
    }
    template <unsigned Words>
    void ask_in(const asked_sequences& asked, const words_by_beginning& words, std::uint32_t allowed,
                std::uint32_t* lacking) const {
        const auto enough = static_cast<unsigned>(length_ - input_.given().mismatches);
        // The more there is to walk, the less it takes to begin, and the more threads can share it.
        const unsigned letters = (asked.walked < tuning::many_beginnings ? 8U : 10U) / by_.bits;
        const auto in_planes = [&]<unsigned Planes>() {
            count_lacking<Words, Planes> step{
                asked.in, words, std::min(letters, words.letters - 1), 0, enough, asked.first, allowed, lacking};
            while (asked.count << step.bits_of_parts < tuning::warps_of_lacking &&
                   lanes_of_lacking << step.bits_of_parts < 1U << by_.bits * step.letters_at_first)
                ++step.bits_of_parts;
            input_.machine().for_each_with_memory((asked.count << step.bits_of_parts) * lanes_of_lacking,
                                                  step.numbers_of_memory(), step);
        };
        if (enough <= 4) return in_planes.template operator()<2>();
        if (enough <= 8) return in_planes.template operator()<3>();
        in_planes.template operator()<planes_of_lacking>();
    }

    const device_windows<Machine>& input_;
    lettering by_;
    std::uint64_t count_;
    unsigned length_;
    std::uint64_t different_ = 0;
    array_of<Machine, std::uint64_t> numbers_; ///< in order
    array_of<Machine, std::uint32_t> ranks_;   ///< of the windows, in that order
    array_of<Machine, std::uint64_t> before_;  ///< different words before each
};

} // namespace concord::substring
