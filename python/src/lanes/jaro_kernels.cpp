// Compiled once for every instruction set: Highway includes this file anew for each.
#define HWY_WANT_AVX3_DL // counts the bits of bytes: Ice Lake and newer
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "lanes/jaro_kernels.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "lanes/jaro_kernels.hpp"
#include "lanes/kernels.hpp"
#include "simd/dispatch.hpp"

HWY_BEFORE_NAMESPACE();
namespace concord::lanes::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class Word>
using jaro_tag = hn::CappedTag<Word, row_bytes / 2 / sizeof(Word)>;
template <class Word>
using jaro_words = hn::Vec<jaro_tag<Word>>;

template <class Word>
HWY_INLINE jaro_words<Word> lowest_bit(jaro_words<Word> bits) {
    return hn::And(bits, hn::Sub(hn::Zero(jaro_tag<Word>()), bits));
}

/// The lanes of one vector, letter by letter.
template <class Word>
struct jaro_lanes {
    using signed_tag = hn::RebindToSigned<jaro_tag<Word>>;
    jaro_words<Word> taken, prefix, rest, in_order, near;
    hn::Vec<hn::RebindToSigned<jaro_tag<Word>>> reach;

    /// `at`: bytes of the rows before these lanes.
    HWY_INLINE void begin(const jaro_task& task, std::size_t at) {
        const jaro_tag<Word> d;
        taken = prefix = in_order = hn::Zero(d);
        near = hn::Load(d, reinterpret_cast<const Word*>(task.near + at));
        reach = hn::BitCast(hn::RebindToSigned<jaro_tag<Word>>(),
                            hn::Load(d, reinterpret_cast<const Word*>(task.reach + at)));
    }

    /// `number`: of the letter in the text.
    HWY_INLINE void match(jaro_words<Word> equal, decltype(reach) number, std::uint8_t* kept) {
        const jaro_tag<Word> d;
        const auto place = lowest_bit<Word>(hn::AndNot(taken, hn::And(equal, near)));
        hn::Store(place, d, reinterpret_cast<Word*>(kept));
        taken = hn::Or(taken, place);
        // The places move along with the letter; at first none leaves them at the beginning of the word.
        const auto is_longer =
            hn::BitCast(d, hn::VecFromMask(hn::RebindToSigned<jaro_tag<Word>>(), hn::Gt(reach, number)));
        near = hn::Sub(hn::Add(near, near), is_longer);
    }
    HWY_INLINE void begin_order() { rest = taken; }
    /// The next place that is taken, where the letter is matched at all.
    HWY_INLINE void order(jaro_words<Word> equal, const std::uint8_t* kept) {
        const jaro_tag<Word> d;
        const auto place = hn::Load(d, reinterpret_cast<const Word*>(kept));
        const auto next = hn::IfThenZeroElse(hn::Eq(place, hn::Zero(d)), lowest_bit<Word>(rest));
        in_order = hn::Or(in_order, hn::And(equal, next));
        rest = hn::Xor(rest, next);
    }
    HWY_INLINE void store(std::uint8_t* found) const {
        const jaro_tag<Word> d;
        hn::Store(hn::PopulationCount(taken), d, reinterpret_cast<Word*>(found));
        hn::Store(hn::PopulationCount(in_order), d, reinterpret_cast<Word*>(found + row_bytes));
        // The ones before the first zero are those that an addition of one changes.
        const auto of_prefix = hn::And(prefix, hn::Xor(prefix, hn::Add(prefix, hn::Set(d, Word{1}))));
        hn::Store(hn::PopulationCount(of_prefix), d, reinterpret_cast<Word*>(found + 2 * row_bytes));
    }
};

/// Where the words have a letter of the text.
template <class Word>
HWY_INLINE jaro_words<Word> places_of(const jaro_task& task, std::size_t letter, std::size_t at) {
    return hn::Load(jaro_tag<Word>(), reinterpret_cast<const Word*>(task.rows + task.text[letter] * row_bytes + at));
}

/// `Vectors` of a row, side by side, so that one goes on while another waits.
template <class Word, std::size_t Vectors>
HWY_INLINE void run_vectors(const jaro_task& task, std::size_t begin) {
    const jaro_tag<Word> d;
    const hn::RebindToSigned<jaro_tag<Word>> signed_tag;
    const auto one = hn::Set(signed_tag, 1);
    const auto bytes_before = [&](std::size_t vector) HWY_ATTR { return begin + vector * hn::Lanes(d) * sizeof(Word); };
    jaro_lanes<Word> lanes[Vectors];
    for (std::size_t vector = 0; vector < Vectors; ++vector)
        lanes[vector].begin(task, bytes_before(vector));
    auto number = hn::Zero(signed_tag);
    for (std::size_t i = 0; i < task.length; ++i) {
        for (std::size_t vector = 0; vector < Vectors; ++vector) {
            const std::size_t at = bytes_before(vector);
            lanes[vector].match(places_of<Word>(task, i, at), number, task.taken + i * row_bytes + at);
        }
        number = hn::Add(number, one);
    }
    for (std::size_t i = 0; i < task.length && i < longest_boosted_prefix; ++i) {
        const auto place = hn::Set(d, static_cast<Word>(Word{1} << i));
        for (std::size_t vector = 0; vector < Vectors; ++vector)
            lanes[vector].prefix =
                hn::Or(lanes[vector].prefix, hn::And(places_of<Word>(task, i, bytes_before(vector)), place));
    }
    for (std::size_t vector = 0; vector < Vectors; ++vector)
        lanes[vector].begin_order();
    for (std::size_t i = 0; i < task.length; ++i)
        for (std::size_t vector = 0; vector < Vectors; ++vector) {
            const std::size_t at = bytes_before(vector);
            lanes[vector].order(places_of<Word>(task, i, at), task.taken + i * row_bytes + at);
        }
    for (std::size_t vector = 0; vector < Vectors; ++vector)
        lanes[vector].store(task.found + bytes_before(vector));
}

template <class Word>
void run_jaro(const jaro_task& task) {
    const std::size_t vector_bytes = hn::Lanes(jaro_tag<Word>()) * sizeof(Word);
    std::size_t at = 0;
    for (; at + vector_bytes < task.used; at += 2 * vector_bytes)
        run_vectors<Word, 2>(task, at);
    if (at < task.used) run_vectors<Word, 1>(task, at);
}

static constexpr jaro_kernels all_jaro_kernels{
    {&run_jaro<std::uint8_t>, &run_jaro<std::uint16_t>, &run_jaro<std::uint32_t>, &run_jaro<std::uint64_t>}};

} // namespace concord::lanes::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace concord::lanes {

const jaro_kernels& jaro_kernels_for(simd::vector_target target) { return CONCORD_DISPATCH(all_jaro_kernels, target); }

} // namespace concord::lanes
#endif
