// Different words of nucleotides in order, a table of where those begin that begin alike, and a counter for each, step
// by step.
//
//   windows   ACG TTA ACG ACT          words, in order   ACG ACT TTA      of windows   0 2 0 1
//   first     AA: 0   AC: 0   AG: 2   ...   TT: 2   the end: 3            words that begin with AC: 0 and 1
#pragma once

#include "base/bits.hpp"
#include "problems/substring/gpu/ball_union_steps.hpp"
#include "problems/substring/gpu/window_sets.hpp"

#include <cstdint>

namespace concord::substring {

/// Bits of the beginnings that have a place in a table, at most.
inline constexpr unsigned most_bits_of_beginning = 26;
/// How words are numbers: the first letter in the highest bits.
struct lettering {
    unsigned bits;    ///< of a letter: 2, or 3 where a letter may be ambiguous
    unsigned letters; ///< kinds of them, 4 or 5: the last is the ambiguous one

    /// Letters of a word at most.
    [[nodiscard]] CONCORD_HD unsigned most_letters() const { return bits == 2 ? 32 : 21; }
    [[nodiscard]] CONCORD_HD std::uint32_t letter(std::uint64_t number, unsigned from_last) const {
        return static_cast<std::uint32_t>(number >> bits * from_last & base::low_bits<std::uint64_t>(bits));
    }
};
inline constexpr std::uint32_t ambiguous_letter = 4;
inline constexpr lettering ordinary_letters{2, ambiguous_letter};
inline constexpr lettering letters_with_ambiguous{3, ambiguous_letter + 1};

/// Step: a word's number, and its rank.
struct number_words {
    sequence::letters_view letters;
    lettering by;
    unsigned length;
    const std::uint64_t* positions;
    std::uint64_t* numbers;
    std::uint32_t* ranks;

    CONCORD_HD void operator()(std::uint64_t index) const {
        const letters_of_window word = window_at(letters, length, positions[index]);
        std::uint64_t number = 0;
        for (unsigned at = 0; at < length; ++at) {
            const std::uint64_t letter = (word.ambiguous >> at & 1U) != 0
                                             ? ambiguous_letter
                                             : (word.high >> at & 1U) << 1U | (word.low >> at & 1U);
            number = number << by.bits | letter;
        }
        numbers[index] = number;
        ranks[index] = static_cast<std::uint32_t>(index);
    }
};

/// Step: whether a word, of many in order, is another one than that before it.
struct count_different {
    const std::uint64_t* sorted;

    [[nodiscard]] CONCORD_HD bool is_first(std::uint64_t index) const {
        return index == 0 || sorted[index] != sorted[index - 1];
    }
    CONCORD_HD counts operator()(std::uint64_t index) const { return {is_first(index) ? 1U : 0U, 0}; }
};

/// Some different words, in order, and where the counter of each is.
struct words_with_counters {
    std::uint64_t* words;
    std::uint32_t* counters;
};

/// Step: these, once each.
struct list_different {
    count_different of;
    const std::uint64_t* before;
    words_with_counters listed;

    CONCORD_HD void operator()(std::uint64_t index) const {
        if (!of.is_first(index)) return;
        listed.words[before[index]] = of.sorted[index];
        listed.counters[before[index]] = static_cast<std::uint32_t>(before[index]);
    }
};

/// Step: whether no more sequences than allowed lack a word.
struct count_not_lacking {
    words_with_counters of;
    const std::uint32_t* lacking;
    std::uint32_t allowed;

    CONCORD_HD counts operator()(std::uint64_t index) const {
        return {lacking[of.counters[index]] <= allowed ? 1U : 0U, 0};
    }
};
/// Step: these words.
struct list_not_lacking {
    count_not_lacking of;
    const std::uint64_t* before;
    words_with_counters listed;

    CONCORD_HD void operator()(std::uint64_t index) const {
        if (of(index).count == 0) return;
        listed.words[before[index]] = of.of.words[index];
        listed.counters[before[index]] = of.of.counters[index];
    }
};

/// Words in order, by their beginnings.
struct words_by_beginning {
    lettering by;
    unsigned length;            ///< letters of a word
    unsigned letters;           ///< of a beginning
    unsigned dense;             ///< nearly all of fewer letters are there
    const std::uint64_t* words; ///< in order
    const std::uint32_t* counters;
    const std::uint32_t* first; ///< of each beginning: the first word that has it or a later one; and the end

    [[nodiscard]] CONCORD_HD std::uint64_t beginning(std::uint64_t word) const {
        return word >> by.bits * (length - letters);
    }
    /// Whether no word begins with so many letters, up to `letters`, of this number.
    [[nodiscard]] CONCORD_HD bool has_none(std::uint64_t number, unsigned count) const {
        const unsigned further = by.bits * (letters - count);
        return first[number << further] == first[(number + 1) << further];
    }
};

/// Step: the words of each beginning, and the end: a search for each, as some may lie far apart.
struct list_beginnings {
    words_by_beginning of;
    std::uint32_t count;
    std::uint32_t* first;

    CONCORD_HD void operator()(std::uint64_t beginning) const {
        std::uint32_t from = 0;
        for (std::uint32_t end = count; from < end;) {
            const std::uint32_t middle = from + (end - from) / 2;
            if (of.beginning(of.words[middle]) < beginning)
                from = middle + 1;
            else
                end = middle;
        }
        first[beginning] = from;
    }
};

/// Step: the supports of windows by their words; 0 where too many sequences lack one.
struct put_supports_of_words {
    count_different of;
    const std::uint64_t* before;
    const std::uint32_t* ranks; ///< of the windows, in order
    const std::uint32_t* lacking;
    std::uint32_t allowed;
    std::uint32_t sequences;
    std::uint32_t* supports;

    CONCORD_HD void operator()(std::uint64_t index) const {
        const std::uint32_t of_word = lacking[before[index] + (of.is_first(index) ? 1 : 0) - 1];
        supports[ranks[index]] = of_word <= allowed ? sequences - of_word : 0;
    }
};

} // namespace concord::substring
