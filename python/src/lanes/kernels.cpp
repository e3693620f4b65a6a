// Compiled once for every instruction set: Highway includes this file anew for each.
#define HWY_WANT_AVX3_DL // counts the bits of bytes: Ice Lake and newer
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "lanes/kernels.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "lanes/kernels.hpp"
#include "simd/dispatch.hpp"
#include "simd/vector_logic-inl.hpp"

#include <type_traits>

HWY_BEFORE_NAMESPACE();
namespace concord::lanes::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t vectors_at_once = 2; ///< of a row
/// Operations of a column wait for each other: columns of several texts fill the time, as long as registers hold them.
/// Against one text at a time, AVX-512: 64 letters by lcs 0.63 of the time, by levenshtein 0.76, by osa 0.85.
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
constexpr std::size_t registers = 32;
#else
constexpr std::size_t registers = 16;
#endif

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
    static constexpr std::size_t texts_at_once = registers / 8;

    HWY_INLINE levenshtein() : vertical_differences<Word>() {}

    HWY_INLINE void take(words<Word> equal, words<Word>) {
        const auto vp = this->vp;
        const auto x = hn::Or(equal, this->vn);
        this->follow(simd::HWY_NAMESPACE::or_xor(x, hn::Add(hn::And(equal, vp), vp), vp));
    }
};

template <class Word>
struct osa : vertical_differences<Word> {
    static constexpr std::size_t texts_at_once = 2;
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
    static constexpr std::size_t texts_at_once = registers / 4;
    words<Word> column;

    HWY_INLINE lcs() : column(hn::Set(tag<Word>(), static_cast<Word>(~Word{0}))) {}

    HWY_INLINE void take(words<Word> equal, words<Word>) {
        // The column is the operand that ternary logic overwrites: else it is copied once a letter.
        column = simd::HWY_NAMESPACE::and_not_or(column, equal, hn::Add(column, hn::And(column, equal)));
    }
    HWY_INLINE words<Word> result(words<Word>) const { return hn::PopulationCount(hn::Not(column)); }
};

template <class Word>
struct hamming {
    static constexpr std::size_t texts_at_once = registers / 8;
    words<Word> same;

    HWY_INLINE hamming() : same(hn::Zero(tag<Word>())) {}

    HWY_INLINE void take(words<Word> equal, words<Word> place) {
        same = simd::HWY_NAMESPACE::or_and(same, equal, place);
    }
    HWY_INLINE words<Word> result(words<Word>) const { return hn::PopulationCount(same); }
};

/// Part of a row. With AVX-512 it is read once, into a register: as an operand of each operation it would be read for
/// each, and 64 letters by lcs take 1.12 of the time.
template <class Word>
HWY_INLINE words<Word> load_row(const std::uint8_t* row) {
    auto equal = hn::Load(tag<Word>(), reinterpret_cast<const Word*>(row));
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
    asm("" : "+v"(equal.raw));
#endif
    return equal;
}

/// The lowest byte of each.
template <class Vector>
HWY_INLINE void store_bytes(Vector found, std::uint8_t* to) {
    using lane = hn::TFromV<Vector>;
    const hn::Rebind<std::uint8_t, tag<lane>> bytes;
    if constexpr (sizeof(lane) == 1) {
        hn::StoreU(found, bytes, to);
    } else {
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3 // of four bytes that of Highway 1.0 takes others
        if constexpr (sizeof(lane) == 2)
            _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), _mm512_cvtepi16_epi8(found.raw));
        else if constexpr (sizeof(lane) == 4)
            _mm_storeu_si128(reinterpret_cast<__m128i*>(to), _mm512_cvtepi32_epi8(found.raw));
        else
            _mm_storel_epi64(reinterpret_cast<__m128i*>(to), _mm512_cvtepi64_epi8(found.raw));
#else
        hn::StoreU(hn::TruncateTo(bytes, found), bytes, to);
#endif
    }
}

/// `Texts` of the task, from one on; `Vectors` of a row at once.
template <template <class> class Recurrence, class Word, class Letter, std::size_t Texts, std::size_t Vectors>
void compare(const block_task& task, std::size_t first_text) {
    const tag<Word> d;
    const std::size_t vector_bytes = hn::Lanes(d) * sizeof(Word);
    constexpr std::size_t first_row = sizeof(Letter) == 1 ? row_bytes : 0;
    const Letter* texts[Texts];
    for (std::size_t text = 0; text < Texts; ++text)
        texts[text] = static_cast<const Letter*>(task.texts[first_text + text]);
    for (std::size_t at = 0; at < task.used; at += Vectors * vector_bytes) {
        Recurrence<Word> columns[Texts][Vectors];
        words<Word> place = hn::Set(d, Word{1});
        const std::uint8_t* const rows = task.rows + first_row + at;
        for (std::size_t i = 0; i < task.length; ++i) {
#pragma GCC unroll 8
            for (std::size_t text = 0; text < Texts; ++text) {
                const std::uint8_t* const row = rows + texts[text][i] * row_bytes;
#pragma GCC unroll 2
                for (std::size_t part = 0; part < Vectors; ++part)
                    columns[text][part].take(load_row<Word>(row + part * vector_bytes), place);
            }
            place = hn::Add(place, place);
        }
        for (std::size_t part = 0; part < Vectors; ++part) {
            const std::size_t from = at + part * vector_bytes;
            const auto ends = hn::Load(d, reinterpret_cast<const Word*>(task.ends + from));
            for (std::size_t text = 0; text < Texts; ++text) {
                const auto found = columns[text][part].result(ends);
                std::uint8_t* const to = task.found + (first_text + text) * task.found_step;
                if (task.are_found_bytes)
                    store_bytes(found, to + from / sizeof(Word));
                else
                    hn::Store(found, d, reinterpret_cast<Word*>(to + from));
            }
        }
    }
}

