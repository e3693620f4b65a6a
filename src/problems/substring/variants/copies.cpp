// Occurrences of a word that do not overlap, in one sequence: by the textbook's matrix, and by rows of bits where a
// word is short and no piece is read twice.
#include "problems/substring/variants/variant_search.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace concord::substring {
namespace {

/// Letters of an alphabet, and edits, for which copies are counted by rows of bits.
constexpr std::size_t most_kinds_in_turn = 32;
constexpr std::uint64_t most_edits_in_turn = 15;

/// Occurrences of a short word one after the other in some letters, the one that ends first each time; at most `most`.
/// A bit for each prefix of the word and row for each number of edits tells whether it ends here (Wu and Manber 1992).
std::uint64_t count_in_turn(const piece_collection& of, std::span<const letter> word, std::span<const letter> text,
                            const allowance& allowed, std::uint64_t most) {
    std::array<std::uint64_t, most_kinds_in_turn> places{}; // of each letter in the word
    for (std::size_t kind = 0; kind < of.kinds(); ++kind)
        for (std::size_t at = 0; at < word.size(); ++at)
            places[kind] |= std::uint64_t{of.match(static_cast<letter>(kind), word[at])} << at;
    const std::uint64_t whole = std::uint64_t{1} << (word.size() - 1);
    std::array<std::uint64_t, most_edits_in_turn + 1> rows{};
    const auto begin = [&] {
        for (std::uint64_t edits = 0; edits <= allowed.edits; ++edits)
            rows[edits] = allowed.indels ? (std::uint64_t{1} << edits) - 1 : 0;
    };
    begin();
    std::uint64_t found = 0;
    for (const letter each : text) {
        const std::uint64_t matching = places[each];
        std::uint64_t before = rows[0]; // the row of one edit fewer, without this letter
        rows[0] = (rows[0] << 1U | 1U) & matching;
        for (std::uint64_t edits = 1; edits <= allowed.edits; ++edits) {
            const std::uint64_t here = rows[edits];
            rows[edits] = ((here << 1U | 1U) & matching) | before << 1U | 1U;
            if (allowed.indels) rows[edits] |= before | rows[edits - 1] << 1U;
            before = here;
        }
        if ((rows[allowed.edits] & whole) == 0) continue;
        if (++found == most) break;
        begin();
    }
    return found;
}

} // namespace

bool holds_copies(const piece_collection& of, std::uint64_t sequence, std::span<const letter> substring,
                  const allowance& allowed, std::uint64_t copies) {
    // Of the occurrences only those matter that contain no other one. Greedily the one that ends first is taken.
    std::vector<text_part> parts;
    for (const piece& one : of.pieces(sequence)) {
        const std::span<const letter> text = of.letters(one.first, one.length);
        for (text_part part : shortest_parts(of, substring, text, allowed)) {
            if (one.is_reverse) part = {one.length - part.last, one.length - part.first, 0};
            parts.push_back({one.origin + part.first, one.origin + part.last, 0});
        }
    }
    std::ranges::sort(parts, {}, [](const text_part& part) { return std::pair(part.last, part.first); });
    std::uint64_t found = 0;
    std::uint64_t end = 0;
    for (const text_part& part : parts) {
        if (part.first == part.last) return true; // empty: any number of them stand next to each other
        if (part.first < end) continue;
        end = part.last;
        if (++found == copies) return true;
    }
    return false;
}

bool holds_copies_by_rows(const piece_collection& of, std::uint64_t sequence, std::span<const letter> substring,
                          const allowance& allowed, std::uint64_t copies) {
    if (of.has_both_strands() || of.kinds() > most_kinds_in_turn || allowed.edits > most_edits_in_turn ||
        substring.size() <= allowed.edits || substring.size() > sequence::letters_per_word)
        return holds_copies(of, sequence, substring, allowed, copies);
    std::uint64_t found = 0;
    for (const piece& one : of.pieces(sequence))
        if (found < copies)
            found += count_in_turn(of, substring, of.letters(one.first, one.length), allowed, copies - found);
    return found >= copies;
}

} // namespace concord::substring
