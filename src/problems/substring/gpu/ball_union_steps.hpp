// Which of 4096 nucleotide words, those that begin alike, are within k mismatches of a sequence: the union of the balls
// around its windows. What the prefix leaves of the mismatches is what the last six letters may have.
//
//   words           ACGTA······     all that begin with ACGTA: a bit for each, 64 words of 64 bits
//   a window        ACCTAGATTAC     one mismatch in the prefix, so k - 1 are left
//   its ball        words GAT, bits TAC: those of GAT have the bits within k - 1 mismatches of TAC, those of GAC, one
//                   mismatch from GAT, the bits within k - 2, and so on
//
// An ambiguous letter of a window is a mismatch wherever it stands.
#pragma once

#include "base/bits.hpp"
#include "problems/substring/gpu/window_sets.hpp"

#include <cstdint>

namespace concord::substring {

/// Letters of a word that choose its bit; as many before them choose the word of bits.
inline constexpr unsigned letters_of_bits = 3;
inline constexpr unsigned letters_of_suffix = 2 * letters_of_bits;
inline constexpr unsigned words_of_bits = 64;
inline constexpr unsigned suffixes_of_words = 64 * words_of_bits; ///< words that begin alike

/// Letters of a window: of two planes each, from the lowest bit on.
struct letters_of_window {
    std::uint32_t low;
    std::uint32_t high;
    std::uint32_t ambiguous;
};

/// The three letters that choose a word of bits, and below them those that choose the bit.
[[nodiscard]] CONCORD_HD inline std::uint32_t place_of_suffix(const letters_of_window& window, unsigned prefix) {
    const auto three = [&](unsigned first) {
        return (window.low >> first & 7U) | (window.high >> first & 7U) << letters_of_bits;
    };
    return three(prefix) << 6U | three(prefix + letters_of_bits);
}

/// The last six letters of a window. A lane of 32 has two words of bits: those that differ in the high plane of the
/// third letter alone. What it does for a window is done for each window near to each prefix, so all that can be is
/// computed before:
///   bit 0           whether any of the six letters is ambiguous
///   bits 1 to 4     letters 1 and 2, low plane and high plane, as lane_of_words has those of a lane
///   bits 5 to 8     which words of a lane agree in letter 3: the first, the second, of lanes whose letter has the low
///                   bit 0; and of the others
///   bits 9 to 20    where none is ambiguous, the place: a word of bits, and a bit; else whether letters 1, 2 are
///   bits 21 to 31   where the row of the last three letters begins
class suffix_of_window {
  public:
    [[nodiscard]] static CONCORD_HD suffix_of_window of(const letters_of_window& window, unsigned prefix);
    explicit CONCORD_HD suffix_of_window(std::uint32_t packed) : packed_(packed) {}

    [[nodiscard]] CONCORD_HD std::uint32_t packed() const { return packed_; }
    [[nodiscard]] CONCORD_HD bool has_ambiguous() const { return (packed_ & 1U) != 0; }
    /// Of a window without ambiguous letters there.
    [[nodiscard]] CONCORD_HD std::uint32_t place() const { return packed_ >> 9U & (suffixes_of_words - 1); }

    /// For lane_of_words::near(): with so many mismatches left for the six letters, of which none is ambiguous.
    [[nodiscard]] CONCORD_HD std::uint32_t with(int mismatches) const;
    /// An ambiguous letter 1 or 2 is any letter, at the price of a mismatch: there are so many windows instead of this.
    [[nodiscard]] CONCORD_HD unsigned spellings() const { return 1U << 2 * ambiguous_of_two(); }
    /// One of them; `none_near` where the mismatches are too few.
    [[nodiscard]] CONCORD_HD std::uint32_t spelled(unsigned spelling, int mismatches) const;

  private:
    [[nodiscard]] CONCORD_HD unsigned ambiguous_of_two() const {
        return has_ambiguous() ? (packed_ >> 9U & 1U) + (packed_ >> 10U & 1U) : 0;
    }

    std::uint32_t packed_;
};

/// The windows of each sequence.
struct windows_there {
    const std::uint64_t* letters;   ///< the low plane, and the high one above it
    const std::uint32_t* ambiguous; ///< null where no letter is
    const std::uint32_t* suffixes;  ///< packed
    const std::uint64_t* first;     ///< of each sequence, and the end
    std::uint64_t sequences;
    const std::uint32_t* copies; ///< by sequence: how many it represents; null: one each

