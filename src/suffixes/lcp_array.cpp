// The LCP array, in text order (Kasai and others; Kärkkäinen, Manzini and Puglisi).
//
// Three passes, each with random access to one array only; a single pass with random access to four arrays is far
// slower. Where two neighbours of the suffix array are preceded by the same letter, the suffixes one letter further
// left are neighbours, too, and share one letter more. So if the preceding letters are known, only the first suffix of
// each run of them is compared with the one before it, and the prefixes of the others are read off in text order.
#include "suffixes/chosen_places.hpp"
#include "suffixes/few_pieces.hpp"
#include "suffixes/sais_buckets.hpp"
#include "suffixes/suffix_array.hpp"
#include "suffixes/tuning.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <type_traits>
#include <utility>
#include <vector>

namespace concord::suffixes {
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
    const auto put = [&](std::uint64_t rank) { in_text[suffixes[rank]] = suffixes[rank == 0 ? 0 : rank - 1] + 1; };
    for (const std::uint64_t end = std::min(last, preceding.first + 1); first < end; ++first)
        put(first);
    chosen_places found;
    for (std::uint64_t begin = first; begin < last; begin += chosen_places::at_a_time) {
        const std::uint8_t* const letters = preceding.letters + (begin - preceding.first);
        found.list(std::min(last - begin, chosen_places::at_a_time),
                   [letters](std::uint64_t place) { return begins_run(letters + place) != 0; });
        const Position* const here = suffixes.data() + begin;
        for (std::uint64_t at = 0; at < found.size(); ++at) {
            if (at + tuning::ahead_in_level_2 < found.size())
                __builtin_prefetch(in_text + here[found[at + tuning::ahead_in_level_2]], 1, 1);
            const Position* const suffix = here + found[at];
            in_text[*suffix] = suffix[-1] + 1;
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

/// common_prefix in a text of few pieces, of letters of so many bits (0: any).
template <unsigned Bits>
std::uint64_t common_prefix_in_pieces(const text_view& text, const few_pieces& pieces, std::uint64_t a, std::uint64_t b,
                                      std::uint64_t known) {
    const unsigned bits = Bits > 0 ? Bits : text.bits;
    const unsigned step = bits_per_word / bits;
    const std::uint64_t most = std::min(pieces.letters_from(a), pieces.letters_from(b));
    while (known < most) {
        const std::uint64_t differ = text.window(a + known) ^ text.window(b + known);
        const unsigned equal = differ == 0 ? step : std::min(step, base::leading_zeros(differ) / bits);
        known += equal;
        if (equal < step) break;
    }
    return std::min(known, most);
}

/// The same of letters as bytes, the last of which occurs once. Reads up to seven bytes behind it.
inline std::uint64_t common_prefix_of_bytes(const std::uint8_t* letters, std::uint64_t a, std::uint64_t b,
                                            std::uint64_t known) {
    static_assert(std::endian::native == std::endian::little);
    const auto differ = [=](std::uint64_t at) {
        std::uint64_t of_a = 0;
        std::uint64_t of_b = 0;
        std::memcpy(&of_a, letters + a + at, sizeof(of_a));
        std::memcpy(&of_b, letters + b + at, sizeof(of_b));
        return of_a ^ of_b;
    };
    constexpr std::uint64_t step = sizeof(std::uint64_t);
    // Most share few letters: their comparison need not wait for what is known from the one before.
    if (const std::uint64_t first = differ(0); first != 0) return base::lowest_one(first) / 8;
    for (known = std::max(known, step);; known += step)
        if (const std::uint64_t next = differ(known); next != 0) return known + base::lowest_one(next) / 8;
}

/// Replaces the predecessor of each position by the length of their common prefix, by compare_from(a, b, known): some
/// positions at a time, first those that have a predecessor, then those behind them. Which ones have one is hard to
/// predict, so no branch depends on it. Prefetches letters, or borders too. Of those that have one, the longest on
/// another side of `across` than it.
enum class asked_for : std::uint8_t { nothing, letters, borders };
template <asked_for Asked, class Position, class Border, class Compare>
std::uint64_t compare(const text_view& text, Position* pairs, std::uint64_t first, std::uint64_t last, Border across,
                      Compare compare_from) {
    chosen_places found;
    std::uint64_t shared = 0;
    std::uint64_t compared = first - 1; // the last position that was, or that in front of all
    std::uint64_t expected = text.size; // one behind its predecessor
    Position reached = 0;               // one behind what a position shares with its predecessor; it never decreases
    std::uint64_t longest_across = 0;
    for (std::uint64_t begin = first; begin < last; begin += chosen_places::at_a_time) {
        Position* const here = pairs + begin;
        const std::uint64_t count = std::min(last - begin, chosen_places::at_a_time);
        found.list(count, [here](std::uint64_t place) { return here[place] != 0; });
        for (std::uint64_t at = 0; at < found.size(); ++at) {
            if (Asked != asked_for::nothing && at + tuning::near_ahead < found.size()) {
                const std::uint64_t other = std::min(here[found[at + tuning::near_ahead]] + shared, text.size);
                __builtin_prefetch(text.letters + other * text.bits / bits_per_word);
                if constexpr (Asked == asked_for::borders) __builtin_prefetch(text.cuts + other / bits_per_word);
            }
            const std::uint64_t position = begin + found[at];
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
            const bool is_across = (position < across) != (before < across);
            longest_across = std::max(longest_across, is_across ? shared : 0);
        }
        for (std::uint64_t place = 0; place < count; ++place) {
            const auto position = static_cast<Position>(begin + place);
            reached = std::max<Position>(reached, here[place] + position);
            here[place] = reached - position - 1;
        }
    }
    return longest_across;
}

/// Where no position is in front of a border: none is across, which the compiler then knows.
using no_border = std::integral_constant<std::uint64_t, 0>;

template <class Position, class Border>
std::uint64_t compare_all(const text_view& text, Position* pairs, std::uint64_t first, std::uint64_t last,
                          Border across, const few_pieces& pieces, const std::uint8_t* letters) {
    if (letters != nullptr)
        return compare<asked_for::nothing>(text, pairs, first, last, across,
                                           [letters](std::uint64_t a, std::uint64_t b, std::uint64_t known) {
                                               return common_prefix_of_bytes(letters, a, b, known);
                                           });
    const auto in_pieces = [&]<unsigned Bits>(std::integral_constant<unsigned, Bits>) {
        return compare<asked_for::letters>(text, pairs, first, last, across,
                                           [&](std::uint64_t a, std::uint64_t b, std::uint64_t known) {
                                               return common_prefix_in_pieces<Bits>(text, pieces, a, b, known);
                                           });
    };
    if (!pieces.are_all())
        return compare<asked_for::borders>(
            text, pairs, first, last, across,
            [&](std::uint64_t a, std::uint64_t b, std::uint64_t known) { return common_prefix(text, a, b, known); });
    if (text.bits == 2) return in_pieces(std::integral_constant<unsigned, 2>{});
    if (text.bits == 8) return in_pieces(std::integral_constant<unsigned, 8>{});
    return in_pieces(std::integral_constant<unsigned, 0>{});
}

} // namespace

template <class Position>
prefixes_in_text<Position> prefixes_by_position(const text_view& text, std::span<const Position> suffixes,
                                                runtime::thread_pool& workers,
                                                const preceding_letters<Position>& preceding, std::uint64_t border) {
    const std::uint64_t size = suffixes.size();
    prefixes_in_text<Position> found{runtime::far_array<Position>(size)};
    Position* const in_text = found.prefixes.data();
    in_parts(size, workers, [&](std::uint64_t first, std::uint64_t last) {
        if (preceding.letters == nullptr)
            put_predecessors(suffixes, in_text, first, last);
        else
            put_predecessors_of_runs(suffixes, preceding, in_text, first, last);
    });
    // Few and large parts, because each begins to compare at the first letter.
    const std::uint64_t parts = std::clamp<std::uint64_t>(size / tuning::places_per_task, 1,
                                                          std::uint64_t{8} * std::max(2U, workers.threads()));
    const few_pieces pieces(text);
    const std::vector<std::uint64_t> begins = begins_of_parts<Position>(found.prefixes.view(), parts);
    std::vector<std::uint64_t> longest_across(parts);
    workers.run(parts, {"comparing neighbours", "suffixes", size}, [&](std::size_t part, unsigned) {
        const auto compare_with = [&](auto across) {
            return compare_all(text, in_text, begins[part], begins[part + 1], across, pieces, preceding.all);
        };
        longest_across[part] = border > 0 ? compare_with(border) : compare_with(no_border{});
        return begins[part + 1] - begins[part];
    });
    found.longest_across = std::ranges::max(longest_across);
    return found;
}

template <class Position>
runtime::far_array<Position> prefixes_of(const text_view& text, std::span<const Position> suffixes,
                                         runtime::thread_pool& workers, preceding_letters<Position> preceding,
                                         runtime::far_array<Position>* ranks) {
    const std::uint64_t size = suffixes.size();
    runtime::far_array<Position> in_text = prefixes_by_position(text, suffixes, workers, preceding, 0).prefixes;
    runtime::far_array<Position> prefixes = std::move(preceding.room); // pages that need not be cleared
    if (prefixes.size() < size) prefixes = runtime::far_array<Position>(size);
    prefixes.shorten(size);
    in_parts(size, workers, [&](std::uint64_t first, std::uint64_t last) {
        if (ranks == nullptr && !is_worth_prefetching(size)) {
            const Position* const order = suffixes.data();
            const Position* const found = in_text.data();
            Position* const to = prefixes.data();
            for (std::uint64_t rank = first; rank < last; ++rank)
                to[rank] = found[order[rank]];
            return;
        }
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

template prefixes_in_text<std::uint32_t>
prefixes_by_position<std::uint32_t>(const text_view&, std::span<const std::uint32_t>, runtime::thread_pool&,
                                    const preceding_letters<std::uint32_t>&, std::uint64_t);
template runtime::far_array<std::uint32_t> prefixes_of<std::uint32_t>(const text_view&, std::span<const std::uint32_t>,
                                                                      runtime::thread_pool&,
                                                                      preceding_letters<std::uint32_t>,
                                                                      runtime::far_array<std::uint32_t>*);
template prefixes_in_text<std::uint64_t>
prefixes_by_position<std::uint64_t>(const text_view&, std::span<const std::uint64_t>, runtime::thread_pool&,
                                    const preceding_letters<std::uint64_t>&, std::uint64_t);
template runtime::far_array<std::uint64_t> prefixes_of<std::uint64_t>(const text_view&, std::span<const std::uint64_t>,
                                                                      runtime::thread_pool&,
                                                                      preceding_letters<std::uint64_t>,
                                                                      runtime::far_array<std::uint64_t>*);

} // namespace concord::suffixes
