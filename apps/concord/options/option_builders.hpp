// Options of the kinds that several commands have, and the numbers, sizes and shares that they take.
#pragma once

#include <concord/device.hpp>

#include <CLI/App.hpp>
#include <CLI/CLI.hpp>
#include <CLI/Formatter.hpp>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace concord::app {

/// --help works and is not listed: a reader of the list knows it.
inline void hide_help_flag(CLI::App& command) {
    command.set_help_flag("-h,--help")->group(""); // anew, since a hidden flag is not inherited
}

/// "expected text, tsv or json, found 'xml'"; empty if it is one of these words.
[[nodiscard]] std::string complaint_about(const std::string& given, const std::vector<std::string>& words);

/// One of some words, which the help lists where others have a type.
inline CLI::Option* add_choice(CLI::App& command, const std::string& names, std::string& word,
                               const std::vector<std::string>& words, const std::string& help) {
    return command.add_option(names, word, help)
        ->check([words](const std::string& given) { return complaint_about(given, words); })
        ->type_name(CLI::detail::join(words, "|"));
}

/// A value that is read by one of the functions below.
template <typename Value, typename Parser>
CLI::Option* add_parsed(CLI::App& command, const std::string& names, Value& value, Parser parse,
                        const std::string& type, const std::string& help) {
    return command
        .add_option_function<std::string>(
            names, [&value, parse](const std::string& text) { value = static_cast<Value>(parse(text)); }, help)
        ->check([parse](const std::string& text) { return static_cast<void>(parse(text)), std::string(); }) // names it
        ->type_name(type);
}

/// The title of the group of options that say what to write.
inline constexpr const char* results_group = "What to write";

inline CLI::Option* add_report(CLI::App& command, std::string& path) {
    return command
        .add_option("--report", path,
                    "Write a page of figures for a browser (HTML, one file, nothing loaded from elsewhere)")
        ->type_name("FILE")
        ->group(results_group);
}

inline CLI::Option* add_multiqc(CLI::App& command, std::string& path) {
    return command
        .add_option("--multiqc", path, "Write a row for MultiQC, which looks for names that end in _mqc.json")
        ->type_name("FILE")
        ->group(results_group);
}

class help_formatter : public CLI::Formatter {
  public:
    std::string make_help(const CLI::App* command, std::string name, CLI::AppFormatMode mode) const override;
    std::string make_footer(const CLI::App* command) const override;
    std::string make_option(const CLI::Option* option, bool is_positional) const override;
};

/// Throws error (usage).
[[noreturn]] void reject(const std::string& what);

/// -t/--support: a number, or a share such as 20%, kept as it was written.
CLI::Option* add_support(CLI::App& command, std::string& requested, const std::string& help);

/// What such a text means for so many sequences. Throws error (usage) where it asks for more than there are.
[[nodiscard]] std::uint64_t resolve_support(const std::string& requested, std::uint64_t sequences,
                                            const char* option = "--support");

/// "5000", "10k", "2.5M": k, M and G stand for 10^3, 10^6 and 10^9.
[[nodiscard]] std::uint64_t parse_count(const std::string& text);

/// A number of letters of 1 or more.
[[nodiscard]] std::uint64_t parse_length(const std::string& text);

/// A whole number of 1 or more.
[[nodiscard]] std::uint64_t parse_positive(const std::string& text);

/// A number of cells of 1 or more.
[[nodiscard]] std::uint64_t parse_cells(const std::string& text);

/// Finite numbers of 0 or more, such as 0.5 or 1e-6, parted by commas.
[[nodiscard]] std::vector<double> parse_tolerances(const std::string& text);

/// From 1 to 65536.
[[nodiscard]] unsigned parse_threads(const std::string& text);

/// "auto", "cpu", "cuda", "cuda:0" or "cuda:0,1"; returns it as it is.
[[nodiscard]] device parse_device(const std::string& text);

/// "512M", "4G", "4GiB": bytes; k, M, G and T stand for 2^10, 2^20, 2^30 and 2^40.
[[nodiscard]] std::uint64_t parse_size(const std::string& text);

/// "26%" or "0.26": from 0 to 1.
[[nodiscard]] double parse_share(const std::string& text);

/// "1,2,3": three whole numbers, with commas between.
[[nodiscard]] std::array<std::uint64_t, 3> parse_three_numbers(const std::string& text);

struct length_range {
    std::uint64_t shortest = 0;
    std::uint64_t longest = 0;
};

/// "51" or "30-150".
[[nodiscard]] length_range parse_lengths(const std::string& text);

/// A number of sequences, or a share of them.
struct support_request {
    std::uint64_t count = 0; ///< 0 where it is a share
    double percent = 0;
};

/// "1000" or "20%"; neither may be 0, nor may a share exceed 100%.
[[nodiscard]] support_request parse_support(const std::string& text);

} // namespace concord::app
