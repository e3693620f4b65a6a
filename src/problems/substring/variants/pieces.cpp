#include "problems/substring/variants/pieces.hpp"
#include "problems/substring/sequence_tasks.hpp"

#include "runtime/parts.hpp"
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
            if (iupac) set(of, letter_of_set(bits));
    if (iupac) return table;
    for (letter code = 0; code < 4; ++code)
        set("ACGT"[code], code);
    set('U', 3);
    return table;
}

/// The letters [first, first + letters.size()) of a sequence of nucleotides, from its planes of bits.
void read_nucleotides(const sequence::packed_sequences& of, std::uint64_t sequence, std::uint64_t first, letter nothing,
                      std::span<letter> letters) {
    const std::uint64_t length = letters.size();
    for (std::uint64_t done = 0; done < length; done += sequence::letters_per_word) {
        const std::uint64_t from = of.offset(sequence) + first + done;
        const std::uint64_t low = sequence::bits_from(of.plane(0), from);
        const std::uint64_t high = sequence::bits_from(of.plane(1), from);
        const std::uint64_t none = of.has_ambiguous() ? sequence::bits_from(of.ambiguous_plane(), from) : 0;
        const std::uint64_t count = std::min<std::uint64_t>(sequence::letters_per_word, length - done);
        for (std::uint64_t at = 0; at < count; ++at) {
            const auto code = static_cast<letter>((low >> at & 1U) | (high >> at & 1U) << 1U);
            letters[done + at] = (none >> at & 1U) != 0 ? nothing : code;
        }
    }
}

/// Parts [first, last) of a sequence, one or two.
struct counted_parts {
    struct part {
        std::uint64_t first;
        std::uint64_t last;
    };
    std::array<part, 2> parts{};
    std::size_t count = 0;

    counted_parts(std::uint64_t length, const substring_options& options) {
        // From where on letters count up to `start`, and from `end` on.
        const std::uint64_t start = std::min(options.from_start, length);
        const std::uint64_t end = length - std::min(options.from_end, length);
        const bool is_whole = (options.from_start == 0 && options.from_end == 0) || start >= end;
        if (is_whole) {
            parts[count++] = {0, length};
        } else {
            if (options.from_start > 0) parts[count++] = {0, start};
            if (options.from_end > 0) parts[count++] = {end, length};
        }
    }
};

} // namespace

piece_collection::piece_collection(const sequence_set& sequences, const substring_options& options)
    : both_strands_(options.both_strands), iupac_(options.iupac) {
    const alphabet kind = sequences.alphabet();
    if ((both_strands_ || iupac_) && kind != alphabet::dna)
        throw error(error_code::usage, std::string(both_strands_ ? "both strands are" : "IUPAC letters are") +
                                           " for the alphabet dna, and this is " + std::string(to_string(kind)));
    // Without a letter that stands for several, or for none, a set is a nucleotide, and they match as they are.
    iupac_ = iupac_ && sequence::packed(sequences).has_ambiguous();
    nothing_ = kind == alphabet::dna ? plain_nucleotides : letters_of_bytes;
    kinds_ = iupac_ ? letters_of_sets : nothing_ + std::size_t{1};
    runtime::thread_pool workers(options.run);
    list_pieces(sequences, options, workers);
    const std::array<letter, 256> table = letters_of(kind, iupac_, nothing_);
    const sequence_tasks tasks(this->sequences(), sequences.letters());
    runtime::for_parts(workers, this->sequences(), tasks.each(), [&](std::uint64_t from, std::uint64_t to) {
        for (std::uint64_t sequence = from; sequence < to; ++sequence)
            for (std::uint64_t index = first_piece_[sequence]; index < first_piece_[sequence + 1]; ++index) {
                const piece& one = pieces_[index];
                const auto letters = text_.view().subspan(one.first, one.length);
                if (one.first > 0) text_[one.first - 1] = barrier;
                if (one.is_reverse) {
                    const piece& forward = pieces_[index - (first_piece_[sequence + 1] - first_piece_[sequence]) / 2];
                    for (std::uint64_t at = 0; at < one.length; ++at)
                        letters[at] = complement(text_[forward.first + one.length - 1 - at]);
                } else if (kind == alphabet::dna && !iupac_) {
                    read_nucleotides(sequence::packed(sequences), sequence, one.origin, nothing_, letters);
                } else {
                    const std::string bytes = sequences.text(sequence, one.origin, one.origin + one.length);
                    std::ranges::transform(bytes, letters.begin(),
                                           [&](char byte) { return table[static_cast<unsigned char>(byte)]; });
                }
            }
    });
}

