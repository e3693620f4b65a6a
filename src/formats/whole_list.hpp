// A file of sequences whose alphabet is settled, read as a whole by all threads.
#pragma once

#include "formats/opened_list.hpp"

#include <concord/sequences.hpp>

#include <string>

namespace concord::formats {

/// Whether a file can be read from its beginning again, and holds what many threads can pack.
[[nodiscard]] bool is_for_blocks(const opened_list& opened, const std::string& path, alphabet kind);

/// Reads such a file from its beginning, block by block, now that the alphabet is known. `guessed`: it is not one that
/// the user asked for. Throws error: bad_input, resource, cancelled. Memory: the set and the blocks of the threads.
[[nodiscard]] sequence_set read_by_blocks(const opened_list& opened, const std::string& path, alphabet kind,
                                          bool guessed, const read_options& options);

} // namespace concord::formats
