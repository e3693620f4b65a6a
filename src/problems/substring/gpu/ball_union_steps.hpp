// Which of 4096 nucleotide words, those that begin alike, are within k mismatches of a sequence: the union of the balls
// around its windows. What the beginning leaves of the mismatches is what the last six letters may have.
//
//   words           ACGTA······     all that begin with ACGTA: a bit for each, 64 words of 64 bits
//   a window        ACCTAGATTAC     one mismatch in the beginning, so k - 1 are left
//   its ball        words GAT, bits TAC: those of GAT have the bits within k - 1 mismatches of TAC, those of GAC, one
//                   mismatch from GAT, the bits within k - 2, and so on
//
// An ambiguous letter of a window is a mismatch wherever it stands.
#pragma once

#include "base/bits.hpp"
#include "problems/substring/gpu/window_sets.hpp"

#include <cstdint>

namespace concord::substring {

/// Letters of a word that are told apart by its bit, and by its word of bits before them.
inline constexpr unsigned letters_of_bits = 3;
inline constexpr unsigned letters_of_end = 2 * letters_of_bits;
inline constexpr unsigned words_of_end = 64;
inline constexpr unsigned ends_of_words = 64 * words_of_end; ///< words that begin alike

/// The rows of bits: for each three letters, ambiguous ones among them, those of no mismatches left at all, 0, 1, 2 and
/// more.
inline constexpr unsigned radii_of_row = 5;
inline constexpr unsigned ball_rows = 125;

/// Letters of a window: of two planes each, from the lowest bit on.
struct letters_of_window {
    std::uint32_t low;
    std::uint32_t high;
    std::uint32_t ambiguous;
};

/// The windows of each sequence.
struct windows_there {
    const std::uint64_t* letters;   ///< the low plane, and the high one above it
    const std::uint32_t* ambiguous; ///< null where no letter is
    const std::uint64_t* first;     ///< of each sequence, and the end
    std::uint64_t sequences;
    const std::uint32_t* copies; ///< by sequence: how many it represents; null: one each

    [[nodiscard]] CONCORD_HD letters_of_window window(std::uint64_t index) const {
        return {static_cast<std::uint32_t>(letters[index]), static_cast<std::uint32_t>(letters[index] >> 32U),
                ambiguous == nullptr ? 0 : ambiguous[index]};
    }
    [[nodiscard]] CONCORD_HD std::uint32_t weight(std::uint64_t sequence) const {
        return copies == nullptr ? 1U : copies[sequence];
    }
};

/// A word of the queries: the beginning above its last letters.
[[nodiscard]] CONCORD_HD inline std::uint64_t key_of_word(const letters_of_window& word, unsigned beginning) {
    constexpr std::uint32_t three = 7;
    const auto first = [&](std::uint32_t plane) { return plane >> beginning & three; };
    const auto last = [&](std::uint32_t plane) { return plane >> (beginning + letters_of_bits) & three; };
    const std::uint64_t end = (last(word.low) | last(word.high) << 3U) << 6U | first(word.low) | first(word.high) << 3U;
    const std::uint64_t begin = (word.low & base::low_bits<std::uint64_t>(beginning)) |
                                (word.high & base::low_bits<std::uint64_t>(beginning)) << beginning;
    return begin << 2 * letters_of_end | end;
}

[[nodiscard]] CONCORD_HD inline std::uint32_t word_of_key(std::uint64_t key) {
    return static_cast<std::uint32_t>(key & (words_of_end - 1));
}
[[nodiscard]] CONCORD_HD inline std::uint32_t bit_of_key(std::uint64_t key) {
    return static_cast<std::uint32_t>(key >> 6U & 63U);
}

/// What a window may still hold of the words of a beginning.
struct window_left {
    int mismatches;          ///< left; negative: none of the words
    std::uint32_t word;      ///< the three letters that choose a word of bits
    std::uint32_t ambiguous; ///< which of them are
    std::uint32_t row;       ///< of ball_rows, by the last three letters
    std::uint32_t bit;       ///< of these, where none of the last six is ambiguous
    bool has_ambiguous_end;
};

class words_of_beginning {
  public:
    CONCORD_HD words_of_beginning(std::uint64_t key, unsigned beginning, unsigned mismatches)
        : low_(static_cast<std::uint32_t>(key >> 2 * letters_of_end & base::low_bits<std::uint64_t>(beginning))),
          high_(static_cast<std::uint32_t>(key >> (2 * letters_of_end + beginning) &
                                           base::low_bits<std::uint64_t>(beginning))),
          beginning_(beginning), mismatches_(mismatches) {}

