// Highway includes this file anew for each instruction set.
#define HWY_WANT_AVX3_DL
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "problems/substring/cpu/words/ball_kernels.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "problems/substring/cpu/words/ball_kernels.hpp"
#include "simd/dispatch.hpp"

HWY_BEFORE_NAMESPACE();
namespace concord::substring::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class Count>
using count_lanes = hn::CappedTag<Count, ball_padding>;

/// A sum that stays at the greatest value instead of passing it.
template <class Counts>
HWY_INLINE Counts sum_of(Counts a, Counts b) {
    if constexpr (sizeof(hn::TFromV<Counts>) == sizeof(std::uint16_t))
        return hn::SaturatedAdd(a, b);
    else
        return hn::Add(a, b);
}

template <class Count>
void add_words(const ball_table<Count>& table, const added_words<Count>& words) {
    const count_lanes<Count> lanes;
    for (std::size_t word = 0; word < words.words; ++word) {
        const std::uint32_t most = static_cast<Count>(~Count{0});
        const std::uint32_t holders = words.holders[word] < most ? words.holders[word] : most;
        const auto times = hn::Set(lanes, static_cast<Count>(holders));
        Count* const entry = table.rows + (words.fronts[word] - words.first_front) * table.lanes;
        const Count* const near = words.near_ends + words.ends[word] * table.lanes;
        Count& itself = entry[words.distance * table.of_row + words.ends[word]]; // with no further mismatch
        itself = itself < most - holders ? static_cast<Count>(itself + holders) : static_cast<Count>(most);
        for (unsigned row = words.distance + 1; row <= table.mismatches; ++row) {
            const unsigned left = row - words.distance;
            const Count* const is_near =
                near + (left < words.letters_of_end ? left : words.letters_of_end) * words.of_mismatches;
            Count* const here = entry + row * table.of_row;
            for (std::size_t lane = 0; lane < table.lanes; lane += hn::Lanes(lanes))
                hn::StoreU(sum_of(hn::LoadU(lanes, here + lane), hn::And(times, hn::LoadU(lanes, is_near + lane))),
                           lanes, here + lane);
        }
    }
}

/// One vector of words that differ in a position of four letters, in all rows.
template <class Count>
HWY_INLINE void spread_four(Count* at, std::size_t of_row, std::size_t apart, unsigned lowest, unsigned highest) {
    const count_lanes<Count> lanes;
    Count* row = at + highest * of_row;
    auto to_0 = hn::LoadU(lanes, row);
    auto to_1 = hn::LoadU(lanes, row + apart);
    auto to_2 = hn::LoadU(lanes, row + 2 * apart);
    auto to_3 = hn::LoadU(lanes, row + 3 * apart);
    for (unsigned index = highest; index >= lowest; --index) {
        const Count* const below = row - of_row;
        const auto from_0 = hn::LoadU(lanes, below);
        const auto from_1 = hn::LoadU(lanes, below + apart);
        const auto from_2 = hn::LoadU(lanes, below + 2 * apart);
        const auto from_3 = hn::LoadU(lanes, below + 3 * apart);
        const auto first = sum_of(from_0, from_1);
        const auto last = sum_of(from_2, from_3);
        hn::StoreU(sum_of(to_0, sum_of(from_1, last)), lanes, row);
        hn::StoreU(sum_of(to_1, sum_of(from_0, last)), lanes, row + apart);
        hn::StoreU(sum_of(to_2, sum_of(from_3, first)), lanes, row + 2 * apart);
        hn::StoreU(sum_of(to_3, sum_of(from_2, first)), lanes, row + 3 * apart);
        to_0 = from_0;
        to_1 = from_1;
        to_2 = from_2;
        to_3 = from_3;
        row -= of_row;
    }
}

/// The same of any number of letters: what comes before a letter and what comes after it are added.
template <class Count>
HWY_INLINE void spread_any(Count* at, std::size_t of_row, std::size_t apart, std::size_t letters, unsigned lowest,
                           unsigned highest) {
    const count_lanes<Count> lanes;
    for (unsigned index = highest; index >= lowest; --index) {
        Count* const row = at + index * of_row;
        const Count* const below = row - of_row;
        auto before = hn::LoadU(lanes, below);
        for (std::size_t letter = 1; letter < letters; ++letter) {
            Count* const here = row + letter * apart;
            hn::StoreU(sum_of(hn::LoadU(lanes, here), before), lanes, here);
            before = sum_of(before, hn::LoadU(lanes, below + letter * apart));
        }
        auto after = hn::LoadU(lanes, below + (letters - 1) * apart);
        for (std::size_t letter = letters - 1; letter-- > 0;) {
            Count* const here = row + letter * apart;
            hn::StoreU(sum_of(hn::LoadU(lanes, here), after), lanes, here);
            after = sum_of(after, hn::LoadU(lanes, below + letter * apart));
        }
    }
}

template <class Count>
void spread_counts(const ball_table<Count>& table, const spread_positions& positions) {
    const count_lanes<Count> lanes;
    std::size_t all = positions.entries * table.lanes;
    for (unsigned position = 0; position < positions.positions; ++position)
        all *= positions.letters;
    std::size_t apart = positions.entries * table.lanes;
    for (unsigned position = 0; position < positions.positions; ++position, apart *= positions.letters) {
        const unsigned after = positions.after + positions.positions - 1 - position;
        const unsigned lowest = table.mismatches > after ? table.mismatches - after : 1;
        const std::size_t group = apart * positions.letters;
        for (std::size_t first = 0; first < all; first += group)
            for (std::size_t at = first; at < first + apart; at += hn::Lanes(lanes)) {
                if (positions.letters == 4)
                    spread_four(table.rows + at, table.of_row, apart, lowest, table.mismatches);
                else
                    spread_any(table.rows + at, table.of_row, apart, positions.letters, lowest, table.mismatches);
            }
    }
}

constexpr ball_kernels<std::uint16_t> narrow_kernels{&add_words<std::uint16_t>, &spread_counts<std::uint16_t>};
constexpr ball_kernels<std::uint32_t> wide_kernels{&add_words<std::uint32_t>, &spread_counts<std::uint32_t>};

} // namespace concord::substring::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace concord::substring {

template <>
const ball_kernels<std::uint16_t>& ball_kernels_for(simd::vector_target target) {
    return CONCORD_DISPATCH(narrow_kernels, target);
}
template <>
const ball_kernels<std::uint32_t>& ball_kernels_for(simd::vector_target target) {
    return CONCORD_DISPATCH(wide_kernels, target);
}

} // namespace concord::substring
#endif
