// Compiled once for every instruction set: Highway includes this file anew for each.
#define HWY_WANT_AVX3_DL // counts the bits of words in vectors: Ice Lake and newer
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "problems/distance/join/join_kernels.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "problems/distance/join/join_kernels.hpp"
#include "problems/distance/join/short_distance-inl.hpp"
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

/// short_letters as distance_by_diagonals reads them.
struct letters_in_words {
    const short_letters& given;
    unsigned ordinary;
    bool last_is_ambiguous;
    std::uint32_t length;

    [[nodiscard]] HWY_INLINE unsigned planes() const { return ordinary; }
    [[nodiscard]] HWY_INLINE std::uint64_t plane(unsigned index) const { return given.planes[index]; }
    [[nodiscard]] HWY_INLINE bool has_ambiguous() const { return last_is_ambiguous; }
    [[nodiscard]] HWY_INLINE std::uint64_t ambiguous() const { return given.planes[ordinary]; }
};

} // namespace

template <bool MaySubstitute, bool MayTranspose>
static unsigned distance_within(const letters_in_words& a, const letters_in_words& b, unsigned bound) {
    if (bound == 1) return distance_within_one<MaySubstitute, MayTranspose>(a, b);
    if (bound == 2) return distance_within_two<MaySubstitute, MayTranspose>(a, b);
    return distance_by_diagonals<MaySubstitute, -1, static_cast<int>(most_short_bound)>(a, b, bound);
}

static unsigned distance(const short_letters& a, const short_letters& b, unsigned planes, bool last_is_ambiguous,
                         unsigned bound, short_metric metric) {
    const unsigned ordinary = planes - (last_is_ambiguous ? 1 : 0);
    const letters_in_words of_a{a, ordinary, last_is_ambiguous, a.length};
    const letters_in_words of_b{b, ordinary, last_is_ambiguous, b.length};
    if (metric == short_metric::hamming) {
        const unsigned apart = letters_substituted(of_a, of_b);
        return apart <= bound ? apart : bound + 1;
    }
    if (metric == short_metric::indel) return distance_within<false, false>(of_a, of_b, bound);
    if (metric == short_metric::osa) return distance_within<true, true>(of_a, of_b, bound);
    return distance_within<true, false>(of_a, of_b, bound);
}

static constexpr join_kernels kernels{&find<false>, &find<true>, &distance};

} // namespace concord::edit_distance::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace concord::edit_distance {

const join_kernels& join_kernels_for(simd::vector_target target) { return CONCORD_DISPATCH(kernels, target); }

} // namespace concord::edit_distance
#endif
