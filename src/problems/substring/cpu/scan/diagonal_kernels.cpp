// Eight targets a vector of AVX-512, two of the baseline. Highway includes this file anew for each instruction set.
#define HWY_WANT_AVX3_DL
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "problems/substring/cpu/scan/diagonal_kernels.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "problems/substring/cpu/scan/diagonal_kernels.hpp"
#include "problems/substring/cpu/scan/rotated_rows-inl.hpp"
#include "problems/substring/cpu/scan/split_windows-inl.hpp"
#include "problems/substring/lcp_with_mismatches.hpp"
#include "simd/dispatch.hpp"
#include "simd/vector_logic-inl.hpp"

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace concord::substring::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
/// Counters of so many digits of the diagonals of one word.
template <unsigned Planes>
struct diagonal_counters {
    words planes[Planes];

    HWY_INLINE void begin(std::uint64_t start) {
        const word_tag tag;
        for (unsigned plane = 0; plane < Planes; ++plane)
            planes[plane] = hn::Set(tag, (start >> plane & 1U) != 0 ? ~std::uint64_t{0} : 0);
    }
    /// Digits change upwards where the new letter is a mismatch, and downwards where only the old one was.
    HWY_INLINE void add(words row, words old) {
        words changed = hn::Xor(row, old);
        for (unsigned plane = 0; plane + 1 < Planes; ++plane) {
            const words digit = planes[plane];
            planes[plane] = hn::Xor(digit, changed);
            changed = simd::HWY_NAMESPACE::and_xor(changed, digit, row);
        }
        planes[Planes - 1] = hn::Xor(planes[Planes - 1], changed);
    }
    /// Where at most k letters are mismatches.
    [[nodiscard]] HWY_INLINE words near(words ends) const { return hn::AndNot(planes[Planes - 1], ends); }
};

/// A source against some lanes. `Words`: as many words of diagonals, 1 to 4, or 0 for any number.
template <unsigned Planes, unsigned Words>
void count_by(const diagonal_shape& shape, const rotated_rows& table, const placed_source& placed, std::size_t lane,
              std::uint64_t* hits, const diagonal_source& source) {
    const word_tag tag;
    constexpr std::size_t step = simd::HWY_NAMESPACE::lanes;
    const words ones = hn::Set(tag, ~std::uint64_t{0}); // before the first letter nothing is a mismatch
    const std::uint64_t start = (std::uint64_t{1} << (Planes - 1)) - 1 - shape.mismatches;
    const std::size_t window = shape.window;
    const auto hold = [&](std::size_t letter, words hit)
                          HWY_ATTR { add_holders(shape, lane, hit, source.supports[letter + 1 - window]); };
    const auto at = [&](std::size_t letter, unsigned word)
                        HWY_ATTR { return table.word_at(placed.places[letter], word); };
    const auto end_at = [&](std::size_t letter, unsigned word)
                            HWY_ATTR { return table.word_at(placed.ends[letter], word); };
    const std::size_t letters = source.letters.size();
    if constexpr (Words > 0) {
        diagonal_counters<Planes> counters[Words];
        for (unsigned word = 0; word < Words; ++word)
            counters[word].begin(start);
        for (std::size_t letter = 0; letter + 1 < window; ++letter)
            for (unsigned word = 0; word < Words; ++word)
                counters[word].add(at(letter, word), ones);
        for (std::size_t letter = window - 1; letter < letters; ++letter) {
            const bool is_whole = letter >= window;
            words hit = hn::Zero(tag);
            for (unsigned word = 0; word < Words; ++word) {
                counters[word].add(at(letter, word), is_whole ? at(letter - window, word) : ones);
                hit = hn::Or(hit, counters[word].near(end_at(letter, word)));
            }
            hold(letter, hit);
        }
        return;
    }
    for (unsigned word = 0; word < placed.words; ++word) {
        diagonal_counters<Planes> counters;
        counters.begin(start);
        for (std::size_t letter = 0; letter < letters; ++letter) {
            counters.add(at(letter, word), letter >= window ? at(letter - window, word) : ones);
            if (letter + 1 < window) continue;
            words hit = counters.near(end_at(letter, word));
            std::uint64_t* const so_far = hits + letter * step;
            if (word > 0) hit = hn::Or(hit, hn::Load(tag, so_far));
            if (word + 1 < placed.words)
                hn::Store(hit, tag, so_far);
            else
                hold(letter, hit);
        }
    }
}

