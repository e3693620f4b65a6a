// Compiled once for every instruction set: Highway includes this file anew for each.
#define HWY_WANT_AVX3_DL // counts the bits of bytes: Ice Lake and newer
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "lanes/partial_kernels.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "lanes/kernels.hpp"
#include "lanes/partial_kernels.hpp"
#include "simd/dispatch.hpp"
#include "simd/vector_logic-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace concord::lanes::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class Word>
using partial_tag = hn::CappedTag<Word, row_bytes / 2 / sizeof(Word)>;
template <class Word>
using partial_words = hn::Vec<partial_tag<Word>>;

/// The lanes of one vector.
template <class Word>
struct partial_lanes {
    partial_words<Word> column, common, best, whole;

    HWY_INLINE partial_lanes() : column(hn::Zero(partial_tag<Word>())), common(column), best(column), whole(column) {}

    HWY_INLINE void begin() {
        const partial_tag<Word> d;
        column = hn::Set(d, static_cast<Word>(~Word{0}));
        common = hn::Zero(d);
    }
    /// A letter of the text, which is the last one of a part.
    HWY_INLINE void take(const std::uint8_t* row, partial_words<Word> share) {
        const auto before = column;
        const auto sum = next_sum(row);
        count(hn::Lt(sum, before), share);
    }
    /// A letter that is the last one of none.
    HWY_INLINE void take(const std::uint8_t* row) { next_sum(row); }
    /// A place of the words, and whether they have it in common with all of the text.
    HWY_INLINE void take_place(partial_words<Word> place, partial_words<Word> share) {
        const partial_tag<Word> d;
        count(hn::Eq(hn::And(column, place), hn::Zero(d)), share);
    }
    HWY_INLINE void end_whole() { whole = hn::Max(whole, hn::PopulationCount(hn::Not(column))); }
    HWY_INLINE void store(std::uint8_t* found) const {
        const partial_tag<Word> d;
        hn::Store(best, d, reinterpret_cast<Word*>(found));
        hn::Store(whole, d, reinterpret_cast<Word*>(found + row_bytes));
    }

  private:
    /// Takes a letter, and returns the sum that may have carried.
    HWY_INLINE partial_words<Word> next_sum(const std::uint8_t* row) {
        const auto equal = hn::Load(partial_tag<Word>(), reinterpret_cast<const Word*>(row));
        const auto sum = hn::Add(column, hn::And(column, equal));
        column = simd::HWY_NAMESPACE::or_and_not(sum, column, equal);
        return sum;
    }
    template <class Mask>
    HWY_INLINE void count(Mask risen, partial_words<Word> share) {
        const partial_tag<Word> d;
        common = hn::Sub(common, hn::VecFromMask(d, risen)); // which is -1 where it is true
        if constexpr (sizeof(Word) == 8 &&
                      HWY_TARGET != HWY_SCALAR) { // all numbers are in the lower halves, and the upper ones are 0
            const hn::Repartition<std::uint32_t, decltype(d)> halves;
            const auto product = hn::MulEven(hn::BitCast(halves, common), hn::BitCast(halves, share));
            best = hn::BitCast(d, hn::Max(hn::BitCast(halves, best), hn::BitCast(halves, product)));
        } else {
            best = hn::Max(best, hn::Mul(common, share));
        }
    }
};

/// The lanes of two vectors, which hide each other's latency, over the text from its first letter or from its last.
template <class Word>
struct partial_pair {
    partial_lanes<Word> first;
    partial_lanes<Word> second;
    const partial_task& task;
    std::size_t at;
    std::size_t vector_bytes = hn::Lanes(partial_tag<Word>()) * sizeof(Word);

    HWY_INLINE const std::uint8_t* row(const std::uint8_t* rows, std::size_t letter) const {
        return rows + task.text[letter] * row_bytes + at;
    }
    HWY_INLINE partial_words<Word> share(std::size_t k) const {
        return hn::Set(partial_tag<Word>(), static_cast<Word>(task.shares[k]));
    }

    /// The parts at one end. `letter_of(k)` is the k-th letter of the text from there.
    template <class LetterOf>
    HWY_INLINE void take_end(const std::uint8_t* rows, const LetterOf& letter_of) {
        const partial_tag<Word> d;
        first.begin();
        second.begin();
        for (std::size_t k = 1; k < task.word_length; ++k) {
            const std::uint8_t* const here = row(rows, letter_of(k - 1));
            const auto counts = share(k);
            first.take(here, counts);
            second.take(here + vector_bytes, counts);
        }
        take_last(row(rows, letter_of(task.word_length - 1)));
        if (task.length != task.word_length) return;
        first.common = second.common = hn::Zero(d);
        auto place = hn::Set(d, Word{1});
        for (std::size_t k = 1; k < task.word_length; ++k) {
            const auto counts = share(k);
            first.take_place(place, counts);
            second.take_place(place, counts);
            place = hn::Add(place, place);
        }
    }
    /// The parts of the words' length that are at no end.
    HWY_INLINE void take_windows() {
        for (std::size_t start = 1; start + task.word_length < task.length; ++start) {
            first.begin();
            second.begin();
            for (std::size_t i = start; i + 1 < start + task.word_length; ++i) {
                const std::uint8_t* const here = row(task.rows, i);
                first.take(here);
                second.take(here + vector_bytes);
            }
            take_last(row(task.rows, start + task.word_length - 1));
        }
    }

  private:
    HWY_INLINE void take_last(const std::uint8_t* here) {
        first.take(here);
        second.take(here + vector_bytes);
        first.end_whole();
        second.end_whole();
    }
};

template <class Word>
void run_partial(const partial_task& task) {
    const std::size_t vector_bytes = hn::Lanes(partial_tag<Word>()) * sizeof(Word);
    for (std::size_t at = 0; at < task.used; at += 2 * vector_bytes) {
        partial_pair<Word> pair{{}, {}, task, at};
        pair.take_end(task.first_rows, [](std::size_t i) { return i; });
        pair.take_windows();
        pair.take_end(task.reversed_rows, [&](std::size_t i) { return task.length - 1 - i; });
        pair.first.store(task.found + at);
        pair.second.store(task.found + at + vector_bytes);
    }
}

static constexpr partial_kernels all_partial_kernels{
    {nullptr, &run_partial<std::uint16_t>, &run_partial<std::uint32_t>, &run_partial<std::uint64_t>}};

} // namespace concord::lanes::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace concord::lanes {

const partial_kernels& partial_kernels_for(simd::vector_target target) {
    return CONCORD_DISPATCH(all_partial_kernels, target);
}

} // namespace concord::lanes
#endif
