// A text whose letters are few of many, such as DNA as bytes, with fewer bits a letter: their ranks among those that
// occur. Suffixes have the same order, and a key holds more of their letters: of bytes that are A, C, G or T a key of
// 44 bits has 22 letters instead of 5, and an index of ten million takes 0.36 s instead of 0.75 (AMD EPYC, one thread).
#pragma once

#include "runtime/far_array.hpp"
#include "runtime/parts.hpp"
#include "suffixes/packed_suffix.hpp"
#include "suffixes/tuning.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
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
                letter_set here = found[part];
                for (std::uint64_t at = parts.first(part); at < parts.last(part); at += step)
                    here[text.letter(at)] = 1;
                found[part] = here;
            });
            for (const letter_set& each : found)
                for (std::size_t letter = 0; letter < each.size(); ++letter)
                    found.front()[letter] |= each[letter];
            return bits_of(static_cast<std::uint64_t>(std::ranges::count(found.front(), 1)));
        };
        const auto is_worth_it = [&](unsigned bits) { return 2 * bits <= text.bits; };
        const std::uint64_t step =
            std::clamp<std::uint64_t>(text.size / tuning::least_letters_sampled, 1, tuning::letters_between_samples);
        if (!is_worth_it(collect(step))) return;
        const unsigned bits = collect(1);
        if (!is_worth_it(bits)) return;
        std::array<std::uint8_t, std::size_t{1} << most_bits> ranks{};
        for (std::size_t letter = 0, next = 0; letter < ranks.size(); ++letter)
            if (found.front()[letter] != 0) ranks[letter] = static_cast<std::uint8_t>(next++);
        pack(text, bits, ranks, workers);
    }

    /// The text itself if it would not have half as many bits a letter.
    [[nodiscard]] const text_view& view() const { return view_; }

  private:
    static constexpr unsigned most_bits = 8;
    static constexpr unsigned least_bits = 2; ///< a window has fewer letters then than text_view::reach tells
    using letter_set = std::array<std::uint8_t, std::size_t{1} << most_bits>;

    /// A power of two, so that letters fill words.
    static unsigned bits_of(std::uint64_t letters) {
        return std::bit_ceil(std::max(least_bits, static_cast<unsigned>(std::bit_width(letters - 1))));
    }

    void pack(const text_view& text, unsigned bits, const letter_set& ranks, runtime::thread_pool& workers) {
        const std::uint64_t of_word = bits_per_word / bits;
        const std::uint64_t words = text.size / of_word + 1;
        words_ = runtime::far_array<std::uint64_t>(words + 2);
        runtime::for_parts(workers, words, tuning::places_per_task / of_word,
                           [&](std::uint64_t first, std::uint64_t last) {
                               for (std::uint64_t word = first; word < last; ++word) {
                                   std::uint64_t packed = 0;
                                   for (std::uint64_t at = word * of_word; at < (word + 1) * of_word; ++at)
                                       packed = packed << bits | (at < text.size ? ranks[text.letter(at)] : 0U);
                                   words_[word] = packed;
                               }
                           });
        view_.letters = words_.data();
        view_.bits = bits;
    }

    text_view view_;
    runtime::far_array<std::uint64_t> words_;
};

} // namespace concord::suffixes
