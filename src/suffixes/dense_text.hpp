// A text whose letters are few of many, such as DNA as bytes, with fewer bits a letter: their ranks among those that
// occur. Suffixes have the same order, and a key holds more of their letters: of bytes that are A, C, G or T a key of
// 44 bits has 22 letters instead of 5, and an index of ten million takes 0.36 s instead of 0.75 (AMD EPYC, one thread).
#pragma once

#include "base/bits.hpp"
#include "runtime/far_array.hpp"
#include "runtime/parts.hpp"
#include "suffixes/packed_suffix.hpp"
#include "suffixes/tuning.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace concord::suffixes {

class dense_text {
  public:
    /// Time O(letters / threads), or less if a sample has too many letters already.
    dense_text(const text_view& text, runtime::thread_pool& workers) : view_(text) {
        if (text.bits > most_bits || text.bits < 2 * least_bits || text.size == 0) return;
        const runtime::equal_parts parts(workers, text.size, tuning::places_per_task);
        std::vector<letter_set> found(parts.size());
        const auto collect = [&](std::uint64_t step) {
            workers.run(parts.size(), [&](std::size_t part, unsigned) {
                found[part] = text.bits == 8 ? letters_of_bytes(text, parts.first(part), parts.last(part), step)
                                             : letters_of(text, parts.first(part), parts.last(part), step);
            });
            for (const letter_set& each : found)
                for (std::size_t word = 0; word < each.size(); ++word)
                    found.front()[word] |= each[word];
            std::uint64_t letters = 0;
            for (const std::uint64_t word : found.front())
                letters += base::count_ones(word);
            return bits_of(letters);
        };
        const std::uint64_t all_up_to = text.bits == 8 ? tuning::bytes_without_sample : tuning::least_letters_sampled;
        const std::uint64_t step = std::clamp<std::uint64_t>(text.size / all_up_to, 1, tuning::letters_between_samples);
        if (pack(text, collect(step), found.front(), workers) || step == 1) return;
        pack(text, collect(1), found.front(), workers); // some letter is not in the sample
    }

    /// The text itself if it would not have half as many bits a letter.
    [[nodiscard]] const text_view& view() const { return view_; }

  private:
    static constexpr unsigned most_bits = 8;
    static constexpr std::uint8_t no_rank = 0x80; ///< of a letter; ranks are less
    static constexpr unsigned least_bits = 2;     ///< a window has fewer letters then than text_view::reach tells
    using letter_set = std::array<std::uint64_t, (std::size_t{1} << most_bits) / bits_per_word>; ///< a bit a letter
    using few_letters = std::array<std::uint8_t, std::size_t{1} << least_bits>;                  ///< rising
    using letter_ranks = std::array<std::uint8_t, std::size_t{1} << most_bits>;

    static void add(letter_set& set, std::uint64_t letter) {
        set[letter / bits_per_word] |= std::uint64_t{1} << (letter % bits_per_word);
    }
    /// Every `step`-th letter from `first` on.
    static letter_set letters_of(const text_view& text, std::uint64_t first, std::uint64_t last, std::uint64_t step) {
        letter_set found{};
        for (std::uint64_t at = first; at < last; at += step)
            add(found, text.letter(at));
        return found;
    }
    /// Of bytes; of short texts whole words, eight letters at a time.
    static letter_set letters_of_bytes(const text_view& text, std::uint64_t first, std::uint64_t last,
                                       std::uint64_t step) {
        std::array<std::uint8_t, std::size_t{1} << most_bits> seen{}; // 1 for each: no store waits for another one
        if (step == 1 && first % 8 == 0)
            for (; first + 8 <= last; first += 8) {
                std::uint64_t word = text.letters[first / 8];
                for (unsigned nth = 0; nth < 8; ++nth, word >>= 8U)
                    seen[word & 0xFFU] = 1;
            }
        for (std::uint64_t at = first; at < last; at += step)
            seen[text.letters[at / 8] >> (56 - at % 8 * 8) & 0xFFU] = 1;
        letter_set found{};
        for (std::size_t letter = 0; letter < seen.size(); letter += 8) {
            static_assert(std::endian::native == std::endian::little);
            std::uint64_t eight = 0;
            std::memcpy(&eight, seen.data() + letter, 8);
            found[letter / bits_per_word] |= (eight * 0x0102040810204080U >> 56U) << (letter % bits_per_word);
        }
        return found;
    }

    /// A power of two, so that letters fill words.
    static unsigned bits_of(std::uint64_t letters) {
        return std::bit_ceil(std::max(least_bits, static_cast<unsigned>(std::bit_width(letters - 1))));
    }

