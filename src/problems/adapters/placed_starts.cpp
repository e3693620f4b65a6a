#include "problems/adapters/placed_starts.hpp"

#include <bit>

namespace concord::adapters {

void places_of_letters::assign(const letter_planes& read, std::size_t length) {
    length_ = length;
    const std::size_t words = length / 64 + 3; // a strand reaches a word beyond the last start
    for (auto& each : places_)
        each.assign(words, 0);
    for (std::size_t at = 0; at < length; at += 64) {
        const std::size_t i = at / 64;
        const std::uint64_t letters =
            base::low_bits<std::uint64_t>(static_cast<unsigned>(std::min<std::size_t>(64, length - at))) &
            ~read.none[i];
        places_[0][i] = letters & ~read.high[i] & ~read.low[i];
        places_[1][i] = letters & ~read.high[i] & read.low[i];
        places_[2][i] = letters & read.high[i] & ~read.low[i];
        places_[3][i] = letters & read.high[i] & read.low[i];
    }
}

std::size_t placed_starts::next(std::size_t at) const noexcept {
    if (at >= end()) return end();
    std::size_t i = at / 64;
    std::uint64_t bits = starts[i] >> at % 64 << at % 64;
    while (bits == 0)
        if (++i == starts.size())
            return end();
        else
            bits = starts[i];
    return 64 * i + static_cast<std::size_t>(std::countr_zero(bits));
}

void add_starts(const places_of_letters& read, std::span<const std::uint8_t> letters, std::uint32_t strand,
                std::vector<placed_starts>& all) {
    constexpr unsigned digits = 3; // of differences, up to a tenth of 64
    constexpr std::uint32_t greatest = (1U << digits) - 1;
    const std::uint32_t most = most_substitutions(letters.size());
    const std::size_t count = read.length() - letters.size() + 1;
    const std::size_t words = (count + 63) / 64;
    const std::size_t begin = all.size();
    for (std::size_t i = 0; i < words; ++i) {
        std::array<std::uint64_t, most_short_letters> equal; // for each letter of the strand
        // A number in bits for each start, so great at first that one difference too many is a carry.
        std::array<std::uint64_t, digits> sum{};
        for (unsigned digit = 0; digit < digits; ++digit)
            sum[digit] = ((greatest - most) >> digit & 1U) != 0 ? ~std::uint64_t{0} : 0;
        std::uint64_t too_many =
            ~base::low_bits<std::uint64_t>(static_cast<unsigned>(std::min<std::size_t>(64, count - 64 * i)));
        for (std::size_t j = 0; j < letters.size() && ~too_many != 0; ++j) {
            equal[j] = sequence::bits_from(read[letters[j]], 64 * i + j);
            std::uint64_t carry = ~equal[j];
            for (std::uint64_t& digit : sum) {
                const std::uint64_t both = digit & carry;
                digit ^= carry;
                carry = both;
            }
            too_many |= carry;
        }
        for (std::uint32_t differences = 0; differences <= most && ~too_many != 0; ++differences) {
            std::uint64_t here = ~too_many;
            for (unsigned digit = 0; digit < digits; ++digit)
                here &= ((greatest - most + differences) >> digit & 1U) != 0 ? sum[digit] : ~sum[digit];
            if (here == 0) continue;
            std::uint64_t seeded = 0;
            for (std::size_t j = 0; j + seed_letters <= letters.size(); ++j) {
                std::uint64_t eight = here;
                for (std::size_t k = 0; k < seed_letters; ++k)
                    eight &= equal[j + k];
                seeded |= eight;
            }
            if (seeded == 0) continue;
            std::size_t of = begin;
            while (of < all.size() && all[of].differences != differences)
                ++of;
            if (of == all.size()) all.push_back({strand, differences, std::vector<std::uint64_t>(words)});
            all[of].starts[i] = seeded;
        }
    }
}

} // namespace concord::adapters
