// The steps of seed_order.hpp: seeds, or positions, in the order of the word of one of their pieces (seed_pieces.hpp).
//
//   words       AC.. GT.. AC.. CA..      of a piece of two letters, at the beginning of each
//   order       0 2 3 1                  AC AC CA GT
//   first       0 0 2 2 … 3 3 … 4        by word: AA AC AG AT … CA CC … GT
#pragma once

#include "problems/substring/gpu/follow_pair.hpp"
#include "problems/substring/gpu/seeds.hpp"
#include "problems/substring/seed_pieces.hpp"

#include <cstdint>

namespace concord::substring {

inline constexpr unsigned seeds_of_ball_task = 32;        ///< at most: a warp has one each
inline constexpr unsigned first_bit_of_ordered_word = 24; ///< of a key: what a machine sorts by

/// The letters of a piece as a number, those of a plane side by side.
template <unsigned Planes>
[[nodiscard]] CONCORD_HD inline std::uint32_t word_of_piece(const seed_words<Planes>& words, const seed_piece& piece,
                                                            unsigned ordinary_planes) {
    std::uint32_t word = 0;
    for (unsigned plane = 0; plane < Planes; ++plane)
        if (plane < ordinary_planes)
            word |= (words.plane[plane] >> piece.first & ((1U << piece.letters) - 1U)) << (plane * piece.letters);
    return word;
}

/// The keys that are sorted by, and which seed or position each is of.
template <unsigned Planes>
struct write_piece_keys {
    const seed_words<Planes>* words;
    seed_piece piece;
    unsigned ordinary_planes;
    std::uint64_t* keys;
    std::uint32_t* order;

    CONCORD_HD void operator()(std::uint64_t index) const {
        keys[index] = std::uint64_t{word_of_piece(words[index], piece, ordinary_planes)} << first_bit_of_ordered_word;
        order[index] = static_cast<std::uint32_t>(index);
    }
};

/// A step for each key and one behind the last: where each word begins.
struct write_first_of_words {
    const std::uint64_t* keys; ///< sorted
    std::uint64_t count;
    std::uint64_t words;  ///< that there can be
    std::uint32_t* first; ///< by word, and one more

    CONCORD_HD void operator()(std::uint64_t index) const {
        const std::uint64_t begin = index == 0 ? 0 : (keys[index - 1] >> first_bit_of_ordered_word) + 1;
        const std::uint64_t end = index == count ? words + 1 : (keys[index] >> first_bit_of_ordered_word) + 1;
        for (std::uint64_t word = begin; word < end; ++word)
            first[word] = static_cast<std::uint32_t>(index);
    }
};

template <unsigned Planes>
struct order_words {
    const seed_words<Planes>* words;
    const std::uint32_t* order;
    seed_words<Planes>* ordered;

    CONCORD_HD void operator()(std::uint64_t index) const { ordered[index] = words[order[index]]; }
};

/// Seeds or positions in the order of a piece.
template <unsigned Planes>
struct ordered_words {
    const seed_words<Planes>* words;
    const std::uint32_t* order; ///< which of the list each is
    const std::uint32_t* first; ///< by word, and one more
};

/// How many tasks the seeds with one word are.
struct count_ball_tasks {
    const std::uint32_t* first;
    CONCORD_HD counts operator()(std::uint64_t word) const {
        return {(first[word + 1] - first[word] + seeds_of_ball_task - 1) / seeds_of_ball_task, 0};
    }
};

/// Some seeds that share a word.
struct ball_task {
    std::uint32_t word;
    std::uint32_t first_seed; ///< in their order
};

struct write_ball_tasks {
    const std::uint32_t* first;
    const std::uint64_t* tasks_before; ///< by word
    ball_task* tasks;

    CONCORD_HD void operator()(std::uint64_t word) const {
        std::uint64_t at = tasks_before[word];
        for (std::uint32_t seed = first[word]; seed < first[word + 1]; seed += seeds_of_ball_task)
            tasks[at++] = {static_cast<std::uint32_t>(word), seed};
    }
};

/// How many positions share a word within the radius with some of the seeds, evenly spread.
template <unsigned Planes>
struct count_sampled_balls {
    const seed_words<Planes>* seeds;
    std::uint64_t seed_count;
    std::uint64_t samples;
    seed_piece piece;
    unsigned ordinary_planes;
    const std::uint32_t* first_position;
    const std::uint32_t* ball;
    std::uint32_t ball_size;
    std::uint64_t* compared; ///< by sample

