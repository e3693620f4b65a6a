// Highway includes this file anew for each instruction set.
#define HWY_WANT_AVX3_DL
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "problems/substring/cpu/words/union_kernels.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "problems/substring/cpu/words/union_kernels.hpp"
#include "simd/dispatch.hpp"
#include "simd/vector_logic-inl.hpp"

#include <bit>

HWY_BEFORE_NAMESPACE();
namespace concord::substring::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using simd::HWY_NAMESPACE::high_of_sum;
using simd::HWY_NAMESPACE::low_of_sum;

using end_lanes = hn::CappedTag<std::uint64_t, 8>;
using end_vector = hn::Vec<end_lanes>;
using prefix_lanes = hn::CappedTag<std::uint16_t, padding_of_union / 2>;

constexpr std::size_t cells = most_union_letters * words_of_union_row; // words
constexpr std::size_t vectors_of_row = words_of_union_row / hn::MaxLanes(end_lanes());
constexpr std::size_t at_once = 8; // sequences, whose bits are three digits and a carry

constexpr std::uint32_t windows_of_word = 64;

/// Of 64 windows those that are near to a prefix, as bits, by the mismatches that they leave to the rest.
struct near_windows {
    std::uint64_t none = 0;
    std::uint64_t one = 0;
    std::uint64_t several = 0;
};

template <class Mask>
HWY_INLINE std::uint64_t bits_of(Mask mask) {
    std::uint64_t bits = 0;
    hn::StoreMaskBits(prefix_lanes(), mask, reinterpret_cast<std::uint8_t*>(&bits));
    return bits;
}

/// `mismatches`: those of each window's prefix are written there.
HWY_INLINE near_windows find_near(const united_prefix& prefix, const united_sequence& sequence, std::uint32_t first,
                                  std::uint16_t* mismatches) {
    const prefix_lanes lanes;
    const auto asked = hn::Set(lanes, prefix.prefix);
    const auto known = hn::Set(lanes, prefix.letters_known);
    const hn::RebindToSigned<prefix_lanes> compared; // Highway 1.0.3 compares no unsigned ones
    const auto all = hn::Set(compared, static_cast<std::int16_t>(prefix.mismatches));
    const auto all_but_one = hn::Sub(all, hn::Set(compared, std::int16_t{1}));
    near_windows near;
    const std::uint32_t left = sequence.windows - first;
    const std::uint32_t end = left < windows_of_word ? sequence.windows : first + windows_of_word;
    for (std::uint32_t at = first; at < end; at += static_cast<std::uint32_t>(hn::Lanes(lanes))) {
        const auto differ = hn::Xor(hn::LoadU(lanes, sequence.prefixes + at), asked);
        const auto here = hn::PopulationCount(hn::And(hn::Or(differ, hn::ShiftRight<1>(differ)), known));
        hn::StoreU(here, lanes, mismatches + (at - first));
        const auto number = hn::BitCast(compared, here);
        const auto bits = [&](auto chosen) HWY_ATTR { return bits_of(hn::RebindMask(lanes, chosen)) << (at - first); };
        near.none |= bits(hn::Eq(number, all));
        near.one |= bits(hn::Eq(number, all_but_one));
        near.several |= bits(hn::Lt(number, all_but_one));
    }
    if (end - first < windows_of_word) { // what was read behind the last one
        const std::uint64_t there = (std::uint64_t{1} << (end - first)) - 1;
        near.none &= there;
        near.one &= there;
        near.several &= there;
    }
    return near;
}

/// The words near to a sequence. What is set bit by bit stands apart: a vector that was written in parts is slow to
/// read.
struct held_words {
    std::uint64_t bits[cells];
    std::uint64_t any_bits[words_of_union_row];
    std::uint64_t rows[cells];
    std::uint64_t any_rows[words_of_union_row];
};

HWY_INLINE void clear(held_words& held) {
    static_assert(sizeof(held_words) % (2 * words_of_union_row) == 0);
    const end_lanes lanes;
    std::uint64_t* const words = held.bits;
    for (std::size_t word = 0; word < sizeof(held_words) / sizeof(std::uint64_t); word += hn::Lanes(lanes))
        hn::StoreU(hn::Zero(lanes), lanes, words + word);
}
HWY_INLINE void set_bit(std::uint64_t* bits, unsigned number) {
    bits[number / 64] |= std::uint64_t{1} << (number % 64);
}
HWY_INLINE void or_row(std::uint64_t* to, const std::uint64_t* row) {
    const end_lanes lanes;
    for (std::size_t word = 0; word < words_of_union_row; word += hn::Lanes(lanes))
        hn::StoreU(hn::Or(hn::LoadU(lanes, to + word), hn::LoadU(lanes, row + word)), lanes, to + word);
}

/// Of the windows with ambiguous letters, of which there are few.
void add_partial(const united_prefix& prefix, const united_sequence& sequence, held_words& held) {
    for (std::uint32_t index = 0; index < sequence.partials; ++index) {
        const partial_window& window = sequence.partial[index];
        const auto differ = static_cast<std::uint16_t>(window.prefix ^ prefix.prefix);
        const unsigned mismatches =
            window.mismatches +
            static_cast<unsigned>(std::popcount(static_cast<std::uint16_t>((differ | differ >> 1) & window.known)));
        if (mismatches > prefix.mismatches) continue;
        const std::uint64_t* const row =
            prefix.table + mismatches * prefix.of_mismatches + std::size_t{window.row} * words_of_union_row;
        if (window.letter < prefix.letters) or_row(held.rows + window.letter * words_of_union_row, row);
        if (mismatches < prefix.mismatches) or_row(held.any_rows, row + prefix.of_mismatches);
    }
}

