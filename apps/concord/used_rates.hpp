// The rates of this machine that the program chooses devices by: what 'concord devices --calibrate' kept, if it fits.
#pragma once

#include <string>

namespace concord::app {

struct used_rates {
    std::string file; ///< where they would be; empty: there is no place for them
    bool are_measured = false;
    std::string why_not; ///< if they are not: "there is no such file"
};

/// Reads them at the first call of the process, and puts them to use. Thread-safe. A file that is missing, damaged or
/// of others is no error.
const used_rates& use_saved_rates();

/// For --verbose.
[[nodiscard]] std::string note_of(const used_rates& used);

} // namespace concord::app
