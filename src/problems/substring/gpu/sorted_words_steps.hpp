// Which sequences hold a word, for many words in order: a thread walks along the words as along a trie (Sagot 1998),
// with the starts that are still within e mismatches as rows of bits, R_0 to R_k.
//
//   target  A C G T A C A ...      words, in order      letters shared with the one before     rows that are kept
//   AC      1 0 0 0 1 0 0          ACAT                 0                                      after ACA
//   ACA     0 0 0 0 1 0 0          ACAG                 3: goes on from the rows after ACA      after A
//           R_0, by start          ATTG                 1
//
// One more letter:   R_e = (R_e and where it matches) or R_{e-1}, from e = k downwards.   (Wu and Manber 1992, by
// starts) A prefix that no start is near to ends all words that share it.
#pragma once

#include "base/atomic.hpp"
#include "base/bits.hpp"
#include "problems/substring/gpu/support_costs.hpp"
#include "problems/substring/gpu/window_sets.hpp"

#include <cstdint>

namespace concord::substring {

/// How many words, one after the other, are a chunk that a thread walks along.
inline constexpr std::uint64_t words_of_chunk = 64;
/// Sequences that a thread counts before it adds to what others counted: as many as four digits hold.
inline constexpr unsigned digits_of_thread = 4;
inline constexpr std::uint64_t most_lanes_of_thread = (std::uint64_t{1} << digits_of_thread) - 1;

/// Step: the first letters of a word as a number, so that a sort brings those together that begin alike.
struct key_words {
    sequence::letters_view letters;
    const std::uint64_t* positions;
    std::uint64_t length;
    std::uint64_t* keys;
    std::uint32_t* ranks;

    CONCORD_HD void operator()(std::uint64_t word) const {
        const unsigned planes = letters.planes();
        const std::uint64_t fitting = 64 / planes;
        std::uint64_t key = 0;
        for (std::uint64_t at = 0; at < fitting; ++at)
            for (unsigned plane = 0; plane < planes; ++plane)
                key = key << 1U | (at < length ? letters.source(plane, positions[word] + at) & 1U : 0U);
        keys[word] = key << (64 - fitting * planes);
        ranks[word] = static_cast<std::uint32_t>(word);
    }
};

/// Words in order.
struct sorted_words_there {
    std::uint64_t count;
    std::uint64_t length;
    const std::uint64_t* bits;   ///< by word and plane: its letters, as a source
    const std::uint32_t* shared; ///< letters that each begins with as the one before does; 0: the first of a chunk
    const std::uint64_t* kept;   ///< by word: a bit for each number of letters after which its rows are needed again
};

/// Step: the letters of a word, and how many it shares with the one before. Returns how many it does not.
struct spell_words {
    sequence::letters_view letters;
    const std::uint64_t* positions;
    const std::uint32_t* ranks; ///< in order
    std::uint64_t length;
    std::uint64_t* bits;
    std::uint32_t* shared;

    CONCORD_HD counts operator()(std::uint64_t word) const {
        const unsigned planes = letters.planes();
        const std::uint64_t here = positions[ranks[word]];
        const std::uint64_t before = positions[ranks[word == 0 ? 0 : word - 1]];
        std::uint64_t differ = 0;
        for (unsigned plane = 0; plane < planes; ++plane) {
            bits[word * planes + plane] = letters.source(plane, here);
            differ |= letters.source(plane, here) ^ letters.source(plane, before);
        }
        const std::uint64_t equal = differ == 0 ? length : base::lowest_one(differ);
        shared[word] = word % words_of_chunk == 0 ? 0U : static_cast<std::uint32_t>(equal < length ? equal : length);
        return {static_cast<std::uint32_t>(length) - shared[word], 0};
    }
};

/// Step: which rows of the words of a chunk later ones need.
struct mark_kept_rows {
    std::uint64_t count;
    const std::uint32_t* shared;
    std::uint64_t* kept;