    [[nodiscard]] CONCORD_HD letters_of_window window(std::uint64_t index) const {
        return {static_cast<std::uint32_t>(letters[index]), static_cast<std::uint32_t>(letters[index] >> 32U),
                ambiguous == nullptr ? 0 : ambiguous[index]};
    }
    [[nodiscard]] CONCORD_HD letters_of_window ordinary_window(std::uint64_t index) const {
        return {static_cast<std::uint32_t>(letters[index]), static_cast<std::uint32_t>(letters[index] >> 32U), 0};
    }
    [[nodiscard]] CONCORD_HD std::uint32_t weight(std::uint64_t sequence) const {
        return copies == nullptr ? 1U : copies[sequence];
    }
};

/// A word that is asked about: its prefix, and below it the place of its suffix.
[[nodiscard]] CONCORD_HD inline std::uint64_t key_of_word(const letters_of_window& word, unsigned prefix) {
    const std::uint64_t begin = (word.low & base::low_bits<std::uint64_t>(prefix)) |
                                (word.high & base::low_bits<std::uint64_t>(prefix)) << prefix;
    return begin << 2 * letters_of_suffix | place_of_suffix(word, prefix);
}
[[nodiscard]] CONCORD_HD inline std::uint32_t place_of_key(std::uint64_t key) {
    return static_cast<std::uint32_t>(key & (suffixes_of_words - 1));
}

/// The letters before the suffix, of which a window has some mismatches.
class prefix_of_words {
  public:
    CONCORD_HD prefix_of_words(std::uint64_t key, unsigned letters, unsigned mismatches)
        : within_(base::low_bits<std::uint32_t>(letters)),
          low_(static_cast<std::uint32_t>(key >> 2 * letters_of_suffix) & within_),
          high_(static_cast<std::uint32_t>(key >> (2 * letters_of_suffix + letters)) & within_),
          mismatches_(mismatches) {}

    /// Mismatches that it leaves for the suffix of a window; negative: none of the words is near.
    [[nodiscard]] CONCORD_HD int left_of(const letters_of_window& window) const {
        const std::uint32_t differ = ((window.low ^ low_) | (window.high ^ high_) | window.ambiguous) & within_;
        return static_cast<int>(mismatches_) - static_cast<int>(base::count_ones(differ));
    }

  private:
    std::uint32_t within_;
    std::uint32_t low_;
    std::uint32_t high_;
    unsigned mismatches_;
};

/// The bits within a radius of the last three letters, and those within one less. A row has those of three radii that
/// reach nothing, so that two mismatches can be taken off none; of 0, 1 and 2; and of 3 to 6, which reach all bits.
struct alignas(16) bits_of_radius {
    std::uint64_t within;
    std::uint64_t nearer;
};
inline constexpr unsigned radii_of_row = 10;
inline constexpr unsigned radii_of_none = 3;
inline constexpr int most_radius = 6;
inline constexpr unsigned ball_rows = 125;
inline constexpr std::uint32_t none_near = (radii_of_none - 1) << 21U;

CONCORD_HD inline suffix_of_window suffix_of_window::of(const letters_of_window& window, unsigned prefix) {
    const std::uint32_t low = window.low >> prefix & 63U;
    const std::uint32_t high = window.high >> prefix & 63U;
    const std::uint32_t ambiguous = window.ambiguous >> prefix & 63U;
    std::uint32_t row = 0; // digits of base five, 4 for an ambiguous letter
    for (unsigned index = letters_of_suffix; index-- > letters_of_bits;)
        row = 5 * row + ((ambiguous >> index & 1U) != 0 ? 4U : (low >> index & 1U) | (high >> index & 1U) << 1U);
    const std::uint32_t third = (ambiguous >> 2U & 1U) != 0 ? 0U : 1U << ((low >> 2U & 1U) * 2 + (high >> 2U & 1U));
    const std::uint32_t place = ambiguous != 0 ? ambiguous & 3U : place_of_suffix(window, prefix);
    return suffix_of_window((ambiguous != 0 ? 1U : 0U) | (low & 3U) << 1U | (high & 3U) << 3U | third << 5U |
                            place << 9U | row * radii_of_row << 21U);
}

CONCORD_HD inline std::uint32_t suffix_of_window::with(int mismatches) const {
    return packed_ + (static_cast<std::uint32_t>(mismatches < most_radius ? mismatches : most_radius) << 21U) +
           (radii_of_none << 21U);
}

CONCORD_HD inline std::uint32_t suffix_of_window::spelled(unsigned spelling, int mismatches) const {
    const int left = mismatches - static_cast<int>(ambiguous_of_two());
    if (left < 0) return none_near;
    if (!has_ambiguous()) return with(left);
    std::uint32_t spelled = packed_;
    for (unsigned index = 0; index < 2; ++index) {
        if ((packed_ >> (9U + index) & 1U) == 0) continue;
        spelled &= ~((2U << index) | (8U << index));
        spelled |= (spelling & 1U) << (1U + index) | (spelling >> 1U & 1U) << (3U + index);
        spelling >>= 2U;
    }
    return suffix_of_window(spelled).with(left);
}

struct words_of_lane {
    std::uint64_t first;
    std::uint64_t second;
};

/// How many of two letters differ, two bits for each of the bits in which their planes may.
[[nodiscard]] constexpr std::uint32_t differing_of_two() {
    std::uint32_t all = 0;
    for (std::uint32_t planes = 0; planes < 16; ++planes) {
        const std::uint32_t letters = (planes & 3U) | planes >> 2U;
        all |= ((letters & 1U) + (letters >> 1U)) << 2 * planes;
    }
    return all;
}

/// The letters of a lane, against those of a window.
class lane_of_words {
  public:
    explicit CONCORD_HD lane_of_words(std::uint32_t lane)
        : letters_((lane & 3U) << 1U | (lane >> 3U & 3U) << 3U), agrees_(1U << (5U + (lane >> 2U & 1U) * 2U)) {}

