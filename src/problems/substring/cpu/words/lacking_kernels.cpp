// Highway includes this file anew for each instruction set.
#define HWY_WANT_AVX3_DL
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "problems/substring/cpu/words/lacking_kernels.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "problems/substring/cpu/words/lacking_kernels.hpp"
#include "simd/dispatch.hpp"

HWY_BEFORE_NAMESPACE();
namespace concord::substring::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using letter_lanes = hn::CappedTag<std::uint64_t, 8>; // two words for each letter
using letter_vector = hn::Vec<letter_lanes>;
constexpr std::size_t words_of_letters = 8; // four letters

/// The lanes of letters, as bits, one after the other: two for each.
alignas(64) constexpr std::int64_t lanes_of_letters[16][words_of_letters] = {
    {},
    {0, 1},
    {2, 3},
    {0, 1, 2, 3},
    {4, 5},
    {0, 1, 4, 5},
    {2, 3, 4, 5},
    {0, 1, 2, 3, 4, 5},
    {6, 7},
    {0, 1, 6, 7},
    {2, 3, 6, 7},
    {0, 1, 2, 3, 6, 7},
    {4, 5, 6, 7},
    {0, 1, 4, 5, 6, 7},
    {2, 3, 4, 5, 6, 7},
    {0, 1, 2, 3, 4, 5, 6, 7},
};
/// And the letters of these bits, in order; their number.
struct listed_letters {
    std::uint32_t letters[4];
    std::uint32_t count;
};
constexpr listed_letters letters_of_bits[16] = {
    {{}, 0},  {{0}, 1},    {{1}, 1},    {{0, 1}, 2},    {{2}, 1},    {{0, 2}, 2},    {{1, 2}, 2},    {{0, 1, 2}, 3},
    {{3}, 1}, {{0, 3}, 2}, {{1, 3}, 2}, {{0, 1, 3}, 3}, {{2, 3}, 2}, {{0, 2, 3}, 3}, {{1, 2, 3}, 3}, {{0, 1, 2, 3}, 4},
};

template <std::size_t Blocks, unsigned Planes>
class walker {
  public:
    explicit walker(const lacking_walk& along) : along_(along) {}

    HWY_ATTR void walk() {
        beginning_list& none = along_.lists[0];
        const unsigned begin = (1U << Planes) - along_.enough; // so that counters overflow where it is enough
        for (unsigned plane = 0; plane < Planes; ++plane)
            for (std::size_t block = 0; block < Blocks; ++block)
                for (std::size_t word = 0; word < 2; ++word)
                    none.planes[plane * Blocks + block][word] = 0 - (begin >> plane & std::uint64_t{1});
        none.numbers[0] = 0;
        none.count = 1;
        for (;;) { // the longest of which there are many; else the shortest
            unsigned at = along_.length - 1;
            while (at > 0 && along_.lists[at].count < beginnings_at_once)
                --at;
            while (at < along_.length && along_.lists[at].count == 0)
                ++at;
            if (at == along_.length) return;
            if (at + 1 == along_.length)
                end();
            else
                lengthen(at);
        }
    }

  private:
    using planes_of_one = letter_vector[Planes * Blocks];

    /// The letters that may follow one of a list as letter `at`, as bits; `vector`: of those of so many vectors.
    HWY_ATTR HWY_INLINE std::uint32_t following(const beginning_list& list, std::size_t index, unsigned at) const {
        const letter_lanes lanes;
        const std::uint32_t number = list.numbers[index];
        std::uint32_t bits = 0;
        for (std::size_t first = 0; first < words_of_letters; first += hn::Lanes(lanes)) {
            auto agree = hn::Zero(lanes);
            for (std::size_t block = 0; block < Blocks; ++block) {
                auto full = hn::LoadDup128(lanes, list.planes[block] + 2 * index);
                for (unsigned plane = 1; plane < Planes; ++plane)
                    full = hn::And(full, hn::LoadDup128(lanes, list.planes[plane * Blocks + block] + 2 * index));
                const std::uint64_t* letters = along_.agreeing + (at * Blocks + block) * words_of_letters + first;
                agree = hn::Or(agree, hn::And(full, hn::LoadU(lanes, letters)));
            }
            agree = hn::Or(agree, hn::Shuffle01(agree));
            std::uint8_t none[8] = {};
            hn::StoreMaskBits(lanes, hn::Eq(agree, hn::Zero(lanes)), none);
            bits |= std::uint32_t{none[0]} << first;
        }
        const std::uint64_t* existing = along_.existing[at + 1];
        const auto there = static_cast<std::uint32_t>(existing[number >> 4U] >> (number & 15U) * 4);
        const std::uint32_t every_second = bits & 0x55U;
        const std::uint32_t pairs = (every_second | every_second >> 1U) & 0x33U;
        return (pairs | pairs >> 2U) & there & 0xFU;
    }

