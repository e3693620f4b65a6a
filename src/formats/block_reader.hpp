// Files become a collection, block by block.
//
//   block_source   b0 b1 b2 b3 …       one thread at a time takes the next block; each makes its own, beside the others
//   fastx_packer   p0 p1 p2 p3 …       and packs it
//   merge          p0 p1 …             the thread with the next one in order appends it, and those behind it
//
// A block of unusual shape, sound or not, stops that. From the end of the last record before it on, fastx_grammar reads
// record by record, and says what is wrong if anything is; some blocks later the attempt is made again. So no byte is
// taken that the grammar would not have taken in the same way, whatever the blocks and the threads.
#pragma once

#include "formats/byte_source.hpp"
#include "formats/fastx_reader.hpp"
#include "runtime/thread_pool.hpp"
#include "sequence/set_builder.hpp"

#include <concord/sequences.hpp>

#include <cstdint>
#include <string>

namespace concord::formats {

/// Adds the records of a file of FASTA or FASTQ to a set, with the given threads; returns how many there are. `kind` is
/// the alphabet that was asked for. Not for utf8. Throws what concord::read_sequences throws.
[[nodiscard]] std::uint64_t read_blocks(sequence::set_builder& builder, const std::string& path, alphabet kind,
                                        const read_options& options, runtime::thread_pool& threads, read_watch& watch);

} // namespace concord::formats
