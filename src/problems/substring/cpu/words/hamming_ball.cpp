#include "problems/substring/cpu/words/hamming_ball.hpp"

#include "problems/substring/seed_plan.hpp"

#include <cmath>

namespace concord::substring {
namespace {

/// The ends whose letters, some of them ambiguous, differ from these in at most so many places, by their number up to
/// k.
void find_near_ends(const split_word& split, std::uint64_t mismatches, std::span<const std::uint8_t> letters,
                    std::uint64_t* near) {
    const std::uint64_t ends = split.words_of(split.end);
    std::fill_n(near, mismatches + 1, 0);
    for (std::uint64_t other = 0; other < ends; ++other) {
        std::uint64_t differ = 0;
        std::uint64_t rest = other;
        for (std::size_t index = letters.size(); index-- > 0; rest /= split.letters)
            differ += rest % split.letters != letters[index] ? 1U : 0U;
        for (; differ <= mismatches; ++differ)
            near[differ] |= std::uint64_t{1} << other;
    }
}

} // namespace

ball_shape::ball_shape(const split_word& split, std::uint64_t mismatches)
    : split_(split), mismatches_(std::min(mismatches, split.front + split.end)), weights_(split.front, 1) {
    for (std::uint64_t index = split_.front; index-- > 1;)
        weights_[index - 1] = weights_[index] * split_.letters;
    const std::uint64_t ends = split_.words_of(split_.end);
    near_ends_.resize(ends * (mismatches_ + 1));
    for (std::uint64_t end = 0; end < ends; ++end)
        for (std::uint64_t other = 0; other < ends; ++other)
            for (std::uint64_t differ = split_.mismatches(end, other); differ <= mismatches_; ++differ)
                near_ends_[end * (mismatches_ + 1) + differ] |= std::uint64_t{1} << other;
}

word_of_ball::word_of_ball(const ball_shape& shape, std::span<const std::uint8_t> letters)
    : shape_(shape), front_(letters.first(shape.split().front)) {
    const split_word& split = shape.split();
    for (std::size_t index = 0; index < front_.size(); ++index) {
        if (is_ambiguous(index))
            has_ambiguous_front_ = true;
        else
            address_ += front_[index] * shape.weight(index);
    }
    const std::span<const std::uint8_t> last = letters.subspan(split.front);
    std::uint64_t end = 0;
    bool is_ordinary = true;
    for (const std::uint8_t letter : last) {
        is_ordinary = is_ordinary && letter < split.letters;
        end = end * split.letters + letter;
    }
    if (!is_ordinary) find_near_ends(split, shape.mismatches(), last, own_ends_.data());
    near_ends_ = is_ordinary ? shape.near_ends(end) : own_ends_.data();
}

double size_of_both_balls(const ball_shape& shape, std::uint64_t distance) {
    // Of the letters in which they differ, `of_a` are those of a, `of_b` those of b; of the others, x differ from both.
    const auto choose = [](std::uint64_t from, std::uint64_t some) {
        double ways = 1;
        for (std::uint64_t index = 0; index < some; ++index)
            ways *= static_cast<double>(from - index) / static_cast<double>(index + 1);
        return ways;
    };
    const auto letters = static_cast<double>(shape.split().letters);
    const std::uint64_t length = shape.split().front + shape.split().end;
    const std::uint64_t k = shape.mismatches();
    double words = 0;
    for (std::uint64_t of_a = 0; of_a <= distance; ++of_a) {
        for (std::uint64_t of_b = 0; of_a + of_b <= distance; ++of_b) {
            const std::uint64_t most = distance - std::min(of_a, of_b); // mismatches with the farther one
            if (most > k) continue;
            const double ways = choose(distance, of_a) * choose(distance - of_a, of_b) *
                                std::pow(letters - 2, static_cast<double>(distance - of_a - of_b));
            words += ways * count_neighbours(letters, length - distance, k - most);
        }
    }
    return words;
}

} // namespace concord::substring
