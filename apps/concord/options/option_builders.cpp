#include "options/option_builders.hpp"

#include "formats/printable.hpp"

#include <concord/error.hpp>
#include <concord/substring.hpp>

#include <CLI/CLI.hpp>
#include <CLI/Error.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <string_view>

namespace concord::app {
namespace {

constexpr std::size_t explanation_column = 30;
constexpr std::size_t line_width = 100;

/// `text` in lines that end before `line_width`, all but the first indented.
std::string wrapped(std::string_view text, std::size_t indent) {
    std::string lines;
    for (const std::size_t room = line_width - indent; text.size() > room;) {
        std::size_t space = text.rfind(' ', room);
        if (space == std::string_view::npos) break;
        lines += fmt::format("{}\n{}", text.substr(0, space), std::string(indent, ' '));
        text.remove_prefix(space + 1);
    }
    return lines.append(text);
}

} // namespace

std::string help_formatter::make_help(const CLI::App* command, std::string name, CLI::AppFormatMode mode) const {
    // CLI11 puts two empty lines between groups.
    return CLI::detail::find_and_replace(Formatter::make_help(command, std::move(name), mode), "\n\n\n", "\n\n");
}

std::string help_formatter::make_footer(const CLI::App* command) const {
    const std::string footer = command->get_footer();
    return footer.empty() ? footer : "\n" + footer + "\n";
}

std::string help_formatter::make_option(const CLI::Option* option, bool is_positional) const {
    std::string names = option->get_name(is_positional, true);
    if (option->get_type_size() != 0 && !is_positional) names += " " + option->get_type_name();
    std::string text = option->get_description();
    if (const std::string preset = option->get_default_str(); !preset.empty())
        text += fmt::format(" (default: {})", preset);

    const bool fits = names.size() + 4 <= explanation_column;
    const std::string gap =
        fits ? std::string(explanation_column - names.size() - 2, ' ') : "\n" + std::string(explanation_column, ' ');
    return fmt::format("  {}{}{}\n", names, gap, wrapped(text, explanation_column));
}

std::string complaint_about(const std::string& given, const std::vector<std::string>& words) {
    if (std::ranges::find(words, given) != words.end()) return "";
    std::string listed = words.front();
    for (std::size_t i = 1; i < words.size(); ++i)
        listed += (i + 1 < words.size() ? ", " : " or ") + words[i];
    return fmt::format("expected {}, found '{}'", listed, given);
}

CLI::Option* add_support(CLI::App& command, std::string& requested, const std::string& help) {
    return command.add_option("-t,--support", requested, help)->type_name("N|P%")->check([](const std::string& text) {
        return static_cast<void>(parse_support(text)), std::string();
    });
}

void reject(const std::string& what) { throw error(error_code::usage, what); }

std::uint64_t resolve_support(const std::string& requested, std::uint64_t sequences, const char* option) {
    if (requested.empty()) return default_support(sequences);
    const support_request parsed = parse_support(requested);
    if (parsed.count == 0) return support_from_percent(parsed.percent, sequences);
    if (parsed.count > sequences)
        throw error(error_code::usage, fmt::format("{} {} is more than the {} of the input", option, parsed.count,
                                                   formats::counted(sequences, "sequence")));
    return parsed.count;
}

namespace {

[[noreturn]] void reject_option(const std::string& text, std::string_view expected) {
    throw CLI::ValidationError(fmt::format("expected {}, found '{}'", expected, text), CLI::ExitCodes::ValidationError);
}

struct number_and_rest {
    double value = 0;
    std::string_view rest;
};

/// A decimal number of 0 or more, with what follows it.
number_and_rest leading_number(const std::string& text, std::string_view expected) {
    number_and_rest parsed;
    const char* end = text.data() + text.size();
    const auto [stop, problem] = std::from_chars(text.data(), end, parsed.value, std::chars_format::fixed);
    if (problem != std::errc{} || !std::isfinite(parsed.value) || std::signbit(parsed.value))
        reject_option(text, expected);
    parsed.rest = {stop, end};
    return parsed;
}

/// A whole number with an optional letter that multiplies it by a power of `step`.
std::uint64_t scaled(const std::string& text, std::string_view letters, double step, std::string_view expected) {
    std::uint64_t whole = 0;
    const char* end = text.data() + text.size();
    // A function of its own, as a double cannot hold every number of 64 bits.
    if (const auto [stop, problem] = std::from_chars(text.data(), end, whole); problem == std::errc{} && stop == end)
        return whole;
    const number_and_rest number = leading_number(text, expected);
    if (number.rest.size() != 1) reject_option(text, expected);
    const char unit = number.rest[0] == 'K' ? 'k' : number.rest[0];
    const std::size_t power = letters.find(unit);
    if (power == std::string_view::npos) reject_option(text, expected);
    const double value = number.value * std::pow(step, static_cast<double>(power + 1));
    if (value != std::floor(value) || value >= 0x1p63) reject_option(text, expected);
    return static_cast<std::uint64_t>(value);
}

} // namespace

std::uint64_t parse_count(const std::string& text) {
    return scaled(text, "kMG", 1000, "a whole number, such as 5000, 10k or 2.5M");
}

std::uint64_t parse_length(const std::string& text) {
    const std::uint64_t length = parse_count(text);
    if (length == 0) reject_option(text, "a length of 1 or more");
    return length;
}

std::uint64_t parse_positive(const std::string& text) {
    const std::uint64_t number = parse_count(text);
    if (number == 0) reject_option(text, "a whole number of 1 or more");
    return number;
}

std::array<std::uint64_t, 3> parse_three_numbers(const std::string& text) {
    std::array<std::uint64_t, 3> numbers{};
    std::size_t begin = 0;
    for (std::size_t at = 0; at < numbers.size(); ++at) {
        const bool is_last = at + 1 == numbers.size();
        const std::size_t end = is_last ? text.size() : std::min(text.find(',', begin), text.size());
        const char* const last = text.data() + end;
        const auto [stopped, problem] = std::from_chars(text.data() + begin, last, numbers.at(at));
        if (problem != std::errc() || stopped != last || (!is_last && end == text.size()))
            reject_option(text, "three whole numbers, such as 1,1,2");
        begin = end + 1;
    }
    return numbers;
}

std::uint64_t parse_cells(const std::string& text) {
    const std::uint64_t cells = parse_count(text);
    if (cells == 0) reject_option(text, "a number of cells of 1 or more");
    return cells;
}

std::vector<double> parse_tolerances(const std::string& text) {
    std::vector<double> values;
    const char* const end = text.data() + text.size();
    for (const char* at = text.data();; ++at) {
        double& value = values.emplace_back();
        const auto [stop, problem] = std::from_chars(at, end, value);
        if (problem != std::errc{} || (stop != end && *stop != ',') || !std::isfinite(value) || std::signbit(value))
            reject_option(text, "a number of 0 or more, such as 0.5 or 1e-6, or one for each channel, such as 3,3,8");
        at = stop;
        if (at == end) return values;
    }
}

unsigned parse_threads(const std::string& text) {
    constexpr std::uint64_t most = 65536;
    const std::uint64_t threads = parse_count(text);
    if (threads == 0 || threads > most) reject_option(text, "a number of threads from 1 to 65536");
    return static_cast<unsigned>(threads);
}

device parse_device(const std::string& text) {
    try {
        return device::parse(text);
    } catch (const error&) {
        reject_option(text, "auto, cpu, cuda or cuda:0,1");
    }
}

std::uint64_t parse_size(const std::string& text) {
    std::string_view number = text;
    for (const std::string_view ending : {"B", "i"})
        if (number.ends_with(ending)) number.remove_suffix(1);
    constexpr std::string_view expected = "a size, such as 512M or 4G";
    const std::uint64_t bytes = number.empty() ? 0 : scaled(std::string(number), "kMGT", 1024, expected);
    if (bytes == 0) reject_option(text, expected);
    return bytes;
}

double parse_share(const std::string& text) {
    constexpr std::string_view expected = "a share from 0 to 1, such as 0.26 or 26%";
    const number_and_rest number = leading_number(text, expected);
    if (number.rest != "%" && !number.rest.empty()) reject_option(text, expected);
    const double share = number.rest == "%" ? number.value / 100 : number.value;
    if (share > 1) reject_option(text, expected);
    return share;
}

length_range parse_lengths(const std::string& text) {
    constexpr std::string_view expected = "a length of 1 or more, such as 51 or 30-150";
    const std::size_t dash = text.find('-');
    length_range range;
    range.shortest = parse_count(text.substr(0, dash));
    range.longest = dash == std::string::npos ? range.shortest : parse_count(text.substr(dash + 1));
    if (range.shortest < 1 || range.shortest > range.longest) reject_option(text, expected);
    return range;
}

support_request parse_support(const std::string& text) {
    constexpr std::string_view expected = "a number of sequences of 1 or more, or a share of them such as 20%";
    support_request requested;
    if (text.ends_with('%')) {
        const number_and_rest number = leading_number(text, expected);
        if (number.rest != "%" || number.value <= 0 || number.value > 100) reject_option(text, expected);
        requested.percent = number.value;
        return requested;
    }
    const char* end = text.data() + text.size();
    const auto [stop, problem] = std::from_chars(text.data(), end, requested.count);
    if (problem != std::errc{} || stop != end || requested.count == 0) reject_option(text, expected);
    return requested;
}

} // namespace concord::app
