// Compiled once for every instruction set: Highway includes this file anew for each.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "formats/fastx_rows.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "formats/fastx_rows.hpp"
#include "simd/dispatch.hpp"

#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace concord::formats::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using byte_tag = hn::CappedTag<std::uint8_t, 64>; // at most a word of letters
using bytes = hn::Vec<byte_tag>;
using byte_mask = hn::Mask<byte_tag>;

HWY_INLINE bytes load(const char* from) { return hn::LoadU(byte_tag(), reinterpret_cast<const std::uint8_t*>(from)); }

HWY_INLINE bytes set(char value) { return hn::Set(byte_tag(), static_cast<std::uint8_t>(value)); }

/// Bit i: lane i.
HWY_INLINE std::uint64_t bits_of(byte_mask mask) {
    std::uint64_t bits = 0;
    hn::StoreMaskBits(byte_tag(), mask, reinterpret_cast<std::uint8_t*>(&bits)); // 2 to 8 bytes
    return bits;
}

/// Bit i: whether `test` holds for byte i of 64.
template <class Test>
HWY_INLINE std::uint64_t bits_where(const char* text, const Test& test) {
    const std::size_t lanes = hn::Lanes(byte_tag());
    std::uint64_t all = 0;
    for (std::size_t at = 0; at < 64; at += lanes)
        all |= bits_of(test(load(text + at))) << at;
    return all;
}

/// The lowest `count` bits.
HWY_INLINE std::uint64_t lowest_bits(std::size_t count) {
    return count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
}

HWY_INLINE unsigned first_bit(std::uint64_t bits) { return static_cast<unsigned>(__builtin_ctzll(bits)); }

/// Whether `test` holds for all of so many bytes.
template <class Test>
HWY_INLINE bool holds_for_all(const char* text, std::size_t count, const Test& test) {
    for (; count > 64; text += 64, count -= 64)
        if (bits_where(text, test) != ~std::uint64_t{0}) return false;
    const std::uint64_t wanted = lowest_bits(count);
    return (bits_where(text, test) & wanted) == wanted;
}

std::size_t find_newlines(const char* text, std::size_t size, std::uint32_t* ends, bool& has_controls) {
    const std::size_t lanes = hn::Lanes(byte_tag());
    const bytes newline = set('\n');
    std::uint32_t* next = ends;
    std::uint64_t controls = 0;
    for (std::size_t at = 0; at < size; at += 64) {
        std::uint64_t found = 0;
        std::uint64_t low = 0;
        for (std::size_t lane = 0; lane < 64; lane += lanes) {
            const bytes here = load(text + at + lane);
            found |= bits_of(hn::Eq(here, newline)) << lane;
            low |= bits_of(hn::Or(hn::Lt(here, set(' ')), hn::Eq(here, set('\x7F')))) << lane;
        }
        const std::uint64_t inside = lowest_bits(size - at);
        found &= inside;
        controls |= low & inside & ~found;
        const auto base = static_cast<std::uint32_t>(at);
        const auto count = static_cast<std::size_t>(__builtin_popcountll(found));
        for (std::size_t done = 0; done < count; done += 4) { // most often once: no branch to mispredict
            for (std::size_t one = 0; one < 4; ++one) {
                next[done + one] = base + first_bit(found | std::uint64_t{1} << 63U); // none is left: any number
                found &= found - 1;
            }
        }
        next += count;
    }
    has_controls = controls != 0;
    return static_cast<std::size_t>(next - ends);
}

std::size_t count_newlines(const char* text, std::size_t size) {
    std::size_t count = 0;
    for (std::size_t at = 0; at < size; at += 64) {
        const std::uint64_t found = bits_where(text + at, [](bytes here) HWY_ATTR { return hn::Eq(here, set('\n')); });
        count += static_cast<std::size_t>(__builtin_popcountll(found & lowest_bits(size - at)));
    }
    return count;
}

/// Bits of so many letters go behind those that are there; bits beyond them are zero.
HWY_INLINE void put(std::uint64_t* plane, std::uint64_t position, std::uint64_t bits) {
    std::uint64_t* const word = plane + position / 64;
    const unsigned shift = position % 64;
    word[0] = (shift == 0 ? 0 : word[0]) | bits << shift;
    word[1] = shift == 0 ? 0 : bits >> (64 - shift);
}

