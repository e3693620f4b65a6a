// The text as an array of letters for induced sorting (sais.hpp), with a sentinel at the end of each sequence.
#pragma once

#include "base/bits.hpp"
#include "runtime/far_array.hpp"
#include "runtime/parts.hpp"
#include "suffixes/packed_suffix.hpp"
#include "suffixes/text.hpp"
#include "suffixes/tuning.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace concord::suffixes {

inline constexpr std::uint64_t one_in_each_byte = 0x0101010101010101U;

/// Of 64 letters, bit i: letter i needs a sentinel before it. At a border, unless an ambiguous letter serves as one.
[[nodiscard]] inline std::uint64_t stops_before(const text_view& text, std::uint64_t word) {
    std::uint64_t borders = text.cuts[word];
    if (text.ambiguous != nullptr)
        borders &= ~(text.ambiguous[word] | text.ambiguous[word] << 1U |
                     (word > 0 ? text.ambiguous[word - 1] >> (bits_per_word - 1) : 0));
    if (word == 0) borders &= ~std::uint64_t{1};
    return borders & base::low_bits<std::uint64_t>(static_cast<unsigned>(
                         std::min<std::uint64_t>(bits_per_word, text.size - word * bits_per_word)));
}
[[nodiscard]] inline std::uint64_t words_of(const text_view& text) {
    return (text.size + bits_per_word - 1) / bits_per_word;
}

[[nodiscard]] inline std::uint64_t stops_needed(const text_view& text) {
    std::uint64_t count = 1; // behind the last letter
    for (std::uint64_t word = 0; word < words_of(text); ++word)
        count += base::count_ones(stops_before(text, word));
    return count;
}

/// Letters as numbers from 1 on: one more than their codes, of bytes than what they are above the least one, as walks
/// go through the buckets of all letters up to the greatest; where these need more than a byte, but a byte is enough
/// for those that the text holds, their ranks among them. Texts hold few letters, but one of them may have the greatest
/// code.
class letter_numbers {
  public:
    explicit letter_numbers(const text_view& text) : below_((std::uint64_t{1} << text.bits) + 1) {
        if (text.bits == 8) find_least_and_greatest(text);
        if (are_bytes()) return;
        if (text.bits <= most_bits_ranked && text.size >= below_ / 16) { // else the table takes too long
            std::vector<std::uint8_t> ranks(below_ - 1);
            for (std::uint64_t position = 0; position < text.size; ++position)
                ranks[text.letter(position)] = 1;
            std::uint64_t found = 0;
            for (std::uint8_t& each : ranks)
                if (each != 0) each = static_cast<std::uint8_t>(++found);
            if (found > most_in_byte) return;
            ranks_ = std::move(ranks);
            below_ = found + 1;
        }
    }

    [[nodiscard]] std::uint64_t below() const { return below_; }
    [[nodiscard]] bool are_bytes() const { return below_ <= most_in_byte + 1; }
    [[nodiscard]] bool are_ranks() const { return !ranks_.empty(); }
    [[nodiscard]] std::uint64_t of(std::uint64_t code) const { return are_ranks() ? ranks_[code] : code + 1 - least_; }
    /// The code of number 1, if they are no ranks.
    [[nodiscard]] std::uint64_t least() const { return least_; }

  private:
    static constexpr std::uint64_t most_in_byte = std::numeric_limits<std::uint8_t>::max();
    static constexpr unsigned most_bits_ranked = 21; ///< code points

    /// Of bytes, many at once; the last word may have letters behind the text.
    void find_least_and_greatest(const text_view& text) {
        const std::uint64_t whole = text.size / 8;
        const auto* const bytes = reinterpret_cast<const std::uint8_t*>(text.letters);
        std::uint8_t least = most_in_byte;
        std::uint8_t greatest = 0;
        for (std::uint64_t at = 0; at < 8 * whole; ++at) {
            least = std::min(least, bytes[at]);
            greatest = std::max(greatest, bytes[at]);
        }
        for (std::uint64_t position = 8 * whole; position < text.size; ++position) {
            least = std::min(least, static_cast<std::uint8_t>(text.letter(position)));
            greatest = std::max(greatest, static_cast<std::uint8_t>(text.letter(position)));
        }
        if (greatest - least == most_in_byte || least > greatest) return;
        least_ = least;
        below_ = std::uint64_t{greatest} - least + 2;
    }