    /// False if the text has other letters, too. Does nothing where a letter takes more than half as many bits as now.
    bool pack(const text_view& text, unsigned bits, const letter_set& letters, runtime::thread_pool& workers) {
        if (2 * bits > text.bits) return true;
        letter_ranks ranks;
        ranks.fill(no_rank);
        few_letters few;
        std::uint8_t next = 0;
        for (std::size_t word = 0; word < letters.size(); ++word)
            for (std::uint64_t left = letters[word]; left != 0; left &= left - 1) {
                const std::size_t letter = word * bits_per_word + base::lowest_one(left);
                if (next < few.size()) // and those behind the last one, so that they are no other
                    std::fill(few.begin() + next, few.end(), static_cast<std::uint8_t>(letter));
                ranks[letter] = next++;
            }
        const std::uint64_t of_word = bits_per_word / bits;
        const std::uint64_t words = text.size / of_word + 1;
        if (words_.size() != words + 2) words_ = runtime::far_array<std::uint64_t>(words + 2);
        std::atomic<std::uint64_t> missed{0};
        runtime::for_parts(
            workers, words, tuning::places_per_task / of_word, [&](std::uint64_t first, std::uint64_t last) {
                std::uint64_t all = 0; // ranks, in any byte
                for (std::uint64_t word = first; word < last; ++word)
                    words_[word] = text.bits < 8 || (word + 1) * of_word > text.size
                                       ? packed_letters(text, word * of_word, (word + 1) * of_word, bits, ranks, all)
                                   : bits == least_bits
                                       ? packed_pairs(text.letters + word * (8 / bits), few, all)
                                       : packed_bytes(text.letters + word * (8 / bits), bits, ranks, all);
                missed.fetch_or(all & (no_rank * 0x0101010101010101U), std::memory_order_relaxed);
            });
        if (missed != 0) return false;
        view_.letters = words_.data();
        view_.bits = bits;
        return true;
    }
    static std::uint64_t packed_letters(const text_view& text, std::uint64_t first, std::uint64_t last, unsigned bits,
                                        const letter_ranks& ranks, std::uint64_t& all) {
        std::uint64_t packed = 0;
        for (std::uint64_t at = first; at < last; ++at) {
            const std::uint64_t rank = at < text.size ? ranks[text.letter(at)] : 0U;
            all |= rank;
            packed = packed << bits | rank;
        }
        return packed;
    }
    /// Of 8 / bits whole words.
    static std::uint64_t packed_bytes(const std::uint64_t* words, unsigned bits, const letter_ranks& ranks,
                                      std::uint64_t& all) {
        std::uint64_t packed = 0;
        for (const std::uint64_t* const end = words + 8 / bits; words < end; ++words) {
            std::uint64_t eight = 0; // ranks, one in each byte
            for (unsigned at = 0; at < bits_per_word; at += 8)
                eight |= std::uint64_t{ranks[*words >> at & 0xFFU]} << at;
            all |= eight;
            packed = packed << (8 * bits) | closed_ranks(eight, bits);
        }
        return packed;
    }
    /// The same of four letters, whose ranks are how many they are not less than, without a table: many at once.
    static std::uint64_t packed_pairs(const std::uint64_t* words, const few_letters& few, std::uint64_t& all) {
        constexpr std::size_t of_word = bits_per_word / least_bits;
        const auto* const bytes = reinterpret_cast<const std::uint8_t*>(words);
        std::array<std::uint8_t, of_word> ranks; // NOLINT(cppcoreguidelines-pro-type-member-init): filled below
        const auto [first, second, third, fourth] = few;
        for (std::size_t at = 0; at < of_word; ++at) {
            const std::uint8_t letter = bytes[at];
            const auto is_one = static_cast<std::uint8_t>((letter == first) | (letter == second) | (letter == third) |
                                                          (letter == fourth));
            const auto rank = static_cast<std::uint8_t>((letter > first) + (letter > second) + (letter > third));
            ranks[at] = static_cast<std::uint8_t>(rank | static_cast<std::uint8_t>((is_one ^ 1U) * no_rank));
        }
        std::uint64_t packed = 0;
        for (std::size_t at = 0; at < of_word; at += 8) {
            std::uint64_t eight = 0;
            std::memcpy(&eight, ranks.data() + at, 8);
            all |= eight;
            packed = packed << (8 * least_bits) | closed_ranks(eight, least_bits);
        }
        return packed;
    }
    /// Eight ranks of a byte each become pairs, fours and eights of them.
    static std::uint64_t closed_ranks(std::uint64_t eight, unsigned bits) {
        const unsigned free = 8 - bits; // in front of each
        eight = (eight >> free | eight) & (bits == 2 ? 0x000F000F000F000FU : 0x00FF00FF00FF00FFU);
        eight = (eight >> (2 * free) | eight) & (bits == 2 ? 0x000000FF000000FFU : 0x0000FFFF0000FFFFU);
        return (eight >> (4 * free) | eight) & base::low_bits<std::uint64_t>(8 * bits);
    }

    text_view view_;
    runtime::far_array<std::uint64_t> words_;
};

} // namespace concord::suffixes