    [[nodiscard]] CONCORD_HD window_left left_of(const letters_of_window& window) const {
        const std::uint32_t differ = ((window.low ^ low_) | (window.high ^ high_) | window.ambiguous) &
                                     base::low_bits<std::uint32_t>(beginning_);
        const std::uint32_t low = window.low >> beginning_ & 63U;
        const std::uint32_t high = window.high >> beginning_ & 63U;
        const std::uint32_t ambiguous = window.ambiguous >> beginning_ & 63U;
        window_left left{};
        left.mismatches = static_cast<int>(mismatches_) - static_cast<int>(base::count_ones(differ));
        left.word = (low & 7U) | (high & 7U) << 3U;
        left.ambiguous = ambiguous & 7U;
        left.bit = low >> 3U | high >> 3U << 3U;
        for (unsigned letter = 0; letter < letters_of_bits; ++letter)
            left.row += digit(low >> 3U, high >> 3U, ambiguous >> 3U, letter) * (letter == 0   ? 1U
                                                                                 : letter == 1 ? 5U
                                                                                               : 25U);
        left.has_ambiguous_end = ambiguous != 0;
        return left;
    }

  private:
    /// 4: ambiguous.
    [[nodiscard]] static CONCORD_HD std::uint32_t digit(std::uint32_t low, std::uint32_t high, std::uint32_t ambiguous,
                                                        unsigned letter) {
        return (ambiguous >> letter & 1U) != 0 ? 4U : (low >> letter & 1U) | (high >> letter & 1U) << 1U;
    }

    std::uint32_t low_;
    std::uint32_t high_;
    unsigned beginning_;
    unsigned mismatches_;
};

/// The bits of a word of bits that a window holds.
[[nodiscard]] CONCORD_HD inline std::uint64_t bits_near(const std::uint64_t* rows, const window_left& left,
                                                        std::uint32_t of_word) {
    const std::uint32_t differ = left.word ^ of_word;
    const std::uint32_t letters = (differ | differ >> 3U | left.ambiguous) & 7U;
    constexpr std::uint32_t ones_of_three = 0xE994; // two bits each: quicker on a GPU than counting them
    const int rest = left.mismatches - static_cast<int>(ones_of_three >> 2 * letters & 3U);
    const int radius = rest < 0 ? 0 : rest > 3 ? 4 : rest + 1;
    return rows[left.row * radii_of_row + static_cast<unsigned>(radius)];
}

/// Step: one of ball_rows · radii_of_row.
struct make_ball_row {
    std::uint64_t* rows;

    CONCORD_HD void operator()(std::uint64_t index) const {
        const auto row = static_cast<std::uint32_t>(index / radii_of_row);
        const auto radius = static_cast<std::uint32_t>(index % radii_of_row);
        const std::uint32_t digits[letters_of_bits] = {row % 5, row / 5 % 5, row / 25};
        std::uint64_t near = 0;
        for (std::uint32_t bit = 0; bit < 64; ++bit) {
            std::uint32_t differ = 0;
            for (unsigned letter = 0; letter < letters_of_bits; ++letter)
                differ += digits[letter] != ((bit >> letter & 1U) | (bit >> (letter + 3) & 1U) << 1U) ? 1U : 0U;
            if (differ < radius) near |= std::uint64_t{1} << bit;
        }
        rows[index] = near;
    }
};

/// Step: how many windows of a set a sequence has. One more sequence: none.
struct count_windows_of {
    collection given;
    window_set_view set;
    const std::uint32_t* copies; ///< those of a sequence that another one represents are not listed

