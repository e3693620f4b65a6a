// The search of the variants: edits, both strands, IUPAC letters, pieces, copies.
//
//   step      what is done                                                 what is known then
//   reach     from some starts a word grows letter by letter, as long as   a length that some window reaches
//             it has the support: where a few letters are frequent
//   filter    all windows of that length, without those whose blocks are   which may have the support
//             too rare to give it
//   count     the distinct ones of these, as a trie, in all sequences;     which have it
//             what they begin with without the support rules out others
//   climb     longer ones, all of whose parts have it                      the greatest length
//
// Every count that decides is one of all sequences; the filter only drops what cannot have the support. What a block
// has to do with an occurrence: k edits spoil at most k of k + 1 blocks, so one of them stands unchanged in every
// occurrence, displaced by at most k. Displaced or not, the sequence holds it.
//
//   window, k = 2    [ACGTT][GCATA][CCTGA]       support <= 1 + sequences with ACGTT + those with GCATA + with CCTGA
//   occurrence        ACGT   GCATA  CCAGA        one letter deleted, one replaced
#pragma once

#include "problems/substring/chance_supports.hpp"
#include "problems/substring/problem.hpp"
#include "problems/substring/tuning.hpp"
#include "problems/substring/variants/lane_blocks.hpp"
#include "problems/substring/variants/near_words.hpp"
#include "problems/substring/variants/neighbourhood_kernels.hpp"
#include "problems/substring/variants/reach_kernels.hpp"
#include "runtime/thread_pool.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace concord::substring {

class likely_runs;

struct variant_problem {
    const piece_collection& of;
    allowance allowed;
    std::uint64_t support;
    std::uint64_t min_length;
    std::uint64_t copies;
    std::uint64_t max_length = no_max_length; ///< no longer window has the support
    likely_runs* likely = nullptr;            ///< what a search finds out of these is kept for the next one

    static constexpr std::uint64_t no_max_length = ~std::uint64_t{0};
};

struct variant_resources {
    runtime::thread_pool& workers;
    const row_kernels& kernels;
    reach_kernels reaches;
    const neighbourhood_kernels& neighbourhoods;
    std::uint64_t memory;                  ///< bytes of working memory
    std::vector<std::string>& notes;       ///< what was done is added here
    const task_sharing* sharing = nullptr; ///< a shard counts windows of its own sequences
};

/// What a search does before it counts. It changes speed and never an answer.
struct search_habits {
    std::uint64_t starts_grown_at_once; ///< up to so many starts, all of them are grown
    std::uint64_t least_sampled;        ///< sequences that are asked first, at least
    std::size_t bytes_of_rows;          ///< of a word in one block, where that does not make too many blocks
    std::size_t most_blocks;
    std::size_t least_asked_in_rounds; ///< windows from which on some of them are counted first
    bool always_filters;               ///< also where blocks are so short that they say nothing
    bool counts_by_anchors;            ///< wherever that is possible
    std::size_t lanes_walked_at_once;  ///< of all blocks; where there are more, block by block to where few hold a word
    bool counts_by_halves = false;     ///< wherever that is possible
    std::uint64_t most_spellings = tuning::most_spellings;             ///< of a word that is looked up
    std::uint64_t uses_of_narrow_lanes = tuning::uses_of_narrow_lanes; ///< words that are made of one, at least
    bool prefers_seeds = false;                                        ///< wherever that is possible
    bool counts_by_neighbourhoods = false;                             ///< wherever that is possible
    bool joins_windows = false;                                        ///< wherever that is possible
    bool counts_along_diagonals = false;                               ///< wherever that is possible
    bool prefers_rare_halves = false;                                  ///< where windows are counted by halves
    bool prefers_half_neighbourhoods = false;                          ///< there, wherever that is possible
};

/// As tuning.hpp says, but while a test has set others.
[[nodiscard]] const search_habits& current_search_habits() noexcept;