    std::uint64_t below_;
    std::uint64_t least_ = 0;
    std::vector<std::uint8_t> ranks_; ///< of each code
};

/// The text with sentinels: 0 for a sentinel and for an ambiguous letter, else its number.
template <class Letter>
class stopped_text {
  public:
    /// `room` is zeros: `room_for` of them.
    stopped_text(const text_view& text, const letter_numbers& numbers, const std::uint64_t stops,
                 std::span<Letter> room, runtime::thread_pool& workers)
        : numbers_(numbers), letters_(room.subspan(2)), one_end_(stops == 1 && text.ambiguous == nullptr),
          ends_(one_end_ ? 0 : (text.size + stops) / bits_per_word + 1) {
        const runtime::equal_parts parts(workers, words_of(text), tuning::places_per_task / bits_per_word);
        std::vector<std::uint64_t> stops_in_front(parts.size() + 1);
        workers.run(parts.size(), [&](std::size_t part, unsigned) {
            for (std::uint64_t word = parts.first(part); word < parts.last(part); ++word)
                stops_in_front[part + 1] += base::count_ones(stops_before(text, word));
        });
        for (std::size_t part = 0; part < parts.size(); ++part)
            stops_in_front[part + 1] += stops_in_front[part];
        workers.run(parts.size(), [&](std::size_t part, unsigned) {
            put_words(text, parts.first(part), parts.last(part),
                      parts.first(part) * bits_per_word + stops_in_front[part]);
        });
        put_end(text.size + stops - 1);
        if (one_end_) return;
        std::uint64_t before = 0;
        for (std::uint64_t word = 0; word < ends_.size(); ++word) {
            ends_[word].begun_before = before;
            before += base::count_ones(ends_[word].first_letters);
        }
        divide_into_blocks();
    }

    static std::uint64_t room_for(std::uint64_t letters) { return letters + 2; }

    [[nodiscard]] std::span<const Letter> letters() const { return letters_; }

    /// Whether indices of letters are their positions in the text.
    [[nodiscard]] bool has_one_end() const { return one_end_; }

    /// Replaces indices of letters by their positions in the text; `to` may be the same memory.
    template <class Index, class Position>
    void find_positions(const Index* indices, Position* to, std::uint64_t count) const {
        if (one_end_) { // behind the last letter
            for (std::uint64_t at = 0; at < count; ++at)
                to[at] = static_cast<Position>(indices[at]);
            return;
        }
        if (blocks_.empty()) {
            for (std::uint64_t at = 0; at < count; ++at) {
                const auto index = static_cast<std::uint64_t>(indices[at]);
                const begin_bits& word = ends_[index / bits_per_word];
                const auto bit = static_cast<unsigned>(index % bits_per_word);
                to[at] =
                    static_cast<Position>(index - word.begun_before -
                                          base::count_ones(word.first_letters & base::low_bits<std::uint64_t>(bit)));
            }
            return;
        }
        const block* const blocks = blocks_.data();
        const unsigned shift = log_block_;
        for (std::uint64_t at = 0; at < count; ++at) {
            const auto index = static_cast<std::uint64_t>(indices[at]);
            const block& here = blocks[index >> shift];
            to[at] = static_cast<Position>(index - here.ends_before - (index > here.end ? 1U : 0U));
        }
    }

  private:
    /// So many letters that no two ends are among them.
    struct block {
        std::uint64_t ends_before;
        std::uint64_t end; ///< the index of its end; of none, the greatest number
    };
    static constexpr unsigned least_log_block = 10;

    /// The letters of some words, from index `to` on.
    void put_words(const text_view& text, std::uint64_t first_word, std::uint64_t last_word, std::uint64_t to) {
        for (std::uint64_t word = first_word; word < last_word; ++word) {
            const std::uint64_t first = word * bits_per_word;
            const std::uint64_t last = std::min<std::uint64_t>(text.size, first + bits_per_word);
            const std::uint64_t stops_here = stops_before(text, word);
            if (stops_here == 0 && text.ambiguous == nullptr) {
                if (text.bits == 2)
                    to = put_letters<2>(text, first, last, to);
                else if (text.bits == 8)
                    to = put_letters<8>(text, first, last, to);
                else
                    for (std::uint64_t position = first; position < last; ++position)
                        letters_[to++] = static_cast<Letter>(numbers_.of(text.letter(position)));
                continue;
            }
            for (std::uint64_t position = first; position < last; ++position) {
                if ((stops_here >> (position - first) & 1U) != 0) put_end(to++);
                letters_[to++] =
                    text.is_ambiguous(position) ? Letter{0} : static_cast<Letter>(numbers_.of(text.letter(position)));
            }
        }
    }

