// concord: the longest things that sequences have in common.
#include "commands/commands.hpp"
#include "interruption.hpp"
#include "program.hpp"
#include "terminal.hpp"

int main(int argc, char** argv) {
    using namespace concord::app;
    occupy_standard_streams();
    watch_for_signals();
    return run_program(argc, argv,
                       {add_substring, add_subsequence, add_distance, add_overlap, add_component, add_adapters,
                        add_merge, add_simulate, add_devices, add_reference});
}
