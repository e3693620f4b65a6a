// A file as one piece of memory.
#pragma once

#include "formats/fastx_reader.hpp"

#include <string>

namespace concord::formats {

/// All bytes of a file, `-` for standard input; gzip is taken off. Only threads and callbacks of `options` count.
/// Throws error: bad_input where it cannot be opened or its compression is damaged; resource where memory cannot hold
/// it; cancelled.
[[nodiscard]] std::string read_whole_file(const std::string& path, const read_options& options);

} // namespace concord::formats
