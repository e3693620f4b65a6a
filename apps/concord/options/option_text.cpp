#include "options/option_text.hpp"

#include <concord/error.hpp>

#include <CLI/Error.hpp>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <string_view>

namespace concord::app {
namespace {

[[noreturn]] void reject(const std::string& text, std::string_view expected) {
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
    if (problem != std::errc{} || !std::isfinite(parsed.value) || std::signbit(parsed.value)) reject(text, expected);
    parsed.rest = {stop, end};
    return parsed;
}

/// A whole number with an optional letter that multiplies it by a power of `step`.
std::uint64_t scaled(const std::string& text, std::string_view letters, double step, std::string_view expected) {
    std::uint64_t whole = 0;
    const char* end = text.data() + text.size();
    // Apart from the others, as a double holds no number of 64 bits.
    if (const auto [stop, problem] = std::from_chars(text.data(), end, whole); problem == std::errc{} && stop == end)
        return whole;
    const number_and_rest number = leading_number(text, expected);
    if (number.rest.size() != 1) reject(text, expected);
    const char unit = number.rest[0] == 'K' ? 'k' : number.rest[0];
    const std::size_t power = letters.find(unit);
    if (power == std::string_view::npos) reject(text, expected);
    const double value = number.value * std::pow(step, static_cast<double>(power + 1));
    if (value != std::floor(value) || value >= 0x1p63) reject(text, expected);
    return static_cast<std::uint64_t>(value);
}

} // namespace

std::uint64_t parse_count(const std::string& text) {
    return scaled(text, "kMG", 1000, "a whole number, such as 5000, 10k or 2.5M");
}

std::uint64_t parse_length(const std::string& text) {
    const std::uint64_t length = parse_count(text);
    if (length == 0) reject(text, "a length of 1 or more");
    return length;
}

std::uint64_t parse_cells(const std::string& text) {
    const std::uint64_t cells = parse_count(text);
    if (cells == 0) reject(text, "a number of cells of 1 or more");
    return cells;
}

double parse_tolerance(const std::string& text) {
    double value = 0;
    const char* end = text.data() + text.size();
    const auto [stop, problem] = std::from_chars(text.data(), end, value);
    if (problem != std::errc{} || stop != end || !std::isfinite(value) || std::signbit(value))
        reject(text, "a number of 0 or more, such as 0.5 or 1e-6");
    return value;
}

unsigned parse_threads(const std::string& text) {
    constexpr std::uint64_t most = 65536;
    const std::uint64_t threads = parse_count(text);
    if (threads == 0 || threads > most) reject(text, "a number of threads from 1 to 65536");
    return static_cast<unsigned>(threads);
}

device parse_device(const std::string& text) {
    try {
        return device::parse(text);
    } catch (const error&) {
        reject(text, "auto, cpu, cuda or cuda:0,1");
    }
}

std::uint64_t parse_size(const std::string& text) {
    std::string_view number = text;
    for (const std::string_view ending : {"B", "i"})
        if (number.ends_with(ending)) number.remove_suffix(1);
    constexpr std::string_view expected = "a size, such as 512M or 4G";
    const std::uint64_t bytes = number.empty() ? 0 : scaled(std::string(number), "kMGT", 1024, expected);
    if (bytes == 0) reject(text, expected);
    return bytes;
}

double parse_share(const std::string& text) {
    constexpr std::string_view expected = "a share from 0 to 1, such as 0.26 or 26%";
    const number_and_rest number = leading_number(text, expected);
    if (number.rest != "%" && !number.rest.empty()) reject(text, expected);
    const double share = number.rest == "%" ? number.value / 100 : number.value;
    if (share > 1) reject(text, expected);
    return share;
}

length_range parse_lengths(const std::string& text) {
    constexpr std::string_view expected = "a length of 1 or more, such as 51 or 30-150";
    const std::size_t dash = text.find('-');
    length_range range;
    range.shortest = parse_count(text.substr(0, dash));
    range.longest = dash == std::string::npos ? range.shortest : parse_count(text.substr(dash + 1));
    if (range.shortest < 1 || range.shortest > range.longest) reject(text, expected);
    return range;
}

support_request parse_support(const std::string& text) {
    constexpr std::string_view expected = "a number of sequences of 1 or more, or a share of them such as 20%";
    support_request requested;
    if (text.ends_with('%')) {
        const number_and_rest number = leading_number(text, expected);
        if (number.rest != "%" || number.value <= 0 || number.value > 100) reject(text, expected);
        requested.percent = number.value;
        return requested;
    }
    const char* end = text.data() + text.size();
    const auto [stop, problem] = std::from_chars(text.data(), end, requested.count);
    if (problem != std::errc{} || stop != end || requested.count == 0) reject(text, expected);
    return requested;
}

} // namespace concord::app
