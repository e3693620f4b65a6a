// Compiled once for every instruction set: Highway includes this file anew for each.
#define HWY_WANT_AVX3_DL // counts the bits of words in vectors: Ice Lake and newer
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "problems/distance/join/join_kernels.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "problems/distance/join/join_kernels.hpp"
#include "simd/dispatch.hpp"

HWY_BEFORE_NAMESPACE();
namespace concord::edit_distance::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <bool Unites>
static std::size_t find(const sketch_list& among, std::uint64_t sketch, std::uint32_t key, unsigned most,
                        std::uint32_t* found) {
    const hn::ScalableTag<std::uint64_t> words;
    const hn::Rebind<std::uint32_t, decltype(words)> halves;
    const std::size_t lanes = hn::Lanes(words);
    const auto wanted = hn::Set(words, sketch);
    const auto wanted_key = hn::Set(words, key);
    const hn::RebindToSigned<decltype(words)> counts;
    const auto too_many = hn::Set(counts, static_cast<std::int64_t>(most) + 1);
    std::size_t count = 0;
    std::size_t at = among.begin;
    for (; at + lanes <= among.end; at += lanes) {
        const auto here = hn::LoadU(words, among.sketches + at);
        const auto differing = hn::PopulationCount(Unites ? hn::Or(here, wanted) : hn::Xor(here, wanted));
        auto are_similar = hn::RebindMask(words, hn::Lt(hn::BitCast(counts, differing), too_many));
        if (among.keys != nullptr)
            are_similar =
                hn::And(are_similar, hn::Eq(hn::PromoteTo(words, hn::LoadU(halves, among.keys + at)), wanted_key));
        if (hn::AllFalse(words, are_similar)) continue;
        std::uint8_t stored[8] = {};
        hn::StoreMaskBits(words, are_similar, stored);
        for (unsigned bits = stored[0]; bits != 0; bits &= bits - 1)
            found[count++] = static_cast<std::uint32_t>(at + static_cast<unsigned>(__builtin_ctz(bits)));
    }
    for (; at < among.end; ++at) {
        const std::uint64_t here = among.sketches[at];
        const bool is_similar =
            static_cast<unsigned>(__builtin_popcountll(Unites ? here | sketch : here ^ sketch)) <= most &&
            (among.keys == nullptr || among.keys[at] == key);
        found[count] = static_cast<std::uint32_t>(at);
        count += is_similar ? 1 : 0;
    }
    return count;
}

namespace {

/// Bit i is set where letter i of a differs from letter i + diagonal of b, and where one of them is none.
HWY_INLINE std::uint64_t differing(const short_letters& a, const short_letters& b, unsigned planes, bool ambiguous,
                                   int diagonal) {
    const auto moved = [&](std::uint64_t bits) { return diagonal >= 0 ? bits >> diagonal : bits << -diagonal; };
    const unsigned ordinary = planes - (ambiguous ? 1 : 0);
    std::uint64_t differ = 0;
    for (unsigned plane = 0; plane < ordinary; ++plane)
        differ |= a.planes[plane] ^ moved(b.planes[plane]);
    if (ambiguous) differ |= a.planes[ordinary] | moved(b.planes[ordinary]);
    const int end = static_cast<int>(b.length) - diagonal;
    const int rows = end < static_cast<int>(a.length) ? end : static_cast<int>(a.length);
    return differ | ~std::uint64_t{0} << (rows < 0 ? 0 : rows);
}

template <bool MaySubstitute>
HWY_INLINE unsigned by_diagonals(const short_letters& a, const short_letters& b, unsigned planes, bool ambiguous,
                                 unsigned bound) {
    constexpr int width = 2 * static_cast<int>(most_short_bound) + 3;
    constexpr int none = -100;
    const int goal = static_cast<int>(b.length) - static_cast<int>(a.length);
    const int last = static_cast<int>(a.length);
    const int most = static_cast<int>(bound);
    // Diagonal d stands at d + most + 1, with a border on either side.
    std::uint64_t differ[width];
    int points[2][width];
    for (int d = -most - 1; d <= most + 1; ++d)
        points[0][d + most + 1] = points[1][d + most + 1] = none;
    int at = 0;
    for (int edits = 0; edits <= most; ++edits, at ^= 1) {
        const int* before = points[at ^ 1];
        int* now = points[at];
        for (int d = -edits; d <= edits; ++d) {
            const int place = d + most + 1;
            if (d == -edits || d == edits) differ[place] = differing(a, b, planes, ambiguous, d);
            // More edits than are left would be needed to come from here to the diagonal of the end.
            if ((d > goal ? d - goal : goal - d) > most - edits) continue;
            int row = edits == 0                                  ? 0
                      : before[place - 1] > before[place + 1] + 1 ? before[place - 1]
                                                                  : before[place + 1] + 1;
            if (MaySubstitute && edits > 0 && before[place] + 1 > row) row = before[place] + 1;
            const int end = static_cast<int>(b.length) - d;
            if (row > last) row = last;
            if (row > end) row = end;
            if (row < 0 || row < -d) {
                now[place] = none;
                continue;
            }
            row += __builtin_ctzll(differ[place] >> row | std::uint64_t{1} << 63);
            now[place] = row;
            if (d == goal && row >= last) return static_cast<unsigned>(edits);
        }
    }
    return bound + 1;
}

} // namespace

static unsigned distance(const short_letters& a, const short_letters& b, unsigned planes, bool last_is_ambiguous,
                         unsigned bound, short_metric metric) {
    if (metric == short_metric::hamming) {
        const std::uint64_t within = (std::uint64_t{1} << a.length) - 1;
        const auto apart =
            static_cast<unsigned>(__builtin_popcountll(differing(a, b, planes, last_is_ambiguous, 0) & within));
        return apart <= bound ? apart : bound + 1;
    }
    if (metric == short_metric::indel) return by_diagonals<false>(a, b, planes, last_is_ambiguous, bound);
    return by_diagonals<true>(a, b, planes, last_is_ambiguous, bound);
}

static constexpr join_kernels kernels{&find<false>, &find<true>, &distance};

} // namespace concord::edit_distance::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace concord::edit_distance {

const join_kernels& join_kernels_for(simd::vector_target target) { return CONCORD_DISPATCH(kernels, target); }

} // namespace concord::edit_distance
#endif
