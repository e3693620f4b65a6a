// A word with letters that stand for several nucleotides may be spelled in plain ones in several ways. What looks words
// up takes all of these, unless they are too many: such words are looked for in another way.
//
//   word        A C R T N G        spellings   ACATAG ACATCG ACATGG ACATTG ACGTAG ACGTCG ACGTGG ACGTTG
#pragma once

#include "problems/substring/variants/nucleotide_sets.hpp"

#include <array>
#include <cstdint>
#include <span>

namespace concord::substring {

/// Letters of a word that is spelled which stand for several nucleotides, at most.
inline constexpr std::size_t most_spelled_letters = 8;

/// Whether a word of letters of sets has so few spellings, at most 2^most_spelled_letters, that they are looked up. A
/// letter that matches nothing is spelled as itself.
[[nodiscard]] inline bool has_few_spellings(std::span<const std::uint16_t> word, std::uint64_t most) noexcept {
    std::uint64_t count = 1;
    for (const std::uint16_t each : word)
        if (each > plain_nucleotides && (count *= nucleotides_of_letter(each)) > most) return false;
    return true;
}

/// What a letter counts in the number of a word.
[[nodiscard]] inline auto weights_of(std::span<const std::uint16_t> word) noexcept {
    return [last = word.size() - 1](std::size_t at) { return std::uint64_t{1} << 2 * (last - at); };
}

/// visit(sum of weight(i) * (s[i] + Plus)) of each spelling s of a word that has few of them.
template <std::uint64_t Plus, class Weight, class Visit>
void for_each_spelling(std::span<const std::uint16_t> word, Weight weight, Visit visit) {
    std::array<std::size_t, most_spelled_letters> places{};
    std::size_t count = 0;
    std::uint64_t plain = 0;
    for (std::size_t at = 0; at < word.size(); ++at)
        if (word[at] > plain_nucleotides)
            places[count++] = at;
        else
            plain += weight(at) * (word[at] + Plus);
    const auto spell = [&](const auto& self, std::size_t index, std::uint64_t sum) -> void {
        if (index == count) return visit(sum);
        const std::uint16_t set = set_of_letter(word[places[index]]);
        for (std::uint64_t one = 0; one < plain_nucleotides; ++one)
            if ((set >> one & 1U) != 0) self(self, index + 1, sum + weight(places[index]) * (one + Plus));
    };
    spell(spell, 0, plain);
}

} // namespace concord::substring