/// Code of A, C, G, T (0 to 3) of the letter's own bits 1 and 2: bit 1 of the code is bit 2, bit 0 is their exclusive
/// or. U, which is T, has them as T has.
HWY_INLINE bool pack_dna_group(fastx_rows& rows, const char* letters, std::size_t count) {
    // The letter in upper case whose lowest four bits these are. 0xFF is no letter in upper case.
    alignas(16) static constexpr std::uint8_t letter_of[16] = {0xFF, 'A',  0xFF, 'C',  'T',  'U',  0xFF, 'G',
                                                               0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF};
    const std::size_t lanes = hn::Lanes(byte_tag());
    const bytes table = hn::LoadDup128(byte_tag(), letter_of);
    std::uint64_t plain = 0;
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    std::uint64_t uracil = 0;
    for (std::size_t lane = 0; lane < 64; lane += lanes) {
        const bytes given = load(letters + lane);
        const bytes upper = hn::And(given, set('\xDF'));
        plain |= bits_of(hn::Eq(upper, hn::TableLookupBytes(table, hn::And(given, set(0x0F))))) << lane;
        low |= bits_of(hn::TestBit(given, set(2))) << lane;
        high |= bits_of(hn::TestBit(given, set(4))) << lane;
        uracil |= bits_of(hn::Eq(upper, set('U'))) << lane;
    }
    const std::uint64_t wanted = lowest_bits(count);
    if ((plain & wanted) != wanted) return rows.pack_unusual(rows, letters, count);
    high &= wanted;
    low = (low & wanted) ^ high;
    put(rows.plane[0], rows.letters, low);
    put(rows.plane[1], rows.letters, high);
    rows.saw_u |= (uracil & wanted) != 0;
    rows.saw_t |= (low & high & ~uracil) != 0;
    rows.letters += count;
    return true;
}

/// Which bytes are letters.
enum class letters_of : std::uint8_t {
    dna,    ///< and its ambiguous ones
    record, ///< of the alphabet, but for those that no record may hold
    line    ///< of the alphabet: any, where that is bytes
};

template <letters_of Letters>
HWY_INLINE bool pack_group_by_codes(fastx_rows& rows, const char* letters, std::size_t count) {
    alignas(64) std::uint8_t codes[64];
    const std::uint64_t wanted = lowest_bits(count);
    if (Letters == letters_of::line && rows.kind != alphabet::protein) {
        std::memcpy(codes, letters, sizeof codes);
    } else if (rows.kind == alphabet::bytes) {
        const auto is_letter = [](bytes here) HWY_ATTR {
            return hn::And(hn::And(hn::Gt(here, set(' ')), hn::Ne(here, set('\x7F'))), hn::Ne(here, set('>')));
        };
        if ((bits_where(letters, is_letter) & wanted) != wanted) return false;
        std::memcpy(codes, letters, sizeof codes);
    } else {
        unsigned all = 0;
        for (std::size_t i = 0; i < count; ++i) {
            codes[i] = rows.code_of[static_cast<unsigned char>(letters[i])];
            all |= codes[i];
        }
        if (all >= 0x80) return false; // codes of letters are smaller
        for (std::size_t i = count; i < sizeof codes; ++i)
            codes[i] = 0;
    }
    for (unsigned plane = 0; plane < rows.planes; ++plane) {
        const bytes bit = set(static_cast<char>(1U << plane));
        const std::uint64_t here = bits_where(reinterpret_cast<const char*>(codes),
                                              [&](bytes group) HWY_ATTR { return hn::TestBit(group, bit); });
        put(rows.plane[plane], rows.letters, here & wanted);
    }
    rows.letters += count;
    return true;
}

template <letters_of Letters>
HWY_INLINE bool pack_line(fastx_rows& rows, const char* letters, std::size_t count) {
    for (; count > 0; letters += 64) {
        const std::size_t here = count < 64 ? count : 64;
        const bool packed = Letters == letters_of::dna ? pack_dna_group(rows, letters, here)
                                                       : pack_group_by_codes<Letters>(rows, letters, here);
        if (!packed) return false;
        count -= here;
    }
    return true;
}

/// Copies the first word of a title, and counts a sequence. False where the title holds a control byte.
HWY_INLINE bool add_title(fastx_rows& rows, const char* title, std::size_t size) {
    const auto is_fine = [](bytes here) HWY_ATTR {
        return hn::Or(hn::And(hn::Gt(here, set('\x1F')), hn::Ne(here, set('\x7F'))), hn::Eq(here, set('\t')));
    };
    if (rows.has_controls && !holds_for_all(title, size, is_fine)) return false;
    while (size > 0 && (*title == ' ' || *title == '\t'))
        ++title, --size;
    char* const name = rows.names + rows.name_bytes;
    std::size_t at = 0;
    for (; at < size; at += 16) { // most names are that short; what is copied behind the name is overwritten
        const hn::Full128<std::uint8_t> part;
        const auto here = hn::LoadU(part, reinterpret_cast<const std::uint8_t*>(title + at));
        hn::StoreU(here, part, reinterpret_cast<std::uint8_t*>(name + at));
        const auto blank = hn::Or(hn::Eq(here, hn::Set(part, ' ')), hn::Eq(here, hn::Set(part, '\t')));
        std::uint64_t found = 0;
        hn::StoreMaskBits(part, blank, reinterpret_cast<std::uint8_t*>(&found));
        if (found == 0) continue;
        at += first_bit(found);
        break;
    }
    rows.name_bytes += at < size ? at : size;
    rows.starts[rows.sequences] = rows.letters;
    rows.name_ends[rows.sequences] = rows.name_bytes;
    ++rows.sequences;
    return true;
}

