// Compiled once for every instruction set: Highway includes this file anew for each.
#define HWY_WANT_AVX3_DL // counts the bits of bytes: Ice Lake and newer
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "lanes/kernels.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "lanes/kernels.hpp"
#include "simd/dispatch.hpp"
#include "simd/vector_logic-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace concord::lanes::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t vectors_at_once = 2; ///< enough to hide the latency of the recurrence

template <class Word>
using tag = hn::CappedTag<Word, row_bytes / 2 / sizeof(Word)>;
template <class Word>
using words = hn::Vec<tag<Word>>;

/// A column of differences between neighbouring rows, as bits: where they are + 1, and where - 1.
template <class Word>
struct vertical_differences {
    words<Word> vp, vn;

    HWY_INLINE vertical_differences()
        : vp(hn::Set(tag<Word>(), static_cast<Word>(~Word{0}))), vn(hn::Zero(tag<Word>())) {}

    /// The next column, given where it is as the one before at the row above.
    HWY_INLINE void follow(words<Word> d0) {
        const auto hn_ = hn::And(vp, d0);
        // Where no rise is: x + x shifts it by one in lanes of any width, and the 0 that comes in at the first row is a
        // rise of the text's border.
        const auto not_hp = simd::HWY_NAMESPACE::or_but_not(vp, d0, vn);
        const auto not_risen = hn::Add(not_hp, not_hp);
        vn = hn::AndNot(not_risen, d0);
        vp = simd::HWY_NAMESPACE::or_and_not(hn::Add(hn_, hn_), not_risen, d0);
    }
    HWY_INLINE words<Word> result(words<Word> ends) const {
        return hn::Sub(hn::PopulationCount(hn::And(vp, ends)), hn::PopulationCount(hn::And(vn, ends)));
    }
};

template <class Word>
struct levenshtein : vertical_differences<Word> {
    HWY_INLINE levenshtein() : vertical_differences<Word>() {}

    HWY_INLINE void take(words<Word> equal, words<Word>) {
        const auto vp = this->vp;
        const auto x = hn::Or(equal, this->vn);
        this->follow(simd::HWY_NAMESPACE::or_xor(x, hn::Add(hn::And(equal, vp), vp), vp));
    }
};

template <class Word>
struct osa : vertical_differences<Word> {
    words<Word> d0, before;

    HWY_INLINE osa() : vertical_differences<Word>(), d0(hn::Zero(tag<Word>())), before(d0) {}

    HWY_INLINE void take(words<Word> equal, words<Word>) {
        const auto vp = this->vp;
        const auto swapped = hn::AndNot(d0, equal);
        const auto x = simd::HWY_NAMESPACE::or_and(hn::Or(equal, this->vn), hn::Add(swapped, swapped), before);
        before = equal;
        d0 = simd::HWY_NAMESPACE::or_xor(x, hn::Add(hn::And(equal, vp), vp), vp);
        this->follow(d0);
    }
};

template <class Word>
struct lcs {
    words<Word> column;

    HWY_INLINE lcs() : column(hn::Set(tag<Word>(), static_cast<Word>(~Word{0}))) {}

    HWY_INLINE void take(words<Word> equal, words<Word>) {
        const auto matched = hn::And(column, equal);
        column = simd::HWY_NAMESPACE::or_and_not(hn::Add(column, matched), column, equal);
    }
    HWY_INLINE words<Word> result(words<Word>) const { return hn::PopulationCount(hn::Not(column)); }
};

template <class Word>
struct hamming {
    words<Word> same;

    HWY_INLINE hamming() : same(hn::Zero(tag<Word>())) {}

    HWY_INLINE void take(words<Word> equal, words<Word> place) {
        same = simd::HWY_NAMESPACE::or_and(same, equal, place);
    }
    HWY_INLINE words<Word> result(words<Word>) const { return hn::PopulationCount(same); }
};

