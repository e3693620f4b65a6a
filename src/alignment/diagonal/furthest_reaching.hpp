// Wavefronts: the furthest-reaching points of a number of edits on all diagonals, and the computation of the next
// wavefront, of one more edit. For pairs with few edits only.
#pragma once

#include "simd/vector_target.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace concord::pairwise::diagonals {

using diagonal = std::int64_t;

inline constexpr std::int32_t unreached = -(1 << 30);

/// Adjacent diagonals of the next wavefront, before they are extended along equal letters: the part that is done in
/// vectors (next_wavefront.cpp).
struct wavefront_part {
    const std::int32_t* here; ///< [-1, count]: h of one edit less
    std::int32_t* out;        ///< [count]
    std::size_t count;
    std::int32_t substituted; ///< 1 if letters may be substituted, else 0
    std::int32_t most;        ///< letters of a
    std::int32_t
        most_of_b; ///< on the first diagonal: letters of a consumed when all of b is; one more on each next diagonal
    /// [count + padding], or null: the n, ascending, of the diagonals on which a transposition of two letters would
    /// lead further than a gap. In similar sequences these are few: most points are where a gap has led from the
    /// diagonals nearby that are ahead.
    std::int32_t* candidates;
    static constexpr std::size_t padding = 64;
};

/// out[n] = max(here[n - 1] + 1, here[n] + substituted, here[n + 1]), limited by the lengths of the sequences. Returns
/// the number of candidates.
using next_wavefront = std::size_t (*)(const wavefront_part&);

/// For a target that this processor runs (choose_vectors).
[[nodiscard]] next_wavefront next_wavefront_for(simd::vector_target target);

template <class Code>
std::uint64_t word_at(const Code* letters) {
    std::uint64_t word = 0;
    std::memcpy(&word, letters, sizeof word);
    return word;
}

/// The end of the equal letters that begin at a[i] and b[i]. A function of its own, to keep the loop that rarely calls
/// it small.
template <class Code>
[[gnu::noinline]] std::int32_t extended(const Code* a, const Code* b, std::int64_t i) {
    constexpr auto in_a_word = static_cast<std::int64_t>(sizeof(std::uint64_t) / sizeof(Code));
    constexpr int bits = 8 * sizeof(Code);
    for (;; i += in_a_word)
        if (const std::uint64_t differ = word_at(a + i) ^ word_at(b + i); differ != 0)
            return static_cast<std::int32_t>(i + std::countr_zero(differ) / bits);
}

/// A sequence from its end, with 64 bytes behind it that differ from all of the other sequence, as they stand behind
/// `codes`.
template <class Code>
[[nodiscard]] std::vector<Code> reversed(const Code* codes, std::int32_t length) {
    constexpr std::size_t padded = 64 / sizeof(Code);
    std::vector<Code> backwards(static_cast<std::size_t>(length) + padded);
    std::reverse_copy(codes, codes + length, backwards.begin());
    std::copy_n(codes + length, padded, backwards.begin() + length);
    return backwards;
}

/// Whether the search will take more effort than it is worth: more than `most` points, of which `points` are done. The
/// edits so far, extrapolated from `progress` to all letters of both sequences, estimate the total, at which the search
/// ends, or at `most_edits`; the remaining ones count. They are a sample: with s of them the relative error is about
/// 2 / sqrt(s). `progress`: the most letters of both sequences that any diagonal has consumed, from either end.
[[nodiscard]] inline bool is_hopeless(std::uint64_t edits, std::uint64_t most_edits, double points, double most,
                                      std::int64_t progress, std::int64_t letters) {
    if (points > 1.5 * most) return true;
    const auto so_far = static_cast<double>(edits);
    const double share = std::min(1.0, 2.0 * static_cast<double>(progress) / static_cast<double>(letters));
    const double in_all = std::min(so_far / std::max(share, 1e-9), static_cast<double>(most_edits));
    return in_all * in_all / 2 - points > most * (1 + 2 / std::sqrt(so_far));
}

/// The letters of a pair. The 64 bytes behind the ends differ from everything.
template <class Code>
struct letters {
    const Code* a;
    const Code* b;
    std::int32_t a_length;
    std::int32_t b_length;

    /// The diagonals that a number of edits can reach.
    [[nodiscard]] diagonal lowest(std::uint64_t edits) const {
        return -std::min<diagonal>(b_length, static_cast<diagonal>(edits));
    }
    [[nodiscard]] diagonal highest(std::uint64_t edits) const {
        return std::min<diagonal>(a_length, static_cast<diagonal>(edits));
    }
};

/// h of one number of edits, for the diagonals [first, last]; two more on each side are readable, as unreached.
class wavefront {
  public:
    diagonal first = 0;
    diagonal last = -1;