    CONCORD_HD void operator()(std::uint64_t sample) const {
        const std::uint32_t word = word_of_piece(seeds[sample * seed_count / samples], piece, ordinary_planes);
        std::uint64_t all = 0;
        for (std::uint32_t near = 0; near < ball_size; ++near) {
            const std::uint32_t other = word ^ ball[near];
            all += first_position[other + 1] - first_position[other];
        }
        compared[sample] = all;
    }
};

/// What of two seeds was within the radius of a piece before, so that a pair is followed once.
struct pieces_before {
    std::uint32_t mask[most_seed_pieces];
    std::uint32_t radius[most_seed_pieces];
    unsigned count;
    unsigned ordinary_planes;

    template <unsigned Planes>
    [[nodiscard]] CONCORD_HD bool have(const seed_words<Planes>& seed, const seed_words<Planes>& position) const {
        std::uint32_t differences = 0;
        for (unsigned plane = 0; plane < Planes; ++plane)
            if (plane < ordinary_planes) differences = add_plane(differences, seed.plane[plane], position.plane[plane]);
        for (unsigned piece = 0; piece < count; ++piece)
            if (base::count_ones(differences & mask[piece]) <= radius[piece]) return true;
        return false;
    }
};

/// What is done with a pair that is near.
enum class ball_pairs : std::uint8_t {
    followed, ///< as the work says
    counted,  ///< it is a source and a target, and every position counts
    leftmost, ///< the same, and each target counts at its leftmost position
    marked,   ///< the same, and each target counts once, as a bit of a row remembers
};

/// The seeds and positions that share a piece, of which those that are near are followed.
template <unsigned Planes>
struct ball_work {
    ordered_words<Planes> seeds;
    ordered_words<Planes> positions;
    const std::uint32_t* ball; ///< what near words differ in
    std::uint32_t ball_size;
    unsigned limit;
    pieces_before before;
    ball_pairs manner;
    follow_pair<Planes> follow;
    const ball_task* tasks;
    std::uint64_t task_count;
    std::uint64_t seed_count;
    std::uint64_t position_count;
    std::uint64_t words; ///< of a piece, in the lists by words
    double seconds;      ///< estimated

    /// What a position, by its place in the list, counts for a seed that is a window.
    [[nodiscard]] CONCORD_HD std::uint32_t worth(std::uint32_t sequence, std::uint64_t position_index) const {
        const seed_site target = follow.with.positions[position_index];
        return follow.worth(sequence, target.sequence, target.position);
    }
    /// The same where each target counts at its leftmost position.
    [[nodiscard]] CONCORD_HD std::uint32_t worth_leftmost(const seed_words<Planes>& seed, std::uint32_t sequence,
                                                          std::uint64_t position_index) const {
        const seed_site target = follow.with.positions[position_index];
        const std::uint32_t worth = follow.worth(sequence, target.sequence, target.position);
        if (worth == 0) return 0;
        const std::uint64_t first = follow.with.given.offsets[target.sequence];
        return follow.held_in_words_before(seed.plane, first, target.position) ? 0 : worth;
    }
    /// The bits of a seed that is a window, by its number in the list.
    [[nodiscard]] CONCORD_HD std::uint32_t* row_of(std::uint32_t number) const {
        return follow.row_of(follow.with.sources.rank(follow.with.seeds[number].position));
    }
    /// The same where these remember each target.
    [[nodiscard]] CONCORD_HD std::uint32_t worth_marked(std::uint32_t* row, std::uint32_t sequence,
                                                        std::uint64_t position_index) const {
        const seed_site target = follow.with.positions[position_index];
        const std::uint32_t worth = follow.worth(sequence, target.sequence, target.position);
        return worth > 0 && follow.is_marked_first(row, target.sequence) ? worth : 0;
    }
    /// Adds what one was near to.
    CONCORD_HD void add(std::uint64_t seed_index, std::uint32_t near) const {
        const std::uint64_t window = follow.with.seeds[seeds.order[seed_index]].position;
        base::atomic_add(follow.with.counts.supports[follow.with.sources.rank(window)], near);
    }
};

} // namespace concord::substring
