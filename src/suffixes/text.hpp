// The letters of a set as the suffix array needs them, and the sequence of each position.
#pragma once

#include "runtime/far_array.hpp"
#include "runtime/test_settings.hpp"
#include "runtime/thread_pool.hpp"
#include "sequence/packed_sequences.hpp"
#include "suffixes/packed_suffix.hpp"
#include "suffixes/tuning.hpp"

#include <cstdint>
#include <limits>
#include <span>

namespace concord::suffixes {

/// 64 letters, and the number of sequences that begin before them.
struct begin_bits {
    std::uint64_t first_letters; ///< bit i: letter i of these is the first of its sequence
    std::uint64_t begun_before;  ///< non-empty sequences that begin before these 64 letters
};

/// Finds the sequence of a position of the text in constant time.
struct sequence_map {
    std::span<const begin_bits> begins;
    /// The n-th non-empty sequence; empty if all sequences have letters.
    std::span<const std::uint64_t> with_letters;

    [[nodiscard]] std::uint64_t sequence_of(std::uint64_t position) const noexcept {
        const std::uint64_t nth = nth_with_letters(position);
        return with_letters.empty() ? nth : with_letters[nth];
    }
    [[nodiscard]] std::uint64_t nth_with_letters(std::uint64_t position) const noexcept {
        const begin_bits& word = begins[position / bits_per_word];
        const auto until = base::low_bits<std::uint64_t>(static_cast<unsigned>(position % bits_per_word) + 1);
        return word.begun_before + base::count_ones(word.first_letters & until) - 1;
    }
    [[nodiscard]] bool is_first_letter(std::uint64_t position) const noexcept {
        return (begins[position / bits_per_word].first_letters >> (position % bits_per_word) & 1U) != 0;
    }
    void prefetch(std::uint64_t position) const noexcept { __builtin_prefetch(&begins[position / bits_per_word]); }
};

/// A set as one text. Owns its arrays; the plane of ambiguous letters belongs to the set. Memory: `bits` + 1 bits a
/// letter for the text, 2 for the map, and 8 bytes a sequence if some are empty.
class text {
  public:
    /// Time O(letters · bits / 64). Throws error: resource, cancelled.
    text(const sequence::packed_sequences& set, runtime::thread_pool& workers);

    [[nodiscard]] const text_view& view() const noexcept { return view_; }
    [[nodiscard]] const sequence_map& map() const noexcept { return map_; }
    [[nodiscard]] std::uint64_t memory_bytes() const noexcept {
        return (letters_.size() + cuts_.size() + with_letters_.size() + 2 * begins_.size()) * sizeof(std::uint64_t);
    }

  private:
    void mark_borders(const sequence::packed_sequences& set);

    runtime::far_array<std::uint64_t> letters_;
    runtime::far_array<std::uint64_t> cuts_;
    runtime::far_array<begin_bits> begins_;
    runtime::far_array<std::uint64_t> with_letters_;
    text_view view_;
    sequence_map map_;
};

/// Bits of a letter of this set in a text: as few as the letters that occur need, except for DNA, whose planes are used
/// as they are.
[[nodiscard]] unsigned bits_of_letter(const sequence::packed_sequences& set);

/// Whether positions take 64 bits.
[[nodiscard]] inline bool needs_wide(const sequence::packed_sequences& set) noexcept {
    return set.letters() + set.size() >= std::numeric_limits<std::uint32_t>::max();
}

/// Words of packed letters, including two of padding.
[[nodiscard]] std::uint64_t words_of_letters(std::uint64_t letters, unsigned bits);
/// Words of borders, and of the map of begins, including padding.
[[nodiscard]] constexpr std::uint64_t words_of_cuts(std::uint64_t letters) { return letters / bits_per_word + 3; }
[[nodiscard]] constexpr std::uint64_t words_of_begins(std::uint64_t letters) { return letters / bits_per_word + 1; }

/// Positions of a text that a thread takes at a time.
[[nodiscard]] inline std::uint64_t places_of_task() noexcept {
    return runtime::forced_tile() > 0 ? runtime::forced_tile() : tuning::places_per_task;
}

struct letter_run {
    std::uint64_t position = 0;
    std::uint64_t length = 0;
};

/// Calls the first of several. Time O(letters / 64 + borders).
[[nodiscard]] inline letter_run longest_run(const text_view& text) {
    letter_run longest;
    std::uint64_t begin = 0;
    for (std::uint64_t word = 0; word <= text.size / bits_per_word; ++word)
        for (std::uint64_t borders = text.cuts[word]; borders != 0; borders &= borders - 1) {
            const std::uint64_t border = word * bits_per_word + base::lowest_one(borders);
            if (border - begin > longest.length && !text.is_ambiguous(begin)) longest = {begin, border - begin};
            begin = border;
        }
    return longest;
}

} // namespace concord::suffixes
