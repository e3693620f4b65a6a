// In place of alignment_source.cpp where htslib was not found.
#include "formats/alignment_source.hpp"

#include <concord/error.hpp>

namespace concord::formats {

bool reads_alignments() noexcept { return false; }

std::unique_ptr<byte_source> alignments_as_fastq(std::unique_ptr<byte_source>, std::string name) {
    throw error(error_code::bad_input, name + ": SAM, BAM and CRAM are not read by this build, which lacks htslib");
}

} // namespace concord::formats
