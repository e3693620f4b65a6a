// Windows of nucleotides with edits, by their anchors (variants/anchored_search.hpp), as steps of a device: the index
// of words, the blocks of a window, and how far a window reaches around one anchor.
//
//   strip     windows of a piece, from the last to the first; a window that fails ends those that would hold it
//   task      the next window of a strip, and the places of its rarest blocks
//   threads   of a task take every `threads`-th of these places: two screens of some 25 letters, then the
//             furthest-reaching points; a sequence that the word reaches has a bit
#pragma once

#include "base/atomic.hpp"
#include "base/bits.hpp"
#include "base/host_device.hpp"
#include "problems/substring/variants/reach_kernels.hpp"
#include "runtime/gpu/device_concept.hpp"
#include "sequence/letters_view.hpp"

#include <cstdint>

namespace concord::substring {

/// Letters of a window, from its first, among which blocks are chosen.
inline constexpr std::uint32_t most_letters_of_blocks = 64;
inline constexpr std::uint32_t most_blocks_of_window = most_edits_of_reaches + 1;
inline constexpr std::uint32_t most_anchor_indexes = 2;

/// The text in planes of bits, a letter at its place + margin_of_planes.
struct planes_there {
    const std::uint64_t* low;
    const std::uint64_t* high;
    const std::uint64_t* none; ///< letters that match nothing, and barriers

    /// The letters that differ of 64 at two places.
    [[nodiscard]] CONCORD_HD std::uint64_t differences(std::uint64_t a, std::uint64_t b) const {
        return (sequence::bits_from(low, a) ^ sequence::bits_from(low, b)) |
               (sequence::bits_from(high, a) ^ sequence::bits_from(high, b)) | sequence::bits_from(none, a) |
               sequence::bits_from(none, b);
    }
    /// 32 letters: low bits below high bits.
    [[nodiscard]] CONCORD_HD std::uint64_t letters(std::uint64_t at) const {
        return (sequence::bits_from(low, at) & 0xFFFFFFFFU) | sequence::bits_from(high, at) << 32U;
    }
};

/// Step: 64 letters of all planes.
struct make_planes {
    const std::uint16_t* text;
    std::uint64_t size;
    std::uint64_t* low;
    std::uint64_t* high;
    std::uint64_t* none;

    CONCORD_HD void operator()(std::uint64_t word) const {
        std::uint64_t of_low = 0;
        std::uint64_t of_high = 0;
        std::uint64_t of_none = 0;
        for (unsigned bit = 0; bit < 64; ++bit) {
            const std::uint64_t at = 64 * word + bit;
            const bool is_there = at >= margin_of_planes && at - margin_of_planes < size;
            const std::uint64_t here = is_there ? text[at - margin_of_planes] : 4;
            if (here >= 4)
                of_none |= std::uint64_t{1} << bit;
            else {
                of_low |= (here & 1U) << bit;
                of_high |= (here >> 1U) << bit;
            }
        }
        low[word] = of_low;
        high[word] = of_high;
        none[word] = of_none;
    }
};

/// Where words of q letters stand, in any order.
struct index_there {
    std::uint32_t letters;
    const std::uint64_t* first; ///< of each word in places
    std::uint32_t* next;        ///< of each word: places that have been written; all of them at last
    std::uint32_t* places;

    /// The word at a place of the text; none where some of its letters match nothing.
    [[nodiscard]] CONCORD_HD bool word_at(const planes_there& planes, std::uint64_t at, std::uint64_t& word) const {
        const std::uint64_t from = at + margin_of_planes;
        const auto mask = base::low_bits<std::uint64_t>(letters);
        word = (sequence::bits_from(planes.low, from) & mask) | (sequence::bits_from(planes.high, from) & mask)
                                                                    << letters;
        return (sequence::bits_from(planes.none, from) & mask) == 0;
    }
    [[nodiscard]] CONCORD_HD std::uint32_t count_at(const planes_there& planes, std::uint64_t at) const {
        std::uint64_t word = 0;
        return word_at(planes, at, word) ? next[word] : 0;
    }
};

/// Steps that make an index: how many places each word has, the same as counts, and the places.
struct count_indexed {
    planes_there planes;
    index_there index;

    CONCORD_HD void operator()(std::uint64_t at) const {
        std::uint64_t word = 0;
        if (index.word_at(planes, at, word)) base::atomic_add(index.next[word], 1U);
    }
};
struct counts_of_index {
    const std::uint32_t* counts;

    CONCORD_HD runtime::counts operator()(std::uint64_t word) const { return {counts[word], 0}; }
};
struct list_indexed {
    planes_there planes;
    index_there index;

