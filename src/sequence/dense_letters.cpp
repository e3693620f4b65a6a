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

constexpr unsigned at_once = 8; ///< letters, and planes, whose bits are transposed together
constexpr unsigned most_groups = (most_code_point_planes + at_once - 1) / at_once;
using letters_of_word = std::array<std::uint32_t, letters_per_word>;
/// A word of each plane, zeros beyond those that there are. Loops over them have constant ends, so that they unroll.
using words_of_planes = std::array<std::uint64_t, most_groups * at_once>;

constexpr unsigned groups_of(unsigned planes) { return (planes + at_once - 1) / at_once; }

letters_of_word unpacked(const words_of_planes& words, unsigned groups) {
    letters_of_word letters{};
    for (unsigned group = 0; group < groups; ++group)
        for (unsigned from = 0; from < letters_per_word; from += at_once) {
            std::uint64_t rows = 0; // byte p: eight letters' bits of plane p of the group
            for (unsigned plane = 0; plane < at_once; ++plane)
                rows |= (words[group * at_once + plane] >> from & 0xFFU) << 8 * plane;
            const std::uint64_t bytes = transposed(rows);
            for (unsigned at = 0; at < at_once; ++at)
                letters[from + at] |= static_cast<std::uint32_t>(bytes >> 8 * at & 0xFFU) << 8 * group;
        }
    return letters;
}

words_of_planes packed_word(const letters_of_word& letters, unsigned groups) {
    words_of_planes words{};
    for (unsigned group = 0; group < groups; ++group)
        for (unsigned from = 0; from < letters_per_word; from += at_once) {
            std::uint64_t bytes = 0;
            for (unsigned at = 0; at < at_once; ++at)
                bytes |= std::uint64_t{letters[from + at] >> 8 * group & 0xFFU} << 8 * at;
            const std::uint64_t rows = transposed(bytes);
            for (unsigned plane = 0; plane < at_once; ++plane)
                words[group * at_once + plane] |= (rows >> 8 * plane & 0xFFU) << from;
        }
    return words;
}

/// Calls visit(word, letters, count) for each word of 64 letters of a set.
template <class Visit>
void for_each_word_of(const packed_sequences& set, const Visit& visit) {
    const unsigned planes = set.planes_in_use();
    std::array<const std::uint64_t*, most_code_point_planes> plane{};
    for (unsigned index = 0; index < planes; ++index)
        plane[index] = set.plane(index);
    words_of_planes words{};
    for (std::uint64_t first = 0; first < set.letters(); first += letters_per_word) {
        const std::uint64_t word = first / letters_per_word;
        for (unsigned index = 0; index < planes; ++index)
            words[index] = plane[index][word];
        visit(word, unpacked(words, groups_of(planes)),
              static_cast<unsigned>(std::min<std::uint64_t>(letters_per_word, set.letters() - first)));
    }
}

/// Which letters below 2^planes occur in a set, as a byte each.
std::vector<std::uint8_t> letters_in(const packed_sequences& set, unsigned planes) {
    std::vector<std::uint8_t> found(std::size_t{1} << planes);
    for_each_word_of(set, [&](std::uint64_t, const letters_of_word& letters, unsigned count) {
        for (unsigned at = 0; at < count; ++at)
            found[letters[at]] = 1;
    });
    return found;
}

} // namespace

dense_letters::dense_letters(const packed_sequences& of) { number(of, of); }
dense_letters::dense_letters(const packed_sequences& a, const packed_sequences& b) { number(a, b); }

void dense_letters::number(const packed_sequences& a, const packed_sequences& b) {
    const unsigned planes = std::max(a.planes_in_use(), b.planes_in_use());
    const std::vector<std::uint8_t> in_a = letters_in(a, planes);
    const std::vector<std::uint8_t> in_b = &a == &b ? in_a : letters_in(b, planes);
    constexpr std::uint32_t none = 0xFFFF'FFFF;
    number_of_.assign(in_a.size(), none);
    for (std::size_t letter = 0; letter < in_a.size(); ++letter) {
        if (in_a[letter] != 0 && in_b[letter] != 0) number_of_[letter] = count_++;
        first_has_others_ |= in_a[letter] > in_b[letter];
        second_has_others_ |= in_b[letter] > in_a[letter];
    }
    std::ranges::replace(number_of_, none, count_);
}

sequence_set dense_letters::recoded(const packed_sequences& set, std::uint32_t others, unsigned planes) const {
    const std::size_t words = set.letters() / letters_per_word + 2;
    std::vector<std::vector<std::uint64_t>> made(planes, std::vector<std::uint64_t>(words));
    std::vector<std::uint32_t> numbers(std::max(number_of_.size(), std::size_t{1} << set.planes_in_use()), others);
    std::ranges::transform(number_of_, numbers.begin(),
                           [&](std::uint32_t number) { return number == count_ ? others : number; });
    for_each_word_of(set, [&](std::uint64_t word, const letters_of_word& letters, unsigned count) {
        letters_of_word numbered{}; // zeros behind the last letter
        for (unsigned at = 0; at < count; ++at)
            numbered[at] = numbers[letters[at]];
        const words_of_planes bits = packed_word(numbered, groups_of(planes));
        for (unsigned plane = 0; plane < planes; ++plane)
            made[plane][word] = bits[plane];
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