    void resize(diagonal from, diagonal to) {
        first = from;
        last = to;
        reach_.resize(static_cast<std::size_t>(to - from + 1) + 2 * margin);
        std::fill_n(reach_.begin(), margin, unreached);
        std::fill_n(reach_.end() - static_cast<std::ptrdiff_t>(margin), margin, unreached);
    }
    [[nodiscard]] std::int32_t* at(diagonal k) { return reach_.data() + (k - first) + margin; }
    [[nodiscard]] const std::int32_t* at(diagonal k) const { return reach_.data() + (k - first) + margin; }
    [[nodiscard]] std::int32_t reach(diagonal k) const { return k < first || k > last ? unreached : *at(k); }

    /// Marks the diagonals outside of [from, to] as unreached.
    void narrow(diagonal from, diagonal to) {
        std::copy_n(at(from), to - from + 1, reach_.begin() + margin);
        resize(from, to);
    }

  private:
    static constexpr std::size_t margin = 2;
    std::vector<std::int32_t> reach_;
};

/// Extends every `Apart`-th diagonal of [from, to] along equal letters. Not inlined, so that the loop has all
/// registers.
template <std::size_t Apart, class Code>
[[gnu::noinline]] void extend(wavefront& reached, const letters<Code>& pair, diagonal from, diagonal to) {
    std::int32_t* const reach = reached.at(from);
    const Code* const a = pair.a;
    const Code* b = pair.b - from; // of diagonal n: the letter to compare with a[i] is b[i]
    const diagonal count = to - from + 1;
    constexpr auto apart = static_cast<diagonal>(Apart);
    constexpr int bits = 8 * sizeof(Code);
#pragma GCC unroll 4
    for (diagonal n = 0; n < count; n += apart, b -= apart) {
        const std::int64_t i = reach[n];
        const std::uint64_t differ = word_at(a + i) ^ word_at(b + i);
        if (differ == 0) [[unlikely]] {
            reach[n] = extended(a, b, reach[n]);
        } else {
            reach[n] = static_cast<std::int32_t>(i) + std::countr_zero(differ) / bits;
        }
    }
}

/// Two adjacent letters as a number.
template <class Code>
[[nodiscard]] auto two_at(const Code* letters) {
    static_assert(sizeof(Code) <= 4);
    std::conditional_t<sizeof(Code) == 1, std::uint16_t,
                       std::conditional_t<sizeof(Code) == 2, std::uint32_t, std::uint64_t>>
        two = 0;
    std::memcpy(&two, letters, 2 * sizeof(Code));
    return two;
}

/// Transposes the two letters behind the points here[n] of these diagonals n, the first being `from`, where that leads
/// further than the points there[n] of one edit more. A transposition may begin at an earlier cell of the diagonal,
/// too, but then a substitution leads as far.
template <class Code>
void transpose(std::span<const std::int32_t> diagonals, const std::int32_t* here, std::int32_t* there,
               const letters<Code>& pair, diagonal from) {
    const Code* const of_b = pair.b - from; // as extend() has it
    for (const std::int32_t n : diagonals) {
        const std::int64_t i = here[n];
        // Without a branch, which a few letters make hard to predict.
        const bool are_swapped = two_at(pair.a + i) == std::rotl(two_at(of_b + i - n), 8 * sizeof(Code));
        const auto reach = static_cast<std::int32_t>(i + (are_swapped ? 2 : 0));
        there[n] = std::max(there[n], reach);
    }
}

/// Two wavefronts, for computing one from the other alternately.
template <class Code>
struct stepper {
    letters<Code> pair;
    next_wavefront kernel;
    bool may_substitute;
    bool may_transpose = false; ///< neighbours that are not edited otherwise; only where letters may be substituted

    /// Computes h of so many edits, on [from, to] of `next`, which extends `now`, of one edit less, by at most 1 on
    /// each side.
    void advance(const wavefront& now, wavefront& next, std::uint64_t edits, diagonal from, diagonal to) const {
        if (may_transpose) {
            for (diagonal begin = from; begin <= to; begin += most_together)
                edit_or_transpose(now, next, begin, std::min(to - begin + 1, most_together));
        } else {
            static_cast<void>(kernel(part_of(now, next, from, to - from + 1)));
        }
        if (may_substitute) {
            extend<1>(next, pair, from, to);
        } else { // each edit changes the diagonal: an odd number of them gains nothing on even diagonals, and vice
                 // versa
            extend<2>(next, pair, from + ((from + static_cast<diagonal>(edits)) & 1), to);
        }
    }
    void advance(const wavefront& now, wavefront& next, std::uint64_t edits) const {
        advance(now, next, edits, next.first, next.last);
    }

