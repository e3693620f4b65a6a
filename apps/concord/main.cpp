// concord: the longest things that sequences have in common.
#include "commands/commands.hpp"
#include "interruption.hpp"
#include "program.hpp"
#include "terminal.hpp"

int main(int argc, char** argv) {
    using namespace concord::app;
    occupy_standard_streams();
    watch_for_signals();
    std::vector<named_command> commands = common_commands();
    commands.push_back({"", add_reference});
    return run_program(argc, argv, commands);
}
