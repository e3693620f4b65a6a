// Windows of nucleotides with edits, by their anchors (variants/anchored_search.hpp), as steps of a device: how far a
// window reaches around each of them.
//
//   threads   of a task take every `threads`-th of the places of its blocks: a screen of the letters on both sides,
//   then
//             the furthest-reaching points; a sequence that the word reaches has a bit
#pragma once

#include "problems/substring/gpu/anchor_screen.hpp"
#include "problems/substring/gpu/window_tasks.hpp"

#include <cstdint>

namespace concord::substring {

/// How far a word reaches around an anchor (variants/reach_kernels.hpp), `Edits` edits.
template <unsigned Edits>
class anchor_follower {
  public:
    static constexpr unsigned diagonals = 2 * Edits + 1;
    static constexpr std::uint32_t letters_of_word = 64 - 2 * Edits;

    /// Whether so many letters of the word at `word`, at most letters_of_word, occur on the diagonals of `place`, in
    /// the piece [first, last); all + margin_of_planes.
    [[nodiscard]] static CONCORD_HD bool occurs(const planes_there& planes, std::uint64_t word, std::uint32_t length,
                                                std::int64_t place, std::int64_t first, std::int64_t last) {
        const auto from = static_cast<std::uint64_t>(place - static_cast<std::int64_t>(Edits));
        const letters_of_planes of_word = planes.from(word);
        const letters_of_planes text = planes.from(from);
        const std::uint64_t none = sequence::bits_from(planes.none, from);
        const std::uint64_t beyond = sequence::bits_from(planes.none, word) | ~std::uint64_t{0} << length;
        std::uint64_t different[diagonals]; // NOLINT(cppcoreguidelines-avoid-c-arrays)
        std::uint64_t limit[diagonals];     // NOLINT(cppcoreguidelines-avoid-c-arrays): up to the end of the piece
        std::uint64_t row[diagonals];       // NOLINT(cppcoreguidelines-avoid-c-arrays)
        for (unsigned d = 0; d < diagonals; ++d) {
            const std::int64_t begin = place + static_cast<std::int64_t>(d) - static_cast<std::int64_t>(Edits);
            const std::int64_t room = last - begin;
            limit[d] = room < 0 ? 0 : room >= 64 ? ~std::uint64_t{0} : std::uint64_t{1} << room;
            different[d] = (text.low >> d ^ of_word.low) | (text.high >> d ^ of_word.high) | none >> d | beyond |
                           (room >= 64 ? 0 : ~limit[d] + 1);
            row[d] = begin < first || room < 0 ? 0 : lowest(different[d]);
        }
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
        for (unsigned edits = 1; edits <= Edits; ++edits) {
            std::uint64_t before = 0; // on the diagonal before, with an edit less
            for (unsigned d = 0; d < diagonals; ++d) {
                std::uint64_t consumed = row[d];
                if (d + 1 < diagonals) consumed = greater(consumed, row[d + 1]);
                std::uint64_t furthest = greater(consumed << 1U, before);
                if (furthest > limit[d]) furthest = limit[d];
                before = row[d];
                row[d] = lowest(different[d] & (~furthest + 1));
            }
        }
        std::uint64_t most = 0;
        for (unsigned d = 0; d < diagonals; ++d)
            most = greater(most, row[d]);
        return most >= std::uint64_t{1} << length;
    }

    /// The same for any number of letters.
    [[nodiscard]] static CONCORD_HD bool reaches(const planes_there& planes, std::uint64_t word, std::int64_t needed,
                                                 std::int64_t place, std::int64_t first, std::int64_t last) {
        constexpr std::int64_t nowhere = -64;
        std::int64_t row[diagonals]; // NOLINT(cppcoreguidelines-avoid-c-arrays)
        for (unsigned d = 0; d < diagonals; ++d) {
            const std::int64_t begin = place + static_cast<std::int64_t>(d) - static_cast<std::int64_t>(Edits);
            row[d] = begin < first || begin > last ? nowhere : slide(planes, word, needed, begin, last, 0);
            if (row[d] >= needed) return true;
        }
        for (unsigned edits = 1; edits <= Edits; ++edits) {
            std::int64_t before = nowhere;
            for (unsigned d = 0; d < diagonals; ++d) {
                const std::int64_t begin = place + static_cast<std::int64_t>(d) - static_cast<std::int64_t>(Edits);
                std::int64_t furthest = row[d] + 1;
                if (d + 1 < diagonals && row[d + 1] + 1 > furthest) furthest = row[d + 1] + 1;
                if (before > furthest) furthest = before;
                if (furthest > last - begin) furthest = last - begin;
                before = row[d];
                row[d] = furthest < 0 || begin + furthest < first ? nowhere
                                                                  : slide(planes, word, needed, begin, last, furthest);
                if (row[d] >= needed) return true;
            }
        }
        return false;
    }

