// The letters of two sets as the lanes take them: only the planes in which a letter of one can differ from one of the
// other, and one more for ambiguous letters where there are any (sequence/letters_view.hpp).
#pragma once

#include "problems/distance/batch/lane_kernels.hpp"
#include "sequence/packed_sequences.hpp"

#include <cstdint>

namespace concord::edit_distance {

/// One of the two sets.
struct compared_side {
    const sequence::packed_sequences* set = nullptr;
    const std::uint64_t* plane[most_kernel_planes] = {}; ///< `ordinary` of them
    const std::uint64_t* ambiguous = nullptr;            ///< null where the set has none
};

class compared_letters {
  public:
    /// Looks through the planes of large alphabets for those that are the same everywhere.
    compared_letters(const sequence::packed_sequences& a, const sequence::packed_sequences& b);

    [[nodiscard]] const compared_side& a() const noexcept { return a_; }
    [[nodiscard]] const compared_side& b() const noexcept { return b_; }
    [[nodiscard]] unsigned ordinary() const noexcept { return ordinary_; }       ///< planes without the ambiguous one
    [[nodiscard]] unsigned planes() const noexcept { return planes_; }           ///< of the kernel
    [[nodiscard]] unsigned kernel() const noexcept { return kernel_; }           ///< index into kernel_planes
    [[nodiscard]] bool has_ambiguous() const noexcept { return has_ambiguous_; } ///< one of the sets has

    /// All letters of a sequence into one of `lanes` lanes, as lane_group describes it; `to` points to word 0 of plane
    /// 0 of that lane.
    void put_columns(const compared_side& side, std::uint64_t sequence, unsigned lanes, std::uint64_t* to) const;
    void put_rows(const compared_side& side, std::uint64_t sequence, unsigned lanes, std::uint64_t* to) const;

  private:
    template <bool IsSource>
    void put(const compared_side& side, std::uint64_t sequence, unsigned lanes, std::uint64_t* to) const;

    compared_side a_;
    compared_side b_;
    unsigned ordinary_ = 0;
    unsigned planes_ = 0;
    unsigned kernel_ = 0;
    bool has_ambiguous_ = false;
};

} // namespace concord::edit_distance