    CONCORD_HD void operator()(std::uint64_t chunk) const {
        const std::uint64_t first = chunk * words_of_chunk;
        const std::uint64_t end = first + words_of_chunk < count ? first + words_of_chunk : count;
        std::uint64_t needed = 0;
        for (std::uint64_t word = end; word-- > first;) {
            kept[word] = needed;
            if (shared[word] == 64) continue; // a word with a twin needs no rows
            needed = (needed & base::low_bits<std::uint64_t>(shared[word])) | std::uint64_t{1} << shared[word];
        }
    }
};

/// What the words are held by.
struct sequences_there {
    collection given;
    window_set_view targets;     ///< of the length of the words: only these occurrences count
    const std::uint32_t* listed; ///< sequences that have any
    std::uint64_t count;         ///< of them
    const std::uint32_t* copies; ///< by sequence: how many it represents; null: one each
    std::uint64_t lanes;         ///< threads of a chunk, a multiple of 32 and at least 1/15 of the sequences
};

/// Step: the sequences that hold each word of a chunk, counted by threads that have some of the sequences each.
template <unsigned Planes, unsigned Mismatches>
struct count_sorted_words {
    sorted_words_there words;
    sequences_there in;
    std::uint64_t mismatches; ///< at most Mismatches
    std::uint64_t first_chunk;
    std::uint32_t* supports; ///< by word, in order; zeros before

    CONCORD_HD void operator()(std::uint64_t thread) const {
        const std::uint64_t first = (first_chunk + thread / in.lanes) * words_of_chunk;
        const auto here =
            static_cast<unsigned>(words.count - first < words_of_chunk ? words.count - first : words_of_chunk);
        std::uint64_t digits[digits_of_thread] = {}; // of 64 counters, one for each word
        for (std::uint64_t at = thread % in.lanes; at < in.count; at += in.lanes) {
            const std::uint32_t sequence = in.listed[at];
            const std::uint32_t copies = in.copies == nullptr ? 1U : in.copies[sequence];
            if (copies == 0) continue;
            const std::uint64_t held = words_held(first, here, sequence);
            std::uint64_t carry = held;
            for (unsigned digit = 0; digit < digits_of_thread; ++digit) {
                const std::uint64_t both = digits[digit] & carry;
                digits[digit] ^= carry;
                carry = both;
            }
            for (std::uint64_t rest = copies > 1 ? held : 0; rest != 0; rest &= rest - 1)
                base::atomic_add(supports[first + base::lowest_one(rest)], copies - 1);
        }
        for (unsigned word = 0; word < here; ++word) {
            std::uint32_t sum = 0;
            for (unsigned digit = 0; digit < digits_of_thread; ++digit)
                sum |= static_cast<std::uint32_t>(digits[digit] >> word & 1U) << digit;
            base::atomic_add_together(supports[first + word], sum);
        }
    }

  private:
    /// Starts by the mismatches that they have so far: row e, those of at most e.
    struct rows {
        std::uint64_t of[Mismatches + 1];
    };

    /// A bit for each of the words that the sequence holds.
    [[nodiscard]] CONCORD_HD std::uint64_t words_held(std::uint64_t first, unsigned count,
                                                      std::uint64_t sequence) const {
        const std::uint64_t offset = in.given.offsets[sequence];
        const std::uint64_t letters = in.given.offsets[sequence + 1] - offset;
        const std::uint64_t served = 64 - words.length + 1; // starts whose words lie within 64 letters
        std::uint64_t held = 0;
        for (std::uint64_t start = 0; start + words.length <= letters; start += served) {
            const std::uint64_t left = letters - words.length - start + 1;
            const std::uint64_t starts =
                in.targets.from(offset + start) &
                base::low_bits<std::uint64_t>(static_cast<unsigned>(left < served ? left : served));
            if (starts != 0) held |= words_at(first, count, offset + start, starts);
        }
        return held;
    }

