// Highway includes this file anew for each instruction set.
#define HWY_WANT_AVX3_DL
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "problems/substring/cpu/words/aligned_kernels.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "problems/substring/cpu/words/aligned_kernels.hpp"
#include "simd/dispatch.hpp"

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace concord::substring::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using aligned_lanes = hn::CappedTag<std::uint64_t, 8>;

/// Rows of the digits of counters, the lowest first, and of those that are above all of them.
template <unsigned digits>
struct counter_rows {
    std::uint64_t* row[digits + 1];

    counter_rows(std::uint64_t* first, std::size_t stride) {
        for (unsigned digit = 0; digit <= digits; ++digit)
            row[digit] = first + digit * stride;
    }
};

/// Adds to each counter the one so many places on. Both may be the same rows: what is read is not written before.
template <unsigned digits>
HWY_INLINE void add(const counter_rows<digits>& to, const counter_rows<digits>& from, std::uint64_t places,
                    std::size_t words) {
    const aligned_lanes lanes;
    using vector = hn::Vec<aligned_lanes>;
    const std::size_t on = places / 64;
    const auto down = static_cast<int>(places % 64);
    for (std::size_t at = 0; at < words; at += hn::Lanes(lanes)) {
        vector carry = hn::Zero(lanes);
        vector above = hn::Zero(lanes);
        for (unsigned digit = 0; digit <= digits; ++digit) {
            const vector here = hn::LoadU(lanes, to.row[digit] + at);
            vector there = hn::LoadU(lanes, from.row[digit] + at + on);
            if (down != 0)
                there = hn::Or(hn::ShiftRightSame(there, down),
                               hn::ShiftLeftSame(hn::LoadU(lanes, from.row[digit] + at + on + 1), 64 - down));
            if (digit == digits) {
                above = hn::Or(hn::Or(here, there), carry);
                hn::StoreU(above, lanes, to.row[digit] + at);
            } else {
                const vector either = hn::Xor(here, there);
                const vector sum = hn::Xor(either, carry);
                carry = hn::Or(hn::And(here, there), hn::And(either, carry));
                hn::StoreU(sum, lanes, to.row[digit] + at);
            }
        }
    }
}

/// Which counters are at most so much.
template <unsigned digits>
HWY_INLINE void compare(const counter_rows<digits>& counters, unsigned most, std::size_t words, std::uint64_t* near) {
    for (std::size_t at = 0; at < words; ++at) {
        std::uint64_t more = counters.row[digits][at];
        std::uint64_t equal = ~std::uint64_t{0};
        for (unsigned digit = digits; digit-- > 0;) {
            const std::uint64_t bits = counters.row[digit][at];
            if ((most >> digit & 1U) == 0) {
                more |= equal & bits;
                equal &= ~bits;
            } else {
                equal &= bits;
            }
        }
        near[at] = ~more;
    }
}

template <unsigned digits>
HWY_INLINE void find_with(const std::uint64_t* differ, std::size_t words, const aligned_length* lengths,
                          std::size_t count, std::uint64_t* scratch, std::uint64_t* const* near) {
    std::uint64_t longest = 0;
    for (std::size_t index = 0; index < count; ++index)
        longest = std::max(longest, lengths[index].letters);
    const std::size_t stride = words + padding_of_aligned(longest);
    const auto rows = [&](std::size_t index) {
        return counter_rows<digits>(scratch + index * (digits + 1) * stride, stride);
    };
    const counter_rows<digits> counters = rows(count); // of 1, 2, 4 ... letters
    std::copy_n(differ, stride, counters.row[0]);
    for (unsigned digit = 1; digit <= digits; ++digit)
        std::fill_n(counters.row[digit], stride, 0);
    for (std::uint64_t letters = 1; letters <= longest; letters *= 2) {
        for (std::size_t index = 0; index < count; ++index) {
            if ((lengths[index].letters & letters) == 0) continue;
            const std::uint64_t before = lengths[index].letters & (letters - 1);
            if (before > 0) {
                add<digits>(rows(index), counters, before, words);
            } else {
                for (unsigned digit = 0; digit <= digits; ++digit)
                    std::copy_n(counters.row[digit], stride, rows(index).row[digit]);
            }
        }
        if (letters * 2 <= longest) add<digits>(counters, counters, letters, words);
    }
    for (std::size_t index = 0; index < count; ++index)
        compare<digits>(rows(index), lengths[index].most, words, near[index]);
}

void find(const std::uint64_t* differ, std::size_t words, const aligned_length* lengths, std::size_t count,
          std::uint64_t* scratch, std::uint64_t* const* near) {
    unsigned most = 0;
    for (std::size_t index = 0; index < count; ++index)
        most = std::max(most, lengths[index].most);
    if (most <= 1) return find_with<1>(differ, words, lengths, count, scratch, near);
    if (most <= 3) return find_with<2>(differ, words, lengths, count, scratch, near);
    find_with<3>(differ, words, lengths, count, scratch, near);
}

constexpr aligned_kernels kernels_of_aligned{&find};

} // namespace concord::substring::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace concord::substring {

const aligned_kernels& aligned_kernels_for(simd::vector_target target) {
    return CONCORD_DISPATCH(kernels_of_aligned, target);
}

} // namespace concord::substring
#endif
