// A hash table of sampled words of a text, with a Bloom filter in front.
#pragma once

#include "runtime/far_array.hpp"
#include "suffixes/packed_suffix.hpp"

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

    /// Returns the slots visited: where words repeat themselves, that is one for each equal word. Safe beside other
    /// threads that add words.
    std::uint64_t add(std::uint64_t position) {
        const std::uint64_t hash = word_at(position) * odd;
        const std::uint64_t bit = hash >> (bits_per_word - slot_bits_ - bloom_bits);
        std::atomic_ref(bloom_[bit / bits_per_word])
            .fetch_or(std::uint64_t{1} << (bit % bits_per_word), std::memory_order_relaxed);
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
        const unsigned to_bit = bits_per_word - slot_bits_ - bloom_bits;
        std::uint64_t position = first;
        for (; position < last; position += stride) {
            const std::uint64_t bit = (text.window(position) >> shift) * odd >> to_bit;
            if ((bloom[bit / bits_per_word] >> (bit % bits_per_word) & 1U) != 0) break;
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

    [[nodiscard]] static unsigned slot_bits_for(std::uint64_t most) {
        return static_cast<unsigned>(std::bit_width(most)) + 1;
    }
    [[nodiscard]] std::uint64_t next(std::uint64_t slot) const { return (slot + 1) & (slots_.size() - 1); }

    const text_view& text_;
    unsigned shift_;
    unsigned slot_bits_;
    runtime::far_array<std::uint64_t> slots_;
    runtime::far_array<std::uint64_t> bloom_;
};

} // namespace concord::suffixes