/// Where counters of so many words side by side stay in registers.
template <unsigned Planes>
constexpr unsigned most_words = Planes <= 6   ? 4
                                : Planes <= 9 ? 3
                                              : 2;

/// The same with the number of words known where counters stay in registers.
template <unsigned Planes, unsigned Words = 1>
void count_source(const diagonal_shape& shape, const rotated_rows& table, const placed_source& placed, std::size_t lane,
                  std::uint64_t* hits, const diagonal_source& source) {
    if constexpr (Words > most_words<Planes>)
        count_by<Planes, 0>(shape, table, placed, lane, hits, source);
    else if (placed.words == Words)
        count_by<Planes, Words>(shape, table, placed, lane, hits, source);
    else
        count_source<Planes, Words + 1>(shape, table, placed, lane, hits, source);
}

/// Words of the diagonals on which windows of a source and of a target may lie: where they begin is another letter of
/// either.
unsigned words_of_diagonals(const diagonal_shape& shape, const diagonal_source& source) {
    const std::size_t letters = source.letters.size() + shape.longest + 1;
    const std::size_t diagonals = letters - std::min(letters, 2 * shape.window);
    return static_cast<unsigned>(std::clamp<std::size_t>((diagonals + 63) / 64, 1, shape.words));
}

template <unsigned Planes>
void count_all(const diagonal_shape& shape, std::span<const diagonal_source> sources, std::uint64_t* scratch) {
    constexpr std::size_t step = simd::HWY_NAMESPACE::lanes;
    const std::size_t of_target = std::size_t{64} * shape.words;
    std::size_t most = 0;
    std::size_t all = 0;
    unsigned in_a_row = 1;
    for (const diagonal_source& source : sources) {
        most = std::max(most, source.letters.size());
        all += source.letters.size();
        in_a_row = std::max(in_a_row, words_of_diagonals(shape, source));
    }
    std::uint64_t* const hits = scratch;
    std::uint64_t* const stored = hits + most * step;
    std::uint64_t* const rows = stored + stored_of_part * step;
    const rotated_rows table(shape, in_a_row, rows);
    const std::size_t of_row = std::size_t{64} * (shape.words + in_a_row - 1) * step;
    auto* const ends = reinterpret_cast<std::uint32_t*>(rows + (shape.letters + 2) * of_row);
    std::uint32_t* const places = ends + most + of_target;
    for (std::size_t letter = 0; letter < most + of_target; ++letter)
        ends[letter] = table.place(shape.letters + 1, letter);
    // The diagonals begin with a word: that of the last window of the source and the first of a target.
    const auto first_diagonal = [&](const diagonal_source& source) {
        const std::size_t before_targets = of_target - shape.longest;
        return (before_targets + shape.window + of_target * (1 + most / of_target) - source.letters.size()) % of_target;
    };
    std::size_t next = 0;
    for (const diagonal_source& source : sources)
        for (std::size_t letter = 0; letter < source.letters.size(); ++letter)
            places[next++] = table.place(source.letters[letter], letter + first_diagonal(source));
    for (std::size_t lane = 0; lane < shape.lanes; lane += step) {
        table.fill(shape, lane);
        const std::uint32_t* of_source = places;
        for (const diagonal_source& source : sources) {
            const placed_source placed{of_source, ends + first_diagonal(source), words_of_diagonals(shape, source)};
            of_source += source.letters.size();
            if (source.letters.size() < shape.window) continue;
            if (is_split(source.letters.size(), shape.window, shape.mismatches))
                count_split<0>(shape, table, placed, lane, hits, stored, source);
            else
                count_source<Planes>(shape, table, placed, lane, hits, source);
        }
    }
}

/// With the fewest digits that there is code for.
template <unsigned Planes = 4>
void count_by_planes(const diagonal_shape& shape, std::span<const diagonal_source> sources, std::uint64_t* scratch) {
    if constexpr (Planes == most_diagonal_planes)
        count_all<Planes>(shape, sources, scratch);
    else if (planes_of_diagonals(shape.window, shape.mismatches) <= Planes)
        count_all<Planes>(shape, sources, scratch);
    else
        count_by_planes<Planes + 1>(shape, sources, scratch);
}

void count(const diagonal_shape& shape, std::span<const diagonal_source> sources, std::uint64_t* scratch) {
    count_by_planes(shape, sources, scratch);
}

constexpr diagonal_kernels kernels{&count};

} // namespace concord::substring::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace concord::substring {

const diagonal_kernels& diagonal_kernels_for(simd::vector_target target) { return CONCORD_DISPATCH(kernels, target); }

} // namespace concord::substring
#endif
