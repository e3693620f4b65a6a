// Eight sequences a vector of AVX-512, two of the baseline. Highway includes this file anew for each instruction set.
#define HWY_WANT_AVX3_DL
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "problems/substring/variants/row_kernels.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "problems/substring/variants/row_kernels.hpp"
#include "simd/dispatch.hpp"

HWY_BEFORE_NAMESPACE();
namespace concord::substring::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using row_lanes = hn::CappedTag<std::uint64_t, row_padding>;
using row_vector = hn::Vec<row_lanes>;

/// A word of a row, one place further; the highest place of the word before comes in at the bottom.
template <bool OneWord>
HWY_INLINE row_vector shifted(row_vector bits, const std::uint64_t* at, std::size_t stride, unsigned word) {
    const row_lanes lanes;
    const row_vector up = hn::Add(bits, bits);
    if (OneWord || word == 0) return up;
    return hn::Or(up, hn::ShiftRight<63>(hn::LoadU(lanes, at - stride)));
}

template <bool Indels, bool OneWord>
std::size_t extend_by(const row_shape& shape, const std::uint64_t* rows, const std::uint64_t* matching,
                      const std::uint64_t* steps, std::uint64_t* longer) {
    const row_lanes lanes;
    const unsigned words = OneWord ? 1 : shape.words;
    const std::size_t of_row = words * shape.stride;
    std::size_t holders = 0;
    for (std::size_t lane = 0; lane < shape.lanes; lane += hn::Lanes(lanes)) {
        row_vector held = hn::Zero(lanes);
        for (unsigned word = 0; word < words; ++word) {
            const std::size_t at = word * shape.stride + lane;
            const row_vector matches = hn::LoadU(lanes, matching + at);
            const row_vector step = hn::LoadU(lanes, steps + at);
            row_vector fewer = hn::LoadU(lanes, rows + at); // the row of one edit less
            row_vector fewer_shifted = shifted<OneWord>(fewer, rows + at, shape.stride, word);
            row_vector made = hn::And(fewer_shifted, matches);
            hn::StoreU(made, lanes, longer + at);
            for (unsigned edits = 1; edits <= shape.edits; ++edits) {
                const std::uint64_t* const from = rows + edits * of_row + at;
                std::uint64_t* const to = longer + edits * of_row + at;
                const row_vector here = hn::LoadU(lanes, from);
                const row_vector here_shifted = shifted<OneWord>(here, from, shape.stride, word);
                if (Indels) {
                    const row_vector deleted = shifted<OneWord>(made, to - of_row, shape.stride, word);
                    made =
                        hn::Or(hn::OrAnd(fewer, here_shifted, matches), hn::And(hn::Or(fewer_shifted, deleted), step));
                } else {
                    made = hn::OrAnd(hn::And(here_shifted, matches), fewer_shifted, step);
                }
                hn::StoreU(made, lanes, to);
                fewer = here;
                fewer_shifted = here_shifted;
            }
            held = hn::Or(held, made);
        }
        holders += hn::CountTrue(lanes, hn::Ne(held, hn::Zero(lanes)));
    }
    return holders;
}

std::size_t extend(const row_shape& shape, const std::uint64_t* rows, const std::uint64_t* matching,
                   const std::uint64_t* steps, std::uint64_t* longer) {
    if (shape.indels)
        return shape.words == 1 ? extend_by<true, true>(shape, rows, matching, steps, longer)
                                : extend_by<true, false>(shape, rows, matching, steps, longer);
    return shape.words == 1 ? extend_by<false, true>(shape, rows, matching, steps, longer)
                            : extend_by<false, false>(shape, rows, matching, steps, longer);
}

void keep_holders(const row_shape& shape, const kept_rows& word, const kept_rows& block, std::size_t to_stride) {
    const row_lanes lanes;
    const std::uint64_t* const last = word.from + std::size_t{shape.edits} * shape.words * shape.stride;
    std::size_t kept = 0;
    for (std::size_t lane = 0; lane < shape.lanes; lane += hn::Lanes(lanes)) {
        row_vector any = hn::Zero(lanes);
        for (unsigned index = 0; index < shape.words; ++index)
            any = hn::Or(any, hn::LoadU(lanes, last + index * shape.stride + lane));
        const auto holders = hn::Ne(any, hn::Zero(lanes));
        if (hn::AllFalse(lanes, holders)) continue;
        // A vector beyond what is kept may be overwritten: hence the padding of the rows.
        for (std::size_t row = 0; row < word.count; ++row)
            hn::CompressStore(hn::LoadU(lanes, word.from + row * shape.stride + lane), holders, lanes,
                              word.to + row * to_stride + kept);
        for (std::size_t row = 0; row < block.count; ++row)
            hn::CompressStore(hn::LoadU(lanes, block.from + row * shape.stride + lane), holders, lanes,
                              block.to + row * to_stride + kept);
        kept += hn::CountTrue(lanes, holders);
    }
    const std::size_t padded = (kept + row_padding - 1) / row_padding * row_padding;
    for (std::size_t lane = kept; lane < padded; ++lane) {
        for (std::size_t row = 0; row < word.count; ++row)
            word.to[row * to_stride + lane] = 0;
        for (std::size_t row = 0; row < block.count; ++row)
            block.to[row * to_stride + lane] = 0;
    }
}

constexpr row_kernels kernels{&extend, &keep_holders};

} // namespace concord::substring::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace concord::substring {

const row_kernels& row_kernels_for(simd::vector_target target) { return CONCORD_DISPATCH(kernels, target); }

} // namespace concord::substring
#endif
