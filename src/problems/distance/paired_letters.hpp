// The letters of two sequences side by side, whatever they are: as they were given, or as the codes of a pair.
#pragma once

#include "sequence/coded_pair.hpp"

#include <concord/error.hpp>
#include <concord/pairs.hpp>

#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

namespace concord::edit_distance {

inline void check_lengths(const sequence_ref& a, const sequence_ref& b) {
    for (const sequence_ref* one : {&a, &b})
        if (one->length() >= longest_comparable)
            throw error(error_code::usage, "sequences of 2,147,483,648 letters and more cannot be compared; one has " +
                                               std::to_string(one->length()));
}

/// Calls use(a, b) with spans of numbers that are equal where the letters match. Letters of sets become codes, which
/// takes memory; bytes and symbols are taken where they lie. Throws error (usage) where the letters are of two kinds,
/// or a sequence has longest_comparable of them.
template <class Use>
auto with_letters(const sequence_ref& a, const sequence_ref& b, const Use& use) {
    if (a.letters().index() != b.letters().index())
        throw error(error_code::usage, "letters of a set, bytes and symbols cannot be compared with each other");
    check_lengths(a, b);
    const auto symbols_of = [](const sequence_ref& one) {
        if (const auto* symbols = std::get_if<symbol_view>(&one.letters())) return *symbols;
        const std::string_view text = std::get<std::string_view>(one.letters());
        return symbol_view(std::span(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
    };
    if (std::holds_alternative<sequence_ref::of_set>(a.letters())) {
        const sequence::coded_pair pair = sequence::code_pair(a, b);
        if (pair.is_narrow)
            return use(std::span(pair.a.narrow.data(), pair.a.length), std::span(pair.b.narrow.data(), pair.b.length));
        return use(std::span(pair.a.wide.data(), pair.a.length), std::span(pair.b.wide.data(), pair.b.length));
    }
    return symbols_of(a).visit(
        [&](auto of_a) { return symbols_of(b).visit([&](auto of_b) { return use(of_a, of_b); }); });
}

} // namespace concord::edit_distance
