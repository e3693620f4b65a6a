// Reads in SAM, BAM or CRAM, as sequencers of long reads hand them out: unaligned mostly. They are read by htslib and
// handed on as FASTQ, so that all that reads sequences reads them.
#pragma once

#include "formats/byte_source.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace concord::formats {

/// Whether these first bytes, uncompressed, begin SAM (with a header), BAM or CRAM.
[[nodiscard]] bool looks_like_alignments(std::string_view first_bytes) noexcept;

/// Whether this library reads them: where it was built with htslib.
[[nodiscard]] bool reads_alignments() noexcept;

/// FASTQ of the reads of such a file, in its order: each read once (secondary and supplementary alignments are left
/// out), as it came from the sequencer (one that is aligned to the reverse strand is turned), with the qualities it
/// has, else `!`. `content` is the file, uncompressed; `name` is for messages. A second thread takes it to htslib.
///
/// Its errors are damaged_stream and error of `content`, and error (bad_input), «NAME: record N: …», for what is wrong
/// with the format: a record that ends too early, a CRAM file whose end is missing or whose reference is not to be had.
[[nodiscard]] std::unique_ptr<byte_source> alignments_as_fastq(std::unique_ptr<byte_source> content, std::string name);

} // namespace concord::formats
