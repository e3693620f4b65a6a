// Compiled once for every instruction set: Highway includes this file anew for each.
#define HWY_WANT_AVX3_DL // counts the bits of words in vectors: Ice Lake and newer
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "problems/distance/join/join_kernels.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "base/bits.hpp"
#include "problems/distance/join/extension_lanes-inl.hpp"
#include "problems/distance/join/join_kernels.hpp"
#include "problems/distance/join/left_out_words-inl.hpp"
#include "problems/distance/join/short_lanes-inl.hpp"
#include "problems/distance/join/wide_lanes-inl.hpp"
#include "problems/distance/join/word_keys-inl.hpp"
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

constexpr unsigned lanes = simd::HWY_NAMESPACE::lanes;

/// Pairs whose lengths differ equally, until there is one for each lane.
struct waiting_pairs {
    std::int64_t begins_of_a[lanes];
    std::int64_t begins_of_b[lanes];
    std::size_t index[lanes];
    unsigned count = 0;
};

} // namespace

template <short_metric Metric, int Bound, int Goal>
static void compare_waiting(waiting_pairs& waiting, const short_list& a, const short_list& b, const short_rule& rule,
                            std::uint32_t* distances) {
    for (unsigned lane = waiting.count; lane < lanes; ++lane) {
        waiting.begins_of_a[lane] = waiting.begins_of_a[0];
        waiting.begins_of_b[lane] = waiting.begins_of_b[0];
    }
    alignas(64) std::uint64_t found[lanes];
    short_lanes<Metric, Bound, Goal>::compare({.words_of_a = a.words,
                                               .words_of_b = b.words,
                                               .begins_of_a = waiting.begins_of_a,
                                               .begins_of_b = waiting.begins_of_b,
                                               .ordinary = a.stride - (rule.last_is_ambiguous ? 2 : 1),
                                               .last_is_ambiguous = rule.last_is_ambiguous},
                                              found);
    for (unsigned lane = 0; lane < waiting.count; ++lane)
        distances[waiting.index[lane]] =
            static_cast<std::uint32_t>(std::min<std::uint64_t>(found[lane], rule.bound + 1));
    waiting.count = 0;
}

/// Calls take(index, words of a, words of b) for pairs that fit words and whose lengths differ by no more than the
/// bound; writes the distances of others.
template <class Take>
static HWY_INLINE void for_each_short(const short_list& a, const short_list& b, unsigned bound,
                                      std::span<const rank_pair> pairs, std::uint32_t* distances, const Take& take) {
    const auto at = [](const short_list& list, std::uint32_t rank) {
        return list.words + std::uint64_t{rank} * list.stride;
    };
    for (std::size_t index = 0; index < pairs.size(); ++index) {
        // Of millions every one lies somewhere else.
        const rank_pair ahead = pairs[std::min(index + tuning::candidates_ahead, pairs.size() - 1)];
        __builtin_prefetch(at(a, ahead.a));
        __builtin_prefetch(at(b, ahead.b));
        const std::uint64_t* const of_a = at(a, pairs[index].a);
        const std::uint64_t* const of_b = at(b, pairs[index].b);
        const std::uint64_t apart = of_a[0] > of_b[0] ? of_a[0] - of_b[0] : of_b[0] - of_a[0];
        if (std::max(of_a[0], of_b[0]) > longest_in_word)
            distances[index] = not_short;
        else if (apart > bound)
            distances[index] = bound + 1;
        else
            take(index, of_a, of_b);
    }
}