    /// The same, at these starts of 64 letters.
    [[nodiscard]] CONCORD_HD std::uint64_t words_at(std::uint64_t first, unsigned count, std::uint64_t position,
                                                    std::uint64_t starts) const {
        std::uint64_t text[Planes];
        for (unsigned plane = 0; plane < Planes; ++plane)
            text[plane] = in.given.letters.target(plane_of(plane), position);
        rows kept[most_letters_of_sorted_word]; // by letters
        rows last;                              // of them that were written or read: siblings need the same
        std::uint32_t last_at = 0;
        std::uint64_t held = 0;
        auto dead = static_cast<std::uint32_t>(words.length + 1); // letters of a prefix that is held nowhere
        for (unsigned word = 0; word < count; ++word) {
            const std::uint32_t shared = words.shared[first + word];
            if (shared >= dead) continue;
            if (shared == words.length) { // the word before, again
                held |= (held >> (word - 1) & 1U) << word;
                continue;
            }
            if (shared == 0)
                begin(last, starts);
            else if (shared != last_at)
                last = kept[shared];
            last_at = shared;
            rows row = last;
            const std::uint64_t needed = words.kept[first + word];
            std::uint64_t letters[Planes];
            std::uint64_t there[Planes];
            for (unsigned plane = 0; plane < Planes; ++plane) {
                letters[plane] = words.bits[(first + word) * words_planes() + plane_of(plane)] >> shared;
                there[plane] = text[plane] >> shared;
            }
            dead = static_cast<std::uint32_t>(words.length + 1);
            for (std::uint32_t at = shared; at < words.length;) {
                std::uint64_t differ = 0;
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
                for (unsigned plane = 0; plane < Planes; ++plane) {
                    differ |= there[plane] ^ (std::uint64_t{0} - (letters[plane] & 1U));
                    there[plane] >>= 1U;
                    letters[plane] >>= 1U;
                }
                ++at;
                if (add_letter(row, ~differ) == 0) {
                    dead = at;
                    break;
                }
                if ((needed >> at & 1U) != 0) {
                    kept[at] = last = row;
                    last_at = at;
                }
            }
            if (dead > words.length) held |= std::uint64_t{1} << word;
        }
        return held;
    }

    [[nodiscard]] CONCORD_HD unsigned words_planes() const { return in.given.letters.planes(); }
    /// Planes that the collection lacks are its last one again.
    [[nodiscard]] CONCORD_HD unsigned plane_of(unsigned plane) const {
        return plane < words_planes() ? plane : words_planes() - 1;
    }

    CONCORD_HD void begin(rows& row, std::uint64_t starts) const {
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
        for (unsigned e = 0; e <= Mismatches; ++e)
            row.of[e] = e + mismatches >= Mismatches ? starts : 0; // the highest row is that of `mismatches`
    }

    /// Returns the highest row.
    CONCORD_HD static std::uint64_t add_letter(rows& row, std::uint64_t matches) {
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
        for (unsigned e = Mismatches; e > 0; --e)
            row.of[e] = (row.of[e] & matches) | row.of[e - 1];
        row.of[0] &= matches;
        return row.of[Mismatches];
    }
};

/// Step: whether a sequence has a window in a set.
struct count_holders_of {
    collection given;
    window_set_view set;

    CONCORD_HD counts operator()(std::uint64_t sequence) const {
        return {has_window(set, given.offsets[sequence], given.offsets[sequence + 1]) ? 1U : 0U, 0};
    }
};
/// Step: the sequences that have.
struct list_holders_of {
    count_holders_of of;
    const std::uint64_t* before;
    std::uint32_t* listed;

    CONCORD_HD void operator()(std::uint64_t sequence) const {
        if (of(sequence).count != 0) listed[before[sequence]] = static_cast<std::uint32_t>(sequence);
    }
};

/// Step: the supports of the words, in order, to where they were before. A sequence supports its own words even where
/// their ambiguous letters equal nothing.
struct unsort_supports {
    const std::uint32_t* ranks;
    const std::uint32_t* sorted;
    std::uint32_t* supports;

    CONCORD_HD void operator()(std::uint64_t word) const {
        supports[ranks[word]] = sorted[word] > 0 ? sorted[word] : 1;
    }
};

} // namespace concord::substring