struct text_line {
    const char* begin;
    std::size_t size;
};

HWY_INLINE text_line line_at(const fastx_rows& rows, std::size_t number) {
    const std::size_t begin = number == 0 ? 0 : rows.ends[number - 1] + std::size_t{1};
    std::size_t end = rows.ends[number];
    if (rows.has_controls && end > begin && rows.text[end - 1] == '\r') --end;
    return {rows.text + begin, end - begin};
}

HWY_INLINE bool same_bytes(const char* a, const char* b, std::size_t size) { return std::memcmp(a, b, size) == 0; }

template <letters_of Letters>
HWY_INLINE std::size_t pack_fastq_of(fastx_rows& rows, std::size_t line) {
    const auto is_quality = [](bytes here) HWY_ATTR {
        const hn::RebindToSigned<byte_tag> with_sign; // bytes from 0x80 on are negative
        return hn::And(hn::RebindMask(byte_tag(), hn::Gt(hn::BitCast(with_sign, here), hn::Set(with_sign, ' '))),
                       hn::Ne(here, set('\x7F')));
    };
    for (; line + 4 <= rows.lines; line += 4) {
        const text_line title = line_at(rows, line);
        const text_line letters = line_at(rows, line + 1);
        const text_line plus = line_at(rows, line + 2);
        const text_line qualities = line_at(rows, line + 3);
        if (title.size == 0 || title.begin[0] != '@' || plus.size == 0 || plus.begin[0] != '+') return line;
        if (letters.size != qualities.size) return line;
        if (plus.size != 1 && (plus.size != title.size || !same_bytes(plus.begin + 1, title.begin + 1, plus.size - 1)))
            return line;
        if (letters.size != 0 && (letters.begin[0] == '@' || letters.begin[0] == '+')) return line;
        if (!holds_for_all(qualities.begin, qualities.size, is_quality)) return line;
        if (!add_title(rows, title.begin + 1, title.size - 1)) return line;
        if (!pack_line<Letters>(rows, letters.begin, letters.size)) return line;
    }
    return line;
}

template <letters_of Letters>
HWY_INLINE std::size_t pack_fasta_of(fastx_rows& rows, std::size_t line) {
    for (; line < rows.lines; ++line) {
        const text_line here = line_at(rows, line);
        if (here.size == 0 || here.begin[0] == '@' || here.begin[0] == ';') return line;
        if (here.begin[0] == '>') {
            if (!add_title(rows, here.begin + 1, here.size - 1)) return line;
        } else if (!pack_line<Letters>(rows, here.begin, here.size)) {
            return line;
        }
    }
    return line;
}

template <letters_of Letters>
HWY_INLINE std::size_t pack_lines_of(fastx_rows& rows, std::size_t line) {
    for (; line < rows.lines; ++line) {
        const text_line here = line_at(rows, line);
        rows.starts[rows.sequences++] = rows.letters;
        if (!pack_line<Letters>(rows, here.begin, here.size)) return line;
    }
    return line;
}

std::size_t pack_fastq(fastx_rows& rows, std::size_t first) {
    return rows.kind == alphabet::dna ? pack_fastq_of<letters_of::dna>(rows, first)
                                      : pack_fastq_of<letters_of::record>(rows, first);
}

std::size_t pack_fasta(fastx_rows& rows, std::size_t first) {
    return rows.kind == alphabet::dna ? pack_fasta_of<letters_of::dna>(rows, first)
                                      : pack_fasta_of<letters_of::record>(rows, first);
}

std::size_t pack_lines(fastx_rows& rows, std::size_t first) {
    return rows.kind == alphabet::dna ? pack_lines_of<letters_of::dna>(rows, first)
                                      : pack_lines_of<letters_of::line>(rows, first);
}

constexpr fastx_row_kernels kernels{&find_newlines, &count_newlines, &pack_fastq, &pack_fasta, &pack_lines};

} // namespace concord::formats::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace concord::formats {

const fastx_row_kernels& fastx_rows_for(simd::vector_target wanted) { return CONCORD_DISPATCH(kernels, wanted); }

} // namespace concord::formats
#endif