/// Where the bound is at most Bound.
template <short_metric Metric, int Bound>
static void compare(const short_list& a, const short_list& b, const short_rule& rule, std::span<const rank_pair> pairs,
                    std::uint32_t* distances) {
    waiting_pairs waiting[static_cast<unsigned>(2 * Bound + 1)]; // by how much longer b is, and Bound
    const auto compare_those = [&](std::uint64_t place, unsigned least) {
        for_each_of<-Bound, Bound>([&](auto longer) HWY_ATTR {
            constexpr int Goal = decltype(longer)::value;
            if (place != Goal + Bound || waiting[Goal + Bound].count < least) return;
            // The shorter sequence of a pair stands first.
            if constexpr (Goal >= 0)
                compare_waiting<Metric, Bound, Goal>(waiting[Goal + Bound], a, b, rule, distances);
            else
                compare_waiting<Metric, Bound, -Goal>(waiting[Goal + Bound], b, a, rule, distances);
        });
    };
    for_each_short(a, b, rule.bound, pairs, distances,
                   [&](std::size_t index, const std::uint64_t* of_a, const std::uint64_t* of_b) {
                       const std::uint64_t place = of_b[0] + Bound - of_a[0];
                       waiting_pairs& here = waiting[place];
                       here.begins_of_a[here.count] = of_a[0] <= of_b[0] ? of_a - a.words : of_b - b.words;
                       here.begins_of_b[here.count] = of_a[0] <= of_b[0] ? of_b - b.words : of_a - a.words;
                       here.index[here.count] = index;
                       if (++here.count == lanes) compare_those(place, lanes);
                   });
    for (std::uint64_t place = 0; place <= 2 * Bound; ++place)
        compare_those(place, 1);
}

/// Where the bound is greater.
template <short_metric Metric>
static void compare_wide(const short_list& a, const short_list& b, const short_rule& rule,
                         std::span<const rank_pair> pairs, std::uint32_t* distances) {
    const auto most = static_cast<int>(rule.bound);
    waiting_pairs waiting[2 * most_wide_bound + 1]; // by how much longer b is, and the bound
    const auto compare_those = [&](waiting_pairs& here, int longer) {
        const bool is_swapped = longer < 0; // the shorter sequence of a pair stands first
        for (unsigned lane = here.count; lane < lanes; ++lane) {
            here.begins_of_a[lane] = here.begins_of_a[0];
            here.begins_of_b[lane] = here.begins_of_b[0];
        }
        std::uint64_t found[lanes];
        wide_lanes<Metric>::compare({.words_of_a = is_swapped ? b.words : a.words,
                                     .words_of_b = is_swapped ? a.words : b.words,
                                     .begins_of_a = here.begins_of_a,
                                     .begins_of_b = here.begins_of_b,
                                     .ordinary = a.stride - (rule.last_is_ambiguous ? 2 : 1),
                                     .last_is_ambiguous = rule.last_is_ambiguous},
                                    most, is_swapped ? -longer : longer, found);
        for (unsigned lane = 0; lane < here.count; ++lane)
            distances[here.index[lane]] =
                static_cast<std::uint32_t>(std::min<std::uint64_t>(found[lane], rule.bound + 1));
        here.count = 0;
    };
    for_each_short(a, b, rule.bound, pairs, distances,
                   [&](std::size_t index, const std::uint64_t* of_a, const std::uint64_t* of_b) {
                       const int longer = static_cast<int>(of_b[0]) - static_cast<int>(of_a[0]);
                       waiting_pairs& here = waiting[longer + most];
                       here.begins_of_a[here.count] = longer >= 0 ? of_a - a.words : of_b - b.words;
                       here.begins_of_b[here.count] = longer >= 0 ? of_b - b.words : of_a - a.words;
                       here.index[here.count] = index;
                       if (++here.count == lanes) compare_those(here, longer);
                   });
    for (int longer = -most; longer <= most; ++longer)
        if (waiting[longer + most].count > 0) compare_those(waiting[longer + most], longer);
}

/// Letters that differ.
static void compare_hamming(const short_list& a, const short_list& b, const short_rule& rule,
                            std::span<const rank_pair> pairs, std::uint32_t* distances) {
    const unsigned ordinary = a.stride - (rule.last_is_ambiguous ? 2 : 1);
    for_each_short(a, b, rule.bound, pairs, distances,
                   [&](std::size_t index, const std::uint64_t* of_a, const std::uint64_t* of_b) {
                       std::uint64_t differ = 0;
                       for (unsigned plane = 1; plane <= ordinary; ++plane)
                           differ |= of_a[plane] ^ of_b[plane];
                       if (rule.last_is_ambiguous) differ |= of_a[ordinary + 1] | of_b[ordinary + 1];
                       const unsigned apart = of_a[0] == of_b[0] ? base::count_ones(differ) : rule.bound + 1;
                       distances[index] = std::min(rule.bound + 1, apart);
                   });
}

