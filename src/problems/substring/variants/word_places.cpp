#include "problems/substring/variants/word_places.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace concord::substring {
namespace {

constexpr std::uint64_t letters_of_planes = 64;

std::uint64_t all_words_of(std::uint64_t letters) { return std::uint64_t{1} << 2 * letters; }

/// The first bits of a word, at most all of them.
std::uint64_t first_bits(std::uint64_t count) noexcept {
    return count >= letters_of_planes ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
}

/// visit(number of a word, the letter that is read last) of a text, a letter that matches nothing being the first one.
template <class Visit>
void for_each_number(std::span<const letter> text, std::uint64_t letters, Visit visit) {
    std::uint64_t number = 0;
    for (std::uint64_t at = 0; at < text.size(); ++at) {
        number = (number << 2U | (text[at] < plain_nucleotides ? text[at] : 0U)) & (all_words_of(letters) - 1);
        if (at + 1 >= letters) visit(number, at + 1 - letters);
    }
}

} // namespace

double word_places::bytes(std::uint64_t text, std::uint64_t letters) noexcept {
    constexpr double bytes_of_letter = sizeof(place) + static_cast<double>(sizeof(planes)) / letters_of_planes;
    return bytes_of_letter * static_cast<double>(text) +
           static_cast<double>(sizeof(std::uint32_t) * (all_words_of(letters) + 1));
}

word_places::word_places(const piece_collection& of, std::uint64_t letters)
    : of_(of), letters_(letters), text_(of.text().size() / letters_of_planes + 2), first_(all_words_of(letters) + 1) {
    read(0, of.text().size());
    std::uint64_t all = 0;
    for (const piece& in : of.pieces()) {
        parts_.push_back({static_cast<std::uint32_t>(in.first), static_cast<std::uint32_t>(in.first + in.length),
                          static_cast<std::uint32_t>(in.sequence)});
        for_each_number(of.letters(in.first, in.length), letters_, [&](std::uint64_t number, std::uint64_t) {
            ++first_[number + 1];
            ++all;
        });
    }
    for (std::uint64_t number = 0; number < all_words_of(letters); ++number)
        first_[number + 1] += first_[number];
    places_.resize(all);
    for (std::uint32_t index = 0; index < parts_.size(); ++index) {
        const piece& in = of.pieces()[index];
        for_each_number(of.letters(in.first, in.length), letters_, [&](std::uint64_t number, std::uint64_t start) {
            places_[first_[number]++] = {static_cast<std::uint32_t>(in.first + start), index};
        });
    }
    // Each list was begun where it begins, and so each beginning has become an end.
    for (std::uint64_t number = all_words_of(letters); number > 0; --number)
        first_[number] = first_[number - 1];
    first_[0] = 0;
}

void word_places::read(std::uint64_t first, std::uint64_t length) {
    for (std::uint64_t place = first; place < first + length; ++place) {
        const letter here = of_.text()[place];
        const std::uint64_t bit = std::uint64_t{1} << place % letters_of_planes;
        planes& word = text_[place / letters_of_planes];
        const auto put = [&](std::uint64_t& bits, bool is_set) { bits = is_set ? bits | bit : bits & ~bit; };
        const bool is_plain = here < plain_nucleotides;
        put(word.low, is_plain && (here & 1U) != 0);
        put(word.high, is_plain && (here & 2U) != 0);
        put(word.nothing, !is_plain);
    }
}

void word_places::update(std::span<const std::uint64_t> masked, std::uint64_t mismatches) {
    for (const std::uint64_t sequence : masked)
        read(of_.text_first(sequence), of_.text_length(sequence));
    const std::uint64_t letters = first_bits(letters_);
    std::uint32_t kept = 0;
    for (std::uint64_t number = 0; number < all_words_of(letters_); ++number) {
        const std::uint32_t first = std::exchange(first_[number], kept);
        for (std::uint32_t index = first; index < first_[number + 1]; ++index) {
            places_[kept] = places_[index];
            const auto nothings = static_cast<std::uint64_t>(std::popcount(at(places_[index].at).nothing & letters));
            kept += nothings <= mismatches ? 1 : 0;
        }
    }
    first_[all_words_of(letters_)] = kept;
}

word_places::planes word_places::at(std::uint64_t place) const noexcept {
    const planes& one = text_[place / letters_of_planes];
    const planes& next = text_[place / letters_of_planes + 1];
    const std::uint64_t shift = place % letters_of_planes;
    const std::uint64_t back = letters_of_planes - 1 - shift; // and one more: a shift by all bits is none
    return {one.low >> shift | next.low << 1U << back, one.high >> shift | next.high << 1U << back,
            one.nothing >> shift | next.nothing << 1U << back};
}

