// Rows that a shard leaves for `concord merge`, and rows that are merged.
#pragma once

#include "options/cluster_options.hpp"

#include "formats/output_file.hpp"
#include "output/rows_part.hpp"

#include <optional>
#include <string>

namespace concord::app {

/// The part that a shard writes, from the blocks of rows that it finds; on other ranks than the first, nothing.
class row_part {
  public:
    /// `wishes` tell the whole how to go on. All must outlive it, and the calls of the sharing.
    row_part(std::string command, task_sharing& sharing, json input, json wishes, formats::output_file* out);

    /// After the call that found the rows. Nobody else writes to the file.
    void finish();

  private:
    rows_part_writer& writer();

    std::string command_;
    task_sharing& sharing_;
    json input_;
    json wishes_;
    formats::output_file* out_;
    std::optional<rows_part_writer> writer_; ///< once the facts of the call are known
};

/// Lets a call take its blocks of rows from parts. All must outlive it.
void take_rows_from(merged_rows& rows, task_sharing& sharing);

/// Throws error (bad_input) unless the parts say the same of this fact of the call.
void require_fact(const std::vector<part>& parts, const std::string& name, const std::string& value,
                  const std::string& what);

} // namespace concord::app
