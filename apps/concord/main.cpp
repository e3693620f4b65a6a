// concord: the longest things that sequences have in common.
#include "commands/commands.hpp"
#include "interruption.hpp"
#include "program.hpp"
#include "runtime/gpu/gpus.hpp"
#include "terminal.hpp"

#include <unistd.h>

#include <cstdio>

int main(int argc, char** argv) {
    using namespace concord::app;
    occupy_standard_streams();
    watch_for_signals();
    const int status = run_program(argc, argv, named_command{"", add_reference});
    // All is written; the usual end would wait for a GPU that starts in vain.
    if (concord::runtime::is_any_gpu_starting() && std::fflush(nullptr) == 0) ::_exit(status);
    return status;
}
