// The message for a letter that an alphabet cannot hold.
#pragma once

#include "formats/fastx_reader.hpp"

#include <concord/error.hpp>
#include <concord/sequences.hpp>

namespace concord::formats {

/// Names file, record, line and column of the letter that `failure` is about; `kind` is the alphabet that was asked
/// for.
[[nodiscard]] error wrong_letter(const fastx_reader& reader, const fastx_record& record, alphabet kind,
                                 const letter_error& failure);

/// "a letter of the alphabet dna", "UTF-8": what such a message expects.
[[nodiscard]] std::string expected_letter(alphabet kind);

/// Where the letter stands among the bytes of its sequence.
[[nodiscard]] std::uint64_t byte_of(const letter_error& failure, std::string_view letters, alphabet kind);

} // namespace concord::formats
