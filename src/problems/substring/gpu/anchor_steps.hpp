// Windows of nucleotides with edits, by their anchors (variants/anchored_search.hpp), as steps of a device: how far a
// window reaches around each of them.
//
//   threads   of a task take every `threads`-th of the places of its blocks: two screens of some 25 letters, then the
//             furthest-reaching points; a sequence that the word reaches has a bit
#pragma once

#include "problems/substring/gpu/window_tasks.hpp"

#include <cstdint>

namespace concord::substring {

/// How far a word reaches around an anchor (variants/reach_kernels.hpp), `Edits` edits.
template <unsigned Edits>
class anchor_follower {
  public:
    static constexpr unsigned diagonals = 2 * Edits + 1;
    static constexpr std::uint32_t letters_of_part = 31 - 2 * Edits;
    static constexpr std::uint32_t letters_of_word = 64 - 2 * Edits;

    /// Whether `length` letters of a word, at most letters_of_part, may occur on the diagonals of `place`, as if
    /// letters that match nothing were As. `word` and the text as planes_there::letters gives them.
    [[nodiscard]] static CONCORD_HD bool may_occur(std::uint64_t word, std::uint32_t length, std::uint64_t text) {
        const auto low = static_cast<std::uint32_t>(text);
        const auto high = static_cast<std::uint32_t>(text >> 32U);
        const auto low_of_word = static_cast<std::uint32_t>(word);
        const auto high_of_word = static_cast<std::uint32_t>(word >> 32U);
        const std::uint32_t beyond = ~std::uint32_t{0} << length;
        std::uint32_t different[diagonals]; // NOLINT(cppcoreguidelines-avoid-c-arrays)
        std::uint32_t row[diagonals];       // NOLINT(cppcoreguidelines-avoid-c-arrays)
        for (unsigned d = 0; d < diagonals; ++d) {
            different[d] = (low >> d ^ low_of_word) | (high >> d ^ high_of_word) | beyond;
            row[d] = lowest(different[d]);
        }
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
        for (unsigned edits = 1; edits <= Edits; ++edits) {
            std::uint32_t before = 0; // on the diagonal before, with an edit less
            for (unsigned d = 0; d < diagonals; ++d) {
                std::uint32_t consumed = row[d];
                if (d + 1 < diagonals) consumed = greater(consumed, row[d + 1]);
                const std::uint32_t furthest = greater(consumed << 1U, before);
                before = row[d];
                row[d] = lowest(different[d] & (~furthest + 1));
            }
        }
        std::uint32_t most = 0;
        for (unsigned d = 0; d < diagonals; ++d)
            most = greater(most, row[d]);
        return most >= std::uint32_t{1} << length;
    }

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

/// Step: some anchors of a task, for each of tasks * threads.
template <unsigned Edits>
struct follow_anchors {
    static constexpr unsigned steps_between_looks = 8;
    planes_there planes;
    indexes_there indexes;
    pieces_there pieces;
    const window_task* tasks;
    std::uint32_t* holders;   ///< of each task: sequences that the word reaches
    std::uint32_t* marks;     ///< of each task: a bit for each sequence
    std::uint64_t mark_words; ///< of 32 sequences
    std::uint64_t support;
    std::uint32_t threads;

    CONCORD_HD void operator()(std::uint64_t index) const {
        using follower = anchor_follower<Edits>;
        const std::uint64_t number = index / threads;
        const window_task& task = tasks[number];
        const std::uint64_t word = task.start + margin_of_planes;
        const auto part = static_cast<std::uint32_t>(
            task.needed < follower::letters_of_part ? task.needed : follower::letters_of_part);
        const std::uint64_t first_part = planes.letters(word);
        const std::uint64_t last_part = planes.letters(word + task.needed - part);
        volatile const std::uint32_t* const found = holders + number; // others add to it
        for (unsigned block = 0; block <= Edits; ++block) {
            const index_there& of = indexes.each[task.blocks.indexes[block]];
            const std::uint64_t offset = task.blocks.offsets[block];
            std::uint64_t code = 0;
            if (!of.word_at(planes, task.start + offset, code)) continue;
            const std::uint64_t count = of.next[code];
            unsigned step = 0;
            for (std::uint64_t at = index % threads; at < count; at += threads) {
                if (step++ % steps_between_looks == 0 && *found >= support) return;
                const std::uint64_t anchor = of.places[of.first[code] + at];
                const std::uint64_t place = anchor + margin_of_planes - offset;
                if (!follower::may_occur(first_part, part, planes.letters(place - Edits)) ||
                    !follower::may_occur(last_part, part, planes.letters(place + task.needed - part - Edits)))
                    continue;
                const std::uint32_t piece = pieces.at(anchor);
                const auto begin = static_cast<std::int64_t>(place);
                const auto first = static_cast<std::int64_t>(pieces.firsts[piece] + margin_of_planes);
                const auto last = static_cast<std::int64_t>(pieces.lasts[piece] + margin_of_planes);
                if (!(task.needed <= follower::letters_of_word
                          ? follower::occurs(planes, word, static_cast<std::uint32_t>(task.needed), begin, first, last)
                          : follower::reaches(planes, word, static_cast<std::int64_t>(task.needed), begin, first,
                                              last)))
                    continue;
                const std::uint32_t sequence = pieces.sequences[piece];
                const std::uint32_t bit = 1U << sequence % 32;
                if ((base::atomic_or(marks[number * mark_words + sequence / 32], bit) & bit) == 0)
                    base::atomic_add(holders[number], 1U);
            }
        }
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

} // namespace concord::substring
