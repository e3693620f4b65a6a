#include "exit_status.hpp"

#include "help_formatter.hpp"
#include "interruption.hpp"

#include <concord/error.hpp>
#include <concord/run.hpp>
#include <io/output_file.hpp>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <fmt/format.h>
#include <memory>
#include <new>

namespace concord::app {
namespace {

const CLI::App& innermost(const CLI::App& program) {
    const CLI::App* chosen = &program;
    for (std::vector<CLI::App*> below; !(below = const_cast<CLI::App*>(chosen)->get_subcommands()).empty();)
        chosen = below.front();
    return *chosen;
}

std::string full_name(const CLI::App& command) {
    const CLI::App* parent = command.get_parent();
    return parent == nullptr ? command.get_name() : full_name(*parent) + " " + command.get_name();
}

int complain(const CLI::App& program, const std::string& what, error_code code) {
    const std::string name = full_name(innermost(program));
    fmt::print(stderr, "{}: {}\n", name, what);
    if (code == error_code::usage) fmt::print(stderr, "{} --help shows what it takes\n", name);
    return static_cast<int>(code);
}

/// Help and version go to stdout, and that they could not be written is a failure as well.
int print(const std::string& text) {
    io::output_file out("-");
    out.write(text);
    out.commit();
    return 0;
}

} // namespace

void describe(CLI::App& program) {
    program.formatter(std::make_shared<help_formatter>());
    program.get_formatter()->label("Positionals", "Input");
    program.get_formatter()->label("SUBCOMMAND", "COMMAND");
    program.set_version_flag("--version", fmt::format("concord {}", version()), "Print the version and leave");
    program.set_help_flag("-h,--help", "Print this help and leave");
    program.footer(R"('concord COMMAND --help' tells more, with examples.

Exit status: 0 done, "none" included; 1 nothing found, with --exit-code only; 2 wrong usage;
3 bad input; 4 memory, a device or a disk is missing.)");
}

int exit_status(const CLI::App& program, const std::function<int()>& run) {
    try {
        try {
            return run();
        } catch (const CLI::CallForHelp&) {
            return print(program.help());
        } catch (const CLI::CallForVersion& asked) {
            return print(std::string(asked.what()) + "\n");
        } catch (const CLI::ParseError& failure) {
            return complain(program, failure.what(), error_code::usage);
        }
    } catch (const io::closed_pipe&) {
        end_by_closed_pipe();
    } catch (const error& failure) {
        if (interrupted()) end_by_signal();
        return complain(program, failure.what(), failure.code());
    } catch (const std::bad_alloc&) {
        return complain(program, "there is not enough memory", error_code::resource);
    } catch (const std::exception& failure) {
        return complain(program, std::string("unexpected: ") + failure.what(), error_code::resource);
    }
}

} // namespace concord::app
