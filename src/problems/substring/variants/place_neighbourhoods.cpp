#include "problems/substring/variants/place_neighbourhoods.hpp"

#include "problems/substring/variants/nucleotide_sets.hpp"

#include <algorithm>
#include <array>

namespace concord::substring {

matching_texts matching_texts::reversed(std::span<const std::size_t> letters) const {
    matching_texts made{std::vector<std::uint8_t>(matching.size(), no_letter), places};
    for (std::size_t lane = 0; lane < letters.size(); ++lane)
        std::reverse_copy(matching.begin() + static_cast<std::ptrdiff_t>(lane * places),
                          matching.begin() + static_cast<std::ptrdiff_t>(lane * places + letters[lane]),
                          made.matching.begin() + static_cast<std::ptrdiff_t>(lane * places));
    return made;
}

double place_neighbourhoods::bytes(unsigned letters, unsigned edits, std::size_t places) {
    double words = 0;
    for (unsigned made = letters_of_entry; made <= letters; ++made)
        words += static_cast<double>(words_of_set(made));
    return words * static_cast<double>(sizeof(std::uint64_t) * lanes_of_sets * (edits + 1) * places);
}

void place_neighbourhoods::begin(const matching_texts& texts, unsigned letters, unsigned fewest, unsigned edits) {
    letters_ = letters;
    edits_ = edits;
    places_ = texts.places;
    if (sets_.size() <= letters) sets_.resize(letters + 1);
    for (unsigned made = letters_of_entry; made <= letters; ++made) {
        sets_of_letters& sets = sets_[made];
        sets.of_set = words_of_set(made);
        sets.first_row = made == letters ? fewest : 0;
        const std::size_t words = lanes_of_sets * of_lane(sets) * sets.of_set;
        sets.words.resize(words + sets.of_set);
        std::fill_n(sets.words.data() + words, sets.of_set, 0);
    }
    for (std::size_t lane = 0; lane < lanes_of_sets; ++lane)
        make_first(texts, lane);
    for (unsigned made = letters_of_entry; made < letters_of_part(letters); ++made)
        for (unsigned letter = 0; letter < plain_nucleotides; ++letter)
            widen(texts, made, letter, letter * sets_[made].of_set);
}

void place_neighbourhoods::make_first(const matching_texts& texts, std::size_t lane) {
    // Of no letter, one, two and three: by edits, of a place and of the next one.
    using sets_of_edits = std::array<std::uint64_t, most_edits_of_neighbourhoods + 1>;
    std::array<sets_of_edits, letters_of_entry + 1> next{};
    std::array<sets_of_edits, letters_of_entry + 1> here{};
    here[0].fill(1);
    next[0].fill(1);
    const std::uint8_t* const matching = texts.matching.data() + lane * places_;
    std::uint64_t* const first = sets_[letters_of_entry].words.data() + lane * of_lane(sets_[letters_of_entry]);
    for (std::size_t place = places_; place-- > 0;) {
        const bool is_letter = (matching[place] & no_letter) == 0;
        for (unsigned letters = 1; letters <= letters_of_entry; ++letters)
            for (std::size_t row = 0; row <= edits_; ++row) {
                std::uint64_t made = 0;
                for (unsigned letter = 0; letter < plain_nucleotides; ++letter) {
                    std::uint64_t rest = 0;
                    if (is_letter && (matching[place] >> letter & 1U) != 0) rest |= next[letters - 1][row];
                    if (is_letter && row > 0) rest |= next[letters - 1][row - 1];
                    if (indels_ && row > 0) rest |= here[letters - 1][row - 1];
                    made |= rest << (letter << 2 * (letters - 1));
                }
                if (indels_ && is_letter && row > 0) made |= next[letters][row - 1];
                here[letters][row] = made;
            }
        for (std::size_t row = 0; row <= edits_; ++row)
            first[row * places_ + place] = here[letters_of_entry][row];
        next = here;
    }
}

void place_neighbourhoods::widen(const matching_texts& texts, unsigned letters, unsigned letter, std::size_t quarter) {
    const sets_of_letters& shorter = sets_[letters];
    sets_of_letters& longer = sets_[letters + 1];
    for (std::size_t lane = 0; lane < lanes_of_sets; ++lane)
        kernels_.widen({shorter.words.data() + lane * of_lane(shorter) * shorter.of_set,
                        longer.words.data() + lane * of_lane(longer) * longer.of_set + quarter, shorter.of_set,
                        longer.of_set, texts.matching.data() + lane * places_, places_, edits_, longer.first_row,
                        letter, indels_});
}

} // namespace concord::substring
