// The LCP array, in text order (Kasai and others; Kärkkäinen, Manzini and Puglisi).
//
// Three passes, each with random access to one array only; a single pass with random access to four arrays is far
// slower. Where two neighbours of the suffix array are preceded by the same letter, the suffixes one letter further
// left are neighbours, too, and share one letter more. So if the preceding letters are known, only the first suffix of
// each run of them is compared with the one before it, and the prefixes of the others are read off in text order.
#include "problems/overlap/cpu/suffix_array.hpp"
#include "problems/overlap/tuning.hpp"

#include <algorithm>
#include <array>
#include <type_traits>
#include <utility>
#include <vector>

namespace concord::overlap {
namespace {

/// Calls take(first, last) for parts of [0, size), on several threads.
template <class Take>
void in_parts(std::uint64_t size, runtime::thread_pool& workers, Take take) {
    const std::uint64_t tasks = (size + tuning::places_per_task - 1) / tuning::places_per_task;
    workers.run(tasks, [&](std::size_t task, unsigned) {
        take(task * tuning::places_per_task, std::min<std::uint64_t>(size, (task + 1) * tuning::places_per_task));
    });
}

/// Writes, at the place of each position, one more than the predecessor in the suffix array (of the first suffix: than
/// itself), for the ranks of [first, last).
template <class Position>
void put_predecessors(std::span<const Position> suffixes, Position* in_text, std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t rank = first; rank < last; ++rank) {
        if (rank + tuning::ahead_in_level_2 < last)
            __builtin_prefetch(in_text + suffixes[rank + tuning::ahead_in_level_2], 1, 1);
        in_text[suffixes[rank]] = suffixes[rank == 0 ? 0 : rank - 1] + 1;
    }
}

/// The same only for the first suffix of each run of preceding letters.
template <class Position>
void put_predecessors_of_runs(std::span<const Position> suffixes, const preceding_letters<Position>& preceding,
                              Position* in_text, std::uint64_t first, std::uint64_t last) {
    constexpr std::uint64_t at_a_time = 1024;
    std::array<std::uint64_t, at_a_time> ranks; // NOLINT(cppcoreguidelines-pro-type-member-init): filled below
    for (std::uint64_t begin = first; begin < last; begin += at_a_time) {
        std::uint64_t count = 0; // without branches on letters, which are hard to predict
        for (std::uint64_t rank = begin; rank < std::min(last, begin + at_a_time); ++rank) {
            ranks[count] = rank;
            count += preceding.is_first_of_run(rank) ? 1U : 0U;
        }
        for (std::uint64_t at = 0; at < count; ++at) {
            if (at + tuning::ahead_in_level_2 < count)
                __builtin_prefetch(in_text + suffixes[ranks[at + tuning::ahead_in_level_2]], 1, 1);
            in_text[suffixes[ranks[at]]] = suffixes[ranks[at] == 0 ? 0 : ranks[at] - 1] + 1;
        }
    }
}

/// Where parts of a text may begin: at positions with a predecessor, as all others follow from the one before.
template <class Position>
std::vector<std::uint64_t> begins_of_parts(std::span<const Position> in_text, std::uint64_t parts) {
    std::vector<std::uint64_t> begins(parts + 1, in_text.size());
    for (std::uint64_t part = parts; part-- > 0;) {
        const std::uint64_t end = part + 1 == parts ? in_text.size() : in_text.size() / parts * (part + 1);
        std::uint64_t at = in_text.size() / parts * part;
        while (at < end && in_text[at] == 0)
            ++at;
        begins[part] = at < end ? at : begins[part + 1];
    }
    return begins;
}

/// Whether the text is one sequence without ambiguous letters, so that it has no border but at its ends.
bool is_one_piece(const text_view& text) {
    if (text.ambiguous != nullptr) return false;
    const std::uint64_t last = text.size / bits_per_word; // where the border behind the last letter is
    std::uint64_t borders = 0;
    for (std::uint64_t word = 0; word <= last; ++word) {
        std::uint64_t of_word = text.cuts[word];
        if (word == 0) of_word &= ~std::uint64_t{1};
        if (word == last) of_word &= base::low_bits<std::uint64_t>(static_cast<unsigned>(text.size % bits_per_word));
        borders |= of_word;
    }
    return borders == 0;
}

/// common_prefix in a text of one piece, of letters of so many bits (0: any).
template <unsigned Bits>
std::uint64_t common_prefix_in_piece(const text_view& text, std::uint64_t a, std::uint64_t b, std::uint64_t known) {
    const unsigned bits = Bits > 0 ? Bits : text.bits;
    const unsigned step = bits_per_word / bits;
    const std::uint64_t most = text.size - std::max(a, b);
    while (known < most) {
        const std::uint64_t differ = text.window(a + known) ^ text.window(b + known);
        const unsigned equal = differ == 0 ? step : std::min(step, base::leading_zeros(differ) / bits);
        known += equal;
        if (equal < step) break;
    }
    return std::min(known, most);
}

/// Replaces the predecessor of each position by the length of their common prefix, by compare_from(a, b, known): some
/// positions at a time, first those that have a predecessor, then those behind them. Which ones have one is hard to
/// predict, so no branch depends on it.
template <bool Borders, class Position, class Compare>
void compare(const text_view& text, Position* pairs, std::uint64_t first, std::uint64_t last, Compare compare_from) {
    constexpr std::uint64_t at_a_time = 1024;
    std::array<std::uint64_t, at_a_time> found; // NOLINT(cppcoreguidelines-pro-type-member-init): filled below
    std::uint64_t shared = 0;
    std::uint64_t compared = first - 1; // the last position that was, or that in front of all
    std::uint64_t expected = text.size; // one behind its predecessor
    Position of_last = 0;
    for (std::uint64_t begin = first; begin < last; begin += at_a_time) {
        const std::uint64_t end = std::min(last, begin + at_a_time);
        std::uint64_t count = 0;
        for (std::uint64_t position = begin; position < end; ++position) {
            found[count] = position;
            count += pairs[position] != 0 ? 1U : 0U;
        }
        for (std::uint64_t at = 0; at < count; ++at) {
            if (at + tuning::near_ahead < count) {
                const std::uint64_t other = std::min(pairs[found[at + tuning::near_ahead]] + shared, text.size);
                __builtin_prefetch(text.letters + other * text.bits / bits_per_word);
                if constexpr (Borders) __builtin_prefetch(text.cuts + other / bits_per_word);
            }
            const std::uint64_t position = found[at];
            const std::uint64_t before = pairs[position] - 1;
            const std::uint64_t between = position - compared - 1;
            shared -= between; // both are letters further, and reach the same difference or border
            expected += between;
            if (before == expected && shared > 1) {
                --shared;
            } else {
                if (shared > 0) --shared;
                shared = before == position ? 0 : compare_from(position, before, shared);
            }
            compared = position;
            expected = before + 1;
            pairs[position] = static_cast<Position>(shared + 1);
        }
        for (std::uint64_t position = begin; position < end; ++position) {
            of_last = (pairs[position] != 0 ? pairs[position] : of_last) - 1;
            pairs[position] = of_last;
        }
    }
}

template <class Position>
void compare_all(const text_view& text, Position* pairs, std::uint64_t first, std::uint64_t last, bool one_piece) {
    const auto in_piece = [&]<unsigned Bits>(std::integral_constant<unsigned, Bits>) {
        compare<false>(text, pairs, first, last, [&](std::uint64_t a, std::uint64_t b, std::uint64_t known) {
            return common_prefix_in_piece<Bits>(text, a, b, known);
        });
    };
    if (!one_piece)
        compare<true>(text, pairs, first, last, [&](std::uint64_t a, std::uint64_t b, std::uint64_t known) {
            return common_prefix(text, a, b, known);
        });
    else if (text.bits == 2)
        in_piece(std::integral_constant<unsigned, 2>{});
    else if (text.bits == 8)
        in_piece(std::integral_constant<unsigned, 8>{});
    else
        in_piece(std::integral_constant<unsigned, 0>{});
}

} // namespace

