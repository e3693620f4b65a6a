// Rows that a shard leaves for `concord merge`, and rows that are merged.
#pragma once

#include "cluster_wishes.hpp"

#include <io/output_file.hpp>
#include <io/rows_part.hpp>

#include <optional>
#include <string>

namespace concord::app {

/// The part that a shard writes, from the blocks of rows that it finds; on other ranks than the first, nothing.
class row_part {
  public:
    /// `wishes` tell the whole how to go on. All must outlive it, and the calls of the sharing.
    row_part(std::string command, task_sharing& sharing, io::json input, io::json wishes, io::output_file* out);

    /// After the call that found the rows. Nobody else writes to the file.
    void finish();

  private:
    io::rows_part_writer& writer();

    std::string command_;
    task_sharing& sharing_;
    io::json input_;
    io::json wishes_;
    io::output_file* out_;
    std::optional<io::rows_part_writer> writer_; ///< once the facts of the call are known
};

/// Lets a call take its blocks of rows from parts. All must outlive it.
void take_rows_from(io::merged_rows& rows, task_sharing& sharing);

/// Throws error (bad_input) unless the parts say the same of this fact of the call.
void require_fact(const std::vector<io::part>& parts, const std::string& name, const std::string& value,
                  const std::string& what);

} // namespace concord::app
