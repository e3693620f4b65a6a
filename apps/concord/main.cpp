// concord: the longest things that sequences have in common.
#include "commands/commands.hpp"
#include "interruption.hpp"
#include "program.hpp"
#include "terminal.hpp"

int main(int argc, char** argv) {
    using namespace concord::app;
    occupy_standard_streams();
    watch_for_signals();
    return run_program(argc, argv, named_command{"", add_reference});
}
