// Pairs whose optimal string alignment distance the lanes have found, by the unrestricted distance.
#include "alignment/batch/damerau_levenshtein.hpp"
#include "alignment/batch/pair_comparer.hpp"

#include <algorithm>

namespace concord::edit_distance {

void load_codes(const compared_letters& letters, const compared_side& side, std::uint64_t sequence, bool is_row,
                std::vector<std::uint64_t>& words, std::vector<std::uint32_t>& codes) {
    const std::uint64_t length = side.set->length(sequence);
    const unsigned planes = letters.planes();
    words.resize((length + 63) / 64 * planes);
    if (is_row)
        letters.put_rows(side, sequence, 1, words.data());
    else
        letters.put_columns(side, sequence, 1, words.data());
    codes.resize(length);
    for (std::uint64_t at = 0; at < length; ++at) {
        std::uint32_t code = 0;
        for (unsigned plane = 0; plane < planes; ++plane)
            code |= static_cast<std::uint32_t>(words[at / 64 * planes + plane] >> at % 64 & 1U) << plane;
        codes[at] = code;
    }
}

std::uint32_t pair_refiner::refine(const pair_comparer& comparer, sequence_pair pair, std::uint32_t osa,
                                   std::uint64_t bound) {
    std::uint64_t found = osa;
    if (may_be_less(osa)) {
        const compared_letters& letters = comparer.letters();
        if (row_ != pair.a) load_codes(letters, letters.a(), pair.a, true, planes_, rows_);
        row_ = pair.a;
        load_codes(letters, letters.b(), pair.b, false, planes_, columns_);
        memory_.resize(refining_words(columns_.size()));
        found = edit_distance::refine(
            rows_.size(), columns_.size(), std::min<std::uint64_t>(osa - 1, bound),
            [this](std::size_t r, std::size_t c) { return rows_[r] == columns_[c]; }, memory_, [](std::size_t) {});
    }
    return found <= bound ? static_cast<std::uint32_t>(found) : no_distance;
}

} // namespace concord::edit_distance
