// Constants of counting windows of the variants by anchors (variants/anchored_search.hpp) that change speed and never
// an answer. Instructions are those of tuning.hpp.
#pragma once

#include <cstddef>
#include <cstdint>

namespace concord::substring::tuning {

/// Letters of a text, at most, for anchors: beyond, their places miss the cache, and adapters have too many of them. A
/// million reads (55 million letters), k = 1, took 39 s of a core with anchors and 33 s without; 200,000 reads, k = 2,
/// 5 s and 72 s.
inline constexpr std::uint64_t most_letters_of_anchors = std::uint64_t{1} << 25U;
/// Letters by which the words of the shorter index are shorter than those that random letters have once in the text,
/// and by which those of the other one are longer. 200,000 soil reads, k = 2: 1.2e9 anchors with words of 8
/// letters, 4.3e8 with words of 6 and of 9.
inline constexpr double letters_of_anchors = 5.5;
inline constexpr std::uint64_t more_letters_of_anchors = 3;
/// Instructions of an anchor, beside its edits, and of each edit; of one in sequences that share no word, where the
/// screen drops nearly all, and the share of the sequences that is wanted with which it is twice as much; and of a row
/// of a word that is counted as a trie. 5,000 random reads of 51 letters, t = 0.1 %: k = 2 1.7 s of a core as a trie
/// and 0.27 s by anchors, k = 3 4 s and 0.8 s; of 100 letters, k = 1, t = 1 %, 1.6 s by halves and 6 s by anchors.
inline constexpr double cost_of_anchor = 20;
inline constexpr double cost_of_anchor_edit = 5;
inline constexpr double cost_of_random_anchor = 4;
inline constexpr double cost_of_random_anchor_edit = 1.2;
inline constexpr double share_of_followed_anchors = 0.003;
/// The share that is wanted with which an anchor takes twice as much where sequences share words: 5,000 nanopore reads,
/// 150 letters of each end on both strands, k = 3: t = 20 % 4.6 s by anchors and 25 s as a trie, t = 70 % 21 and 13 s.
inline constexpr double share_of_shared_anchors = 0.5;
/// Letters of a window up to which that is so; an anchor of a longer one is followed further.
inline constexpr double letters_of_followed_anchor = 128;
inline constexpr double cost_of_counted_row = 0.06;
/// Windows whose reach a thread remembers for equal ones, at least: two megabytes.
inline constexpr std::size_t windows_known_by_anchors = std::size_t{1} << 15U;
/// Windows whose anchors are counted for that estimate.
inline constexpr std::size_t windows_asked_for_anchors = 256;
/// Anchors that a window has in a sequence, on average, above which a GPU follows none. An H200, 20,000 sequences of
/// 100 letters, t = 20 %, k = 1 and 2, by anchors and without: late adapters 0.03 and 0.07, 0.03 and 0.08 s, copies 20
/// % apart 1.1 and 0.2, 0.8 and 1.1, period 5 with three other letters 4.6 and 0.8, over 25 and 2.4, nineteen of twenty
/// letters the same over 25 and 0.8, over 25 and 3.7.
inline constexpr double most_anchors_in_a_sequence = 2;
/// What a word costs beside its anchors, in anchors.
inline constexpr double places_of_a_word = 50;
/// Windows that are skipped, for each letter that the blocks of a word leave of a window.
inline constexpr double skipped_by_ends = 0.5;

} // namespace concord::substring::tuning