    CONCORD_HD void operator()(std::uint64_t at) const {
        std::uint64_t word = 0;
        if (index.word_at(planes, at, word))
            index.places[index.first[word] + base::atomic_add(index.next[word], 1U)] = static_cast<std::uint32_t>(at);
    }
};

/// Pieces of the text, in its order.
struct pieces_there {
    const std::uint64_t* firsts;
    const std::uint64_t* lasts;
    const std::uint32_t* sequences;
    const std::uint32_t* of_word; ///< the last one that begins before, of every 64th letter
    std::uint64_t count;

    [[nodiscard]] CONCORD_HD std::uint32_t at(std::uint64_t place) const {
        std::uint32_t index = of_word[place / 64];
        while (index + 1 < count && firsts[index + 1] <= place)
            ++index;
        return index;
    }
};

/// Blocks of a window whose places are all that is looked at.
struct blocks_of_window {
    std::uint32_t end;                           ///< letters up to the end of the last one
    std::uint64_t places;                        ///< of all
    std::uint8_t offsets[most_blocks_of_window]; // NOLINT(cppcoreguidelines-avoid-c-arrays)
    std::uint8_t indexes[most_blocks_of_window]; // NOLINT(cppcoreguidelines-avoid-c-arrays)
};

/// A window of a strip that is looked at.
struct window_task {
    std::uint64_t start;
    std::uint64_t strip;
    std::uint32_t needed; ///< letters that must be reached
    blocks_of_window blocks;
};

struct indexes_there {
    index_there each[most_anchor_indexes]; // NOLINT(cppcoreguidelines-avoid-c-arrays)
    std::uint32_t count;
};

/// The rarest `blocks` blocks among the first letters of a window, which has so many, as block_chooser chooses them;
/// `places_of_a_word` and `skipped_by_ends` are those of tuning.hpp.
CONCORD_HD inline void choose_blocks(const planes_there& planes, const indexes_there& indexes, std::uint64_t start,
                                     std::uint32_t length, std::uint32_t blocks, double places_of_a_word,
                                     double skipped_by_ends, blocks_of_window& chosen) {
    constexpr std::uint32_t width = most_letters_of_blocks + 1;
    constexpr std::uint64_t never = ~std::uint64_t{0};
    constexpr std::uint8_t none = 0xFF;
    const std::uint32_t letters = length < most_letters_of_blocks ? length : most_letters_of_blocks;
    std::uint32_t known[most_anchor_indexes][width]; // NOLINT(cppcoreguidelines-avoid-c-arrays)
    std::uint8_t last[most_blocks_of_window][width]; // NOLINT(cppcoreguidelines-avoid-c-arrays)
    std::uint64_t fewest[2][width];                  // NOLINT(cppcoreguidelines-avoid-c-arrays)
    for (std::uint32_t index = 0; index < indexes.count; ++index)
        for (std::uint32_t at = 0; at + indexes.each[index].letters <= letters; ++at)
            known[index][at] = indexes.each[index].count_at(planes, start + at);
    for (std::uint32_t end = 0; end <= letters; ++end)
        fewest[0][end] = 0;
    for (std::uint32_t count = 1; count <= blocks; ++count) {
        const std::uint64_t* const before = fewest[(count - 1) % 2];
        std::uint64_t* const here = fewest[count % 2];
        here[0] = never;
        last[count - 1][0] = none;
        for (std::uint32_t end = 1; end <= letters; ++end) {
            here[end] = here[end - 1];
            last[count - 1][end] = none;
            for (std::uint32_t index = 0; index < indexes.count; ++index) {
                const std::uint32_t q = indexes.each[index].letters;
                if (end < q || before[end - q] == never) continue;
                const std::uint64_t with = before[end - q] + known[index][end - q];
                if (with >= here[end]) continue;
                here[end] = with;
                last[count - 1][end] = static_cast<std::uint8_t>(index);
            }
        }
    }
    double least = -1;
    for (std::uint32_t end = 1; end <= letters; ++end) {
        const std::uint64_t places = fewest[blocks % 2][end];
        if (places == never) continue;
        const double cost = (static_cast<double>(places) + places_of_a_word) /
                            (1 + static_cast<double>(length - end) * skipped_by_ends);
        if (least >= 0 && cost >= least) continue;
        least = cost;
        chosen.end = end;
        chosen.places = places;
    }
    std::uint32_t end = chosen.end;
    for (std::uint32_t count = blocks; count > 0; --count) {
        while (last[count - 1][end] == none)
            --end;
        chosen.indexes[count - 1] = last[count - 1][end];
        end -= indexes.each[last[count - 1][end]].letters;
        chosen.offsets[count - 1] = static_cast<std::uint8_t>(end);
    }
}

/// Step: the next window of each strip that may have the support by the number of its places.
struct next_windows {
    planes_there planes;
    indexes_there indexes;
    const std::uint64_t* starts; ///< of the windows, in ascending order
    const std::uint64_t* strips; ///< where each begins in starts, and the end
    std::uint64_t* left;         ///< windows of each strip that have not been looked at: they are before this in starts
    std::uint64_t* ends;         ///< of each: no window that is left ends behind it and has the support
    window_task* tasks;          ///< of each; none left: its window needs no letters
    std::uint32_t length;
    std::uint32_t blocks;
    std::uint64_t support;
    double places_of_a_word;
    double skipped_by_ends;

