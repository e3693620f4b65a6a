// What changes how fast files are read, and nothing else.
#pragma once

#include <cstddef>

namespace concord::formats {

/// Bytes of content that a thread reads, inflates and packs at once. They are read once for their newlines and once
/// more for what stands between, so that they should stay in the second-level cache, of 1 to 2 MiB; small blocks cost
/// more calls and borders. Found by reading 128 MB of FASTQ with 128 KiB to 4 MiB on a processor with 2 MiB.
inline constexpr std::size_t tuned_block_bytes = std::size_t{512} << 10U;

/// Compressed bytes of BGZF that are read at once: a block of content or somewhat more, as reads shrink to a quarter.
inline constexpr std::size_t tuned_compressed_bytes = std::size_t{128} << 10U;

/// Blocks that may wait for the one before them, for each thread. Two let a thread go on while another is late; each
/// takes twice its size in memory.
inline constexpr std::size_t waiting_blocks_per_thread = 2;

/// Where a block is not of the usual shape, so many are read record by record before the next attempt, and twice as
/// many each time that fails: a file of wrapped FASTQ wastes little on attempts.
inline constexpr unsigned first_slow_blocks = 1;

} // namespace concord::formats
