// A hash table of sampled words of a text, with a Bloom filter in front.
#pragma once

#include "runtime/far_array.hpp"
#include "suffixes/packed_suffix.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

namespace concord::suffixes {

/// 2^64 divided by the golden ratio: multiplicative hashing.
inline constexpr std::uint64_t multiplier = 0x9E3779B97F4A7C15U;

/// Words that may be held and are looked up at a time; a window of 64 bits has fewer.
inline constexpr std::size_t held_words_at_a_time = 128;

/// The words at every `stride`-th position of a text. `Slot` holds their number, plus one; the bits that this leaves
/// are of the word's hash.
template <class Slot>
class word_table {
  public:
    /// For up to `most` words of `letters` letters, which several threads may add at once if `is_shared`.
    word_table(std::uint64_t most, std::uint64_t stride, const text_view& text, unsigned letters, bool is_shared)
        : text_(text), stride_(stride), shift_(bits_per_word - letters * text.bits), is_shared_(is_shared),
          numbers_(~Slot{0} >> (bits_of_slot - static_cast<unsigned>(std::bit_width(most)))),
          slot_bits_(slot_bits_for(most)), slots_(std::size_t{1} << slot_bits_),
          bloom_((std::size_t{1} << (slot_bits_ + bloom_bits)) / bits_per_word + 1) {}

    [[nodiscard]] static std::uint64_t bytes_for(std::uint64_t most) {
        const unsigned bits = slot_bits_for(most);
        return (sizeof(Slot) << bits) + (std::uint64_t{1} << (bits + bloom_bits)) / 8;
    }

    [[nodiscard]] std::uint64_t word_at(std::uint64_t position) const { return text_.window(position) >> shift_; }

    /// Asks the cache for what add() will change.
    void fetch(std::uint64_t nth) const {
        const std::uint64_t hash = hash_of(word_at(nth * stride_));
        __builtin_prefetch(&bloom_[hash >> to_bloom()], 1);
        __builtin_prefetch(&slots_[slot_of(hash)], 1);
    }
    /// Asks the cache for what for_each() will read.
    void fetch_slot(std::uint64_t word) const { __builtin_prefetch(&slots_[slot_of(hash_of(word))]); }

    /// Adds the word at a multiple of the stride. Returns the slots visited: where words repeat themselves, that is one
    /// for each equal word.
    std::uint64_t add(std::uint64_t nth) {
        const std::uint64_t hash = hash_of(word_at(nth * stride_));
        const Slot taken = static_cast<Slot>(nth + 1) | tag_of(hash);
        return is_shared_ ? add_beside_others(taken, hash) : add_alone(taken, hash);
    }

    /// Of the positions `next`, `next` + stride ... below `last` those whose word may be in the table, until `found`
    /// has no room for another window of letters; returns how many, and `next` is the position behind. Searches spend
    /// nearly all their time here.
    [[nodiscard]] std::size_t held_among(std::uint64_t& next, std::uint64_t last, std::uint64_t stride,
                                         std::span<std::uint64_t, held_words_at_a_time> found) const {
        const text_view text = text_; // copies, so that the rest stays in registers
        const std::uint64_t* const bloom = bloom_.data();
        const unsigned shift = shift_;
        const unsigned to_word = to_bloom();
        const std::uint64_t of_window = shift / text.bits / stride + 1; // words
        const auto between = static_cast<unsigned>(of_window == 1 ? 0 : text.bits * stride);
        std::uint64_t position = next;
        std::size_t count = 0;
        while (position < last && count + of_window <= found.size()) {
            std::uint64_t window = text.window(position);
            const std::uint64_t end = std::min(position + (of_window - 1) * stride + 1, last);
            for (; position < end; position += stride, window <<= between) {
                const std::uint64_t hash = hash_of(window >> shift);
                found[count] = position; // without a branch, which would be mispredicted
                count += static_cast<std::size_t>((~bloom[hash >> to_word] & two_bits(hash)) == 0);
            }
        }
        next = position;
        return count;
    }

    /// Calls take(position) for each position of a word; ends when `take` returns false.
    template <class Take>
    void for_each(std::uint64_t word, Take take) const {
        const std::uint64_t hash = hash_of(word);
        const Slot tag = tag_of(hash);
        for (std::uint64_t slot = slot_of(hash); slots_[slot] != 0; slot = next(slot)) {
            if ((slots_[slot] & static_cast<Slot>(~numbers_)) != tag) continue;
            const std::uint64_t position = (std::uint64_t{slots_[slot] & numbers_} - 1) * stride_;
            if (word_at(position) == word && !take(position)) return;
        }
    }

  private:
    static constexpr unsigned bloom_bits = 3; ///< eight bits of the Bloom filter for each slot
    static constexpr unsigned bits_of_word = 6;
    static constexpr unsigned bits_of_slot = std::numeric_limits<Slot>::digits;

    [[nodiscard]] static std::uint64_t hash_of(std::uint64_t word) { return word * multiplier; }
    /// The bits below those that choose the slot.
    [[nodiscard]] Slot tag_of(std::uint64_t hash) const {
        return static_cast<Slot>(hash << slot_bits_ >> (bits_per_word - bits_of_slot)) & static_cast<Slot>(~numbers_);
    }
    [[nodiscard]] std::uint64_t slot_of(std::uint64_t hash) const { return hash >> (bits_per_word - slot_bits_); }

    /// A word of the filter has both bits of a hash, so that a second bit costs no second access.
    [[nodiscard]] unsigned to_bloom() const { return bits_per_word - (slot_bits_ + bloom_bits - bits_of_word); }
    [[nodiscard]] static std::uint64_t two_bits(std::uint64_t hash) {
        return std::uint64_t{1} << (hash >> 8U & 63U) | std::uint64_t{1} << (hash >> 17U & 63U);
    }

    std::uint64_t add_alone(Slot taken, std::uint64_t hash) {
        bloom_[hash >> to_bloom()] |= two_bits(hash);
        std::uint64_t visited = 1;
        std::uint64_t slot = slot_of(hash);
        for (; slots_[slot] != 0; slot = next(slot))
            ++visited;
        slots_[slot] = taken;
        return visited;
    }

    std::uint64_t add_beside_others(Slot taken, std::uint64_t hash) {
        std::atomic_ref(bloom_[hash >> to_bloom()]).fetch_or(two_bits(hash), std::memory_order_relaxed);
        std::uint64_t slot = slot_of(hash);
        for (std::uint64_t visited = 1;; ++visited) {
            const std::atomic_ref held(slots_[slot]);
            Slot none = held.load(std::memory_order_relaxed);
            if (none == 0 && held.compare_exchange_strong(none, taken, std::memory_order_relaxed)) return visited;
            slot = next(slot);
        }
    }

    [[nodiscard]] static unsigned slot_bits_for(std::uint64_t most) {
        // At most three of four are taken, and the filter has a word at least.
        return std::max(4U, static_cast<unsigned>(std::bit_width(most + most / 3)));
    }
    [[nodiscard]] std::uint64_t next(std::uint64_t slot) const { return (slot + 1) & (slots_.size() - 1); }

    const text_view& text_;
    std::uint64_t stride_;
    unsigned shift_;
    bool is_shared_;
    Slot numbers_; ///< the bits of a slot that hold the number
    unsigned slot_bits_;
    runtime::far_array<Slot> slots_;
    runtime::far_array<std::uint64_t> bloom_;
};

} // namespace concord::suffixes