    /// What a window holds of the words of the lane. `suffix`: spelled by suffix_of_window.
    [[nodiscard]] CONCORD_HD words_of_lane near(const bits_of_radius* rows, std::uint32_t suffix) const {
        constexpr std::uint32_t differing = differing_of_two();
        const std::uint32_t two = differing >> ((suffix ^ letters_) & 30U) & 3U;
        const bits_of_radius bits = rows[(suffix >> 21U) - two];
        return {(suffix & agrees_) != 0 ? bits.within : bits.nearer,
                (suffix & 2 * agrees_) != 0 ? bits.within : bits.nearer};
    }

  private:
    std::uint32_t letters_;
    std::uint32_t agrees_;
};

/// Step: one of ball_rows · radii_of_row.
struct make_ball_row {
    bits_of_radius* rows;

    CONCORD_HD void operator()(std::uint64_t index) const {
        const auto row = static_cast<std::uint32_t>(index / radii_of_row);
        const auto radius = static_cast<std::uint32_t>(index % radii_of_row);
        rows[index] = {bits(row, radius < radii_of_none ? 0 : radius - radii_of_none + 1),
                       bits(row, radius <= radii_of_none ? 0 : radius - radii_of_none)};
    }

  private:
    /// Those that differ in fewer letters than `radius`.
    [[nodiscard]] static CONCORD_HD std::uint64_t bits(std::uint32_t row, std::uint32_t radius) {
        std::uint64_t near = 0;
        for (std::uint32_t bit = 0; bit < 64; ++bit) {
            std::uint32_t differ = 0;
            std::uint32_t rest = row;
            for (unsigned index = 0; index < letters_of_bits; ++index, rest /= 5)
                differ += rest % 5 != ((bit >> index & 1U) | (bit >> (index + 3) & 1U) << 1U) ? 1U : 0U;
            if (differ < radius) near |= std::uint64_t{1} << bit;
        }
        return near;
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
    std::uint32_t* suffixes;

    CONCORD_HD void operator()(std::uint64_t sequence) const {
        if (of.copies != nullptr && of.copies[sequence] == 0) return;
        const std::uint64_t last = of.given.offsets[sequence + 1];
        std::uint64_t to = before[sequence];
        for (std::uint64_t at = of.given.offsets[sequence]; at < last; at += windows_per_word)
            for (std::uint64_t bits = of.windows_from(at, last); bits != 0; bits &= bits - 1) {
                const letters_of_window window = window_at(of.given.letters, length, at + base::lowest_one(bits));
                letters[to] = window.low | std::uint64_t{window.high} << 32U;
                if (ambiguous != nullptr) ambiguous[to] = window.ambiguous;
                suffixes[to] = suffix_of_window::of(window, static_cast<unsigned>(length) - letters_of_suffix).packed();
                ++to;
            }
    }
};

/// Step: the key of a word, and its number.
struct key_words_by_prefix {
    sequence::letters_view letters;
    std::uint64_t length;
    const std::uint64_t* positions;
    std::uint64_t* keys;
    std::uint32_t* ranks;

    CONCORD_HD void operator()(std::uint64_t word) const {
        keys[word] =
            key_of_word(window_at(letters, length, positions[word]), static_cast<unsigned>(length) - letters_of_suffix);
        ranks[word] = static_cast<std::uint32_t>(word);
    }
};

/// Step: whether a word in order is the first that begins so.
struct count_prefixes_of {
    const std::uint64_t* keys;
    std::uint64_t words; ///< one more: none

    [[nodiscard]] CONCORD_HD bool is_first(std::uint64_t word) const {
        return word < words && (word == 0 || (keys[word] ^ keys[word - 1]) >> 2 * letters_of_suffix != 0);
    }
    CONCORD_HD counts operator()(std::uint64_t word) const { return {is_first(word) ? 1U : 0U, 0}; }
};
/// Step: the first ones, and the end.
struct list_prefixes {
    count_prefixes_of of;
    const std::uint64_t* before;
    std::uint64_t* first;

    CONCORD_HD void operator()(std::uint64_t word) const {
        if (word == of.words || of.is_first(word)) first[before[word]] = word;
    }
};

/// Words in order, and what holds them.
struct ball_union_work {
    windows_there in;
    const bits_of_radius* rows; ///< ball_rows · radii_of_row
    const std::uint64_t* keys;  ///< by word
    const std::uint64_t* first; ///< by prefix: its first word; and the end
    std::uint64_t first_prefix;
    std::uint64_t prefixes;
    unsigned letters; ///< of a prefix
    unsigned mismatches;
    std::uint64_t most_without; ///< sequences that may lack a word: of those with more, not all need be counted
    std::uint32_t* supports;    ///< by word; what is counted is added
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
