#include "problems/distance/find/pattern_letters.hpp"

#include "sequence/packed_sequences.hpp"

#include <algorithm>
#include <string>
#include <string_view>

namespace concord::edit_distance {
namespace {

/// The bases that an IUPAC letter stands for; none for others.
std::string_view bases_of(char letter) {
    switch (letter) {
    case 'A': return "A";
    case 'C': return "C";
    case 'G': return "G";
    case 'T':
    case 'U': return "T";
    case 'R': return "AG";
    case 'Y': return "CT";
    case 'S': return "CG";
    case 'W': return "AT";
    case 'K': return "GT";
    case 'M': return "AC";
    case 'B': return "CGT";
    case 'D': return "AGT";
    case 'H': return "ACT";
    case 'V': return "ACG";
    case 'N': return "ACGT";
    default: return "";
    }
}

constexpr std::string_view bases = "ACGT"; // in the order of their codes

letter_class dna_letter(char letter, bool iupac) {
    letter_class made;
    const std::string_view stands_for = bases_of(letter);
    if (!iupac && stands_for.size() > 1) return made;
    for (const char base : stands_for)
        made.codes.at(made.count++) = static_cast<std::uint32_t>(bases.find(base));
    return made;
}

} // namespace

pattern_letters::pattern_letters(const sequence_set& set, std::uint64_t pattern, bool iupac) {
    const sequence::packed_sequences& packed = sequence::packed(set);
    const std::uint64_t length = packed.length(pattern);
    if (set.alphabet() == alphabet::dna) {
        for (const char letter : set.text(pattern, 0, length))
            add(dna_letter(letter, iupac));
        return;
    }
    for (std::uint64_t at = packed.offset(pattern); at < packed.offset(pattern) + length; ++at) {
        letter_class letter{.codes = {}, .count = 1};
        for (unsigned plane = 0; plane < packed.planes(); ++plane)
            letter.codes[0] |= static_cast<std::uint32_t>(packed.plane(plane)[at / 64] >> at % 64 & 1U) << plane;
        add(letter);
    }
}

void pattern_letters::add(const letter_class& letter) {
    const auto known = std::ranges::find(classes_, letter);
    rows_.push_back(static_cast<std::uint32_t>(known - classes_.begin()));
    if (known == classes_.end()) classes_.push_back(letter);
}

pattern_letters pattern_letters::reverse_complement() const {
    pattern_letters made;
    for (std::size_t at = rows_.size(); at-- > 0;) {
        const letter_class& letter = classes_[rows_[at]];
        letter_class complement{.codes = {}, .count = letter.count};
        for (unsigned i = 0; i < letter.count; ++i)
            complement.codes.at(letter.count - 1 - i) = 3 - letter.codes.at(i);
        made.add(complement);
    }
    return made;
}

bool pattern_letters::matches(std::size_t letter, std::uint32_t code) const noexcept {
    const letter_class& wanted = classes_[rows_[letter]];
    return std::find(wanted.codes.begin(), wanted.codes.begin() + wanted.count, code) !=
           wanted.codes.begin() + wanted.count;
}

} // namespace concord::edit_distance
