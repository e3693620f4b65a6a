// What a file holds, recognized by its first bytes.
#pragma once

#include "formats/byte_source.hpp"
#include "formats/gzip_source.hpp"

#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

namespace concord::formats {

/// Takes the compression off, if there is any; with 2 or more threads it is inflated beside the reading.
/// Throws what a source throws.
[[nodiscard]] std::unique_ptr<peekable_source> open_content(std::unique_ptr<byte_source> raw, unsigned threads,
                                                            const std::stop_source& stop);

/// Whether these first bytes, but for empty lines, begin FASTA or FASTQ. Nothing at all does too.
[[nodiscard]] bool looks_like_records(std::string_view first_bytes) noexcept;

/// Throws error (bad_input) for what people hand over by mistake, such as a zip archive. Where text is wanted, what may
/// be text is let pass.
void turn_down_other_formats(std::string_view first_bytes, const std::string& file, bool text_is_wanted);

} // namespace concord::formats
