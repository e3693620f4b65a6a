// Sequencing reads, a part of which runs through their insert into the adapter.
#pragma once

#include "simulate/record_writer.hpp"

#include "simulate/random_source.hpp"
#include <cstdint>
#include <string>
#include <string_view>

namespace concord::simulate {

/// - soil: as in 5,000 soil reads of 51 letters (short inserts, read through), stretched to the length of the read
/// - uniform: anywhere
enum class adapter_start : std::uint8_t { soil, uniform };

/// Draws a start in a read of `length` letters; length >= 1.
[[nodiscard]] std::uint64_t draw_adapter_start(adapter_start where, std::uint64_t length, random_source& random);

/// Illumina TruSeq, as it is read through.
inline constexpr std::string_view truseq_adapter = "AGATCGGAAGAGCACACGTCTGAACTCCAGTCACATCACGATCTCGTATGCCGTCTTCTGCTTG";

struct read_options {
    std::uint64_t number = 5000;
    std::uint64_t shortest = 51; ///< letters; lengths are uniform from shortest to longest
    std::uint64_t longest = 51;
    std::string adapter{truseq_adapter}; ///< what of it reaches beyond the read is cut off
    double adapter_share = 0.41; ///< of all reads; then 26% hold its first 13 letters: so it is in 5,000 soil reads
    adapter_start start = adapter_start::soil;
    double substitutions = 0.005; ///< a letter
    double unknown = 0.0001;      ///< a letter: N
    bool qualities = true;        ///< FASTQ; else FASTA
    std::uint64_t seed = 1;
};

/// Writes reads named 1, 2, 3 …; the header of one with an adapter says `adapter=START` (0-based).
/// The same options give the same bytes on every machine. Time O(letters), memory constant.
void reads(const read_options& options, const byte_sink& sink);

} // namespace concord::simulate
