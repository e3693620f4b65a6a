// Compiled once for every instruction set: Highway includes this file anew for each.
#define HWY_WANT_AVX3_DL // counts the bits of words in vectors: Ice Lake and newer
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "problems/distance/join/join_kernels.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "problems/distance/join/join_kernels.hpp"
#include "problems/distance/join/short_distance-inl.hpp"
#include "problems/distance/tuning.hpp"
#include "simd/dispatch.hpp"

#include <algorithm>

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

/// Letters as short_distance-inl.hpp reads them.
/// Planes: those that are not of ambiguous letters, of which there are none then; or 0: as `ordinary` says.
template <unsigned Planes>
struct letters_in_words {
    const std::uint64_t* words;
    unsigned ordinary;
    bool last_is_ambiguous;
    std::uint32_t length;

    [[nodiscard]] HWY_INLINE unsigned planes() const { return Planes > 0 ? Planes : ordinary; }
    [[nodiscard]] HWY_INLINE std::uint64_t plane(unsigned index) const { return words[index]; }
    [[nodiscard]] HWY_INLINE bool has_ambiguous() const { return Planes == 0 && last_is_ambiguous; }
    [[nodiscard]] HWY_INLINE std::uint64_t ambiguous() const { return words[ordinary]; }
};

} // namespace

/// Bound: 1 or 2, or 0 for any other.
template <short_metric Metric, unsigned Bound, class Letters>
static HWY_INLINE unsigned distance(const Letters& a, const Letters& b, unsigned bound) {
    constexpr bool may_substitute = Metric != short_metric::indel;
    constexpr bool may_transpose = Metric == short_metric::osa;
    if constexpr (Metric == short_metric::hamming) return a.length == b.length ? letters_substituted(a, b) : bound + 1;
    if constexpr (Bound == 1) return distance_within_one<may_substitute, may_transpose>(a, b);
    if constexpr (Bound == 2) return distance_within_two<may_substitute, may_transpose>(a, b);
    return distance_by_diagonals<may_substitute, -1, static_cast<int>(most_short_bound)>(a, b, bound);
}

template <short_metric Metric, unsigned Bound, unsigned Planes>
static void compare(const short_list& a, const short_list& b, const short_rule& rule, std::span<const rank_pair> pairs,
                    std::uint32_t* distances) {
    using letters = letters_in_words<Planes>;
    const auto at = [](const short_list& list, std::uint32_t rank) {
        return list.words + std::uint64_t{rank} * list.stride;
    };
    const unsigned ordinary = a.stride - (rule.last_is_ambiguous ? 2 : 1);
    for (std::size_t index = 0; index < pairs.size(); ++index) {
        // Of millions every one lies somewhere else.
        const rank_pair ahead = pairs[std::min(index + tuning::candidates_ahead, pairs.size() - 1)];
        __builtin_prefetch(at(a, ahead.a));
        __builtin_prefetch(at(b, ahead.b));
        const std::uint64_t* const of_a = at(a, pairs[index].a);
        const std::uint64_t* const of_b = at(b, pairs[index].b);
        const auto length_a = static_cast<std::uint32_t>(of_a[0]);
        const auto length_b = static_cast<std::uint32_t>(of_b[0]);
        if (std::max(length_a, length_b) > longest_in_word) {
            distances[index] = not_short;
            continue;
        }
        const std::uint32_t apart = length_a > length_b ? length_a - length_b : length_b - length_a;
        const unsigned beyond = rule.bound + 1;
        distances[index] =
            apart > rule.bound
                ? beyond
                : std::min(beyond, distance<Metric, Bound>(
                                       letters{of_a + 1, ordinary, rule.last_is_ambiguous, length_a},
                                       letters{of_b + 1, ordinary, rule.last_is_ambiguous, length_b}, rule.bound));
    }
}

template <short_metric Metric, unsigned Bound>
static void compare(const short_list& a, const short_list& b, const short_rule& rule, std::span<const rank_pair> pairs,
                    std::uint32_t* distances) {
    // Upper-case text, such as amino acids, has five planes that are not all the same.
    if (a.stride == 6 && !rule.last_is_ambiguous) return compare<Metric, Bound, 5>(a, b, rule, pairs, distances);
    return compare<Metric, Bound, 0>(a, b, rule, pairs, distances);
}

template <short_metric Metric>
static void compare_within(const short_list& a, const short_list& b, const short_rule& rule,
                           std::span<const rank_pair> pairs, std::uint32_t* distances) {
    if (rule.bound == 1) return compare<Metric, 1>(a, b, rule, pairs, distances);
    if (rule.bound == 2) return compare<Metric, 2>(a, b, rule, pairs, distances);
    return compare<Metric, 0>(a, b, rule, pairs, distances);
}

static void distances(const short_list& a, const short_list& b, const short_rule& rule,
                      std::span<const rank_pair> pairs, std::uint32_t* distances) {
    switch (rule.metric) {
    case short_metric::levenshtein: return compare_within<short_metric::levenshtein>(a, b, rule, pairs, distances);
    case short_metric::indel: return compare_within<short_metric::indel>(a, b, rule, pairs, distances);
    case short_metric::hamming: return compare<short_metric::hamming, 0>(a, b, rule, pairs, distances);
    case short_metric::osa: return compare_within<short_metric::osa>(a, b, rule, pairs, distances);
    }
}

static constexpr join_kernels kernels{&find<false>, &find<true>, &distances};

} // namespace concord::edit_distance::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace concord::edit_distance {

const join_kernels& join_kernels_for(simd::vector_target target) { return CONCORD_DISPATCH(kernels, target); }

} // namespace concord::edit_distance
#endif