template <short_metric Metric>
static void compare_within(const short_list& a, const short_list& b, const short_rule& rule,
                           std::span<const rank_pair> pairs, std::uint32_t* distances) {
    if constexpr (Metric != short_metric::damerau_levenshtein)
        if (rule.bound > most_short_bound) return compare_wide<Metric>(a, b, rule, pairs, distances);
    for_each_of<1, static_cast<int>(most_short_bound)>([&](auto bound) HWY_ATTR {
        constexpr int Bound = decltype(bound)::value;
        if (std::max(rule.bound, 1U) == Bound) compare<Metric, Bound>(a, b, rule, pairs, distances);
    });
}

static void distances(const short_list& a, const short_list& b, const short_rule& rule,
                      std::span<const rank_pair> pairs, std::uint32_t* distances) {
    switch (rule.metric) {
    case short_metric::levenshtein: return compare_within<short_metric::levenshtein>(a, b, rule, pairs, distances);
    case short_metric::indel: return compare_within<short_metric::indel>(a, b, rule, pairs, distances);
    case short_metric::hamming: return compare_hamming(a, b, rule, pairs, distances);
    case short_metric::osa: return compare_within<short_metric::osa>(a, b, rule, pairs, distances);
    case short_metric::damerau_levenshtein:
        return compare_within<short_metric::damerau_levenshtein>(a, b, rule, pairs, distances);
    }
}

/// What so many profiles have in common with each of the others, of which each is loaded once for all of them.
template <std::size_t Rows>
static void common_of_rows(const std::uint8_t* profiles, const std::uint8_t* others, std::size_t bins,
                           std::size_t count, std::uint32_t* common) {
    const hn::ScalableTag<std::uint8_t> bytes;
    const hn::Repartition<std::uint64_t, decltype(bytes)> words;
    const std::size_t lanes = hn::Lanes(bytes);
    for (std::size_t index = 0; index < count; ++index, others += bins) {
        hn::Vec<decltype(words)> sums[Rows];
        for (std::size_t row = 0; row < Rows; ++row)
            sums[row] = hn::Zero(words);
        for (std::size_t begin = 0; begin < bins;) {
            const std::size_t end = std::min(bins, begin + 16 * lanes); // 16 counts fit a byte
            hn::Vec<decltype(bytes)> smaller[Rows];
            for (std::size_t row = 0; row < Rows; ++row)
                smaller[row] = hn::Zero(bytes);
            for (; begin < end; begin += lanes) {
                const auto other = hn::LoadU(bytes, others + begin);
                for (std::size_t row = 0; row < Rows; ++row)
                    smaller[row] =
                        hn::Add(smaller[row], hn::Min(other, hn::LoadU(bytes, profiles + row * bins + begin)));
            }
            for (std::size_t row = 0; row < Rows; ++row)
                sums[row] = hn::Add(sums[row], hn::SumsOf8(smaller[row]));
        }
        for (std::size_t row = 0; row < Rows; ++row)
            common[row * count + index] = static_cast<std::uint32_t>(hn::GetLane(hn::SumOfLanes(words, sums[row])));
    }
}

static void common(const std::uint8_t* profiles, std::size_t rows, const std::uint8_t* others, std::size_t bins,
                   std::size_t count, std::uint32_t* common) {
    for (; rows >= 4; rows -= 4, profiles += 4 * bins, common += 4 * count)
        common_of_rows<4>(profiles, others, bins, count, common);
    for (; rows > 0; --rows, profiles += bins, common += count)
        common_of_rows<1>(profiles, others, bins, count, common);
}

static constexpr join_kernels kernels{
    .sketches = &make_sketches,
    .hashes = &make_hashes,
    .left_out = &make_left_out,
    .similar = &find<false>,
    .united = &find<true>,
    .distances = &distances,
    .extended = {&find_extensions<short_metric::levenshtein>, &find_extensions<short_metric::indel>,
                 &find_extensions<short_metric::hamming>, &find_extensions<short_metric::osa>,
                 &find_extensions<short_metric::damerau_levenshtein>},
    .common = &common,
};

} // namespace concord::edit_distance::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace concord::edit_distance {

const join_kernels& join_kernels_for(simd::vector_target target) { return CONCORD_DISPATCH(kernels, target); }

} // namespace concord::edit_distance
#endif