    [[nodiscard]] wavefront begin() const {
        wavefront made;
        made.resize(0, 0);
        *made.at(0) = 0;
        extend<1>(made, pair, 0, 0);
        return made;
    }

  private:
    static constexpr diagonal most_together = 1024; ///< diagonals whose transpositions are listed

    [[nodiscard]] wavefront_part part_of(const wavefront& now, wavefront& next, diagonal from, diagonal count) const {
        return {.here = now.at(from),
                .out = next.at(from),
                .count = static_cast<std::size_t>(count),
                .substituted = may_substitute ? 1 : 0,
                // A diagonal cannot consume more letters than a and b have.
                .most = pair.a_length,
                .most_of_b = static_cast<std::int32_t>(pair.b_length + from),
                .candidates = nullptr};
    }
    void edit_or_transpose(const wavefront& now, wavefront& next, diagonal from, diagonal count) const {
        std::array<std::int32_t, most_together + wavefront_part::padding>
            candidates; // initialised as far as it is used
        wavefront_part part = part_of(now, next, from, count);
        part.candidates = candidates.data();
        const std::size_t found = kernel(part);
        transpose(std::span<const std::int32_t>(candidates).first(found), part.here, part.out, pair, from);
    }
};

struct kept_wavefront {
    std::uint64_t edits;
    wavefront reached;
};

/// The distance between kept wavefronts, which are computed again around the alignment: such that they take O(d^1.5)
/// memory.
inline std::uint64_t spacing(std::uint64_t edits) {
    return std::max<std::uint64_t>(32, static_cast<std::uint64_t>(std::sqrt(static_cast<double>(edits))));
}

/// The wavefronts of a pair from its beginning on, several edits at a time: a range of diagonals is computed for all of
/// these before the next range, while its letters are in the cache.
template <class Code>
class growing_wavefront {
  public:
    static constexpr std::uint64_t most_ahead = 8;

    growing_wavefront(const stepper<Code>& by, bool keep) : by_(by), keep_(keep) {
        levels_[0] = by.begin();
        if (keep) kept_.push_back({0, levels_[0]});
    }
    /// Wavefronts that another device has computed: `kept` ascending, the first of no edits.
    growing_wavefront(const stepper<Code>& by, std::uint64_t edits, wavefront now, std::vector<kept_wavefront> kept)
        : by_(by), keep_(true), edits_(edits), kept_(std::move(kept)) {
        levels_[0] = std::move(now);
    }

    [[nodiscard]] std::uint64_t edits() const noexcept { return edits_; }
    [[nodiscard]] const wavefront& now() const noexcept { return levels_[0]; }
    /// For 1 to `count` edits more, once they are computed.
    [[nodiscard]] const wavefront& ahead(std::uint64_t count) const { return levels_[count]; }
    [[nodiscard]] const stepper<Code>& by() const noexcept { return by_; }
    /// Ascending, the first of no edits.
    [[nodiscard]] std::vector<kept_wavefront>& kept() noexcept { return kept_; }

    /// Computes the next `count` wavefronts; returns their number of furthest-reaching points.
    std::uint64_t look_ahead(std::uint64_t count) {
        std::array<diagonal, most_ahead + 1> next{};
        std::uint64_t points = 0;
        for (std::uint64_t level = 1; level <= count; ++level) {
            next[level] = by_.pair.lowest(edits_ + level);
            levels_[level].resize(next[level], by_.pair.highest(edits_ + level));
            points += static_cast<std::uint64_t>(levels_[level].last - next[level] + 1);
        }
        constexpr diagonal together = 128;
        for (diagonal to = levels_[count].first + together; next[count] <= levels_[count].last; to += together)
            for (std::uint64_t level = 1; level <= count; ++level) { // each one diagonal behind its predecessor
                const diagonal end = std::min(levels_[level].last, to - static_cast<diagonal>(level));
                if (next[level] > end) continue;
                by_.advance(levels_[level - 1], levels_[level], edits_ + level, next[level], end);
                next[level] = end + 1;
            }
        return points;
    }
    void go(std::uint64_t count) { go(count, levels_[count]); }
    /// To a wavefront of `count` edits more, which is exchanged for the one before.
    void go(std::uint64_t count, wavefront& reached) {
        std::swap(levels_[0], reached);
        edits_ += count;
        if (keep_ && edits_ >= kept_.back().edits + spacing(edits_)) kept_.push_back({edits_, levels_[0]});
    }

  private:
    stepper<Code> by_;
    bool keep_;
    std::uint64_t edits_ = 0;
    std::array<wavefront, most_ahead + 1> levels_;
    std::vector<kept_wavefront> kept_;
};

} // namespace concord::pairwise::diagonals
