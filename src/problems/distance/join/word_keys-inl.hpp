// Sketches and hashes of short sequences, a sequence a lane: from the words of their letters, without looking at one
// letter after the other.
//
//   letters      A C A G    planes of A: a bit for each A     ...0101    how many: 2, of which a counter's bits follow
//
// Compiled for each instruction set (join_kernels.cpp).
#if defined(CONCORD_WORD_KEYS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef CONCORD_WORD_KEYS_INL_HPP
#undef CONCORD_WORD_KEYS_INL_HPP
#else
#define CONCORD_WORD_KEYS_INL_HPP
#endif

#include <hwy/highway.h>

#include "problems/distance/join/join_kernels.hpp"
#include "simd/vector_logic-inl.hpp"

#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace concord::edit_distance::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// The words of some ranks.
class words_in_lanes {
  public:
    using word = simd::HWY_NAMESPACE::words;
    using tag = simd::HWY_NAMESPACE::word_tag;
    static constexpr std::size_t lanes = simd::HWY_NAMESPACE::lanes;

    explicit HWY_INLINE words_in_lanes(const short_list& list) : list_(list) {}

    /// Those from `first` on; lanes from `end` on have the last one's.
    HWY_INLINE void load(std::size_t first, std::size_t end) {
        std::int64_t begins[lanes];
        for (std::size_t lane = 0; lane < lanes; ++lane)
            begins[lane] = static_cast<std::int64_t>(HWY_MIN(first + lane, end - 1) * list_.stride);
        begins_ = hn::LoadU(signed_tag(), begins);
    }
    [[nodiscard]] HWY_INLINE word lengths() const { return hn::GatherIndex(tag(), list_.words, begins_); }
    [[nodiscard]] HWY_INLINE word plane(unsigned plane) const {
        return hn::GatherIndex(tag(), list_.words + 1 + plane, begins_);
    }
    /// Writes those of the lanes before `end`.
    static HWY_INLINE void store(word made, std::size_t first, std::size_t end, std::uint64_t* to) {
        if (first + lanes <= end) return hn::StoreU(made, tag(), to);
        std::uint64_t all[lanes];
        hn::StoreU(made, tag(), all);
        for (std::size_t lane = 0; first + lane < end; ++lane)
            to[lane] = all[lane];
    }

  private:
    using signed_tag = hn::RebindToSigned<tag>;

    const short_list& list_;
    hn::Vec<signed_tag> begins_;
};

inline constexpr unsigned numbers_of_half = 1U << ((most_word_planes + 1) / 2);

/// Writes to with[n], for each n, a bit for every letter among `within` whose bits in the planes from `first` to `end`
/// are those of n. numbers_of_half bounds how many there are, so at most half of all planes may be asked for.
static HWY_INLINE void put_numbers(const words_in_lanes& own, unsigned first, unsigned end, words_in_lanes::word within,
                                   words_in_lanes::word* with) {
    with[0] = within;
    for (unsigned plane = first, count = 1; plane < end; ++plane, count *= 2) {
        const words_in_lanes::word ones = own.plane(plane);
        for (unsigned number = 0; number < count; ++number) {
            with[count + number] = hn::And(with[number], ones);
            with[number] = hn::AndNot(ones, with[number]);
        }
    }
}