template <template <class> class Recurrence, class Word>
void run(const block_task& task) {
    const tag<Word> d;
    const std::size_t vector_bytes = hn::Lanes(d) * sizeof(Word);
    for (std::size_t at = 0; at < task.used; at += vectors_at_once * vector_bytes) {
        Recurrence<Word> first;
        Recurrence<Word> second;
        words<Word> place = hn::Set(d, Word{1});
        const std::uint8_t* const rows = task.rows + at;
        for (std::size_t i = 0; i < task.length; ++i) {
            const std::uint8_t* const row = rows + task.text[i] * row_bytes;
            first.take(hn::Load(d, reinterpret_cast<const Word*>(row)), place);
            second.take(hn::Load(d, reinterpret_cast<const Word*>(row + vector_bytes)), place);
            place = hn::Add(place, place);
        }
        const auto* const ends = reinterpret_cast<const Word*>(task.ends + at);
        auto* const found = reinterpret_cast<Word*>(task.found + at);
        hn::Store(first.result(hn::Load(d, ends)), d, found);
        hn::Store(second.result(hn::Load(d, ends + hn::Lanes(d))), d, found + hn::Lanes(d));
    }
}

/// A column of the LCS is three operations that wait for each other: those of two texts fill the time.
void lcs_of_two(const block_task& task, const std::uint32_t* other, std::uint8_t* found_of_other) {
    using word = std::uint64_t;
    const tag<word> d;
    const std::size_t vector_bytes = hn::Lanes(d) * sizeof(word);
    const auto load = [&](const std::uint8_t* from)
                          HWY_ATTR { return hn::Load(d, reinterpret_cast<const word*>(from)); };
    const words<word> none = hn::Zero(d);
    for (std::size_t at = 0; at < task.used; at += vectors_at_once * vector_bytes) {
        lcs<word> first;
        lcs<word> second;
        lcs<word> first_of_other;
        lcs<word> second_of_other;
        const std::uint8_t* const rows = task.rows + at;
        for (std::size_t i = 0; i < task.length; ++i) {
            const std::uint8_t* const row = rows + task.text[i] * row_bytes;
            const std::uint8_t* const row_of_other = rows + other[i] * row_bytes;
            first.take(load(row), none);
            second.take(load(row + vector_bytes), none);
            first_of_other.take(load(row_of_other), none);
            second_of_other.take(load(row_of_other + vector_bytes), none);
        }
        auto* const found = reinterpret_cast<word*>(task.found + at);
        hn::Store(first.result(none), d, found);
        hn::Store(second.result(none), d, found + hn::Lanes(d));
        found_of_other += at == 0 ? 0 : vectors_at_once * vector_bytes;
        auto* const of_other = reinterpret_cast<word*>(found_of_other);
        hn::Store(first_of_other.result(none), d, of_other);
        hn::Store(second_of_other.result(none), d, of_other + hn::Lanes(d));
    }
}

/// Letters that are bytes need no rows: a word of 64 is compared in one or a few vectors.
void equal_bytes(const std::uint8_t* words, std::size_t count, const std::uint8_t* text, std::int64_t* found) {
    const hn::CappedTag<std::uint8_t, longest_of_bytes> d;
    for (std::size_t word = 0; word < count; ++word, words += longest_of_bytes) {
        std::size_t equal = 0;
        for (std::size_t at = 0; at < longest_of_bytes; at += hn::Lanes(d))
            equal += hn::CountTrue(d, hn::Eq(hn::Load(d, words + at), hn::Load(d, text + at)));
        found[word] = static_cast<std::int64_t>(equal);
    }
}

static constexpr lane_kernels kernels{
    {
        {&run<levenshtein, std::uint8_t>, &run<levenshtein, std::uint16_t>, &run<levenshtein, std::uint32_t>,
         &run<levenshtein, std::uint64_t>},
        {&run<lcs, std::uint8_t>, &run<lcs, std::uint16_t>, &run<lcs, std::uint32_t>, &run<lcs, std::uint64_t>},
        {&run<hamming, std::uint8_t>, &run<hamming, std::uint16_t>, &run<hamming, std::uint32_t>,
         &run<hamming, std::uint64_t>},
        {&run<osa, std::uint8_t>, &run<osa, std::uint16_t>, &run<osa, std::uint32_t>, &run<osa, std::uint64_t>},
    },
    &equal_bytes,
    &lcs_of_two};

} // namespace concord::lanes::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace concord::lanes {

const lane_kernels& kernels_for(simd::vector_target target) { return CONCORD_DISPATCH(kernels, target); }

} // namespace concord::lanes
#endif
