#include "problems/distance/join/letter_hashes.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace concord::edit_distance {
namespace {

static_assert(std::endian::native == std::endian::little); // eight codes are written as one word

using sequence::bits_from;

constexpr std::uint64_t base = 0x9FB2'1C65'1E98'DF25U; // any odd number has an inverse

/// The inverse of an odd number modulo 2^64, by Newton's iteration: each step doubles the number of right bits.
constexpr std::uint64_t inverse_of(std::uint64_t odd) {
    std::uint64_t inverse = odd;
    for (int step = 0; step < 6; ++step)
        inverse *= 2 - odd * inverse;
    return inverse;
}
static_assert(base * inverse_of(base) == 1);

/// Of every byte: its bit i as the lowest bit of byte i.
constexpr std::array<std::uint64_t, 256> spread = [] {
    std::array<std::uint64_t, 256> words{};
    for (std::uint64_t bits = 0; bits < 256; ++bits)
        for (unsigned bit = 0; bit < 8; ++bit)
            words[bits] |= (bits >> bit & 1U) << 8 * bit;
    return words;
}();
static_assert(spread[0b1000'0010U] == 0x0100'0000'0000'0100U);

} // namespace

letter_numbers::letter_numbers(const compared_letters& letters, std::uint64_t longest)
    : letters_(&letters), powers_(longest + 8), inverses_(longest + 8), of_bytes_(256) {
    std::uint64_t power = 1;
    std::uint64_t inverse = 1;
    for (std::uint64_t exponent = 0; exponent < powers_.size(); ++exponent) {
        powers_[exponent] = power;
        inverses_[exponent] = inverse;
        power *= base;
        inverse *= inverse_of(base);
    }
    for (std::uint64_t code = 0; code < of_bytes_.size(); ++code)
        of_bytes_[code] = mixed(code + 1);
}

letter_hashes::letter_hashes(const letter_numbers& numbers) : numbers_(numbers) {}

void letter_hashes::load_words(const compared_side& side, std::uint64_t sequence) {
    const std::uint64_t begin = side.set->offset(sequence);
    length_ = side.set->length(sequence);
    are_words_ = true;
    are_codes_letters_ = true;
    planes_ = numbers_.letters().ordinary();
    if (codes_.size() < sequence::letters_per_word) codes_.resize(sequence::letters_per_word);
    const auto within = base::low_bits<std::uint64_t>(static_cast<unsigned>(length_));
    for (unsigned plane = 0; plane < planes_; ++plane)
        words_[plane] = bits_from(side.plane[plane], begin) & within;
    std::uint8_t* const codes = codes_.data();
    for (std::uint64_t eight = 0; eight < length_; eight += 8) {
        std::uint64_t word = 0; // eight codes
        for (unsigned plane = 0; plane < planes_; ++plane)
            word |= spread[words_[plane] >> eight & 0xFFU] << plane;
        std::memcpy(codes + eight, &word, sizeof word);
    }
}

void letter_hashes::load(const compared_side& side, std::uint64_t sequence) {
    are_words_ = false;
    const std::uint64_t begin = side.set->offset(sequence);
    length_ = side.set->length(sequence);
    if (sums_.size() < length_ + 9) { // eight letters are written at a time, and one more sum
        codes_.resize(length_ + 64);
        sums_.resize(length_ + 64);
    }
    const unsigned planes = numbers_.letters().ordinary();
    // Stores of bytes may change what any pointer names, as far as the compiler knows: locals need no reloading.
    const std::uint64_t* const of_bytes = numbers_.of_bytes();
    const std::uint64_t* const powers = numbers_.powers();
    std::uint8_t* const codes = codes_.data();
    std::uint64_t* const sums = sums_.data();
    std::uint64_t sum = 0;
    // What is added behind the last letter is in no sum that is read.
    const auto add = [&](std::uint64_t at, std::uint64_t number) {
        sums[at] = sum;
        sum += number * powers[at];
    };
    const unsigned byte_planes = std::min(planes, 8U);
    const bool are_bytes = planes <= 8 && side.ambiguous == nullptr;
    are_codes_letters_ = are_bytes;
    for (std::uint64_t first = 0; first < length_; first += 64) {
        const std::uint64_t here = std::min<std::uint64_t>(64, length_ - first);
        const std::uint64_t eights = (here + 7) / 8;
        std::uint64_t bits_of[8];
        for (unsigned plane = 0; plane < byte_planes; ++plane)
            bits_of[plane] = bits_from(side.plane[plane], begin + first);
        for (std::uint64_t eight = 0; eight < 8 * eights; eight += 8) {
            std::uint64_t word = 0; // eight codes
            for (unsigned plane = 0; plane < byte_planes; ++plane)
                word |= spread[bits_of[plane] >> eight & 0xFFU] << plane;
            std::memcpy(codes + first + eight, &word, sizeof word);
            if (!are_bytes) continue;
            for (unsigned byte = 0; byte < 8; ++byte)
                add(first + eight + byte, of_bytes[word >> 8 * byte & 0xFFU]);
        }
        if (are_bytes) continue;
        std::uint64_t numbers[64];
        for (std::uint64_t at = 0; at < 8 * eights; ++at)
            numbers[at] = of_bytes[codes[first + at]];
        for (unsigned plane = 8; plane < planes; ++plane) { // code points
            const std::uint64_t bits = bits_from(side.plane[plane], begin + first);
            for (std::uint64_t at = 0; bits >> at != 0 && at < here; ++at)
                if ((bits >> at & 1U) != 0) numbers[at] = mixed(numbers[at] + (std::uint64_t{1} << plane));
        }
        if (side.ambiguous != nullptr) {
            // An ambiguous letter equals nothing, not even itself: it gets a number of its own.
            const std::uint64_t ambiguous = bits_from(side.ambiguous, begin + first);
            for (std::uint64_t at = 0; at < here; ++at)
                if ((ambiguous >> at & 1U) != 0)
                    numbers[at] =
                        mixed(begin + first + at) ^ (&side == &numbers_.letters().a() ? 0 : 0x5555'5555'5555'5555U);
        }
        for (std::uint64_t at = 0; at < 8 * eights; ++at)
            add(first + at, numbers[at]);
    }
    if (length_ % 8 == 0) sums[length_] = sum;
}

} // namespace concord::edit_distance