    CONCORD_HD counts operator()(std::uint64_t sequence) const {
        if (sequence == given.sequences || (copies != nullptr && copies[sequence] == 0)) return {0, 0};
        const std::uint64_t first = given.offsets[sequence];
        const std::uint64_t last = given.offsets[sequence + 1];
        std::uint32_t count = 0;
        for (std::uint64_t at = first; at < last; at += windows_per_word)
            count += base::count_ones(windows_from(at, last));
        return {count, 0};
    }
    [[nodiscard]] CONCORD_HD std::uint64_t windows_from(std::uint64_t at, std::uint64_t last) const {
        const std::uint64_t rest = last - at < windows_per_word ? last - at : windows_per_word;
        return set.from(at) & base::low_bits<std::uint64_t>(static_cast<unsigned>(rest));
    }
};

/// Letters of the window at a position.
[[nodiscard]] CONCORD_HD inline letters_of_window window_at(const sequence::letters_view& letters, std::uint64_t length,
                                                            std::uint64_t position) {
    const auto within = base::low_bits<std::uint32_t>(static_cast<unsigned>(length));
    const auto plane = [&](unsigned number) {
        return static_cast<std::uint32_t>(letters.target(number, position)) & within;
    };
    return {plane(0), plane(1), letters.planes() > 2 ? plane(2) : 0U};
}

/// Step: the windows of a sequence.
struct list_windows_of {
    count_windows_of of;
    std::uint64_t length;
    const std::uint64_t* before;
    std::uint64_t* letters;
    std::uint32_t* ambiguous; ///< null where no letter is

    CONCORD_HD void operator()(std::uint64_t sequence) const {
        if (of.copies != nullptr && of.copies[sequence] == 0) return;
        const std::uint64_t last = of.given.offsets[sequence + 1];
        std::uint64_t to = before[sequence];
        for (std::uint64_t at = of.given.offsets[sequence]; at < last; at += windows_per_word)
            for (std::uint64_t bits = of.windows_from(at, last); bits != 0; bits &= bits - 1) {
                const letters_of_window window = window_at(of.given.letters, length, at + base::lowest_one(bits));
                letters[to] = window.low | std::uint64_t{window.high} << 32U;
                if (ambiguous != nullptr) ambiguous[to] = window.ambiguous;
                ++to;
            }
    }
};

/// Step: the key of a word, and its number.
struct key_words_by_end {
    sequence::letters_view letters;
    std::uint64_t length;
    const std::uint64_t* positions;
    std::uint64_t* keys;
    std::uint32_t* ranks;

    CONCORD_HD void operator()(std::uint64_t word) const {
        keys[word] =
            key_of_word(window_at(letters, length, positions[word]), static_cast<unsigned>(length) - letters_of_end);
        ranks[word] = static_cast<std::uint32_t>(word);
    }
};

/// Step: whether a word in order is the first that begins so.
struct count_beginnings_of {
    const std::uint64_t* keys;
    std::uint64_t words; ///< one more: none

    [[nodiscard]] CONCORD_HD bool is_first(std::uint64_t word) const {
        return word < words && (word == 0 || (keys[word] ^ keys[word - 1]) >> 2 * letters_of_end != 0);
    }
    CONCORD_HD counts operator()(std::uint64_t word) const { return {is_first(word) ? 1U : 0U, 0}; }
};
/// Step: the first ones, and the end.
struct list_beginnings {
    count_beginnings_of of;
    const std::uint64_t* before;
    std::uint64_t* first;

    CONCORD_HD void operator()(std::uint64_t word) const {
        if (word == of.words || of.is_first(word)) first[before[word]] = word;
    }
};

/// Words in order, and what holds them.
struct ball_union_work {
    windows_there in;
    const std::uint64_t* rows;  ///< ball_rows · radii_of_row
    const std::uint64_t* keys;  ///< by word
    const std::uint64_t* first; ///< by beginning: its first word; and the end
    std::uint64_t first_beginning;
    std::uint64_t beginnings;
    unsigned letters; ///< of a beginning
    unsigned mismatches;
    std::uint32_t* supports; ///< by word; what is counted is added
};

/// Step: a word with an ambiguous letter, as it was counted apart.
struct put_supports {
    window_set_view words;
    const std::uint64_t* positions;
    const std::uint32_t* counted;
    std::uint32_t* supports; ///< by rank among the words

    CONCORD_HD void operator()(std::uint64_t word) const { supports[words.rank(positions[word])] = counted[word]; }
};

/// Step: the windows of a set that have an ambiguous letter.
struct mark_ambiguous_windows {
    collection given;
    window_set_view set;
    std::uint64_t length;
    std::uint64_t* bits;

    CONCORD_HD void operator()(std::uint64_t index) const {
        std::uint64_t kept = 0;
        for (std::uint64_t live = set.bits[index]; live != 0; live &= live - 1) {
            const std::uint64_t position = index * windows_per_word + base::lowest_one(live);
            if (window_at(given.letters, length, position).ambiguous != 0) kept |= live & (~live + 1);
        }
        bits[index] = kept;
    }
};

} // namespace concord::substring
