#include "problems/substring/variants/pieces.hpp"

#include "sequence/packed_sequences.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace concord::substring {
namespace {

constexpr letter letters_of_bytes = 256;

/// What each byte of a text of this alphabet is; `nothing` where it matches no letter.
std::array<letter, 256> letters_of(alphabet kind, bool iupac, letter nothing) {
    std::array<letter, 256> table{};
    if (kind != alphabet::dna) {
        for (unsigned byte = 0; byte < 256; ++byte)
            table[byte] = static_cast<letter>(byte);
        return table;
    }
    table.fill(nothing);
    const auto set = [&](char of, letter to) { table[static_cast<unsigned char>(of)] = to; };
    constexpr std::array<std::string_view, 16> sets = {"",   "A", "C", "M", "G", "R", "S", "V",
                                                       "TU", "W", "Y", "H", "K", "D", "B", "N"};
    for (letter bits = 1; bits < sets.size(); ++bits)
        for (const char of : sets[bits])
            if (iupac) set(of, bits);
    if (iupac) return table;
    for (letter code = 0; code < 4; ++code)
        set("ACGT"[code], code);
    set('U', 3);
    return table;
}

/// The letters of a sequence of nucleotides, from its planes of bits.
void read_nucleotides(const sequence::packed_sequences& of, std::uint64_t sequence, letter nothing,
                      std::vector<letter>& letters) {
    const std::uint64_t length = of.length(sequence);
    letters.resize(length);
    for (std::uint64_t first = 0; first < length; first += sequence::letters_per_word) {
        const std::uint64_t from = of.offset(sequence) + first;
        const std::uint64_t low = sequence::bits_from(of.plane(0), from);
        const std::uint64_t high = sequence::bits_from(of.plane(1), from);
        const std::uint64_t none = of.has_ambiguous() ? sequence::bits_from(of.ambiguous_plane(), from) : 0;
        const std::uint64_t count = std::min<std::uint64_t>(sequence::letters_per_word, length - first);
        for (std::uint64_t at = 0; at < count; ++at) {
            const auto code = static_cast<letter>((low >> at & 1U) | (high >> at & 1U) << 1U);
            letters[first + at] = (none >> at & 1U) != 0 ? nothing : code;
        }
    }
}

} // namespace

piece_collection::piece_collection(const sequence_set& sequences, const substring_options& options)
    : both_strands_(options.both_strands), iupac_(options.iupac) {
    const alphabet kind = sequences.alphabet();
    if ((both_strands_ || iupac_) && kind != alphabet::dna)
        throw error(error_code::usage, std::string(both_strands_ ? "both strands are" : "IUPAC letters are") +
                                           " for the alphabet dna, and this is " + std::string(to_string(kind)));
    nothing_ = iupac_ ? 0 : kind == alphabet::dna ? 4 : letters_of_bytes;
    kinds_ = iupac_ ? 16 : nothing_ + std::size_t{1};
    const std::array<letter, 256> table = letters_of(kind, iupac_, nothing_);
    std::uint64_t counted = 0; // letters and barriers of one strand
    for (std::uint64_t sequence = 0; sequence < sequences.size(); ++sequence) {
        const std::uint64_t length = sequences.length(sequence);
        const bool is_whole = options.from_start == 0 && options.from_end == 0;
        counted += is_whole ? length + 1 : std::min(length, options.from_start + options.from_end) + 2;
    }
    text_.reserve(counted * (both_strands_ ? 2 : 1));
    pieces_.reserve(sequences.size() * (both_strands_ ? 2 : 1));
    first_piece_.reserve(sequences.size() + 1);
    std::vector<letter> whole;
    for (std::uint64_t sequence = 0; sequence < sequences.size(); ++sequence) {
        const std::uint64_t length = sequences.length(sequence);
        if (kind == alphabet::dna && !iupac_) {
            read_nucleotides(sequence::packed(sequences), sequence, nothing_, whole);
        } else {
            whole.clear();
            for (const char byte : sequences.text(sequence, 0, length))
                whole.push_back(table[static_cast<unsigned char>(byte)]);
        }
        first_piece_.push_back(pieces_.size());
        // From where on letters count up to `start`, and from `end` on.
        const std::uint64_t start = std::min(options.from_start, length);
        const std::uint64_t end = length - std::min(options.from_end, length);
        const bool is_whole = (options.from_start == 0 && options.from_end == 0) || start >= end;
        if (is_whole) {
            add(sequence, whole, 0, length);
        } else {
            if (options.from_start > 0) add(sequence, whole, 0, start);
            if (options.from_end > 0) add(sequence, whole, end, length);
        }
        if (!both_strands_) continue;
        const std::size_t last = pieces_.size();
        for (std::size_t index = first_piece_.back(); index < last; ++index) {
            const piece forward = pieces_[index];
            add(sequence, reverse_complement(letters(forward.first, forward.length)), 0, forward.length);
            pieces_.back().origin = forward.origin;
            pieces_.back().is_reverse = true;
        }
    }
    first_piece_.push_back(pieces_.size());
}

void piece_collection::add(std::uint64_t sequence, std::span<const letter> whole, std::uint64_t first,
                           std::uint64_t last) {
    if (!text_.empty()) text_.push_back(barrier);
    pieces_.push_back({sequence, text_.size(), last - first, first, false});
    text_.insert(text_.end(), whole.begin() + static_cast<std::ptrdiff_t>(first),
                 whole.begin() + static_cast<std::ptrdiff_t>(last));
}

const piece& piece_collection::piece_at(std::uint64_t position) const noexcept {
    return *(std::upper_bound(pieces_.begin(), pieces_.end(), position,
                              [](std::uint64_t at, const piece& one) { return at < one.first; }) -
             1);
}

std::uint64_t piece_collection::count_nothing(std::span<const letter> of) const noexcept {
    return static_cast<std::uint64_t>(std::count(of.begin(), of.end(), nothing_));
}

letter piece_collection::complement(letter one) const noexcept {
    if (one == nothing_) return one;
    if (!iupac_) return static_cast<letter>(3 - one);
    return static_cast<letter>((one & 1U) << 3U | (one & 2U) << 1U | (one & 4U) >> 1U | (one & 8U) >> 3U);
}

std::vector<letter> piece_collection::reverse_complement(std::span<const letter> of) const {
    std::vector<letter> made;
    made.reserve(of.size());
    for (std::size_t at = of.size(); at-- > 0;)
        made.push_back(complement(of[at]));
    return made;
}

void piece_collection::mask(std::uint64_t sequence, std::uint64_t first, std::uint64_t last) {
    for (const piece& one : pieces(sequence)) {
        const std::uint64_t from = std::max(first, one.origin);
        const std::uint64_t to = std::min(last, one.origin + one.length);
        for (std::uint64_t at = from; at < to; ++at)
            text_[one.first + (one.is_reverse ? one.length - 1 - (at - one.origin) : at - one.origin)] = nothing_;
    }
}

} // namespace concord::substring
