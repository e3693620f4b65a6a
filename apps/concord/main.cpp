// concord: the longest things that sequences have in common.
#include "commands.hpp"
#include "exit_status.hpp"
#include "interruption.hpp"
#include "terminal.hpp"

#include <concord/run.hpp>

#include <CLI/CLI.hpp>

int main(int argc, char** argv) {
    using namespace concord::app;

    occupy_standard_streams();
    watch_for_signals();

    CLI::App program(
        "Finds the longest things that sequences have in common: exactly, fast, and the same on every device.",
        "concord");
    describe(program);

    std::vector<command> commands;
    for (const auto add : {add_substring, add_simulate, add_devices})
        for (command& each : add(program))
            commands.push_back(std::move(each));

    return exit_status(program, [&] {
        program.parse(argc, argv);
        for (const command& each : commands)
            if (each.parser->parsed()) return each.run();
        throw CLI::RequiredError("A command");
    });
}