/// The texts from one on: as many at once as `Texts`, then those left in smaller numbers.
template <template <class> class Recurrence, class Word, class Letter, std::size_t Texts, std::size_t Vectors>
void compare_from(const block_task& task, std::size_t text) {
    for (; text + Texts <= task.count; text += Texts)
        compare<Recurrence, Word, Letter, Texts, Vectors>(task, text);
    if constexpr (Texts > 1) compare_from<Recurrence, Word, Letter, Texts / 2, Vectors>(task, text);
}

/// Few words fill one vector: then columns of twice as many texts hide how long each takes.
template <template <class> class Recurrence, class Word, class Letter>
void run_of(const block_task& task) {
    constexpr std::size_t texts = Recurrence<Word>::texts_at_once;
    if (task.used <= hn::Lanes(tag<Word>()) * sizeof(Word))
        compare_from<Recurrence, Word, Letter, HWY_MIN(most_texts, 2 * texts), 1>(task, 0);
    else
        compare_from<Recurrence, Word, Letter, texts, vectors_at_once>(task, 0);
}

template <template <class> class Recurrence, class Word>
void run(const block_task& task) {
    if constexpr (!std::is_same_v<Recurrence<Word>, hamming<Word>>)
        if (task.are_bytes) return run_of<Recurrence, Word, std::uint8_t>(task);
    run_of<Recurrence, Word, std::uint32_t>(task);
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

/// Counts as wide as a letter, in two vectors so that none waits for the one before it.
template <class Letter>
std::uint64_t equal_places(const Letter* a, const Letter* b, std::size_t letters) {
    const hn::CappedTag<Letter, 32 / sizeof(Letter)> d;
    const hn::Repartition<std::uint32_t, decltype(d)> sums;
    using counts = hn::Vec<decltype(d)>;
    const std::size_t lanes = hn::Lanes(d);
    constexpr std::size_t most_rounds = (std::size_t{1} << 15U) - 1; // both counts together fit two bytes
    std::uint64_t equal = 0;
    std::size_t at = 0;
    const auto one_more = [&](counts so_far) {
        const counts is_equal = hn::VecFromMask(d, hn::Eq(hn::LoadU(d, a + at), hn::LoadU(d, b + at)));
        at += lanes;
        return hn::Sub(so_far, is_equal); // which is -1 where it is true
    };
    while (at + lanes <= letters) {
        counts even = hn::Zero(d);
        counts odd = hn::Zero(d);
        for (std::size_t rounds = HWY_MIN(most_rounds, (letters - at) / (2 * lanes)); rounds > 0; --rounds) {
            even = one_more(even);
            odd = one_more(odd);
        }
        if (at + lanes <= letters && letters - at < 2 * lanes) even = one_more(even);
        auto both = hn::BitCast(sums, hn::Add(even, odd));
        if constexpr (sizeof(Letter) == 2)
            both = hn::Add(hn::And(both, hn::Set(sums, 0xFFFFU)), hn::ShiftRight<16>(both));
        equal += hn::GetLane(hn::SumOfLanes(sums, both));
    }
    for (; at < letters; ++at)
        equal += a[at] == b[at] ? 1U : 0U;
    return equal;
}

/// Lanes that are true, as the lowest bits.
template <class Tag, class Mask>
HWY_INLINE std::uint64_t bits_of_mask(Tag d, Mask mask) {
    std::uint64_t bits = 0; // the bytes of the mask, of a little-endian number
    static_cast<void>(hn::StoreMaskBits(d, mask, reinterpret_cast<std::uint8_t*>(&bits)));
    return bits;
}

template <class Letter>
void letter_places(const Letter* pattern, std::size_t length, const Letter* text, std::size_t letters,
                   std::uint64_t* places) {
    const hn::CappedTag<Letter, 64 / sizeof(Letter)> d;
    const std::size_t lanes = hn::Lanes(d);
    for (std::size_t i = 0; i < letters; ++i) {
        const auto letter = hn::Set(d, text[i]);
        std::uint64_t equal = 0;
        for (std::size_t at = 0; at < length; at += lanes)
            equal |= bits_of_mask(d, hn::Eq(hn::LoadU(d, pattern + at), letter)) << at;
        places[i] = equal;
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
    &equal_places<std::uint16_t>,
    &equal_places<std::uint32_t>,
    &letter_places<std::uint16_t>,
    &letter_places<std::uint32_t>};

} // namespace concord::lanes::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace concord::lanes {

const lane_kernels& kernels_for(simd::vector_target target) { return CONCORD_DISPATCH(kernels, target); }

} // namespace concord::lanes
#endif
