// An index as a file: a head with the layout, then plain arrays, each aligned to 64 bytes.
//
//   head      mark, version, byte order, sizes, and of each section: offset, length, checksum; a checksum of the head
//   sections  the set (planes, offsets, names ...), its text, and the tables; zeros up to the next multiple of 64
//
// Numbers are little endian. Any change of the meaning of a byte needs a new version.
#pragma once

#include "base/checksum.hpp"

#include "problems/overlap/tables.hpp"
#include "runtime/thread_pool.hpp"
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace concord::overlap {

using base::checksum;

inline constexpr std::uint64_t section_alignment = 64;
inline constexpr std::uint32_t index_version = 1;
inline constexpr std::uint32_t both_strands_version = 2; ///< the second half of the sequences: reverse complements
inline constexpr std::uint32_t byte_order = 0x01020304;
/// Neither text nor any other format; a transfer in text mode damages it detectably.
inline constexpr std::array<char, 8> index_mark = {'\x89', 'C', 'D', 'X', '\r', '\n', '\x1a', '\n'};

enum class section : std::uint8_t {
    planes,
    offsets,
    names,
    name_ends,
    ambiguous,
    letters,
    cuts,
    begins,
    with_letters,
    suffixes,
    ranks,
    prefixes,
    minima,
    count
};
inline constexpr std::size_t sections = static_cast<std::size_t>(section::count);

struct section_entry {
    std::uint64_t offset;
    std::uint64_t bytes; ///< without the padding
    std::uint64_t checksum;
};

struct index_head {
    std::array<char, 8> mark;
    std::uint32_t version;
    std::uint32_t order;
    std::uint64_t file_bytes;
    std::uint64_t text_letters;
    std::uint32_t alphabet;
    std::uint32_t position_bits;
    std::uint32_t letter_bits;
    std::uint32_t planes;
    std::uint32_t saw_t;
    std::uint32_t saw_u;
    std::array<section_entry, sections> table;
    std::uint64_t unused;   ///< zeros
    std::uint64_t checksum; ///< of this struct with zeros here
};
static_assert(sizeof(index_head) % section_alignment == 0 && section_alignment % checksum::block == 0);

/// Of a head, even if its checksum is wrong.
[[nodiscard]] inline std::uint64_t checksum_of(index_head head) {
    head.checksum = 0;
    checksum sum;
    sum.add(std::as_bytes(std::span(&head, 1)));
    return sum.value();
}

[[nodiscard]] constexpr std::uint64_t padded(std::uint64_t bytes) {
    return (bytes + section_alignment - 1) / section_alignment * section_alignment;
}

struct contradiction {
    std::string expected;
    std::string found;
};

/// The first contradiction found: a text that is not that of the sequences; a position that is not exactly once among
/// the suffixes, or has another rank; a prefix that reaches beyond the text; minima that are not those of the prefixes.
/// The order of the suffixes is not checked: if it is wrong, nothing outside the tables is read, but answers are wrong.
/// Time O(letters); memory as the text.
[[nodiscard]] std::optional<contradiction> find_contradiction(const index_tables& held, runtime::thread_pool& workers);

} // namespace concord::overlap