  private:
    template <class Bits>
    [[nodiscard]] static CONCORD_HD Bits lowest(Bits bits) {
        return bits & (~bits + 1);
    }
    template <class Bits>
    [[nodiscard]] static CONCORD_HD Bits greater(Bits a, Bits b) {
        return a > b ? a : b;
    }

    /// From letter `at` of the word on, to the next that differs.
    [[nodiscard]] static CONCORD_HD std::int64_t slide(const planes_there& planes, std::uint64_t word,
                                                       std::int64_t needed, std::int64_t begin, std::int64_t last,
                                                       std::int64_t at) {
        const std::int64_t most = needed < last - begin ? needed : last - begin;
        while (at < most) {
            const std::uint64_t different =
                planes.differences(word + static_cast<std::uint64_t>(at), static_cast<std::uint64_t>(begin + at));
            const std::int64_t equal = different == 0 ? 64 : base::lowest_one(different);
            at += equal;
            if (equal < 64) break;
        }
        return at < most ? at : most;
    }
};

/// Step: some anchors of a task, for each of tasks * threads. `HasSides`: the index has the letters beside each place.
template <unsigned Edits, bool HasSides>
struct follow_anchors {
    static constexpr unsigned at_once = 16; ///< anchors that are screened before those that are left are followed
    static constexpr unsigned bits_of_edits = 4;
    planes_there planes;
    indexes_there indexes;
    pieces_there pieces;
    const window_task* tasks;
    std::uint32_t* holders;   ///< of each task: sequences that the word reaches
    std::uint32_t* marks;     ///< of each task: a bit for each sequence
    std::uint64_t mark_words; ///< of 32 sequences
    std::uint64_t support;    ///< no more are counted
    std::uint32_t threads;

    CONCORD_HD void operator()(std::uint64_t index) const {
        const std::uint64_t number = index / threads;
        const window_task& task = tasks[number];
        volatile const std::uint32_t* const found = holders + number; // others add to it
        for (unsigned block = 0; block <= Edits; ++block) {
            const index_there& of = indexes.each[task.blocks.indexes[block]];
            const std::uint64_t offset = task.blocks.offsets[block];
            std::uint64_t code = 0;
            if (!of.word_at(planes, task.start + offset, code)) continue;
            const std::uint64_t count = of.next[code];
            const std::uint64_t entries = of.first[code];
            const std::uint64_t left = offset;
            const std::uint64_t right = task.needed - offset - of.letters;
            // A side of few letters stands nearly everywhere, so that the other one is the first to be screened.
            const bool is_left_first = left >= right || left > most_letters_of_no_screen;
            const side before{HasSides ? of.before + entries : nullptr, left,
                              of.before_word(planes, task.start + offset)};
            const side behind{HasSides ? of.behind + entries : nullptr, right,
                              of.behind_word(planes, task.start + offset)};
            const std::uint32_t* const places = of.places + entries;
            const side one = is_left_first ? before : behind;
            const side other = is_left_first ? behind : before;
            for (std::uint64_t first = index % threads; first < count; first += std::uint64_t{at_once} * threads) {
                if (*found >= support) return;
                // Few anchors are left by one side, and not the same for all threads: so all threads screen several of
                // them before each takes those that it has left.
                std::uint32_t kept = 0;
                std::uint64_t edits_of = 0;
                for (unsigned at = 0; at < at_once && first + std::uint64_t{at} * threads < count; ++at) {
                    const unsigned edits =
                        edits_at(one, planes, of, is_left_first, places, first + std::uint64_t{at} * threads);
                    if (edits > Edits) continue;
                    kept |= 1U << at;
                    edits_of |= std::uint64_t{edits} << bits_of_edits * at;
                }
                for (; kept != 0; kept &= kept - 1) {
                    const unsigned at = base::lowest_one(kept);
                    const std::uint64_t entry = first + std::uint64_t{at} * threads;
                    const auto edits = static_cast<unsigned>(edits_of >> bits_of_edits * at & 0xFU);
                    if (edits + edits_at(other, planes, of, !is_left_first, places, entry) > Edits) continue;
                    const std::uint64_t anchor = places[entry];
                    take(number, task, anchor, anchor + margin_of_planes - offset);
                }
            }
        }
    }

