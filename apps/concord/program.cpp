#include "program.hpp"

#include "formats/output_file.hpp"
#include "interruption.hpp"
#include "options/common_options.hpp"
#include "options/option_builders.hpp"
#include "program_facts.hpp"
#include "runtime/new_file.hpp"
#include "suggestion.hpp"

#include <concord/error.hpp>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <memory>
#include <new>
#include <optional>
#include <string_view>
#include <thread>
#include <unistd.h>
#include <vector>

namespace concord::app {
namespace {

CLI::App& innermost(CLI::App& program) {
    CLI::App* chosen = &program;
    for (std::vector<CLI::App*> below; !(below = chosen->get_subcommands()).empty();)
        chosen = below.front();
    return *chosen;
}

std::string full_name(const CLI::App& command) {
    const CLI::App* parent = command.get_parent();
    return parent == nullptr ? command.get_name() : full_name(*parent) + " " + command.get_name();
}

/// An error that all ranks have is printed once, by rank 0, which then ends the others; a rank that still runs after a
/// while has an error of its own.
bool others_speak(error_code code) {
    if (ranks().is_root()) return false;
    if (code == error_code::usage) return true;
    std::this_thread::sleep_for(std::chrono::seconds(2));
    return false;
}

int complain(CLI::App& program, const std::string& what, error_code code) {
    if (others_speak(code)) return static_cast<int>(code);
    const std::string name = full_name(innermost(program));
    const std::string where = ranks().is_root() ? "" : fmt::format("rank {}: ", ranks().rank());
    std::string text = fmt::format("{}: {}{}\n", name, where, what);
    if (code == error_code::usage) text += fmt::format("{} --help shows what it takes\n", name);
    std::fputs(text.c_str(), stderr); // if even that fails, there is only the exit status
    return static_cast<int>(code);
}

/// Help and version go to stdout; a failure to write them is an error as well.
int print(const std::string& text) {
    if (!ranks().is_root()) return 0;
    formats::output_file out("-");
    out.write(text);
    out.commit();
    return 0;
}

/// Name, version and what the help of the whole program says.
void describe(CLI::App& program) {
    program.formatter(std::make_shared<help_formatter>());
    program.get_formatter()->label("Positionals", "Input");
    program.get_formatter()->label("SUBCOMMAND", "COMMAND");
    add_version(program);
    program.set_help_flag("-h,--help", "Print this help and leave");
    program.footer(R"('concord COMMAND --help' says more, with examples.

Exit status: 0 done, "none" included; 1 nothing found, with --exit-code only; 2 wrong usage;
3 bad input; 4 memory, a device or a disk is missing; 75 stopped by a signal, and --resume goes on.)");
}

/// `concord help COMMAND` is `concord COMMAND --help`.
std::vector<const char*> as_options(int argc, char** argv) {
    std::vector<const char*> words(argv, argv + argc);
    if (argc < 2 || std::string_view(argv[1]) != "help") return words;
    words.erase(words.begin() + 1);
    words.push_back("--help");
    return words;
}

/// What the parser says of an option that is given twice.
std::string in_plain_words(const std::string& complaint) {
    constexpr std::string_view formal = ": At Most 1 required but received ";
    const std::size_t at = complaint.find(formal);
    if (at == std::string::npos) return complaint;
    return fmt::format("{} is given {} times, and taken once", complaint.substr(0, at),
                       complaint.substr(at + formal.size()));
}

/// What the parser has no use for, in the order of the command line.
std::string unexpected_words(const CLI::App& program) {
    const std::vector<std::string> words = program.remaining(true);
    if (program.get_subcommands().empty() && !words.front().starts_with('-'))
        return fmt::format("there is no command '{}'", words.front());
    return fmt::format("The following {} not expected: {}", words.size() == 1 ? "argument was" : "arguments were",
                       fmt::join(words, " "));
}

/// Those of `all` that the parser needs for these words, in their order.
std::vector<named_command> needed(const std::vector<const char*>& words, const std::vector<named_command>& all) {
    const std::string_view first = words.size() > 1 ? words[1] : "";
    if (words.size() == 2 && first == "--version") return {};
    const auto chosen = std::ranges::find(all, first, &named_command::name);
    if (first.empty() || chosen == all.end()) return all;
    return {*chosen};
}

int parse_and_run(CLI::App& program, int argc, char** argv, const std::vector<named_command>& all) {
    remember_invocation(argc, argv);
    describe(program);
    const std::vector<const char*> words = as_options(argc, argv);
    std::vector<command> commands;
    for (const named_command& each : needed(words, all))
        std::ranges::move(each.add(program), std::back_inserter(commands));
    try {
        program.parse(static_cast<int>(words.size()), words.data());
        for (const command& each : commands)
            if (each.parser->parsed()) return each.by_all_ranks || ranks().is_root() ? each.run() : 0;
        throw CLI::RequiredError("A command");
    } catch (const CLI::CallForHelp&) {
        return print(program.help());
    } catch (const CLI::CallForVersion&) {
        return print(version_text(program));
    } catch (const CLI::ExtrasError&) {
        return complain(program, unexpected_words(program) + suggestion(program, argc, argv), error_code::usage);
    } catch (const CLI::ParseError& failure) {
        return complain(program, in_plain_words(failure.what()) + suggestion(program, argc, argv), error_code::usage);
    }
}

std::terminate_handler usual_end = nullptr;

/// Where memory runs out and no handler can be reached: in a destructor (nlohmann::json's allocate), or in the parser
/// before there is a command to name. Calls only what needs no memory.
[[noreturn]] void end_without_memory() {
    runtime::remove_unfinished_files();
    constexpr std::string_view message = "concord: there is not enough memory\n";
    static_cast<void>(::write(STDERR_FILENO, message.data(), message.size()) < 0); // then there is only the status
    ::_exit(static_cast<int>(error_code::resource));
}

void at_terminate() {
    try {
        if (const std::exception_ptr failure = std::current_exception()) std::rethrow_exception(failure);
    } catch (const std::bad_alloc&) {
        end_without_memory();
    } catch (...) { // a mistake in the program
    }
    usual_end();
}

/// Its errors are named by the command that has them; memory that runs out before there is a parser is not.
int run_parser(int argc, char** argv, std::optional<named_command> further) {
    CLI::App program(
        "Finds the longest things that sequences have in common: exactly, fast, and the same on every device.",
        "concord");
    try {
        std::vector<named_command> all(common_commands.begin(), common_commands.end());
        if (further) all.push_back(*further);
        return parse_and_run(program, argc, argv, all);
    } catch (const formats::closed_pipe&) {
        end_by_closed_pipe();
    } catch (const error& failure) {
        if (interrupted() && failure.code() == error_code::cancelled && !checkpoint_folder().empty())
            return complain(program, fmt::format("stopped by a signal; --resume goes on from {}", checkpoint_folder()),
                            error_code::cancelled);
        if (interrupted()) end_by_signal();
        return complain(program, failure.what(), failure.code());
    } catch (const std::bad_alloc&) {
        return complain(program, "there is not enough memory", error_code::resource);
    } catch (const std::exception& failure) {
        return complain(program, std::string("unexpected: ") + failure.what(), error_code::resource);
    }
}

} // namespace

int run_program(int argc, char** argv, std::optional<named_command> further) noexcept {
    usual_end = std::set_terminate(at_terminate);
    try {
        return run_parser(argc, argv, further);
    } catch (const std::bad_alloc&) {
        end_without_memory();
    }
}

} // namespace concord::app
