// Distinct windows of one length as a trie: classes that begin alike are neighbours, so that a node is a range of them
// and what they begin with.
//
//     classes      ACCTG  ACCTT  ACGGA  TTGAC
//     a node       [---- AC -----------]          of the first three: they begin with two equal letters
#pragma once

#include "problems/substring/variants/variant_search.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace concord::substring {

/// The classes [first, last), which begin with the same `depth` letters, as they are read.
struct trie_range {
    std::size_t first;
    std::size_t last;
    std::uint64_t depth;

    friend bool operator==(const trie_range&, const trie_range&) = default;
};

/// What a word that becomes a letter longer is for: classes that begin with it, and the letters that these still have.
struct word_uses {
    std::size_t classes;
    std::uint64_t letters_left;

    /// Words that are made of it, letter by letter, at most.
    [[nodiscard]] std::uint64_t words() const noexcept { return classes * letters_left; }
};

class window_trie {
  public:
    window_trie(const piece_collection& of, const window_classes& classes, std::uint64_t length)
        : of_(of), classes_(classes), length_(length) {}

    [[nodiscard]] std::uint64_t length() const noexcept { return length_; }
    [[nodiscard]] const window_classes& classes() const noexcept { return classes_; }
    [[nodiscard]] std::span<const letter> letters(std::size_t index) const {
        return of_.letters(classes_.representative(index), length_);
    }
    /// As the words are read.
    [[nodiscard]] letter letter_of(std::size_t index, std::uint64_t depth) const {
        const std::uint64_t first = classes_.representative(index);
        return of_.text()[classes_.direction == reading::forward ? first + depth : first + length_ - 1 - depth];
    }

    /// Walks what is below a node, depth first. `visitor` has
    ///     bool ends(const Word&, const trie_range&)    nothing below is walked; must be true for whole words
    ///     void extend(std::size_t frame, Word&, letter, const word_uses&)    makes the word one letter longer, in its
    ///                                                  own frame
    template <class Word, class Visitor>
    void walk(Visitor& visitor, std::size_t frame, Word& word, trie_range at) const {
        for (;;) {
            while (at.depth < length_ && letter_of(at.first, at.depth) == letter_of(at.last - 1, at.depth)) {
                if (visitor.ends(word, at)) return;
                visitor.extend(frame, word, letter_of(at.first, at.depth),
                               word_uses{at.last - at.first, length_ - at.depth - 1});
                ++at.depth;
            }
            if (visitor.ends(word, at)) return;
            // All but the last of the next letters in frames of their own; the last one may overwrite this word.
            for (std::size_t end = at.first; at.first + 1 < at.last; at.first = end) {
                end = end_of_letter(at);
                if (end == at.last) break;
                Word branch = word;
                walk(visitor, frame + 1, branch, {at.first, end, at.depth});
            }
        }
    }

  private:
    /// Of the classes that go on with the letter of the first one.
    [[nodiscard]] std::size_t end_of_letter(const trie_range& at) const {
        const letter next = letter_of(at.first, at.depth);
        std::size_t end = at.first + 1;
        for (std::size_t others = at.last; end < others;) {
            const std::size_t middle = end + (others - end) / 2;
            if (letter_of(middle, at.depth) == next)
                end = middle + 1;
            else
                others = middle;
        }
        return end;
    }

    const piece_collection& of_;
    const window_classes& classes_;
    std::uint64_t length_;
};

/// How many sequences hold each class, by their halves (halves.cpp), where that is estimated to be quicker than
/// to walk the trie: then no beginnings without the support are known. `parts` as of count_windows. Time O(lanes / 8 *
/// (classes + nodes of the trie of beginnings) * k), memory O(threads * (classes + ends * k)).
[[nodiscard]] std::optional<counted_classes>
count_by_halves(const variant_problem& given, const variant_resources& resources, const word_letters& letters,
                std::span<const lane_block> blocks, const window_trie& trie, std::size_t classes,
                const known_parts& parts);

/// Instructions, roughly, of walking windows of one length as a trie, if they are random ones.
[[nodiscard]] double cost_of_random_walks(const variant_problem& given, const variant_resources& resources,
                                          const word_letters& letters, std::span<const lane_block> blocks,
                                          const window_starts& starts, std::uint64_t length);
/// Instructions, roughly, of the quicker one of both; 0: they are so few that it is not asked.
[[nodiscard]] double cost_in_lanes(const variant_problem& given, const variant_resources& resources,
                                   const word_letters& letters, std::span<const lane_block> blocks,
                                   const window_trie& trie, std::size_t classes);

} // namespace concord::substring