template <class Position>
runtime::far_array<Position> prefixes_of(const text_view& text, std::span<const Position> suffixes,
                                         runtime::thread_pool& workers, preceding_letters<Position> preceding,
                                         runtime::far_array<Position>* ranks) {
    const std::uint64_t size = suffixes.size();
    runtime::far_array<Position> in_text(size);
    in_parts(size, workers, [&](std::uint64_t first, std::uint64_t last) {
        if (preceding.letters == nullptr)
            put_predecessors(suffixes, in_text.data(), first, last);
        else
            put_predecessors_of_runs(suffixes, preceding, in_text.data(), first, last);
    });
    // Few and large parts, because each begins to compare at the first letter.
    const std::uint64_t parts = std::clamp<std::uint64_t>(size / tuning::places_per_task, 1,
                                                          std::uint64_t{8} * std::max(2U, workers.threads()));
    const bool one_piece = is_one_piece(text);
    const std::vector<std::uint64_t> begins = begins_of_parts<Position>(in_text.view(), parts);
    workers.run(parts, {"comparing neighbours", "suffixes", size}, [&](std::size_t part, unsigned) {
        compare_all(text, in_text.data(), begins[part], begins[part + 1], one_piece);
        return begins[part + 1] - begins[part];
    });
    runtime::far_array<Position> prefixes = std::move(preceding.room); // pages that need not be cleared
    if (prefixes.size() < size) prefixes = runtime::far_array<Position>(size);
    prefixes.shorten(size);
    in_parts(size, workers, [&](std::uint64_t first, std::uint64_t last) {
        for (std::uint64_t rank = first; rank < last; ++rank) {
            if (rank + tuning::ahead_in_level_2 < last)
                __builtin_prefetch(&in_text[suffixes[rank + tuning::ahead_in_level_2]], 0, 1);
            Position& here = in_text[suffixes[rank]];
            prefixes[rank] = here;
            if (ranks != nullptr) here = static_cast<Position>(rank);
        }
    });
    if (ranks != nullptr) *ranks = std::move(in_text);
    return prefixes;
}

template runtime::far_array<std::uint32_t> prefixes_of<std::uint32_t>(const text_view&, std::span<const std::uint32_t>,
                                                                      runtime::thread_pool&,
                                                                      preceding_letters<std::uint32_t>,
                                                                      runtime::far_array<std::uint32_t>*);
template runtime::far_array<std::uint64_t> prefixes_of<std::uint64_t>(const text_view&, std::span<const std::uint64_t>,
                                                                      runtime::thread_pool&,
                                                                      preceding_letters<std::uint64_t>,
                                                                      runtime::far_array<std::uint64_t>*);

} // namespace concord::overlap
