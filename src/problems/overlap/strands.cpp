#include "problems/overlap/strands.hpp"

#include "sequence/packed_sequences.hpp"

#include <algorithm>
#include <string>

namespace concord::overlap {
namespace {

char complement(char letter, bool rna) {
    switch (letter) {
    case 'A': return rna ? 'U' : 'T';
    case 'C': return 'G';
    case 'G': return 'C';
    case 'T':
    case 'U': return 'A';
    default: return 'N'; // ambiguous, and not to be shown
    }
}

} // namespace

sequence_set with_reverse_complements(const sequence_set& set, std::size_t first) {
    if (set.alphabet() != alphabet::dna)
        throw error(error_code::usage,
                    "both strands are those of dna, and the letters are " + std::string(to_string(set.alphabet())));
    sequence_set_builder both(alphabet::dna);
    bool rna = false; // a set is shown with U where it has no T
    for (std::size_t sequence = 0; sequence < set.size(); ++sequence) {
        const std::string letters = set.text(sequence, 0, set.length(sequence));
        rna = rna || letters.find('U') != std::string::npos;
        both.add(set.name(sequence), letters);
    }
    for (std::size_t sequence = 0; sequence < set.size(); ++sequence) {
        std::string letters = sequence < first ? "" : set.text(sequence, 0, set.length(sequence));
        std::ranges::reverse(letters);
        std::ranges::transform(letters, letters.begin(), [rna](char letter) { return complement(letter, rna); });
        both.add({}, letters);
    }
    return std::move(both).finish();
}

} // namespace concord::overlap
