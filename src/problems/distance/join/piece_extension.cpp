#include "problems/distance/join/piece_extension.hpp"

namespace concord::edit_distance {

extended_letters::extended_letters(const piece_extension& extension, const compared_side& side,
                                   std::span<const std::uint32_t> sequences)
    : bits_(extension.bits_of_letter()), begins_(sequences.size()) {
    std::uint64_t position = 0;
    for (std::size_t rank = 0; rank < sequences.size(); ++rank) {
        begins_[rank] = position;
        position += side.set->length(sequences[rank]);
    }
    words_.resize((position / sequence::letters_per_word + 3) * bits_); // one more than is written is read
    for (std::size_t rank = 0; rank < sequences.size(); ++rank) {
        const std::uint64_t begin = side.set->offset(sequences[rank]);
        const std::uint64_t length = side.set->length(sequences[rank]);
        for (std::uint64_t first = 0; first < length; first += sequence::letters_per_word) {
            const extension_letters letters = extension.letters_from(side, begin + first);
            const auto here = base::low_bits<std::uint64_t>(
                static_cast<unsigned>(std::min<std::uint64_t>(sequence::letters_per_word, length - first)));
            const std::uint64_t to = begins_[rank] + first;
            std::uint64_t* const word = words_.data() + to / sequence::letters_per_word * bits_;
            const unsigned shift = to % sequence::letters_per_word;
            for (unsigned bit = 0; bit < bits_; ++bit) {
                word[bit] |= (letters.bits[bit] & here) << shift;
                word[bit + bits_] |= (letters.bits[bit] & here) >> 1U >> (63U - shift);
            }
        }
    }
}

} // namespace concord::edit_distance
