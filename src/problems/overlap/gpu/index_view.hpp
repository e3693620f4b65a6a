// An index in the memory of a device, for the steps that answer questions there; host and device.
#pragma once

#include "problems/overlap/range_minima.hpp"
#include "problems/overlap/strands.hpp"
#include "problems/overlap/suffix_names.hpp"
#include "sequence/sequence_at.hpp"
#include "suffixes/packed_suffix.hpp"

#include <cstdint>
#include <limits>

namespace concord::overlap {

/// The text holds `sequences` sequences; those from `of_one_strand` on are the other strands of the first ones, and
/// `letters_of_one_strand` is the position where they begin.
struct index_view {
    text_view text;
    const std::uint32_t* suffixes = nullptr;
    const std::uint32_t* ranks = nullptr;
    const std::uint32_t* prefixes = nullptr;
    range_minima<std::uint32_t> minima;     ///< of the prefixes
    const std::uint64_t* offsets = nullptr; ///< of the sequences, one more than their number
    std::uint64_t sequences = 0;
    std::uint64_t of_one_strand = 0;
    std::uint64_t letters_of_one_strand = 0;

    static constexpr std::uint32_t border = std::numeric_limits<std::uint32_t>::max(); ///< no code of a letter

    [[nodiscard]] CONCORD_HD bool is_reverse(std::uint64_t position) const { return position >= letters_of_one_strand; }

    /// The sequence of the text that holds a position.
    [[nodiscard]] CONCORD_HD std::uint64_t sequence_of(std::uint64_t position) const {
        return sequence::sequence_at(offsets, sequences,
                                     static_cast<double>(sequences) / static_cast<double>(text.size), position);
    }

    /// The letter before a position, or `border`.
    [[nodiscard]] CONCORD_HD std::uint32_t letter_before(std::uint64_t position) const {
        return text.is_cut(position) ? border : static_cast<std::uint32_t>(text.letter(position - 1));
    }

    /// Letters that the suffixes of two ranks share.
    [[nodiscard]] CONCORD_HD std::uint64_t shared_by_ranks(std::uint64_t a, std::uint64_t b) const {
        return a < b ? minima.least(a + 1, b + 1) : minima.least(b + 1, a + 1);
    }

    /// Letters that the suffixes at two different positions share, `known` of which are known. A few words of letters
    /// decide most pairs; the tables are read only where they do not.
    [[nodiscard]] CONCORD_HD std::uint64_t shared(std::uint64_t a, std::uint64_t b, std::uint64_t known = 0) const {
        constexpr std::uint64_t compared_at_first = 64; // letters
        const std::uint64_t compared = common_prefix(text, a, b, known, known + compared_at_first);
        if (compared < known + compared_at_first) return compared;
        return shared_by_ranks(ranks[a], ranks[b]);
    }

    /// Where [position, position + length) of a reverse strand stands on the forward strand of its sequence.
    [[nodiscard]] CONCORD_HD std::uint64_t on_forward_strand(std::uint64_t position, std::uint64_t length) const {
        const std::uint64_t reverse = sequence_of(position);
        return offsets[reverse - of_one_strand] + (offsets[reverse + 1] - position - length);
    }

    /// Whether a match of positions a and b, where b is on the reverse strand, is one on the forward strand as well.
    [[nodiscard]] CONCORD_HD bool is_on_both_strands_at(std::uint64_t a, std::uint64_t b, std::uint64_t length,
                                                        std::uint64_t mismatches, std::uint64_t most) const {
        if (!is_palindrome(text, b, length)) return false; // which its reverse complement is as well
        const std::uint64_t i = sequence_of(a);
        const std::uint64_t j = sequence_of(b) - of_one_strand;
        return is_on_both_strands(text, {a, on_forward_strand(b, length), length},
                                  {offsets[i], offsets[i + 1], offsets[j], offsets[j + 1]}, mismatches, most);
    }
};

/// The number of values below `bound` in the ascending values [first, last), as an index.
template <class Value>
[[nodiscard]] CONCORD_HD inline std::uint64_t lower_bound_of(const Value* values, std::uint64_t first,
                                                             std::uint64_t last, Value bound) {
    while (first < last) {
        const std::uint64_t middle = first + (last - first) / 2;
        if (values[middle] < bound)
            first = middle + 1;
        else
            last = middle;
    }
    return first;
}

/// The last of the ascending values [0, size) that is at most `value`; there must be one.
[[nodiscard]] CONCORD_HD inline std::uint64_t last_at_most(const std::uint64_t* values, std::uint64_t size,
                                                           std::uint64_t value) {
    return lower_bound_of(values, 0, size, value + 1) - 1;
}

} // namespace concord::overlap
