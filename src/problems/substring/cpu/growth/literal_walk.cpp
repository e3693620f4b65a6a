#include "problems/substring/cpu/growth/literal_walk.hpp"

#include <algorithm>
#include <array>

namespace concord::substring {

literal_text::literal_text(const problem& given, const growth_alphabet& alphabet,
                           std::span<const std::uint64_t> sequences) {
    constexpr std::uint64_t at_once = sequence::letters_per_word;
    std::array<std::uint64_t, at_once> digits{};
    for (const std::uint64_t sequence : sequences) {
        const std::uint64_t length = given.length(sequence);
        for (std::uint64_t first = 0; first < length; first += at_once) {
            const std::span<std::uint64_t> here(digits.data(), std::min(at_once, length - first));
            alphabet.read(given, given.offset(sequence) + first, here);
            for (const std::uint64_t digit : here)
                letters_.push_back(static_cast<std::uint8_t>(digit));
        }
        letters_.push_back(end);
    }
}

literal_walk::literal_walk(const literal_text& text) : text_(text), levels_(1) {
    const std::span<const std::uint8_t> letters = text.letters();
    for (std::size_t place = 0; place < letters.size(); ++place)
        if (letters[place] != literal_text::end) levels_[0].places.push_back(static_cast<std::uint32_t>(place));
}

std::span<const std::uint8_t> literal_walk::followers(std::size_t depth) {
    level& here = levels_[depth];
    if (!here.is_sorted) sort(here);
    return here.letters;
}

void literal_walk::enter(std::size_t depth, std::uint8_t letter) {
    if (levels_.size() <= depth + 1) levels_.resize(depth + 2);
    level& shorter = levels_[depth];
    level& longer = levels_[depth + 1];
    if (!shorter.is_sorted) sort(shorter);
    longer.places.clear();
    longer.is_sorted = false;
    const auto found = std::ranges::lower_bound(shorter.letters, letter);
    if (found == shorter.letters.end() || *found != letter) return;
    const auto index = static_cast<std::size_t>(found - shorter.letters.begin());
    for (std::size_t at = index == 0 ? 0 : shorter.ends[index - 1]; at < shorter.ends[index]; ++at)
        if (text_.letters()[shorter.places[at] + 1] != literal_text::end)
            longer.places.push_back(shorter.places[at] + 1);
}

void literal_walk::sort(level& here) {
    here.is_sorted = true;
    here.places_by_letter::sort(text_.letters().data(), sorted_);
}

/// Few by comparison, for the counters of all letters take longer to be cleared.
void places_by_letter::sort(const std::uint8_t* text, std::vector<std::uint32_t>& scratch) {
    constexpr std::size_t few = 32;
    letters.clear();
    ends.clear();
    if (places.size() > few) {
        std::array<std::size_t, 257> begins{};
        for (const std::uint32_t place : places)
            ++begins[text[place] + std::size_t{1}];
        for (std::size_t letter = 1; letter < begins.size(); ++letter)
            begins[letter] += begins[letter - 1];
        scratch.resize(places.size());
        for (const std::uint32_t place : places)
            scratch[begins[text[place]]++] = place;
        places.swap(scratch);
    } else {
        std::ranges::sort(places, {}, [&](std::uint32_t place) { return text[place]; });
    }
    for (std::size_t at = 0; at < places.size(); ++at) {
        if (letters.empty() || letters.back() != text[places[at]]) {
            letters.push_back(text[places[at]]);
            ends.push_back(at);
        }
        ends.back() = at + 1;
    }
}

} // namespace concord::substring