    template <unsigned Bits>
    std::uint64_t put_letters(const text_view& text, std::uint64_t first, std::uint64_t last, std::uint64_t to) {
        constexpr std::uint64_t of_word = bits_per_word / Bits;
        Letter* out = letters_.data() + to;
        for (std::uint64_t position = first; position < last; position += of_word) {
            std::uint64_t word = text.letters[position / of_word];
            if constexpr (Bits == 2 && sizeof(Letter) == 1) {
                if (position + of_word <= last) {
                    for (unsigned eight = 0; eight < 4; ++eight, word <<= 16U, out += 8)
                        put_eight_pairs(word >> 48U, out);
                    continue;
                }
            }
            if constexpr (Bits == 8 && sizeof(Letter) == 1) { // no number is below 1 or beyond a byte: nothing carries
                if (position + of_word <= last && !numbers_.are_ranks()) {
                    put_eight(__builtin_bswap64(word) - numbers_.least() * one_in_each_byte + one_in_each_byte, out);
                    out += of_word;
                    continue;
                }
            }
            for (std::uint64_t at = position; at < std::min(last, position + of_word); ++at, word <<= Bits)
                *out++ = static_cast<Letter>(numbers_.of(word >> (bits_per_word - Bits)));
        }
        return to + (last - first);
    }
    static void put_eight_pairs(std::uint64_t pairs, Letter* out) {
        pairs = (pairs | pairs << 24U) & 0x000000FF000000FFU;
        pairs = (pairs | pairs << 12U) & 0x000F000F000F000FU;
        pairs = (pairs | pairs << 6U) & 0x0303030303030303U; // the first letter in the highest byte
        put_eight(__builtin_bswap64(pairs) + one_in_each_byte, out);
    }
    static void put_eight(std::uint64_t letters, Letter* out) {
        for (unsigned at = 0; at < 8; ++at)
            out[at] = static_cast<Letter>(letters >> (8 * at));
    }

    void put_end(std::uint64_t to) {
        if (!one_end_) // parts of the text may end in the same word
            std::atomic_ref(ends_[to / bits_per_word].first_letters)
                .fetch_or(std::uint64_t{1} << (to % bits_per_word), std::memory_order_relaxed);
        letters_[to] = Letter{0};
    }

    /// Leaves no blocks if sequences are short.
    void divide_into_blocks() {
        std::vector<std::uint64_t> ends;
        std::uint64_t least = ends_.size() * bits_per_word;
        for (std::uint64_t word = 0; word < ends_.size(); ++word)
            for (std::uint64_t bits = ends_[word].first_letters; bits != 0; bits &= bits - 1) {
                ends.push_back(word * bits_per_word + base::lowest_one(bits));
                if (ends.size() > 1) least = std::min(least, ends.back() - ends[ends.size() - 2]);
                if (least >> least_log_block == 0) return;
            }
        log_block_ = static_cast<unsigned>(std::bit_width(least) - 1);
        blocks_.resize((ends.back() >> log_block_) + 1, {0, ~std::uint64_t{0}});
        for (const std::uint64_t end : ends)
            blocks_[end >> log_block_].end = end;
        std::uint64_t before = 0;
        for (block& each : blocks_) {
            each.ends_before = before;
            before += each.end == ~std::uint64_t{0} ? 0U : 1U;
        }
    }

    const letter_numbers& numbers_;
    std::span<Letter> letters_;           ///< behind two more sentinels
    bool one_end_;                        ///< so that indices are positions
    runtime::far_array<begin_bits> ends_; ///< here ends of sentinels instead of first letters
    std::vector<block> blocks_;
    unsigned log_block_ = 0;
};

} // namespace concord::suffixes
