// Which of some words of nucleotides a sequence lacks, where it holds nearly all: a walk along all beginnings of words
// ends where one of its windows already agrees in so many letters that any ending is within the mismatches.
//
//   words of 6 letters, 3 mismatches: a window that agrees in 3 letters is near
//   beginning   A  AC  ACG            of the window ACGTTT 1, 2, 3 letters: all words that begin with ACG are near
//                  AG  AGA  AGAC ...  of all windows 2 at most: the walk goes on
//
// The windows of a sequence are bits, and counters of the letters in which they agree are planes of such bits.
#pragma once

#include "base/atomic.hpp"
#include "base/bits.hpp"
#include "problems/substring/gpu/window_sets.hpp"
#include "problems/substring/gpu/words_by_beginning.hpp"

#include <cstdint>

namespace concord::substring {

/// Windows of a sequence at most, and letters in which a near one agrees at least, at most.
inline constexpr unsigned words_of_lacking = 8; ///< of 32 windows each
inline constexpr unsigned most_windows_of_lacking = 32 * words_of_lacking;
inline constexpr unsigned planes_of_lacking = 4;
inline constexpr unsigned most_agreeing_of_lacking = 1U << planes_of_lacking;
/// The threads of a warp walk along the beginnings of one sequence; so many that have come to an end go on with others
/// together.
inline constexpr unsigned lanes_of_lacking = 32;
inline constexpr unsigned lanes_that_begin = 8;
/// Beginnings that a thread keeps until all of a warp look up the words that begin so; a walk adds up to five at once.
inline constexpr unsigned beginnings_kept = 12;

/// The letters of up to 32 * Words windows of a sequence.
template <unsigned Words>
struct windows_in_bits {
    std::uint32_t low[Words + 1];
    std::uint32_t high[Words + 1];
    std::uint32_t ordinary[Words + 1];
    std::uint32_t windows[Words]; ///< that are there

    CONCORD_HD windows_in_bits(const collection& given, const window_set_view& targets, std::uint64_t first,
                               std::uint64_t end) {
        const bool has_ambiguous = given.letters.planes() > 2;
        for (unsigned word = 0; word <= Words; ++word) {
            const std::uint64_t at = first + std::uint64_t{32} * word;
            const bool is_there = at < end;
            low[word] = is_there ? static_cast<std::uint32_t>(given.letters.target(0, at)) : 0;
            high[word] = is_there ? static_cast<std::uint32_t>(given.letters.target(1, at)) : 0;
            ordinary[word] = is_there && has_ambiguous ? ~static_cast<std::uint32_t>(given.letters.target(2, at)) : ~0U;
            if (word == Words) break;
            const std::uint64_t left = is_there ? (end - at < 32 ? end - at : 32) : 0;
            windows[word] = is_there
                                ? static_cast<std::uint32_t>(targets.from(at) &
                                                             base::low_bits<std::uint64_t>(static_cast<unsigned>(left)))
                                : 0;
        }
    }
    /// Letter `at` < 32 of 32 windows: in bits of the planes.
    struct letters {
        std::uint32_t low;
        std::uint32_t high;
        std::uint32_t windows; ///< whose letter is not ambiguous
    };
    [[nodiscard]] CONCORD_HD letters at(unsigned word, unsigned at) const {
        const auto from = [&](const std::uint32_t* bits) {
            return static_cast<std::uint32_t>((bits[word] | std::uint64_t{bits[word + 1]} << 32U) >> at);
        };
        return {from(low), from(high), windows[word] & from(ordinary)};
    }
};

/// In how many letters of a beginning each window agrees: counters that overflow where it is enough.
template <unsigned Words, unsigned Planes>
class agreeing_letters {
  public:
    static constexpr unsigned numbers = Planes * Words;

