#include "sequence/dense_letters.hpp"

#include "sequence/transposed.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <memory>
#include <utility>

namespace concord::sequence {
namespace {

constexpr unsigned at_once = 8;
using word_of_letters = std::array<std::uint32_t, letters_per_word>;

/// Calls visit(word, letters, count) for each word of 64 letters of a set.
template <class Visit>
void for_each_word_of(const packed_sequences& set, const Visit& visit) {
    const unsigned planes = set.planes_in_use();
    std::array<const std::uint64_t*, most_code_point_planes> plane{};
    for (unsigned index = 0; index < planes; ++index)
        plane[index] = set.plane(index);
    word_of_letters letters{};
    for (std::uint64_t first = 0; first < set.letters(); first += letters_per_word) {
        const std::uint64_t word = first / letters_per_word;
        letters.fill(0);
        for (unsigned lowest = 0; lowest < planes; lowest += 8)
            for (unsigned from = 0; from < letters_per_word; from += at_once) {
                std::uint64_t rows = 0; // byte p: eight letters' bits of plane lowest + p
                for (unsigned index = lowest; index < std::min(lowest + 8, planes); ++index)
                    rows |= (plane[index][word] >> from & 0xFFU) << 8 * (index - lowest);
                const std::uint64_t bytes = transposed(rows);
                for (unsigned at = 0; at < at_once; ++at)
                    letters[from + at] |= static_cast<std::uint32_t>(bytes >> 8 * at & 0xFFU) << lowest;
            }
        visit(word, letters, static_cast<unsigned>(std::min<std::uint64_t>(letters_per_word, set.letters() - first)));
    }
}

/// The bits of 64 letters in a word of each plane.
void pack(const word_of_letters& letters, std::uint64_t word, std::vector<std::vector<std::uint64_t>>& planes) {
    for (unsigned lowest = 0; lowest < planes.size(); lowest += 8)
        for (unsigned from = 0; from < letters_per_word; from += at_once) {
            std::uint64_t bytes = 0;
            for (unsigned at = 0; at < at_once; ++at)
                bytes |= std::uint64_t{letters[from + at] >> lowest & 0xFFU} << 8 * at;
            const std::uint64_t rows = transposed(bytes);
            for (std::size_t index = lowest; index < std::min<std::size_t>(lowest + 8, planes.size()); ++index)
                planes[index][word] |= (rows >> 8 * (index - lowest) & 0xFFU) << from;
        }
}

/// Which letters of a set occur: marks[letter] gets the bit.
void mark(const packed_sequences& set, std::uint8_t bit, std::vector<std::uint8_t>& marks) {
    for_each_word_of(set, [&](std::uint64_t, const word_of_letters& letters, unsigned count) {
        for (unsigned at = 0; at < count; ++at)
            marks[letters[at]] |= bit;
    });
}

} // namespace

dense_letters::dense_letters(const packed_sequences& of) { number(of, of); }
dense_letters::dense_letters(const packed_sequences& a, const packed_sequences& b) { number(a, b); }

void dense_letters::number(const packed_sequences& a, const packed_sequences& b) {
    constexpr std::uint8_t in_a = 1;
    constexpr std::uint8_t in_b = 2;
    constexpr std::uint8_t in_both = in_a | in_b;
    std::vector<std::uint8_t> marks(std::size_t{1} << std::max(a.planes_in_use(), b.planes_in_use()));
    mark(a, &a == &b ? in_both : in_a, marks);
    if (&a != &b) mark(b, in_b, marks);
    count_ = static_cast<std::uint32_t>(std::ranges::count(marks, in_both));
    first_has_others_ = std::ranges::find(marks, in_a) != marks.end();
    second_has_others_ = std::ranges::find(marks, in_b) != marks.end();
    number_of_.assign(marks.size(), count_);
    std::uint32_t next = 0;
    for (std::size_t letter = 0; letter < marks.size(); ++letter)
        if (marks[letter] == in_both) number_of_[letter] = next++;
}

sequence_set dense_letters::recoded(const packed_sequences& set, std::uint32_t others, unsigned planes) const {
    const std::size_t words = set.letters() / letters_per_word + 2;
    std::vector<std::vector<std::uint64_t>> made(planes, std::vector<std::uint64_t>(words));
    for_each_word_of(set, [&](std::uint64_t word, const word_of_letters& letters, unsigned count) {
        word_of_letters numbers{}; // zeros behind the last letter
        for (unsigned at = 0; at < count; ++at) {
            const std::uint32_t number = number_of(letters[at]);
            numbers[at] = number == count_ ? others : number;
        }
        pack(numbers, word, made);
    });
    packed_parts parts;
    parts.kind = alphabet::utf8;
    for (const std::vector<std::uint64_t>& plane : made)
        parts.planes.emplace_back(plane);
    parts.offsets = {set.offsets(), set.size() + 1};
    const std::vector<std::uint64_t> no_names(set.size());
    parts.name_ends = no_names;
    return make_set(std::make_shared<const packed_sequences>(parts));
}

recoded_sets with_dense_letters(const sequence_set& a, const sequence_set& b) {
    const packed_sequences& packed_a = packed(a);
    const packed_sequences& packed_b = packed(b);
    for (const sequence_set* set : {&a, &b})
        if (set->alphabet() != alphabet::utf8 && set->letters() > 0) return {a, b};
    if (std::max(packed_a.planes_in_use(), packed_b.planes_in_use()) <= most_planes) return {a, b};
    const dense_letters letters(packed_a, packed_b);
    const std::uint32_t others_of_a = letters.count();
    const std::uint32_t others_of_b = others_of_a + (letters.first_has_others() ? 1 : 0);
    const std::uint32_t numbers = others_of_b + (letters.second_has_others() ? 1 : 0);
    const auto planes = std::max(1U, static_cast<unsigned>(std::bit_width(numbers > 0 ? numbers - 1 : 0U)));
    recoded_sets made{letters.recoded(packed_a, others_of_a, planes), {}};
    made.b = &packed_a == &packed_b ? made.a : letters.recoded(packed_b, others_of_b, planes);
    return made;
}

} // namespace concord::sequence
