#include "sequence/coded_pair.hpp"

#include "sequence/packed_sequences.hpp"

#include <concord/error.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <optional>

namespace concord::sequence {
namespace {

constexpr std::uint32_t most_narrow_codes = 250;
constexpr std::size_t padding = 64; // bytes
constexpr std::uint32_t matches_nothing = 0xFFFF'FFFF;
constexpr std::uint32_t end_of_a = 0xFFFF'FFFE; ///< or the lowest byte of it
constexpr std::uint32_t end_of_b = 0xFFFF'FFFF;

/// Letters of a sequence as they come: bytes where 256 numbers are enough, else 32 bits each.
struct numbered {
    std::vector<std::uint8_t> bytes;
    std::vector<std::uint32_t> wide;
    bool is_narrow = true;
    std::uint32_t ambiguous = matches_nothing; ///< the number of letters that match nothing
    std::uint32_t kinds = 256;                 ///< of bytes there are no others than those below
};

/// The 8 bits of a byte as 8 bytes.
constexpr std::array<std::uint64_t, 256> make_spread_bits() {
    std::array<std::uint64_t, 256> table{};
    for (std::uint64_t bits = 0; bits < 256; ++bits)
        for (unsigned i = 0; i < 8; ++i)
            table[bits] |= (bits >> i & 1U) << (8 * i);
    return table;
}
constexpr std::array<std::uint64_t, 256> spread_bits = make_spread_bits();

numbered bytes_of(const packed_sequences& set, std::uint64_t offset, std::uint64_t length) {
    static_assert(std::endian::native == std::endian::little, "letters are spread in the order of memory");
    numbered made;
    made.bytes.reserve(length + padding);
    made.bytes.resize((length + 7) / 8 * 8);
    made.kinds = 1U << set.planes();
    if (set.has_ambiguous()) made.ambiguous = made.kinds++;
    for (std::uint64_t first = 0; first < length; first += letters_per_word) {
        std::array<std::uint64_t, most_planes> bits{};
        for (unsigned plane = 0; plane < set.planes(); ++plane)
            bits[plane] = bits_from(set.plane(plane), offset + first);
        const std::uint64_t ambiguous = set.has_ambiguous() ? bits_from(set.ambiguous_plane(), offset + first) : 0;
        for (std::uint64_t i = 0; i < letters_per_word && first + i < length; i += 8) {
            std::uint64_t eight = 0;
            for (unsigned plane = 0; plane < set.planes(); ++plane)
                eight |= spread_bits[bits[plane] >> i & 0xFFU] << plane;
            const std::uint64_t lost = spread_bits[ambiguous >> i & 0xFFU];
            eight = (eight & ~(lost * 0xFF)) | lost * (made.ambiguous & 0xFFU);
            std::memcpy(made.bytes.data() + first + i, &eight, sizeof eight);
        }
    }
    made.bytes.resize(length);
    return made;
}

numbered numbers(const sequence_ref::of_set& place) {
    const packed_sequences& set = sequence::packed(*place.set);
    const std::uint64_t offset = set.offset(place.sequence);
    const std::uint64_t length = set.length(place.sequence);
    if (set.planes() < 8 || (set.planes() == 8 && !set.has_ambiguous())) return bytes_of(set, offset, length);
    numbered made;
    made.is_narrow = false;
    made.wide.resize(length);
    for (std::uint64_t first = 0; first < length; first += letters_per_word)
        for (unsigned plane = 0; plane < set.planes(); ++plane) {
            const std::uint64_t bits = bits_from(set.plane(plane), offset + first);
            if (bits == 0) continue; // most planes of code points
            for (std::uint64_t i = 0; i < letters_per_word && first + i < length; ++i)
                made.wide[first + i] |= static_cast<std::uint32_t>(bits >> i & 1U) << plane;
        }
    return made;
}

numbered numbers(const sequence_ref& one) {
    if (const auto* place = std::get_if<sequence_ref::of_set>(&one.letters())) return numbers(*place);
    numbered made;
    if (const auto* text = std::get_if<std::string_view>(&one.letters())) {
        made.bytes.assign(text->begin(), text->end());
    } else {
        made.is_narrow = std::get<symbol_view>(one.letters()).visit([&](auto symbols) {
            if constexpr (sizeof(symbols[0]) == 1) {
                made.bytes.assign(symbols.begin(), symbols.end());
                return true;
            } else {
                made.wide.assign(symbols.begin(), symbols.end());
                return false;
            }
        });
    }
    return made;
}

/// The distinct bytes, ascending.
std::vector<std::uint32_t> distinct(const numbered& letters) {
    std::vector<std::uint32_t> found;
    std::array<bool, 256> seen{};
    constexpr std::size_t block = 4096; // most texts show all their letters soon
    for (std::size_t first = 0; first < letters.bytes.size(); first += block) {
        const std::size_t end = std::min(first + block, letters.bytes.size());
        for (std::size_t i = first; i < end; ++i)
            seen[letters.bytes[i]] = true;
        if (static_cast<std::uint32_t>(std::ranges::count(seen, true)) == letters.kinds) break;
    }
    for (std::uint32_t letter = 0; letter < seen.size(); ++letter)
        if (seen[letter]) found.push_back(letter);
    return found;
}

/// From bytes to codes: those that both have by their order, all others as `own`.
class encoder {
  public:
    encoder(const std::vector<std::uint32_t>& common, std::uint32_t own) {
        code_of_.fill(own);
        for (std::uint32_t code = 0; code < common.size(); ++code)
            code_of_[common[code]] = code;
    }