  private:
    using screen = anchor_screen<Edits>;
    /// So few letters stand within `Edits` edits at nearly every place.
    static constexpr std::uint64_t most_letters_of_no_screen = std::uint64_t{2} * Edits;

    /// One side of a block.
    struct side {
        const letters_of_side* of_places; ///< where the block stands; null without HasSides
        std::uint64_t length;             ///< letters of the window
        letters_of_side letters;          ///< those of them that are next to the block

        /// Edits that they have at least beside these letters of the text, or too many.
        [[nodiscard]] CONCORD_HD unsigned edits_of(const letters_of_side& text) const {
            return screen::edits(
                letters, static_cast<std::uint32_t>(length < screen::most_letters ? length : screen::most_letters),
                text);
        }
    };

    /// Edits that a side has at least at one of the places of its block, or too many.
    [[nodiscard]] CONCORD_HD static unsigned edits_at(const side& here, const planes_there& planes,
                                                      const index_there& of, bool is_left, const std::uint32_t* places,
                                                      std::uint64_t entry) {
        if (here.length == 0) return 0;
        if constexpr (HasSides)
            return here.edits_of(here.of_places[entry]);
        else
            return here.edits_of(is_left ? of.before_word(planes, places[entry])
                                         : of.behind_word(planes, places[entry]));
    }

    /// Follows an anchor, and marks its sequence.
    CONCORD_HD void take(std::uint64_t number, const window_task& task, std::uint64_t anchor,
                         std::uint64_t place) const {
        using follower = anchor_follower<Edits>;
        const std::uint32_t piece = pieces.at(anchor);
        const std::uint32_t sequence = pieces.sequences[piece];
        std::uint32_t& mark = marks[number * mark_words + sequence / 32];
        const std::uint32_t bit = 1U << sequence % 32;
        if ((*static_cast<volatile const std::uint32_t*>(&mark) & bit) != 0) return;
        const std::uint64_t word = task.start + margin_of_planes;
        const auto begin = static_cast<std::int64_t>(place);
        const auto first = static_cast<std::int64_t>(pieces.firsts[piece] + margin_of_planes);
        const auto last = static_cast<std::int64_t>(pieces.lasts[piece] + margin_of_planes);
        if (!(task.needed <= follower::letters_of_word
                  ? follower::occurs(planes, word, static_cast<std::uint32_t>(task.needed), begin, first, last)
                  : follower::reaches(planes, word, static_cast<std::int64_t>(task.needed), begin, first, last)))
            return;
        if ((base::atomic_or(mark, bit) & bit) == 0) base::atomic_add(holders[number], 1U);
    }
};

/// Windows, in any order.
struct window_list {
    std::uint64_t* starts;
    std::uint32_t* count;
};

/// Step: what a task says of its window, and of those before it in its strip.
struct judge_task {
    const window_task* tasks;
    const std::uint32_t* holders;  ///< by class
    const std::uint32_t* class_of; ///< of each task; null: its own number
    std::uint64_t* ends;
    std::uint32_t length;
    std::uint64_t support;
    window_list found;  ///< windows that have the support
    window_task* again; ///< tasks whose first letters have it: for all of the letters
    std::uint32_t* again_count;

    CONCORD_HD void operator()(std::uint64_t index) const {
        window_task task = tasks[index];
        if (holders[class_of == nullptr ? index : class_of[index]] < support) {
            const std::uint64_t end = task.start + task.needed - 1;
            if (end < ends[task.strip]) ends[task.strip] = end;
        } else if (task.needed < length) {
            task.needed = length;
            again[base::atomic_add(*again_count, 1U)] = task;
        } else {
            found.starts[base::atomic_add(*found.count, 1U)] = task.start;
        }
    }
};

/// Step: how many sequences hold the window of a task.
struct count_holders {
    const window_task* tasks;
    const std::uint32_t* holders;  ///< as above
    const std::uint32_t* class_of; ///< as above
    std::uint32_t* counts;         ///< by strip

    CONCORD_HD void operator()(std::uint64_t index) const {
        counts[tasks[index].strip] = holders[class_of == nullptr ? index : class_of[index]];
    }
};

} // namespace concord::substring
