// Which sequences of a set have the same letters: hashes of whole sequences, and the comparison itself.
#pragma once

#include "base/bits.hpp"
#include "problems/distance/join/letter_hashes.hpp"
#include "sequence/packed_sequences.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

namespace concord::edit_distance {

/// Sequences are equal here if no distance can tell them apart: their letters agree, and so do the places of ambiguous
/// letters, whichever these are. (A sequence with ambiguous letters is as far from its copies as from itself.)
class equal_letters {
  public:
    /// Time: planes that are the same for all letters are read.
    explicit equal_letters(const sequence::packed_sequences& set) : set_(&set) {
        for (unsigned index = 0; index < set.planes_in_use(); ++index)
            if (tells_letters_apart(set.plane(index))) planes_[count_++] = set.plane(index);
        if (set.has_ambiguous()) planes_[count_++] = set.ambiguous_plane();
        for (unsigned index = 0; index < count_; ++index)
            factors_[index] = mixed(index + 1) | 1U;
    }

    /// The same for equal sequences. Linear in the bits of up to 64 letters, then mixed.
    [[nodiscard]] std::uint64_t hash_of(std::uint64_t sequence) const noexcept {
        const std::uint64_t length = set_->length(sequence);
        std::uint64_t hash = length;
        for (std::uint64_t first = 0; first < length; first += sequence::letters_per_word) {
            const std::uint64_t begin = set_->offset(sequence) + first;
            const std::uint64_t wanted = wanted_bits(length - first);
            std::uint64_t sum = 0;
            for (unsigned index = 0; index < count_; ++index)
                sum += (sequence::bits_from(planes_[index], begin) & wanted) * factors_[index];
            hash = (std::rotl(hash, 29) ^ sum) * 0x9E37'79B9'7F4A'7C15U;
        }
        return mixed(hash);
    }

    [[nodiscard]] bool are_equal(std::uint64_t a, std::uint64_t b) const noexcept {
        const std::uint64_t length = set_->length(a);
        if (length != set_->length(b)) return false;
        for (std::uint64_t first = 0; first < length; first += sequence::letters_per_word) {
            std::uint64_t differ = 0;
            for (unsigned index = 0; index < count_; ++index)
                differ |= sequence::bits_from(planes_[index], set_->offset(a) + first) ^
                          sequence::bits_from(planes_[index], set_->offset(b) + first);
            if ((differ & wanted_bits(length - first)) != 0) return false;
        }
        return true;
    }

  private:
    [[nodiscard]] static std::uint64_t wanted_bits(std::uint64_t letters) noexcept {
        return base::low_bits<std::uint64_t>(
            static_cast<unsigned>(std::min<std::uint64_t>(letters, sequence::letters_per_word)));
    }

    [[nodiscard]] bool tells_letters_apart(const std::uint64_t* plane) const noexcept {
        const std::uint64_t letters = set_->letters();
        if (letters == 0) return false;
        const std::uint64_t all_as_first = (plane[0] & 1U) != 0 ? ~std::uint64_t{0} : 0;
        for (std::uint64_t first = 0; first < letters; first += sequence::letters_per_word)
            if (((plane[first / sequence::letters_per_word] ^ all_as_first) & wanted_bits(letters - first)) != 0)
                return true;
        return false;
    }

    const sequence::packed_sequences* set_;
    std::array<const std::uint64_t*, sequence::most_code_point_planes + 1> planes_{}; ///< that differ between letters
    std::array<std::uint64_t, sequence::most_code_point_planes + 1> factors_{};
    unsigned count_ = 0; ///< of them
};

} // namespace concord::edit_distance
