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
                       {{"substring", add_substring},
                        {"subsequence", add_subsequence},
                        {"distance", add_distance},
                        {"overlap", add_overlap},
                        {"component", add_component},
                        {"adapters", add_adapters},
                        {"merge", add_merge},
                        {"simulate", add_simulate},
                        {"devices", add_devices},
                        {"", add_reference}});
}
