// Highway includes this file anew for each instruction set.
#define HWY_WANT_AVX3_DL
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "problems/substring/cpu/words/union_kernels.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "problems/substring/cpu/words/union_kernels.hpp"
#include "simd/dispatch.hpp"

#include <algorithm>
#include <bit>

HWY_BEFORE_NAMESPACE();
namespace concord::substring::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using end_lanes = hn::CappedTag<std::uint64_t, 8>;
using end_vector = hn::Vec<end_lanes>;
using prefix_lanes = hn::CappedTag<std::uint16_t, padding_of_union / 2>;

/// Appends the rows of the windows from `first` on whose prefixes are near; their number.
HWY_INLINE std::size_t list_near(const united_prefix& prefix, const united_sequence& sequence, std::uint32_t first,
                                 std::uint32_t last, std::uint16_t* near) {
    const prefix_lanes lanes;
    const auto asked = hn::Set(lanes, prefix.prefix);
    const auto known = hn::Set(lanes, prefix.letters_known);
    const hn::RebindToSigned<prefix_lanes> compared; // Highway 1.0.3 compares no unsigned ones
    const auto too_many = hn::Set(compared, static_cast<std::int16_t>(prefix.mismatches + 1));
    std::size_t count = 0;
    for (std::uint32_t at = first; at < last; at += static_cast<std::uint32_t>(hn::Lanes(lanes))) {
        const auto differ = hn::Xor(hn::LoadU(lanes, sequence.prefixes + at), asked);
        const auto mismatches = hn::PopulationCount(hn::And(hn::Or(differ, hn::ShiftRight<1>(differ)), known));
        const auto is_few = hn::RebindMask(lanes, hn::Lt(hn::BitCast(compared, mismatches), too_many));
        const auto is_near = hn::And(is_few, hn::FirstN(lanes, last - at));
        const auto rows = hn::Add(hn::LoadU(lanes, sequence.rows + at), mismatches);
        count += hn::CompressStore(rows, is_near, lanes, near + count);
    }
    return count;
}

/// Adds a bit to each count.
HWY_INLINE void add_digits(std::uint64_t* digits, std::size_t of_digit, std::size_t at, end_vector carry,
                           unsigned from) {
    const end_lanes lanes;
    for (unsigned digit = from; digit < planes_of_union; ++digit) {
        std::uint64_t* const place = digits + digit * of_digit + at;
        const end_vector before = hn::LoadU(lanes, place);
        hn::StoreU(hn::Xor(before, carry), lanes, place);
        carry = hn::And(before, carry);
    }
}

/// The ends near to a sequence, of all letters: its balls, ORed.
void or_balls(const united_prefix& prefix, const united_sequence& sequence, std::uint16_t* near, std::uint64_t* held) {
    const end_lanes lanes;
    constexpr std::size_t vectors = words_of_union_row / hn::MaxLanes(lanes);
    const std::size_t each = hn::Lanes(lanes);
    std::uint64_t any[words_of_union_row] = {};
    for (std::size_t letter = 0; letter < prefix.letters; ++letter) {
        std::uint64_t* const own = held + letter * words_of_union_row;
        const std::size_t count =
            list_near(prefix, sequence, sequence.firsts[letter], sequence.firsts[letter + 1], near);
        end_vector of_letter[vectors];
        end_vector of_any[vectors];
        for (std::size_t part = 0; part < vectors; ++part) {
            of_letter[part] = hn::Zero(lanes);
            of_any[part] = hn::LoadU(lanes, any + part * each);
        }
        for (std::size_t index = 0; index < count; ++index) {
            const std::uint64_t* const row = prefix.table + std::size_t{near[index]} * words_of_union_row;
            for (std::size_t part = 0; part < vectors; ++part) {
                of_letter[part] = hn::Or(of_letter[part], hn::LoadU(lanes, row + part * each));
                of_any[part] = hn::Or(of_any[part], hn::LoadU(lanes, row + words_of_union_row + part * each));
            }
        }
        for (std::size_t part = 0; part < vectors; ++part) {
            hn::StoreU(of_letter[part], lanes, own + part * each);
            hn::StoreU(of_any[part], lanes, any + part * each);
        }
    }
    for (std::uint32_t index = 0; index < sequence.partials; ++index) {
        const partial_window& window = sequence.partial[index];
        const auto differ = static_cast<std::uint16_t>(window.prefix ^ prefix.prefix);
        const unsigned mismatches =
            window.mismatches +
            static_cast<unsigned>(std::popcount(static_cast<std::uint16_t>((differ | differ >> 1) & window.known)));
        if (mismatches > prefix.mismatches) continue;
        const std::uint64_t* const row = prefix.table + (std::size_t{window.row} + mismatches) * words_of_union_row;
        for (std::size_t word = 0; word < words_of_union_row; ++word) {
            if (window.letter < prefix.letters) held[window.letter * words_of_union_row + word] |= row[word];
            any[word] |= row[words_of_union_row + word];
        }
    }
    for (std::size_t letter = 0; letter < prefix.letters; ++letter)
        for (std::size_t at = 0; at < words_of_union_row; at += each) {
            std::uint64_t* const own = held + letter * words_of_union_row + at;
            hn::StoreU(hn::Or(hn::LoadU(lanes, own), hn::LoadU(lanes, any + at)), lanes, own);
        }
}

void count(const united_prefix& prefix, const united_sequence* sequences, std::size_t count, std::uint64_t* digits) {
    const end_lanes lanes;
    const std::size_t all = prefix.letters * words_of_union_row;
    std::uint64_t first[most_union_letters * words_of_union_row];
    std::uint64_t second[most_union_letters * words_of_union_row];
    std::uint16_t near[8192 + padding_of_union];
    for (std::size_t index = 0; index < count; index += 2) { // two are one carry
        or_balls(prefix, sequences[index], near, first);
        if (index + 1 < count)
            or_balls(prefix, sequences[index + 1], near, second);
        else
            std::fill_n(second, all, 0);
        for (std::size_t at = 0; at < all; at += hn::Lanes(lanes)) {
            const end_vector a = hn::LoadU(lanes, first + at);
            const end_vector b = hn::LoadU(lanes, second + at);
            const end_vector units = hn::LoadU(lanes, digits + at);
            const end_vector one = hn::Xor(a, b);
            hn::StoreU(hn::Xor(units, one), lanes, digits + at);
            add_digits(digits, all, at, hn::Or(hn::And(a, b), hn::And(one, units)), 1);
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
