// The suffix array: by keys, or by induced sorting for repetitive texts.
#pragma once

#include "runtime/far_array.hpp"
#include "runtime/thread_pool.hpp"
#include "suffixes/packed_suffix.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace concord::suffixes {

enum class suffix_path : std::uint8_t {
    chosen,
    keys,    ///< keys and then prefix doubling, whatever the time
    induced, ///< induced sorting
    phrases  ///< different phrases first, of a text without ambiguous letters; else induced sorting
};

/// None of these changes an answer; all but the last four are for tests.
struct suffix_options {
    suffix_path path = suffix_path::chosen;
    unsigned first_key_bits = 0;      ///< 0: as tuned
    int rounds_of_keys = -1;          ///< -1: as tuned
    std::uint64_t bucket_target = 0;  ///< 0: as tuned
    std::uint64_t least_in_block = 0; ///< 0: as tuned
    std::uint64_t induction_needs =
        0;                    ///< not 0: bytes, more than allowed; a text that needs induced sorting is then an error
    bool words_recur = false; ///< known from elsewhere; of a short text no sample is then taken
    bool without_prefixes = false; ///< they are not needed where induced sorting gives none
    bool may_parse = true;         ///< whether a repetitive text may be sorted by its phrases
};

/// Of letters in front of suffixes, in their order: 1 where one is not that of the suffix before it, or is none; else
/// 0.
[[nodiscard]] inline unsigned begins_run(const std::uint8_t* letter) noexcept {
    return static_cast<unsigned>(letter[0] == 0) | static_cast<unsigned>(letter[0] != letter[-1]);
}

/// The letters in front of suffixes: letters[i] is that of the suffix of rank first + i, 0 if it is ambiguous or of
/// another sequence, else any number for each letter. Null if unknown.
template <class Position>
struct preceding_letters {
    const std::uint8_t* letters = nullptr; ///< in `room`
    std::uint64_t first = 0;
    runtime::far_array<Position> room; ///< one for each suffix at least; becomes the memory of the prefixes
    /// All letters of the text as numbers of one byte, and a 0 behind them, followed by seven bytes or more, in `room`;
    /// null if they are not there, or the text exceeds the cache, of which packed letters take less.
    const std::uint8_t* all = nullptr;

    /// Whether the suffix of that rank is preceded by another letter than the one before it, or by none: else both are
    /// one letter behind two neighbours.
    [[nodiscard]] bool is_first_of_run(std::uint64_t rank) const noexcept {
        return rank <= first || begins_run(letters + (rank - first)) != 0;
    }
};

/// What a sort of suffixes yields.
template <class Position>
struct suffix_order {
    runtime::far_array<Position> suffixes;
    runtime::far_array<Position> prefixes; ///< as of prefixes_of, or empty
    preceding_letters<Position> preceding;
};

/// All positions of the text in the order of their suffixes (packed_suffix.hpp); ambiguous letters, which begin with a
/// border, come first. Appends the method to `notes`. Time: close to linear; in the worst case O(n log n) for an eighth
/// of the suffixes and linear for the others. Throws error: resource, cancelled.
template <class Position>
[[nodiscard]] suffix_order<Position> suffix_array(const text_view& text, const suffix_options& options,
                                                  runtime::thread_pool& workers, std::vector<std::string>& notes);

/// ranks[suffixes[i]] = i.
template <class Position>
[[nodiscard]] runtime::far_array<Position> ranks_of(std::span<const Position> suffixes, runtime::thread_pool& workers);

/// Consecutive suffixes that share their first letters, `depth` of them for all groups of a list.
struct tied_group {
    std::uint64_t first;
    std::uint64_t count;
};

/// Suffixes sorted by keys as far as their first `depth` letters distinguish them.
struct key_order {
    bool finished = false; ///< false: the text is too repetitive, and the array is invalid
    std::uint64_t depth = 0;
    std::vector<tied_group> tied;
    std::uint64_t tied_suffixes = 0;
};
/// `prefixes` are valid if nothing is left tied.
template <class Position>
[[nodiscard]] key_order order_by_keys(const text_view& text, const suffix_options& options,
                                      runtime::thread_pool& workers, std::span<Position> suffixes,
                                      std::span<Position> prefixes);

/// Sorts tied suffixes by the ranks of what follows, twice as far each round. Time O(tied · log(longest repeat) /
/// threads). Throws error (cancelled).
template <class Position>
void order_by_doubling(const text_view& text, const key_order& order, runtime::thread_pool& workers,
                       std::span<Position> suffixes, std::span<Position> ranks);

/// By the different phrases of a repetitive text, with prefixes; nothing where these would be too many, or a letter is
/// ambiguous. Time O(letters / threads), and that of suffix_array() for the different phrases. Throws error: resource,
/// cancelled.
template <class Position>
[[nodiscard]] std::optional<suffix_order<Position>>
order_by_phrases(const text_view& text, const suffix_options& options, runtime::thread_pool& workers,
                 std::vector<std::string>& notes);

/// Linear time. Threads share the walks over suffixes, in blocks of so many or more (0: as tuned).
template <class Position>
[[nodiscard]] suffix_order<Position> order_by_induction(const text_view& text, runtime::thread_pool& workers,
                                                        std::uint64_t least_in_block = 0);

/// Bytes of a suffix array at its peak on so many threads, without the text: by keys, and by induced sorting for a
/// repetitive text.
struct suffix_array_memory {
    suffix_array_memory(const text_view& text, std::uint64_t sequences, bool wide, unsigned threads);

    std::uint64_t by_keys;
    std::uint64_t by_induction;
};

/// prefixes[i] is the number of letters that suffixes i - 1 and i share, up to the first border; prefixes[0] is 0.
/// Computed in text order, in which a suffix shares at least one letter less than the one before it (Kasai and others;
/// through an array in text order, as Kärkkäinen, Manzini and Puglisi do). Takes less time where the preceding letters
/// are known. `ranks`, if it is not null, receives ranks_of(suffixes). Time O(n), and the longest repeat for each of a
/// few parts. Throws error: resource, cancelled.
template <class Position>
[[nodiscard]] runtime::far_array<Position>
prefixes_of(const text_view& text, std::span<const Position> suffixes, runtime::thread_pool& workers,
            preceding_letters<Position> preceding = {}, runtime::far_array<Position>* ranks = nullptr);

/// The same where each suffix stands in the text, which leaves out a random access for each.
template <class Position>
struct prefixes_in_text {
    runtime::far_array<Position> prefixes; ///< at suffixes[i] what prefixes_of has at i
    /// The greatest of suffixes of which one is in front of a border and the one before it in the order is not, or the
    /// reverse; 0 if there are none.
    std::uint64_t longest_across = 0;
};

/// `border`: where the second of two sequences begins; with 0, nothing is in front of it. Of suffixes across that share
/// the most the preceding letters differ, as else the two in front of them would share one more: so only the first of
/// each run of preceding letters is looked at. Time and errors as of prefixes_of.
template <class Position>
[[nodiscard]] prefixes_in_text<Position>
prefixes_by_position(const text_view& text, std::span<const Position> suffixes, runtime::thread_pool& workers,
                     const preceding_letters<Position>& preceding, std::uint64_t border);

} // namespace concord::suffixes
