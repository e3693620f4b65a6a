// What stands out in a text for a person.
#pragma once

#include <fmt/format.h>
#include <string>
#include <string_view>

namespace concord::app {

/// The few ways in which something stands out; none where there is no colour.
class painter {
  public:
    explicit painter(bool colour) : colour_(colour) {}

    [[nodiscard]] std::string answer(std::string_view text) const { return paint("1;32", text); }
    [[nodiscard]] std::string heading(std::string_view text) const { return paint("1", text); }
    [[nodiscard]] std::string aside(std::string_view text) const { return paint("2", text); }
    [[nodiscard]] std::string match(std::string_view text) const { return paint("32", text); }
    [[nodiscard]] std::string mismatch(std::string_view text) const { return paint("1;31", text); }

  private:
    [[nodiscard]] std::string paint(std::string_view code, std::string_view text) const {
        if (!colour_ || text.empty()) return std::string(text);
        return fmt::format("\x1b[{}m{}\x1b[0m", code, text);
    }

    bool colour_;
};

} // namespace concord::app
