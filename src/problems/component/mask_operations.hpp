// 64 (or 32) cells of a row are a word, bit 0 the leftmost. The operations on words: which cells agree, which have
// neighbours, and one step of a flood. For any word type, on host and device, without a thread index.
#pragma once

#include "base/bits.hpp"
#include "base/host_device.hpp"

#include <cstdint>

namespace concord::component {

/// Cells whose codes differ, plane by plane: begins with 0; the complement is the result.
template <class Word>
[[nodiscard]] CONCORD_HD constexpr Word add_plane(Word differ, Word a, Word b) noexcept {
    return static_cast<Word>(differ | (a ^ b));
}

/// Cells whose rank is in an interval, bit by bit from the lowest plane to the highest: a higher bit that differs
/// decides, an equal one keeps the decision of the bits below. Of several channels all must be inside.
template <class Word>
struct within {
    Word earlier = static_cast<Word>(~Word{0}); ///< inside in the channels before
    Word at_least = static_cast<Word>(~Word{0});
    Word at_most = static_cast<Word>(~Word{0});

    CONCORD_HD constexpr void add_plane(Word a, Word lowest, Word highest) noexcept {
        const Word above = static_cast<Word>(a ^ lowest);
        const Word below = static_cast<Word>(a ^ highest);
        at_least = static_cast<Word>((above & a) | (~above & at_least));
        at_most = static_cast<Word>((below & highest) | (~below & at_most));
    }
    CONCORD_HD constexpr void next_channel() noexcept {
        earlier = all();
        at_least = at_most = static_cast<Word>(~Word{0});
    }
    [[nodiscard]] CONCORD_HD constexpr Word all() const noexcept {
        return static_cast<Word>(earlier & at_least & at_most);
    }
};

/// Three adjacent words of a row; the operation is on the middle one, the others give their nearest cell.
template <class Word>
struct word_neighbours {
    Word before;
    Word here;
    Word after;

    /// Cells whose left neighbour is set, and cells whose right neighbour is set.
    [[nodiscard]] CONCORD_HD constexpr Word from_left() const noexcept {
        return static_cast<Word>(here << 1U | before >> (sizeof(Word) * 8 - 1));
    }
    [[nodiscard]] CONCORD_HD constexpr Word from_right() const noexcept {
        return static_cast<Word>(here >> 1U | after << (sizeof(Word) * 8 - 1));
    }
    [[nodiscard]] CONCORD_HD constexpr Word from_sides() const noexcept {
        return static_cast<Word>(from_left() | from_right());
    }
};

/// Cells with a set neighbour; Corners: cells that share only a corner are neighbours, too.
template <bool Corners, class Word>
[[nodiscard]] CONCORD_HD constexpr Word with_neighbour(const word_neighbours<Word>& above,
                                                       const word_neighbours<Word>& row,
                                                       const word_neighbours<Word>& below) noexcept {
    Word any = static_cast<Word>(row.from_sides() | above.here | below.here);
    if (Corners) any = static_cast<Word>(any | above.from_sides() | below.from_sides());
    return any;
}

/// Counts one more neighbour of each cell: at least one so far, at least two so far.
template <class Word>
struct neighbours_seen {
    Word one = 0;
    Word two = 0;

    CONCORD_HD constexpr void add(Word neighbour) noexcept {
        two = static_cast<Word>(two | (one & neighbour));
        one = static_cast<Word>(one | neighbour);
    }
};

/// Cells with two set neighbours or more.
template <bool Corners, class Word>
[[nodiscard]] CONCORD_HD constexpr Word with_two_neighbours(const word_neighbours<Word>& above,
                                                            const word_neighbours<Word>& row,
                                                            const word_neighbours<Word>& below) noexcept {
    neighbours_seen<Word> seen;
    seen.add(above.here), seen.add(below.here), seen.add(row.from_left()), seen.add(row.from_right());
    if (Corners) {
        seen.add(above.from_left()), seen.add(above.from_right());
        seen.add(below.from_left()), seen.add(below.from_right());
    }
    return seen.two;
}

/// One step of a flood: the flooded cells, and their neighbours in the mask.
template <bool Corners, class Word>
[[nodiscard]] CONCORD_HD constexpr Word flooded(const word_neighbours<Word>& above, const word_neighbours<Word>& row,
                                                const word_neighbours<Word>& below, Word mask) noexcept {
    return static_cast<Word>((row.here | with_neighbour<Corners>(above, row, below)) & mask);
}

/// The largest component that can be dropped entirely in `rounds` rounds of dropping cells with fewer than two
/// neighbours: a tree whose cells are all within rounds - 1 steps of one of two neighbours.
[[nodiscard]] CONCORD_HD constexpr std::uint64_t most_that_vanish(std::uint64_t rounds,
                                                                  unsigned connectivity) noexcept {
    return connectivity == 4 ? 2 * rounds * rounds : 4 * rounds * rounds - 2;
}

/// An upper bound of the components of a shift with so many agreeing cells. `joints` of them have two neighbours or
/// more: each cell of a component of three or more is a joint or beside one. `firm` joints have two neighbours among
/// the joints: if there are none, two rounds drop everything.
[[nodiscard]] CONCORD_HD constexpr std::uint64_t bound_by_counts(std::uint64_t cells, std::uint64_t joints,
                                                                 std::uint64_t firm, unsigned connectivity) noexcept {
    std::uint64_t bound = joints == 0 ? 2 : (connectivity - 1) * joints + 2;
    if (firm == 0 && bound > most_that_vanish(2, connectivity)) bound = most_that_vanish(2, connectivity);
    return cells < bound ? cells : bound;
}

} // namespace concord::component
