// An index as a file: a head that says what is where, then plain arrays, each from a multiple of 64 bytes on.
//
//   head      mark, version, byte order, sizes, and of each section: where, how long, checksum; a checksum of the head
//   sections  the set (planes, offsets, names ...), its text, and the tables; zeros up to the next multiple of 64
//
// Numbers are little endian. Whatever changes the meaning of a byte gets a new version.
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
inline constexpr std::uint32_t byte_order = 0x01020304;
/// Neither text nor any other format, and spoilt by whoever takes it for text.
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
    std::uint64_t bytes; ///< without the zeros behind
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
    std::uint64_t checksum; ///< of all this with zeros here
};
static_assert(sizeof(index_head) % section_alignment == 0 && section_alignment % checksum::block == 0);

/// Of a head, whatever its checksum says.
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

/// The first that is met: a text that is not that of the sequences; suffixes that are not each place once, or whose
/// ranks are not theirs; a prefix that reaches beyond the text; minima that are not those of the prefixes. Whether
/// the suffixes are in order is not looked at: nothing is read outside the tables if they are not, and answers are as
/// wrong as the file. Time O(letters); memory as the text.
[[nodiscard]] std::optional<contradiction> find_contradiction(const overlap_index::tables& held,
                                                              runtime::thread_pool& workers);

} // namespace concord::overlap
