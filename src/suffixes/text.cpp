#include "suffixes/text.hpp"

#include "suffixes/tuning.hpp"

#include <algorithm>
#include <array>

namespace concord::suffixes {
namespace {

/// Up to 64 letters from `position`, a multiple of 64: their codes, 0 for ambiguous letters.
struct letter_block {
    letter_block(const sequence::packed_sequences& set, std::uint64_t position, unsigned planes) {
        const std::uint64_t* const ambiguous = set.ambiguous_plane();
        const std::uint64_t word = position / sequence::letters_per_word;
        const std::uint64_t kept = ambiguous == nullptr ? ~std::uint64_t{0} : ~ambiguous[word];
        for (unsigned plane = 0; plane < planes; ++plane) {
            const std::uint64_t bits = set.plane(plane)[word] & kept;
            for (unsigned at = 0; at < sequence::letters_per_word; ++at)
                codes[at] |= static_cast<std::uint32_t>(bits >> at & 1U) << plane;
        }
    }
    std::array<std::uint32_t, sequence::letters_per_word> codes{};
};

/// Spreads bit i of the lower half to bit 2 i.
std::uint64_t spread(std::uint64_t bits) {
    bits &= 0xFFFFFFFFU;
    bits = (bits | bits << 16U) & 0x0000FFFF0000FFFFU;
    bits = (bits | bits << 8U) & 0x00FF00FF00FF00FFU;
    bits = (bits | bits << 4U) & 0x0F0F0F0F0F0F0F0FU;
    bits = (bits | bits << 2U) & 0x3333333333333333U;
    return (bits | bits << 1U) & 0x5555555555555555U;
}

std::uint64_t reversed(std::uint64_t bits) {
    bits = (bits >> 1U & 0x5555555555555555U) | (bits & 0x5555555555555555U) << 1U;
    bits = (bits >> 2U & 0x3333333333333333U) | (bits & 0x3333333333333333U) << 2U;
    bits = (bits >> 4U & 0x0F0F0F0F0F0F0F0FU) | (bits & 0x0F0F0F0F0F0F0F0FU) << 4U;
    return __builtin_bswap64(bits);
}

/// Two planes into 64 letters of two bits: the case of nearly all DNA sets.
void pack_pairs(const sequence::packed_sequences& set, std::uint64_t word, std::uint64_t* packed) {
    const std::uint64_t* const ambiguous = set.ambiguous_plane();
    const std::uint64_t kept = ambiguous == nullptr ? ~std::uint64_t{0} : ~ambiguous[word];
    const std::uint64_t low = reversed(set.plane(0)[word] & kept);
    const std::uint64_t high = reversed(set.plane(1)[word] & kept);
    packed[2 * word] = spread(low >> 32U) | spread(high >> 32U) << 1U;
    packed[2 * word + 1] = spread(low) | spread(high) << 1U;
}

/// Bit j of byte i to bit i of byte j (Warren, "Hacker's Delight").
std::uint64_t transposed(std::uint64_t bytes) {
    const auto swap = [&](unsigned distance, std::uint64_t upper) {
        const std::uint64_t differ = (bytes ^ bytes >> distance) & upper;
        bytes ^= differ ^ differ << distance;
    };
    swap(7, 0x00AA00AA00AA00AAU);
    swap(14, 0x0000CCCC0000CCCCU);
    swap(28, 0x00000000F0F0F0F0U);
    return bytes;
}

/// A step of transposing a square of bytes, which are words: those that the mask takes of a word, and the others of the
/// word that far before it, change places.
template <unsigned Distance>
void swap_bytes(std::array<std::uint64_t, 8>& words, std::uint64_t lower) {
    for (unsigned first = 0; first < words.size(); first += 2 * Distance)
        for (unsigned at = first; at < first + Distance; ++at) {
            const std::uint64_t differ = (words[at] >> (8 * Distance) ^ words[at + Distance]) & lower;
            words[at] ^= differ << (8 * Distance);
            words[at + Distance] ^= differ;
        }
}

/// Up to eight planes into 64 letters of a byte.
void pack_bytes(const sequence::packed_sequences& set, std::uint64_t word, unsigned bits, std::uint64_t* packed) {
    const std::uint64_t* const ambiguous = set.ambiguous_plane();
    const std::uint64_t kept = ambiguous == nullptr ? ~std::uint64_t{0} : ~ambiguous[word];
    std::array<std::uint64_t, 8> planes{};
    for (unsigned plane = 0; plane < bits; ++plane)
        planes[plane] = set.plane(plane)[word] & kept;
    swap_bytes<4>(planes, 0x00000000FFFFFFFFU);
    swap_bytes<2>(planes, 0x0000FFFF0000FFFFU);
    swap_bytes<1>(planes, 0x00FF00FF00FF00FFU); // byte i of word j: plane i of the letters from 8 j on
    for (unsigned eight = 0; eight < 8; ++eight)
        packed[eight] = __builtin_bswap64(transposed(planes[eight]));
}

/// Fewer planes than eight: 64 letters fill exactly `bits` words, which must be zeros.
void pack_narrow(const sequence::packed_sequences& set, std::uint64_t word, unsigned bits, std::uint64_t* packed) {
    std::array<std::uint64_t, 8> bytes{};
    pack_bytes(set, word, bits, bytes.data());
    std::uint64_t* const to = packed + word * bits;
    const unsigned free = 8 - bits; // in front of each letter
    unsigned bit = 0;
    for (std::uint64_t eight : bytes) { // pairs, fours, and eights of letters close ranks
        eight = (eight & 0xFF00FF00FF00FF00U) >> free | (eight & 0x00FF00FF00FF00FFU);
        eight = (eight & 0xFFFF0000FFFF0000U) >> (2 * free) | (eight & 0x0000FFFF0000FFFFU);
        eight = (eight & 0xFFFFFFFF00000000U) >> (4 * free) | (eight & 0x00000000FFFFFFFFU);
        eight <<= 8 * free;
        to[bit / bits_per_word] |= eight >> (bit % bits_per_word);
        if (bit % bits_per_word + 8 * bits > bits_per_word)
            to[bit / bits_per_word + 1] |= eight << (bits_per_word - bit % bits_per_word);
        bit += 8 * bits;
    }
}

/// Letters of any width: 64 of them fill exactly `bits` words, which must be zeros.
void pack(const sequence::packed_sequences& set, std::uint64_t word, unsigned bits, std::uint64_t* packed) {
    const letter_block block(set, word * sequence::letters_per_word, bits);
    std::uint64_t* const to = packed + word * bits;
    unsigned bit = 0;
    for (const std::uint64_t code : block.codes) {
        const unsigned room = bits_per_word - bit % bits_per_word;
        if (bits <= room) {
            to[bit / bits_per_word] |= code << (room - bits);
        } else {
            to[bit / bits_per_word] |= code >> (bits - room);
            to[bit / bits_per_word + 1] |= code << (bits_per_word - (bits - room));
        }
        bit += bits;
    }
}

void set_bit(std::uint64_t* bits, std::uint64_t at) {
    bits[at / bits_per_word] |= std::uint64_t{1} << (at % bits_per_word);
}

} // namespace

unsigned bits_of_letter(const sequence::packed_sequences& set) {
    if (set.alphabet() != alphabet::utf8) return set.planes();
    // All planes above the highest bit in use are the same plane of zeros.
    const std::uint64_t words = set.letters() / sequence::letters_per_word + 1;
    for (unsigned plane = set.planes(); plane > 1; --plane) {
        const std::uint64_t* const bits = set.plane(plane - 1);
        if (std::any_of(bits, bits + words, [](std::uint64_t word) { return word != 0; })) return plane;
    }
    return 1;
}

std::uint64_t words_of_letters(std::uint64_t letters, unsigned bits) {
    return (letters / sequence::letters_per_word + 1) * bits + 2;
}

text::text(const sequence::packed_sequences& set, runtime::thread_pool& workers) {
    const unsigned bits = bits_of_letter(set);
    const std::uint64_t words = set.letters() / sequence::letters_per_word + 1;
    letters_ = runtime::far_array<std::uint64_t>(words_of_letters(set.letters(), bits));
    constexpr std::uint64_t words_per_task = tuning::places_per_task / sequence::letters_per_word;
    workers.run((words + words_per_task - 1) / words_per_task, [&](std::size_t task, unsigned) {
        const std::uint64_t end = std::min<std::uint64_t>(words, (task + 1) * words_per_task);
        for (std::uint64_t word = task * words_per_task; word < end; ++word) {
            if (bits == 2)
                pack_pairs(set, word, letters_.data());
            else if (bits == 8)
                pack_bytes(set, word, bits, letters_.data() + 8 * word);
            else if (bits < 8)
                pack_narrow(set, word, bits, letters_.data());
            else
                pack(set, word, bits, letters_.data());
        }
    });
    view_ = {letters_.data(), nullptr, set.ambiguous_plane(), set.letters(), bits};
    mark_borders(set);
}

void text::mark_borders(const sequence::packed_sequences& set) {
    const std::uint64_t words = set.letters() / bits_per_word + 1;
    cuts_ = runtime::far_array<std::uint64_t>(words_of_cuts(set.letters()));
    begins_ = runtime::far_array<begin_bits>(words_of_begins(set.letters()));
    bool some_empty = false;
    for (std::size_t sequence = 0; sequence < set.size(); ++sequence) {
        some_empty = some_empty || set.length(sequence) == 0;
        if (set.length(sequence) > 0) set_bit(cuts_.data(), set.offset(sequence));
    }
    std::uint64_t begun = 0;
    for (std::uint64_t word = 0; word < words; ++word) {
        begins_[word] = {cuts_[word], begun};
        begun += base::count_ones(cuts_[word]);
    }
    if (some_empty) {
        with_letters_ = runtime::far_array<std::uint64_t>(begun);
        std::uint64_t nth = 0;
        for (std::size_t sequence = 0; sequence < set.size(); ++sequence)
            if (set.length(sequence) > 0) with_letters_[nth++] = sequence;
    }
    if (const std::uint64_t* const ambiguous = set.ambiguous_plane())
        for (std::uint64_t word = 0; word < words; ++word) {
            cuts_[word] |= ambiguous[word] | ambiguous[word] << 1U;
            cuts_[word + 1] |= ambiguous[word] >> (bits_per_word - 1);
        }
    set_bit(cuts_.data(), set.letters());
    view_.cuts = cuts_.data();
    map_ = {begins_.view(), with_letters_.view()};
}

} // namespace concord::suffixes
