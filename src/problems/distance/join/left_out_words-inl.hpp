// Hashes of short sequences with one or two letters left out, a sequence a lane.
//
//   letters   A C G T     hash: t(A) + t(C) 2 + t(G) 4 + t(T) 8, where t of a letter is the sum of its planes' factors
//   without C A G T             t(A) + t(G) 2 + t(T) 4
//   without G A C T             that + (t(C) - t(G)) 2: one letter further, one term changes
//
// A letter changes the bits from its place on only, so that of 60 letters the last ones are distinguished less well.
//
// Compiled for each instruction set (join_kernels.cpp).
#if defined(CONCORD_LEFT_OUT_WORDS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef CONCORD_LEFT_OUT_WORDS_INL_HPP
#undef CONCORD_LEFT_OUT_WORDS_INL_HPP
#else
#define CONCORD_LEFT_OUT_WORDS_INL_HPP
#endif

#include <hwy/highway.h>

#include "problems/distance/join/join_kernels.hpp"
#include "problems/distance/join/word_keys-inl.hpp"

#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace concord::edit_distance::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// The letters of some words of so many planes as vectors: letter i of each lane's.
template <unsigned Planes>
class letters_in_lanes {
  public:
    using word = words_in_lanes::word;

    /// `own` is loaded.
    HWY_INLINE letters_in_lanes(const words_in_lanes& own, const left_out_rule& rule) {
        for (unsigned plane = 0; plane < Planes; ++plane) {
            words_[plane] = own.plane(plane);
            factors_[plane] = hn::Set(tag(), rule.factors[plane]);
        }
        for (std::uint32_t at = 0; at < rule.length && rule.omitted > 0; ++at) // else they are not asked for
            letters_[at] = letter(at);
        letters_[rule.length] = hn::Zero(tag());
        letters_[rule.length + 1] = hn::Zero(tag());
    }

    /// t of letter `at`; 0 behind the last one.
    [[nodiscard]] HWY_INLINE word operator[](std::uint32_t at) const { return letters_[at]; }
    /// The hash of all letters from `first` on.
    [[nodiscard]] HWY_INLINE word sum_from(int first) const {
        word sum = hn::Zero(tag());
        for (unsigned plane = 0; plane < Planes; ++plane)
            sum = hn::Add(sum, hn::ShiftRightSame(words_[plane], first) * factors_[plane]);
        return sum;
    }

  private:
    using tag = words_in_lanes::tag;

    [[nodiscard]] HWY_INLINE word letter(std::uint32_t at) const {
        const word bit = hn::Set(tag(), std::uint64_t{1} << at);
        word sum = hn::Zero(tag());
        for (unsigned plane = 0; plane < Planes; ++plane)
            sum = hn::Add(sum, hn::IfThenElseZero(hn::TestBit(words_[plane], bit), factors_[plane]));
        return sum;
    }

    word words_[Planes];
    word factors_[Planes];
    word letters_[longest_in_word + 2];
};

template <unsigned Planes>
static void make_left_out_of_planes(const short_list& list, std::size_t first, std::size_t end,
                                    const left_out_rule& rule, std::uint64_t* hashes) {
    using word = words_in_lanes::word;
    const words_in_lanes::tag tag;
    words_in_lanes own(list);
    const auto remain = static_cast<std::uint64_t>(rule.length - rule.omitted);
    const word added = hn::Set(tag, (remain + 1) * 0x9E37'79B9'7F4A'7C15U);
    const word factor = hn::Set(tag, 0xBF58'476D'1CE4'E5B9U);
    for (std::size_t at = first; at < end; at += words_in_lanes::lanes) {
        own.load(at, end);
        const letters_in_lanes<Planes> letters(own, rule);
        std::uint64_t* to = hashes + (at - first);
        const auto put = [&](word hash) HWY_ATTR {
            hash = hn::Xor(hash, hn::ShiftRight<32>(hash)) * factor;
            words_in_lanes::store(hn::Xor(hash, hn::ShiftRight<32>(hash)), at, end, to);
            to += rule.stride;
        };
        /// From letter `out` left out to the next one, where `before` letters remain in front of it.
        const auto next = [&](word hash, std::uint32_t out, std::uint32_t before) HWY_ATTR {
            return hn::Add(hash, hn::ShiftLeftSame(hn::Sub(letters[out], letters[out + 1]), static_cast<int>(before)));
        };
        word hash = hn::Add(added, letters.sum_from(static_cast<int>(rule.omitted)));
        if (rule.omitted == 0) {
            put(hash);
        } else if (rule.omitted == 1) {
            for (std::uint32_t out = 0; out < rule.length; ++out) {
                put(hash);
                hash = next(hash, out, out);
            }
        } else {
            for (std::uint32_t out = 0; out + 1 < rule.length; ++out) {
                word of_two = hash;
                for (std::uint32_t other = out + 1; other < rule.length; ++other) {
                    put(of_two);
                    of_two = next(of_two, other, other - 1);
                }
                hash = hn::Add(hash, hn::ShiftLeftSame(hn::Sub(letters[out], letters[out + 2]), static_cast<int>(out)));
            }
        }
    }
}

/// As hash_left_out of join_kernels.hpp.
static void make_left_out(const short_list& list, std::size_t first, std::size_t end, const left_out_rule& rule,
                          std::uint64_t* hashes) {
    static_assert(most_word_planes == 8);
    switch (rule.planes) {
    case 1: return make_left_out_of_planes<1>(list, first, end, rule, hashes);
    case 2: return make_left_out_of_planes<2>(list, first, end, rule, hashes);
    case 3: return make_left_out_of_planes<3>(list, first, end, rule, hashes);
    case 4: return make_left_out_of_planes<4>(list, first, end, rule, hashes);
    case 5: return make_left_out_of_planes<5>(list, first, end, rule, hashes);
    case 6: return make_left_out_of_planes<6>(list, first, end, rule, hashes);
    case 7: return make_left_out_of_planes<7>(list, first, end, rule, hashes);
    default: return make_left_out_of_planes<8>(list, first, end, rule, hashes);
    }
}

} // namespace concord::edit_distance::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