/// For tests: small collections take every step while it lives.
class scoped_search_habits {
  public:
    explicit scoped_search_habits(const search_habits& habits);
    ~scoped_search_habits();
    scoped_search_habits(const scoped_search_habits&) = delete;
    scoped_search_habits& operator=(const scoped_search_habits&) = delete;

  private:
    search_habits before_;
};

/// Places in the text where windows of one length begin, in ascending order.
using window_starts = std::vector<std::uint64_t>;

/// Windows with the same letters, in the order of these as they are read.
struct window_classes {
    reading direction = reading::forward;
    window_starts members;
    std::vector<std::uint64_t> first; ///< of each class in members, and the end

    [[nodiscard]] std::size_t size() const noexcept { return first.size() - 1; }
    [[nodiscard]] std::uint64_t representative(std::size_t index) const noexcept { return members[first[index]]; }
};

/// The classes that are marked with `part`, a window of each, and which they are.
struct class_part {
    class_part(const window_classes& of, std::span<const std::uint8_t> marks, std::uint8_t part)
        : classes{of.direction, {}, {0}} {
        for (std::size_t index = 0; index < marks.size(); ++index) {
            if (marks[index] != part) continue;
            classes.members.push_back(of.representative(index));
            classes.first.push_back(classes.members.size());
            places.push_back(index);
        }
    }

    window_classes classes;
    std::vector<std::size_t> places;
};

/// Time O(starts log starts / threads + letters that they cover).
[[nodiscard]] window_classes group_windows(const piece_collection& of, const window_starts& starts,
                                           std::uint64_t length, reading direction, runtime::thread_pool& workers);

/// Whether a sequence has so many occurrences that do not overlap. Time O(letters * substring).
[[nodiscard]] bool holds_copies(const piece_collection& of, std::uint64_t sequence, std::span<const letter> substring,
                                const allowance& allowed, std::uint64_t copies);

/// The same by rows of bits where that is possible. Time O(letters * k).
[[nodiscard]] bool holds_copies_by_rows(const piece_collection& of, std::uint64_t sequence,
                                        std::span<const letter> substring, const allowance& allowed,
                                        std::uint64_t copies);

/// What a search keeps for all its steps.
struct variant_lanes {
    word_letters letters;
    std::vector<lane_block> blocks;   ///< of all sequences
    std::vector<lane_block> backward; ///< the same, to read words from their last letter on; made when first needed
    /// A lane for each piece, where sequences have several: a word that is in one of them is walked there alone. What
    /// is held in so many lanes is in at most as many sequences. Empty where that is more work, or copies are wanted.
    std::vector<lane_block> of_pieces;
    std::vector<lane_block> of_pieces_backward;

    [[nodiscard]] const std::vector<lane_block>& read(reading direction) const noexcept {
        return direction == reading::forward ? blocks : backward;
    }
    [[nodiscard]] const std::vector<lane_block>& pieces_read(reading direction) const noexcept {
        return direction == reading::forward ? of_pieces : of_pieces_backward;
    }
};

/// How many sequences hold each class.
struct counted_classes {
    std::vector<std::uint64_t> supports; ///< 0 where they may be fewer than are wanted
    /// Of a class without the support: letters that it begins with, as it is read, which have it no more in a window
    /// (ruled_out_windows). Empty where the engine does not find them.
    std::vector<std::uint64_t> dead;
};

/// Which windows what a word begins with rules out, when too few sequences hold that.
struct ruled_out_windows {
    /// Of the length of the words that are counted, those that have at most so many letters before it, as they are
    /// read.
    std::uint64_t before = 0;
    /// Windows of any length, wherever they hold it.
    static constexpr std::uint64_t any = ~std::uint64_t{0};
};

class longer_windows;

/// What is known of windows by their parts of one letter less.
struct known_parts {
    const longer_windows* bounds = nullptr;          ///< of the windows that are counted; null: nothing is known
    std::optional<longer_windows>* longer = nullptr; ///< unless null, set where this is known of longer ones, then
};

