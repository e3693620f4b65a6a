// The one exception type that the library throws.
#pragma once

#include <concord/language.hpp>

#include <cstdint>
#include <stdexcept>
#include <string>

namespace concord {

/// The kind of failure; the values are the exit statuses of the command line.
enum class error_code : std::uint8_t {
    usage = 2,     ///< an argument is out of its range or contradicts another
    bad_input = 3, ///< a file, or a letter in it, is invalid; the message names the position
    resource = 4,  ///< memory, a device or a disk is missing or too small
    cancelled = 75 ///< the caller's `cancelled` callback returned true
};

/// Every failure of the library. `what()` is one line for users, without a trailing full stop or newline.
class error : public std::runtime_error {
  public:
    error(error_code code, const std::string& message) : std::runtime_error(message), code_(code) {}

    [[nodiscard]] error_code code() const noexcept { return code_; }

  private:
    error_code code_;
};

} // namespace concord
