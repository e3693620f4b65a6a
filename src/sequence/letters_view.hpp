// Letters as every algorithm sees them: a few bit planes in which two letters match if and only if no plane differs.
//
// An ambiguous letter must differ from everything, itself included, though XOR of equal bits is 0. So it is spelled in
// two ways: as a source all its ordinary bits are 0, as a target they are all 1, and one more plane tells it from A and
// T.
//
//              source     target
//   A          00 | 0     00 | 0
//   T          11 | 0     11 | 0
//   ambiguous  00 | 1     11 | 1      differs from A and T in the last plane, from itself in the first two
#pragma once

#include "base/host_device.hpp"
#include "sequence/packed_sequences.hpp"

#include <cstdint>

namespace concord::sequence {

class letters_view {
  public:
    /// Throws error (usage) for a set of more than most_planes planes, which only code points have.
    explicit letters_view(const packed_sequences& set)
        : ordinary_planes_(set.planes()), ambiguous_(set.ambiguous_plane()) {
        if (ordinary_planes_ > most_planes)
            throw error(error_code::usage, "letters of the alphabet utf8 cannot be compared in this way");
        for (unsigned index = 0; index < ordinary_planes_; ++index)
            plane_[index] = set.plane(index);
    }

    /// The same letters where they lie elsewhere: in a GPU's memory. `ambiguous` may be null.
    letters_view(const std::uint64_t* const* planes, unsigned ordinary_planes, const std::uint64_t* ambiguous)
        : ordinary_planes_(ordinary_planes), ambiguous_(ambiguous) {
        for (unsigned index = 0; index < ordinary_planes_; ++index)
            plane_[index] = planes[index];
    }

    [[nodiscard]] CONCORD_HD unsigned planes() const noexcept {
        return ordinary_planes_ + (ambiguous_ != nullptr ? 1U : 0U);
    }

    [[nodiscard]] unsigned ordinary_planes() const noexcept { return ordinary_planes_; }
    [[nodiscard]] const std::uint64_t* plane(unsigned index) const noexcept { return plane_[index]; }
    [[nodiscard]] const std::uint64_t* ambiguous() const noexcept { return ambiguous_; } ///< null where none is

    /// 64 letters from `position` on, one bit each, as `target`. Bits beyond the collection are unspecified.
    [[nodiscard]] CONCORD_HD std::uint64_t target(unsigned plane, std::uint64_t position) const noexcept {
        return bits_from(plane < ordinary_planes_ ? plane_[plane] : ambiguous_, position);
    }

    [[nodiscard]] CONCORD_HD std::uint64_t source(unsigned plane, std::uint64_t position) const noexcept {
        const std::uint64_t bits = target(plane, position);
        return ambiguous_ == nullptr || plane == ordinary_planes_ ? bits : bits & ~bits_from(ambiguous_, position);
    }

    /// The bits of one letter in all planes, as `target` has them.
    [[nodiscard]] CONCORD_HD std::uint64_t code(std::uint64_t position) const noexcept {
        std::uint64_t code = 0;
        for (unsigned plane = 0; plane < planes(); ++plane)
            code |= (target(plane, position) & 1U) << plane;
        return code;
    }

    /// Bit i is set where letter a + i (as a source) differs from letter b + i.
    [[nodiscard]] CONCORD_HD std::uint64_t differences(std::uint64_t a, std::uint64_t b) const noexcept {
        std::uint64_t differ = ambiguous_ == nullptr ? 0 : bits_from(ambiguous_, a) | bits_from(ambiguous_, b);
        for (unsigned plane = 0; plane < ordinary_planes_; ++plane)
            differ |= bits_from(plane_[plane], a) ^ bits_from(plane_[plane], b);
        return differ;
    }

    /// The same where planes() is known when this is compiled.
    template <unsigned Planes>
    [[nodiscard]] CONCORD_HD std::uint64_t differences_in(std::uint64_t a, std::uint64_t b) const noexcept {
        std::uint64_t differ = 0;
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
        for (unsigned plane = 0; plane < Planes; ++plane) {
            if (plane < ordinary_planes_)
                differ |= bits_from(plane_[plane], a) ^ bits_from(plane_[plane], b);
            else
                differ |= bits_from(ambiguous_, a) | bits_from(ambiguous_, b);
        }
        return differ;
    }

  private:
    const std::uint64_t* plane_[most_planes] = {}; // plain: std::array has no device functions
    unsigned ordinary_planes_;
    const std::uint64_t* ambiguous_;
};

} // namespace concord::sequence