/// Where each piece begins; all letters are still to be written. A piece begins behind all letters before it and a
/// barrier for each piece before it, but for those before the first letter of all.
void piece_collection::list_pieces(const sequence_set& sequences, const substring_options& options,
                                   runtime::thread_pool& workers) {
    const std::uint64_t strands = both_strands_ ? 2 : 1;
    struct counted {
        std::uint64_t pieces = 0;
        std::uint64_t letters = 0;
    };
    const runtime::equal_parts parts(workers, sequences.size(),
                                     sequence_tasks(sequences.size(), sequences.letters()).each());
    std::vector<counted> before(parts.size() + 1); // of each part, and of all
    workers.run(parts.size(), [&](std::size_t part, unsigned) {
        counted here;
        for (std::uint64_t sequence = parts.first(part); sequence < parts.last(part); ++sequence) {
            const counted_parts of(sequences.length(sequence), options);
            here.pieces += strands * of.count;
            for (std::size_t index = 0; index < of.count; ++index)
                here.letters += strands * (of.parts[index].last - of.parts[index].first);
        }
        before[part + 1] = here;
    });
    for (std::size_t part = 0; part < parts.size(); ++part) {
        before[part + 1].pieces += before[part].pieces;
        before[part + 1].letters += before[part].letters;
    }
    std::uint64_t leading = 0; // pieces without letters, before the first letter
    for (std::uint64_t sequence = 0; sequence < sequences.size(); ++sequence) {
        const counted_parts of(sequences.length(sequence), options);
        std::size_t empty = 0;
        while (empty < of.count && of.parts[empty].first == of.parts[empty].last)
            ++empty;
        leading += empty < of.count ? empty : strands * empty;
        if (empty < of.count) break;
    }
    pieces_ = runtime::far_array<piece>(before.back().pieces);
    first_piece_.resize(sequences.size() + 1);
    first_piece_.back() = before.back().pieces;
    workers.run(parts.size(), [&](std::size_t part, unsigned) {
        auto [index, letters] = before[part];
        for (std::uint64_t sequence = parts.first(part); sequence < parts.last(part); ++sequence) {
            first_piece_[sequence] = index;
            const counted_parts of(sequences.length(sequence), options);
            for (std::uint64_t strand = 0; strand < strands; ++strand)
                for (std::size_t each = 0; each < of.count; ++each, ++index) {
                    const std::uint64_t first = std::max(letters + index, leading) - leading;
                    const std::uint64_t length = of.parts[each].last - of.parts[each].first;
                    pieces_[index] = {sequence, first, length, of.parts[each].first, strand > 0};
                    letters += length;
                }
        }
    });
    if (pieces_.size() == 0) return;
    const piece& last = pieces_[pieces_.size() - 1];
    text_ = runtime::far_array<letter>(last.first + last.length);
}

const piece& piece_collection::piece_at(std::uint64_t position) const noexcept {
    return *(std::ranges::upper_bound(pieces(), position, {}, &piece::first) - 1);
}

std::uint64_t piece_collection::count_nothing(std::span<const letter> of) const noexcept {
    return static_cast<std::uint64_t>(std::count(of.begin(), of.end(), nothing_));
}

letter piece_collection::complement(letter one) const noexcept {
    if (one == nothing_) return one;
    if (one < plain_nucleotides) return static_cast<letter>(plain_nucleotides - 1 - one);
    const letter set = set_of_letter(one);
    return letter_of_set(
        static_cast<letter>((set & 1U) << 3U | (set & 2U) << 1U | (set & 4U) >> 1U | (set & 8U) >> 3U));
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