    /// Words that begin with the last ones of one letter less.
    HWY_ATTR void end() {
        const unsigned at = along_.length - 1;
        beginning_list& list = along_.lists[at];
        std::uint32_t words[4 * most_beginnings + 4];
        std::size_t found = 0;
        for (std::size_t index = 0; index < list.count; ++index) {
            const std::uint32_t number = list.numbers[index] << 2U;
            const listed_letters& listed = letters_of_bits[following(list, index, at)];
            for (std::size_t letter = 0; letter < 4; ++letter)
                words[found + letter] = number | listed.letters[letter];
            found += listed.count;
        }
        list.count = 0;
        if (found > 0) along_.visit(along_.to, words, found);
    }

    /// The last ones of a list, by a letter.
    HWY_ATTR void lengthen(unsigned at) {
        const letter_lanes lanes;
        beginning_list& list = along_.lists[at];
        beginning_list& longer = along_.lists[at + 1];
        const std::size_t some = list.count < beginnings_at_once ? list.count : beginnings_at_once;
        std::size_t to = longer.count;
        for (std::size_t index = list.count - some; index < list.count; ++index) {
            const std::uint32_t bits = following(list, index, at);
            const listed_letters& listed = letters_of_bits[bits];
            const std::uint32_t number = list.numbers[index] << 2U;
            for (std::size_t letter = 0; letter < 4; ++letter)
                longer.numbers[to + letter] = number | listed.letters[letter];
            std::size_t before = 2 * to;
            for (std::size_t first = 0; first < words_of_letters; first += hn::Lanes(lanes)) {
                const std::uint32_t here = bits >> first / 2 & ((1U << hn::Lanes(lanes) / 2) - 1);
                const auto order = hn::SetTableIndices(lanes, lanes_of_letters[here]);
                for (std::size_t block = 0; block < Blocks; ++block) {
                    auto carry = hn::LoadU(lanes, along_.agreeing + (at * Blocks + block) * words_of_letters + first);
                    for (unsigned plane = 0; plane < Planes; ++plane) {
                        const std::size_t row = plane * Blocks + block;
                        const auto old = hn::LoadDup128(lanes, list.planes[row] + 2 * index);
                        hn::StoreU(hn::TableLookupLanes(hn::Xor(old, carry), order), lanes,
                                   longer.planes[row] + before);
                        carry = hn::And(old, carry);
                    }
                }
                before += 2 * letters_of_bits[here].count;
            }
            to += listed.count;
        }
        list.count -= some;
        longer.count = to;
    }

    const lacking_walk& along_;
};

void walk(const lacking_walk& along) {
    const bool is_one = along.blocks == 1;
    if (along.enough <= 4) return is_one ? walker<1, 2>(along).walk() : walker<2, 2>(along).walk();
    return is_one ? walker<1, 3>(along).walk() : walker<2, 3>(along).walk();
}

constexpr lacking_kernels kernels_of_lacking{&walk};

} // namespace concord::substring::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace concord::substring {

const lacking_kernels& lacking_kernels_for(simd::vector_target target) {
    return CONCORD_DISPATCH(kernels_of_lacking, target);
}

} // namespace concord::substring
#endif
