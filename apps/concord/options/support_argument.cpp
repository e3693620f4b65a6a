#include "options/support_argument.hpp"

#include "options/option_text.hpp"

#include <concord/error.hpp>
#include <concord/substring.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace concord::app {

CLI::Option* add_support(CLI::App& command, std::string& requested, const std::string& help) {
    return command.add_option("-t,--support", requested, help)->type_name("N|P%")->check([](const std::string& text) {
        return static_cast<void>(parse_support(text)), std::string();
    });
}

std::uint64_t resolve_support(const std::string& requested, std::uint64_t sequences) {
    const support_request parsed = parse_support(requested);
    if (parsed.count == 0) return support_from_percent(parsed.percent, sequences);
    if (parsed.count > sequences)
        throw error(error_code::usage,
                    fmt::format("--support {} is more than the {} sequences of the input", parsed.count, sequences));
    return parsed.count;
}

} // namespace concord::app