    CONCORD_HD void operator()(std::uint64_t strip) const {
        window_task task{};
        while (left[strip] > strips[strip] && task.needed == 0) {
            const std::uint64_t start = starts[--left[strip]];
            if (start + length > ends[strip]) continue;
            choose_blocks(planes, indexes, start, length, blocks, places_of_a_word, skipped_by_ends, task.blocks);
            if (task.blocks.places < support) {
                ends[strip] = start + task.blocks.end - 1;
                continue;
            }
            task.start = start;
            task.strip = strip;
            task.needed = task.blocks.end;
        }
        tasks[strip] = task;
    }
};

/// Steps that move the tasks that there are to the front; `runs` are their anchors in units.
struct count_task {
    static constexpr std::uint64_t unit = 256;
    const window_task* tasks;

    CONCORD_HD runtime::counts operator()(std::uint64_t strip) const {
        const window_task& task = tasks[strip];
        if (task.needed == 0) return {0, 0};
        return {1, static_cast<std::uint32_t>(task.blocks.places / unit + 1)};
    }
};
struct move_task {
    const window_task* tasks;
    const std::uint64_t* before;
    window_task* to;

    CONCORD_HD void operator()(std::uint64_t strip) const {
        if (tasks[strip].needed != 0) to[before[strip]] = tasks[strip];
    }
};

/// How far a word reaches around an anchor (variants/reach_kernels.hpp), `Edits` edits.
template <unsigned Edits>
class anchor_follower {
  public:
    static constexpr unsigned diagonals = 2 * Edits + 1;
    static constexpr std::uint32_t letters_of_part = 31 - 2 * Edits;

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

    /// Whether so many letters of the word at `word` occur on the diagonals of `place`, in the piece [first, last); all
    /// + margin_of_planes.
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
    [[nodiscard]] static CONCORD_HD std::uint32_t lowest(std::uint32_t bits) { return bits & (~bits + 1); }
    [[nodiscard]] static CONCORD_HD std::uint32_t greater(std::uint32_t a, std::uint32_t b) { return a > b ? a : b; }

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
        const std::uint32_t part = task.needed < follower::letters_of_part ? task.needed : follower::letters_of_part;
        const std::uint64_t first_part = planes.letters(word);
        const std::uint64_t last_part = planes.letters(word + task.needed - part);
        volatile const std::uint32_t* const found = holders + number; // others add to it
        for (unsigned block = 0; block <= Edits; ++block) {
            const index_there& of = indexes.each[task.blocks.indexes[block]];
            const std::uint64_t offset = task.blocks.offsets[block];
            std::uint64_t code = 0;
            if (!of.word_at(planes, task.start + offset, code)) continue;
            const std::uint64_t count = of.next[code];
            for (std::uint64_t at = index % threads; at < count; at += threads) {
                if (*found >= support) return;
                const std::uint64_t anchor = of.places[of.first[code] + at];
                const std::uint64_t place = anchor + margin_of_planes - offset;
                if (!follower::may_occur(first_part, part, planes.letters(place - Edits)) ||
                    !follower::may_occur(last_part, part, planes.letters(place + task.needed - part - Edits)))
                    continue;
                const std::uint32_t piece = pieces.at(anchor);
                if (!follower::reaches(planes, word, task.needed, static_cast<std::int64_t>(place),
                                       static_cast<std::int64_t>(pieces.firsts[piece] + margin_of_planes),
                                       static_cast<std::int64_t>(pieces.lasts[piece] + margin_of_planes)))
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
    window_task* tasks;
    const std::uint32_t* holders;
    std::uint64_t* ends;
    std::uint32_t length;
    std::uint64_t support;
    window_list found;  ///< windows that have the support
    window_task* again; ///< tasks whose first letters have it: for all of the letters
    std::uint32_t* again_count;

    CONCORD_HD void operator()(std::uint64_t index) const {
        window_task task = tasks[index];
        if (holders[index] < support) {
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
