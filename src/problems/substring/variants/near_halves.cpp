#include "problems/substring/variants/near_halves.hpp"

#include "problems/substring/variants/longer_windows.hpp"
#include "problems/substring/variants/nucleotide_sets.hpp"

#include <algorithm>
#include <bit>

namespace concord::substring {

void near_halves::list(const matching_texts& texts, std::span<const std::size_t> letters_of_texts, unsigned letters,
                       unsigned few, bool indels, const set_numbers& other) {
    letters_ = letters;
    few_ = few;
    indels_ = indels;
    other_ = other;
    const std::size_t halves = std::size_t{1} << 2 * letters;
    near_.clear();
    lanes_.assign(halves, 0);
    first_.assign(halves + 1, 0);
    for (std::size_t lane = 0; lane < letters_of_texts.size(); ++lane)
        list_lane(texts, lane, letters_of_texts[lane]);
    order();
}

void near_halves::list_lane(const matching_texts& texts, std::size_t lane, std::size_t letters_of_text) {
    lane_ = lane;
    matching_ = std::span(texts.matching).subspan(lane * texts.places, texts.places);
    next_letters_.assign(texts.places, 0);
    next_plain_.assign(texts.places, 0);
    std::uint16_t word = 0;
    std::uint8_t plain = 0;
    for (std::size_t place = letters_of_text; place-- > 0;) {
        const bool is_plain = std::has_single_bit(matching_[place]) && matching_[place] != no_letter;
        word = static_cast<std::uint16_t>(word >> 2U);
        if (is_plain)
            word = static_cast<std::uint16_t>(word | std::countr_zero(matching_[place]) << 2 * (letters_at_once - 1));
        plain = is_plain ? static_cast<std::uint8_t>(std::min<unsigned>(plain + 1U, letters_at_once)) : std::uint8_t{0};
        next_letters_[place] = word;
        next_plain_[place] = plain;
    }
    for (std::size_t place = 0; place <= letters_of_text; ++place) {
        first_place_ = place;
        other_place_ = letters_of_text - place;
        extend({place, 0, letters_, 0});
    }
}

void near_halves::extend(const half_beginning& begun) {
    if (begun.letters_left == 0) return add(begun.number, begun.edits);
    const std::uint8_t matching = matching_[begun.place];
    const bool is_letter = (matching & no_letter) == 0;
    const bool has_edits = begun.edits < few_;
    if (!has_edits && next_plain_[begun.place] >= begun.letters_left) {
        const unsigned rest = next_letters_[begun.place] >> 2 * (letters_at_once - begun.letters_left);
        return add(begun.number << 2 * begun.letters_left | rest, begun.edits);
    }
    for (unsigned nucleotide = 0; nucleotide < plain_nucleotides; ++nucleotide) {
        if ((matching >> nucleotide & 1U) != 0) {
            extend_with(begun, begun.place + 1, nucleotide, 0);
            continue; // one that the text lacks before its like is one behind it
        }
        if (!has_edits) continue;
        if (is_letter) extend_with(begun, begun.place + 1, nucleotide, 1);
        // The last letter of a half in the place of one of the text, or before it: the same word.
        if (indels_ && (!is_letter || begun.letters_left > 1)) extend_with(begun, begun.place, nucleotide, 1);
    }
    // What is skipped next to the other half is among its edits; and to skip a letter before its like is to skip that
    // one, unless it may be skipped, too.
    const bool is_first = begun.place == first_place_ && begun.letters_left == letters_;
    const bool is_like_next = is_letter && matching == matching_[begun.place + 1] && begun.edits + 1 == few_;
    if (indels_ && has_edits && is_letter && !is_first && !is_like_next)
        extend({begun.place + 1, begun.number, begun.letters_left, begun.edits + 1});
}

void near_halves::add(std::uint32_t number, unsigned edits) {
    const std::size_t set = other_.index(lane_, other_.edits - edits, other_place_);
    near_.push_back({number, static_cast<std::uint32_t>(lane_ << bits_of_set_number | set)});
    lanes_[number] = static_cast<std::uint8_t>(lanes_[number] | 1U << lane_);
    ++first_[number + 1];
}

void near_halves::order() {
    // Behind the sets of each half an empty one for each lane that has none.
    for (std::size_t half = 0; half < lanes_.size(); ++half) {
        if (lanes_[half] != 0)
            first_[half + 1] += static_cast<std::uint32_t>(lanes_of_sets - ones_of_byte[lanes_[half]]);
        first_[half + 1] += first_[half];
    }
    united_.assign(first_.back() + fetched_ahead, 0);
    next_.assign(first_.begin(), first_.end() - 1);
    // They are in the order of lanes already.
    for (const near_place& each : near_) {
        std::uint32_t& to = next_[each.half];
        const auto lane_of = [](std::uint32_t set) { return (set & ~is_further_set) >> bits_of_set_number; };
        const bool is_further = to > first_[each.half] && lane_of(united_[to - 1]) == lane_of(each.set);
        united_[to++] = each.set | (is_further ? is_further_set : 0);
    }
    for (std::size_t half = 0; half < lanes_.size(); ++half)
        for (std::uint32_t lane = 0; next_[half] < first_[half + 1]; ++lane)
            if ((lanes_[half] >> lane & 1U) == 0)
                united_[next_[half]++] = lane << bits_of_set_number | static_cast<std::uint32_t>(other_.empty());
}

} // namespace concord::substring
