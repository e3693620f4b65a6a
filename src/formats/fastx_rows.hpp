// The inner loops of reading FASTA, FASTQ and files of one sequence a line: newlines are found, and lines of the usual
// shape are checked and packed into bit planes while they are in the cache. Compiled for several instruction sets;
// plain pointers in and out.
//
// FASTQ is read here where a record has four lines; FASTA where no empty line stands in it. Whatever else there is,
// sound or not, ends a loop early, and fastx_grammar judges it.
#pragma once

#include "sequence/packed_sequences.hpp"

#include <concord/device.hpp>
#include <concord/sequences.hpp>

#include <cstddef>
#include <cstdint>

namespace concord::formats {

/// Bytes that must be readable behind a text, and writable behind names.
inline constexpr std::size_t rows_padding = 64;

/// The lines of a text and what is made of them.
struct fastx_rows {
    const char* text = nullptr;
    const std::uint32_t* ends = nullptr; ///< of each line: its newline
    std::size_t lines = 0;
    bool has_controls =
        false; ///< the text holds a control byte that is not a newline: a carriage return, say, or a tab

    alphabet kind = alphabet::dna; ///< of utf8 these kernels take ASCII alone, and only where a line is a sequence
    const std::uint8_t* code_of =
        nullptr;         ///< 256 of them; those from ambiguous_code on are no plain letters. Not of utf8
    unsigned planes = 0; ///< bits of a code
    std::uint64_t* plane[sequence::most_code_point_planes] = {}; ///< room for all letters of the text, and two words
    std::uint64_t* starts = nullptr;    ///< room for as many as there are lines; as in packed_block
    std::uint64_t* name_ends = nullptr; ///< the same
    char* names = nullptr;              ///< room for the text and its padding
    std::uint64_t letters = 0;
    std::size_t sequences = 0;
    std::uint64_t name_bytes = 0;
    bool saw_t = false;
    bool saw_u = false;

    /// Packs up to 64 letters of which one at least is not plain; false where one is none of the alphabet.
    bool (*pack_unusual)(fastx_rows& rows, const char* letters, std::size_t count) = nullptr;
    void* owner = nullptr; ///< for the function above
};

struct fastx_row_kernels {
    /// Writes where the newlines of a text are, in order, and up to 8 numbers more; returns how many there are.
    std::size_t (*find_newlines)(const char* text, std::size_t bytes, std::uint32_t* ends, bool& has_controls);
    /// How many newlines there are.
    std::size_t (*count_newlines)(const char* text, std::size_t bytes);
    /// Packs the records whose first lines are `first`, `first` + 4 ... as far as whole ones go; returns the line
    /// behind the last of them that is sound and usual.
    std::size_t (*pack_fastq)(fastx_rows& rows, std::size_t first);
    /// Packs lines from `first` on; returns the line behind the last that is sound and usual.
    std::size_t (*pack_fasta)(fastx_rows& rows, std::size_t first);
    /// The same where each line is a sequence, of any bytes that are letters of the alphabet, and has no name.
    std::size_t (*pack_lines)(fastx_rows& rows, std::size_t first);
};

/// The kernels for the best instruction set that runs here.
[[nodiscard]] const fastx_row_kernels& fastx_rows_for(vector_target wanted);

} // namespace concord::formats
