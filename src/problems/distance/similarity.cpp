// Jaro, Jaro-Winkler, common prefixes and suffixes.
#include "problems/distance/paired_letters.hpp"

#include <concord/similarity.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <vector>

namespace concord {
namespace edit_distance {
namespace {

constexpr std::uint32_t none = 0xFFFF'FFFF;

/// The places of every letter of a sequence, in ascending order, as linked lists: where a letter's list begins, ...
class byte_heads {
  public:
    explicit byte_heads(std::size_t) { heads_.fill(none); }
    template <class Letter>
    [[nodiscard]] std::uint32_t* of(Letter letter) {
        return letter > 0xFF ? nullptr : &heads_[letter];
    }
    void put(std::uint8_t letter, std::uint32_t place) { heads_[letter] = place; }
    [[nodiscard]] std::uint32_t first(std::uint8_t letter) const { return heads_[letter]; }

  private:
    std::array<std::uint32_t, 256> heads_;
};

constexpr std::size_t letters_on_stack = 256;

/// The same for any letters: a hash table with room for twice as many.
class wide_heads {
  public:
    explicit wide_heads(std::size_t letters) : mask_(std::bit_ceil(2 * letters) - 1) {
        if (letters > letters_on_stack) many_.resize(mask_ + 1);
        slots_ = letters > letters_on_stack ? many_.data() : few_.data();
        std::fill_n(slots_, mask_ + 1, slot{0, unused});
    }
    wide_heads(const wide_heads&) = delete;
    wide_heads& operator=(const wide_heads&) = delete;

    [[nodiscard]] std::uint32_t* of(std::uint32_t letter) {
        slot& found = slot_of(letter);
        return found.head == unused ? nullptr : &found.head;
    }
    void put(std::uint32_t letter, std::uint32_t place) { slot_of(letter) = {letter, place}; }
    [[nodiscard]] std::uint32_t first(std::uint32_t letter) {
        const std::uint32_t head = slot_of(letter).head;
        return head == unused ? none : head;
    }

  private:
    static constexpr std::uint32_t unused = none - 1; // no sequence has so many letters
    struct slot {
        std::uint32_t letter;
        std::uint32_t head;
    };

    [[nodiscard]] slot& slot_of(std::uint32_t letter) {
        std::size_t at = letter * std::size_t{0x9E37'79B9} >> 8U & mask_;
        while (slots_[at].head != unused && slots_[at].letter != letter)
            at = (at + 1) & mask_;
        return slots_[at];
    }

    std::size_t mask_;
    slot* slots_;
    std::array<slot, 2 * letters_on_stack> few_; // only those in use are initialised
    std::vector<slot> many_;
};

template <class LetterA, class LetterB>
std::size_t prefix_of(std::span<const LetterA> a, std::span<const LetterB> b) {
    return static_cast<std::size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
}

/// `next`: room for a number, `taken` and `matched` for a mark and a letter, of every letter of a.
///
/// As letters of b are matched from left to right, a letter's place in a that is out of the window, or taken, is so for
/// all that follow: its list is walked once.
template <class Heads, class LetterA, class LetterB>
double jaro(std::span<const LetterA> a, std::span<const LetterB> b, std::uint32_t* next, bool* taken,
            LetterB* matched) {
    const std::size_t longer = std::max(a.size(), b.size());
    const std::size_t window = longer / 2 > 0 ? longer / 2 - 1 : 0;
    // The letters that both begin with take their own places.
    const std::size_t prefix = prefix_of(a, b);
    Heads heads(a.size() - prefix);
    for (std::size_t i = a.size(); i-- > prefix;) {
        next[i] = heads.first(a[i]);
        heads.put(a[i], static_cast<std::uint32_t>(i));
        taken[i] = false;
    }
    std::size_t common = prefix;
    for (std::size_t j = prefix; j < b.size(); ++j) {
        std::uint32_t* const head = heads.of(b[j]);
        if (head == nullptr) continue;
        std::uint32_t place = *head;
        while (place != none && place + window < j)
            place = next[place];
        if (place != none && place <= j + window) {
            taken[place] = true;
            matched[common++] = b[j];
            place = next[place];
        }
        *head = place;
    }
    if (common == 0) return 0;
    std::size_t out_of_order = 0;
    for (std::size_t i = prefix, at = prefix; i < a.size(); ++i)
        if (taken[i]) out_of_order += a[i] != matched[at++] ? 1U : 0U;
    const auto count = static_cast<double>(common);
    return (count / static_cast<double>(a.size()) + count / static_cast<double>(b.size()) +
            (count - static_cast<double>(out_of_order / 2)) / count) /
           3.0;
}

template <class LetterA, class LetterB>
double jaro(std::span<const LetterA> a, std::span<const LetterB> b) {
    using heads = std::conditional_t<sizeof(LetterA) == 1, byte_heads, wide_heads>;
    if (a.empty() || b.empty()) return a.empty() && b.empty() ? 1 : 0;
    if (a.size() <= letters_on_stack) {
        std::array<std::uint32_t, letters_on_stack> next;
        std::array<bool, letters_on_stack> taken;
        std::array<LetterB, letters_on_stack> matched;
        return jaro<heads>(a, b, next.data(), taken.data(), matched.data());
    }
    std::vector<std::uint32_t> next(a.size());
    const auto taken = std::make_unique<bool[]>(a.size());
    std::vector<LetterB> matched(a.size());
    return jaro<heads>(a, b, next.data(), taken.get(), matched.data());
}

} // namespace
} // namespace edit_distance

double jaro_similarity(const sequence_ref& a, const sequence_ref& b) {
    return edit_distance::with_letters(a, b, [](auto of_a, auto of_b) { return edit_distance::jaro(of_a, of_b); });
}

double jaro_winkler_similarity(const sequence_ref& a, const sequence_ref& b, double prefix_weight) {
    if (!(prefix_weight >= 0.0 && prefix_weight <= 1.0))
        throw error(error_code::usage,
                    "prefix_weight has to be in the range 0.0 - 1.0, and is " + std::to_string(prefix_weight));
    constexpr double boosted_above = 0.7;
    constexpr std::size_t most_of_prefix = 4;
    return edit_distance::with_letters(a, b, [&](auto of_a, auto of_b) {
        const double similarity = edit_distance::jaro(of_a, of_b);
        if (!(similarity > boosted_above)) return similarity;
        const std::size_t shorter = std::min({of_a.size(), of_b.size(), most_of_prefix});
        const auto prefix = static_cast<double>(edit_distance::prefix_of(of_a.first(shorter), of_b.first(shorter)));
        return std::min(1.0, similarity + prefix * prefix_weight * (1.0 - similarity));
    });
}

std::uint64_t common_prefix(const sequence_ref& a, const sequence_ref& b) {
    return edit_distance::with_letters(
        a, b, [](auto of_a, auto of_b) -> std::uint64_t { return edit_distance::prefix_of(of_a, of_b); });
}

std::uint64_t common_suffix(const sequence_ref& a, const sequence_ref& b) {
    return edit_distance::with_letters(a, b, [](auto of_a, auto of_b) -> std::uint64_t {
        std::size_t common = 0;
        const std::size_t most = std::min(of_a.size(), of_b.size());
        while (common < most && of_a[of_a.size() - 1 - common] == of_b[of_b.size() - 1 - common])
            ++common;
        return common;
    });
}

} // namespace concord