    agreeing_letters() = default;
    CONCORD_HD explicit agreeing_letters(unsigned enough) {
        const unsigned begin = (1U << Planes) - enough;
        for (unsigned plane = 0; plane < Planes; ++plane)
            for (unsigned word = 0; word < Words; ++word)
                counters_[plane][word] = 0U - (begin >> plane & 1U);
    }
    /// A bit for each letter that may follow, as letter `at`, without that a window agrees in enough.
    [[nodiscard]] CONCORD_HD std::uint32_t going_on(const windows_in_bits<Words>& windows, unsigned at,
                                                    lettering by) const {
        std::uint32_t agree[4] = {};
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
        for (unsigned word = 0; word < Words; ++word) {
            const auto here = windows.at(word, at);
            std::uint32_t last = here.windows; // those that agree in enough with one more
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
            for (unsigned plane = 0; plane < Planes; ++plane)
                last &= counters_[plane][word];
            agree[0] |= last & ~here.high & ~here.low;
            agree[1] |= last & ~here.high & here.low;
            agree[2] |= last & here.high & ~here.low;
            agree[3] |= last & here.high & here.low;
        }
        std::uint32_t letters = base::low_bits<std::uint32_t>(by.letters);
        for (unsigned letter = 0; letter < 4; ++letter)
            if (agree[letter] != 0) letters &= ~(1U << letter);
        return letters;
    }
    /// Adds letter `at` of a beginning, one that goes on.
    CONCORD_HD void add(const windows_in_bits<Words>& windows, unsigned at, std::uint32_t letter) {
        if (letter == ambiguous_letter) return;
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
        for (unsigned word = 0; word < Words; ++word) {
            const auto here = windows.at(word, at);
            std::uint32_t carry =
                here.windows & ~(here.low ^ (0U - (letter & 1U))) & ~(here.high ^ (0U - (letter >> 1U)));
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
            for (unsigned plane = 0; plane < Planes; ++plane) {
                const std::uint32_t both = counters_[plane][word] & carry;
                counters_[plane][word] ^= carry;
                carry = both;
            }
        }
    }
    /// visit(number, counters of 32 windows) of all.
    template <class Visit>
    CONCORD_HD void for_each(Visit visit) {
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
        for (unsigned plane = 0; plane < Planes; ++plane)
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
            for (unsigned word = 0; word < Words; ++word)
                visit(plane * Words + word, counters_[plane][word]);
    }

  private:
    std::uint32_t counters_[Planes][Words];
};

/// Sequences with windows.
struct sequences_with_windows {
    collection given;
    window_set_view targets;
    const std::uint32_t* listed;
    const std::uint32_t* copies; ///< by sequence: how many it represents; null: one each
};

/// The threads of a warp for which it is so, a bit for each; on the host each is alone.
[[nodiscard]] CONCORD_HD inline std::uint32_t lanes_of_warp(bool is_so) {
#ifdef __CUDA_ARCH__
    return __ballot_sync(0xFFFFFFFFU, is_so);
#else
    return is_so ? 1 : 0;
#endif
}
[[nodiscard]] CONCORD_HD inline unsigned lane_of_warp() {
#ifdef __CUDA_ARCH__
    return threadIdx.x % lanes_of_lacking;
#else
    return 0;
#endif
}

/// Step: a thread counts a sequence at the words that it lacks, of those with the beginnings of its warp; words that
/// too many are known to lack are left.
template <unsigned Words, unsigned Planes>
struct count_lacking {
    sequences_with_windows in;
    words_by_beginning words;
    unsigned letters_at_first; ///< of the beginnings that threads are given, fewer than a beginning has
    unsigned bits_of_parts;    ///< 2^bits warps share a sequence
    unsigned enough;           ///< letters in which a near window agrees
    std::uint64_t first;       ///< of the listed sequences
    std::uint32_t allowed;     ///< sequences that may lack a word
    std::uint32_t* lacking;

    /// That a thread needs.
    [[nodiscard]] unsigned numbers_of_memory() const {
        return beginnings_kept + (words.letters - 1 - letters_at_first) * state::numbers;
    }

    CONCORD_HD void operator()(std::uint64_t index, const memory_of_thread& memory) const {
#ifndef __CUDA_ARCH__
        if (index % lanes_of_lacking != 0) return; // on the host one does what a warp does
#endif
        const std::uint64_t warp = index / lanes_of_lacking;
        const std::uint64_t sequence = in.listed[first + (warp >> bits_of_parts)];
        const windows_in_bits<Words> windows(in.given, in.targets, in.given.offsets[sequence],
                                             in.given.offsets[sequence + 1]);
        const std::uint32_t copies = in.copies == nullptr ? 1U : in.copies[sequence];
        const std::uint64_t of_part = (std::uint64_t{1} << words.by.bits * letters_at_first) >> bits_of_parts;
        std::uint64_t next = (warp & base::low_bits<std::uint64_t>(bits_of_parts)) * of_part;
        const std::uint64_t end = next + of_part;
        walk along(*this, windows, memory);
        unsigned kept = 0;
        for (;;) {
            const std::uint32_t ended = lanes_of_warp(!along.goes_on());
            const bool all_ended = lanes_of_warp(along.goes_on()) == 0;
            if (all_ended && next >= end) break;
            if (next < end && (all_ended || base::count_ones(ended) >= lanes_that_begin)) {
                const std::uint64_t mine =
                    next + base::count_ones(ended & base::low_bits<std::uint32_t>(lane_of_warp()));
                if (!along.goes_on() && mine < end) along.begin(mine);
                next += base::count_ones(ended);
            }
            if (along.goes_on()) along.step(kept);
            if (lanes_of_warp(kept + words.by.letters > beginnings_kept) == 0) continue;
            count_words(windows, memory, kept, copies);
            kept = 0;
        }
        count_words(windows, memory, kept, copies);
    }

