// A hash table of sampled words of a text, with a Bloom filter in front.
#pragma once

#include "runtime/far_array.hpp"
#include "suffixes/packed_suffix.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>

namespace concord::suffixes {

class word_table {
  public:
    static constexpr std::uint64_t odd =
        0x9E3779B97F4A7C15U; ///< 2^64 divided by the golden ratio: multiplicative hashing

    /// For up to `most` words of `letters` letters.
    word_table(std::uint64_t most, const text_view& text, unsigned letters)
        : text_(text), shift_(bits_per_word - letters * text.bits), slot_bits_(slot_bits_for(most)),
          slots_(std::size_t{1} << slot_bits_),
          bloom_((std::size_t{1} << (slot_bits_ + bloom_bits)) / bits_per_word + 1) {}

    [[nodiscard]] static std::uint64_t bytes_for(std::uint64_t most) {
        const unsigned bits = slot_bits_for(most);
        return (sizeof(std::uint64_t) << bits) + (std::uint64_t{1} << (bits + bloom_bits)) / 8;
    }

    [[nodiscard]] std::uint64_t word_at(std::uint64_t position) const { return text_.window(position) >> shift_; }

    /// Asks the cache for what add() will change.
    void fetch(std::uint64_t position) const {
        const std::uint64_t hash = word_at(position) * odd;
        __builtin_prefetch(&bloom_[hash >> to_bloom()], 1);
        __builtin_prefetch(&slots_[hash >> (bits_per_word - slot_bits_)], 1);
    }

    /// Returns the slots visited: where words repeat themselves, that is one for each equal word. Safe beside other
    /// threads that add words.
    std::uint64_t add(std::uint64_t position) {
        const std::uint64_t hash = word_at(position) * odd;
        std::atomic_ref(bloom_[hash >> to_bloom()]).fetch_or(two_bits(hash), std::memory_order_relaxed);
        std::uint64_t slot = hash >> (bits_per_word - slot_bits_);
        for (std::uint64_t visited = 1;; ++visited) {
            const std::atomic_ref held(slots_[slot]);
            std::uint64_t none = held.load(std::memory_order_relaxed);
            if (none == 0 && held.compare_exchange_strong(none, position + 1, std::memory_order_relaxed))
                return visited;
            slot = next(slot);
        }
    }

    /// The first of the positions first, first + stride ... below `last` whose word may be in the table; else a
    /// position that is not below `last`. Searches spend nearly all their time here.
    [[nodiscard]] std::uint64_t next_held(std::uint64_t first, std::uint64_t last, std::uint64_t stride) const {
        const text_view text = text_; // copies, so that the rest stays in registers
        const std::uint64_t* const bloom = bloom_.data();
        const unsigned shift = shift_;
        const unsigned to_word = to_bloom();
        std::uint64_t position = first;
        for (; position < last; position += stride) {
            const std::uint64_t hash = (text.window(position) >> shift) * odd;
            if ((~bloom[hash >> to_word] & two_bits(hash)) == 0) break;
        }
        return position;
    }

    /// Calls take(position) for each position of a word; ends when `take` returns false.
    template <class Take>
    void for_each(std::uint64_t word, Take take) const {
        for (std::uint64_t slot = word * odd >> (bits_per_word - slot_bits_); slots_[slot] != 0; slot = next(slot)) {
            const std::uint64_t position = slots_[slot] - 1;
            if (word_at(position) == word && !take(position)) return;
        }
    }

  private:
    static constexpr unsigned bloom_bits = 3; ///< eight bits of the Bloom filter for each slot
    static constexpr unsigned bits_of_word = 6;

    /// A word of the filter has both bits of a hash, so that a second bit costs no second access.
    [[nodiscard]] unsigned to_bloom() const { return bits_per_word - (slot_bits_ + bloom_bits - bits_of_word); }
    [[nodiscard]] static std::uint64_t two_bits(std::uint64_t hash) {
        return std::uint64_t{1} << (hash >> 8U & 63U) | std::uint64_t{1} << (hash >> 17U & 63U);
    }

    [[nodiscard]] static unsigned slot_bits_for(std::uint64_t most) {
        return std::max(4U, static_cast<unsigned>(std::bit_width(most)) + 1); // a word of the filter at least
    }
    [[nodiscard]] std::uint64_t next(std::uint64_t slot) const { return (slot + 1) & (slots_.size() - 1); }

    const text_view& text_;
    unsigned shift_;
    unsigned slot_bits_;
    runtime::far_array<std::uint64_t> slots_;
    runtime::far_array<std::uint64_t> bloom_;
};

} // namespace concord::suffixes
