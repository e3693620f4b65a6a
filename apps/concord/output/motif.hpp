// The occurrences of a substring as a motif, for the tools that look for motifs.
#pragma once

#include "formats/output_file.hpp"
#include "output/letter_profile.hpp"

#include <string>
#include <vector>

namespace concord::app {

/// MEME's minimal motif format, version 4: the shares of the letters in each column, without pseudocounts; `background`
/// holds how often the letters of the profile stand in the input. A column that has none of these letters gets the
/// shares of the background. `name` is the consensus of the motif. Without occurrences the file holds no motif.
///
/// Source: the MEME Suite's description of the minimal MEME format (strands and nsites given, E left out: none is
/// computed).
void write_meme_motif(const letter_profile& profile, const std::vector<std::uint64_t>& background,
                      const std::string& name, const formats::byte_sink& sink);

} // namespace concord::app
