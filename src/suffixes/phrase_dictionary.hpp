// The different phrases of a text (phrase_parse.hpp) as a text of their own, each a sequence.
#pragma once

#include "base/bits.hpp"
#include "runtime/far_array.hpp"
#include "runtime/parts.hpp"
#include "suffixes/packed_suffix.hpp"
#include "suffixes/phrase_parse.hpp"
#include "suffixes/text.hpp"
#include "suffixes/tuning.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace concord::suffixes {

template <class Position>
class phrase_dictionary {
  public:
    phrase_dictionary(const text_view& text, const phrase_parse<Position>& parse, runtime::thread_pool& workers) {
        const std::uint64_t names = parse.different();
        begins_ = runtime::far_array<Position>(names + 1);
        const runtime::equal_parts parts(workers, names, names_of_task);
        std::vector<std::uint64_t> letters(parts.size() + 1);
        workers.run(parts.size(), [&](std::size_t part, unsigned) {
            std::uint64_t sum = 0;
            for (std::uint64_t name = parts.first(part); name < parts.last(part); ++name) {
                const std::uint64_t length = parse.length(parse.model(name));
                begins_[name + 1] = static_cast<Position>(length);
                sum += length;
            }
            letters[part + 1] = sum;
        });
        for (std::size_t part = 0; part < parts.size(); ++part)
            letters[part + 1] += letters[part];
        workers.run(parts.size(), [&](std::size_t part, unsigned) {
            std::uint64_t sum = letters[part];
            for (std::uint64_t name = parts.first(part); name < parts.last(part); ++name)
                begins_[name + 1] = static_cast<Position>(sum += begins_[name + 1]);
        });
        letters_ = runtime::far_array<std::uint64_t>(words_of_letters(letters.back(), text.bits));
        cuts_ = runtime::far_array<std::uint64_t>(words_of_cuts(letters.back()));
        map_ = runtime::far_array<begin_bits>(words_of_begins(letters.back()));
        view_ = {letters_.data(), cuts_.data(), nullptr, letters.back(), text.bits};
        copy_letters(text, parse, workers);
        mark_begins(workers);
    }

    [[nodiscard]] const text_view& view() const { return view_; }
    /// The name of the phrase that holds a position.
    [[nodiscard]] std::uint64_t name_of(std::uint64_t position) const {
        const begin_bits& word = map_[position / bits_per_word];
        const auto until = base::low_bits<std::uint64_t>(static_cast<unsigned>(position % bits_per_word) + 1);
        return word.begun_before + base::count_ones(word.first_letters & until) - 1;
    }
    /// Of name different(): the end of all.
    [[nodiscard]] std::uint64_t begin(std::uint64_t name) const { return begins_[name]; }
    [[nodiscard]] std::uint64_t end(std::uint64_t name) const { return begins_[name + 1]; }

  private:
    static constexpr std::uint64_t names_of_task = 1U << 12U;

    /// Bits, not letters, as letters need not fill words; each thread fills words of its own.
    void copy_letters(const text_view& text, const phrase_parse<Position>& parse, runtime::thread_pool& workers) {
        const std::uint64_t bits = text.bits;
        const std::uint64_t all = view_.size * bits;
        const std::uint64_t most = text.letters_per_window() * bits; // at a time
        const std::uint64_t words = (all + bits_per_word - 1) / bits_per_word;
        runtime::for_parts(
            workers, words, tuning::places_per_task / bits_per_word, [&](std::uint64_t first, std::uint64_t last) {
                const std::uint64_t begin = first * bits_per_word;
                const std::uint64_t end = std::min(all, last * bits_per_word);
                // From the letter that the first bit is of.
                std::uint64_t at = begin / bits;
                auto name = static_cast<std::uint64_t>(
                    std::upper_bound(begins_.data(), begins_.data() + parse.different(), static_cast<Position>(at)) -
                    begins_.data() - 1);
                for (std::uint64_t to = at * bits; to < end; ++name) {
                    std::uint64_t from = parse.begin(parse.model(name)) + (at - this->begin(name));
                    while (at < this->end(name) && to < end) {
                        const std::uint64_t taken = std::min(most, (this->end(name) - at) * bits);
                        put_bits(text.window(from) >> (bits_per_word - taken), taken, to, begin, end);
                        to += taken;
                        at += taken / bits;
                        from += taken / bits;
                    }
                }
            });
    }
    /// Of `count` bits, those that belong to [begin, end).
    void put_bits(std::uint64_t value, std::uint64_t count, std::uint64_t to, std::uint64_t begin, std::uint64_t end) {
        const std::uint64_t left = value << (bits_per_word - count); // the first bit is the highest one
        const std::uint64_t word = to / bits_per_word;
        const auto shift = static_cast<unsigned>(to % bits_per_word);
        if (word * bits_per_word >= begin) letters_[word] |= left >> shift;
        if (shift > 0 && (word + 1) * bits_per_word >= begin && (word + 1) * bits_per_word < end)
            letters_[word + 1] |= left << (bits_per_word - shift);
    }

    void mark_begins(runtime::thread_pool& workers) {
        const std::uint64_t words = view_.size / bits_per_word + 1;
        const std::uint64_t names_end = begins_.size();
        runtime::for_parts(
            workers, words, tuning::places_per_task / bits_per_word, [&](std::uint64_t first, std::uint64_t last) {
                const Position* const begins = begins_.data();
                auto name = static_cast<std::uint64_t>(
                    std::lower_bound(begins, begins + names_end, static_cast<Position>(first * bits_per_word)) -
                    begins);
                for (std::uint64_t word = first; word < last; ++word) {
                    map_[word].begun_before = name;
                    for (; name < names_end && begins[name] < (word + 1) * bits_per_word; ++name)
                        cuts_[word] |= std::uint64_t{1} << (begins[name] % bits_per_word);
                    map_[word].first_letters = cuts_[word]; // the end of all is behind every position
                }
            });
    }

    runtime::far_array<Position> begins_; ///< of each name, and the end of all
    runtime::far_array<std::uint64_t> letters_;
    runtime::far_array<std::uint64_t> cuts_;
    runtime::far_array<begin_bits> map_;
    text_view view_;
};

} // namespace concord::suffixes