/// Time O(letters of the trie of those words that have the support * lanes that hold them * k).
[[nodiscard]] counted_classes count_windows(const variant_problem& given, const variant_resources& resources,
                                            const variant_lanes& lanes, const window_classes& classes,
                                            std::uint64_t length, const ruled_out_windows& dead,
                                            const known_parts& parts = {});

/// Words of 64 places of a row of a block of all sequences, at most, where that is one lane or more.
[[nodiscard]] std::size_t words_of_lane_block(const variant_problem& given);

/// A lane for each piece. None where sequences are one piece each, or where their pieces together take more words of 64
/// places.
[[nodiscard]] std::vector<lane_text> texts_of_pieces(const variant_problem& given);

/// A length that some window reaches; 0: none is known.
[[nodiscard]] std::uint64_t reached_length(const variant_problem& given, const variant_resources& resources,
                                           const variant_lanes& lanes);

/// Letters of the longest word from each of some starts on that has the support.
[[nodiscard]] std::vector<std::uint64_t> reaches_of(const variant_problem& given, const variant_resources& resources,
                                                    const variant_lanes& lanes, const window_starts& starts);

/// Where words of so many letters stand on the forward strand that the most sequences hold: one place of each of `most`
/// words, at most.
using find_frequent = std::function<window_starts(std::uint64_t letters, std::size_t most)>;

/// Places of the forward strand from which words may be long: those of frequent words, and as many letters before them
/// as a window may begin earlier; then some that are evenly spread.
[[nodiscard]] window_starts likely_starts(const piece_collection& of, runtime::thread_pool& workers,
                                          const find_frequent& frequent);

/// Windows that may have the support, and how frequent the words are that they were judged by.
struct filtered {
    window_starts starts;
    std::uint64_t all = 0;             ///< windows before the filter
    std::uint64_t block = 0;           ///< letters of a word; 0: no words were counted, and nothing was filtered
    std::vector<std::uint32_t> counts; ///< by place of the text: sequences that hold the word that begins there

    /// What a window begins or ends with decides how many sequences are still to be looked at when the rest of its
    /// letters comes: rare letters at one end come last. A window shorter than a block has no two ends to compare.
    [[nodiscard]] reading direction_of(std::uint64_t start, std::uint64_t length) const noexcept {
        if (block == 0 || length < block) return reading::forward;
        return counts[start + length - block] > counts[start] ? reading::backward : reading::forward;
    }
};

/// Letters of the blocks by which windows of this length are filtered; 0: these would say nothing.
[[nodiscard]] std::uint64_t block_to_filter_by(const variant_problem& given, std::uint64_t length);
/// Windows of this length but for some that cannot have the support.
[[nodiscard]] filtered filtered_windows(const variant_problem& given, const variant_resources& resources,
                                        std::uint64_t length);

/// Counts words for windows that none were counted for, as blocks are too short to drop any: where sequences share
/// words, windows begin or end with one of these, too. Drops nothing.
void judge_windows(const variant_problem& given, const variant_resources& resources, std::uint64_t length,
                   filtered& windows);

/// Drops more of them, by blocks that may have an edit. k edits leave at least r of r + k / 2 blocks with at most one;
/// and a sequence that holds such a block holds one of the words with one edit.
void filter_by_edited_blocks(const variant_problem& given, const variant_resources& resources, std::uint64_t length,
                             filtered& windows);
/// Instructions, roughly, that this takes for nucleotides; 0: nothing would be done.
[[nodiscard]] double cost_of_edited_blocks(const variant_problem& given, const variant_resources& resources,
                                           std::uint64_t length, std::size_t windows);

/// Sequences, at most, that hold a window on either strand.
struct strand_bounds {
    double forward;
    double reverse;
};

/// Of some windows of both strands, by blocks that may have an edit; empty where few windows are left for all words to
/// be counted, or blocks say nothing.
[[nodiscard]] std::vector<strand_bounds> bounds_of_strands(const variant_problem& given,
                                                           const variant_resources& resources, std::uint64_t length,
                                                           const window_starts& starts);

