// Reads a byte source on a thread of its own, some way ahead of whoever reads the bytes.
#pragma once

#include "formats/byte_source.hpp"

#include <memory>
#include <stop_token>

namespace concord::formats {

/// The same bytes and the same errors in the same order as `inner`, whose work (such as inflating) is done by a second
/// thread. Memory: 1 MiB. When it is destroyed it requests `stop`, so that a read of `inner` that waits for a pipe
/// ends.
/// Throws std::system_error if no thread can be started.
[[nodiscard]] std::unique_ptr<byte_source> read_ahead(std::unique_ptr<byte_source> inner, std::stop_source stop);

} // namespace concord::formats