    /// All of them, with padding behind.
    template <class Code>
    [[nodiscard]] std::vector<Code> all(numbered& letters, std::uint32_t end) const {
        const std::size_t length = letters.bytes.size();
        if constexpr (sizeof(Code) == 1) {
            if (changes_none_below(letters.kinds)) {
                letters.bytes.resize(length + padding, static_cast<Code>(end));
                return std::move(letters.bytes);
            }
        }
        std::vector<Code> codes(length + padding / sizeof(Code), static_cast<Code>(end));
        std::array<Code, 256> table{};
        std::ranges::transform(code_of_, table.begin(), [](std::uint32_t code) { return static_cast<Code>(code); });
        std::ranges::transform(letters.bytes, codes.begin(), [&](std::uint8_t number) { return table[number]; });
        return codes;
    }

  private:
    [[nodiscard]] bool changes_none_below(std::uint32_t kinds) const {
        for (std::uint32_t number = 0; number < kinds; ++number)
            if (code_of_[number] != number) return false;
        return true;
    }

    std::array<std::uint32_t, 256> code_of_{};
};

/// Shared codes with a number for the letters that have none, and padding behind.
template <class Code>
std::vector<Code> finished(const std::vector<std::uint32_t>& codes, std::uint32_t own, std::uint32_t end) {
    std::vector<Code> made(codes.size() + padding / sizeof(Code), static_cast<Code>(end));
    std::ranges::transform(codes, made.begin(),
                           [&](std::uint32_t code) { return static_cast<Code>(code == own_letter ? own : code); });
    return made;
}

std::vector<std::uint32_t> widened(numbered& letters) {
    if (!letters.is_narrow) return std::move(letters.wide);
    return {letters.bytes.begin(), letters.bytes.end()};
}

/// The codes that are not shared, and what all of them together ask for.
struct own_codes {
    own_codes(coded_pair& pair, std::uint32_t shared, bool a_has_own, bool b_has_own)
        : of_a(shared), of_b(shared + (a_has_own ? 1U : 0U)) {
        const std::uint32_t codes = of_b + (b_has_own ? 1U : 0U);
        pair.planes = std::max(1U, static_cast<unsigned>(std::bit_width(codes > 0 ? codes - 1 : 0U)));
        pair.is_narrow = codes <= most_narrow_codes;
    }

    std::uint32_t of_a;
    std::uint32_t of_b;
};

void code_bytes(numbered& letters_a, numbered& letters_b, coded_pair& pair) {
    const std::vector<std::uint32_t> distinct_a = distinct(letters_a);
    const std::vector<std::uint32_t> distinct_b = distinct(letters_b);
    std::vector<std::uint32_t> common;
    std::ranges::set_intersection(distinct_a, distinct_b, std::back_inserter(common));
    for (const numbered* one : {&letters_a, &letters_b})
        if (one->ambiguous != matches_nothing) std::erase(common, one->ambiguous);
    const own_codes own(pair, static_cast<std::uint32_t>(common.size()), distinct_a.size() > common.size(),
                        distinct_b.size() > common.size());
    const encoder encode_a(common, own.of_a);
    const encoder encode_b(common, own.of_b);
    if (pair.is_narrow) {
        pair.a.narrow = encode_a.all<std::uint8_t>(letters_a, end_of_a);
        pair.b.narrow = encode_b.all<std::uint8_t>(letters_b, end_of_b);
    } else {
        pair.a.wide = encode_a.all<std::uint32_t>(letters_a, end_of_a);
        pair.b.wide = encode_b.all<std::uint32_t>(letters_b, end_of_b);
    }
}

void code_numbers(numbered& letters_a, numbered& letters_b, coded_pair& pair) {
    std::vector<std::uint32_t> unlike;
    for (const numbered* one : {&letters_a, &letters_b})
        if (one->ambiguous != matches_nothing) unlike.push_back(one->ambiguous);
    const shared_codes codes = share_codes(widened(letters_a), widened(letters_b), unlike);
    const own_codes own(pair, codes.shared, codes.a_has_own, codes.b_has_own);
    if (pair.is_narrow) {
        pair.a.narrow = finished<std::uint8_t>(codes.a, own.of_a, end_of_a);
        pair.b.narrow = finished<std::uint8_t>(codes.b, own.of_b, end_of_b);
    } else {
        pair.a.wide = finished<std::uint32_t>(codes.a, own.of_a, end_of_a);
        pair.b.wide = finished<std::uint32_t>(codes.b, own.of_b, end_of_b);
    }
}

void check(const sequence_ref& a, const sequence_ref& b) {
    for (const sequence_ref* one : {&a, &b})
        if (one->length() >= longest_comparable)
            throw error(error_code::usage, "sequences of 2,147,483,648 letters and more cannot be compared; one has " +
                                               std::to_string(one->length()));
    if (a.letters().index() != b.letters().index())
        throw error(error_code::usage, "letters of a set, bytes and symbols cannot be compared with each other");
    const auto* set_a = std::get_if<sequence_ref::of_set>(&a.letters());
    const auto* set_b = std::get_if<sequence_ref::of_set>(&b.letters());
    if (set_a != nullptr && set_b != nullptr && set_a->set->alphabet() != set_b->set->alphabet())
        throw error(error_code::usage, "sequences of different alphabets cannot be compared");
}

} // namespace

coded_pair code_pair(const sequence_ref& a, const sequence_ref& b) {
    check(a, b);
    numbered letters_a = numbers(a);
    numbered letters_b = numbers(b);
    coded_pair pair;
    pair.a.length = a.length();
    pair.b.length = b.length();
    if (letters_a.is_narrow && letters_b.is_narrow) {
        code_bytes(letters_a, letters_b, pair);
    } else {
        code_numbers(letters_a, letters_b, pair);
    }
    return pair;
}

} // namespace concord::sequence