  private:
    using state = agreeing_letters<Words, Planes>;

    /// Along beginnings, in which no window agrees in enough letters.
    class walk {
      public:
        CONCORD_HD walk(const count_lacking& of, const windows_in_bits<Words>& windows, const memory_of_thread& memory)
            : of_(of), windows_(windows), memory_(memory) {}

        [[nodiscard]] CONCORD_HD bool goes_on() const { return next_ != 0 || later_ != 0; }
        /// Along those that begin so.
        CONCORD_HD void begin(std::uint64_t beginning) {
            const lettering& by = of_.words.by;
            const unsigned letters = of_.letters_at_first;
            beginning_ = beginning;
            here_ = state(of_.enough);
            if (of_.words.has_none(beginning_, letters)) return;
            for (at_ = 0; at_ < letters; ++at_) {
                const std::uint32_t letter = by.letter(beginning_, letters - 1 - at_);
                if ((here_.going_on(windows_, at_, by) >> letter & 1U) == 0) return;
                here_.add(windows_, at_, letter);
            }
            next_ = here_.going_on(windows_, at_, by);
        }
        /// To the next one; those whose words are to be looked up are kept.
        CONCORD_HD void step(unsigned& kept) {
            const words_by_beginning& words = of_.words;
            if (next_ == 0) go_back();
            if (at_ + 1 == words.letters) {
                for (; next_ != 0; next_ &= next_ - 1)
                    memory_[kept++] = static_cast<std::uint32_t>(beginning_ << words.by.bits | base::lowest_one(next_));
                return;
            }
            const std::uint32_t letter = base::lowest_one(next_);
            next_ &= next_ - 1;
            const std::uint64_t longer = beginning_ << words.by.bits | letter;
            if (at_ + 1 >= words.dense && words.has_none(longer, at_ + 1)) return;
            if (next_ != 0)
                here_.for_each([&](unsigned number, std::uint32_t& counters) { kept_at(at_, number) = counters; });
            later_ = later_ << 8U | next_;
            here_.add(windows_, at_, letter);
            beginning_ = longer;
            next_ = here_.going_on(windows_, ++at_, words.by);
        }

      private:
        [[nodiscard]] CONCORD_HD std::uint32_t& kept_at(unsigned letters, unsigned number) const {
            return memory_[beginnings_kept + (letters - of_.letters_at_first) * state::numbers + number];
        }
        /// To the longest beginning that letters are left of.
        CONCORD_HD void go_back() {
            const unsigned back = base::lowest_one(later_) / 8 + 1;
            at_ -= back;
            beginning_ >>= of_.words.by.bits * back;
            later_ >>= 8 * (back - 1);
            next_ = static_cast<std::uint32_t>(later_ & 0xFFU);
            later_ >>= 8U;
            here_.for_each([&](unsigned number, std::uint32_t& counters) { counters = kept_at(at_, number); });
        }

        const count_lacking& of_;
        const windows_in_bits<Words>& windows_;
        const memory_of_thread& memory_;
        state here_;
        unsigned at_ = 0;
        std::uint64_t beginning_ = 0;
        std::uint32_t next_ = 0;  ///< letters that may follow
        std::uint64_t later_ = 0; ///< those of shorter beginnings, eight bits each
    };

    /// The words that begin with what is kept, in none of whose letters a window agrees in enough.
    CONCORD_HD void count_words(const windows_in_bits<Words>& windows, const memory_of_thread& memory, unsigned kept,
                                std::uint32_t copies) const {
        for (unsigned number = 0; number < kept; ++number) {
            const std::uint32_t beginning = memory[number];
            for (std::uint32_t at = words.first[beginning]; at < words.first[beginning + 1]; ++at) {
                std::uint32_t& count = lacking[words.counters[at]];
                if (count <= allowed && is_lacked(windows, words.words[at])) base::atomic_add(count, copies);
            }
        }
    }
    [[nodiscard]] CONCORD_HD bool is_lacked(const windows_in_bits<Words>& windows, std::uint64_t word) const {
        if (words.letters == words.length) return true;
        state agreeing(enough);
        unsigned at = 0;
        for (; at < words.letters; ++at)
            agreeing.add(windows, at, words.by.letter(word, words.length - 1 - at));
        for (; at < words.length; ++at) {
            const std::uint32_t letter = words.by.letter(word, words.length - 1 - at);
            if ((agreeing.going_on(windows, at, words.by) >> letter & 1U) == 0) return false;
            agreeing.add(windows, at, letter);
        }
        return true;
    }
};

} // namespace concord::substring