void hold(const united_prefix& prefix, const united_sequence& sequence, held_words& held) {
    constexpr unsigned end_bits = (1U << bits_of_end) - 1;
    const std::uint64_t* const of_one =
        prefix.table + (prefix.mismatches > 0 ? prefix.mismatches - 1 : 0) * prefix.of_mismatches;
    std::uint16_t mismatches[windows_of_word + padding_of_union];
    for (std::uint32_t first = 0; first < sequence.windows; first += windows_of_word) {
        const std::uint16_t* const cells_here = sequence.cells + first;
        const near_windows near = find_near(prefix, sequence, first, mismatches);
        for (std::uint64_t rest = near.none; rest != 0; rest &= rest - 1)
            set_bit(held.bits, cells_here[std::countr_zero(rest)]);
        for (std::uint64_t rest = near.one; rest != 0; rest &= rest - 1) {
            const unsigned cell = cells_here[std::countr_zero(rest)];
            set_bit(held.any_bits, cell & end_bits);
            or_row(held.rows + (cell >> bits_of_end) * words_of_union_row,
                   of_one + std::size_t{cell & end_bits} * words_of_union_row);
        }
        for (std::uint64_t rest = near.several; rest != 0; rest &= rest - 1) {
            const int window = std::countr_zero(rest);
            const unsigned cell = cells_here[window];
            const std::uint64_t* const row = prefix.table + mismatches[window] * prefix.of_mismatches +
                                             std::size_t{cell & end_bits} * words_of_union_row;
            or_row(held.rows + (cell >> bits_of_end) * words_of_union_row, row);
            or_row(held.any_rows, row + prefix.of_mismatches);
        }
    }
    if (sequence.partials > 0) add_partial(prefix, sequence, held);
}

/// The bits of one vector of each of the sequences, added to binary digits that stand `of_digit` words apart.
HWY_INLINE void add_eight(const end_vector* bits, std::uint64_t* digits, std::size_t of_digit) {
    const end_lanes lanes;
    end_vector digit = hn::LoadU(lanes, digits);
    end_vector twos[4];
    for (std::size_t pair = 0; pair < 4; ++pair) {
        twos[pair] = high_of_sum(digit, bits[2 * pair], bits[2 * pair + 1]);
        digit = low_of_sum(digit, bits[2 * pair], bits[2 * pair + 1]);
    }
    hn::StoreU(digit, lanes, digits);
    digit = hn::LoadU(lanes, digits + of_digit);
    end_vector fours[2];
    for (std::size_t pair = 0; pair < 2; ++pair) {
        fours[pair] = high_of_sum(digit, twos[2 * pair], twos[2 * pair + 1]);
        digit = low_of_sum(digit, twos[2 * pair], twos[2 * pair + 1]);
    }
    hn::StoreU(digit, lanes, digits + of_digit);
    digit = hn::LoadU(lanes, digits + 2 * of_digit);
    end_vector carry = high_of_sum(digit, fours[0], fours[1]);
    hn::StoreU(low_of_sum(digit, fours[0], fours[1]), lanes, digits + 2 * of_digit);
    for (unsigned plane = 3; plane < planes_of_union; ++plane) {
        std::uint64_t* const place = digits + plane * of_digit;
        const end_vector before = hn::LoadU(lanes, place);
        hn::StoreU(hn::Xor(before, carry), lanes, place);
        carry = hn::And(before, carry);
    }
}

void count(const united_prefix& prefix, const united_sequence* sequences, std::size_t count, std::uint64_t* digits) {
    const end_lanes lanes;
    const std::size_t all = prefix.letters * words_of_union_row;
    HWY_ALIGN held_words held[at_once];
    for (std::size_t first = 0; first < count; first += at_once) {
        for (std::size_t index = 0; index < at_once; ++index) {
            clear(held[index]);
            if (first + index < count) hold(prefix, sequences[first + index], held[index]);
        }
        for (std::size_t part = 0; part < vectors_of_row; ++part) {
            const std::size_t of_part = part * hn::Lanes(lanes);
            end_vector any[at_once];
            for (std::size_t index = 0; index < at_once; ++index)
                any[index] = hn::Or(hn::LoadU(lanes, held[index].any_bits + of_part),
                                    hn::LoadU(lanes, held[index].any_rows + of_part));
            for (std::size_t at = of_part; at < all; at += words_of_union_row) {
                end_vector bits[at_once];
                for (std::size_t index = 0; index < at_once; ++index)
                    bits[index] = hn::Or(any[index], hn::Or(hn::LoadU(lanes, held[index].bits + at),
                                                            hn::LoadU(lanes, held[index].rows + at)));
                add_eight(bits, digits + at, all);
            }
        }
    }
}

constexpr union_kernels kernels{&count};

} // namespace concord::substring::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace concord::substring {

const union_kernels& union_kernels_for(simd::vector_target target) { return CONCORD_DISPATCH(kernels, target); }

} // namespace concord::substring
#endif