/// Drops windows that few sequences hold on one strand, by their bounds, and on the other one too few beside these, by
/// a count: an adapter is mostly read on one strand, where words are walked in half as many lanes.
void drop_by_strands(const variant_problem& given, const variant_resources& resources, std::uint64_t length,
                     filtered& windows);

/// The collection as if its letters were random ones.
[[nodiscard]] random_sequences random_sequences_of(const variant_problem& given, std::uint64_t length);

/// Drops windows that too few sequences hold with mismatches, by the sum of those that hold what is near to each word,
/// where all words of the length are counted in less than `most_cost` instructions, for the share of windows of random
/// sequences that are dropped so.
void drop_by_balls(const variant_problem& given, const variant_resources& resources, std::uint64_t length,
                   double most_cost, window_starts& starts);

/// Drops windows that too few sequences can hold by what is near to each word of their length, where counting them
/// takes longer; `near` is of all texts, or of what they were before letters were masked. Only those that have a letter
/// which matches nothing, unless all are asked about: of these, drop_by_balls knows little.
void drop_rare_windows(const variant_problem& given, const variant_resources& resources, std::uint64_t length,
                       bool are_all_asked, near_by_nothings& near, window_starts& starts);

class variant_engine;

/// Where letters are sets of nucleotides: drops windows that hold a shorter word of plain ones without the support, if
/// few of these have it, and they are worth it. The engine counts these words.
void drop_by_plain_words(const variant_problem& given, variant_engine& engine, const variant_resources& resources,
                         const variant_lanes& lanes, std::uint64_t length,
                         const std::function<bool(const window_starts& words, std::uint64_t letters)>& are_worth_it,
                         window_starts& starts);

/// Windows of one length that have the support, and how many sequences hold each.
struct supported_starts {
    std::uint64_t length = 0;
    window_starts starts;
    std::vector<std::uint64_t> supports;
};

/// Those of some windows of one length that have the support; of equal ones one is counted. `judged` says from which
/// end on they are read.
[[nodiscard]] supported_starts count_supported(const variant_problem& given, variant_engine& engine,
                                               const variant_resources& resources, const filtered& judged,
                                               const window_starts& starts, std::uint64_t length);

/// Windows that are `by` letters longer, all of whose parts of the shorter length are among these.
[[nodiscard]] window_starts lengthened(const piece_collection& of, const supported_starts& shorter, std::uint64_t by);

/// Those of some starts whose windows of a length have the support.
using count_starts = std::function<supported_starts(const window_starts& likely, std::uint64_t length)>;

/// The longest windows with the support, where `shortest` are those of one length: by windows that hold nothing without
/// it, at lengths that are further and further apart, and then between the last two of these.
/// In `shorter`, unless it is null, are those of the greatest length below that, if the climb came by one.
[[nodiscard]] supported_starts longest_supported(const piece_collection& of, supported_starts shortest,
                                                 const count_starts& count,
                                                 std::uint64_t max_length = variant_problem::no_max_length,
                                                 supported_starts* shorter = nullptr);

/// Supported starts as windows of their sequences.
[[nodiscard]] longest_windows windows_of(const piece_collection& of, const supported_starts& found);

/// All windows of the greatest length from min_length to max_length that have the support; and in `shorter`, unless it
/// is null or this is shared, all of a length below that, if it was counted.
[[nodiscard]] longest_windows search_variants(const variant_problem& given, variant_engine& engine,
                                              const variant_resources& resources, supported_starts* shorter = nullptr);
/// The same from all windows of one length that had the support before letters were masked.
[[nodiscard]] longest_windows search_from(const variant_problem& given, variant_engine& engine,
                                          const variant_resources& resources, supported_starts& shorter);
/// The same on the threads of the resources.
[[nodiscard]] longest_windows search_variants(const variant_problem& given, const variant_resources& resources);

/// Those of some windows of one length that have the support.
[[nodiscard]] longest_windows supported_windows(const variant_problem& given, variant_engine& engine,
                                                const variant_resources& resources, const window_starts& starts,
                                                std::uint64_t length);

} // namespace concord::substring
