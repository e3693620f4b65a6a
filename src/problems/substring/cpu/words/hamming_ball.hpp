// All words within k mismatches of one word, or of two words at once, by their fronts: for each front the ends that go
// with it are a mask of 64 bits (short_words.hpp).
#pragma once

#include "problems/substring/cpu/words/word_set.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace concord::substring {

/// How words of a problem are split, and which ends are near to each other.
class ball_shape {
  public:
    static constexpr std::uint64_t most_letters_of_word = 32;
    static constexpr std::uint64_t most_letters_of_end = 6;

    ball_shape(const split_word& split, std::uint64_t mismatches);

    [[nodiscard]] const split_word& split() const noexcept { return split_; }
    [[nodiscard]] std::uint64_t mismatches() const noexcept { return mismatches_; }
    /// What a letter of a front adds to it.
    [[nodiscard]] std::uint64_t weight(std::size_t index) const noexcept { return weights_[index]; }
    /// The ends within so many mismatches of an end, by their number up to k.
    [[nodiscard]] const std::uint64_t* near_ends(std::uint64_t end) const noexcept {
        return near_ends_.data() + end * (mismatches_ + 1);
    }

  private:
    split_word split_;
    std::uint64_t mismatches_;
    std::vector<std::uint64_t> weights_;
    std::vector<std::uint64_t> near_ends_;
};

/// A word as its letters; split().letters stands for an ambiguous one, which is a mismatch with every letter.
class word_of_ball {
  public:
    word_of_ball(const ball_shape& shape, std::span<const std::uint8_t> letters);

    [[nodiscard]] std::uint8_t letter(std::size_t index) const noexcept { return front_[index]; }
    [[nodiscard]] bool is_ambiguous(std::size_t index) const noexcept {
        return front_[index] == shape_.split().letters;
    }
    /// Without its ambiguous letters.
    [[nodiscard]] std::uint64_t front() const noexcept { return address_; }
    [[nodiscard]] const std::uint64_t* near_ends() const noexcept { return near_ends_; }
    [[nodiscard]] bool has_ambiguous_front() const noexcept { return has_ambiguous_front_; }

  private:
    const ball_shape& shape_;
    std::span<const std::uint8_t> front_;
    std::uint64_t address_ = 0;
    bool has_ambiguous_front_ = false;
    const std::uint64_t* near_ends_;
    std::array<std::uint64_t, ball_shape::most_letters_of_word + 1> own_ends_{}; ///< with ambiguous letters
};

/// visit(front, ends) for every front of a word within k mismatches of this one. Time O(visits).
template <class Visit>
void for_each_in_ball(const ball_shape& shape, const word_of_ball& center, const Visit& visit) {
    const split_word& split = shape.split();
    const std::uint64_t* const ends = center.near_ends();
    const bool is_plain = !center.has_ambiguous_front();
    const auto substitute = [&](const auto& again, std::uint64_t from, std::uint64_t left,
                                std::uint64_t address) -> void {
        for (std::uint64_t index = from; index < split.front; ++index) {
            const bool must = center.is_ambiguous(index);
            if (left == 0) {
                if (must) return;
                continue;
            }
            const std::uint64_t letter = center.letter(index);
            const std::uint64_t without = must ? address : address - letter * shape.weight(index);
            for (std::uint64_t other = 0; other < split.letters; ++other) {
                if (other == letter) continue;
                const std::uint64_t changed = without + other * shape.weight(index);
                if (left == 1 && is_plain)
                    visit(changed, ends[0]);
                else
                    again(again, index + 1, left - 1, changed);
            }
            if (must) return;
        }
        visit(address, ends[left]);
    };
    substitute(substitute, 0, shape.mismatches(), center.front());
}

/// visit(front, ends) for every front of a word within k mismatches of both, which have no ambiguous letters. Time
/// O(visits).
template <class Visit>
void for_each_in_both_balls(const ball_shape& shape, std::span<const std::uint8_t> a, std::span<const std::uint8_t> b,
                            const front_and_end& word_a, const front_and_end& word_b, const Visit& visit) {
    const split_word& split = shape.split();
    const std::uint64_t* const ends_a = shape.near_ends(word_a.end);
    const std::uint64_t* const ends_b = shape.near_ends(word_b.end);
    std::array<std::uint8_t, ball_shape::most_letters_of_word> differing{};
    std::array<std::uint8_t, ball_shape::most_letters_of_word> equal{};
    std::size_t differ = 0;
    std::size_t agree = 0;
    std::uint64_t address = 0; // of the letters that both have
    for (std::size_t index = 0; index < split.front; ++index) {
        if (a[index] != b[index]) {
            differing[differ++] = static_cast<std::uint8_t>(index);
        } else {
            equal[agree++] = static_cast<std::uint8_t>(index);
            address += a[index] * shape.weight(index);
        }
    }
    std::size_t differ_in_end = 0;
    for (std::size_t index = split.front; index < a.size(); ++index)
        differ_in_end += a[index] != b[index] ? 1U : 0U;

    const auto substitute = [&](const auto& again, std::size_t from, std::uint64_t left_a, std::uint64_t left_b,
                                std::uint64_t word) -> void { // letters that both have
        visit(word, ends_a[left_a] & ends_b[left_b]);
        if (left_a == 0 || left_b == 0 || left_a + left_b < differ_in_end + 2) return;
        for (std::size_t at = from; at < agree; ++at) {
            const std::size_t index = equal[at];
            const std::uint64_t without = word - a[index] * shape.weight(index);
            for (std::uint64_t other = 0; other < split.letters; ++other)
                if (other != a[index])
                    again(again, at + 1, left_a - 1, left_b - 1, without + other * shape.weight(index));
        }
    };
    const auto choose = [&](const auto& again, std::size_t at, std::uint64_t left_a, std::uint64_t left_b,
                            std::uint64_t word) -> void { // letters in which they differ: of a, of b, another
        if (left_a + left_b < differ - at + differ_in_end) return;
        if (at == differ) return substitute(substitute, 0, left_a, left_b, word);
        const std::size_t index = differing[at];
        const std::uint64_t weight = shape.weight(index);
        if (left_b > 0) again(again, at + 1, left_a, left_b - 1, word + a[index] * weight);
        if (left_a > 0) again(again, at + 1, left_a - 1, left_b, word + b[index] * weight);
        if (left_a == 0 || left_b == 0) return;
        for (std::uint64_t other = 0; other < split.letters; ++other)
            if (other != a[index] && other != b[index])
                again(again, at + 1, left_a - 1, left_b - 1, word + other * weight);
    };
    choose(choose, 0, shape.mismatches(), shape.mismatches(), address);
}

/// How many words lie within k mismatches of two words at this distance.
[[nodiscard]] double size_of_both_balls(const ball_shape& shape, std::uint64_t distance);

} // namespace concord::substring