/// As sketch_words of join_kernels.hpp.
static void make_sketches(const short_list& list, std::size_t first, std::size_t end, const sketch_letters& letters,
                          std::uint64_t* sketches) {
    using word = words_in_lanes::word;
    const words_in_lanes::tag tag;
    words_in_lanes own(list);
    const word one = hn::Set(tag, 1);
    if (letters.in_place) {
        for (std::size_t at = first; at < end; at += words_in_lanes::lanes) {
            own.load(at, end);
            word bits[2] = {hn::Zero(tag), hn::Zero(tag)}; // of even planes and of odd ones
            for (unsigned plane = 0; plane < letters.planes; ++plane)
                bits[plane % 2] = hn::Xor(bits[plane % 2], own.plane(plane));
            for (word& each : bits)
                each = hn::Xor(each, hn::ShiftRight<32>(each));
            const word low = hn::And(bits[0], hn::Set(tag, 0xFFFF'FFFFU));
            words_in_lanes::store(hn::Or(low, hn::ShiftLeft<32>(bits[1])), at, end, sketches + at);
        }
        return;
    }
    for (std::size_t at = first; at < end; at += words_in_lanes::lanes) {
        own.load(at, end);
        const word within = hn::Sub(hn::Shl(one, own.lengths()), one);
        // Where letters have some number in the lower half of their codes' bits, and where in the upper half: a code is
        // where both of its halves are.
        word with_low[numbers_of_half];
        word with_high[numbers_of_half];
        const unsigned low = letters.planes / 2;
        put_numbers(own, 0, low, within, with_low);
        put_numbers(own, low, letters.planes, within, with_high);
        word sketch = hn::Zero(tag);
        for (const sketch_letters::group& group : letters.groups) {
            word are_there = hn::Zero(tag);
            for (const std::uint8_t code : letters.codes.subspan(group.first, group.count)) {
                const word is_here = hn::And(with_low[code & ((1U << low) - 1U)], with_high[code >> low]);
                are_there = hn::Or(are_there, is_here);
            }
            // A counter of b bits after n flips: n modulo 2 b ones, of which the b higher ones clear the lower ones.
            const word turns = hn::And(hn::PopulationCount(are_there), hn::Set(tag, 2 * group.bits - 1U));
            const word ones = hn::Sub(hn::Shl(one, turns), one);
            const word ring = hn::Xor(hn::And(ones, hn::Set(tag, (std::uint64_t{1} << group.bits) - 1)),
                                      hn::ShiftRightSame(ones, static_cast<int>(group.bits)));
            sketch = hn::Or(sketch, hn::ShiftLeftSame(ring, static_cast<int>(group.begin)));
        }
        words_in_lanes::store(sketch, at, end, sketches + at);
    }
}

/// As mixed() of letter_hashes.hpp.
static HWY_INLINE words_in_lanes::word mixed_lanes(words_in_lanes::word value) {
    const words_in_lanes::tag tag;
    value = hn::Xor(value, hn::ShiftRight<30>(value)) * hn::Set(tag, 0xBF58'476D'1CE4'E5B9U);
    value = hn::Xor(value, hn::ShiftRight<27>(value)) * hn::Set(tag, 0x94D0'49BB'1331'11EBU);
    return hn::Xor(value, hn::ShiftRight<31>(value));
}

/// As hash_words of join_kernels.hpp.
static void make_hashes(const short_list& list, std::size_t first, std::size_t end, const word_windows& windows,
                        std::uint64_t* hashes) {
    using word = words_in_lanes::word;
    const words_in_lanes::tag tag;
    words_in_lanes own(list);
    for (std::size_t at = first; at < end; at += words_in_lanes::lanes) {
        own.load(at, end);
        word planes[most_word_planes];
        for (unsigned plane = 0; plane < windows.planes; ++plane)
            planes[plane] = own.plane(plane);
        std::uint64_t* to = hashes + (at - first);
        for (const word_windows::window& window : windows.windows) {
            word hash = hn::Set(tag, window.added);
            for (unsigned plane = 0; plane < windows.planes; ++plane) {
                word letters = hn::Zero(tag); // of the parts, put together
                for (const word_windows::part& part : windows.parts.subspan(window.first, window.count))
                    letters = hn::Or(
                        letters,
                        hn::ShiftLeftSame(hn::And(hn::ShiftRightSame(planes[plane], static_cast<int>(part.begin)),
                                                  hn::Set(tag, part.within)),
                                          static_cast<int>(part.before)));
                hash = hn::Add(hash, letters * hn::Set(tag, windows.factors[plane]));
            }
            const word made = hn::Or(hn::AndNot(hn::Set(tag, 1), mixed_lanes(hash)), hn::Set(tag, window.lowest));
            words_in_lanes::store(made, at, end, to);
            to += windows.stride;
        }
    }
}

} // namespace concord::edit_distance::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
