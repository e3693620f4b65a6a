#include "data/coded_pair.hpp"

#include "data/packed_sequences.hpp"

#include <concord/error.hpp>

#include <algorithm>
#include <array>
#include <bit>

namespace concord::data {
namespace {

constexpr std::uint32_t most_narrow_codes = 250;
constexpr std::size_t padding = 64;
constexpr std::uint32_t matches_nothing = 0xFFFF'FFFF;

/// Letters as numbers; an ambiguous one as `matches_nothing`, which no other letter is.
std::vector<std::uint32_t> numbers(const sequence_ref::of_set& place) {
    const packed_sequences& set = place.set->packed();
    const std::uint64_t offset = set.offset(place.sequence);
    std::vector<std::uint32_t> letters(set.length(place.sequence));
    for (std::uint64_t first = 0; first < letters.size(); first += letters_per_word) {
        const std::uint64_t here = std::min<std::uint64_t>(letters_per_word, letters.size() - first);
        const std::uint64_t ambiguous = set.has_ambiguous() ? bits_from(set.ambiguous_plane(), offset + first) : 0;
        for (unsigned plane = 0; plane < set.planes(); ++plane) {
            const std::uint64_t bits = bits_from(set.plane(plane), offset + first);
            if (bits == 0) continue; // most planes of code points
            for (std::uint64_t i = 0; i < here; ++i)
                letters[first + i] |= static_cast<std::uint32_t>(bits >> i & 1U) << plane;
        }
        for (std::uint64_t rest = ambiguous; rest != 0; rest &= rest - 1)
            if (const auto i = static_cast<std::uint64_t>(std::countr_zero(rest)); i < here)
                letters[first + i] = matches_nothing;
    }
    return letters;
}

std::vector<std::uint32_t> numbers(std::string_view bytes) {
    std::vector<std::uint32_t> letters(bytes.size());
    std::ranges::transform(bytes, letters.begin(), [](char byte) { return static_cast<unsigned char>(byte); });
    return letters;
}

/// The distinct letters of a sequence, ascending. Small letters by a table, others by sorting.
std::vector<std::uint32_t> distinct(const std::vector<std::uint32_t>& letters) {
    constexpr std::uint32_t small = 1U << 16U;
    std::vector<bool> seen(small);
    std::vector<std::uint32_t> large;
    for (const std::uint32_t letter : letters) {
        if (letter < small) {
            seen[letter] = true;
        } else if (large.empty() || large.back() != letter) {
            large.push_back(letter);
        }
    }
    std::vector<std::uint32_t> found;
    for (std::uint32_t letter = 0; letter < small; ++letter)
        if (seen[letter]) found.push_back(letter);
    std::ranges::sort(large);
    const auto repeated = std::ranges::unique(large);
    found.insert(found.end(), large.begin(), repeated.begin());
    return found;
}

/// Codes of the letters that both hold; all others get `own`.
void encode(const std::vector<std::uint32_t>& letters, const std::vector<std::uint32_t>& common, std::uint32_t own,
            std::uint32_t end, bool narrow, coded_sequence& into) {
    into.length = letters.size();
    std::vector<std::uint32_t> table(std::size_t{1} << 16U, own);
    for (std::uint32_t code = 0; code < common.size(); ++code)
        if (common[code] < table.size()) table[common[code]] = code;
    const auto code_of = [&](std::uint32_t letter) {
        if (letter < table.size()) return table[letter];
        const auto place = std::ranges::lower_bound(common, letter);
        return place == common.end() || *place != letter ? own : static_cast<std::uint32_t>(place - common.begin());
    };
    if (narrow) {
        into.narrow.resize(letters.size() + padding, static_cast<std::uint8_t>(end));
        for (std::size_t i = 0; i < letters.size(); ++i)
            into.narrow[i] = static_cast<std::uint8_t>(code_of(letters[i]));
    } else {
        into.wide.resize(letters.size() + padding / sizeof(std::uint32_t), end);
        for (std::size_t i = 0; i < letters.size(); ++i)
            into.wide[i] = code_of(letters[i]);
    }
}

} // namespace

coded_pair code_pair(const sequence_ref& a, const sequence_ref& b) {
    for (const sequence_ref* one : {&a, &b})
        if (one->length() >= longest_comparable)
            throw error(error_code::usage, "sequences of 2,147,483,648 letters and more cannot be compared; one has " +
                                               std::to_string(one->length()));
    const auto* set_a = std::get_if<sequence_ref::of_set>(&a.letters());
    const auto* set_b = std::get_if<sequence_ref::of_set>(&b.letters());
    if (set_a != nullptr && set_b != nullptr && set_a->set->alphabet() != set_b->set->alphabet())
        throw error(error_code::usage, "sequences of different alphabets cannot be compared");

    const auto as_numbers = [](const sequence_ref& one) {
        if (const auto* text = std::get_if<std::string_view>(&one.letters())) return numbers(*text);
        if (const auto* place = std::get_if<sequence_ref::of_set>(&one.letters())) return numbers(*place);
        const auto symbols = std::get<std::span<const std::uint32_t>>(one.letters());
        return std::vector<std::uint32_t>(symbols.begin(), symbols.end());
    };
    const std::vector<std::uint32_t> letters_a = as_numbers(a);
    const std::vector<std::uint32_t> letters_b = as_numbers(b);
    const std::vector<std::uint32_t> distinct_a = distinct(letters_a);
    const std::vector<std::uint32_t> distinct_b = distinct(letters_b);
    std::vector<std::uint32_t> common;
    std::ranges::set_intersection(distinct_a, distinct_b, std::back_inserter(common));
    // Of two sets the number stands for an ambiguous letter; in symbols it is a letter like any other.
    if (set_a != nullptr || set_b != nullptr) std::erase(common, matches_nothing);

    coded_pair pair;
    const auto shared = static_cast<std::uint32_t>(common.size());
    const std::uint32_t only_a = shared;
    const std::uint32_t only_b = only_a + (distinct_a.size() > common.size() ? 1U : 0U);
    const std::uint32_t codes = only_b + (distinct_b.size() > common.size() ? 1U : 0U);
    pair.planes = std::max(1U, static_cast<unsigned>(std::bit_width(codes > 0 ? codes - 1 : 0U)));
    pair.is_narrow = codes <= most_narrow_codes;
    const std::uint32_t end_of_a = pair.is_narrow ? 0xFEU : 0xFFFF'FFFEU;
    encode(letters_a, common, only_a, end_of_a, pair.is_narrow, pair.a);
    encode(letters_b, common, only_b, end_of_a + 1, pair.is_narrow, pair.b);
    return pair;
}

} // namespace concord::data
