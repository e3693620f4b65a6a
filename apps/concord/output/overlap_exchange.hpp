// What `concord overlap` finds in the formats of other programs: PAF, MultiQC's tables.
#pragma once

#include "output/overlap_output.hpp"
#include "output/overlap_rows.hpp"

#include <cstdint>
#include <span>

namespace concord::app {

/// Writes matches and overlaps of ends as PAF with a cg:Z: tag, a line each: A, or the sequence whose end it is, is the
/// query; the target is B, or the sequence whose beginning it is. Every letter of such a line matches.
class overlap_paf {
  public:
    /// `facts` must outlive it; its rows are matches (five columns) or overlaps (three).
    overlap_paf(const row_facts& facts, formats::byte_sink sink);

    void add(std::span<const std::uint64_t> row);

  private:
    const row_facts& facts_;
    formats::byte_sink sink_;
};

/// One row for MultiQC each.
void write_region_multiqc(const region_answer& answer, const formats::byte_sink& sink);
void write_repeat_multiqc(const repeat_answer& answer, const formats::byte_sink& sink);
void write_rows_multiqc(const row_facts& facts, std::uint64_t count, std::uint64_t longest,
                        const formats::byte_sink& sink);

} // namespace concord::app
