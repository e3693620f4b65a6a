#include "problems/distance/batch/pieces.hpp"

#include "base/bits.hpp"

namespace concord::edit_distance {
namespace {

/// The mixing function of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014): every bit of the input reaches every other.
constexpr std::uint64_t mix(std::uint64_t value) noexcept {
    value = (value ^ value >> 30U) * 0xBF58'476D'1CE4'E5B9U;
    value = (value ^ value >> 27U) * 0x94D0'49BB'1331'11EBU;
    return value ^ value >> 31U;
}

} // namespace

std::optional<std::uint64_t> hash_piece(const compared_letters& letters, const compared_side& side,
                                        std::uint64_t sequence, piece_place place, std::uint64_t seed) {
    const std::uint64_t begin = side.set->offset(sequence) + place.begin;
    std::uint64_t hash = seed;
    for (std::uint64_t first = 0; first < place.length; first += 64) {
        const auto here = static_cast<unsigned>(std::min<std::uint64_t>(64, place.length - first));
        const auto wanted = base::low_bits<std::uint64_t>(here);
        if (side.ambiguous != nullptr && (sequence::bits_from(side.ambiguous, begin + first) & wanted) != 0)
            return std::nullopt;
        for (unsigned plane = 0; plane < letters.ordinary(); ++plane) {
            // Planes of short pieces go into one number before it is mixed.
            const std::uint64_t bits = sequence::bits_from(side.plane[plane], begin + first) & wanted;
            hash = here <= 32 && plane % 2 == 1 ? hash ^ bits << 32U : mix(hash) ^ bits;
        }
    }
    return mix(hash);
}

} // namespace concord::edit_distance
