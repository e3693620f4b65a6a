// Eight targets a vector of AVX-512, two of the baseline. Highway includes this file anew for each instruction set.
#define HWY_WANT_AVX3_DL
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "problems/substring/cpu/scan/diagonal_kernels.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "problems/substring/cpu/scan/diagonal_kernels.hpp"
#include "problems/substring/lcp_with_mismatches.hpp"
#include "simd/dispatch.hpp"
#include "simd/vector_logic-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace concord::substring::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using simd::HWY_NAMESPACE::word_tag;
using simd::HWY_NAMESPACE::words;

/// Word `word` of a row of all words of these lanes, rotated down by some letters.
template <bool IsOneWord>
HWY_INLINE words rotated(const diagonal_shape& shape, const std::uint64_t* row, unsigned word, std::size_t letters) {
    const word_tag tag;
    const auto bits = static_cast<int>(letters % 64);
    if constexpr (IsOneWord) return simd::HWY_NAMESPACE::rotated_down(hn::LoadU(tag, row), bits);
    const std::size_t low = (word + letters / 64) % shape.words;
    const std::size_t high = (low + 1) % shape.words;
    return hn::Or(hn::ShiftRightSame(hn::LoadU(tag, row + low * shape.stride), bits),
                  hn::ShiftLeftSame(hn::ShiftLeft<1>(hn::LoadU(tag, row + high * shape.stride)), 63 - bits));
}

template <unsigned Planes, bool IsOneWord>
void count_by(const diagonal_shape& shape, std::span<const std::uint64_t* const> letters, std::uint64_t* scratch,
              std::uint64_t* supports) {
    const word_tag tag;
    const std::size_t step = hn::Lanes(tag);
    const words ones = hn::Set(tag, ~std::uint64_t{0});
    // The row that held the letter one window before another; before the first letter, nothing is a mismatch.
    for (std::size_t letter = 0; letter < shape.window; ++letter)
        hn::Store(ones, tag, scratch + letter * step);
    std::uint64_t* const rows = scratch + shape.window * step;
    std::uint64_t* const hits = rows + letters.size() * step;
    const std::uint64_t start = (std::uint64_t{1} << (Planes - 1)) - 1 - shape.mismatches;

    for (std::size_t lane = 0; lane < shape.lanes; lane += step) {
        for (unsigned word = 0; word < (IsOneWord ? 1 : shape.words); ++word) {
            words planes[Planes];
            for (unsigned plane = 0; plane < Planes; ++plane)
                planes[plane] = (start >> plane & 1U) != 0 ? ones : hn::Zero(tag);
            const auto add = [&](std::size_t letter) HWY_ATTR {
                const words row = rotated<IsOneWord>(shape, letters[letter] + lane, word, letter);
                hn::Store(row, tag, rows + letter * step);
                // Changed digits: upwards where the new letter is a mismatch, downwards where only the old one was.
                words changed = hn::Xor(row, hn::Load(tag, scratch + letter * step));
                for (unsigned plane = 0; plane + 1 < Planes; ++plane) {
                    const words digit = planes[plane];
                    planes[plane] = hn::Xor(digit, changed);
                    changed = simd::HWY_NAMESPACE::and_xor(changed, digit, row);
                }
                planes[Planes - 1] = hn::Xor(planes[Planes - 1], changed);
            };
            std::size_t letter = 0;
            for (; letter + 1 < shape.window; ++letter)
                add(letter);
            for (; letter < letters.size(); ++letter) {
                add(letter);
                words hit = hn::AndNot(planes[Planes - 1], rotated<IsOneWord>(shape, shape.ends + lane, word, letter));
                if (!IsOneWord) {
                    std::uint64_t* const so_far = hits + letter * step;
                    if (word > 0) hit = hn::Or(hit, hn::Load(tag, so_far));
                    if (word + 1 < shape.words) {
                        hn::Store(hit, tag, so_far);
                        continue;
                    }
                }
                const auto holds = hn::Ne(hit, hn::Zero(tag));
                supports[letter + 1 - shape.window] +=
                    shape.weights == nullptr
                        ? hn::CountTrue(tag, holds)
                        : hn::GetLane(
                              hn::SumOfLanes(tag, hn::IfThenElseZero(holds, hn::LoadU(tag, shape.weights + lane))));
            }
        }
    }
}

template <bool IsOneWord>
void count_by_planes(const diagonal_shape& shape, std::span<const std::uint64_t* const> letters, std::uint64_t* scratch,
                     std::uint64_t* supports) {
    switch (planes_of_diagonals(shape.window, shape.mismatches)) {
    case 1: return count_by<1, IsOneWord>(shape, letters, scratch, supports);
    case 2: return count_by<2, IsOneWord>(shape, letters, scratch, supports);
    case 3: return count_by<3, IsOneWord>(shape, letters, scratch, supports);
    case 4: return count_by<4, IsOneWord>(shape, letters, scratch, supports);
    case 5: return count_by<5, IsOneWord>(shape, letters, scratch, supports);
    case 6: return count_by<6, IsOneWord>(shape, letters, scratch, supports);
    case 7: return count_by<7, IsOneWord>(shape, letters, scratch, supports);
    case 8: return count_by<8, IsOneWord>(shape, letters, scratch, supports);
    case 9: return count_by<9, IsOneWord>(shape, letters, scratch, supports);
    default: return count_by<10, IsOneWord>(shape, letters, scratch, supports);
    }
}

void count(const diagonal_shape& shape, std::span<const std::uint64_t* const> letters, std::uint64_t* scratch,
           std::uint64_t* supports) {
    if (letters.size() < shape.window) return;
    if (shape.words == 1)
        count_by_planes<true>(shape, letters, scratch, supports);
    else
        count_by_planes<false>(shape, letters, scratch, supports);
}

constexpr diagonal_kernels kernels{&count};

} // namespace concord::substring::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace concord::substring {

const diagonal_kernels& diagonal_kernels_for(simd::vector_target target) { return CONCORD_DISPATCH(kernels, target); }

} // namespace concord::substring
#endif
