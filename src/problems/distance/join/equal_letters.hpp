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
    /// Of one set, or of two of the same alphabet. Time: planes that are the same for all letters are read.
    explicit equal_letters(const sequence::packed_sequences& set) : equal_letters(set, set) {}
    equal_letters(const sequence::packed_sequences& a, const sequence::packed_sequences& b) : sets_{&a, &b} {
        for (unsigned index = 0; index < std::max(a.planes_in_use(), b.planes_in_use()); ++index)
            if (tells_letters_apart(index)) add(a.plane(index), b.plane(index));
        if (&a == &b && a.has_ambiguous()) add(a.ambiguous_plane(), a.ambiguous_plane());
        for (unsigned index = 0; index < count_; ++index)
            factors_[index] = mixed(index + 1) | 1U;
    }

    /// The same for equal sequences. Linear in the bits of up to 64 letters, then mixed. `side`: 0 for the first set, 1
    /// for the second.
    [[nodiscard]] std::uint64_t hash_of(std::uint64_t sequence, unsigned side = 1) const noexcept {
        const std::uint64_t length = sets_[side]->length(sequence);
        std::uint64_t hash = length;
        for (std::uint64_t first = 0; first < length; first += sequence::letters_per_word) {
            const std::uint64_t begin = sets_[side]->offset(sequence) + first;
            const std::uint64_t wanted = wanted_bits(length - first);
            std::uint64_t sum = 0;
            for (unsigned index = 0; index < count_; ++index)
                sum += (sequence::bits_from(planes_[side][index], begin) & wanted) * factors_[index];
            hash = (std::rotl(hash, 29) ^ sum) * 0x9E37'79B9'7F4A'7C15U;
        }
        return mixed(hash);
    }

    /// Of one set; or, `side` 0, the first one of the second set and the other of the first set.
    [[nodiscard]] bool are_equal(std::uint64_t one, std::uint64_t other, unsigned side = 1) const noexcept {
        const std::uint64_t length = sets_[1]->length(one);
        if (length != sets_[side]->length(other)) return false;
        for (std::uint64_t first = 0; first < length; first += sequence::letters_per_word) {
            std::uint64_t differ = 0;
            for (unsigned index = 0; index < count_; ++index)
                differ |= sequence::bits_from(planes_[1][index], sets_[1]->offset(one) + first) ^
                          sequence::bits_from(planes_[side][index], sets_[side]->offset(other) + first);
            if ((differ & wanted_bits(length - first)) != 0) return false;
        }
        return true;
    }

  private:
    static constexpr std::size_t most = sequence::most_code_point_planes + 1;

    [[nodiscard]] static std::uint64_t wanted_bits(std::uint64_t letters) noexcept {
        return base::low_bits<std::uint64_t>(
            static_cast<unsigned>(std::min<std::uint64_t>(letters, sequence::letters_per_word)));
    }

    void add(const std::uint64_t* of_a, const std::uint64_t* of_b) noexcept {
        planes_[0][count_] = of_a;
        planes_[1][count_++] = of_b;
    }

    /// Whether letters of both sets together differ in a plane.
    [[nodiscard]] bool tells_letters_apart(unsigned index) const noexcept {
        bool has_one = false;
        bool has_zero = false;
        for (const sequence::packed_sequences* const set : sets_) {
            const std::uint64_t* const plane = set->plane(index);
            for (std::uint64_t first = 0; first < set->letters(); first += sequence::letters_per_word) {
                const std::uint64_t bits = plane[first / sequence::letters_per_word];
                const std::uint64_t wanted = wanted_bits(set->letters() - first);
                has_one |= (bits & wanted) != 0;
                has_zero |= (~bits & wanted) != 0;
                if (has_one && has_zero) return true;
            }
            if (sets_[0] == sets_[1]) break;
        }
        return false;
    }

    std::array<const sequence::packed_sequences*, 2> sets_;
    std::array<std::array<const std::uint64_t*, most>, 2> planes_{}; ///< that differ between letters
    std::array<std::uint64_t, most> factors_{};
    unsigned count_ = 0; ///< of them
};

} // namespace concord::edit_distance