std::uint64_t word_places::hash(std::uint64_t start, std::uint64_t length) const noexcept {
    constexpr std::uint64_t odd = 0x9E3779B97F4A7C15U;
    std::uint64_t sum = length;
    for (std::uint64_t at_letter = 0; at_letter < length; at_letter += letters_of_planes) {
        const planes here = at(start + at_letter);
        const std::uint64_t mask = first_bits(length - at_letter);
        for (const std::uint64_t each : {here.low & mask, here.high & mask, here.nothing & mask}) {
            sum = (sum ^ each) * odd;
            sum ^= sum >> 29U;
        }
    }
    return sum;
}

bool word_places::are_equal(std::uint64_t one, std::uint64_t other, std::uint64_t length) const noexcept {
    for (std::uint64_t at_letter = 0; at_letter < length; at_letter += letters_of_planes) {
        const planes a = at(one + at_letter);
        const planes b = at(other + at_letter);
        if ((((a.low ^ b.low) | (a.high ^ b.high) | (a.nothing ^ b.nothing)) & first_bits(length - at_letter)) != 0)
            return false;
    }
    return true;
}

std::uint64_t word_places::in_common(const planes& first, std::uint64_t one, std::uint64_t other,
                                     std::uint64_t mismatches, std::uint64_t most) const noexcept {
    // Without branches that depend on the letters: which of them differ is not foreseen.
    for (std::uint64_t at_letter = 0;; at_letter += letters_of_planes) {
        const planes a = at_letter == 0 ? first : at(one + at_letter);
        const planes b = at(other + at_letter);
        const std::uint64_t differ = (a.low ^ b.low) | (a.high ^ b.high) | a.nothing | b.nothing;
        std::uint64_t left = differ;
        for (std::uint64_t mismatch = 0; mismatch < mismatches; ++mismatch)
            left &= left - 1;
        const auto end = at_letter + static_cast<std::uint64_t>(std::countr_zero(left));
        if (end >= most) return most;
        if (left != 0) return end;
        mismatches -= static_cast<std::uint64_t>(std::popcount(differ));
    }
}

std::uint64_t word_places::number_at(std::uint64_t place) const noexcept {
    std::uint64_t number = 0;
    for (const letter each : of_.letters(place, letters_))
        number = number << 2U | (each < plain_nucleotides ? each : 0U);
    return number;
}

template <class Visit>
void word_places::for_each_near(std::uint64_t number, std::uint64_t mismatches, Visit visit) const {
    // The letters from `at` on, counted from the last one, are still to be substituted.
    const auto substitute = [&](const auto& self, std::uint64_t word, std::uint64_t at, std::uint64_t left) -> void {
        for (std::uint32_t index = first_[word]; index < first_[word + 1]; ++index)
            visit(places_[index]);
        if (left == 0) return;
        for (; at < letters_; ++at)
            for (std::uint64_t change = 1; change < plain_nucleotides; ++change)
                self(self, word ^ change << 2 * at, at + 1, left - 1);
    };
    substitute(substitute, number, 0, mismatches);
}

word_places::reach word_places::reader::find(std::uint64_t start, std::uint64_t length, std::uint64_t offset,
                                             std::uint64_t mismatches, std::uint64_t support) {
    const word_places& in = places_;
    const planes first_letters = in.at(start);
    ++windows_;
    std::size_t holders = 0;
    const auto hold = [&](std::uint32_t sequence, std::uint64_t letters) {
        held_letters& held = of_sequence_[sequence];
        const bool is_new = held.window != windows_;
        held = {windows_, std::max(is_new ? 0 : held.most, static_cast<std::uint32_t>(letters))};
        held_[holders] = sequence;
        holders += is_new ? 1 : 0;
    };
    hold(static_cast<std::uint32_t>(in.of_.piece_at(start).sequence), length); // it occurs where it stands
    in.for_each_near(in.number_at(start + offset), mismatches, [&](const place& word) {
        const part& here = in.parts_[word.piece];
        if (word.at - here.first < offset) return;
        const std::uint64_t first = word.at - offset;
        const std::uint64_t most = std::min<std::uint64_t>(length, here.end - first);
        hold(here.sequence, in.in_common(first_letters, start, first, mismatches, most));
    });
    const std::uint64_t least = offset + in.letters_;
    std::vector<std::uint64_t> held(length + 1, 0); // sequences, by letters
    for (const std::uint32_t sequence : std::span(held_).first(holders))
        ++held[of_sequence_[sequence].most];
    reach found{length, held[length]};
    for (std::uint64_t longer = held[length]; longer < support;) {
        if (found.length < least) break;
        longer += held[--found.length];
    }
    return found;
}

} // namespace concord::substring
