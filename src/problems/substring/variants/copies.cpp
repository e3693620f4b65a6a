// Occurrences of a word that do not overlap, in one sequence: by the textbook's matrix, and by rows of bits.
#include "problems/substring/variants/variant_search.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace concord::substring {
namespace {

/// Edits for which copies are counted by rows of bits.
constexpr std::uint64_t most_edits_in_turn = 15;

/// Whether a word ends at a letter of a text, letter by letter: a bit for each prefix of the word, and a row for each
/// number of edits (Wu and Manber 1992).
class word_ends {
  public:
    /// Time O(kinds of letters * words of 64 letters + letters of the word).
    word_ends(const piece_collection& of, std::span<const letter> word, const allowance& allowed)
        : allowed_(allowed), words_((word.size() + places - 1) / places),
          last_(std::uint64_t{1} << (word.size() - 1) % places), matching_(of.kinds() * words_),
          rows_((allowed.edits + 1) * words_) {
        for (std::size_t at = 0; at < word.size(); ++at) {
            const auto add = [&](std::size_t kind) {
                matching_[kind * words_ + at / places] |= std::uint64_t{1} << at % places;
            };
            if (!of.has_sets()) {
                if (word[at] != of.nothing()) add(word[at]);
                continue;
            }
            for (std::size_t kind = 0; kind < of.kinds(); ++kind)
                if (of.match(static_cast<letter>(kind), word[at])) add(kind);
        }
    }

    /// Before any letter: some of the word may be left out.
    void begin() {
        std::ranges::fill(rows_, 0);
        for (std::uint64_t edits = 1; allowed_.indels && edits <= allowed_.edits; ++edits)
            rows_[edits] = (std::uint64_t{1} << edits) - 1;
    }

    /// Reads a letter. Whether the word ends with it.
    bool read(letter one) {
        const std::uint64_t* const matching = matching_.data() + one * words_;
        const std::size_t rows = allowed_.edits + 1;
        // Highest places of the word of 64 places before: of each row as it was, and as it is.
        std::array<std::uint64_t, most_edits_in_turn + 1> came;
        std::array<std::uint64_t, most_edits_in_turn + 1> comes{};
        came.fill(1);
        std::uint64_t made = 0;
        for (std::size_t at = 0; at < words_; ++at) {
            std::uint64_t* const here = rows_.data() + at * rows;
            std::uint64_t fewer = 0; // the row of one edit fewer: as it was, one letter longer, and as it is
            std::uint64_t longer = 0;
            for (std::size_t edits = 0; edits < rows; ++edits) {
                const std::uint64_t was = here[edits];
                const std::uint64_t longer_here = was << 1U | came[edits];
                came[edits] = was >> 63U;
                std::uint64_t is = (longer_here & matching[at]) | longer;
                if (edits > 0 && allowed_.indels) {
                    is |= fewer | made << 1U | comes[edits - 1];
                    comes[edits - 1] = made >> 63U;
                }
                here[edits] = made = is;
                fewer = was;
                longer = longer_here;
            }
        }
        return (made & last_) != 0;
    }

  private:
    static constexpr std::size_t places = sequence::letters_per_word;

    allowance allowed_;
    std::size_t words_; ///< of 64 places, of a row
    std::uint64_t last_;
    std::vector<std::uint64_t> matching_; ///< by letter
    std::vector<std::uint64_t> rows_;     ///< [word of 64 places][edits]
};

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
    if (allowed.edits > most_edits_in_turn || substring.size() <= allowed.edits)
        return holds_copies(of, sequence, substring, allowed, copies);
    // What the other strand holds stands here as its reverse complement. Of both the one that ends first is taken.
    word_ends forward(of, substring, allowed);
    std::optional<word_ends> reverse;
    if (of.has_both_strands()) reverse.emplace(of, of.reverse_complement(substring), allowed);
    std::uint64_t found = 0;
    for (const piece& one : of.pieces(sequence)) {
        if (one.is_reverse) continue;
        forward.begin();
        if (reverse) reverse->begin();
        for (const letter each : of.letters(one.first, one.length)) {
            const bool is_here = forward.read(each);
            const bool is_there = reverse && reverse->read(each);
            if (!is_here && !is_there) continue;
            if (++found == copies) return true;
            forward.begin();
            if (reverse) reverse->begin();
        }
    }
    return false;
}

} // namespace concord::substring
